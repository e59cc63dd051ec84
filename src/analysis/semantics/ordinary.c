/* Ordinary instructions: the rows of ordinary.def, searched in halves, and what the dotted words of a mnemonic say.
 * Nothing here looks at operands.
 */
#include "analysis/semantics/ordinary.h"

#include <string.h>

#include "tables/spaces.h"
#include "tables/tables.h"

const struct ptxc_ordinary_row ptxc_ordinary_rows[PTXC_ORDINARY_COUNT] = {
#define ORDINARY(mnemonic, operation, results) {mnemonic, sizeof(mnemonic) - 1, operation, results},
#include "ordinary.def"
};

const enum ptxc_nature ptxc_operation_natures[PTXC_OPERATION_COUNT] = {
#define OPERATION(enumerator, nature) [enumerator] = PTXC_NATURE_##nature,
#include "ordinary.def"
};

/* Where the dotted word that begins at `start` ends; the first word of a mnemonic has no dot. */
static size_t word_end(const char *word, size_t length, size_t start) {
    size_t end = start + 1;
    while (end < length && word[end] != '.')
        end++;
    return end < length ? end : length;
}

/* Whether the mnemonic of the row comes before the text in the alphabet. */
static bool is_before(const struct ptxc_ordinary_row *row, const char *text, size_t length) {
    const size_t shorter = length < row->length ? length : row->length;
    for (size_t i = 0; i < shorter; i++)
        if (row->mnemonic[i] != text[i])
            return (unsigned char)row->mnemonic[i] < (unsigned char)text[i];
    return row->length < length;
}

/* The first row that does not come before the text. */
static size_t lower_bound(const char *text, size_t length) {
    size_t low = 0, high = PTXC_ORDINARY_COUNT;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (is_before(&ptxc_ordinary_rows[middle], text, length))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The rows whose mnemonics begin with the first word stand together, and the longest that fits comes last. */
const struct ptxc_ordinary_row *ptxc_ordinary_find(const char *word, size_t length) {
    const struct ptxc_ordinary_row *found = NULL;
    const size_t first = length > 0 ? word_end(word, length, 0) : 0;
    for (size_t i = lower_bound(word, first); i < PTXC_ORDINARY_COUNT; i++) {
        const struct ptxc_ordinary_row *row = &ptxc_ordinary_rows[i];
        if (row->length < first || memcmp(row->mnemonic, word, first) != 0)
            break;
        if (row->length <= length && (row->length == length || word[row->length] == '.') &&
            memcmp(row->mnemonic, word, row->length) == 0)
            found = row;
    }
    return found;
}

const struct ptxc_ordinary_row *ptxc_ordinary_of(enum ptxc_operation operation) {
    for (size_t i = 0; i < PTXC_ORDINARY_COUNT; i++)
        if (ptxc_ordinary_rows[i].operation == operation)
            return &ptxc_ordinary_rows[i];
    return NULL;
}

bool ptxc_word_has(const char *word, size_t length, const char *dotted) {
    const size_t wanted = strlen(dotted);
    for (size_t start = 0, end; start < length; start = end) {
        end = word_end(word, length, start);
        if (end - start == wanted && memcmp(word + start, dotted, wanted) == 0)
            return true;
    }
    return false;
}

/* The space of a dotted word, without what follows its "::"; PTXC_SPACE_NONE: it is none. */
static enum ptxc_space space_of(const char *text, size_t length) {
    const char *colon = memchr(text, ':', length);
    const size_t stem = colon ? (size_t)(colon - text) : length;
    for (int space = PTXC_SPACE_NONE + 1; space < PTXC_SPACE_COUNT; space++) {
        const char *spelling = ptxc_spaces[space].spelling;
        if (strlen(spelling) == stem && memcmp(spelling, text, stem) == 0)
            return (enum ptxc_space)space;
    }
    return PTXC_SPACE_NONE;
}

enum ptxc_space ptxc_word_space(const char *word, size_t length) {
    for (size_t start = word_end(word, length, 0), end; start < length; start = end) {
        end = word_end(word, length, start);
        const enum ptxc_space space = space_of(word + start, end - start);
        if (space != PTXC_SPACE_NONE)
            return space;
    }
    return PTXC_SPACE_NONE;
}

enum ptxc_type ptxc_word_type(const char *word, size_t length) {
    for (size_t end = length, start = length; start > 0; end = start) {
        do
            start--;
        while (start > 0 && word[start] != '.');
        const enum ptxc_type type = ptxc_type_find(word + start, end - start);
        if (type != PTXC_TYPE_NONE)
            return type;
    }
    return PTXC_TYPE_NONE;
}

enum ptxc_type ptxc_word_first_type(const char *word, size_t length) {
    for (size_t start = 0, end; start < length; start = end) {
        end = word_end(word, length, start);
        const enum ptxc_type type = ptxc_type_find(word + start, end - start);
        if (type != PTXC_TYPE_NONE)
            return type;
    }
    return PTXC_TYPE_NONE;
}

/* How many elements the mnemonic names: .v2, .v4 or .v8, else 1. */
static uint32_t elements_of(const char *word, size_t length) {
    for (size_t start = 0, end; start < length; start = end) {
        end = word_end(word, length, start);
        const char digit = word[end - 1];
        if (end - start == 3 && memcmp(word + start, ".v", 2) == 0 && (digit == '2' || digit == '4' || digit == '8'))
            return (uint32_t)(digit - '0');
    }
    return 1;
}

uint32_t ptxc_word_bytes(const char *word, size_t length) {
    return ptxc_types[ptxc_word_type(word, length)].width / 8 * elements_of(word, length);
}
