/* A page of pictures: for each kernel what was executed, what goes wrong, the drawing, and beside it the listing. Style
 * and script are page.css and page.js, which the build makes a header of.
 */
#include "cli/commands/pipeline/picture.h"

#include <stdlib.h>
#include <string.h>

#include "cli/commands/pipeline/words.h"
#include "cli/format/svg.h"
#include <pipeline_page.h>

enum { WORDS = 1000, AROUND = 3 }; /* lines of the listing around an instruction elsewhere */

static void put(FILE *stream, const char *text) {
    html_escape(stream, text, strlen(text));
}

void pipeline_begin_html(FILE *stream) {
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>ptxcheck "
          "pipeline</title>\n<style>\n",
          stream);
    fwrite(page_style, 1, sizeof(page_style), stream);
    fputs("</style>\n</head>\n<body>\n", stream);
}

void pipeline_end_html(FILE *stream) {
    fprintf(
        stream,
        "<footer>Made by ptxcheck %s. Rows are an order, not a time: what may happen at once stands side by side, and "
        "a copy is in flight as long as it may be.</footer>\n<div id=\"tip-box\"></div>\n<script>\n",
        ptxc_version());
    fwrite(page_script, 1, sizeof(page_script), stream);
    fputs("</script>\n</body>\n</html>\n", stream);
}

/* Writes a fact, if there is any, after its name, which may be "". */
static void write_fact(FILE *stream, const char *name, const char *fact) {
    if (!fact || !*fact)
        return;
    fputs("<p class=\"facts\">", stream);
    if (*name)
        fprintf(stream, "<b>%s:</b> ", name);
    put(stream, fact);
    fputs("</p>\n", stream);
}

/* Writes what was executed. */
static void write_facts(FILE *stream, const struct picture *picture) {
    char words[WORDS];
    words_roles(words, sizeof(words), picture);
    write_fact(stream, "", words);
    words_execution(words, sizeof(words), picture);
    write_fact(stream, "Executed", words);
    write_fact(stream, "Not known", picture->kernel->unknown);
    for (size_t i = 0; i < picture->stream_count; i++) {
        words_slots(words, sizeof(words), picture, i);
        write_fact(stream, "", words);
    }
    write_fact(stream, "It ends early", picture->kernel->stopped);
}

/* Returns what is said where nothing goes wrong: no more than is known. */
static const char *verdict_of(const struct ptxc_pipeline_kernel *kernel) {
    if (kernel->stopped)
        return "The execution ends early: what comes after is not known";
    return kernel->unknown ? "This execution comes to its end, and nothing goes wrong in what is known of it"
                           : "This execution comes to its end, and nothing goes wrong in it";
}

/* Writes what goes wrong, each mistake once. */
static void write_verdict(struct drawing *drawing) {
    const struct picture *picture = drawing->picture;
    FILE *stream = drawing->stream;
    if (picture->hazards == 0) {
        const bool open = picture->kernel->stopped || picture->kernel->unknown;
        fprintf(stream, "<p class=\"verdict %s\">%s</p>\n", open ? "open" : "good", verdict_of(picture->kernel));
        return;
    }
    fputs("<p class=\"verdict bad\">It goes wrong</p>\n<ul class=\"wrong\">\n", stream);
    for (size_t i = 0; i < picture->kernel->event_count; i++) {
        const struct ptxc_pipeline_event *event = picture->events[i];
        if (event->kind != PTXC_EVENT_HAZARD || picture_repeats(picture, i))
            continue;
        ptxc_lines_seek(&drawing->lines, event->span.offset);
        fprintf(stream, "<li data-l=\"%zu\">line %zu: ", drawing->lines.line, drawing->lines.line);
        put(stream, event->message ? event->message : "it goes wrong here");
        fputs(" <code>", stream);
        put(stream, event->rule);
        fputs("</code></li>\n", stream);
    }
    fputs("</ul>\n", stream);
}

/* Writes what the colors and shapes mean. */
static void write_legend(FILE *stream) {
    static const char *const items[][2] = {
        {"<rect x=\"1\" y=\"2\" width=\"14\" height=\"12\" rx=\"3\" fill=\"var(--c)\"/>", "copy in flight"},
        {"<rect x=\"1\" y=\"2\" width=\"14\" height=\"12\" rx=\"3\" fill=\"var(--c)\" opacity=\".25\"/>",
         "slot holds what was copied, or what will be"},
        {"<circle class=\"eye\" cx=\"8\" cy=\"8\" r=\"4.5\"/>", "slot is read or written"},
        {"<path class=\"tie end\" d=\"M0 8H16\"/>", "wait that ends a copy"},
        {"<path d=\"M1 12C8 12 8 4 14 4\" fill=\"none\" stroke=\"var(--good)\" stroke-width=\"1.5\"/>",
         "arrival that ends a wait"},
    };
    fputs("<div class=\"legend\">", stream);
    for (size_t i = 0; i < sizeof(items) / sizeof(items[0]); i++)
        fprintf(stream, "<span><svg class=\"s0\" width=\"16\" height=\"16\">%s</svg>%s</span>", items[i][0],
                items[i][1]);
    fputs("<span>The number in a box counts the iterations of its loop</span></div>\n", stream);
}

