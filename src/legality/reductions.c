/* Reductions: see reductions.h. */
#include "legality/reductions.h"

#include <string.h>

#include "base/buffer.h"
#include "tables/open.h"

/* Reports a reduction that is not defined: ".xor to .global is defined for .b32, .b64, not for .s32". Where only .noftz
 * makes the difference (`other_noftz`), the message says so, and the fix adds it. */
static bool raise_reduction(const struct ptxc_evaluation *evaluation, bool other_noftz, const uint8_t *types) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    const struct ptxc_qualifier_use *type = ptxc_instruction_qualifier(instruction, PTXC_SLOT_TYPE);
    const struct ptxc_qualifier_use *operation = ptxc_instruction_qualifier(instruction, PTXC_SLOT_REDUCTION);
    const struct ptxc_qualifier_use *noftz = ptxc_instruction_qualifier(instruction, PTXC_SLOT_NOFTZ);
    const char *name = ptxc_qualifiers[operation->id].spelling, *wrong = ptxc_qualifiers[type->id].spelling;
    struct ptxc_finding finding = {
        .rule = evaluation->rule, .opcode = instruction->opcode, .span = type->span, .cause = operation->span};
    if (!evaluation->sink)
        return false;
    struct ptxc_arena *arena = evaluation->sink->arena;
    if (other_noftz && noftz) {
        finding.span = noftz->span;
        finding.message = ptxc_arena_format(arena, "%s%s does not accept .noftz", name, wrong);
        ptxc_finding_fix(&finding, noftz->span, "");
    } else if (other_noftz) {
        finding.span = operation->span;
        finding.cause = type->span;
        finding.message = ptxc_arena_format(arena, "%s%s must be written %s.noftz%s", name, wrong, name, wrong);
        ptxc_finding_fix(&finding, operation->span, ptxc_arena_format(arena, "%s.noftz", name));
    } else {
        char list[200] = "";
        struct ptxc_buffer text = {list, sizeof(list), 0};
        for (size_t i = 0; types && i < sizeof(((struct ptxc_reduction_row *)0)->types) && types[i]; i++)
            ptxc_buffer_add(&text, "%s%s", i ? ", " : "", ptxc_qualifiers[types[i]].spelling);
        finding.message =
            ptxc_arena_format(arena, "%s to %s is defined for %s, not for %s", name,
                              ptxc_qualifiers[evaluation->match->choices[PTXC_SLOT_DESTINATION]].spelling, list, wrong);
    }
    return ptxc_evaluation_break(evaluation, &finding);
}

/* Whether the row has this operation of this instruction, to its destination. */
static bool is_about(const struct ptxc_reduction_row *row, const struct ptxc_instruction *instruction,
                     const struct ptxc_match *match) {
    bool here = row->destination == PTXC_Q_NONE || row->destination == match->choices[PTXC_SLOT_DESTINATION];
    return row->family == ptxc_opcodes[instruction->opcode].reductions && here &&
           row->operation == match->choices[PTXC_SLOT_REDUCTION];
}

/* Whether the row has this element type. */
static bool lists(const struct ptxc_reduction_row *row, uint8_t type) {
    return memchr(row->types, type, sizeof(row->types)) != NULL;
}

bool ptxc_reduction_check(const struct ptxc_evaluation *evaluation) {
    const uint8_t *choices = evaluation->match->choices;
    const uint8_t type = choices[PTXC_SLOT_TYPE];
    const bool noftz = choices[PTXC_SLOT_NOFTZ] != PTXC_Q_NONE;
    bool other_noftz = false;
    const uint8_t *types = NULL; /* of the first row that has the operation, for the message */
    if (!type || !choices[PTXC_SLOT_REDUCTION] ||
        ptxc_opcodes[evaluation->instruction->opcode].reductions == PTXC_REDUCTIONS_NONE)
        return true;
    for (size_t i = 0; i < ptxc_reduction_count; i++) {
        const struct ptxc_reduction_row *row = &ptxc_reductions[i];
        if (!is_about(row, evaluation->instruction, evaluation->match) ||
            !ptxc_gate_open(row->gate, evaluation->environment))
            continue;
        if (lists(row, type) && row->noftz == noftz)
            return true;
        other_noftz |= lists(row, type);
        if (!types)
            types = row->types;
    }
    return raise_reduction(evaluation, other_noftz, types);
}

const struct ptxc_reduction_row *ptxc_reduction_find(const struct ptxc_instruction *instruction,
                                                     const struct ptxc_match *match,
                                                     const struct ptxc_qualifier_use **operation) {
    const uint8_t *choices = match->choices;
    const bool noftz = choices[PTXC_SLOT_NOFTZ] != PTXC_Q_NONE;
    *operation = ptxc_instruction_qualifier(instruction, PTXC_SLOT_REDUCTION);
    for (size_t i = 0; *operation && choices[PTXC_SLOT_TYPE] && i < ptxc_reduction_count; i++) {
        const struct ptxc_reduction_row *row = &ptxc_reductions[i];
        if (is_about(row, instruction, match) && row->noftz == noftz && lists(row, choices[PTXC_SLOT_TYPE]))
            return row;
    }
    return NULL;
}
