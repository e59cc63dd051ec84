/* Descriptors of matrices in shared memory: the rows of descriptors.def, and what takes one apart and puts one
 * together.
 */
#include "tables/descriptor.h"

#include <string.h>

#include "base/sized.h"
#include "tables/tables.h"

static const struct {
    enum ptxc_descriptor_kind kind;
    const char *name, *section;
} kinds[] = {
#define DESCRIPTOR(enumerator, value, name, section) {enumerator, name, section},
#include "descriptors.def"
};

struct field_row {
    enum ptxc_descriptor_kind kind;
    uint32_t low, bits, scale;
    size_t member; /* offset in struct ptxc_descriptor */
    const char *name, *words;
};

static const struct field_row fields[] = {
#define FIELD(descriptor, member, low, bits, scale, name, words) \
    {descriptor, low, bits, scale, offsetof(struct ptxc_descriptor, member), name, words},
#include "descriptors.def"
};

static const struct ptxc_descriptor_fixed fixed_bits[] = {
#define FIXED(descriptor, low, bits, number) {descriptor, low, bits, number},
#include "descriptors.def"
};

static const struct {
    enum ptxc_descriptor_kind kind;
    uint32_t number;
    enum ptxc_swizzle swizzle;
} codes[] = {
#define CODE(descriptor, number, swizzle) {descriptor, number, swizzle},
#include "descriptors.def"
};

uint64_t ptxc_descriptor_mask(uint32_t low, uint32_t bits) {
    return ((UINT64_C(1) << bits) - 1) << low;
}

const char *ptxc_descriptor_name(enum ptxc_descriptor_kind kind) {
    for (size_t i = 0; i < PTXC_COUNT(kinds); i++)
        if (kinds[i].kind == kind)
            return kinds[i].name;
    return NULL;
}

const char *ptxc_descriptor_section(enum ptxc_descriptor_kind kind) {
    for (size_t i = 0; i < PTXC_COUNT(kinds); i++)
        if (kinds[i].kind == kind)
            return kinds[i].section;
    return NULL;
}

enum ptxc_descriptor_kind ptxc_descriptor_from_name(const char *name) {
    for (size_t i = 0; name && i < PTXC_COUNT(kinds); i++)
        if (strcmp(kinds[i].name, name) == 0)
            return kinds[i].kind;
    return PTXC_DESCRIPTOR_NONE;
}

bool ptxc_descriptor_fixed_get(enum ptxc_descriptor_kind kind, size_t index, struct ptxc_descriptor_fixed *fixed) {
    for (size_t i = 0; i < PTXC_COUNT(fixed_bits); i++) {
        if (fixed_bits[i].kind != kind || index-- > 0)
            continue;
        *fixed = fixed_bits[i];
        return true;
    }
    return false;
}

/* Returns field `index` of the kind; NULL after the last. */
static const struct field_row *field_of(enum ptxc_descriptor_kind kind, size_t index) {
    for (size_t i = 0; i < PTXC_COUNT(fields); i++)
        if (fields[i].kind == kind && index-- == 0)
            return &fields[i];
    return NULL;
}

int ptxc_descriptor_field_get(enum ptxc_descriptor_kind kind, size_t index, struct ptxc_descriptor_field *field) {
    const struct field_row *row = field_of(kind, index);
    struct ptxc_descriptor_field known;
    if (!row || !field)
        return 0;
    memset(&known, 0, sizeof(known)); /* the bytes after its last member, too */
    known.name = row->name;
    known.words = row->words;
    known.low = row->low;
    known.bits = row->bits;
    known.scale = row->scale;
    return ptxc_sized_write(field, &known, sizeof(known));
}

bool ptxc_descriptor_field_find(enum ptxc_descriptor_kind kind, const char *name, struct ptxc_descriptor_field *field) {
    *field = (struct ptxc_descriptor_field){.size = sizeof(*field)};
    for (size_t i = 0; ptxc_descriptor_field_get(kind, i, field); i++)
        if (strcmp(field->name, name) == 0)
            return true;
    return false;
}

