/* The granules of shared memory: their words and bytes, and who read them last. */
#ifndef PTXC_AUTOMATA_GRANULES_H
#define PTXC_AUTOMATA_GRANULES_H

#include "analysis/automata/machine.h"

enum { PTXC_ALL_WORDS = 0xf, PTXC_ALL_BYTES = 0xffff };

/* Clears the shared memory of a CTA up to an address, which is about to be touched, as far as it has not been. */
void ptxc_cta_clear(struct ptxc_cta *cta, uint32_t end);
static inline void ptxc_cta_prepare(struct ptxc_cta *cta, uint32_t end) {
    if (end > cta->cleared)
        ptxc_cta_clear(cta, end);
}

/* Returns the bytes of granule `index` that a piece has, a bit each. */
static inline uint16_t ptxc_bytes_in(const struct ptxc_shared_range *piece, uint32_t index) {
    const uint32_t begin = index * PTXC_GRANULE, end = begin + PTXC_GRANULE;
    uint32_t bytes = PTXC_ALL_BYTES;
    if (piece->address > begin)
        bytes &= (uint32_t)PTXC_ALL_BYTES << (piece->address - begin);
    if (piece->address + piece->bytes < end)
        bytes &= (uint32_t)PTXC_ALL_BYTES >> (end - piece->address - piece->bytes);
    return (uint16_t)bytes;
}

/* Returns those of them that one word has. */
static inline uint8_t ptxc_bytes_of_word(uint16_t bytes, uint32_t word) {
    return (uint8_t)(bytes >> word * PTXC_WORD & 0xf);
}

/* Returns the words that have any of these bytes, or all of theirs. */
static inline uint8_t ptxc_words_with(uint16_t bytes) {
    uint8_t words = bytes == PTXC_ALL_BYTES ? PTXC_ALL_WORDS : 0;
    for (uint32_t i = 0; i < PTXC_WORDS && words != PTXC_ALL_WORDS; i++)
        words |= (uint8_t)((ptxc_bytes_of_word(bytes, i) != 0) << i);
    return words;
}
static inline uint8_t ptxc_whole_words(uint16_t bytes) {
    return (uint8_t)(PTXC_ALL_WORDS & ~ptxc_words_with((uint16_t)~bytes));
}

/* Returns the last read of any of these words of a granule by a warp; NULL: there was none. */
static inline const struct ptxc_last_read *
ptxc_last_read(const struct ptxc_machine *machine, const struct ptxc_granule *granule, uint8_t words, uint32_t warp) {
    const struct ptxc_last_read *last = granule->readers ? &granule->readers[warp] : NULL;
    for (uint32_t i = 0; granule->word_readers && i < PTXC_WORDS; i++) {
        const struct ptxc_last_read *word = &granule->word_readers[i * machine->warp_count + warp];
        if ((words >> i & 1) && (!last || word->clock > last->clock))
            last = word;
    }
    return last && last->clock ? last : NULL;
}

/* Returns the last read of any of these words by another warp that this one does not know of; NULL: there was none. */
static inline const struct ptxc_last_read *ptxc_unknown_read(const struct ptxc_machine *machine,
                                                             const struct ptxc_warp *warp,
                                                             const struct ptxc_granule *granule, uint8_t words) {
    const uint32_t first = granule->several ? 0 : granule->read_warp;
    const uint32_t end = granule->several ? machine->warp_count : first + 1;
    for (uint32_t i = first; granule->readers && !granule->word_readers && i < end; i++)
        if (granule->readers[i].clock > warp->clock.clocks[i] && i != warp->number)
            return &granule->readers[i];
    for (uint32_t i = first; granule->word_readers && i < end; i++) {
        const struct ptxc_last_read *last = ptxc_last_read(machine, granule, words, i);
        if (last && last->clock > warp->clock.clocks[i] && i != warp->number)
            return last;
    }
    return NULL;
}

/* Keeps where a warp reads now what it has in a row. Returns whether it had not at this time. */
static inline bool ptxc_last_read_note(struct ptxc_last_read *last, uint32_t now,
                                       const struct ptxc_shared_access *access) {
    if (last->clock == now)
        return false;
    *last = (struct ptxc_last_read){now, access->step, access->iteration};
    return true;
}

/* Keeps that a copy reads a granule, beside the last one of another warpgroup: each tells of its own alone. */
static inline void ptxc_granule_note_source(const struct ptxc_machine *machine, struct ptxc_granule *granule,
                                            uint32_t copy) {
    const struct ptxc_warp *now = &machine->warps[machine->copies[copy].warp];
    const struct ptxc_warp *before = granule->out ? &machine->warps[machine->copies[granule->out - 1].warp] : now;
    if (before->cta != now->cta || before->index / PTXC_WARPS_OF_GROUP != now->index / PTXC_WARPS_OF_GROUP)
        granule->other_out = granule->out;
    granule->out = copy + 1;
    granule->sent = true;
}

#endif
