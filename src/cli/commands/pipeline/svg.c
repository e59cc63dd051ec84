/* The drawing: see picture.h. Time goes down. From left to right: the lanes, then the slots, in each of which bars
 * stand for copies: full color while one is in flight, pale while the slot holds what it has brought.
 */
#include "cli/commands/pipeline/picture.h"

#include <stdlib.h>
#include <string.h>

#include "cli/commands/pipeline/words.h"
#include "cli/format/svg.h"

enum { ROW = 28, CELL = 22, GAP = 44, HUES = 8, BAR = 18, WORDS = 600, FITS = 33 };

size_t svg_lane(size_t lane) {
    return lane * (LANE_WIDTH + LANE_GAP);
}

size_t svg_slot(const struct picture *picture, size_t slot) {
    return svg_lane(picture->lane_count) + SLOTS_GAP + slot * SLOT_WIDTH;
}

size_t svg_width(const struct picture *picture) {
    return svg_slot(picture, picture->slot_count) + 2;
}

/* Finds where rows begin; those that are left out share one place. */
static void place_rows(struct drawing *drawing) {
    const struct picture *picture = drawing->picture;
    size_t y = 8;
    drawing->top = memory_new(picture->row_count + 1, sizeof(*drawing->top));
    for (size_t row = 0; row < picture->row_count; row++) {
        const bool again = picture->hidden[row] && row > 0 && picture->hidden[row - 1];
        drawing->top[row] = again ? drawing->top[row - 1] : y;
        y += again ? 0 : picture->hidden[row] ? GAP : ROW;
    }
    drawing->top[picture->row_count] = y;
}

/* Returns the middle of a row. */
static size_t middle(const struct drawing *drawing, size_t row) {
    return drawing->top[row] + (drawing->picture->hidden[row] ? GAP / 2 : ROW / 2);
}

static bool is_hidden(const struct drawing *drawing, size_t cell) {
    return drawing->picture->hidden[drawing->picture->cells[cell].row];
}

/* Writes the lanes and the slots, empty. */
static void write_ground(struct drawing *drawing) {
    const struct picture *picture = drawing->picture;
    const size_t height = drawing->top[picture->row_count];
    for (size_t i = 0; i < picture->lane_count; i++)
        fprintf(drawing->stream, "<rect class=\"lane\" x=\"%zu\" y=\"0\" width=\"%d\" height=\"%zu\" rx=\"8\"/>\n",
                svg_lane(i), LANE_WIDTH, height + 4);
    for (size_t i = 0; i < picture->slot_count; i++)
        fprintf(drawing->stream, "<path class=\"tube\" d=\"M%zu 4V%zu\"/>\n", svg_slot(picture, i) + SLOT_WIDTH / 2,
                height);
}

/* Writes lines across all lanes that pass a barrier together. */
static void write_barriers(struct drawing *drawing) {
    const struct picture *picture = drawing->picture;
    for (size_t i = 0; i < picture->cell_count; i++) {
        const struct cell *cell = &picture->cells[i];
        const enum ptxc_event_kind kind = picture->events[cell->first]->kind;
        size_t last = cell->lane;
        if (is_hidden(drawing, i) || (kind != PTXC_EVENT_BARRIER && kind != PTXC_EVENT_CLUSTER))
            continue;
        for (size_t j = 0; j < picture->cell_count; j++)
            if (picture->cells[j].row == cell->row && picture->events[picture->cells[j].first]->kind == kind &&
                picture->events[picture->cells[j].first]->count == picture->events[cell->first]->count &&
                picture->cells[j].lane > last)
                last = picture->cells[j].lane;
        if (last != cell->lane)
            fprintf(drawing->stream, "<path class=\"across\" d=\"M%zu %zuH%zu\"/>\n", svg_lane(cell->lane) + 20,
                    middle(drawing, cell->row), svg_lane(last) + LANE_WIDTH - 20);
    }
}

/* Writes the words of a flight for those who point at it. */
static void title_flight(struct drawing *drawing, const struct flight *flight) {
    const struct picture *picture = drawing->picture;
    const struct cell *cell = &picture->cells[flight->cell];
    char words[WORDS];
    words_cell(words, sizeof(words), picture, cell);
    fputs("<title>", drawing->stream);
    html_escape(drawing->stream, words, strlen(words));
    fputs(flight->to == NOWHERE ? "\nNobody waits for it.</title>"
                                : "\nIt is in flight as long as the bar is dark.</title>",
          drawing->stream);
}

