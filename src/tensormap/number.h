/* The numbers of a tensor map as a text spells them. */
#ifndef PTXC_TENSORMAP_NUMBER_H
#define PTXC_TENSORMAP_NUMBER_H

#include "tensormap/fields.h"

/* Reads a whole number, "12", "-3" or "0x7f00", as one of this type; false for any other text, and where it is out of
 * range. A negative one is given as its bits. */
bool ptxc_map_number_read(const char *text, size_t length, enum ptxc_map_type type, uint64_t *bits);

#endif
