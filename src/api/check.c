/* The public entry that checks a whole source. */
#include "ptxcheck/ptxcheck.h"

#include "legality/check.h"
#include "ptxcheck/instruction.h"
#include "read/reader.h"

enum ptxc_status ptxc_check(const char *source, size_t length, const struct ptxc_options *options,
                            struct ptxc_report **report) {
    struct ptxc_module *module;
    if (!report)
        return PTXC_BAD_ARGUMENT;
    *report = NULL;
    enum ptxc_status status = ptxc_module_open(source, length, options, &module);
    if (status != PTXC_OK)
        return status;
    const struct ptxc_sink sink = ptxc_report_sink(module->parser.report, module->parser.lexer.source);
    while (ptxc_reader_next(module))
        ptxc_check_say(&module->instruction, module->environment, module->parser.report->portable, &sink);
    return ptxc_module_close(module, report);
}
