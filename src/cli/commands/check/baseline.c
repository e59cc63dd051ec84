/* Known findings: see baseline.h. A finding is known by the path of its file, seen from the directory of the baseline,
 * and its content (format/content.h).
 */
#include "cli/commands/check/baseline.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/format/content.h"
#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/options/profile.h"
#include "cli/system/destination.h"
#include "cli/system/path.h"
#include "cli/system/source.h"

/* ---- the file of known findings: docs/suppression.md describes it ---- */

static const char schema[] = "ptxcheck-baseline";
enum { SCHEMA_VERSION = 1 };

/* Orders findings as they are written: by path, rule, message, text. */
static int compare(const void *left, const void *right) {
    const struct known *a = left, *b = right;
    int order = strcmp(a->path, b->path);
    order = order ? order : strcmp(a->rule, b->rule);
    order = order ? order : strcmp(a->message, b->message);
    return order ? order : strcmp(a->text, b->text);
}

static void free_strings(const struct known *known) {
    free(known->path);
    free(known->rule);
    free(known->message);
    free(known->text);
}

/* Adds a copy of a finding. */
static void known_add(struct known_list *list, const struct known *known) {
    list->items = memory_more(list->items, list->count, sizeof(*known));
    list->items[list->count++] = (struct known){.path = memory_text(known->path, strlen(known->path)),
                                                .rule = memory_text(known->rule, strlen(known->rule)),
                                                .message = memory_text(known->message, strlen(known->message)),
                                                .text = memory_text(known->text, strlen(known->text)),
                                                .count = known->count};
}

/* Sorts the list by path first, and makes one of equal findings. */
static void known_sort(struct known_list *list) {
    size_t kept = 0;
    if (list->count > 0)
        qsort(list->items, list->count, sizeof(*list->items), compare);
    for (size_t i = 0; i < list->count; i++) {
        const struct known *known = &list->items[i];
        if (kept > 0 && compare(&list->items[kept - 1], known) == 0) {
            list->items[kept - 1].count += known->count;
            free_strings(known);
        } else {
            list->items[kept++] = *known;
        }
    }
    list->count = kept;
}

static void known_free(struct known_list *list) {
    for (size_t i = 0; i < list->count; i++)
        free_strings(&list->items[i]);
    free(list->items);
    *list = (struct known_list){NULL, 0};
}

/* Returns the item of a sorted list that is equal, or NULL. */
static struct known *known_find(const struct known_list *list, const struct known *known) {
    return list->count > 0 ? bsearch(known, list->items, list->count, sizeof(*known), compare) : NULL;
}

/* ---- reading it ---- */

/* Returns a string of the finding; NULL where it has none of this name. */
static char *string_of(const json_t *finding, const char *name) {
    return (char *)json_string_value(json_object_get(finding, name));
}

/* Returns what is wrong with a finding of the file, or NULL. */
static const char *fault_of(const json_t *finding) {
    static const char *const names[] = {"path", "rule", "message", "text"};
    if (!json_is_object(finding))
        return "must be an object";
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (!json_is_string(json_object_get(finding, names[i])))
            return "must have the strings path, rule, message and text";
    return json_integer_value(json_object_get(finding, "count")) > 0 ? NULL : "must have a count above 0";
}

/* Takes the findings of a file that is JSON; false after a message on stderr. */
static bool take(struct known_list *list, const char *path, const json_t *root) {
    const json_t *findings = json_object_get(root, "findings");
    const char *name = json_string_value(json_object_get(root, "schema"));
    const json_t *version = json_object_get(root, "version");
    if (!name || strcmp(name, schema) != 0)
        return report_error("%s:1:1: not a baseline: its \"schema\" must be \"%s\"", path, schema), false;
    if (!json_is_integer(version) || json_integer_value(version) != SCHEMA_VERSION)
        return report_error("%s:1:1: \"version\" must be %d, that of the baselines that ptxcheck %s reads", path,
                            SCHEMA_VERSION, ptxc_version()),
               false;
    if (!json_is_array(findings))
        return report_error("%s:1:1: \"findings\" must be an array", path), false;
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const json_t *finding = json_array_get(findings, i);
        const char *fault = fault_of(finding);
        if (fault)
            return report_error("%s: finding %zu %s", path, i + 1, fault), false;
        known_add(list, &(struct known){.path = string_of(finding, "path"),
                                        .rule = string_of(finding, "rule"),
                                        .message = string_of(finding, "message"),
                                        .text = string_of(finding, "text"),
                                        .count = (size_t)json_integer_value(json_object_get(finding, "count"))});
    }
    known_sort(list);
    return true;
}

