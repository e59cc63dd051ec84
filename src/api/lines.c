/* The map from places of a text to lines and columns: include/ptxcheck/render.h. A step forth or back costs as much as
 * the bytes between, however long a line is.
 */
#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"
#include "ptxcheck/render.h"

/* Returns where the character begins that the offset is in; no earlier than its line. */
static size_t character_at(const struct ptxc_lines *lines, size_t offset) {
    for (size_t back = 1; back <= 3 && back <= offset - lines->start; back++) {
        const size_t first = offset - back;
        if (ptxc_utf8_character(lines->text + first, lines->length - first) > back)
            return first;
    }
    return offset;
}

/* Counts the characters between two places, and the UTF-16 code units: a character of four bytes has two. */
static void count(const struct ptxc_lines *lines, size_t from, size_t to, size_t *points, size_t *units) {
    *points = *units = 0;
    while (from < to) {
        const size_t length = ptxc_utf8_character(lines->text + from, lines->length - from);
        from += length ? length : 1;
        *points += 1;
        *units += length == 4 ? 2 : 1;
    }
}

/* Finds the end of the line that the offset is in. */
static void find_end(struct ptxc_lines *lines, size_t offset) {
    const char *newline = memchr(lines->text + offset, '\n', lines->length - offset);
    lines->end = newline ? (size_t)(newline - lines->text) : lines->length;
    if (newline && lines->end > lines->start && lines->text[lines->end - 1] == '\r')
        lines->end--;
}

/* Whether the offset is in the line that the map is in. */
static bool is_here(const struct ptxc_lines *lines, size_t offset) {
    const bool carriage = lines->end < lines->length && lines->text[lines->end] == '\r';
    return offset >= lines->start && offset <= lines->end + carriage;
}

/* Goes to the start of the line of an offset, which is another one than before. */
static void go_to_line(struct ptxc_lines *lines, size_t offset) {
    const char *text = lines->text;
    if (offset < lines->start / 2) { /* from the top it is nearer */
        lines->line = 1;
        lines->start = 0;
    }
    while (offset < lines->start) {
        lines->start--; /* the end of the line before */
        while (lines->start > 0 && text[lines->start - 1] != '\n')
            lines->start--;
        lines->line--;
    }
    size_t from = lines->offset > lines->start && lines->offset < offset ? lines->offset : lines->start;
    for (const char *newline; (newline = memchr(text + from, '\n', offset - from));) {
        from = lines->start = (size_t)(newline - text) + 1;
        lines->line++;
    }
    find_end(lines, offset);
    lines->offset = lines->start;
    lines->utf16 = lines->points = 1;
}

void ptxc_lines_init(struct ptxc_lines *lines, const char *text, size_t length) {
    if (!lines)
        return;
    *lines = (struct ptxc_lines){
        .text = text ? text : "", .length = text ? length : 0, .line = 1, .column = 1, .utf16 = 1, .points = 1};
    find_end(lines, 0);
}

void ptxc_lines_seek(struct ptxc_lines *lines, size_t offset) {
    size_t points, units;
    if (!lines || !lines->text)
        return;
    if (offset > lines->length)
        offset = lines->length;
    if (!is_here(lines, offset))
        go_to_line(lines, offset);
    const size_t from = character_at(lines, lines->offset), to = character_at(lines, offset);
    count(lines, from < to ? from : to, from < to ? to : from, &points, &units);
    lines->points = from < to ? lines->points + points : lines->points - points;
    lines->utf16 = from < to ? lines->utf16 + units : lines->utf16 - units;
    lines->offset = offset;
    lines->column = offset - lines->start + 1;
}

/* Finds where the line begins that is so many lines away from the first or from the one that the map is in; false
 * where there is none. */
static bool find_line(const struct ptxc_lines *lines, size_t line, size_t *start) {
    const bool on = line >= lines->line;
    size_t at = on ? lines->start : 0;
    for (size_t left = line - (on ? lines->line : 1); left > 0; left--) {
        const char *newline = memchr(lines->text + at, '\n', lines->length - at);
        if (!newline)
            return false;
        at = (size_t)(newline - lines->text) + 1;
    }
    *start = at;
    return true;
}

int ptxc_lines_find(struct ptxc_lines *lines, size_t line, size_t column) {
    size_t start;
    if (!lines || !lines->text || line == 0 || !find_line(lines, line, &start))
        return 0;
    ptxc_lines_seek(lines, start);
    const size_t room = lines->end - lines->start;
    ptxc_lines_seek(lines, start + (column == 0 ? 0 : column - 1 < room ? column - 1 : room));
    return 1;
}
