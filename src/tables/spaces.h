/* State spaces: the rows of spaces.def, and look-ups by word and by qualifier. */
#ifndef PTXC_TABLES_SPACES_H
#define PTXC_TABLES_SPACES_H

#include "tables/tables.h"

enum {
    PTXC_SPACE_COUNT = 0
#define SPACE(enumerator, value, spelling, address) +1
#include "spaces.def"
};

struct ptxc_space_row {
    const char *spelling;
    uint8_t address; /* bits; 0: nothing there has an address */
};

extern const struct ptxc_space_row ptxc_spaces[PTXC_SPACE_COUNT];

/* The space that the qualifier names, or PTXC_SPACE_NONE. */
enum ptxc_space ptxc_qualifier_space(enum ptxc_qualifier qualifier);

/* Whether every address in the space of one qualifier means the same in that of the other. */
bool ptxc_space_within(enum ptxc_qualifier qualifier, enum ptxc_qualifier other);

/* Whether the slot is one of those that state spaces fill: the destination and the source. */
bool ptxc_slot_is_space(enum ptxc_slot slot);

/* The space in which the word declares names, or PTXC_SPACE_NONE. */
enum ptxc_space ptxc_space_declared(const char *word, size_t length);

/* The bits of the narrowest address. */
unsigned ptxc_spaces_narrowest(void);

#endif
