/* What findings are known by: see content.h. */
#include "cli/format/content.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/json.h"

/* ---- counting ---- */

uint64_t tally_hash(uint64_t hash, const char *text, size_t length) {
    hash ^= 0xcbf29ce484222325u; /* FNV-1a; the length keeps "ab" and "c" apart from "a" and "bc" */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return (hash ^ length) * 0x100000001b3u;
}

/* Returns the cell of the key, or the empty one where it belongs; there is always one. */
static struct tally_cell *find(const struct tally *tally, uint64_t key) {
    size_t i = (size_t)(key ^ key >> 32) & (tally->capacity - 1);
    while (tally->cells[i].count > 0 && tally->cells[i].key != key)
        i = (i + 1) & (tally->capacity - 1);
    return &tally->cells[i];
}

/* Doubles the table. */
static void grow(struct tally *tally) {
    struct tally larger = {NULL, tally->capacity ? 2 * tally->capacity : 64, tally->used};
    larger.cells = memory_sure(calloc(larger.capacity, sizeof(*larger.cells)));
    for (size_t i = 0; i < tally->capacity; i++)
        if (tally->cells[i].count > 0)
            *find(&larger, tally->cells[i].key) = tally->cells[i];
    free(tally->cells);
    *tally = larger;
}

size_t tally_add(struct tally *tally, uint64_t key, size_t count) {
    if (2 * tally->used >= tally->capacity)
        grow(tally);
    struct tally_cell *cell = find(tally, key);
    tally->used += cell->count == 0;
    cell->key = key;
    return cell->count += count;
}

size_t tally_count(const struct tally *tally, uint64_t key) {
    return tally->capacity ? find(tally, key)->count : 0;
}

void tally_free(struct tally *tally) {
    free(tally->cells);
    *tally = (struct tally){NULL, 0, 0};
}

/* ---- contents ---- */

enum { BEFORE = 80, AFTER = 160 }; /* bytes of a long line that count, before and after the place of the finding */

char *content_readable(const char *text, size_t length) {
    json_t *value = json_from_bytes(text, length);
    char *copy = memory_sure(strdup(json_string_value(value)));
    json_decref(value);
    return copy;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Returns the text of the line that a finding begins on, with each run of blanks as one; of a long line what is near.
 */
static char *line_text(const char *source, size_t source_length, size_t offset) {
    char text[BEFORE + AFTER] = "";
    size_t length = 0, at = offset < source_length ? offset : source_length;
    const size_t least = at > BEFORE ? at - BEFORE : 0;
    while (at > least && source[at - 1] != '\n')
        at--;
    for (; at < source_length && source[at] != '\n' && at < offset + AFTER; at++) {
        if (!is_blank(source[at]))
            text[length++] = source[at];
        else if (length > 0 && text[length - 1] != ' ')
            text[length++] = ' ';
    }
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return content_readable(text, length);
}

struct content content_of(const char *source, size_t length, const struct ptxc_diagnostic *diagnostic) {
    return (struct content){diagnostic->rule, content_readable(diagnostic->message, strlen(diagnostic->message)),
                            line_text(source, length, diagnostic->span.offset)};
}

void content_free(struct content *content) {
    free(content->message);
    free(content->text);
}

uint64_t content_hash(const struct content *content) {
    uint64_t hash = tally_hash(0, content->rule, strlen(content->rule));
    hash = tally_hash(hash, content->message, strlen(content->message));
    return tally_hash(hash, content->text, strlen(content->text));
}
