/* State spaces: see spaces.h. */
#include "tables/spaces.h"

#include "base/characters.h"

const struct ptxc_space_row ptxc_spaces[PTXC_SPACE_COUNT] = {
#define SPACE(enumerator, value, spelling, address) [enumerator] = {spelling, address},
#include "spaces.def"
};

static const uint8_t spaces_of_qualifiers[PTXC_Q_COUNT] = {
#define SPACE_OF(qualifier, space) [qualifier] = space,
#include "spaces.def"
};

#define FIRST true
#define INSIDE false
static const struct {
    const char *word;
    enum ptxc_space space;
    bool first; /* a declaration can begin with it */
} words[] = {
#define DECLARES(word, space, place) {word, space, place},
#include "spaces.def"
};

enum ptxc_space ptxc_qualifier_space(enum ptxc_qualifier qualifier) {
    return (unsigned)qualifier < PTXC_Q_COUNT ? (enum ptxc_space)spaces_of_qualifiers[qualifier] : PTXC_SPACE_NONE;
}

bool ptxc_slot_is_space(enum ptxc_slot slot) {
    return slot == PTXC_SLOT_DESTINATION || slot == ptxc_slots[PTXC_SLOT_DESTINATION].second;
}

enum ptxc_space ptxc_space_declared(const char *word, size_t length, bool first) {
    for (int i = PTXC_SPACE_NONE + 1; i < PTXC_SPACE_COUNT; i++)
        if (ptxc_is_spelled(word, length, ptxc_spaces[i].spelling))
            return (enum ptxc_space)i;
    for (size_t i = 0; i < PTXC_COUNT(words); i++)
        if ((words[i].first || !first) && ptxc_is_spelled(word, length, words[i].word))
            return words[i].space;
    return PTXC_SPACE_NONE;
}

unsigned ptxc_spaces_narrowest(void) {
    unsigned narrowest = ptxc_spaces[PTXC_SPACE_NONE].address;
    for (int i = 0; i < PTXC_SPACE_COUNT; i++)
        if (ptxc_spaces[i].address && ptxc_spaces[i].address < narrowest)
            narrowest = ptxc_spaces[i].address;
    return narrowest;
}
