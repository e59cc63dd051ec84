/* The public entries that walk through a module. */
#include "ptxcheck/instruction.h"

#include <string.h>

#include "api/hosted.h"
#include "api/instruction_check.h"
#include "base/sized.h"
#include "syntax/parse_state.h"
#include "syntax/collect.h"
#include "syntax/name.h"
#include "syntax/reader.h"
#include "syntax/prescan.h"
#include "report/keep.h"
#include "report/options.h"

enum ptxc_status ptxc_module_open(const char *source, size_t length, const struct ptxc_options *options,
                                  struct ptxc_module **module) {
    struct ptxc_options given;
    struct ptxc_report *report;
    if (!module)
        return PTXC_BAD_ARGUMENT;
    *module = NULL;
    const enum ptxc_status status = ptxc_options_begin(source, length, options, &given, &report);
    if (status != PTXC_OK)
        return status;
    *module = ptxc_parse_begin(length ? source : "", (uint32_t)length, &given, report);
    if (*module)
        return PTXC_OK;
    ptxc_report_free(report);
    return PTXC_OUT_OF_MEMORY;
}

enum ptxc_status ptxc_module_open_host(const char *path, const char *source, size_t length,
                                       const struct ptxc_options *options, struct ptxc_module **module) {
    struct ptxc_options given;
    if (!module)
        return PTXC_BAD_ARGUMENT;
    *module = NULL;
    const enum ptxc_host host = path ? ptxc_host_find(path) : PTXC_HOST_NONE;
    if (host == PTXC_HOST_NONE || (!source && length > 0))
        return PTXC_BAD_ARGUMENT;
    if (length > INT32_MAX)
        return PTXC_TOO_LARGE;
    enum ptxc_status status = ptxc_options_read(options, &given);
    if (status == PTXC_OK)
        status = ptxc_module_open("", 0, &given, module);
    if (status != PTXC_OK || ptxc_hosted_begin(*module, host, length ? source : "", (uint32_t)length, &given))
        return status;
    ptxc_report_free((*module)->parser.report);
    *module = NULL;
    return PTXC_OUT_OF_MEMORY;
}

enum ptxc_status ptxc_module_close(struct ptxc_module *module, struct ptxc_report **report) {
    struct ptxc_report *closed;
    if (report)
        *report = NULL;
    if (!module)
        return PTXC_OK;
    if (module->parser.report->trial.on)
        ptxc_report_decide(module->parser.report, true);
    ptxc_prescan_reach(module, module->parser.lexer.length); /* where the walk has not come to the end */
    module->parser.report->view = NULL;
    ptxc_collect_drop(module);
    enum ptxc_status status = ptxc_report_close(module->parser.report, &closed);
    if (report)
        *report = closed;
    else
        ptxc_report_free(closed);
    return status;
}

int ptxc_module_next(struct ptxc_module *module, struct ptxc_instruction *instruction) {
    if (!module || !instruction)
        return 0;
    const bool found = module->hosted ? ptxc_hosted_next(module, instruction) : ptxc_reader_next(module);
    if (!found)
        return 0;
    if (!module->hosted)
        memcpy(instruction, module->instruction, sizeof(*instruction)); /* the bytes between its members, too */
    instruction->damaged |= !ptxc_instruction_words_known(instruction);
    return 1;
}

/* Says which part of a source of another language is walked through. It has functions in no place of that. */
static void place_snippet(const struct ptxc_snippet *snippet, struct ptxc_place *place) {
    place->function = (struct ptxc_span){0, 0};
    place->snippet_kind = snippet->kind == PTXC_SNIPPET_STATEMENT ? PTXC_SNIPPET_IS_STATEMENT : PTXC_SNIPPET_IS_STRING;
    place->snippet = snippet->statement;
}

void ptxc_module_place(const struct ptxc_module *module, struct ptxc_place *place) {
    struct ptxc_place known;
    if (!place)
        return;
    memset(&known, 0, sizeof(known)); /* the bytes between its members, too */
    if (module) {
        known.ptx = module->environment.ptx;
        known.target = module->environment.target;
        known.function = ptxc_reader_function(module);
        known.depth = (uint32_t)module->depth;
        if (module->hosted && module->hosted->snippet)
            place_snippet(module->hosted->snippet, &known);
    }
    ptxc_sized_write(place, &known, sizeof(known));
}

int ptxc_module_find(const struct ptxc_module *module, const char *name, size_t length, struct ptxc_value *value) {
    if (!module || !name || !value || length == 0 || length > UINT32_MAX)
        return 0;
    return ptxc_name_resolve(&module->parser, name, (uint32_t)length, value);
}

int ptxc_module_symbol(const struct ptxc_module *module, uint32_t symbol, struct ptxc_value *value) {
    const struct ptxc_symbol *found = module ? ptxc_symbols_get(&module->parser.symbols, symbol) : NULL;
    if (!found || found->kind == PTXC_SYMBOL_ANY || found->kind == PTXC_SYMBOL_LABEL || !value)
        return 0;
    *value = (struct ptxc_value){.name = found->name, .name_length = found->length};
    ptxc_name_describe(&module->parser, symbol, value);
    return 1;
}

int ptxc_module_operand(const struct ptxc_module *module, size_t index, struct ptxc_asm_argument *argument) {
    const struct ptxc_snippet *snippet = module && module->hosted ? module->hosted->snippet : NULL;
    if (!argument || !snippet || index >= snippet->operand_count)
        return 0;
    const struct ptxc_asm_operand *operand = &snippet->operands[index];
    const struct ptxc_asm_argument known = {
        .constraint = operand->constraint, .name = operand->name, .span = operand->expression};
    return ptxc_sized_write(argument, &known, sizeof(known));
}

int ptxc_module_hidden(const struct ptxc_module *module, size_t index, struct ptxc_span *hidden) {
    const struct ptxc_hosted *hosted = module ? module->hosted : NULL;
    struct ptxc_span span;
    if (!hidden || !hosted || !hosted->snippet ||
        !ptxc_template_hidden(&hosted->template, module->instruction->span, index, &span))
        return 0;
    *hidden = ptxc_snippet_locate(hosted->snippet, span);
    return 1;
}
