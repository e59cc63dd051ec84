/* Diagnostics as text, as the command prints them: include/ptxcheck/render.h. */
#include <stdbool.h>
#include <string.h>

#include "base/buffer.h"
#include "base/separators.h"
#include "base/utf8.h"
#include "ptxcheck/render.h"

enum { WIDEST = 100, BEFORE = 60 }; /* of a source line that is shown, and before what is wrong in it, characters */
enum { ALL_FLAGS = PTXC_RENDER_COLOR | PTXC_RENDER_BRIEF };

static const char plain[] = "\033[0m", bold[] = "\033[1m", green[] = "\033[32m", cyan[] = "\033[36m";

struct rendering {
    struct ptxc_buffer out;
    struct ptxc_lines *lines;
    const struct ptxc_report *report; /* says where in the source that is; NULL: nobody does */
    bool color;
};

/* The part of a line that is shown: places in the text. */
struct window {
    size_t from, to;
};

static void put(struct rendering *rendering, const char *text) {
    ptxc_buffer_put(&rendering->out, text, strlen(text));
}

/* Adds a terminal code. */
static void paint(struct rendering *rendering, const char *code) {
    if (rendering->color)
        put(rendering, code);
}

/* Adds the text, with '?' for each byte that a terminal would obey. */
static void put_clean(struct ptxc_buffer *out, const char *text, size_t length) {
    for (size_t i = 0, end; i < length; i = end) {
        size_t more;
        for (end = i; end < length && (more = ptxc_utf8_shown(text + end, length - end)) > 0; end += more)
            ;
        ptxc_buffer_put(out, text + i, end - i);
        if (end < length)
            end++, ptxc_buffer_put(out, "?", 1);
    }
}

/* Returns the length of the character at a place of the line; 1 for a byte that is none. */
static size_t step(const struct ptxc_lines *lines, size_t place) {
    const size_t length = ptxc_utf8_character(lines->text + place, lines->end - place);
    return length ? length : 1;
}

/* Returns the place that is up to `count` characters further in the line. */
static size_t forth(const struct ptxc_lines *lines, size_t place, size_t count) {
    for (; count > 0 && place < lines->end; count--)
        place += step(lines, place);
    return place;
}

/* Returns the place that is `count` characters back in the line. */
static size_t back(const struct ptxc_lines *lines, size_t place, size_t count) {
    for (; count > 0 && place > lines->start; count--) {
        size_t length = 4; /* the longest character that ends here, or one byte */
        while (length > 1 &&
               (length > place - lines->start || ptxc_utf8_character(lines->text + place - length, length) != length))
            length--;
        place -= length;
    }
    return place;
}

/* Decides which part of its line is shown with a span: all of a short one, else what fits around the span. */
static struct window window_of(const struct ptxc_lines *lines, struct ptxc_span span) {
    struct window window = {lines->start, forth(lines, lines->start, WIDEST)};
    const size_t span_end = (size_t)span.offset + span.length;
    if (window.to < lines->end && window.to < (span_end < lines->end ? span_end : lines->end) &&
        lines->points - 1 > BEFORE) {
        window.from = back(lines, lines->offset, BEFORE);
        window.to = forth(lines, window.from, WIDEST);
    }
    return window;
}

/* Whether the `length` bytes at a place touch the span. */
static bool touches(size_t place, size_t length, struct ptxc_span span, size_t least) {
    const size_t covered = span.length > least ? span.length : least;
    return covered > 0 && span.offset < place + length && (size_t)span.offset + covered > place;
}

/* Returns the mark below the `length` bytes at a place: what is wrong, what made it so, or neither. */
static char mark_of(const struct ptxc_diagnostic *diagnostic, size_t place, size_t length) {
    if (touches(place, length, diagnostic->span, 1))
        return '^';
    return (char)(touches(place, length, diagnostic->cause, 0) ? '~' : ' ');
}

