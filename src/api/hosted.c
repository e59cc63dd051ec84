/* A walk through a source of another language: see hosted.h. A snippet is read like a source of its own; what
 * is handed out has its places in the file. What becomes of a macro's uses is not walked through: its definition is.
 */
#include "api/hosted.h"

#include "host/inline_asm.h"
#include "syntax/parse_state.h"
#include "report/keep.h"

/* Ends the snippet. What was said of one without instructions of the family is dropped: it may be no PTX at all. */
static void end_snippet(struct ptxc_module *module) {
    struct ptxc_hosted *hosted = module->hosted;
    struct ptxc_report *report = module->parser.report;
    ptxc_report_decide(report, report->instructions > hosted->instructions);
    report->classes = hosted->classes;
    report->view = NULL;
    hosted->snippet = NULL;
}

/* Begins to read the next snippet that is compiled and written out; false after the last one, or without memory. */
static bool begin_snippet(struct ptxc_module *module) {
    struct ptxc_hosted *hosted = module->hosted;
    struct ptxc_report *report = module->parser.report;
    const struct ptxc_snippet *snippet = NULL;
    while (!snippet && hosted->next < hosted->list.count) {
        snippet = &hosted->list.items[hosted->next++];
        if (snippet->facts.never || snippet->use.length > 0)
            snippet = NULL;
    }
    if (!snippet || report->arena.failed)
        return false;
    hosted->view = ptxc_host_snippet_view(snippet);
    hosted->instructions = report->instructions;
    report->view = &hosted->view;
    if (snippet->kind == PTXC_SNIPPET_STRING) /* it may be cut anywhere */
        report->classes &= ~(1u << PTXC_CLASS_SYNTAX);
    ptxc_report_statement(report, snippet->statement.offset);
    ptxc_report_try(report);
    if (!ptxc_template_make(snippet, report, &hosted->template))
        return false;
    hosted->snippet = snippet;
    hosted->asm_text = ptxc_template_asm_text(&hosted->template);
    ptxc_parse_begin_again(module, hosted->template.text, snippet->length, &hosted->options, report);
    module->hosted = hosted;
    module->parser.asm_text = &hosted->asm_text;
    module->parser.module &= !hosted->template.unknown_text;
    ptxc_asm_narrow(&module->environment, snippet);
    return true;
}

/* Makes the spans of the instruction places in the file. */
static void place_instruction(const struct ptxc_snippet *snippet, struct ptxc_instruction *instruction) {
    instruction->span = ptxc_snippet_locate(snippet, instruction->span);
    instruction->opcode_span = ptxc_snippet_locate(snippet, instruction->opcode_span);
    instruction->guard.span = ptxc_snippet_locate(snippet, instruction->guard.span);
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        instruction->qualifiers[i].span = ptxc_snippet_locate(snippet, instruction->qualifiers[i].span);
    for (size_t i = 0; i < instruction->operand_count; i++)
        instruction->operands[i].span = ptxc_snippet_locate(snippet, instruction->operands[i].span);
    for (size_t i = 0; i < instruction->value_count; i++)
        instruction->values[i].span = ptxc_snippet_locate(snippet, instruction->values[i].span);
}

bool ptxc_hosted_next(struct ptxc_module *module, struct ptxc_instruction *instruction) {
    struct ptxc_hosted *hosted = module->hosted;
    for (;;) {
        if (hosted->snippet && ptxc_reader_next(module)) {
            *instruction = *module->instruction;
            place_instruction(hosted->snippet, instruction);
            return true;
        }
        if (hosted->snippet)
            end_snippet(module);
        if (!begin_snippet(module))
            return false;
    }
}

bool ptxc_hosted_begin(struct ptxc_module *module, enum ptxc_host host, const char *source, uint32_t length,
                       const struct ptxc_options *options) {
    struct ptxc_report *report = module->parser.report;
    struct ptxc_hosted *hosted = ptxc_arena_alloc(&report->arena, sizeof(*hosted));
    struct ptxc_defines defines;
    if (!hosted)
        return false;
    module->hosted = hosted;
    hosted->options = *options;
    hosted->classes = report->classes;
    report->snippets = true;
    ptxc_defines_make(&report->arena, options->defines, options->define_count, &defines);
    return ptxc_host_extract(host, source, length, &defines, report->seed, &report->arena, &hosted->list);
}
