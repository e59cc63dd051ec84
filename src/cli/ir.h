/* The typed IR of an instruction as JSON: the schema "ptxcheck-ir" of docs/ir.md. */
#ifndef PTXC_CLI_IR_H
#define PTXC_CLI_IR_H

#include "json.h"
#include "ptxcheck/instruction.h"

/* requirements.c: answers of ptxc_instruction_requirement, kept because a question takes half a millisecond and real
 * modules ask it again and again. Of fixed size: a new answer may drive out an old one. */
struct requirements;
struct requirements *requirements_new(void); /* ends the program without memory */
void requirements_free(struct requirements *requirements);
/* The answer lives until the next question. */
const struct ptxc_requirement *requirements_ask(struct requirements *requirements,
                                                const struct ptxc_instruction *instruction);

/* ir.c: the instruction, without its diagnostics; it was given last by the walk of `module` through `source`. */
json_t *ir_from_instruction(const struct ptxc_instruction *instruction, const struct ptxc_module *module,
                            const struct source *source, struct lines *lines, struct requirements *requirements);

#endif
