/* The source of a module in classified blocks, some of which are kept at a time. */
#ifndef PTXC_PLAIN_BLOCKS_H
#define PTXC_PLAIN_BLOCKS_H

#include "read/module.h"

/* Makes what is kept of a module that is passed over, if it is not there yet; false without memory. */
bool ptxc_plain_begin(struct ptxc_module *module);

/* Classifies the blocks of the source from this one on, as many as are kept. The last one of the source is filled up
 * with blanks. */
void ptxc_plain_classify(struct ptxc_module *module, uint32_t first);

/* The block with this index, which is not after the end of the source. */
static inline const struct ptxc_bytes *ptxc_plain_block(struct ptxc_module *module, uint32_t index) {
    const struct ptxc_plain *plain = module->plain;
    if (index - plain->first >= plain->count)
        ptxc_plain_classify(module, index);
    return &plain->blocks[index - plain->first];
}

/* What may follow one another without anything else. */
enum ptxc_run {
    PTXC_RUN_NAME,   /* letters, digits and _ */
    PTXC_RUN_NUMBERS /* digits and blanks */
};

/* Where the run ends that begins at `position`, or would: another byte stands there, or the source ends. */
uint32_t ptxc_plain_run(struct ptxc_module *module, uint32_t position, enum ptxc_run run);

#endif
