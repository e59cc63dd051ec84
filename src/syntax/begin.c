/* The beginning of a walk: see begin.h. */
#include "syntax/begin.h"

#include <stddef.h>
#include <string.h>

#include "syntax/blank.h"
#include "syntax/collect.h"
#include "syntax/header.h"
#include "syntax/prescan.h"
#include "syntax/target.h"

/* Clears some kilobytes. For so many, compilers and C libraries take a string instruction, which begins slowly; so the
 * pieces are small, and the compiler does not know how small. */
static void clear(void *memory, size_t size) {
    unsigned char *bytes = memory;
    while (size > 0) {
        size_t piece = size < 1024 ? size : 1024;
        __asm__("" : "+r"(piece));
        memset(bytes, 0, piece);
        bytes += piece;
        size -= piece;
    }
}

/* A module starts with its header, after nothing but blanks and comments. */
static bool starts_module(const char *source, uint32_t length) {
    uint32_t position = ptxc_skip_blanks(source, length, 0);
    return ptxc_word_begins_module(source + position, length - position);
}

void ptxc_begin_prepare(struct ptxc_module *module, const char *source, uint32_t length,
                        const struct ptxc_options *options, struct ptxc_report *report,
                        struct ptxc_instruction *instruction) {
    clear(module, offsetof(struct ptxc_module, own));
    clear(instruction, sizeof(*instruction));
    module->instruction = instruction;
    module->parser.lexer = (struct ptxc_lexer){source, length, 0};
    module->parser.report = report;
    module->option_ptx = module->environment.ptx = options->ptx;
    module->environment.assembler = options->assembler;
    if (options->target)
        module->option_target = module->environment.target =
            ptxc_target_named(options->target, (uint32_t)strlen(options->target), 0);
    ptxc_symbols_init(&module->parser.symbols, &report->arena, report->seed);
}

struct ptxc_module *ptxc_begin_module(const char *source, uint32_t length, const struct ptxc_options *options,
                                      struct ptxc_report *report) {
    struct ptxc_module *module = ptxc_arena_take(&report->arena, sizeof(*module));
    if (!module)
        return NULL;
    ptxc_begin_prepare(module, source, length, options, report, &module->own);
    module->parser.module = starts_module(source, length);
    module->prescans = true;
    ptxc_prescan_reach(module, 0);
    return module;
}

void ptxc_begin_again(struct ptxc_module *module, const char *source, uint32_t length,
                      const struct ptxc_options *options, struct ptxc_report *report) {
    ptxc_collect_drop(module);
    ptxc_begin_prepare(module, source, length, options, report, &module->own);
    module->parser.module = starts_module(source, length);
    ptxc_prescan_ascii(report, source, length);
}

struct ptxc_module *ptxc_begin_within(const char *source, uint32_t length, const struct ptxc_options *options,
                                      struct ptxc_report *report, uint32_t position, const struct ptxc_carried *carried,
                                      const struct ptxc_symbols *symbols, uint32_t names) {
    struct ptxc_module *module = ptxc_arena_take(&report->arena, sizeof(*module));
    if (!module)
        return NULL;
    ptxc_begin_prepare(module, source, length, options, report, &module->own);
    module->position = position;
    ptxc_carried_apply(carried, module);
    ptxc_symbols_enclose(&module->parser.symbols, symbols, names);
    return module;
}
