/* The fields of tensor maps: see fields.h. */
#include "tensormap/fields.h"

#include <string.h>

#include "base/characters.h"

/* ---- numbers as a text spells them ---- */

/* Reads digits up to the end of the text; false where there are none, or too many. */
static bool read_digits(const char *text, size_t length, uint64_t base, uint64_t *value) {
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        const uint64_t digit = ptxc_digit_value(text[i]);
        if (digit >= base || *value > (UINT64_MAX - digit) / base)
            return false;
        *value = *value * base + digit;
    }
    return length > 0;
}

bool ptxc_tensormap_read_number(const char *text, size_t length, enum ptxc_tensormap_type type, uint64_t *bits) {
    static const uint64_t most[] = {[PTXC_MAP_U32] = UINT32_MAX,
                                    [PTXC_MAP_I32] = INT32_MAX,
                                    [PTXC_MAP_U64] = UINT64_MAX,
                                    [PTXC_MAP_ENUMERATOR] = UINT32_MAX};
    const bool negative = length > 0 && text[0] == '-';
    const char *digits = text + negative;
    size_t count = length - negative;
    const bool hexadecimal = count > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    uint64_t value;
    if (!read_digits(digits + (hexadecimal ? 2 : 0), count - (hexadecimal ? 2 : 0), hexadecimal ? 16 : 10, &value))
        return false;
    const uint64_t limit = !negative ? most[type] : type == PTXC_MAP_I32 ? (uint64_t)INT32_MAX + 1 : 0;
    *bits = negative ? ~value + 1 : value;
    return value <= limit;
}

/* ---- fields ---- */

#define U32 PTXC_MAP_U32
#define I32 PTXC_MAP_I32
#define U64 PTXC_MAP_U64
#define ENUMERATOR PTXC_MAP_ENUMERATOR
#define ONE PTXC_MAP_ONE
#define RANK PTXC_MAP_BY_RANK
#define STRIDES PTXC_MAP_BY_STRIDES
#define CORNER PTXC_MAP_BY_CORNER
#define TILED (1 << PTXC_TENSORMAP_TILED)
#define IM2COL (1 << PTXC_TENSORMAP_IM2COL)
#define WIDE (1 << PTXC_TENSORMAP_IM2COL_WIDE)
#define EVERY (TILED | IM2COL | WIDE)
#define MISSING PTXC_MAP_MISSING
#define UNKNOWN PTXC_MAP_UNKNOWN

const struct ptxc_tensormap_field_row ptxc_tensormap_fields[PTXC_MAP_FIELD_COUNT] = {
#define TENSORMAP_FIELD(enumerator, name, member, type, count, kinds, without, prefix) \
    [enumerator] = {name, offsetof(struct ptxc_tensormap, member), type, count, kinds, without, prefix},
#include "tensormap_fields.def"
};

const char *const ptxc_tensormap_functions[PTXC_MAP_KIND_COUNT] = {
#define TENSORMAP_KIND(enumerator, function) [enumerator] = function,
#include "tensormap_fields.def"
};

static const struct ptxc_tensormap_value_row values[] = {
#define TENSORMAP_VALUE(field, value, name, measure, shared) {field, value, name, measure, shared},
#include "tensormap_values.def"
};

static const struct {
    uint32_t rank;
    int32_t low, high;
} corner_limits[] = {
#define CORNER_LIMIT(rank, low, high) {rank, low, high},
#include "tensormap_values.def"
};

int ptxc_tensormap_field_find(const char *name, size_t length) {
    int field = 0;
    while (field < PTXC_MAP_FIELD_COUNT && !ptxc_is_spelled(name, length, ptxc_tensormap_fields[field].name))
        field++;
    return field;
}

const struct ptxc_tensormap_value_row *ptxc_tensormap_value_at(int field, size_t index) {
    for (size_t i = 0; i < PTXC_COUNT(values); i++)
        if ((int)values[i].field == field && index-- == 0)
            return &values[i];
    return NULL;
}

const struct ptxc_tensormap_value_row *ptxc_tensormap_value(int field, uint32_t value) {
    for (size_t i = 0; i < PTXC_COUNT(values); i++)
        if ((int)values[i].field == field && values[i].value == value)
            return &values[i];
    return NULL;
}