/* Adds what the baseline holds, sorted; false after a message on stderr. */
static bool known_read(struct known_list *list, const char *path) {
    struct source source;
    json_error_t error;
    const struct problem problem = source_load(&source, path);
    if (problem.text) {
        report_problem(path, problem);
        source_free(&source);
        return false;
    }
    json_t *root = json_loadb(source.length ? source.text : "", source.length, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        report_error("%s:%d:%d: not a baseline: %s", path, error.line, error.column, error.text);
    const bool taken = root && take(list, path, root);
    json_decref(root);
    source_free(&source);
    return taken;
}

/* ---- writing it ---- */

/* Writes the file to the stream. */
static void print(FILE *stream, const struct known_list *list) {
    struct json_list findings;
    fprintf(stream, "{\"schema\": \"%s\", \"version\": %d, \"findings\": ", schema, SCHEMA_VERSION);
    json_list_open(&findings, stream);
    for (size_t i = 0; i < list->count && !ferror(stream); i++) {
        const struct known *known = &list->items[i];
        json_list_add(&findings, json_sure(json_pack("{s:s, s:s, s:s, s:s, s:I}", "path", known->path, "rule",
                                                     known->rule, "message", known->message, "text", known->text,
                                                     "count", (json_int_t)known->count)));
    }
    json_list_close(&findings);
    fputs("}\n", stream);
}

/* Writes the baseline, all or nothing of it; false after a message on stderr. */
static bool known_write(struct known_list *list, const char *path) {
    struct destination destination;
    struct problem problem = destination_open(&destination, path);
    if (!problem.text) {
        known_sort(list);
        print(destination.stream, list);
        problem = destination_close(&destination, true);
    }
    if (problem.text)
        report_problem(path, problem);
    return !problem.text;
}

/* ---- what is known in this run ---- */

bool baseline_open(struct baseline *baseline, const struct settings *settings) {
    *baseline = (struct baseline){.settings = settings, .path = settings->baseline};
    if (!baseline->path)
        return true;
    const bool missing = access(baseline->path, F_OK) != 0 && errno == ENOENT;
    baseline->writes = settings->update_baseline;
    if (missing && !baseline->writes)
        return report_error("%s: there is no such baseline; --update-baseline writes it", baseline->path), false;
    baseline->directory = path_directory(baseline->path);
    if (!baseline->directory)
        return report_error("%s: there is no such directory for the baseline", baseline->path), false;
    return missing || known_read(&baseline->known, baseline->path);
}

/* Returns the first finding of the list that is of the file, or is not before it. */
static size_t first_of(const struct known_list *list, const char *file) {
    size_t low = 0, high = list->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(list->items[middle].path, file) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether findings of the rule are looked for with these options. */
static bool is_applied(const struct ptxc_options *options, const char *id) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    if (!ptxc_rule_from_id(id, &rule))
        return true; /* there is none any more */
    for (size_t i = 0; i < options->override_count; i++)
        if (strcmp(options->overrides[i].rule, id) == 0)
            rule.severity = options->overrides[i].severity;
    const bool wanted = !options->classes || (options->classes >> rule.rule_class & 1);
    return wanted && rule.severity != PTXC_SEVERITY_OFF;
}

void baseline_look(struct baseline_view *view, const struct baseline *baseline, const char *name) {
    const struct known_list *list = &baseline->known;
    *view = (struct baseline_view){.baseline = baseline};
    if (!baseline->path)
        return;
    char *relative = path_relative(baseline->directory, name);
    view->file = content_readable(relative, strlen(relative));
    free(relative);
    view->first = first_of(list, view->file);
    while (view->first + view->count < list->count &&
           strcmp(list->items[view->first + view->count].path, view->file) == 0)
        view->count++;
    view->found = memory_sure(calloc(view->count + 1, sizeof(*view->found)));
}

/* Returns one finding of a file, which points into its content. */
static struct known known_of(char *file, const struct content *content) {
    return (struct known){
        .path = file, .rule = (char *)content->rule, .message = content->message, .text = content->text, .count = 1};
}

const struct known *baseline_find(struct baseline_view *view, const struct source *source,
                                  const struct ptxc_diagnostic *diagnostic) {
    if (view->count == 0 || view->baseline->writes)
        return NULL;
    const struct known_list *list = &view->baseline->known;
    struct content content = content_of(source->text, source->length, diagnostic);
    const struct known known = known_of(view->file, &content);
    const struct known *same = known_find(list, &known);
    content_free(&content);
    if (!same || view->found[(size_t)(same - list->items) - view->first] == same->count)
        return NULL;
    view->found[(size_t)(same - list->items) - view->first]++;
    return same;
}

void baseline_leave(struct baseline_view *view) {
    free(view->file);
    free(view->found);
}

void baseline_begin(struct baseline *baseline, const struct file *file) {
    baseline_leave(&baseline->view);
    baseline_look(&baseline->view, baseline, file->name);
    for (size_t i = 0; i < baseline->view.count; i++) {
        struct known *known = &baseline->known.items[baseline->view.first + i];
        known->checked = true;
        known->applied = is_applied(&file->profile->options, known->rule);
    }
}

bool baseline_knows(struct baseline *baseline, const struct source *source, const struct ptxc_diagnostic *diagnostic) {
    struct baseline_view *view = &baseline->view;
    if (!baseline->path)
        return false;
    if (baseline->writes) {
        struct content content = content_of(source->text, source->length, diagnostic);
        const struct known known = known_of(view->file, &content);
        known_add(&baseline->added, &known);
        content_free(&content);
        return true;
    }
    const struct known *same = baseline_find(view, source, diagnostic);
    if (!same)
        return false;
    const size_t index = (size_t)(same - baseline->known.items), found = view->found[index - view->first];
    if (baseline->known.items[index].found < found) /* the file may be named twice */
        baseline->known.items[index].found = found;
    baseline->left_out++;
    return true;
}

/* Whether the file of a finding is there. */
static bool is_there(const struct baseline *baseline, const struct known *known) {
    char *path = path_join(known->path[0] == '/' ? "" : baseline->directory, known->path);
    const bool there = access(path, F_OK) == 0;
    free(path);
    return there;
}

/* Whether this run would have met the finding. */
static bool is_due(const struct baseline *baseline, const struct known *known) {
    return known->checked ? known->applied : !is_there(baseline, known);
}

size_t baseline_gone(const struct baseline *baseline) {
    size_t gone = 0;
    for (size_t i = 0; i < baseline->known.count && !baseline->writes; i++)
        if (is_due(baseline, &baseline->known.items[i]))
            gone += baseline->known.items[i].count - baseline->known.items[i].found;
    return gone;
}

/* Keeps what the baseline holds of files and rules that this run did not look at. */
static void keep_others(struct baseline *baseline) {
    for (size_t i = 0; i < baseline->known.count; i++)
        if (!is_due(baseline, &baseline->known.items[i]))
            known_add(&baseline->added, &baseline->known.items[i]);
}

bool baseline_write(struct baseline *baseline) {
    size_t count = 0;
    if (!baseline->writes)
        return true;
    keep_others(baseline);
    if (!known_write(&baseline->added, baseline->path))
        return false;
    for (size_t i = 0; i < baseline->added.count; i++)
        count += baseline->added.items[i].count;
    report_error("%s: wrote %zu finding%s, known from now on", baseline->path, count, count == 1 ? "" : "s");
    return true;
}

void baseline_close(struct baseline *baseline) {
    known_free(&baseline->known);
    known_free(&baseline->added);
    free(baseline->directory);
    baseline_leave(&baseline->view);
}