/* Writes the bars of a copy: in flight, and what the slot holds before or after that. */
static void write_flight(struct drawing *drawing, const struct flight *flight) {
    const struct picture *picture = drawing->picture;
    const struct ptxc_pipeline_event *event = picture->events[picture->cells[flight->cell].first];
    const size_t x = svg_slot(picture, flight->slot) + (SLOT_WIDTH - BAR) / 2, from = middle(drawing, flight->from);
    const size_t to = flight->to == NOWHERE ? drawing->top[picture->row_count] : middle(drawing, flight->to);
    FILE *stream = drawing->stream;
    if (to <= from)
        return;
    fprintf(stream, "<g class=\"f s%zu\" data-l=\"%zu\">", flight->slot % HUES, picture_line(picture, event->span));
    title_flight(drawing, flight);
    if (flight->until != NOWHERE) {
        const size_t edge = middle(drawing, flight->until), top = event->outward ? edge : to,
                     bottom = event->outward ? from : edge;
        if (bottom > top)
            fprintf(stream, "<rect class=\"full\" x=\"%zu\" y=\"%zu\" width=\"%d\" height=\"%zu\" rx=\"4\"/>", x, top,
                    BAR, bottom - top + (event->outward ? 0 : 6));
    }
    fprintf(stream, "<rect class=\"going\" x=\"%zu\" y=\"%zu\" width=\"%d\" height=\"%zu\" rx=\"4\"/>", x, from - 5,
            BAR, to - from + 8);
    if (flight->to == NOWHERE)
        fprintf(stream, "<rect class=\"open\" x=\"%zu\" y=\"%zu\" width=\"%d\" height=\"%zu\" rx=\"4\"/>", x - 2,
                from - 7, BAR + 4, to - from + 10);
    fputs("</g>\n", stream);
}

/* Writes a line between a lane and a slot in a row. */
static void write_tie(struct drawing *drawing, const char *kind, size_t lane, size_t slot, size_t row) {
    fprintf(drawing->stream, "<path class=\"tie %s s%zu\" d=\"M%zu %zuH%zu\"/>\n", kind, slot % HUES,
            svg_lane(lane) + LANE_WIDTH - 4, middle(drawing, row), svg_slot(drawing->picture, slot) + SLOT_WIDTH / 2);
}

/* Writes the lines from lanes to slots: where copies start and where they are waited for, and who reads and writes. */
static void write_ties(struct drawing *drawing) {
    const struct picture *picture = drawing->picture;
    for (size_t i = 0; i < picture->cell_count; i++) {
        const struct cell *cell = &picture->cells[i];
        if (cell->slot != NOWHERE && !is_hidden(drawing, i))
            write_tie(drawing, "", cell->lane, cell->slot, cell->row);
    }
    for (size_t i = 0; i < picture->flight_count; i++) {
        const struct flight *flight = &picture->flights[i];
        if (flight->to == NOWHERE || picture->hidden[flight->to])
            continue;
        for (size_t j = 0; j < picture->cell_count; j++) {
            const struct cell *cell = &picture->cells[j];
            const enum ptxc_event_kind kind = picture->events[cell->first]->kind;
            if (cell->row == flight->to && (kind == PTXC_EVENT_WAIT || kind == PTXC_EVENT_WAIT_GROUP) &&
                (kind == PTXC_EVENT_WAIT) == (flight->phase != NOWHERE))
                write_tie(drawing, "end", cell->lane, flight->slot, cell->row);
        }
    }
}

/* Writes where slots are read and written. */
static void write_eyes(struct drawing *drawing) {
    const struct picture *picture = drawing->picture;
    for (size_t i = 0; i < picture->cell_count; i++) {
        const struct cell *cell = &picture->cells[i];
        const enum ptxc_event_kind kind = picture->events[cell->first]->kind;
        if (cell->slot == NOWHERE || is_hidden(drawing, i) || kind == PTXC_EVENT_COPY)
            continue;
        fprintf(drawing->stream, "<circle class=\"eye s%zu%s\" cx=\"%zu\" cy=\"%zu\" r=\"4.5\"/>\n", cell->slot % HUES,
                cell->hazard != NOWHERE ? " bad" : "", svg_slot(picture, cell->slot) + SLOT_WIDTH / 2,
                middle(drawing, cell->row));
    }
}

/* Writes the arrows from arrivals to the waits that they end. */
static void write_arrows(struct drawing *drawing) {
    const struct picture *picture = drawing->picture;
    for (size_t i = 0; i < picture->arrow_count; i++) {
        const struct arrow *arrow = &picture->arrows[i];
        if (is_hidden(drawing, arrow->from) || is_hidden(drawing, arrow->to))
            continue;
        const struct cell *from = &picture->cells[arrow->from], *to = &picture->cells[arrow->to];
        const bool right = to->lane > from->lane;
        const size_t x1 = svg_lane(from->lane) + (right ? LANE_WIDTH - 6 : 6),
                     x2 = svg_lane(to->lane) + (right ? 4 : LANE_WIDTH - 4), y1 = middle(drawing, from->row),
                     y2 = middle(drawing, to->row), half = (x1 + x2) / 2;
        fprintf(drawing->stream,
                "<path class=\"arrow\" data-a=\"k%zu-c%zu k%zu-c%zu\" d=\"M%zu %zuC%zu %zu %zu %zu %zu %zu\"/>\n",
                drawing->index, arrow->from, drawing->index, arrow->to, x1, y1, half, y1, half, y2, x2, y2);
    }
}

