/* The instruction that the stages after the reader work on, and what the matcher found for it. */
#ifndef PTXC_SUBJECT_H
#define PTXC_SUBJECT_H

#include "ptxcheck/instruction.h"
#include "report/sink.h"
#include "tables/form.h"
#include "tables/gate.h"

/* What the matcher found. */
struct ptxc_match {
    enum ptxc_form form;                  /* the one that fits, or the nearest, or PTXC_FORM_COUNT */
    bool known;                           /* every qualifier is in the tables; otherwise no form was looked for */
    unsigned qualifier_problems;          /* how far the qualifiers are from those of the form; 0: they fit */
    unsigned operand_problems;            /* likewise the operands, where the qualifiers fit */
    ptxc_wide filled;                     /* bit per ptxc_slot */
    uint8_t choices[PTXC_SLOT_COUNT];     /* ptxc_qualifier per slot */
    uint8_t roles[PTXC_MAX_OPERANDS];     /* ptxc_role per operand, where the qualifiers fit */
    bool fits;                            /* the instruction fits the form, and the entries are known */
    uint8_t entries[PTXC_MAX_QUALIFIERS]; /* place of the entry of each qualifier in the form */
};

struct ptxc_subject {
    const struct ptxc_instruction *instruction;
    struct ptxc_environment environment;
    const struct ptxc_match *match;
    const struct ptxc_sink *sink; /* where what is wrong with it is said; NULL: only the answer is wanted */
};

/* Returns the entry of the form that qualifier `index` belongs to, or NULL where it has none. */
static inline const struct ptxc_form_slot *ptxc_match_entry(const struct ptxc_instruction *instruction,
                                                            const struct ptxc_match *match, size_t index) {
    const struct ptxc_form_row *form = &ptxc_forms[match->form];
    return match->fits ? &form->slots[match->entries[index]]
                       : ptxc_form_entry(form, &instruction->qualifiers[index], match->filled);
}

/* Whether nothing is known of the value, not even a name: it stands for unknown text. */
static inline bool ptxc_is_hidden(const struct ptxc_value *value) {
    return value->kind == PTXC_VALUE_UNKNOWN && !value->name;
}

#endif
