/* Known findings: see baseline.h. A finding is known by the path of its file, seen from the directory of the baseline,
 * its rule, its message, and the text of its line, in which each run of blanks counts as one.
 */
#include "cli/commands/baseline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/arguments/profile.h"
#include "cli/files/relative.h"
#include "cli/output/json.h"
#include "cli/output/trouble.h"

enum { BEFORE = 80, AFTER = 160 }; /* bytes of a long line that count, before and after the place of the finding */

bool baseline_open(struct baseline *baseline, const struct settings *settings) {
    *baseline = (struct baseline){.settings = settings, .path = settings->baseline};
    if (!baseline->path)
        return true;
    const bool missing = access(baseline->path, F_OK) != 0;
    baseline->writes = missing || settings->update_baseline;
    baseline->directory = path_directory(baseline->path);
    if (!baseline->directory)
        return trouble("%s: there is no such directory for the baseline", baseline->path), false;
    return missing || known_read(&baseline->known, baseline->path);
}

/* Gives a copy of a text in which a byte that is no UTF-8 stands as \xNN, as it would in the file. */
static char *readable(const char *text, size_t length) {
    json_t *value = json_from_bytes(text, length);
    char *copy = strdup(json_string_value(value));
    json_decref(value);
    return copy;
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

void baseline_begin(struct baseline *baseline, const struct file *file) {
    if (!baseline->path)
        return;
    char *relative = path_relative(baseline->directory, file->name);
    free(baseline->file);
    baseline->file = relative ? readable(relative, strlen(relative)) : NULL;
    free(relative);
    if (!baseline->file)
        exit(trouble("not enough memory"));
    struct known_list *list = &baseline->known;
    for (size_t i = first_of(list, baseline->file); i < list->count; i++) {
        struct known *known = &list->items[i];
        if (strcmp(known->path, baseline->file) != 0)
            break;
        known->checked = true;
        known->applied = is_applied(&file->profile->options, known->rule);
    }
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Gives the text of the line that a finding begins on, without what blanks are in it; of a long line what is near. */
static char *line_text(const struct source *source, size_t offset) {
    char text[BEFORE + AFTER];
    size_t length = 0, at = offset < source->length ? offset : source->length;
    const size_t least = at > BEFORE ? at - BEFORE : 0;
    while (at > least && source->text[at - 1] != '\n')
        at--;
    for (; at < source->length && source->text[at] != '\n' && at < offset + AFTER; at++) {
        if (!is_blank(source->text[at]))
            text[length++] = source->text[at];
        else if (length > 0 && text[length - 1] != ' ')
            text[length++] = ' ';
    }
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return readable(text, length);
}

bool baseline_knows(struct baseline *baseline, const struct source *source, const struct ptxc_diagnostic *diagnostic) {
    if (!baseline->path)
        return false;
    struct known known = {.path = strdup(baseline->file),
                          .rule = strdup(diagnostic->rule),
                          .message = readable(diagnostic->message, strlen(diagnostic->message)),
                          .text = line_text(source, diagnostic->span.offset),
                          .count = 1};
    struct known_list one = {NULL, 0, 0};
    if (baseline->writes) {
        known_add(&baseline->added, known);
        return true;
    }
    known_add(&one, known);
    struct known *same = known_find(&baseline->known, &known);
    const bool found = same && same->found < same->count;
    if (found) {
        same->found++;
        baseline->left_out++;
    }
    known_free(&one);
    return found;
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
    free(baseline->file);
}
