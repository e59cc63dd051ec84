/* What an instruction computes, and the expressions that all kinds of it need: operations, not, select. */
#ifndef PTXC_VALUES_COMPUTATION_H
#define PTXC_VALUES_COMPUTATION_H

#include "analysis/program/graph.h"
#include "analysis/semantics/events.h"
#include "analysis/semantics/words.h"
#include "analysis/values/affine.h"
#include "base/arena.h"

#include <stdint.h>

enum { PTXC_MAX_INPUTS = 4 };

/* One result of one instruction. */
struct ptxc_computation {
    struct ptxc_affines *all;
    const struct ptxc_graph *graph; /* says which block is inside which */
    const char *word;               /* the mnemonic with its qualifiers */
    uint32_t length;
    enum ptxc_operation operation;
    uint16_t name;         /* a number for this very mnemonic, from PTXC_FIRST_NAME on; 0: it has none */
    uint8_t result;        /* which one of the first operand, from 0 */
    uint8_t results;       /* how many values the first operand has */
    uint8_t count;         /* of the inputs */
    bool inputs_in_vector; /* the second operand is a vector, and the inputs are its elements */
    ptxc_affine inputs[PTXC_MAX_INPUTS];
};

/* Details of operations below the first are widths and the like; mnemonics have these numbers. */
enum { PTXC_FIRST_NAME = 1024, PTXC_LAST_NAME = 65000 };

/* In the detail of an operation on integers, beside the width: it is signed. */
enum { PTXC_DETAIL_SIGNED = 256 };

/* Returns a term for an operation on up to three expressions (0: none); 0 without memory. That of the second function
 * has one value for each warp, whatever its parts have. */
ptxc_affine ptxc_operation_make(const struct ptxc_computation *computation, unsigned operation, unsigned detail,
                                ptxc_affine a, ptxc_affine b, ptxc_affine c);
ptxc_affine ptxc_operation_of_warp(const struct ptxc_computation *computation, unsigned operation, unsigned detail,
                                   ptxc_affine a, ptxc_affine b);

/* Returns an operation of which no more is known: its mnemonic and its inputs say which. 0 where these are too many. */
ptxc_affine ptxc_operation_opaque(const struct ptxc_computation *computation);

/* Not of a predicate; the predicate below a not, and whether there was one; predicate ? a : b. */
ptxc_affine ptxc_predicate_not(const struct ptxc_computation *computation, ptxc_affine predicate);
ptxc_affine ptxc_predicate_strip(const struct ptxc_affines *all, ptxc_affine predicate, bool *negated);
ptxc_affine ptxc_predicate_select(const struct ptxc_computation *computation, ptxc_affine predicate, ptxc_affine a,
                                  ptxc_affine b);

/* Returns the bits of a value from `width` on replaced by its sign, or by zeros. */
int64_t ptxc_extend(int64_t value, unsigned width, bool is_signed);

/* Returns the value as a register of `width` bits keeps it: constants sign-extended; of a predicate 0 or 1. 0 stays 0.
 */
ptxc_affine ptxc_fit(const struct ptxc_computation *computation, ptxc_affine value, unsigned width);

struct ptxc_mnemonics;

/* NULL without memory. */
struct ptxc_mnemonics *ptxc_mnemonics_make(struct ptxc_arena *arena);

/* Returns the number of this text, from PTXC_FIRST_NAME on (computation.h), the same each time; 0 without memory, and
 * where there are too many. The text must live as long as the arena. */
uint16_t ptxc_mnemonics_number(struct ptxc_mnemonics *all, const char *text, uint32_t length);

#endif
