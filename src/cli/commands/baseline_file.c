/* Reads and writes the file of known findings: see baseline_file.h. It is JSON with one finding a line, sorted, so that
 * its differences can be read.
 */
#include "cli/commands/baseline_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/destination.h"
#include "cli/files/reserve.h"
#include "cli/files/source.h"
#include "cli/output/json.h"
#include "cli/output/trouble.h"

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

void known_add(struct known_list *list, struct known known) {
    void *items = list->items;
    if (!known.path || !known.rule || !known.message || !known.text ||
        !reserve(&items, &list->capacity, list->count + 1, sizeof(known)))
        exit(trouble("not enough memory"));
    list->items = items;
    list->items[list->count++] = known;
}

void known_sort(struct known_list *list) {
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

void known_free(struct known_list *list) {
    for (size_t i = 0; i < list->count; i++)
        free_strings(&list->items[i]);
    free(list->items);
    *list = (struct known_list){NULL, 0, 0};
}

struct known *known_find(const struct known_list *list, const struct known *known) {
    return list->count > 0 ? bsearch(known, list->items, list->count, sizeof(*known), compare) : NULL;
}

/* ---- reading ---- */

/* Gives a copy of a string of the finding; NULL where it has none of this name. */
static char *copy(const json_t *finding, const char *name) {
    const char *text = json_string_value(json_object_get(finding, name));
    return text ? strdup(text) : NULL;
}

/* Gives what is wrong with a finding of the file, or NULL. */
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
        return trouble("%s:1:1: not a baseline: its \"schema\" must be \"%s\"", path, schema), false;
    if (!json_is_integer(version) || json_integer_value(version) != SCHEMA_VERSION)
        return trouble("%s:1:1: \"version\" must be %d, that of the baselines that ptxcheck %s reads", path,
                       SCHEMA_VERSION, ptxc_version()),
               false;
    if (!json_is_array(findings))
        return trouble("%s:1:1: \"findings\" must be an array", path), false;
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const json_t *finding = json_array_get(findings, i);
        const char *fault = fault_of(finding);
        if (fault)
            return trouble("%s: finding %zu %s", path, i + 1, fault), false;
        known_add(list, (struct known){.path = copy(finding, "path"),
                                       .rule = copy(finding, "rule"),
                                       .message = copy(finding, "message"),
                                       .text = copy(finding, "text"),
                                       .count = (size_t)json_integer_value(json_object_get(finding, "count"))});
    }
    known_sort(list);
    return true;
}

bool known_read(struct known_list *list, const char *path) {
    struct source source;
    json_error_t error;
    const struct problem problem = source_load(&source, path);
    if (problem.text) {
        trouble_with(path, problem);
        source_free(&source);
        return false;
    }
    json_t *root = json_loadb(source.length ? source.text : "", source.length, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        trouble("%s:%d:%d: not a baseline: %s", path, error.line, error.column, error.text);
    const bool taken = root && take(list, path, root);
    json_decref(root);
    source_free(&source);
    return taken;
}

/* ---- writing ---- */

/* Writes the file to the stream; false where that fails. */
static bool print(FILE *stream, const struct known_list *list) {
    struct json_list findings;
    bool written =
        fprintf(stream, "{\"schema\": \"%s\", \"version\": %d, \"findings\": ", schema, SCHEMA_VERSION) > 0 &&
        json_list_open(&findings, stream);
    for (size_t i = 0; i < list->count && written; i++) {
        const struct known *known = &list->items[i];
        written = json_list_add(&findings, json_sure(json_pack("{s:s, s:s, s:s, s:s, s:I}", "path", known->path, "rule",
                                                               known->rule, "message", known->message, "text",
                                                               known->text, "count", (json_int_t)known->count)));
    }
    return written && json_list_close(&findings) && fputs("}\n", stream) != EOF;
}

bool known_write(struct known_list *list, const char *path) {
    struct destination destination;
    struct problem problem = destination_open(&destination, path);
    if (!problem.text) {
        known_sort(list);
        const bool printed = print(destination.stream, list);
        problem = destination_close(&destination, printed);
        if (!problem.text && !printed)
            problem.text = "cannot write";
    }
    if (problem.text)
        trouble_with(path, problem);
    return !problem.text;
}
