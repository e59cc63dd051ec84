/* The text of a snippet as PTX: placeholders such as %0 and $0, and holes, become tokens of their own; doubled signs
 * become single ones. Every byte keeps its place, so that a span of the PTX is a span of the snippet.
 */
#ifndef PTXC_TEMPLATE_H
#define PTXC_TEMPLATE_H

#include "host/host.h"
#include "ptxcheck/instruction.h"
#include "report.h"

/* In the text: begins a placeholder. The lexer knows it and PTXC_HOLE. */
#define PTXC_PLACEHOLDER '\x02'

struct ptxc_template {
    const struct ptxc_snippet *snippet;
    const char *text; /* as long as that of the snippet */
    bool holes;       /* there are some */
};

/* Makes the text and raises what is wrong with its placeholders: numbers and names without an operand, and operands
 * that none of them names. False without memory. */
bool ptxc_template_make(const struct ptxc_snippet *snippet, struct ptxc_report *report, struct ptxc_template *made);

/* What the placeholder at this offset stands for, as its constraint says. */
void ptxc_template_resolve(const struct ptxc_template *made, struct ptxc_span placeholder, struct ptxc_value *value);

/* The operand of the placeholder at this offset, or NULL. */
const struct ptxc_asm_operand *ptxc_template_operand(const struct ptxc_template *made, struct ptxc_span placeholder);

#endif
