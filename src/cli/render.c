/* Diagnostics as text: file:line:column: severity: message [rule], the source line, and what points into it. */
#include <string.h>

#include "cli.h"

enum { WIDEST = 100, BEFORE = 60 }; /* of a source line that is shown, and before what is wrong in it, bytes */

static const char *paint(const struct renderer *renderer, const char *code) {
    return renderer->color ? code : "";
}

/* Moves the line counter to `offset`; diagnostics come in source order, so each line is counted once. */
static void locate(struct renderer *renderer, size_t offset) {
    const char *text = renderer->source->text;
    if (offset < renderer->offset) { /* a cause that stands before what it causes */
        renderer->offset = renderer->start = 0;
        renderer->line = 1;
    }
    for (const char *end; (end = memchr(text + renderer->offset, '\n', offset - renderer->offset));) {
        renderer->offset = (size_t)(end - text) + 1;
        renderer->start = renderer->offset;
        renderer->line++;
    }
    renderer->offset = offset;
}

static size_t line_length(const struct renderer *renderer) {
    const char *start = renderer->source->text + renderer->start;
    size_t rest = renderer->source->length - renderer->start;
    const char *end = memchr(start, '\n', rest);
    size_t length = end ? (size_t)(end - start) : rest;
    return length > 0 && start[length - 1] == '\r' ? length - 1 : length;
}

/* Marks in `marks` the part of `span` that lies in the `width` bytes from `first`. */
static void mark(char *marks, size_t first, size_t width, struct ptxc_span span, char sign) {
    for (size_t i = 0; i < span.length; i++) {
        size_t at = span.offset + i;
        if (at >= first && at - first < width)
            marks[at - first] = sign;
    }
}

/* The line and the marks below it; of a long line, the part around what is wrong. */
static void print_line(const struct renderer *renderer, const struct ptxc_diagnostic *diagnostic) {
    char marks[WIDEST];
    size_t length = line_length(renderer), first = renderer->start, width = length;
    size_t column = diagnostic->span.offset - renderer->start;
    if (length > WIDEST) {
        first += column + diagnostic->span.length <= WIDEST ? 0 : column > BEFORE ? column - BEFORE : 0;
        width = renderer->start + length - first < WIDEST ? renderer->start + length - first : WIDEST;
    }
    if (width == 0)
        return;
    const char *line = renderer->source->text + first;
    const char *head = first > renderer->start ? "..." : "",
               *tail = first + width < renderer->start + length ? "..." : "";
    memset(marks, ' ', width);
    mark(marks, first, width, diagnostic->cause, '~');
    mark(marks, first, width, diagnostic->span, '^');
    fprintf(renderer->stream, "  %s", head);
    for (size_t i = 0; i < width; i++) {
        unsigned char c = (unsigned char)line[i];
        fputc(c == '\t' || (c >= 0x20 && c < 0x7f) ? c : '?', renderer->stream);
        if (c == '\t' && marks[i] == ' ') /* marks stand under their text, tabs or not */
            marks[i] = '\t';
    }
    while (width > 0 && (marks[width - 1] == ' ' || marks[width - 1] == '\t'))
        width--;
    fprintf(renderer->stream, "%s\n", tail);
    if (width > 0)
        fprintf(renderer->stream, "  %*s%s%.*s%s\n", (int)strlen(head), "", paint(renderer, "\033[32m"), (int)width,
                marks, paint(renderer, "\033[0m"));
}

static void print_note(const struct renderer *renderer, const char *before, const char *text) {
    fprintf(renderer->stream, "  %snote:%s %s%s\n", paint(renderer, "\033[36m"), paint(renderer, "\033[0m"), before,
            text);
}

void render_diagnostic(struct renderer *renderer, const struct ptxc_diagnostic *diagnostic,
                       enum ptxc_severity severity) {
    static const char *const colors[] = {"", "\033[36m", "\033[35m", "\033[31m"};
    FILE *stream = renderer->stream;
    locate(renderer, diagnostic->span.offset);
    size_t line = renderer->line, column = diagnostic->span.offset - renderer->start + 1;
    fprintf(stream, "%s%s:%zu:%zu: %s%s:%s %s%s%s [%s]\n", paint(renderer, "\033[1m"), renderer->source->name, line,
            column, paint(renderer, colors[severity]), ptxc_severity_name(severity), paint(renderer, "\033[0m"),
            paint(renderer, "\033[1m"), diagnostic->message, paint(renderer, "\033[0m"), diagnostic->rule);
    print_line(renderer, diagnostic);
    for (size_t i = 0; i < diagnostic->note_count; i++)
        print_note(renderer, "", diagnostic->notes[i].text);
    if (diagnostic->replacement)
        print_note(renderer, "write ", diagnostic->replacement);
    if (diagnostic->section[0])
        print_note(renderer, "PTX ISA 9.1, section ", diagnostic->section);
}
