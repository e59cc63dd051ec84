/* The public entry that checks a whole source, and what documents have of it: see check.h. */
#include "api/check.h"

#include "api/hazards.h"
#include "legality/check.h"
#include "legality/clean.h"
#include "ptxcheck/instruction.h"
#include "read/collect.h"
#include "read/comments.h"
#include "read/reader.h"
#include "report/suppression.h"

/* Checks the instruction that was read last, unless one of its shape was found clean. */
static void check_instruction(struct ptxc_module *module, struct ptxc_clean *clean, const struct ptxc_sink *sink) {
    const struct ptxc_report *report = module->parser.report;
    const size_t count = report->count;
    if (ptxc_clean_has(clean, module->instruction, &module->environment))
        return;
    if (!ptxc_check_say(module->instruction, module->environment, report->portable, sink).legal)
        ptxc_collect_doubt(module);
    else if (report->count == count && report->instructions > 1) /* one alone is never asked about again */
        ptxc_clean_add(clean, module->instruction, &module->environment);
}

bool ptxc_check_walk(struct ptxc_module *module) {
    struct ptxc_hazards hazards;
    struct ptxc_report *made = module->parser.report;
    const struct ptxc_sink sink = ptxc_report_sink(made, module->parser.lexer.source);
    ptxc_hazards_listen(module, &hazards);
    module->forgets = !module->listener; /* who gets bodies may keep them */
    struct ptxc_clean clean = {.arena = &made->lasting};
    for (size_t first = made->count; ptxc_reader_next(module); first = made->count) {
        check_instruction(module, &clean, &sink);
        ptxc_suppression_owner(made, first,
                               (struct ptxc_owner){module->instruction->span.offset, UINT32_MAX, UINT32_MAX});
    }
    const bool apart = !module->listener || (hazards.waiting_count == 0 && !module->collection.functions);
    ptxc_hazards_finish(module, &hazards);
    return apart;
}

/* Checks the source. Comments that say something of findings are read before it, where it is known that there may be
 * any: from an earlier look at it, or from its beginning. `*late` is whether one came up only later, so that the check
 * is to be done again. Who watches does so only while there is none. */
static enum ptxc_status check_source(const char *source, size_t length, const struct ptxc_options *options,
                                     bool mentioned, bool *late, struct ptxc_watch *watch,
                                     struct ptxc_report **report) {
    struct ptxc_module *module;
    *late = false;
    const enum ptxc_status status = ptxc_module_open(source, length, options, &module);
    if (status != PTXC_OK)
        return status;
    struct ptxc_report *made = module->parser.report;
    const struct ptxc_lexer *lexer = &module->parser.lexer;
    mentioned |= module->mentions;
    module->ends_there = !mentioned && (made->honours_allow || made->finds_hazards);
    if (mentioned && ptxc_suppression_begin(made, lexer->source, lexer->length))
        ptxc_comments_of_ptx(made, lexer->source, lexer->length, NULL);
    module->watcher = made->allowed.source ? NULL : watch->watcher;
    const bool apart = ptxc_check_walk(module);
    *late = module->ends_there && module->mentions;
    watch->apart = apart && module->watcher && !*late && !module->byte_reported;
    module->surveyed &= !*late;
    ptxc_suppression_apply(made);
    return ptxc_module_close(module, report);
}

enum ptxc_status ptxc_check_watched(const char *source, size_t length, const struct ptxc_options *options,
                                    struct ptxc_watch *watch, struct ptxc_report **report) {
    bool late;
    *report = NULL;
    const enum ptxc_status status = check_source(source, length, options, false, &late, watch, report);
    if (status != PTXC_OK || !late)
        return status;
    ptxc_report_free(*report);
    *report = NULL;
    return check_source(source, length, options, true, &late, watch, report);
}

enum ptxc_status ptxc_check(const char *source, size_t length, const struct ptxc_options *options,
                            struct ptxc_report **report) {
    struct ptxc_watch watch = {.watcher = NULL};
    return report ? ptxc_check_watched(source, length, options, &watch, report) : PTXC_BAD_ARGUMENT;
}
