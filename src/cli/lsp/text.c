/* A text that is edited, and the positions of the protocol in it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/lsp/lsp.h"

/* Adds a line that begins here. */
static void add_line(struct lsp_text *text, size_t place) {
    if (text->line_count == text->line_capacity) {
        text->line_capacity = 2 * text->line_capacity + 64;
        text->lines = memory_sure(realloc(text->lines, text->line_capacity * sizeof(*text->lines)));
    }
    text->lines[text->line_count++] = place;
}

/* Whether all bytes are ASCII. It is asked after edits, so it looks at eight of them at a time. */
static bool is_ascii(const char *bytes, size_t length) {
    uint64_t all = 0, eight;
    size_t i = 0;
    for (; i + sizeof(eight) <= length; i += sizeof(eight)) {
        memcpy(&eight, bytes + i, sizeof(eight));
        all |= eight;
    }
    for (; i < length; i++)
        all |= (unsigned char)bytes[i];
    return (all & UINT64_C(0x8080808080808080)) == 0;
}

/* Adds the lines that begin after these bytes. Most texts have no "\r", and are gone through as fast as memchr does. */
static void add_lines(struct lsp_text *text, size_t begin, size_t end) {
    const char *limit = text->bytes + end;
    const bool returns = memchr(text->bytes + begin, '\r', end - begin);
    for (const char *at = text->bytes + begin; !returns && (at = memchr(at, '\n', (size_t)(limit - at)));)
        add_line(text, (size_t)(++at - text->bytes));
    for (size_t i = begin; returns && i < end; i++)
        if (text->bytes[i] == '\n' || (text->bytes[i] == '\r' && text->bytes[i + 1] != '\n'))
            add_line(text, i + 1);
}

/* Finds the lines again after other bytes were put into a range, with so many bytes in all. The line of the byte before
 * it stays, as what begins it does, and so do those after it. */
static void find_lines(struct lsp_text *text, struct lsp_range range, size_t inserted) {
    const size_t first = text->line_count > 0 ? lsp_text_line(text, range.begin - (range.begin > 0)) : 0;
    size_t after = text->line_count > 0 ? lsp_text_line(text, range.end) + 1 : 0;
    const size_t count = text->line_count - after;
    size_t *kept = memory_new(count, sizeof(*kept));
    for (size_t i = 0; i < count; i++)
        kept[i] = text->lines[after++] - (range.end - range.begin) + inserted;
    text->line_count = first;
    add_line(text, first > 0 ? text->lines[first] : 0);
    add_lines(text, text->lines[first], range.begin + inserted);
    for (size_t i = 0; i < count; i++)
        add_line(text, kept[i]);
    free(kept);
}

void lsp_text_replace(struct lsp_text *text, struct lsp_range range, const char *bytes, size_t length) {
    const size_t after = text->length - range.end;
    if (range.begin + length + after >= text->capacity) {
        text->capacity = range.begin + length + after + text->capacity / 8 + 64;
        text->bytes = memory_sure(realloc(text->bytes, text->capacity));
    }
    memmove(text->bytes + range.begin + length, text->bytes + range.end, after);
    if (length > 0)
        memcpy(text->bytes + range.begin, bytes, length);
    text->length = range.begin + length + after;
    text->bytes[text->length] = 0;
    find_lines(text, range, length);
    text->ascii = text->ascii || text->length == length ? is_ascii(text->bytes + range.begin, length)
                                                        : is_ascii(text->bytes, text->length);
}

void lsp_text_set(struct lsp_text *text, const char *bytes, size_t length) {
    lsp_text_replace(text, (struct lsp_range){0, text->length}, bytes, length);
}

char *lsp_text_copy(const struct lsp_text *text) {
    char *copy = memory_new(text->length + 1, 1);
    if (text->length > 0)
        memcpy(copy, text->bytes, text->length);
    return copy;
}

void lsp_text_free(struct lsp_text *text) {
    free(text->bytes);
    free(text->lines);
}

