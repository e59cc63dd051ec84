/* A picture as text: time goes down, each role has a column, and the slots of shared memory have one each on the right,
 * with what is in flight. It is at most WIDTH columns wide.
 */
#include "cli/commands/pipeline/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/pipeline/words.h"
#include "cli/format/print.h"

enum { WIDTH = 100, LINE = 5, TURN = 5, PLACE = LINE + TURN, SLOT = 3, LEAST = 15, LINES = 12, WORDS = 400 };

static const char plain[] = "\033[0m", bold[] = "\033[1m", dim[] = "\033[2m", red[] = "\033[1;31m";

/* What is being printed. */
struct text {
    const struct picture *picture;
    bool color;
    size_t place;  /* the width of line and iteration; 0: they are left out, since there are so many lanes */
    size_t width;  /* of the words of one lane */
    bool slots;    /* they fit */
    size_t blanks; /* to be printed before what comes next in the line */
};

static void paint(const struct text *text, const char *code) {
    if (text->color)
        fputs(code, stdout);
}

/* Returns the color of a slot. */
static const char *hue(size_t slot) {
    static const char *const hues[] = {"\033[36m", "\033[33m", "\033[35m", "\033[32m", "\033[34m", "\033[91m"};
    return hues[slot % (sizeof(hues) / sizeof(hues[0]))];
}

/* Prints the words in lines, each after the first below `indent` blanks. */
static void print_wrapped(const char *words, int indent) {
    wrap_print(stdout, words, strlen(words), (struct wrap){.indent = indent, .start = indent, .width = WIDTH});
}

/* Returns how many bytes of the words fit into a line of this width: whole words, if one does. */
static size_t fit(const char *words, size_t width) {
    const size_t length = strlen(words);
    size_t end = width;
    if (length <= width)
        return length;
    while (end > 0 && words[end] != ' ')
        end--;
    return end ? end : width;
}

/* Returns what a copy makes of its slot in a row: it starts, is in flight, completes; one to the slot then fills it
 * until that is read, and one from it was written before. `sign` is what the copies before it have made of it. */
static char sign_by(const struct flight *flight, bool outward, size_t row, char sign) {
    if (row < flight->from && (!outward || flight->until == NOWHERE || row < flight->until))
        return sign;
    if (row < flight->from)
        return row == flight->until ? 'w' : ':';
    if (row == flight->from)
        return outward ? '^' : 'v';
    if (flight->to == NOWHERE || row < flight->to)
        return '|';
    if (row == flight->to)
        return '+';
    return !outward && flight->until != NOWHERE && row <= flight->until ? ':' : ' ';
}

/* Returns what a slot shows in a row. */
static char sign_of(const struct picture *picture, size_t slot, size_t row) {
    char sign = ' ';
    for (size_t i = 0; i < picture->flight_count; i++) {
        const struct flight *flight = &picture->flights[i];
        if (flight->slot == slot)
            sign = sign_by(flight, picture->events[picture->cells[flight->cell].first]->outward, row, sign);
    }
    for (size_t i = 0; i < picture->cell_count; i++) {
        const struct cell *cell = &picture->cells[i];
        const enum ptxc_event_kind kind = picture->events[cell->first]->kind;
        if (cell->row != row || cell->slot != slot)
            continue;
        if (kind == PTXC_EVENT_WRITE)
            sign = 'w';
        else if (kind == PTXC_EVENT_READ || kind == PTXC_EVENT_MULTIPLY)
            sign = 'r';
    }
    return sign;
}

/* Prints what is no blank in a line, after the blanks before it. */
static void put(struct text *text, const char *code, const char *words, size_t length) {
    if (length == 0)
        return;
    printf("%*s", (int)text->blanks, "");
    text->blanks = 0;
    if (*code)
        paint(text, code);
    print_clean(stdout, words, length);
    if (*code)
        paint(text, plain);
}

