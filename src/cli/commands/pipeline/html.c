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
    if (!*fact)
        return;
    fputs("<p class=\"facts\">", stream);
    if (*name)
        fprintf(stream, "<b>%c%s:</b> ", *name - 'a' + 'A', name + 1);
    put(stream, fact);
    fputs("</p>\n", stream);
}

/* Writes what was executed. */
static void write_facts(FILE *stream, const struct picture *picture) {
    char words[WORDS];
    const char *name;
    for (size_t i = 0; words_fact(words, sizeof(words), picture, i, &name); i++)
        write_fact(stream, name, words);
    if (picture->kernel->stopped)
        write_fact(stream, "it ends early", picture->kernel->stopped);
}

/* Returns what is said where nothing goes wrong: no more than is known. */
static const char *verdict_of(const struct ptxc_pipeline_kernel *kernel) {
    if (kernel->stopped)
        return "The execution ends early: what comes after is not known";
    return kernel->unknown ? "This execution comes to its end, and nothing goes wrong in what is known of it"
                           : "This execution comes to its end, and nothing goes wrong in it";
}

/* Writes what goes wrong, each mistake once. */
static void write_verdict(FILE *stream, const struct picture *picture) {
    if (picture->mistake_count == 0) {
        const bool open = picture->kernel->stopped || picture->kernel->unknown;
        fprintf(stream, "<p class=\"verdict %s\">%s</p>\n", open ? "open" : "good", verdict_of(picture->kernel));
        return;
    }
    fputs("<p class=\"verdict bad\">It goes wrong</p>\n<ul class=\"wrong\">\n", stream);
    for (size_t i = 0; i < picture->mistake_count; i++) {
        const struct ptxc_pipeline_event *event = picture->events[picture->mistakes[i].event];
        const size_t line = picture_line(picture, event->span);
        fprintf(stream, "<li data-l=\"%zu\">line %zu: ", line, line);
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

/* The lines that are listed: those of the kernel, and those around instructions elsewhere. */
struct listing {
    size_t first, last;   /* lines */
    unsigned char *marks; /* of each of them */
};

/* Widens the listing to a line and those around it. */
static void reach(struct listing *listing, size_t line, size_t around) {
    const size_t first = line > around ? line - around : 1;
    listing->first = first < listing->first ? first : listing->first;
    listing->last = line + around > listing->last ? line + around : listing->last;
}

/* Marks a line, and lists it with those around it. */
static void mark(const struct listing *listing, size_t line, unsigned char as) {
    const bool seen = listing->marks[line - listing->first] & HAS_EVENT;
    listing->marks[line - listing->first] |= as;
    for (size_t near = line > AROUND ? line - AROUND : 1; !seen && near <= line + AROUND; near++)
        listing->marks[near - listing->first] |= LISTED;
}

/* Makes the listing of a kernel. */
static struct listing make_listing(const struct picture *picture) {
    const struct ptxc_pipeline_kernel *kernel = picture->kernel;
    const size_t from = picture_line(picture, kernel->body);
    const size_t to = picture_line(picture, (struct ptxc_span){kernel->body.offset + kernel->body.length, 0}) + 1;
    struct listing listing = {from, to, NULL};
    for (size_t i = 0; i < kernel->event_count; i++)
        if (picture->events[i]->span.length > 0)
            reach(&listing, picture_line(picture, picture->events[i]->span), AROUND);
    listing.marks = memory_new(listing.last - listing.first + 1, 1);
    memset(listing.marks + (from - listing.first), LISTED, to - from + 1);
    for (size_t i = 0; i < kernel->event_count; i++)
        if (picture->events[i]->span.length > 0)
            mark(&listing, picture_line(picture, picture->events[i]->span),
                 HAS_EVENT | (picture->events[i]->kind == PTXC_EVENT_HAZARD ? IS_WRONG : 0));
    return listing;
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
static void write_listing(FILE *stream, const struct picture *picture) {
    const struct listing listing = make_listing(picture);
    struct ptxc_lines *lines = picture->lines;
    bool listed = false;
    fputs("<div class=\"list\">\n", stream);
    for (size_t line = listing.first; line <= listing.last + 1; line++) {
        const unsigned char as = line <= listing.last ? listing.marks[line - listing.first] : 0;
        if (!ptxc_lines_find(lines, line, 0) || lines->start == lines->length)
            break;
        if (as)
            write_line(stream, lines->text + lines->start, lines->end - lines->start, line, as);
        else if (listed)
            fputs("<div class=\"skip\">\xe2\x8b\xae</div>\n", stream);
        listed = as;
    }
    fputs("</div>\n", stream);
    free(listing.marks);
}

void pipeline_write_html(FILE *stream, const struct picture *picture, size_t index) {
    fprintf(stream, "<section id=\"k%zu\" data-name=\"", index);
    put(stream, picture->kernel->name);
    fputs("\">\n<h2>", stream);
    put(stream, picture->kernel->name);
    fputs("<small>", stream);
    put(stream, picture->source->name);
    fprintf(stream, ":%zu</small></h2>\n", picture_line(picture, picture->kernel->span));
    write_facts(stream, picture);
    write_verdict(stream, picture);
    write_legend(stream);
    fputs("<div class=\"both\">\n<div class=\"picture\">\n", stream);
    write_names(stream, picture);
    svg_write(stream, picture, index);
    fputs("</div>\n", stream);
    write_listing(stream, picture);
    fputs("</div>\n</section>\n", stream);
}
