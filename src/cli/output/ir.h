/* The typed IR of an instruction as JSON: docs/json.md describes it. */
#ifndef PTXC_CLI_IR_H
#define PTXC_CLI_IR_H

#include <jansson.h>

#include "cli/files/source.h"
#include "ptxcheck/instruction.h"
#include "ptxcheck/render.h"

/* Answers of ptxc_instruction_requirement that are kept, because a question takes half a millisecond and real modules
 * ask it again and again. The store has a fixed size: a new answer may replace an old one. */
struct requirements;

/* Makes a store of what this assembler takes (0: the one that ptxcheck follows); ends the program without memory. */
struct requirements *requirements_new(uint32_t assembler);
void requirements_free(struct requirements *requirements);

/* Gives the instruction without its diagnostics. It must be the one that the walk of `module` through `source` gave
 * last. */
json_t *ir_from_instruction(const struct ptxc_instruction *instruction, const struct ptxc_module *module,
                            const struct source *source, struct ptxc_lines *lines, struct requirements *requirements);

#endif