/* Returns how many units of a column the character takes that begins with this byte; 0 within a character. */
static size_t units(enum lsp_encoding encoding, char byte) {
    const unsigned char first = (unsigned char)byte;
    if (encoding == LSP_UTF8)
        return 1;
    return (first & 0xc0) == 0x80 ? 0 : first >= 0xf0 ? 2 : 1;
}

/* Whether each byte is one unit of a column. */
static bool is_plain(const struct lsp_text *text, enum lsp_encoding encoding) {
    return encoding == LSP_UTF8 || text->ascii;
}

/* Returns the end of a line, before what ends it. */
static size_t line_end(const struct lsp_text *text, size_t line) {
    if (line + 1 == text->line_count)
        return text->length;
    size_t end = text->lines[line + 1] - 1;
    return end > text->lines[line] && text->bytes[end] == '\n' && text->bytes[end - 1] == '\r' ? end - 1 : end;
}

bool lsp_text_place(const struct lsp_text *text, enum lsp_encoding encoding, const json_t *position, size_t *place) {
    const json_t *line = json_object_get(position, "line"), *character = json_object_get(position, "character");
    const json_int_t row = json_integer_value(line);
    json_int_t column = json_integer_value(character);
    if (!json_is_integer(line) || !json_is_integer(character) || row < 0 || column < 0 ||
        (size_t)row > text->line_count)
        return false;
    *place = text->length;
    if ((size_t)row == text->line_count)
        return true;
    const size_t end = line_end(text, (size_t)row);
    size_t at = text->lines[row];
    if (is_plain(text, encoding)) {
        at = (size_t)column < end - at ? at + (size_t)column : end;
        column = 0;
    }
    for (size_t left = (size_t)column; at < end && left >= units(encoding, text->bytes[at]); at++)
        left -= units(encoding, text->bytes[at]);
    while (at > text->lines[row] && at < text->length && (text->bytes[at] & 0xc0) == 0x80)
        at--; /* to where the character begins */
    *place = at;
    return true;
}

bool lsp_text_range(const struct lsp_text *text, enum lsp_encoding encoding, const json_t *json,
                    struct lsp_range *range) {
    return lsp_text_place(text, encoding, json_object_get(json, "start"), &range->begin) &&
           lsp_text_place(text, encoding, json_object_get(json, "end"), &range->end) && range->begin <= range->end;
}

/* Whether a place is within a character. */
static bool is_within(const struct lsp_text *text, size_t place) {
    return place < text->length && (text->bytes[place] & 0xc0) == 0x80;
}

struct lsp_range lsp_span_range(struct ptxc_span span) {
    return (struct lsp_range){span.offset, span.offset + span.length};
}

size_t lsp_text_line(const struct lsp_text *text, size_t place) {
    size_t low = 0, high = text->line_count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (text->lines[middle] <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

size_t lsp_text_columns(const struct lsp_text *text, enum lsp_encoding encoding, struct lsp_range range) {
    const bool plain = is_plain(text, encoding);
    size_t columns = plain ? range.end - range.begin : 0;
    for (size_t i = range.begin; !plain && i < range.end && i < text->length; i++)
        columns += units(encoding, text->bytes[i]);
    return columns;
}

json_t *lsp_position(const struct lsp_text *text, enum lsp_encoding encoding, size_t place) {
    const size_t line = lsp_text_line(text, place);
    const size_t column = lsp_text_columns(text, encoding, (struct lsp_range){text->lines[line], place});
    return json_sure(json_pack("{s:I, s:I}", "line", (json_int_t)line, "character", (json_int_t)column));
}

json_t *lsp_range(const struct lsp_text *text, enum lsp_encoding encoding, struct lsp_range range) {
    while (range.begin > 0 && is_within(text, range.begin))
        range.begin--;
    while (is_within(text, range.end))
        range.end++;
    return json_sure(json_pack("{s:o, s:o}", "start", lsp_position(text, encoding, range.begin), "end",
                               lsp_position(text, encoding, range.end)));
}
