/* The typed IR of an instruction as JSON: docs/json.md describes it. */
#ifndef PTXC_CLI_IR_H
#define PTXC_CLI_IR_H

#include <jansson.h>

#include "cli/files/source.h"
#include "ptxcheck/instruction.h"
#include "ptxcheck/render.h"

/* Gives the instruction without its diagnostics, and where it is legal for this assembler (0: the one that ptxcheck
 * follows). It must be the one that the walk of `module` through `source` gave last. */
json_t *ir_from_instruction(const struct ptxc_instruction *instruction, const struct ptxc_module *module,
                            const struct source *source, struct ptxc_lines *lines, uint32_t assembler);

#endif
