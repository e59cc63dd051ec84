/* Diagnostics as text: file:line:column: severity: message [rule], the source line, and what points into it. */
#include "cli/output/render.h"

#include <string.h>

#include "cli/output/clean.h"

enum { WIDEST = 100, BEFORE = 60 }; /* of a source line that is shown, and before what is wrong in it, bytes */

/* Gives a terminal code, or "" without color. */
static const char *paint(const struct renderer *renderer, const char *code) {
    return renderer->color ? code : "";
}

struct renderer renderer_of(const struct source *source, bool color) {
    return (struct renderer){.stream = stdout, .color = color, .source = source, .lines = lines_of(source->text)};
}

/* Goes to the line of an offset. Its end is kept: a line of megabytes may have as many findings. */
static void locate(struct renderer *renderer, size_t offset) {
    const char *text = renderer->source->text;
    lines_seek(&renderer->lines, offset);
    if (offset < renderer->end) /* findings come in source order: the line is that of the last one */
        return;
    const char *end = memchr(text + offset, '\n', renderer->source->length - offset);
    renderer->end = end ? (size_t)(end - text) : renderer->source->length;
}

/* Gives the length of the line, without its newline or carriage return. */
static size_t line_length(const struct renderer *renderer) {
    const char *start = renderer->source->text + renderer->lines.start;
    size_t length = renderer->end - renderer->lines.start;
    return length > 0 && start[length - 1] == '\r' ? length - 1 : length;
}

/* Marks in `marks` the part of `span` that lies in the `width` bytes from `first`; `least` bytes of it at least. */
static void mark(char *marks, size_t first, size_t width, struct ptxc_span span, size_t least, char sign) {
    size_t from = span.offset > first ? span.offset : first;
    size_t length = span.length > least ? span.length : least;
    size_t end = span.offset + length < first + width ? span.offset + length : first + width;
    if (from < end)
        memset(marks + (from - first), sign, end - from);
}

/* Prints the line and the marks below it; of a long line, the part around what is wrong. */
static void print_line(const struct renderer *renderer, const struct ptxc_diagnostic *diagnostic) {
    char marks[WIDEST + 1]; /* what is missing at the end of a line is marked behind it */
    size_t length = line_length(renderer), first = renderer->lines.start, width = length;
    size_t column = diagnostic->span.offset - renderer->lines.start;
    if (length > WIDEST) {
        first += column + diagnostic->span.length <= WIDEST ? 0 : column > BEFORE ? column - BEFORE : 0;
        width = renderer->lines.start + length - first < WIDEST ? renderer->lines.start + length - first : WIDEST;
    }
    if (width == 0)
        return;
    const char *line = renderer->source->text + first;
    const char *head = first > renderer->lines.start ? "..." : "",
               *tail = first + width < renderer->lines.start + length ? "..." : "";
    memset(marks, ' ', width + 1);
    mark(marks, first, width, diagnostic->cause, 0, '~');
    mark(marks, first, width + 1, diagnostic->span, 1, '^');
    fprintf(renderer->stream, "  %s", head);
    for (size_t i = 0; i < width; i++) {
        unsigned char c = (unsigned char)line[i];
        fputc(c == '\t' || (c >= 0x20 && c < 0x7f) ? c : '?', renderer->stream);
        if (c == '\t' && marks[i] == ' ') /* marks stand under their text, tabs or not */
            marks[i] = '\t';
    }
    for (width++; width > 0 && (marks[width - 1] == ' ' || marks[width - 1] == '\t');)
        width--;
    fprintf(renderer->stream, "%s\n", tail);
    if (width > 0)
        fprintf(renderer->stream, "  %*s%s%.*s%s\n", (int)strlen(head), "", paint(renderer, "\033[32m"), (int)width,
                marks, paint(renderer, "\033[0m"));
}

/* Prints a line of its own below the finding. */
static void print_note(const struct renderer *renderer, const char *before, const char *text) {
    fprintf(renderer->stream, "  %snote:%s %s", paint(renderer, "\033[36m"), paint(renderer, "\033[0m"), before);
    print_clean(renderer->stream, text, strlen(text));
    fputc('\n', renderer->stream);
}

/* Prints what to write. Several edits are printed as one text, with what stands between them. */
static void print_fixes(const struct renderer *renderer, const struct ptxc_diagnostic *diagnostic) {
    const struct ptxc_fix *fixes = diagnostic->fixes;
    const char *source = renderer->source->text;
    if (diagnostic->fix_count == 0)
        return;
    fprintf(renderer->stream, "  %snote:%s write ", paint(renderer, "\033[36m"), paint(renderer, "\033[0m"));
    for (size_t i = 0; i < diagnostic->fix_count; i++) {
        size_t end = fixes[i].span.offset + (size_t)fixes[i].span.length;
        print_clean(renderer->stream, fixes[i].text, strlen(fixes[i].text));
        if (i + 1 < diagnostic->fix_count)
            print_clean(renderer->stream, source + end, fixes[i + 1].span.offset - end);
    }
    fputc('\n', renderer->stream);
}

/* Prints the section of the ISA that the rule comes from. */
static void print_section(const struct renderer *renderer, const char *section) {
    char before[40];
    snprintf(before, sizeof(before), "PTX ISA %s, section ", ptxc_isa_version());
    print_note(renderer, before, section);
}

void render_diagnostic(struct renderer *renderer, const struct ptxc_diagnostic *diagnostic,
                       enum ptxc_severity severity) {
    static const char *const colors[] = {"", "\033[36m", "\033[35m", "\033[31m"};
    FILE *stream = renderer->stream;
    locate(renderer, diagnostic->span.offset);
    size_t line = renderer->lines.line, column = diagnostic->span.offset - renderer->lines.start + 1;
    fputs(paint(renderer, "\033[1m"), stream);
    print_clean(stream, renderer->source->name, strlen(renderer->source->name));
    fprintf(stream, ":%zu:%zu: %s%s:%s %s", line, column, paint(renderer, colors[severity]),
            ptxc_severity_name(severity), paint(renderer, "\033[0m"), paint(renderer, "\033[1m"));
    print_clean(stream, diagnostic->message, strlen(diagnostic->message));
    fprintf(stream, "%s [%s]\n", paint(renderer, "\033[0m"), diagnostic->rule);
    print_line(renderer, diagnostic);
    for (size_t i = 0; i < diagnostic->note_count; i++)
        print_note(renderer, "", diagnostic->notes[i].text);
    print_fixes(renderer, diagnostic);
    if (diagnostic->section[0])
        print_section(renderer, diagnostic->section);
}
