/* The public entry that checks a whole source. */
#include "ptxcheck/ptxcheck.h"

#include "api/hazards.h"
#include "legality/check.h"
#include "ptxcheck/instruction.h"
#include "read/collect.h"
#include "read/comments.h"
#include "read/reader.h"
#include "report/suppression.h"

enum ptxc_status ptxc_check(const char *source, size_t length, const struct ptxc_options *options,
                            struct ptxc_report **report) {
    struct ptxc_module *module;
    if (!report)
        return PTXC_BAD_ARGUMENT;
    *report = NULL;
    enum ptxc_status status = ptxc_module_open(source, length, options, &module);
    if (status != PTXC_OK)
        return status;
    struct ptxc_hazards hazards;
    struct ptxc_report *made = module->parser.report;
    const struct ptxc_lexer *lexer = &module->parser.lexer;
    const struct ptxc_sink sink = ptxc_report_sink(made, lexer->source);
    if (ptxc_suppression_begin(made, lexer->source, lexer->length))
        ptxc_comments_of_ptx(made, lexer->source, lexer->length, NULL);
    ptxc_hazards_listen(module, &hazards);
    for (size_t first = made->count; ptxc_reader_next(module); first = made->count) {
        if (!ptxc_check_say(&module->instruction, module->environment, made->portable, &sink).legal)
            ptxc_collect_doubt(module);
        ptxc_suppression_owner(made, first,
                               (struct ptxc_owner){module->instruction.span.offset, UINT32_MAX, UINT32_MAX});
    }
    ptxc_hazards_finish(module, &hazards);
    ptxc_suppression_apply(made);
    return ptxc_module_close(module, report);
}