const struct ptxc_tensormap_value_row *ptxc_tensormap_value_find(int field, const char *name, size_t length) {
    const char *prefix = ptxc_tensormap_fields[field].prefix;
    const size_t skip = strlen(prefix);
    if (skip <= length && memcmp(name, prefix, skip) == 0) {
        name += skip;
        length -= skip;
    }
    for (size_t i = 0; i < PTXC_COUNT(values); i++)
        if ((int)values[i].field == field && ptxc_is_spelled(name, length, values[i].name))
            return &values[i];
    return NULL;
}

bool ptxc_tensormap_corner_limit(uint32_t rank, int64_t *low, int64_t *high) {
    for (size_t i = 0; i < PTXC_COUNT(corner_limits); i++)
        if (corner_limits[i].rank == rank) {
            *low = corner_limits[i].low;
            *high = corner_limits[i].high;
            return true;
        }
    return false;
}

bool ptxc_tensormap_has(const struct ptxc_tensormap *map, int field) {
    return ptxc_tensormap_fields[field].kinds >> map->kind & 1;
}

size_t ptxc_tensormap_wanted(int field, uint32_t rank) {
    static const uint8_t less[] = {[PTXC_MAP_BY_RANK] = 0, [PTXC_MAP_BY_STRIDES] = 1, [PTXC_MAP_BY_CORNER] = 2};
    const enum ptxc_tensormap_count count = ptxc_tensormap_fields[field].count;
    if (count == PTXC_MAP_ONE)
        return 1;
    return rank > less[count] ? rank - less[count] : 0;
}

size_t ptxc_tensormap_count(const struct ptxc_tensormap *map, int field) {
    const bool known = !(map->unknown[PTXC_TENSORMAP_RANK] & 1);
    const size_t wanted = ptxc_tensormap_wanted(field, known ? map->rank : 0);
    if (!ptxc_tensormap_has(map, field))
        return 0;
    return wanted < PTXC_TENSORMAP_MAX_RANK ? wanted : PTXC_TENSORMAP_MAX_RANK;
}

bool ptxc_tensormap_known(const struct ptxc_tensormap *map, int field, size_t index) {
    return index < ptxc_tensormap_count(map, field) && !(map->unknown[field] >> index & 1);
}

/* Returns the size of a number of the field in struct ptxc_tensormap. */
static size_t size_of(int field) {
    return ptxc_tensormap_fields[field].type == PTXC_MAP_U64 ? sizeof(uint64_t) : sizeof(uint32_t);
}

uint64_t ptxc_tensormap_bits(const struct ptxc_tensormap *map, int field, size_t index) {
    const char *at = (const char *)map + ptxc_tensormap_fields[field].offset + index * size_of(field);
    uint64_t wide;
    uint32_t narrow;
    if (ptxc_tensormap_fields[field].type == PTXC_MAP_U64) {
        memcpy(&wide, at, sizeof(wide));
        return wide;
    }
    memcpy(&narrow, at, sizeof(narrow));
    return ptxc_tensormap_fields[field].type == PTXC_MAP_I32 ? (uint64_t)(int64_t)(int32_t)narrow : narrow;
}

int64_t ptxc_tensormap_number(const struct ptxc_tensormap *map, int field, size_t index) {
    const uint64_t bits = ptxc_tensormap_bits(map, field, index);
    return ptxc_tensormap_fields[field].type == PTXC_MAP_U64 && bits > INT64_MAX ? INT64_MAX : (int64_t)bits;
}

void ptxc_tensormap_set_number(struct ptxc_tensormap *map, int field, size_t index, uint64_t bits) {
    char *at = (char *)map + ptxc_tensormap_fields[field].offset + index * size_of(field);
    const uint32_t narrow = (uint32_t)bits;
    if (ptxc_tensormap_fields[field].type == PTXC_MAP_U64)
        memcpy(at, &bits, sizeof(bits));
    else
        memcpy(at, &narrow, sizeof(narrow));
}

const char *ptxc_tensormap_field_name(enum ptxc_tensormap_field field) {
    return (size_t)field < PTXC_MAP_FIELD_COUNT ? ptxc_tensormap_fields[field].name : NULL;
}

const char *ptxc_tensormap_value_name(enum ptxc_tensormap_field field, uint32_t value) {
    const struct ptxc_tensormap_value_row *row = ptxc_tensormap_value((int)field, value);
    return row ? row->name : NULL;
}