static void print_slots(struct text *text, size_t row) {
    for (size_t i = 0; i < text->picture->slot_count; i++) {
        const char sign = sign_of(text->picture, i, row);
        text->blanks += SLOT - (sign != ' ');
        put(text, hue(i), &sign, sign != ' ');
    }
}

/* Returns the cell of a lane in a row; NULL: it has none. */
static const struct cell *cell_at(const struct picture *picture, size_t lane, size_t row) {
    for (size_t i = 0; i < picture->cell_count; i++)
        if (picture->cells[i].lane == lane && picture->cells[i].row == row)
            return &picture->cells[i];
    return NULL;
}

/* Prints where the cell stands in the source, and which iteration it begins; returns how far that reaches into the
 * place of its words. */
static size_t print_place(struct text *text, const struct cell *cell) {
    char words[LINE + TURN + 40];
    const size_t line = picture_line(text->picture, text->picture->events[cell->first]->span);
    int length = snprintf(words, sizeof(words), "%*zu", LINE, line);
    if (cell->iteration > 0)
        length = snprintf(words, sizeof(words), "%*zu #%u", LINE, line, cell->iteration);
    put(text, dim, words, (size_t)length);
    text->blanks += length < PLACE ? (size_t)(PLACE - length) : 1;
    return length < PLACE ? 0 : (size_t)(length + 1 - PLACE);
}

/* Prints the part of a lane in one line of a row, and returns whether more of its words is left. */
static bool print_part(struct text *text, const struct cell *cell, const char *words, size_t *from, bool first) {
    const bool wrong =
        cell && (cell->hazard != NOWHERE || text->picture->events[cell->first]->kind == PTXC_EVENT_STUCK);
    const bool placed = cell && cell->slot != NOWHERE;
    size_t width = text->width;
    if (first && cell && text->place)
        width -= print_place(text, cell);
    else
        text->blanks += text->place;
    const size_t length = fit(words + *from, width);
    put(text, wrong ? red : placed ? hue(cell->slot) : "", words + *from, length);
    text->blanks += width - length;
    *from += length;
    *from += strspn(words + *from, " ");
    return words[*from] != 0;
}

/* Prints what an event says that goes wrong. */
static void print_hazard(const struct text *text, size_t index) {
    const struct ptxc_pipeline_event *event = text->picture->events[index];
    char *words = memory_format("! %s [%s]", event->message ? event->message : "it goes wrong here", event->rule);
    printf("%*s", LINE, "");
    paint(text, red);
    print_wrapped(words, LINE);
    paint(text, plain);
    free(words);
}

/* Prints one row, in as many lines as its longest words need. */
static void print_row(struct text *text, size_t row) {
    const struct picture *picture = text->picture;
    char(*words)[WORDS] = memory_new(picture->lane_count, sizeof(*words));
    size_t *from = memory_new(picture->lane_count, sizeof(*from));
    const struct cell **cells = memory_new(picture->lane_count, sizeof(*cells));
    bool more = true;
    for (size_t i = 0; i < picture->lane_count; i++)
        if ((cells[i] = cell_at(picture, i, row)))
            words_cell(words[i], WORDS, picture, cells[i]);
    for (int line = 0; more && line < LINES; line++) {
        more = false;
        for (size_t i = 0; i < picture->lane_count; i++)
            more |= print_part(text, cells[i], words[i], &from[i], line == 0);
        if (line == 0 && text->slots)
            print_slots(text, row);
        text->blanks = 0;
        putchar('\n');
    }
    for (size_t i = 0; i < picture->lane_count; i++)
        if (cells[i] && cells[i]->hazard != NOWHERE && !cells[i]->told)
            print_hazard(text, cells[i]->hazard);
    free(words);
    free(from);
    free(cells);
}

/* Prints what the signs of the slots mean, as far as there are such copies. */
static void print_legend(const struct text *text) {
    bool inward = false, outward = false;
    for (size_t i = 0; i < text->picture->stream_count; i++) {
        inward |= !text->picture->streams[i].outward;
        outward |= text->picture->streams[i].outward;
    }
    if (!text->slots || text->picture->slot_count == 0)
        return;
    paint(text, dim);
    printf("  in a slot: %s%s| in flight, + complete", outward ? "w written, ^ copied from, " : "",
           inward ? "v copied to, " : "");
    printf("%s\n", inward ? ", : filled, r read" : "");
    paint(text, plain);
}

