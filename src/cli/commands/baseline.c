/* Known findings: see baseline.h. A finding is known by the path of its file, seen from the directory of the baseline,
 * and its content (output/content.h).
 */
#include "cli/commands/baseline.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/arguments/profile.h"
#include "cli/files/relative.h"
#include "cli/output/content.h"
#include "cli/output/trouble.h"

bool baseline_open(struct baseline *baseline, const struct settings *settings) {
    *baseline = (struct baseline){.settings = settings, .path = settings->baseline};
    if (!baseline->path)
        return true;
    const bool missing = access(baseline->path, F_OK) != 0 && errno == ENOENT;
    baseline->writes = settings->update_baseline;
    if (missing && !baseline->writes)
        return trouble("%s: there is no such baseline; --update-baseline writes it", baseline->path), false;
    baseline->directory = path_directory(baseline->path);
    if (!baseline->directory)
        return trouble("%s: there is no such directory for the baseline", baseline->path), false;
    return missing || known_read(&baseline->known, baseline->path);
}

/* Gives the first finding of the list that is of the file, or is not before it. */
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

/* Decides whether findings of the rule are looked for with these options. */
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
    view->file = relative ? content_readable(relative, strlen(relative)) : NULL;
    free(relative);
    if (!view->file)
        exit(trouble("not enough memory"));
    view->first = first_of(list, view->file);
    while (view->first + view->count < list->count &&
           strcmp(list->items[view->first + view->count].path, view->file) == 0)
        view->count++;
    view->found = calloc(view->count + 1, sizeof(*view->found));
    if (!view->found)
        exit(trouble("not enough memory"));
}

const struct known *baseline_find(struct baseline_view *view, const struct source *source,
                                  const struct ptxc_diagnostic *diagnostic) {
    if (view->count == 0 || view->baseline->writes)
        return NULL;
    const struct known_list *list = &view->baseline->known;
    struct content content = content_of(source->text, source->length, diagnostic);
    const struct known known = {
        .path = view->file, .rule = (char *)content.rule, .message = content.message, .text = content.text};
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
        known_add(&baseline->added, (struct known){.path = strdup(view->file),
                                                   .rule = strdup(content.rule),
                                                   .message = content.message,
                                                   .text = content.text,
                                                   .count = 1}); /* it has the strings now */
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

/* Decides whether the file of a finding is there. */
static bool is_there(const struct baseline *baseline, const struct known *known) {
    const size_t size = strlen(baseline->directory) + strlen(known->path) + 2;
    char *path = malloc(size);
    if (!path)
        exit(trouble("not enough memory"));
    snprintf(path, size, "%s/%s", known->path[0] == '/' ? "" : baseline->directory, known->path);
    const bool there = access(path, F_OK) == 0;
    free(path);
    return there;
}

/* Decides whether this run would have met the finding. */
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
    for (size_t i = 0; i < baseline->known.count; i++) {
        const struct known *known = &baseline->known.items[i];
        if (!is_due(baseline, known))
            known_add(&baseline->added, (struct known){.path = strdup(known->path),
                                                       .rule = strdup(known->rule),
                                                       .message = strdup(known->message),
                                                       .text = strdup(known->text),
                                                       .count = known->count});
    }
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
    trouble("%s: wrote %zu finding%s, known from now on", baseline->path, count, count == 1 ? "" : "s");
    return true;
}

void baseline_close(struct baseline *baseline) {
    known_free(&baseline->known);
    known_free(&baseline->added);
    free(baseline->directory);
    baseline_leave(&baseline->view);
}