/* Adds the marks, without the blanks at their end; tabs stand below tabs. */
static void put_marks(struct rendering *rendering, const char *marks, size_t count, bool cut) {
    while (count > 0 && (marks[count - 1] == ' ' || marks[count - 1] == '\t'))
        count--;
    if (count == 0)
        return;
    put(rendering, cut ? "     " : "  ");
    paint(rendering, green);
    ptxc_buffer_put(&rendering->out, marks, count);
    paint(rendering, plain);
    put(rendering, "\n");
}

/* Adds the line and the marks below it. What is missing at the end of a line is marked after it. */
static void put_line(struct rendering *rendering, const struct ptxc_diagnostic *diagnostic) {
    const struct ptxc_lines *lines = rendering->lines;
    const struct window window = window_of(lines, diagnostic->span);
    char marks[4 * WIDEST + 1]; /* a character takes four columns at most, where it is shown as '?' */
    size_t count = 0;
    if (window.from == window.to)
        return;
    put(rendering, window.from > lines->start ? "  ..." : "  ");
    for (size_t i = window.from, length; i < window.to; i += length) {
        const bool tab = lines->text[i] == '\t';
        const size_t shown = tab ? 1 : ptxc_utf8_shown(lines->text + i, window.to - i);
        length = shown ? shown : 1; /* '?' stands for one byte */
        const char mark = mark_of(diagnostic, i, length);
        for (size_t width = shown ? ptxc_utf8_width(lines->text + i, shown) : 1; width > 0; width--)
            marks[count++] = (char)(tab && mark == ' ' ? '\t' : mark);
        ptxc_buffer_put(&rendering->out, shown ? lines->text + i : "?", length);
    }
    put(rendering, window.to < lines->end ? "...\n" : "\n");
    const size_t span_length = diagnostic->span.length ? diagnostic->span.length : 1;
    if (diagnostic->span.offset + span_length > window.to)
        marks[count++] = '^';
    put_marks(rendering, marks, count, window.from > lines->start);
}

/* Adds the beginning of a line of its own below the finding. */
static void put_note(struct rendering *rendering, const char *words) {
    put(rendering, "  ");
    paint(rendering, cyan);
    put(rendering, "note:");
    paint(rendering, plain);
    put(rendering, " ");
    put(rendering, words);
}

/* Adds a place; column 0 is none. */
static void put_position(struct rendering *rendering, const char *name, size_t line, size_t column) {
    put_clean(&rendering->out, name, strlen(name));
    ptxc_buffer_add(&rendering->out, column ? ":%zu:%zu" : ":%zu", line, column);
}

static void put_location(struct rendering *rendering, const struct ptxc_location *place) {
    put_position(rendering, place->file, place->line, place->column);
}

/* Adds the place of a note: in the source, if that is known. On the line of the finding it goes without saying, but for
 * a hazard, whose notes are read as a sequence of places. */
static void put_place(struct rendering *rendering, const struct ptxc_diagnostic *diagnostic, struct ptxc_span span,
                      const char *name) {
    struct ptxc_lines aside = *rendering->lines;
    struct ptxc_location places[PTXC_MAX_LOCATIONS];
    ptxc_lines_seek(&aside, span.offset);
    if (span.length == 0 || (aside.line == rendering->lines->line && diagnostic->rule_class != PTXC_CLASS_HAZARD))
        return;
    const size_t count = ptxc_report_locate(rendering->report, span.offset, places, PTXC_MAX_LOCATIONS);
    if (count > 0) {
        put_location(rendering, &places[0]);
        put(rendering, " (");
    }
    if (count > 1) { /* the code of a library says little without who calls it */
        put_location(rendering, &places[count - 1]);
        put(rendering, ", ");
    }
    put_position(rendering, name, aside.line, aside.column);
    put(rendering, count > 0 ? "): " : ": ");
}

static void put_notes(struct rendering *rendering, const struct ptxc_diagnostic *diagnostic, const char *name) {
    for (size_t i = 0; i < diagnostic->note_count; i++) {
        put_note(rendering, "");
        put_place(rendering, diagnostic, diagnostic->notes[i].span, name);
        put_clean(&rendering->out, diagnostic->notes[i].text, strlen(diagnostic->notes[i].text));
        put(rendering, "\n");
    }
}

