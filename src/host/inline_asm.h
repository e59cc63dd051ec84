/* The asm statement around PTX: for which targets it is compiled, and what it should say to the compiler. */
#ifndef PTXC_INLINE_ASM_H
#define PTXC_INLINE_ASM_H

#include "host/c/tokens.h"
#include "host/common/template.h"
#include "tables/gate.h"

/* What the instructions of one snippet have shown. */
struct ptxc_asm_tally {
    bool copies, fences;
    struct ptxc_span place; /* of the first instruction with the strongest effect */
};

/* The volatile statements of a file that wait or fence and do not clobber memory. */
struct ptxc_asm_unclobbered {
    size_t count;
    struct ptxc_span place; /* in the host file: the instruction in the first of them */
    uint32_t last;          /* where the last one begins: with #if lines in it, it is read several times */
    uint32_t allowed;       /* 1 + the same, of those that a comment allows, which do not count */
};

/* Narrows the environment to the targets that the snippet is compiled for. A target that the options gave stays only
 * where it is among these. */
void ptxc_asm_narrow(struct ptxc_environment *environment, const struct ptxc_snippet *snippet);

/* Adds to the tally what the compiler must know of the instruction. */
void ptxc_asm_note(struct ptxc_asm_tally *tally, const struct ptxc_instruction *instruction);

/* Reports what the statement should tell the compiler and does not; `any`: it holds an instruction of the family. What
 * is reported once for the whole file is counted in `unclobbered`. */
void ptxc_asm_check_statement(const struct ptxc_snippet *snippet, struct ptxc_report *report,
                              const struct ptxc_asm_tally *tally, struct ptxc_asm_unclobbered *unclobbered, bool any);

/* Reports what was counted. */
void ptxc_asm_report_unclobbered(struct ptxc_report *report, const struct ptxc_asm_unclobbered *unclobbered);

/* The operands of a snippet, and what is known of each: one byte, zero at first, so that an expression is looked up
 * only once however often its operand is used. */
struct ptxc_asm_operands {
    const struct ptxc_template *template;
    const struct ptxc_tokens *tokens; /* of the host file, as those of C++ */
    uint8_t *looked_up;
};

/* Reports `value`, of 64 bits, where nothing shows that it is an address in .shared, which the instruction takes;
 * `name` is what the ISA calls the operand. */
void ptxc_asm_check_address(const struct ptxc_asm_operands *operands, struct ptxc_report *report,
                            const struct ptxc_value *value, const char *name);

#endif
