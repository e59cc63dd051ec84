/* The rows of tensormap_fields.def and tensormap_values.def, and the numbers of a tensor map by field. */
#ifndef PTXC_TENSORMAP_FIELDS_H
#define PTXC_TENSORMAP_FIELDS_H

#include "ptxcheck/tensormap.h"
#include "tables/tables.h"

enum {
    PTXC_MAP_KIND_COUNT = 0
#define TENSORMAP_KIND(enumerator, function) +1
#include "tensormap_fields.def"
};

enum {
    PTXC_MAP_FIELD_COUNT = 0
#define TENSORMAP_FIELD(enumerator, name, member, type, count, kinds, without, prefix) +1
#include "tensormap_fields.def"
};

_Static_assert((int)PTXC_MAP_FIELD_COUNT <= (int)PTXC_TENSORMAP_MAX_FIELDS, "each field has its own `unknown`");

enum ptxc_tensormap_type { PTXC_MAP_U32, PTXC_MAP_I32, PTXC_MAP_U64, PTXC_MAP_ENUMERATOR };

/* How many numbers a field has. */
enum ptxc_tensormap_count { PTXC_MAP_ONE, PTXC_MAP_BY_RANK, PTXC_MAP_BY_STRIDES, PTXC_MAP_BY_CORNER };

/* What a field that a document leaves out stands for, where that is no number. */
enum { PTXC_MAP_MISSING = -1, PTXC_MAP_UNKNOWN = -2 };

struct ptxc_tensormap_field_row {
    const char *name;
    uint16_t offset; /* in struct ptxc_tensormap */
    enum ptxc_tensormap_type type;
    enum ptxc_tensormap_count count;
    uint8_t kinds; /* bit per ptxc_tensormap_kind */
    int8_t without;
    const char *prefix;
};

struct ptxc_tensormap_value_row {
    enum ptxc_tensormap_field field;
    uint32_t value;
    const char *name;
    uint16_t measure, shared; /* see tensormap_values.def */
};

extern const struct ptxc_tensormap_field_row ptxc_tensormap_fields[PTXC_MAP_FIELD_COUNT];
extern const char *const ptxc_tensormap_functions[PTXC_MAP_KIND_COUNT]; /* their names in cuda.h */

/* Returns the field of this name, or PTXC_MAP_FIELD_COUNT. */
int ptxc_tensormap_field_find(const char *name, size_t length);

/* Returns the row of an enumerator of the field, by its value or its name, with the prefix of the field or without it;
 * or NULL.
 */
const struct ptxc_tensormap_value_row *ptxc_tensormap_value(int field, uint32_t value);
const struct ptxc_tensormap_value_row *ptxc_tensormap_value_find(int field, const char *name, size_t length);

/* Returns the enumerator at this place among those of the field, or NULL after the last. */
const struct ptxc_tensormap_value_row *ptxc_tensormap_value_at(int field, size_t index);

/* The range of the corners for this rank; false where it has none. */
bool ptxc_tensormap_corner_limit(uint32_t rank, int64_t *low, int64_t *high);

/* Whether the function that encodes the map has the field. */
bool ptxc_tensormap_has(const struct ptxc_tensormap *map, int field);

/* Returns how many numbers of a field count for this rank, as the functions of CUDA read them. */
size_t ptxc_tensormap_wanted(int field, uint32_t rank);

/* Returns how many of them the map holds, and are looked at: 0 where the rank is not known. */
size_t ptxc_tensormap_count(const struct ptxc_tensormap *map, int field);

/* Whether the map has the field, and this number of it is known. */
bool ptxc_tensormap_known(const struct ptxc_tensormap *map, int field, size_t index);

/* Returns a number of a field: its bits, and its value where that is no more than INT64_MAX, or that. */
uint64_t ptxc_tensormap_bits(const struct ptxc_tensormap *map, int field, size_t index);
int64_t ptxc_tensormap_number(const struct ptxc_tensormap *map, int field, size_t index);

/* Sets a number of a field to the low bits of `bits`. */
void ptxc_tensormap_set_number(struct ptxc_tensormap *map, int field, size_t index, uint64_t bits);

/* Reads a whole number, "12", "-3" or "0x7f00", as one of this type; false for any other text, and where it is out of
 * range. A negative one is given as its bits. */
bool ptxc_tensormap_read_number(const char *text, size_t length, enum ptxc_tensormap_type type, uint64_t *bits);

#endif
