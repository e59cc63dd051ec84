/* What instructions outside of the family do, as far as hazards need it: ordinary.def. */
#ifndef PTXC_SEMANTICS_ORDINARY_H
#define PTXC_SEMANTICS_ORDINARY_H

#include "ptxcheck/names.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ptxc_operation {
#define OPERATION(enumerator, nature) enumerator,
#include "ordinary.def"
    PTXC_OPERATION_COUNT
};

/* What an operation is, by ordinary.def. */
enum ptxc_nature { PTXC_NATURE_FUNCTION, PTXC_NATURE_OBSERVES, PTXC_NATURE_ACTS, PTXC_NATURE_NOTHING };
extern const enum ptxc_nature ptxc_operation_natures[PTXC_OPERATION_COUNT];

struct ptxc_ordinary_row {
    const char *mnemonic;
    uint8_t length;
    enum ptxc_operation operation;
    uint8_t results; /* how many leading operands it writes */
};

enum {
    PTXC_ORDINARY_COUNT = 0
#define ORDINARY(mnemonic, operation, results) +1
#include "ordinary.def"
};
extern const struct ptxc_ordinary_row ptxc_ordinary_rows[PTXC_ORDINARY_COUNT];

/* The row of a mnemonic with its qualifiers, or NULL: then its first operand is written and nothing else is certain. */
const struct ptxc_ordinary_row *ptxc_ordinary_find(const char *word, size_t length);

/* Whether the operation does no more than compute a result. */
static inline bool ptxc_operation_computes(enum ptxc_operation operation) {
    const enum ptxc_nature nature = ptxc_operation_natures[operation];
    return nature == PTXC_NATURE_FUNCTION || nature == PTXC_NATURE_OBSERVES;
}

/* A row of this operation, for a step that no instruction stands for; NULL where there is none. */
const struct ptxc_ordinary_row *ptxc_ordinary_of(enum ptxc_operation operation);

/* Whether the mnemonic has this dotted word: ptxc_word_has(w, n, ".release"). */
bool ptxc_word_has(const char *word, size_t length, const char *dotted);

/* The state space named in the mnemonic (.shared::cta counts as .shared; .shared::cluster is told by ptxc_word_has),
 * PTXC_SPACE_NONE: generic */
enum ptxc_space ptxc_word_space(const char *word, size_t length);

/* The last type named in the mnemonic, that of the operands, and the first, which differs for a conversion (that of the
 * result); PTXC_TYPE_NONE: it names none. */
enum ptxc_type ptxc_word_type(const char *word, size_t length);
enum ptxc_type ptxc_word_first_type(const char *word, size_t length);

/* The bytes that a load, store or atomic touches: type width x vector length; 0: not known. */
uint32_t ptxc_word_bytes(const char *word, size_t length);

#endif
