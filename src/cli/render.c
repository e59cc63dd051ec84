/* Diagnostics as text: file:line:column: severity: message [rule], the source line, and what points into it. */
#include <string.h>

#include "cli.h"

enum { WIDEST = 400 }; /* of a source line that is shown, bytes */

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

/* Marks in `marks` the part of `span` that lies in the current line. */
static void mark(const struct renderer *renderer, char *marks, size_t width, struct ptxc_span span, char sign) {
    for (size_t i = 0; i < span.length; i++) {
        size_t at = span.offset + i;
        if (at < renderer->start || at - renderer->start >= width)
            continue;
        marks[at - renderer->start] = sign;
    }
}

static void print_line(const struct renderer *renderer, const struct ptxc_diagnostic *diagnostic) {
    char marks[WIDEST + 1];
    const char *line = renderer->source->text + renderer->start;
    size_t width = line_length(renderer);
    if (width > WIDEST)
        width = WIDEST;
    if (width == 0)
        return;
    memset(marks, ' ', width);
    mark(renderer, marks, width, diagnostic->cause, '~');
    mark(renderer, marks, width, diagnostic->span, '^');
    for (size_t i = 0; i < width; i++) /* marks stand under their text, tabs or not */
        if (line[i] == '\t' && marks[i] == ' ')
            marks[i] = '\t';
    while (width > 0 && (marks[width - 1] == ' ' || marks[width - 1] == '\t'))
        width--;
    size_t shown = line_length(renderer);
    fprintf(renderer->stream, "  ");
    for (size_t i = 0; i < shown && i < WIDEST; i++) {
        unsigned char c = (unsigned char)line[i];
        fputc(c == '\t' || (c >= 0x20 && c < 0x7f) ? c : '?', renderer->stream);
    }
    fprintf(renderer->stream, "%s\n", shown > WIDEST ? "..." : "");
    if (width > 0)
        fprintf(renderer->stream, "  %s%.*s%s\n", paint(renderer, "\033[32m"), (int)width, marks,
                paint(renderer, "\033[0m"));
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
        fprintf(stream, "%s:%zu:%zu: note: %s\n", renderer->source->name, line, column, diagnostic->notes[i].text);
    if (diagnostic->replacement)
        fprintf(stream, "%s:%zu:%zu: note: write %s\n", renderer->source->name, line, column, diagnostic->replacement);
    if (diagnostic->section[0])
        fprintf(stream, "%s:%zu:%zu: note: see PTX ISA %s\n", renderer->source->name, line, column,
                diagnostic->section);
}
