/* Where the bytes of a tensor copy lie, from the rows of swizzles.def, and the passes over the banks of an access. */
#include "ptxcheck/swizzle.h"

#include <string.h>

#include "tables/tables.h"

struct swizzle_row {
    const char *name;
    enum ptxc_swizzle swizzle;
    uint32_t span, mask, shift, flip;
    int measured;
};

enum { STATED, MEASURED };

static const struct swizzle_row rows[] = {
#define SWIZZLE(enumerator, value, name, span, mask, shift, flip, origin) \
    {name, enumerator, span, mask, shift, flip, origin},
#include "swizzles.def"
};

enum { LINE_BIT = 7, CHUNK = 16, LINE = 128 }; /* bit 7 of an address is that of the line of 128 bytes */

/* Gives the row of a mode; NULL for what is none. */
static const struct swizzle_row *row_of(enum ptxc_swizzle swizzle) {
    for (size_t i = 0; i < PTXC_COUNT(rows); i++)
        if (rows[i].swizzle == swizzle)
            return &rows[i];
    return NULL;
}

/* Gives how far below bit 7 the bit of a flip lies. */
static uint32_t flip_shift(const struct swizzle_row *row) {
    uint32_t shift = 0;
    while (row->flip && (row->flip << shift) < 1u << LINE_BIT)
        shift++;
    return shift;
}

uint32_t ptxc_swizzle_offset(enum ptxc_swizzle swizzle, uint32_t address) {
    const struct swizzle_row *row = row_of(swizzle);
    if (!row)
        return address;
    return address ^ ((address >> row->shift) & row->mask) ^ ((address >> flip_shift(row)) & row->flip);
}

uint32_t ptxc_swizzle_pitch(enum ptxc_swizzle swizzle, uint32_t inner) {
    const struct swizzle_row *row = row_of(swizzle);
    return row && row->span > 0 ? row->span : inner;
}

uint32_t ptxc_swizzle_span(enum ptxc_swizzle swizzle) {
    const struct swizzle_row *row = row_of(swizzle);
    return row ? row->span : 0;
}

uint32_t ptxc_swizzle_repeat(enum ptxc_swizzle swizzle) {
    const struct swizzle_row *row = row_of(swizzle);
    uint32_t repeat = CHUNK;
    if (!row)
        return 0;
    while (repeat <= row->mask << row->shift)
        repeat *= 2;
    return repeat;
}

uint32_t ptxc_swizzle_atom(enum ptxc_swizzle swizzle) {
    const struct swizzle_row *row = row_of(swizzle);
    if (!row)
        return 0;
    const uint32_t bits = row->mask | row->flip;
    return bits ? bits & -bits : LINE;
}

int ptxc_swizzle_measured(enum ptxc_swizzle swizzle) {
    const struct swizzle_row *row = row_of(swizzle);
    return row && row->measured;
}

const char *ptxc_swizzle_name(enum ptxc_swizzle swizzle) {
    const struct swizzle_row *row = row_of(swizzle);
    return row ? row->name : NULL;
}

enum ptxc_swizzle ptxc_swizzle_from_name(const char *name) {
    for (size_t i = 0; name && i < PTXC_COUNT(rows); i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].swizzle;
    return PTXC_SWIZZLE_UNKNOWN;
}
