/* The asm statement around PTX: for which targets it is compiled, and what it should say to the compiler. */
#ifndef PTXC_INLINE_ASM_H
#define PTXC_INLINE_ASM_H

#include "host/template.h"
#include "tables/gate.h"

/* What the instructions of one snippet have shown. */
struct ptxc_asm_tally {
    bool copies, fences;
    struct ptxc_span place; /* of the instruction that asks for the most */
};

/* The target of the options where the snippet is compiled for it; otherwise those that it is compiled for. */
void ptxc_asm_narrow(struct ptxc_environment *environment, const struct ptxc_snippet *snippet);

/* What the compiler must know of the instruction. */
void ptxc_asm_note(struct ptxc_asm_tally *tally, const struct ptxc_instruction *instruction);

/* What the statement should say to the compiler; `any`: it holds an instruction of the family. */
void ptxc_asm_check_statement(const struct ptxc_snippet *snippet, struct ptxc_report *report,
                              const struct ptxc_asm_tally *tally, bool any);

/* What is known of the operands of a snippet, one byte each, zero at first: an expression is read once, however often
 * its operand is named. */
struct ptxc_asm_operands {
    const struct ptxc_template *template;
    const char *source; /* the host file */
    uint8_t *known;
};

/* Says so where `value`, of 64 bits, is a pointer of the host and the instruction wants an address in .shared; `name`
 * is what the ISA calls the operand. */
void ptxc_asm_check_address(const struct ptxc_asm_operands *operands, struct ptxc_report *report,
                            const struct ptxc_value *value, const char *name);

/* Reads the operands and clobbers of a list such as "=r,[name]r,l,~{memory}"; false without memory. */
bool ptxc_asm_split_constraints(struct ptxc_arena *arena, const char *list, struct ptxc_snippet *snippet);

#endif
