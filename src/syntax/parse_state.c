/* Where a walk begins, and what it carries: see parse_state.h. */
#include "syntax/parse_state.h"

#include <stddef.h>
#include <string.h>

#include "syntax/blank.h"
#include "syntax/collect.h"
#include "syntax/header.h"
#include "syntax/prescan.h"

/* ---- what is carried from function to function ---- */

struct ptxc_parse_state ptxc_parse_state_get(const struct ptxc_module *module) {
    return (struct ptxc_parse_state){
        .environment = module->environment,
        .header = module->header,
        .version_span = module->version_span,
        .has_version = module->has_version,
        .has_target = module->has_target,
        .names_known = module->parser.module,
        .outside_raised = module->outside_raised,
        .debug_raised = module->debug_raised,
    };
}

/* Makes a walk that begins carry this. */
static void apply(const struct ptxc_parse_state *state, struct ptxc_module *module) {
    module->environment = state->environment;
    module->header = state->header;
    module->version_span = state->version_span;
    module->has_version = state->has_version;
    module->has_target = state->has_target;
    module->parser.module = state->names_known;
    module->outside_raised = state->outside_raised;
    module->debug_raised = state->debug_raised;
}

static bool same_span(struct ptxc_span a, struct ptxc_span b) {
    return a.offset == b.offset && a.length == b.length;
}

static bool same_header(const struct ptxc_header *a, const struct ptxc_header *b) {
    return a->stage == b->stage && same_span(a->end, b->end) && a->reported == b->reported &&
           a->has_size == b->has_size && a->has_section == b->has_section &&
           same_span(a->needs_sections, b->needs_sections) && a->option == b->option &&
           same_span(a->option_span, b->option_span);
}

bool ptxc_parse_state_same(const struct ptxc_parse_state *a, const struct ptxc_parse_state *b) {
    return ptxc_environment_same(&a->environment, &b->environment) && same_header(&a->header, &b->header) &&
           same_span(a->version_span, b->version_span) && a->has_version == b->has_version &&
           a->has_target == b->has_target && a->names_known == b->names_known &&
           a->outside_raised == b->outside_raised && a->debug_raised == b->debug_raised;
}

uint32_t ptxc_parse_state_end(const struct ptxc_parse_state *state) {
    const struct ptxc_span spans[] = {state->header.end, state->header.needs_sections, state->header.option_span,
                                      state->version_span};
    uint32_t end = 0;
    for (size_t i = 0; i < sizeof(spans) / sizeof(spans[0]); i++)
        end = spans[i].offset + spans[i].length > end ? spans[i].offset + spans[i].length : end;
    return end;
}

/* ---- the beginning ---- */

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

void ptxc_parse_prepare(struct ptxc_module *module, const char *source, uint32_t length,
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
            ptxc_header_target_named(options->target, (uint32_t)strlen(options->target), 0);
    ptxc_symbols_init(&module->parser.symbols, &report->arena, report->seed);
}

struct ptxc_module *ptxc_parse_begin(const char *source, uint32_t length, const struct ptxc_options *options,
                                     struct ptxc_report *report) {
    struct ptxc_module *module = ptxc_arena_take(&report->arena, sizeof(*module));
    if (!module)
        return NULL;
    ptxc_parse_prepare(module, source, length, options, report, &module->own);
    module->parser.module = starts_module(source, length);
    module->prescans = true;
    ptxc_prescan_reach(module, 0);
    return module;
}

void ptxc_parse_begin_again(struct ptxc_module *module, const char *source, uint32_t length,
                            const struct ptxc_options *options, struct ptxc_report *report) {
    ptxc_collect_drop(module);
    ptxc_parse_prepare(module, source, length, options, report, &module->own);
    module->parser.module = starts_module(source, length);
    ptxc_prescan_ascii(report, source, 0, length);
}

struct ptxc_module *ptxc_parse_begin_within(const char *source, uint32_t length, const struct ptxc_options *options,
                                            struct ptxc_report *report, uint32_t position,
                                            const struct ptxc_parse_state *state, const struct ptxc_symbols *symbols,
                                            uint32_t names) {
    struct ptxc_module *module = ptxc_arena_take(&report->arena, sizeof(*module));
    if (!module)
        return NULL;
    ptxc_parse_prepare(module, source, length, options, report, &module->own);
    module->position = position;
    apply(state, module);
    ptxc_symbols_enclose(&module->parser.symbols, symbols, names);
    return module;
}