/* Writes what is said of a cell to those who point at it: its words, its instruction, more, and what goes wrong. */
static void title_cell(struct drawing *drawing, const struct cell *cell, const char *words) {
    const struct picture *picture = drawing->picture;
    const struct ptxc_pipeline_event *event = picture->events[cell->first];
    char detail[WORDS];
    FILE *stream = drawing->stream;
    words_detail(detail, sizeof(detail), picture, cell);
    picture_line(picture, event->span);
    const char *text = picture->source->text + event->span.offset;
    const size_t length = picture->lines->end - event->span.offset; /* the rest of the line has its operands */
    fputs("<title>", stream);
    html_escape(stream, words, strlen(words));
    fputc('\n', stream);
    html_escape(stream, text, length);
    fputc('\n', stream);
    html_escape(stream, detail, strlen(detail));
    if (cell->hazard != NOWHERE && picture->events[cell->hazard]->message) {
        fputs("\n\n", stream);
        html_escape(stream, picture->events[cell->hazard]->message, strlen(picture->events[cell->hazard]->message));
    }
    fputs("</title>", stream);
}

/* Writes a cell. */
static void write_cell(struct drawing *drawing, size_t index) {
    const struct picture *picture = drawing->picture;
    const struct cell *cell = &picture->cells[index];
    const struct ptxc_pipeline_event *event = picture->events[cell->first];
    const size_t x = svg_lane(cell->lane) + 6, y = drawing->top[cell->row] + (ROW - CELL) / 2;
    FILE *stream = drawing->stream;
    char words[WORDS];
    words_cell(words, sizeof(words), picture, cell);
    fprintf(stream, "<g id=\"k%zu-c%zu\" class=\"c %s", drawing->index, index, ptxc_event_kind_name(event->kind));
    if (cell->slot != NOWHERE)
        fprintf(stream, " s%zu", cell->slot % HUES);
    fprintf(stream, "%s\" data-l=\"%zu\" tabindex=\"0\">", cell->hazard != NOWHERE ? " bad" : "",
            picture_line(picture, event->span));
    title_cell(drawing, cell, words);
    fprintf(stream, "<rect class=\"box\" x=\"%zu\" y=\"%zu\" width=\"%d\" height=\"%d\" rx=\"5\"/>", x, y,
            LANE_WIDTH - 12, CELL);
    fprintf(stream, "<rect class=\"edge\" x=\"%zu\" y=\"%zu\" width=\"4\" height=\"%d\" rx=\"2\"/>", x, y, CELL);
    fprintf(stream, "<text x=\"%zu\" y=\"%zu\">%s", x + 12, y + 15, cell->hazard != NOWHERE ? "\xe2\x9a\xa0 " : "");
    html_escape(stream, words, strlen(words) > FITS ? FITS - 1 : strlen(words));
    fprintf(stream, "%s</text>", strlen(words) > FITS ? "\xe2\x80\xa6" : "");
    if (cell->iteration > 0)
        fprintf(stream, "<text class=\"turn\" x=\"%zu\" y=\"%zu\">#%u</text>", x + LANE_WIDTH - 18, y + 15,
                cell->iteration);
    fputs("</g>\n", stream);
}

/* Writes where rows are left out. */
static void write_gaps(struct drawing *drawing) {
    const struct picture *picture = drawing->picture;
    for (size_t row = 0, end; row < picture->row_count; row = end) {
        end = row + 1;
        if (!picture->hidden[row])
            continue;
        while (end < picture->row_count && picture->hidden[end])
            end++;
        const size_t y = drawing->top[row], width = svg_width(picture), turns = rows_turns(picture, row, end - 1);
        fprintf(drawing->stream,
                "<rect class=\"gap\" x=\"0\" y=\"%zu\" width=\"%zu\" height=\"%d\"/>"
                "<path class=\"gap-edge\" d=\"M0 %zuH%zuM0 %zuH%zu\"/>"
                "<text class=\"gap-text\" x=\"%zu\" y=\"%zu\">%zu iteration%s left out</text>\n",
                y + 6, width, GAP - 12, y + 6, width, y + GAP - 6, width, svg_lane(picture->lane_count) / 2,
                y + GAP / 2 + 4, turns, turns == 1 ? "" : "s");
    }
}

void svg_write(FILE *stream, const struct picture *picture, size_t index) {
    struct drawing place = {.stream = stream, .picture = picture, .index = index}, *drawing = &place;
    place_rows(drawing);
    const size_t width = svg_width(picture), height = drawing->top[picture->row_count] + 8;
    fprintf(
        stream,
        "<svg class=\"time\" width=\"%zu\" height=\"%zu\" viewBox=\"0 0 %zu %zu\" role=\"img\" aria-label=\"what the "
        "warps do over time\">\n<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
        "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path class=\"tip\" d=\"M0 0L8 4L0 8z\"/></marker>"
        "</defs>\n",
        width, height, width, height);
    write_ground(drawing);
    write_barriers(drawing);
    write_ties(drawing);
    for (size_t i = 0; i < picture->flight_count; i++)
        write_flight(drawing, &picture->flights[i]);
    write_eyes(drawing);
    for (size_t i = 0; i < picture->cell_count; i++)
        if (!is_hidden(drawing, i))
            write_cell(drawing, i);
    write_arrows(drawing);
    write_gaps(drawing);
    fputs("</svg>\n", stream);
    free(drawing->top);
}
