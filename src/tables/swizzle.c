/* Where the bytes of a tensor copy lie, from the rows of swizzles.def, and the passes over the banks of an access. */
#include <string.h>

#include "ptxcheck/swizzle.h"
#include "tables/tables.h"

/* ---- passes over the banks ---- */

enum { WORD = 4, GROUP = 128, WORDS = GROUP / WORD, LANES = 32 }; /* a group of lanes takes up to 128 bytes at a time */

/* The different words that a group of lanes accesses. */
struct word_group {
    uint32_t words[WORDS];
    size_t count;
};

/* Adds a word, unless it is there. */
static void add_word(struct word_group *group, uint32_t word) {
    for (size_t i = 0; i < group->count; i++)
        if (group->words[i] == word)
            return;
    group->words[group->count++] = word;
}

/* Returns how many words the bank with most of them has, and adds the words of each bank to `words`. */
static uint32_t passes_of(const struct word_group *group, uint32_t words[PTXC_BANKS]) {
    uint32_t counts[PTXC_BANKS] = {0}, most = 0;
    for (size_t i = 0; i < group->count; i++) {
        const uint32_t bank = group->words[i] % PTXC_BANKS;
        counts[bank]++;
        words[bank]++;
        most = counts[bank] > most ? counts[bank] : most;
    }
    return most;
}

/* Whether an access can have this width. */
static int is_width(uint32_t width) {
    return width == 1 || width == 2 || width == 4 || width == 8 || width == 16;
}

uint32_t ptxc_bank_passes(const uint32_t *addresses, size_t count, uint32_t width, uint32_t words[PTXC_BANKS]) {
    uint32_t unwanted[PTXC_BANKS], passes = 0;
    if (!addresses || count > LANES || !is_width(width))
        return 0;
    if (!words)
        words = unwanted;
    memset(words, 0, sizeof(unwanted));
    const size_t together = width > WORD ? GROUP / width : LANES;
    for (size_t first = 0; first < count; first += together) {
        struct word_group group = {.count = 0};
        for (size_t lane = first; lane < count && lane < first + together; lane++)
            for (uint32_t byte = 0; byte < width; byte += WORD)
                add_word(&group, (addresses[lane] + byte) / WORD);
        passes += passes_of(&group, words);
    }
    return passes;
}

/* ---- where a swizzle moves bytes ---- */

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

/* Returns the row of a mode; NULL for what is none. */
static const struct swizzle_row *row_of(enum ptxc_swizzle swizzle) {
    for (size_t i = 0; i < PTXC_COUNT(rows); i++)
        if (rows[i].swizzle == swizzle)
            return &rows[i];
    return NULL;
}

/* Returns how far below bit 7 the bit of a flip lies. */
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
