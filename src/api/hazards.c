/* The check for hazards: function bodies from the reader to analysis/. A function that others may call is kept for
 * them; a body that calls one which is not there yet waits for the end of the source.
 */
#include "api/hazards.h"

#include <string.h>

#include "analysis/rules/flow.h"
#include "analysis/execution/executor.h"
#include "report/assume.h"
#include "report/kernels.h"
#include "report/suppression.h"

static bool wants(const void *taker, enum ptxc_rule_id rule) {
    const struct ptxc_hazards *hazards = taker;
    return ptxc_report_wants(hazards->report, rule);
}

/* Takes a finding, unless the same was found at this place before: in the function itself, or in another copy of it. */
static void take(void *taker, const struct ptxc_finding *finding) {
    struct ptxc_hazards *hazards = taker;
    struct ptxc_report *report = hazards->report;
    const uint64_t key = ptxc_counts_place(report->seed, ptxc_rules[finding->rule].id, finding->span);
    const size_t before = report->count;
    if (ptxc_counts_get(&hazards->seen, key) > 0)
        return;
    ptxc_report_add(report, finding);
    if (report->count > before)
        ptxc_counts_add(&hazards->seen, &report->lasting, key, 1);
}

/* Goes on with the analysis of a function where the rules have ended. */
static void walk(void *context, const struct ptxc_flow *flow) {
    (void)context;
    ptxc_executor_check(flow);
}

/* Looks at a body; false where it waits for what it calls. The memory of the analysis is that of the one before. */
static bool check_body(struct ptxc_hazards *hazards, const struct ptxc_module *module, const struct ptxc_waiting *what,
                       bool waits) {
    struct ptxc_report *report = hazards->report;
    struct ptxc_arena *arena = &hazards->arena;
    const char *source = module->parser.lexer.source;
    const uint32_t place = what->body->count > 0 ? what->body->statements[0].span.offset : 0;
    const struct ptxc_sink sink = {
        .arena = &report->words, .source = source, .taker = hazards, .wants = wants, .take = take};
    const size_t first = report->count;
    struct ptxc_kernel kernel = {.name = NULL};
    const struct ptxc_flow_input input = {.source = source,
                                          .body = what->body,
                                          .symbols = &module->parser.symbols,
                                          .environment = what->environment,
                                          .arena = arena,
                                          .sink = &sink,
                                          .library = &hazards->library,
                                          .waits = waits,
                                          .verified = &hazards->verified,
                                          .verified_arena = &hazards->library.arena,
                                          .threads = ptxc_assume_value(report, place, "threads", 7),
                                          .cluster = ptxc_assume_value(report, place, "cluster", 7),
                                          .report = report,
                                          .kernel = &kernel,
                                          .also = walk};
    const bool done = ptxc_flow_check(&input);
    if (kernel.name)
        ptxc_kernels_add(report, &kernel);
    report->arena.failed |= arena->failed;
    ptxc_arena_clear(arena);
    for (size_t i = report->count; i > first; i--) /* what belongs to something stays with it */
        ptxc_suppression_owner(report, i - 1,
                               (struct ptxc_owner){report->diagnostics[i - 1].span.offset, UINT32_MAX, UINT32_MAX});
    return done;
}

/* Whether a function may come after the body, which could be what it calls. */
static bool may_come(struct ptxc_hazards *hazards, const struct ptxc_module *module, const struct ptxc_body *body) {
    static const char directive[] = ".func";
    const struct ptxc_lexer *lexer = &module->parser.lexer;
    if (!hazards->looked && lexer->length >= sizeof(directive)) {
        uint32_t place = lexer->length - (uint32_t)sizeof(directive) + 1;
        while (place > 0 &&
               (lexer->source[place] != '.' || memcmp(lexer->source + place, directive, sizeof(directive) - 1) != 0))
            place--;
        hazards->last_function = place;
    }
    hazards->looked = true;
    return body->count > 0 && hazards->last_function > body->statements[body->count - 1].span.offset;
}

/* Keeps a body until the end of the source; false where there is no room. */
static bool keep(struct ptxc_hazards *hazards, const struct ptxc_waiting *what) {
    const struct ptxc_body *body = ptxc_library_keep(&hazards->library, what->body);
    struct ptxc_waiting *waiting =
        body ? ptxc_arena_add(&hazards->library.arena, &hazards->waiting, &hazards->waiting_count,
                              &hazards->waiting_capacity, sizeof(*waiting))
             : NULL;
    if (waiting)
        *waiting = (struct ptxc_waiting){body, what->environment};
    return waiting;
}

void ptxc_hazards_check(struct ptxc_module *module, struct ptxc_hazards *hazards) {
    const struct ptxc_body *body = &module->collection.body;
    const struct ptxc_waiting what = {body, module->environment};
    const struct ptxc_program function = {
        .source = module->parser.lexer.source, .body = body, .symbols = &module->parser.symbols};
    if (!body->entry && body->name.length > 0)
        ptxc_library_add(&hazards->library, &function, module->environment);
    if (!check_body(hazards, module, &what, true) && (!may_come(hazards, module, body) || !keep(hazards, &what)))
        check_body(hazards, module, &what, false);
    hazards->report->arena.failed |= hazards->library.arena.failed;
}

/* Whether any rule is wanted that is found in whole functions: without one, nothing needs to be followed. */
static bool wants_any(const struct ptxc_report *report) {
    for (int i = 0; i < PTXC_RULE_COUNT; i++)
        if (ptxc_rules[i].constraint.kind == PTXC_CONSTRAINT_FLOW && ptxc_report_wants(report, (enum ptxc_rule_id)i))
            return true;
    return false;
}

void ptxc_hazards_begin(struct ptxc_module *module, struct ptxc_hazards *hazards) {
    struct ptxc_report *report = module->parser.report;
    if (!report->finds_hazards || !wants_any(report))
        return;
    *hazards = (struct ptxc_hazards){.report = report};
    ptxc_arena_share(&hazards->arena, &report->arena);
    ptxc_library_init(&hazards->library, &report->arena.allocator);
    hazards->library.seed = report->seed;
    module->collects = true;
}

void ptxc_hazards_finish(struct ptxc_module *module, struct ptxc_hazards *hazards) {
    struct ptxc_report *report = module->parser.report;
    if (!module->collects)
        return;
    for (size_t i = 0; i < hazards->waiting_count && !report->arena.failed; i++)
        check_body(hazards, module, &hazards->waiting[i], false);
    report->arena.failed |= hazards->library.arena.failed;
    ptxc_library_free(&hazards->library);
    ptxc_arena_free(&hazards->arena);
    module->collects = false;
}