/* Writes the names of lanes and slots, above the drawing. */
static void write_names(FILE *stream, const struct picture *picture) {
    fprintf(stream, "<div class=\"heads\" style=\"width:%zupx\">", svg_width(picture));
    for (size_t i = 0; i < picture->lane_count; i++) {
        fprintf(stream, "<span style=\"left:%zupx;width:%dpx\">", svg_lane(i), LANE_WIDTH);
        put(stream, picture->lanes[i].name);
        fputs("</span>", stream);
    }
    if (picture->slot_count > 0)
        fprintf(stream, "<span class=\"all\" style=\"left:%zupx;width:%zupx\">%s</span>",
                svg_slot(picture, 0) - SLOTS_GAP / 2, picture->slot_count * SLOT_WIDTH + SLOTS_GAP,
                picture->slot_count > 1 ? "copies to slots" : "copies");
    for (size_t i = 0; i < picture->slot_count; i++) {
        fprintf(stream, "<span class=\"slot s%zu\" title=\"", i % 8);
        put(stream, picture->slots[i].name);
        fprintf(stream, "\" style=\"left:%zupx;width:%dpx\">", svg_slot(picture, i), SLOT_WIDTH);
        put(stream, picture->slots[i].brief);
        fputs("</span>", stream);
    }
    fputs("</div>\n", stream);
}

/* What the listing says of a line. */
enum { LISTED = 1, HAS_EVENT = 2, IS_WRONG = 4 };

/* Marks the lines that are listed: those of the kernel, and those around instructions elsewhere. */
static void mark_lines(struct drawing *drawing, unsigned char *marks, size_t count) {
    const struct picture *picture = drawing->picture;
    const struct ptxc_span body = picture->kernel->body;
    ptxc_lines_seek(&drawing->lines, (size_t)body.offset + body.length);
    const size_t last = drawing->lines.line + 1;
    ptxc_lines_seek(&drawing->lines, body.offset);
    for (size_t line = drawing->lines.line; line <= last && line <= count; line++)
        marks[line] |= LISTED;
    for (size_t i = 0; i < picture->kernel->event_count; i++) {
        const struct ptxc_pipeline_event *event = picture->events[i];
        if (event->span.length == 0)
            continue;
        ptxc_lines_seek(&drawing->lines, event->span.offset);
        const size_t line = drawing->lines.line;
        const bool seen = marks[line] & HAS_EVENT;
        marks[line] |= HAS_EVENT | (event->kind == PTXC_EVENT_HAZARD ? IS_WRONG : 0);
        for (size_t near = line > AROUND ? line - AROUND : 1; !seen && near <= line + AROUND && near <= count; near++)
            marks[near] |= LISTED;
    }
}

/* Writes one line of the listing, its comment apart. */
static void write_line(FILE *stream, const char *text, size_t length, size_t line, unsigned char mark) {
    size_t comment = 0;
    while (comment + 1 < length && (text[comment] != '/' || text[comment + 1] != '/'))
        comment++;
    if (comment + 1 >= length)
        comment = length;
    fprintf(stream, "<div%s", mark & IS_WRONG ? " class=\"has bad\"" : mark & HAS_EVENT ? " class=\"has\"" : "");
    if (mark & (HAS_EVENT | IS_WRONG))
        fprintf(stream, " data-l=\"%zu\"", line);
    fprintf(stream, "><i>%zu</i><span>", line);
    html_escape(stream, text, comment);
    if (comment < length) {
        fputs("<em>", stream);
        html_escape(stream, text + comment, length - comment);
        fputs("</em>", stream);
    }
    fputs("</span></div>\n", stream);
}

/* Writes the listing. */
static void write_listing(struct drawing *drawing, const struct source *source) {
    size_t count = 1, line = 0;
    bool skipped = false;
    for (size_t i = 0; i < source->length; i++)
        count += source->text[i] == '\n';
    unsigned char *marks = memory_new(count + 2, 1);
    mark_lines(drawing, marks, count);
    fputs("<div class=\"list\">\n", drawing->stream);
    for (size_t from = 0, end; from < source->length; from = end + 1) {
        const char *newline = memchr(source->text + from, '\n', source->length - from);
        end = newline ? (size_t)(newline - source->text) : source->length;
        line++;
        if (marks[line]) {
            size_t length = end - from;
            length -= length > 0 && source->text[end - 1] == '\r';
            write_line(drawing->stream, source->text + from, length, line, marks[line]);
        } else if (!skipped && line > 1 && marks[line - 1]) {
            fputs("<div class=\"skip\">\xe2\x8b\xae</div>\n", drawing->stream);
        }
        skipped = !marks[line];
    }
    fputs("</div>\n", drawing->stream);
    free(marks);
}

void pipeline_write_html(FILE *stream, const struct picture *picture, const struct source *source, size_t index) {
    struct drawing drawing = {.stream = stream, .picture = picture, .index = index};
    ptxc_lines_init(&drawing.lines, source->text, source->length);
    ptxc_lines_seek(&drawing.lines, picture->kernel->span.offset);
    fprintf(stream, "<section id=\"k%zu\" data-name=\"", index);
    put(stream, picture->kernel->name);
    fputs("\">\n<h2>", stream);
    put(stream, picture->kernel->name);
    fputs("<small>", stream);
    put(stream, source->name);
    fprintf(stream, ":%zu</small></h2>\n", drawing.lines.line);
    write_facts(stream, picture);
    write_verdict(&drawing);
    write_legend(stream);
    fputs("<div class=\"both\">\n<div class=\"picture\">\n", stream);
    write_names(stream, picture);
    svg_begin(&drawing);
    svg_write(&drawing);
    svg_end(&drawing);
    fputs("</div>\n", stream);
    write_listing(&drawing, source);
    fputs("</div>\n</section>\n", stream);
}
