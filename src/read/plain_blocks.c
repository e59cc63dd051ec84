/* Blocks of the source: see plain_blocks.h. */
#include "read/plain_blocks.h"

#include <string.h>

#include "read/survey.h"

bool ptxc_plain_begin(struct ptxc_module *module) {
    if (module->plain)
        return true;
    module->plain = ptxc_arena_alloc(&module->parser.report->arena, sizeof(*module->plain));
    if (module->plain)
        module->plain->classify = ptxc_blocks_choose(0);
    return module->plain != NULL;
}

void ptxc_plain_classify(struct ptxc_module *module, uint32_t first) {
    struct ptxc_plain *plain = module->plain;
    const char *source = module->parser.lexer.source;
    const uint32_t length = module->parser.lexer.length;
    const uint32_t whole = length / PTXC_BLOCK, left = whole - first;
    ptxc_survey_reach(module, first * PTXC_BLOCK);
    plain->first = first;
    plain->count = left < PTXC_PLAIN_BLOCKS ? left : PTXC_PLAIN_BLOCKS;
    plain->classify(source + (size_t)first * PTXC_BLOCK, plain->count, plain->blocks);
    if (plain->count < PTXC_PLAIN_BLOCKS && length % PTXC_BLOCK > 0) {
        char rest[PTXC_BLOCK];
        memset(rest, ' ', sizeof(rest));
        memcpy(rest, source + (size_t)whole * PTXC_BLOCK, length % PTXC_BLOCK);
        plain->classify(rest, 1, &plain->blocks[plain->count++]);
    }
}

uint32_t ptxc_plain_run(struct ptxc_module *module, uint32_t position, enum ptxc_run run) {
    const uint32_t length = module->parser.lexer.length;
    while (position < length) {
        const struct ptxc_bytes *block = ptxc_plain_block(module, position / PTXC_BLOCK);
        const uint64_t class = block->digit | (run == PTXC_RUN_NAME ? block->letter : block->blank);
        const uint64_t others = ~class >> position % PTXC_BLOCK;
        if (others)
            return position + (uint32_t)__builtin_ctzll(others);
        position = position / PTXC_BLOCK * PTXC_BLOCK + PTXC_BLOCK;
    }
    return length;
}
