/* The passes over the banks of shared memory that the access of a warp needs. */
#include "ptxcheck/swizzle.h"

#include <string.h>

enum { WORD = 4, GROUP = 128, WORDS = GROUP / WORD, LANES = 32 }; /* a group of lanes takes up to 128 bytes at a time */

/* The different words that a group of lanes accesses. */
struct group {
    uint32_t words[WORDS];
    size_t count;
};

/* Adds a word, unless it is there. */
static void add_word(struct group *group, uint32_t word) {
    for (size_t i = 0; i < group->count; i++)
        if (group->words[i] == word)
            return;
    group->words[group->count++] = word;
}

/* Gives how many words the bank with most of them has, and adds the words of each bank to `words`. */
static uint32_t passes_of(const struct group *group, uint32_t words[PTXC_BANKS]) {
    uint32_t counts[PTXC_BANKS] = {0}, most = 0;
    for (size_t i = 0; i < group->count; i++) {
        const uint32_t bank = group->words[i] % PTXC_BANKS;
        counts[bank]++;
        words[bank]++;
        most = counts[bank] > most ? counts[bank] : most;
    }
    return most;
}

/* Decides whether an access can have this width. */
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
        struct group group = {.count = 0};
        for (size_t lane = first; lane < count && lane < first + together; lane++)
            for (uint32_t byte = 0; byte < width; byte += WORD)
                add_word(&group, (addresses[lane] + byte) / WORD);
        passes += passes_of(&group, words);
    }
    return passes;
}