/* Returns the bits of all fields of the kind; `fixed` becomes the bits that the ISA wants in the others. */
static uint64_t bits_of(enum ptxc_descriptor_kind kind, uint64_t *fixed) {
    struct ptxc_descriptor_fixed row;
    const struct field_row *field;
    uint64_t bits = 0;
    *fixed = 0;
    for (size_t i = 0; ptxc_descriptor_fixed_get(kind, i, &row); i++)
        *fixed |= row.number << row.low;
    for (size_t i = 0; (field = field_of(kind, i)); i++)
        bits |= ptxc_descriptor_mask(field->low, field->bits);
    return bits;
}

/* The member of the structure that holds a field. */
static uint32_t *member_of(struct ptxc_descriptor *descriptor, const struct field_row *row) {
    return (uint32_t *)(void *)((char *)descriptor + row->member);
}

/* Returns the mode that this number stands for. */
static enum ptxc_swizzle swizzle_of(enum ptxc_descriptor_kind kind, uint32_t number) {
    for (size_t i = 0; i < PTXC_COUNT(codes); i++)
        if (codes[i].kind == kind && codes[i].number == number)
            return codes[i].swizzle;
    return PTXC_SWIZZLE_UNKNOWN;
}

/* Finds the number for the mode of the descriptor; false where the kind has none. An unknown mode keeps its number. */
static bool find_code(struct ptxc_descriptor *descriptor) {
    for (size_t i = 0; i < PTXC_COUNT(codes); i++)
        if (codes[i].kind == descriptor->kind && codes[i].swizzle == descriptor->swizzle) {
            descriptor->code = codes[i].number;
            return true;
        }
    return descriptor->swizzle == PTXC_SWIZZLE_UNKNOWN;
}

enum ptxc_descriptor_kind ptxc_descriptor_guess(uint64_t value) {
    struct ptxc_descriptor_fixed row;
    if (!ptxc_descriptor_fixed_get(PTXC_DESCRIPTOR_TCGEN05, 0, &row))
        return PTXC_DESCRIPTOR_NONE;
    const uint64_t number = (value & ptxc_descriptor_mask(row.low, row.bits)) >> row.low;
    if (number == row.number)
        return PTXC_DESCRIPTOR_TCGEN05;
    return number == 0 ? PTXC_DESCRIPTOR_WGMMA : PTXC_DESCRIPTOR_NONE;
}

enum ptxc_status ptxc_descriptor_decode(uint64_t value, enum ptxc_descriptor_kind kind,
                                        struct ptxc_descriptor *descriptor) {
    const struct field_row *row;
    uint64_t fixed;
    if (!ptxc_descriptor_name(kind) || !descriptor)
        return PTXC_BAD_ARGUMENT;
    const uint64_t bits = bits_of(kind, &fixed);
    *descriptor = (struct ptxc_descriptor){.kind = kind, .other = (value ^ fixed) & ~bits};
    for (size_t i = 0; (row = field_of(kind, i)); i++) {
        const uint64_t number = (value & ptxc_descriptor_mask(row->low, row->bits)) >> row->low;
        *member_of(descriptor, row) = (uint32_t)number * row->scale;
    }
    descriptor->swizzle = swizzle_of(kind, descriptor->code);
    return PTXC_OK;
}

enum ptxc_status ptxc_descriptor_encode(const struct ptxc_descriptor *descriptor, uint64_t *value) {
    struct ptxc_descriptor parts;
    const struct field_row *row;
    uint64_t fixed, made;
    if (!descriptor || !value || !ptxc_descriptor_name(descriptor->kind))
        return PTXC_BAD_ARGUMENT;
    parts = *descriptor;
    const uint64_t bits = bits_of(parts.kind, &fixed);
    made = fixed ^ parts.other;
    bool fits = find_code(&parts) && !(parts.other & bits);
    for (size_t i = 0; (row = field_of(parts.kind, i)); i++) {
        uint32_t *member = member_of(&parts, row);
        fits &= *member % row->scale == 0 && *member / row->scale < UINT64_C(1) << row->bits;
        made |= (uint64_t)(*member / row->scale) << row->low;
        *member = 0;
    }
    if (!fits || parts.absolute) /* of a kind that has no such field */
        return PTXC_BAD_ARGUMENT;
    *value = made;
    return PTXC_OK;
}
