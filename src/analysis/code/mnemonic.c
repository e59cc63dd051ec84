/* Mnemonics: see code.h. */
#include "analysis/code/code.h"

#include <string.h>

#include "analysis/values/arithmetic.h"
#include "tables/tables.h"

enum kinds { INTEGERS, ANY, RESPONSE };

static const struct arithmetic {
    const char *mnemonic;
    enum ptxc_evaluator evaluator;
    enum kinds kinds;
} rows[] = {
#define ARITHMETIC(mnemonic, evaluator, kinds) {mnemonic, evaluator, kinds},
#include "arithmetic.def"
};

static const struct exchange {
    const char *first, *word;
    enum ptxc_exchange exchange;
} exchanges[] = {
#define EXCHANGE(first, word, exchange) {first, word, exchange},
#include "arithmetic.def"
};

static const struct atomic {
    const char *word;
    enum ptxc_atomic atomic;
} atomics[] = {
#define ATOMIC(word, atomic) {word, atomic},
#include "arithmetic.def"
};

/* Returns the row of a mnemonic, or NULL. */
static const struct arithmetic *find(const char *word, uint32_t length) {
    const struct arithmetic *found = NULL;
    for (size_t i = 0; i < PTXC_COUNT(rows); i++) {
        const size_t known = strlen(rows[i].mnemonic);
        if (known <= length && memcmp(rows[i].mnemonic, word, known) == 0 && (known == length || word[known] == '.'))
            found = &rows[i];
    }
    return found;
}

static uint32_t hash(const char *word, uint32_t length) {
    uint32_t hash = 2166136261U;
    for (uint32_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)word[i]) * 16777619U;
    return hash;
}

/* Words with which an instruction computes something else than the row says. */
static const char *const others[] = {
#define OTHERWISE(word) word,
#include "arithmetic.def"
};

/* Whether the executor knows the bits of a type. */
static bool is_integer(enum ptxc_type type) {
    const enum ptxc_type_kind kind = ptxc_types[type].kind;
    return type != PTXC_TYPE_NONE && ptxc_types[type].width <= 64 &&
           (kind == PTXC_KIND_PREDICATE || kind == PTXC_KIND_UNTYPED || kind == PTXC_KIND_SIGNED ||
            kind == PTXC_KIND_UNSIGNED);
}

/* Whether it is a floating-point type that C has, too. */
static bool is_real(enum ptxc_type type) {
    return type == PTXC_TYPE_F32 || type == PTXC_TYPE_F64;
}

static uint8_t width_of(enum ptxc_type type) {
    if (type == PTXC_TYPE_PRED)
        return 1;
    return type == PTXC_TYPE_NONE || ptxc_types[type].width > 64 ? 64 : ptxc_types[type].width;
}

/* The comparison, and what joins it with another predicate. */
static void read_comparison(const char *word, uint32_t length, struct ptxc_op *op) {
    const struct ptxc_comparison_row *row = ptxc_comparison_find(word, length);
    if (row) {
        op->comparison = (uint8_t)row->comparison;
        op->is_signed &= !row->is_unsigned;
    }
    op->join = ptxc_word_has(word, length, ".and")   ? PTXC_JOIN_AND
               : ptxc_word_has(word, length, ".or")  ? PTXC_JOIN_OR
               : ptxc_word_has(word, length, ".xor") ? PTXC_JOIN_XOR
                                                     : PTXC_JOIN_NONE;
}

/* The types of operands and result. */
static void read_types(const char *word, uint32_t length, struct ptxc_op *op) {
    const enum ptxc_type last = ptxc_word_type(word, length), first = ptxc_word_first_type(word, length);
    op->width = width_of(last);
    op->result_width = op->evaluator == PTXC_EVALUATE_COMPARE ? 1 : width_of(first);
    op->is_real = op->evaluator == PTXC_EVALUATE_COMPARE && is_real(last);
    op->is_signed = last != PTXC_TYPE_NONE && ptxc_types[last].kind == PTXC_KIND_SIGNED;
    op->result_signed = first != PTXC_TYPE_NONE && ptxc_types[first].kind == PTXC_KIND_SIGNED;
    if (ptxc_word_has(word, length, ".wide")) {
        op->product = PTXC_PRODUCT_WIDE;
        op->result_width = (uint8_t)(2 * op->width);
    } else if (ptxc_word_has(word, length, ".hi")) {
        op->product = PTXC_PRODUCT_HIGH;
    }
}

/* What it does to memory. */
static void read_access(const char *word, uint32_t length, struct ptxc_op *op) {
    op->space = ptxc_word_space(word, length);
    op->bytes = ptxc_types[ptxc_word_type(word, length)].width / 8;
    op->all_bytes = ptxc_word_bytes(word, length);
    op->matrices = ptxc_word_has(word, length, ".x4") ? 4 : ptxc_word_has(word, length, ".x2") ? 2 : 1;
    for (size_t i = 0; i < PTXC_COUNT(atomics); i++)
        if (ptxc_word_has(word, length, atomics[i].word))
            op->atomic = atomics[i].atomic;
}

/* Whether the result is what the row says. */
static bool is_known(const struct arithmetic *row, const struct ptxc_op *op, const char *word, uint32_t length) {
    const enum ptxc_type last = ptxc_word_type(word, length);
    for (size_t i = 0; i < PTXC_COUNT(others); i++)
        if (ptxc_word_has(word, length, others[i]))
            return false;
    if (row->kinds == INTEGERS && !op->is_real)
        return is_integer(last) && is_integer(ptxc_word_first_type(word, length));
    return row->kinds == RESPONSE || ptxc_types[last].width <= 64;
}

void ptxc_mnemonic_read(const char *word, uint32_t length, struct ptxc_op *op) {
    const struct arithmetic *row = find(word, length);
    op->identity = hash(word, length);
    read_access(word, length, op);
    op->evaluator = row ? row->evaluator : PTXC_EVALUATE_OPAQUE;
    read_types(word, length, op);
    for (size_t i = 0; i < PTXC_COUNT(exchanges); i++)
        if (ptxc_word_has(word, length, exchanges[i].first) && ptxc_word_has(word, length, exchanges[i].word))
            op->exchange = exchanges[i].exchange;
    if (op->evaluator == PTXC_EVALUATE_COMPARE || op->evaluator == PTXC_EVALUATE_SET)
        read_comparison(word, length, op);
    if (row && !is_known(row, op, word, length))
        op->evaluator = PTXC_EVALUATE_OPAQUE;
}
