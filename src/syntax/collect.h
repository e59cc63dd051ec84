/* Collecting the statements of function bodies, while the reader goes through them. Where bodies are not asked for,
 * none of these does anything.
 */
#ifndef PTXC_COLLECT_H
#define PTXC_COLLECT_H

#include "syntax/module.h"

/* At the beginning of the source: collects it where it is no module. */
void ptxc_collect_begin(struct ptxc_module *module);
/* After the scope of a body was opened at the '{' at `opening`. */
void ptxc_collect_function(struct ptxc_module *module, const struct ptxc_function *function, uint32_t opening);
/* After a scope was opened, or closed at the '}' at `closing`; the end of a body makes it ready. */
void ptxc_collect_open(struct ptxc_module *module);
void ptxc_collect_close(struct ptxc_module *module, uint32_t closing);
/* Statements: a label, the instruction in `module->instruction`, and any other, with its ';'. */
void ptxc_collect_label(struct ptxc_module *module, struct ptxc_span name);
void ptxc_collect_instruction(struct ptxc_module *module);
/* The instruction that was collected last is wrong, so that nothing is certain of what it does. */
void ptxc_collect_doubt(struct ptxc_module *module);
void ptxc_collect_ordinary(struct ptxc_module *module, uint32_t position, uint32_t end);
/* Something was wrong here, so that statements may be missing. */
void ptxc_collect_break(struct ptxc_module *module);
/* At the end of the source: makes a body ready that is still open. */
void ptxc_collect_end(struct ptxc_module *module);
/* Before the next item is read: forgets the body that was given. */
void ptxc_collect_resume(struct ptxc_module *module);
/* Forgets the body that is being collected, and releases all memory. */
void ptxc_collect_drop(struct ptxc_module *module);

#endif
