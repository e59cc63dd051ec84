/* What instructions do: the rows of events.def. */
#ifndef PTXC_SEMANTICS_EVENTS_H
#define PTXC_SEMANTICS_EVENTS_H
#include "legality/subject.h"
#include "syntax/statement.h"

/* What an instruction does. `amount` and the others are the operands that a row names. */
enum ptxc_action {
#define ACTION(enumerator, nature, sentence) enumerator,
#include "events.def"
    PTXC_ACTION_COUNT
};

/* What an action is. */
enum ptxc_nature { PTXC_NATURE_COMPUTES, PTXC_NATURE_ACTS, PTXC_NATURE_NOTHING };
extern const enum ptxc_nature ptxc_natures[PTXC_ACTION_COUNT];

/* What is computed. */
enum ptxc_operation {
    PTXC_DO_NOTHING,
#define OPERATION(enumerator) enumerator,
#include "events.def"
    PTXC_OPERATION_COUNT
};

/* What tells that a copy is complete, or which groups an instruction is about. */
enum ptxc_completion {
    PTXC_BY_NOTHING,
    PTXC_BY_GROUP,        /* those of cp.async */
    PTXC_BY_BULK_GROUP,   /* those of bulk copies */
    PTXC_BY_TENSOR_GROUP, /* those of what the tensor core does */
    PTXC_BY_BARRIER
};

/* What one event has and another of its kind has not: bits. */
enum ptxc_trait {
    PTXC_TRAIT_NONE,
#define TRAIT(enumerator, bit) enumerator = 1 << (bit),
#include "events.def"
    PTXC_TRAITS_STRONG = /* of an access that may order others */
    PTXC_TRAIT_ACQUIRES | PTXC_TRAIT_RELEASES | PTXC_TRAIT_RELAXED | PTXC_TRAIT_VOLATILE,
    PTXC_TRAITS_TENSOR_MEMORY = PTXC_TRAIT_ALLOCATES | PTXC_TRAIT_DEALLOCATES | PTXC_TRAIT_RELINQUISHES
};

/* Operands that have no name, beside those of enum ptxc_operand_name. */
enum { PTXC_NAME_FIRST = PTXC_OPERAND_NAME_COUNT, PTXC_NAME_SECOND };

/* A row. */
struct ptxc_event {
    const char *mnemonic; /* NULL: it is about an opcode of the family */
    uint8_t length;
    enum ptxc_opcode opcode;
    enum ptxc_qualifier when; /* the row counts where the instruction has this qualifier; PTXC_Q_NONE: always */
    enum ptxc_action action;
    enum ptxc_operation operation;
    enum ptxc_completion completion;
    uint8_t target, source, barrier, amount; /* operands: PTXC_NAME_… */
    uint8_t results;                         /* how many leading operands it writes */
    uint32_t traits;
};

enum {
    PTXC_ORDINARY_COUNT = 0
#define ORDINARY(mnemonic, action, completion, target, source, barrier, amount, results, trait) +1
#define PLAIN(mnemonic, action, operation, results) +1
#include "events.def"
};
extern const struct ptxc_event ptxc_ordinary_events[PTXC_ORDINARY_COUNT];

/* Returns the row of a statement of the family; NULL where none counts. Whether some row is about the opcode: the
 * others have ordinary ones. */
const struct ptxc_event *ptxc_event_of(const struct ptxc_statement *statement);
bool ptxc_event_has(enum ptxc_opcode opcode);

/* Returns the row of a mnemonic with its qualifiers, or NULL: then its first operand is written and nothing else is
 * certain. */
const struct ptxc_event *ptxc_event_find(const char *word, size_t length);

/* Returns a row of an ordinary instruction that does this, for a step that no instruction stands for. */
const struct ptxc_event *ptxc_event_that(enum ptxc_action action, enum ptxc_operation operation);

/* Returns the traits of a statement of the family, by its qualifiers; those of any other, by the words of its mnemonic.
 */
uint32_t ptxc_statement_traits(const struct ptxc_statement *statement);
uint32_t ptxc_word_traits(const char *word, size_t length);

#endif
