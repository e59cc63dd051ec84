/* State spaces: see spaces.h. */
#include "tables/spaces.h"

#include <string.h>

#include "tables/index.h"

const struct ptxc_space_row ptxc_spaces[PTXC_SPACE_COUNT] = {
#define SPACE(enumerator, value, spelling, address) [enumerator] = {spelling, address},
#include "spaces.def"
};

#define OWN 0
#define CLUSTER 1
static const struct {
    uint8_t space, reach;
} spaces_of_qualifiers[PTXC_Q_COUNT] = {
#define SPACE_OF(qualifier, space, reach) [qualifier] = {space, reach},
#include "spaces.def"
};

static const struct {
    const char *word;
    enum ptxc_space space;
    uint8_t length; /* of the word */
} words[] = {
#define SPACE(enumerator, value, spelling, address) [enumerator] = {spelling, enumerator, sizeof(spelling) - 1},
#include "spaces.def"
#define DECLARES(word, space) {word, space, sizeof(word) - 1},
#include "spaces.def"
};

enum ptxc_space ptxc_qualifier_space(enum ptxc_qualifier qualifier) {
    return (unsigned)qualifier < PTXC_Q_COUNT ? (enum ptxc_space)spaces_of_qualifiers[qualifier].space
                                              : PTXC_SPACE_NONE;
}

bool ptxc_space_within(enum ptxc_qualifier qualifier, enum ptxc_qualifier other) {
    return ptxc_qualifier_space(qualifier) == ptxc_qualifier_space(other) &&
           spaces_of_qualifiers[qualifier].reach <= spaces_of_qualifiers[other].reach;
}

bool ptxc_slot_is_space(enum ptxc_slot slot) {
    return slot == PTXC_SLOT_DESTINATION || slot == ptxc_slots[PTXC_SLOT_DESTINATION].second;
}

enum ptxc_space ptxc_space_declared(const char *word, size_t length) {
    for (unsigned at = ptxc_word_bucket(word, length);; at = (at + 1) % PTXC_WORD_BUCKETS) {
        const uint8_t found = ptxc_space_buckets[at];
        if (found == PTXC_SPACE_NONE)
            return PTXC_SPACE_NONE;
        if (words[found].length == length && memcmp(word, words[found].word, length) == 0)
            return words[found].space;
    }
}

unsigned ptxc_spaces_narrowest(void) {
    unsigned narrowest = ptxc_spaces[PTXC_SPACE_NONE].address;
    for (int i = 0; i < PTXC_SPACE_COUNT; i++)
        if (ptxc_spaces[i].address && ptxc_spaces[i].address < narrowest)
            narrowest = ptxc_spaces[i].address;
    return narrowest;
}