/* Adds the text in one line: a line's end, and the blanks that the next one begins with, are one blank. */
static void put_in_line(struct ptxc_buffer *out, const char *text, size_t length) {
    const char *const limit = text + length;
    for (const char *end; (end = memchr(text, '\n', (size_t)(limit - text)));) {
        put_clean(out, text, (size_t)(end - text));
        ptxc_buffer_put(out, " ", 1);
        for (text = end; text < limit && ptxc_is_blank(*text);)
            text++;
    }
    put_clean(out, text, (size_t)(limit - text));
}

/* Adds an edit that is not about what the finding points at, with the text that goes. */
static void put_fix_aside(struct rendering *rendering, const struct ptxc_fix *fix) {
    const char *old = rendering->lines->text + fix->span.offset;
    size_t length = strlen(fix->text);
    while (length > 0 && fix->text[length - 1] == ' ')
        length--;
    put(rendering, !length ? "leave out " : fix->span.length ? "write " : "insert ");
    const bool blank = length > 0 && fix->text[0] == ' ';
    put_in_line(&rendering->out, fix->text + blank, length - blank);
    if (length > 0 && fix->span.length > 0)
        put(rendering, " in place of ");
    put_in_line(&rendering->out, old, fix->span.length);
    put(rendering, "\n");
}

/* Adds what to write, or what may be meant. Several edits are one text, with what stands between them. */
static void put_fixes(struct rendering *rendering, const struct ptxc_diagnostic *diagnostic, const char *name) {
    const struct ptxc_fix *fixes = diagnostic->fixes;
    const struct ptxc_lines *lines = rendering->lines;
    if (diagnostic->fix_count == 0)
        return;
    const struct ptxc_span span = fixes[0].span, first = {span.offset, span.length ? span.length : 1};
    put_note(rendering, "");
    if (diagnostic->rule_class == PTXC_CLASS_HAZARD)
        put_place(rendering, diagnostic, first, name);
    put(rendering, diagnostic->fix_use == PTXC_FIX_APPLIED ? "" : "perhaps ");
    if (diagnostic->rule_class == PTXC_CLASS_HAZARD && diagnostic->fix_count == 1) {
        put_fix_aside(rendering, fixes);
        return;
    }
    put(rendering, diagnostic->fix_count == 1 && !fixes[0].text[0] ? "leave it out" : "write ");
    for (size_t i = 0; i < diagnostic->fix_count; i++) {
        const size_t end = (size_t)fixes[i].span.offset + fixes[i].span.length;
        const size_t next = i + 1 < diagnostic->fix_count ? fixes[i + 1].span.offset : end;
        put_in_line(&rendering->out, fixes[i].text, strlen(fixes[i].text));
        if (end < next && next <= lines->length)
            put_in_line(&rendering->out, lines->text + end, next - end);
    }
    put(rendering, "\n");
}

/* Adds the first line: where it is, which is added already, and what. */
static void put_head(struct rendering *rendering, const struct ptxc_diagnostic *diagnostic,
                     enum ptxc_severity severity) {
    static const char *const colors[] = {"", cyan, "\033[35m", "\033[31m"};
    put(rendering, ": ");
    paint(rendering, colors[severity]);
    put(rendering, ptxc_severity_name(severity));
    put(rendering, ":");
    paint(rendering, plain);
    put(rendering, " ");
    paint(rendering, bold);
    put_clean(&rendering->out, diagnostic->message, strlen(diagnostic->message));
    paint(rendering, plain);
    ptxc_buffer_add(&rendering->out, " [%s]\n", diagnostic->rule);
}

/* Adds the line of a place in the source, if there is one; without a column its first word is marked. */
static void put_source_line(struct rendering *rendering, const struct ptxc_location *place) {
    struct ptxc_lines lines, *const before = rendering->lines;
    ptxc_lines_init(&lines, place->text, place->length);
    if (!place->text || place->length > INT32_MAX || !ptxc_lines_find(&lines, place->line, place->column))
        return;
    size_t at = lines.offset;
    while (place->column == 0 && at < lines.end && ptxc_is_blank(lines.text[at]))
        at++;
    ptxc_lines_seek(&lines, at);
    const struct ptxc_diagnostic mark = {.span = {(uint32_t)at, 1}};
    rendering->lines = &lines;
    put_line(rendering, &mark);
    rendering->lines = before;
}

