/* The reader: from a source to its instructions and, where they are asked for, its bodies. */
#ifndef PTXC_READER_H
#define PTXC_READER_H

#include "syntax/module.h"

/* What the reader gives. */
enum ptxc_item {
    PTXC_ITEM_NONE,        /* at the end, or without memory */
    PTXC_ITEM_INSTRUCTION, /* `*module->instruction` */
    PTXC_ITEM_BODY /* `module->collection.body`, where `module->collects`; after the instructions in it. One that
                    * is still open at the end of the source, or where the next one begins, is broken. */
};

/* Returns the next item of the source. */
enum ptxc_item ptxc_reader_next(struct ptxc_module *module);

/* The name of the function that is open, of length 0 outside of every one. */
struct ptxc_span ptxc_reader_function(const struct ptxc_module *module);

/* Reads one instruction, which must be all of `text`, with the module as room for that, whatever it held. False
 * where it is none, and the report then says why; what `*instruction` holds is then of no use. */
bool ptxc_reader_read_one(struct ptxc_module *module, const char *text, uint32_t length, struct ptxc_report *report,
                          struct ptxc_instruction *instruction);

#endif
