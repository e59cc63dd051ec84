/* The public entry that checks a whole source, and what documents have of it: see check.h. */
#include "api/check.h"

#include "api/hazards.h"
#include "api/origins.h"
#include "legality/explain/check.h"
#include "legality/verdict_cache.h"
#include "ptxcheck/instruction.h"
#include "syntax/collect.h"
#include "report/comments.h"
#include "syntax/reader.h"
#include "report/suppression.h"

/* Checks the instruction that was read last, unless one of its shape was found clean. */
static void check_instruction(struct ptxc_module *module, struct ptxc_verdict_cache *cache,
                              const struct ptxc_sink *sink) {
    const struct ptxc_report *report = module->parser.report;
    const size_t count = report->count;
    if (ptxc_verdict_cache_has(cache, module->instruction, &module->environment))
        return;
    if (!ptxc_check_report(module->instruction, module->environment, report->portable, sink).legal)
        ptxc_collect_doubt(module);
    else if (report->count == count && report->instructions > 1) /* one alone is never asked about again */
        ptxc_verdict_cache_add(cache, module->instruction, &module->environment);
}

bool ptxc_check_walk(struct ptxc_module *module) {
    struct ptxc_hazards hazards;
    struct ptxc_report *made = module->parser.report;
    const struct ptxc_sink sink = ptxc_report_sink(made, module->parser.lexer.source);
    ptxc_hazards_begin(module, &hazards);
    module->forgets = !module->collects; /* who gets bodies may keep them */
    struct ptxc_verdict_cache cache = {.arena = &made->lasting};
    size_t first = made->count;
    for (enum ptxc_item item; (item = ptxc_reader_next(module));) {
        if (item == PTXC_ITEM_BODY) {
            ptxc_hazards_check(module, &hazards);
            continue;
        }
        check_instruction(module, &cache, &sink);
        ptxc_suppression_owner(made, first,
                               (struct ptxc_owner){module->instruction->span.offset, UINT32_MAX, UINT32_MAX});
        first = made->count;
    }
    const bool apart = !module->collects || (hazards.waiting_count == 0 && !module->collection.functions);
    ptxc_hazards_finish(module, &hazards);
    return apart;
}

/* A check of a source. */
struct source_check {
    const char *source;
    size_t length;
    const struct ptxc_options *options;
    bool mentioned; /* it is known that there may be comments that say something of findings */
    bool unlimited; /* the report keeps all findings until it is known which are allowed */
};

/* Checks the source. Comments that say something of findings are read before it, where it is known that there may be
 * any: from an earlier look at it, or from its beginning. `*again` is whether one came up only later, or findings may
 * be allowed that are not kept, so that the check is to be done again. Who watches does so only while there is no
 * comment.
 */
static enum ptxc_status check_source(struct source_check *check, bool *again, struct ptxc_watch *watch,
                                     struct ptxc_report **report) {
    struct ptxc_module *module;
    *again = false;
    const enum ptxc_status status = ptxc_module_open(check->source, check->length, check->options, &module);
    if (status != PTXC_OK)
        return status;
    struct ptxc_report *made = module->parser.report;
    const struct ptxc_lexer *lexer = &module->parser.lexer;
    const size_t limit = made->limit;
    made->limit = check->unlimited ? 0 : limit;
    check->mentioned |= module->mentions;
    module->ends_there = !check->mentioned && (made->honours_allow || made->finds_hazards);
    if (check->mentioned && ptxc_suppression_begin(made, lexer->source, lexer->length))
        ptxc_comments_of_ptx(made, lexer->source, lexer->length, NULL);
    module->watcher = made->allowed.source ? NULL : watch->watcher;
    const bool apart = ptxc_check_walk(module);
    const bool late = module->ends_there && module->mentions;
    watch->apart = apart && module->watcher && !late && !module->byte_reported;
    module->prescans &= !late;
    ptxc_suppression_apply(made);
    const bool lacks = !late && ptxc_origins_apply(made, lexer->source, lexer->length, check->options);
    check->mentioned |= late;
    check->unlimited |= lacks;
    *again = late || lacks;
    made->limit = limit;
    return ptxc_module_close(module, report);
}

enum ptxc_status ptxc_check_watched(const char *source, size_t length, const struct ptxc_options *options,
                                    struct ptxc_watch *watch, struct ptxc_report **report) {
    struct source_check check = {.source = source, .length = length, .options = options};
    enum ptxc_status status;
    bool again;
    *report = NULL;
    do {
        ptxc_report_free(*report);
        *report = NULL;
        status = check_source(&check, &again, watch, report);
    } while (status == PTXC_OK && again);
    return status;
}

enum ptxc_status ptxc_check(const char *source, size_t length, const struct ptxc_options *options,
                            struct ptxc_report **report) {
    struct ptxc_watch watch = {.watcher = NULL};
    return report ? ptxc_check_watched(source, length, options, &watch, report) : PTXC_BAD_ARGUMENT;
}
