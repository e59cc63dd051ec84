/* The source of a module in classified blocks, some of which are kept at a time. */
#ifndef PTXC_PLAIN_BLOCKS_H
#define PTXC_PLAIN_BLOCKS_H

#include "syntax/module.h"

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

/* The bytes of the block that are part of such runs. */
static inline uint64_t ptxc_plain_class(const struct ptxc_bytes *block, enum ptxc_run run) {
    return block->digit | (run == PTXC_RUN_NAME ? block->letter : block->blank);
}

/* See ptxc_plain_run: from the beginning of a block on. */
uint32_t ptxc_plain_run_on(struct ptxc_module *module, uint32_t position, enum ptxc_run run);

/* Where the run ends that begins at `position`, or would: another byte stands there, or the source ends. */
static inline uint32_t ptxc_plain_run(struct ptxc_module *module, uint32_t position, enum ptxc_run run) {
    if (position >= module->parser.lexer.length)
        return module->parser.lexer.length;
    const struct ptxc_bytes *block = ptxc_plain_block(module, position / PTXC_BLOCK);
    const uint32_t inside = position % PTXC_BLOCK;
    uint64_t others = ~ptxc_plain_class(block, run) >> inside;
    if (block + 1 < &module->plain->blocks[module->plain->count]) /* the 64 bytes from there on, in whatever blocks */
        others |= ~ptxc_plain_class(block + 1, run) << 1 << (PTXC_BLOCK - 1 - inside);
    if (others) /* they are longer than most words */
        return position + (uint32_t)__builtin_ctzll(others);
    return ptxc_plain_run_on(module, position / PTXC_BLOCK * PTXC_BLOCK + PTXC_BLOCK, run);
}

#endif
