/* The reader: from a source to its instructions, one after another. */
#ifndef PTXC_READER_H
#define PTXC_READER_H

#include "syntax/module.h"

/* Walks to the next instruction, which is then `*module->instruction`; false at the end, or without memory. */
bool ptxc_reader_next(struct ptxc_module *module);

/* The name of the function that is open, of length 0 outside of every one. */
struct ptxc_span ptxc_reader_function(const struct ptxc_module *module);

/* Reads one instruction, which must be all of `text`, with the module as room for that, whatever it held. False
 * where it is none, and the report then says why; what `*instruction` holds is then of no use. */
bool ptxc_reader_read_one(struct ptxc_module *module, const char *text, uint32_t length, struct ptxc_report *report,
                          struct ptxc_instruction *instruction);

#endif
