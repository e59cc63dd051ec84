/* Blocks of the source: see plain_blocks.h. */
#include "syntax/plain_blocks.h"

#include <string.h>

#include "syntax/survey.h"
#include "tables/index.h"

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
    const uint32_t whole = (length - 1) / PTXC_BLOCK, left = whole - first; /* one byte more is there after each */
    ptxc_survey_reach(module, first * PTXC_BLOCK);
    plain->first = first;
    plain->count = left < PTXC_PLAIN_BLOCKS ? left : PTXC_PLAIN_BLOCKS;
    plain->classify(source + (size_t)first * PTXC_BLOCK, plain->count, ptxc_head_pairs, plain->blocks);
    if (plain->count < PTXC_PLAIN_BLOCKS) {
        char rest[PTXC_BLOCK + 1];
        memset(rest, ' ', sizeof(rest));
        memcpy(rest, source + (size_t)whole * PTXC_BLOCK, length - whole * PTXC_BLOCK);
        plain->classify(rest, 1, ptxc_head_pairs, &plain->blocks[plain->count++]);
    }
}

uint32_t ptxc_plain_run_on(struct ptxc_module *module, uint32_t position, enum ptxc_run run) {
    const uint32_t length = module->parser.lexer.length;
    for (; position < length; position += PTXC_BLOCK) {
        const uint64_t others = ~ptxc_plain_class(ptxc_plain_block(module, position / PTXC_BLOCK), run);
        if (others)
            return position + (uint32_t)__builtin_ctzll(others);
    }
    return length;
}
