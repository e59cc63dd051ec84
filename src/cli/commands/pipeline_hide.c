/* What is left out: see pipeline_hide.h. What repeats is found by how often each instruction runs in its lane, whatever
 * loops there are.
 */
#include "cli/commands/pipeline_hide.h"

#include <stdlib.h>

#include "cli/commands/pipeline_picture.h"

enum { LEAST_HIDDEN = 4, AROUND = 3 }; /* rows: fewer are not left out; so many stay around what goes wrong */

static uint32_t place_of(const struct picture *picture, const struct cell *cell) {
    return picture->events[cell->first]->span.offset;
}

static bool is_same(const struct picture *picture, const struct cell *a, const struct cell *b) {
    return a->lane == b->lane && place_of(picture, a) == place_of(picture, b) &&
           picture->events[a->first]->kind == picture->events[b->first]->kind;
}

/* Gives after how many runs an instruction that copies comes to the slots that it began with; 0: it does not. */
static size_t period_of(const struct picture *picture, size_t first) {
    const struct cell *cells = picture->cells;
    size_t runs = 0;
    for (size_t i = first + 1; i < picture->cell_count; i++) {
        if (!is_same(picture, &cells[first], &cells[i]))
            continue;
        runs++;
        if (cells[i].slot == cells[first].slot)
            return runs;
    }
    return 0;
}

/* The cells of each instruction of each lane: how often it runs, and its number among them. */
struct runs {
    size_t *ordinal, *total; /* per cell */
};

static struct runs count_runs(const struct picture *picture) {
    struct runs runs = {memory_new(picture->cell_count, sizeof(size_t)),
                        memory_new(picture->cell_count, sizeof(size_t))};
    size_t *previous = memory_new(picture->cell_count, sizeof(size_t));
    for (size_t i = 0; i < picture->cell_count; i++) {
        previous[i] = NOWHERE;
        for (size_t j = i; j-- > 0 && previous[i] == NOWHERE;)
            if (is_same(picture, &picture->cells[i], &picture->cells[j]))
                previous[i] = j;
        runs.ordinal[i] = previous[i] == NOWHERE ? 0 : runs.ordinal[previous[i]] + 1;
    }
    for (size_t i = picture->cell_count; i-- > 0;) {
        if (runs.total[i] == 0)
            runs.total[i] = runs.ordinal[i] + 1;
        if (previous[i] != NOWHERE)
            runs.total[previous[i]] = runs.total[i];
    }
    free(previous);
    return runs;
}

/* Decides which rows stay for what goes wrong in or near them for the first time. */
static void keep_hazards(struct picture *picture) {
    for (size_t i = 0; i < picture->cell_count; i++) {
        const struct cell *cell = &picture->cells[i];
        if (cell->hazard == NOWHERE || picture_tells(picture, cell->hazard) != i)
            continue;
        for (size_t row = cell->row < AROUND ? 0 : cell->row - AROUND;
             row <= cell->row + AROUND && row < picture->row_count; row++)
            picture->hidden[row] = false;
    }
}

/* Finds how often an instruction that copies runs in one turn of the ring. */
static void find_turn(struct picture *picture, const struct runs *runs) {
    picture->turn = 1;
    for (size_t i = 0; i < picture->cell_count; i++) {
        const struct cell *cell = &picture->cells[i];
        const bool copies = picture->events[cell->first]->kind == PTXC_EVENT_COPY && cell->slot != NOWHERE;
        const size_t period = copies && runs->ordinal[i] == 0 ? period_of(picture, i) : 0;
        picture->turn = period > picture->turn ? period : picture->turn;
    }
}

void rows_hide(struct picture *picture) {
    struct runs runs = count_runs(picture);
    size_t from = 0, to = NOWHERE, most = 0;
    picture->hidden = memory_new(picture->row_count, sizeof(*picture->hidden));
    find_turn(picture, &runs);
    for (size_t i = 0; i < picture->cell_count; i++)
        most = runs.total[i] > most ? runs.total[i] : most;
    /* What runs as often as the innermost loop turns says where that is: not what is around it. */
    const size_t shown = 2 * picture->turn, least = most / 2 > shown + 1 ? most / 2 : shown + 2;
    for (size_t i = 0; i < picture->cell_count; i++)
        if (runs.total[i] >= least && runs.ordinal[i] + 1 == shown && picture->cells[i].row > from)
            from = picture->cells[i].row;
    for (size_t i = 0; i < picture->cell_count; i++) { /* a lane that is ready by then has nothing more to show */
        const size_t row = picture->cells[i].row;
        if (runs.total[i] >= least && runs.ordinal[i] + 1 == runs.total[i] && row > from && row < to)
            to = row;
    }
    if (to != NOWHERE && to > from + LEAST_HIDDEN)
        for (size_t row = from + 1; row < to; row++)
            picture->hidden[row] = true;
    keep_hazards(picture);
    free(runs.ordinal);
    free(runs.total);
}

size_t rows_turns(const struct picture *picture, size_t from, size_t to) {
    size_t most = 0, first = NOWHERE;
    for (size_t i = 0; i < picture->cell_count; i++) {
        size_t count = 0;
        if (picture->cells[i].row < from || picture->cells[i].row > to)
            continue;
        if (first == NOWHERE)
            first = i;
        else if (is_same(picture, &picture->cells[first], &picture->cells[i]))
            break; /* from here on it repeats */
        for (size_t j = i; j < picture->cell_count; j++)
            count += picture->cells[j].row >= from && picture->cells[j].row <= to &&
                     is_same(picture, &picture->cells[i], &picture->cells[j]);
        most = count > most ? count : most;
    }
    return most;
}
