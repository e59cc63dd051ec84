/* Look-ups in the rows of the grammar tables: see tables.h. Nothing here changes at run time. */
#include "tables/tables.h"

#include <string.h>

#include "base/characters.h"
#include "tables/index.h"

enum ptxc_qualifier ptxc_qualifier_find(const char *text, size_t length) {
    for (unsigned at = ptxc_qualifier_bucket(text, length);; at = (at + 1) % PTXC_Q_BUCKETS) {
        const uint8_t found = ptxc_qualifier_buckets[at];
        if (found == PTXC_Q_NONE ||
            (ptxc_qualifiers[found].length == length && memcmp(text, ptxc_qualifiers[found].spelling, length) == 0))
            return (enum ptxc_qualifier)found;
    }
}

bool ptxc_type_is_integer(enum ptxc_type type) {
    enum ptxc_type_kind kind = ptxc_types[type].kind;
    return kind == PTXC_KIND_UNTYPED || kind == PTXC_KIND_SIGNED || kind == PTXC_KIND_UNSIGNED;
}

enum ptxc_type ptxc_type_untyped(enum ptxc_type type) {
    for (int i = 1; i < PTXC_TYPE_COUNT; i++)
        if (ptxc_types[i].kind == PTXC_KIND_UNTYPED && ptxc_types[i].width == ptxc_types[type].width)
            return (enum ptxc_type)i;
    return type;
}

uint64_t ptxc_types_compatible(enum ptxc_type wanted, bool offset) {
    return ptxc_types_with[wanted][offset];
}

uint64_t ptxc_types_taken(uint64_t registers, enum ptxc_type wanted, bool offset) {
    const uint64_t left_out = registers & PTXC_TYPES_NO_FLOATS ? ptxc_types_floating : 0;
    const uint64_t wider = registers & PTXC_TYPES_WIDER ? ptxc_types_wider[wanted] : 0;
    return (ptxc_types_compatible(wanted, offset) & ~left_out) | wider;
}

enum ptxc_type ptxc_type_find(const char *text, size_t length) {
    for (unsigned at = ptxc_word_bucket(text, length);; at = (at + 1) % PTXC_WORD_BUCKETS) {
        const uint8_t found = ptxc_type_buckets[at];
        if (found == PTXC_TYPE_NONE ||
            (ptxc_types[found].length == length && memcmp(text, ptxc_types[found].spelling, length) == 0))
            return (enum ptxc_type)found;
    }
}

enum ptxc_target ptxc_target_find(const char *text, size_t length) {
    for (unsigned at = ptxc_target_bucket(text, length);; at = (at + 1) % PTXC_TARGET_BUCKETS) {
        const uint8_t found = ptxc_target_buckets[at];
        if (found == PTXC_TARGET_NONE ||
            (ptxc_targets[found].length == length && memcmp(text, ptxc_targets[found].name, length) == 0))
            return (enum ptxc_target)found;
    }
}

/* Whether the text is a numbered special register of this row: its name and a number in range, no leading zeros. */
static bool numbered(const struct ptxc_special_row *row, const char *text, size_t length) {
    size_t stem = row->length;
    if (length <= stem || length > stem + 2 || memcmp(text, row->name, stem) != 0)
        return false;
    unsigned number = 0;
    for (size_t i = stem; i < length; i++) {
        if (text[i] < '0' || text[i] > '9' || (text[i] == '0' && i == stem && length > stem + 1))
            return false;
        number = number * 10 + (unsigned)(text[i] - '0');
    }
    return number < row->numbers;
}

const struct ptxc_special_row *ptxc_special_find(const char *text, size_t length) {
    const unsigned letter = length > 2 ? (unsigned char)text[1] : PTXC_ASCII; /* all begin with a % */
    if (letter >= PTXC_ASCII)
        return NULL;
    for (size_t i = ptxc_specials_begin[letter]; i < ptxc_specials_begin[letter + 1]; i++) {
        const struct ptxc_special_row *row = &ptxc_specials[ptxc_specials_sorted[i]];
        if (row->numbers ? numbered(row, text, length) : row->length == length && memcmp(text, row->name, length) == 0)
            return row;
    }
    return NULL;
}

const struct ptxc_special_row *ptxc_special_of(const struct ptxc_value *value) {
    const uint32_t component = value->flags & PTXC_FLAG_COMPONENT ? 2 : 0; /* .x */
    return value->name_length < component ? NULL : ptxc_special_find(value->name, value->name_length - component);
}

uint32_t ptxc_special_index(const struct ptxc_special_row *row) {
    return (uint32_t)(row - ptxc_specials);
}

bool ptxc_special_named(uint32_t index, const char *name) {
    return index < ptxc_special_count && strcmp(ptxc_specials[index].name, name) == 0;
}

/* Whether the character continues a mnemonic. Digits do not: "cp.async.wait_group1;" assembles (measured on ptxas
 * 13.0). */
static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

/* The mnemonics in the order of the table, and for each first letter the range of rows that begin with it. Most
 * statements of a module begin with another letter, and are passed over after this look-up. */
static const uint8_t mnemonics[] = {
#define OPCODE(enumerator, value, mnemonic, section, effect, reductions) enumerator,
#include "opcodes.def"
};
enum {
#define OPCODE(enumerator, value, mnemonic, section, effect, reductions) PLACE_##enumerator,
#include "opcodes.def"
};
static const struct {
    uint8_t first, end;
} letters[128] = {
#define LETTER(letter, first, last) [letter] = {PLACE_##first, PLACE_##last + 1},
#include "opcodes.def"
};

bool ptxc_opcode_letter(char c) {
    return (unsigned char)c < PTXC_COUNT(letters) && letters[(unsigned char)c].end > 0;
}

enum ptxc_opcode ptxc_opcode_find(const char *text, size_t length) {
    if (length < 2 || !ptxc_opcode_letter(text[0]))
        return PTXC_OP_NONE;
    unsigned char letter = (unsigned char)text[0];
    for (unsigned i = letters[letter].first; i < letters[letter].end; i++) {
        const struct ptxc_opcode_row *row = &ptxc_opcodes[mnemonics[i]];
        const size_t last = row->length - 1u; /* it tells most from one another */
        if (length > last && text[last] == row->mnemonic[last] && (length == row->length || !is_word(text[last + 1])) &&
            memcmp(text, row->mnemonic, last) == 0)
            return (enum ptxc_opcode)mnemonics[i];
    }
    return PTXC_OP_NONE;
}