/* Prints what was executed, and what was assumed for it. */
static void print_head(struct text *text) {
    const struct picture *picture = text->picture;
    const struct ptxc_pipeline_kernel *kernel = picture->kernel;
    char words[WORDS];
    const char *name;
    paint(text, bold);
    printf("kernel ");
    print_clean(stdout, kernel->name, strlen(kernel->name));
    paint(text, plain);
    printf(" (");
    print_clean(stdout, picture->source->name, strlen(picture->source->name));
    printf(":%zu)\n", picture_line(picture, kernel->span));
    for (size_t i = 0; words_fact(words, sizeof(words), picture, i, &name); i++) {
        if (*words) {
            printf("  %s%s", name, *name ? ": " : "");
            print_wrapped(words, *name ? (int)strlen(name) + 4 : i ? 4 : 2);
        }
    }
    print_legend(text);
    putchar('\n');
}

/* Prints the names of the columns. */
static void print_names(struct text *text) {
    const struct picture *picture = text->picture;
    for (size_t i = 0; i < picture->lane_count; i++) {
        const char *name = picture->lanes[i].name;
        const size_t length = fit(name, text->width - 1);
        text->blanks += text->place;
        if (i == 0 && text->place) {
            text->blanks = LINE - strlen("line");
            put(text, dim, "line", strlen("line"));
            text->blanks = PLACE - LINE;
        }
        put(text, bold, name, length);
        text->blanks += text->width - length;
    }
    for (size_t i = 0; i < picture->slot_count && text->slots; i++) {
        const char *brief = picture->slots[i].brief;
        text->blanks += SLOT - strlen(brief);
        put(text, hue(i), brief, strlen(brief));
    }
    text->blanks = 0;
    putchar('\n');
}

/* Prints the rows that are not left out, and in place of the others how much they are. */
static void print_rows(struct text *text) {
    const struct picture *picture = text->picture;
    for (size_t row = 0, end; row < picture->row_count; row = end) {
        end = row + 1;
        if (!picture->hidden[row]) {
            print_row(text, row);
            continue;
        }
        while (end < picture->row_count && picture->hidden[end])
            end++;
        const size_t turns = rows_turns(picture, row, end - 1);
        paint(text, dim);
        printf("%*s... %zu iteration%s left out ...", PLACE, "", turns, turns == 1 ? "" : "s");
        paint(text, plain);
        putchar('\n');
    }
}

/* Prints what goes wrong and stands in no row. */
static void print_others(const struct text *text) {
    const struct picture *picture = text->picture;
    for (size_t i = 0; i < picture->mistake_count; i++) {
        if (picture->mistakes[i].cell != NOWHERE)
            continue;
        printf("  line %zu:\n", picture_line(picture, picture->events[picture->mistakes[i].event]->span));
        print_hazard(text, picture->mistakes[i].event);
    }
}

void pipeline_print_text(const struct picture *picture, bool color) {
    struct text text = {.picture = picture, .color = color};
    const size_t slots = picture->slot_count * SLOT, lanes = picture->lane_count ? picture->lane_count : 1;
    text.slots = lanes * (PLACE + LEAST) + slots <= WIDTH;
    text.width = (WIDTH - (text.slots ? slots : 0)) / lanes;
    text.place = text.width >= PLACE + LEAST ? PLACE : 0;
    text.width = text.width - text.place > LEAST ? text.width - text.place : LEAST;
    print_head(&text);
    if (picture->row_count > 0) {
        print_names(&text);
        print_rows(&text);
    }
    print_others(&text);
    if (picture->kernel->stopped) {
        printf("  it ends early: ");
        print_wrapped(picture->kernel->stopped, 17);
    }
}