enum { LONGEST_NAME = 60 }; /* bytes of a function that are shown: mangled ones of templates are long */

/* Adds what lies between the source and the PTX: the calls that were inlined, and the place in the PTX. */
static void put_origin(struct rendering *rendering, const struct ptxc_location *places, size_t count,
                       const char *name) {
    put_source_line(rendering, &places[0]);
    for (size_t i = 1; i < count; i++) {
        const char *function = places[i].function;
        const size_t length = function ? strlen(function) : 0;
        put_note(rendering, "");
        put_location(rendering, &places[i]);
        put(rendering, length ? ": inlined here, in " : ": inlined here");
        put_clean(&rendering->out, function ? function : "", length < LONGEST_NAME ? length : LONGEST_NAME);
        put(rendering, length > LONGEST_NAME ? "...\n" : "\n");
    }
    put_note(rendering, "in the PTX: ");
    put_position(rendering, name, rendering->lines->line, rendering->lines->column);
    put(rendering, "\n");
}

/* Adds all that follows the first line. */
static void put_details(struct rendering *rendering, const struct ptxc_diagnostic *diagnostic, const char *name) {
    put_line(rendering, diagnostic);
    put_notes(rendering, diagnostic, name);
    put_fixes(rendering, diagnostic, name);
    if (!diagnostic->section[0])
        return;
    put_note(rendering, "PTX ISA ");
    ptxc_buffer_add(&rendering->out, "%s, section ", ptxc_isa_version());
    put_clean(&rendering->out, diagnostic->section, strlen(diagnostic->section));
    put(rendering, "\n");
}

size_t ptxc_report_render(const struct ptxc_report *report, const struct ptxc_diagnostic *diagnostic,
                          enum ptxc_severity severity, const char *name, struct ptxc_lines *lines, uint32_t flags,
                          char *buffer, size_t size) {
    struct ptxc_location places[PTXC_MAX_LOCATIONS];
    struct rendering rendering = {
        .out = ptxc_buffer_begin(buffer, size), .lines = lines, .report = report, .color = flags & PTXC_RENDER_COLOR};
    if (!diagnostic || !name || !lines || !lines->text || flags & ~(uint32_t)ALL_FLAGS || !ptxc_severity_name(severity))
        return 0;
    if (severity == PTXC_SEVERITY_OFF)
        severity = diagnostic->severity;
    ptxc_lines_seek(lines, diagnostic->span.offset);
    const size_t count = ptxc_report_locate(report, diagnostic->span.offset, places, PTXC_MAX_LOCATIONS);
    paint(&rendering, bold);
    if (count > 0)
        put_location(&rendering, &places[0]);
    else
        put_position(&rendering, name, lines->line, lines->column);
    put_head(&rendering, diagnostic, severity);
    if (flags & PTXC_RENDER_BRIEF)
        return rendering.out.length;
    if (count > 0)
        put_origin(&rendering, places, count, name);
    put_details(&rendering, diagnostic, name);
    return rendering.out.length;
}

size_t ptxc_diagnostic_render(const struct ptxc_diagnostic *diagnostic, enum ptxc_severity severity, const char *name,
                              struct ptxc_lines *lines, uint32_t flags, char *buffer, size_t size) {
    return ptxc_report_render(NULL, diagnostic, severity, name, lines, flags, buffer, size);
}

size_t ptxc_text_clean(const char *text, size_t length, char *buffer, size_t size) {
    struct ptxc_buffer out = ptxc_buffer_begin(buffer, size);
    if (text)
        put_clean(&out, text, length);
    return out.length;
}

size_t ptxc_utf8_length(const char *text, size_t left) {
    return text ? ptxc_utf8_character(text, left) : 0;
}
