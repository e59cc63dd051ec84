/* The text of a snippet as PTX: placeholders such as %0 and $0, and unknown text, become tokens of their own; doubled
 * signs become single ones. Every byte keeps its place, so that a span of the PTX is a span of the snippet.
 */
#ifndef PTXC_TEMPLATE_H
#define PTXC_TEMPLATE_H

#include "host/common/snippet.h"
#include "syntax/asm_text.h"
#include "report/report.h"

struct ptxc_template {
    const struct ptxc_snippet *snippet;
    const char *text;  /* as long as that of the snippet */
    bool unknown_text; /* there is some */
};

/* Makes the text and raises what is wrong with its placeholders: numbers and names without an operand, and operands
 * that none of them names. False without memory. */
bool ptxc_template_make(const struct ptxc_snippet *snippet, struct ptxc_report *report, struct ptxc_template *made);

/* Returns the same as the reader sees it; `made` must live as long. */
struct ptxc_asm_text ptxc_template_asm_text(const struct ptxc_template *made);

/* Gives part `index` of this span of the text that the host does not say: unknown text, an operand that may become any
 * text, and one without a known value in a qualifier. False where there are not so many. */
bool ptxc_template_hidden(const struct ptxc_template *made, struct ptxc_span within, size_t index,
                          struct ptxc_span *hidden);

/* Returns how the text of a snippet stands in the host file; the snippet must live as long. */
struct ptxc_view ptxc_host_snippet_view(const struct ptxc_snippet *snippet);

/* Returns the operand of the placeholder at this offset, or NULL. */
const struct ptxc_asm_operand *ptxc_template_operand(const struct ptxc_template *made, struct ptxc_span placeholder);

#endif
