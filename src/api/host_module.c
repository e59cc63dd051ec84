/* The public entries of a walk through a source of another language, which goes on as one through a module does. */
#include "ptxcheck/instruction.h"

#include "api/hosted.h"
#include "base/sized.h"
#include "report/options.h"

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
