/* The rows of effects.def, by mnemonic. */
#include "analysis/semantics/effects.h"

static const struct ptxc_effect_row rows[] = {
#define EFFECT(opcode, when, action, completion, target, source, barrier, amount, results) \
    {opcode,                                                                               \
     when,                                                                                 \
     PTXC_ACT_##action,                                                                    \
     PTXC_BY_##completion,                                                                 \
     PTXC_NAME_##target,                                                                   \
     PTXC_NAME_##source,                                                                   \
     PTXC_NAME_##barrier,                                                                  \
     PTXC_NAME_##amount,                                                                   \
     results},
#include "effects.def"
};

bool ptxc_statement_has(const struct ptxc_statement *statement, enum ptxc_qualifier qualifier) {
    for (uint8_t i = 0; i < statement->qualifier_count; i++)
        if (statement->qualifiers[i].id == qualifier)
            return true;
    return false;
}

const struct ptxc_effect_row *ptxc_effect_of(const struct ptxc_statement *statement) {
    for (size_t i = 0; i < PTXC_COUNT(rows); i++)
        if (rows[i].opcode == statement->opcode &&
            (rows[i].when == PTXC_Q_NONE || ptxc_statement_has(statement, rows[i].when)))
            return &rows[i];
    return NULL;
}

bool ptxc_effect_has(enum ptxc_opcode opcode) {
    for (size_t i = 0; i < PTXC_COUNT(rows); i++)
        if (rows[i].opcode == opcode)
            return true;
    return false;
}
