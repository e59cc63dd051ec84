/* The stages behind the reader: which form an instruction has, and which rules it breaks. */
#ifndef PTXC_CHECK_H
#define PTXC_CHECK_H

#include "form.h"
#include "ptxcheck/instruction.h"
#include "report.h"

/* What the code is to run on. */
struct ptxc_environment {
    uint32_t ptx;            /* major * 100 + minor; 0: any version */
    enum ptxc_target target; /* PTXC_TARGET_NONE: any target */
    uint64_t among;          /* where the target is open: bit per ptxc_target that it can be; 0: any */
    bool newer;              /* the source declares a PTX version after the tables */
};

/* gate.c: whether the gate is open; an open part of the environment counts as fulfilled. */
bool ptxc_gate_open(enum ptxc_gate gate, struct ptxc_environment environment);
/* Whether some version and target (within what the environment leaves open) opens every gate. */
bool ptxc_gates_open_somewhere(const uint8_t *gates, size_t count, struct ptxc_environment environment);
/* Whether a gate opens or closes with this version. */
bool ptxc_gates_turn(uint32_t ptx);
/* "PTX 8.6 and sm_100 or higher", as snprintf. */
size_t ptxc_gate_describe(enum ptxc_gate gate, char *buffer, size_t size);
/* Whether a module of this version may name this target. */
bool ptxc_header_valid(uint32_t ptx, enum ptxc_target target);
/* The version released after this one (the first one after 0), or 0 behind the newest. */
uint32_t ptxc_next_ptx(uint32_t ptx);
/* Whether this version was ever released, as far as the tables know. */
bool ptxc_version_exists(uint32_t ptx);

/* What the matcher found. */
struct ptxc_match {
    enum ptxc_form form;
    bool complete;                    /* qualifiers and operands fit: the rules may look at values */
    uint64_t filled;                  /* bit per ptxc_slot */
    uint8_t choices[PTXC_SLOT_COUNT]; /* ptxc_qualifier per slot */
    uint8_t roles[PTXC_MAX_OPERANDS]; /* ptxc_role per operand */
};

/* One instruction on its way through the stages. */
struct ptxc_subject {
    const struct ptxc_instruction *instruction;
    struct ptxc_environment environment;
    const char *source;
    struct ptxc_report *report;
    struct ptxc_match *match;
};

/* match.c: finds the form that fits, or the nearest, and has what is wrong with it raised. */
void ptxc_match(struct ptxc_subject *subject);
/* Whether the target makes calls of forms of kind EXPANDED. */
bool ptxc_target_expands(enum ptxc_target target);
/* How far the qualifiers are from those of the form; 0 when they fit. */
unsigned ptxc_match_qualifier_problems(const struct ptxc_subject *subject, const struct ptxc_form_row *form);

/* Whether an operand of the role is an address of the shared window: where no state space is written it is generic. */
bool ptxc_match_wants_shared(const struct ptxc_match *match, const struct ptxc_role_row *role);

/* The state spaces that a symbol in the role may have, bit per ptxc_space: of several, the one that is named. */
uint32_t ptxc_match_spaces(const struct ptxc_match *match, const struct ptxc_role_row *role);

/* mismatch.c: says what keeps an instruction from its form. */
void ptxc_mismatch_unknown(const struct ptxc_subject *subject);
void ptxc_mismatch_qualifiers(const struct ptxc_subject *subject, unsigned problems);
void ptxc_mismatch_operands(const struct ptxc_subject *subject);

/* available.c: the gates of a form, of its qualifiers and of its operands. False where they exclude each other. */
bool ptxc_available(const struct ptxc_subject *subject);
/* Whether all are open, together, if the instruction has this form; nothing is said. */
bool ptxc_available_all(const struct ptxc_subject *subject, const struct ptxc_form_row *form);

/* operand_check.c: whether the operand fits the role; otherwise fills `finding` (if not NULL) and returns false. */
bool ptxc_operand_fits(const struct ptxc_subject *subject, const struct ptxc_operand *operand, enum ptxc_role role,
                       struct ptxc_finding *finding);

/* constraints.c: the rules that look at values and qualifiers of a complete match. */
void ptxc_constraints_check(const struct ptxc_subject *subject);

/* constraints.c: the constant operands that rules of legality allow for some PTX versions and targets alone, and the
 * reduction. Writes at most `capacity` and returns how many there are. */
size_t ptxc_constraints_reasons(const struct ptxc_subject *subject, struct ptxc_reason *reasons, size_t capacity);

/* available.c: the gates of the form, the qualifiers and the operands of a match; at most
 * 1 + PTXC_MAX_QUALIFIERS + PTXC_MAX_OPERANDS. Open gates are left out, the form's is not. */
size_t ptxc_available_reasons(const struct ptxc_subject *subject, struct ptxc_reason *reasons);

/* portability.c: raises a finding where an instruction does not assemble on every target of the report's options. */
void ptxc_portability_check(const struct ptxc_subject *subject);

/* where.c: whether the assembler accepts it there. */
bool ptxc_legal(const struct ptxc_instruction *instruction, struct ptxc_environment environment);

/* ask.c: the form that fits, or the nearest, or PTXC_FORM_COUNT. */
size_t ptxc_nearest_form(const struct ptxc_instruction *instruction);

#endif
