/* What the reader must know of the text of an asm statement: which of its tokens stand for operands of the statement,
 * and whether some of the text is unknown. The host languages implement it.
 */
#ifndef PTXC_ASM_TEXT_H
#define PTXC_ASM_TEXT_H

#include "ptxcheck/instruction.h"

struct ptxc_asm_text {
    const void *context; /* handed to the functions below */
    /* What the placeholder stands for, as its constraint says. */
    void (*resolve)(const void *context, struct ptxc_span placeholder, struct ptxc_value *value);
    /* Whether the compiler may put any text in its place, not just one operand. */
    int (*is_text)(const void *context, struct ptxc_span placeholder);
    int has_unknown_text; /* boolean: the host does not say all of it */
};

#endif
