/* Which lines of a source are compiled, and what was reported before: see products.h. */
#include "cli/commands/check/products.h"

#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "ptxcheck/render.h"

enum { MOST_LINES = 10000000 };

/* Reads a line marker such as `# 12 "copy.cu" 2`: gives the number of the line after it if that is of the source, 0 if
 * it is of another file. */
static size_t marked_line(const char *at, const char *end, const char *source) {
    const size_t length = strlen(source);
    size_t number = 0;
    for (at += 2; at < end && *at >= '0' && *at <= '9' && number < MOST_LINES; at++)
        number = number * 10 + (size_t)(*at - '0');
    const bool same = (size_t)(end - at) >= length + 3 && at[0] == ' ' && at[1] == '"' &&
                      memcmp(at + 2, source, length) == 0 && at[2 + length] == '"';
    return same ? number : 0;
}

/* Notes that the line of this number is compiled. */
static void note(struct compiled *compiled, size_t line) {
    if (line >= compiled->count) {
        const size_t count = 2 * line + 64;
        compiled->lines = memory_sure(realloc(compiled->lines, count * sizeof(*compiled->lines)));
        memset(compiled->lines + compiled->count, 0, (count - compiled->count) * sizeof(*compiled->lines));
        compiled->count = count;
    }
    compiled->lines[line] = true;
}

void compiled_add(struct compiled *compiled, const char *preprocessed, const char *source) {
    struct source text;
    size_t line = 0; /* of the source; 0: of another file */
    bool any = false;
    const bool read = !source_take(&text, preprocessed, SOURCE_FOUND, true).text;
    const char *at = text.text, *limit = read && text.length > 0 ? at + text.length : at;
    while (at < limit) {
        const char *newline = memchr(at, '\n', (size_t)(limit - at)), *end = newline ? newline : limit;
        if (end - at > 2 && at[0] == '#' && at[1] == ' ') {
            line = marked_line(at, end, source);
        } else if (line > 0 && line < MOST_LINES) {
            const char *word = at;
            while (word < end && (*word == ' ' || *word == '\t' || *word == '\r'))
                word++;
            if (word < end)
                note(compiled, line);
            any = any || word < end;
            line++;
        }
        at = end + 1;
    }
    source_free(&text);
    if (any && !compiled->source)
        compiled->source = memory_sure(strdup(source));
}

/* Whether a line belongs to a directive: it or one that it continues begins with '#'. */
static bool is_directive(const char *text, size_t start) {
    while (start >= 2 &&
           (text[start - 2] == '\\' || (start >= 3 && text[start - 2] == '\r' && text[start - 3] == '\\')))
        for (start--; start > 0 && text[start - 1] != '\n'; start--)
            ;
    while (text[start] == ' ' || text[start] == '\t')
        start++;
    return text[start] == '#';
}

bool compiled_has(const struct compiled *compiled, const struct source *source, size_t offset) {
    struct ptxc_lines lines;
    size_t start = offset;
    if (!compiled->source || strcmp(compiled->source, source->name) != 0 || offset >= source->length)
        return true;
    ptxc_lines_init(&lines, source->text, source->length);
    ptxc_lines_seek(&lines, offset);
    while (start > 0 && source->text[start - 1] != '\n')
        start--;
    return (lines.line < compiled->count && compiled->lines[lines.line]) || is_directive(source->text, start);
}

void compiled_free(struct compiled *compiled) {
    free(compiled->source);
    free(compiled->lines);
    *compiled = (struct compiled){NULL, NULL, 0};
}

/* ---- findings that were reported of another file ---- */

void repeats_begin(struct repeats *repeats) {
    for (size_t i = 0; i < repeats->count; i++) {
        struct repeat *item = &repeats->items[i];
        item->most = item->here > item->most ? item->here : item->most;
        item->here = 0;
    }
}

bool repeats_know(struct repeats *repeats, const struct ptxc_diagnostic *diagnostic) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    size_t i = 0;
    if (!ptxc_rule_from_id(diagnostic->rule, &rule))
        return false;
    while (i < repeats->count &&
           (repeats->items[i].rule != rule.id || strcmp(repeats->items[i].message, diagnostic->message) != 0))
        i++;
    if (i == repeats->count) {
        repeats->items = memory_more(repeats->items, i, sizeof(*repeats->items));
        repeats->items[repeats->count++] = (struct repeat){rule.id, memory_sure(strdup(diagnostic->message)), 0, 0};
    }
    return ++repeats->items[i].here <= repeats->items[i].most;
}

void repeats_free(struct repeats *repeats) {
    for (size_t i = 0; i < repeats->count; i++)
        free(repeats->items[i].message);
    free(repeats->items);
    *repeats = (struct repeats){NULL, 0};
}
