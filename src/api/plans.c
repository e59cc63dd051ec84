/* The public entries that plan copies. A plan is made of numbers alone; then its text is checked as any module is, so
 * that what the assembler takes on a target stands in the tables and nowhere else. */
#include "ptxcheck/plan.h"

#include <string.h>

#include "base/buffer.h"
#include "base/sized.h"
#include "plan/planner.h"
#include "report/keep.h"
#include "report/options.h"
#include "report/report.h"
#include "tables/gate.h"

/* A planner at work. */
struct planning {
    const struct ptxc_copy *copy;
    const struct ptxc_allocator *allocator;
    struct ptxc_arena arena;
    struct ptxc_plan plans[PTXC_PLAN_KIND_COUNT];
    size_t count;
};

/* Returns the rule that the text of the plan breaks, or NULL; *status says whether that is known. */
static const char *broken_rule(struct planning *planning, const struct ptxc_plan *plan, enum ptxc_status *status) {
    struct ptxc_options options = {.size = sizeof(options), .allocator = planning->allocator};
    struct ptxc_report *report;
    const char *rule = NULL;
    options.classes = 1u << PTXC_CLASS_SYNTAX | 1u << PTXC_CLASS_LEGALITY | 1u << PTXC_CLASS_UNDEFINED;
    const size_t length = ptxc_plan_text(planning->copy, plan, NULL, 0);
    char *text = ptxc_arena_alloc(&planning->arena, length + 1);
    *status = text ? PTXC_OK : PTXC_OUT_OF_MEMORY;
    if (!text)
        return NULL;
    ptxc_plan_text(planning->copy, plan, text, length + 1);
    *status = ptxc_check(text, length, &options, &report);
    if (*status != PTXC_OK)
        return NULL;
    for (size_t i = ptxc_report_count(report); i-- > 0;)
        if (ptxc_report_get(report, i)->severity == PTXC_SEVERITY_ERROR)
            rule = ptxc_rules[ptxc_rule_find(ptxc_report_get(report, i)->rule)].id;
    ptxc_report_free(report);
    return rule;
}

/* Whether the version and the target have the instructions of the plan; where no version is given it takes the
 * first that does. */
static enum ptxc_status settle(struct planning *planning, struct ptxc_plan *plan) {
    const bool any = plan->ptx == 0;
    enum ptxc_status status = PTXC_OK;
    if (any)
        plan->ptx = ptxc_targets[plan->target].first;
    for (;;) {
        const struct ptxc_arena_mark mark = ptxc_arena_mark(&planning->arena);
        plan->rule = broken_rule(planning, plan, &status);
        ptxc_arena_reset(&planning->arena, mark);
        const uint32_t next = any ? ptxc_next_ptx(plan->ptx) : 0;
        if (status != PTXC_OK || !plan->rule || !next)
            break;
        plan->ptx = next;
    }
    plan->reason = plan->rule ? PTXC_PLAN_RULE : PTXC_PLAN_MOVES;
    return status;
}

/* Makes the plans of all kinds that suit the copy; those that move it come first. */
static enum ptxc_status make_plans(struct planning *planning) {
    struct ptxc_plan others[PTXC_PLAN_KIND_COUNT];
    size_t other_count = 0;
    for (int kind = 1; kind < PTXC_PLAN_KIND_COUNT; kind++) {
        struct ptxc_plan plan;
        if (!ptxc_plan_suits(planning->copy, (enum ptxc_plan_kind)kind))
            continue;
        ptxc_plan_make(planning->copy, (enum ptxc_plan_kind)kind, &planning->arena, &plan);
        const enum ptxc_status status = plan.reason == PTXC_PLAN_MOVES ? settle(planning, &plan) : PTXC_OK;
        if (status != PTXC_OK)
            return status;
        if (plan.reason == PTXC_PLAN_MOVES)
            planning->plans[planning->count++] = plan;
        else
            others[other_count++] = plan;
    }
    for (size_t i = 0; i < other_count; i++)
        planning->plans[planning->count++] = others[i];
    return planning->arena.failed ? PTXC_OUT_OF_MEMORY : PTXC_OK;
}

/* Plans a copy that is known to be one. */
static enum ptxc_status plan(struct planning *planning, const struct ptxc_copy *copy,
                             const struct ptxc_allocator *allocator) {
    memset(planning, 0, sizeof(*planning));
    planning->copy = copy;
    planning->allocator = allocator;
    ptxc_arena_init(&planning->arena, allocator);
    const enum ptxc_status status = make_plans(planning);
    ptxc_arena_free(&planning->arena);
    return status;
}

enum ptxc_status ptxc_plan_copy(const struct ptxc_copy *copy, const struct ptxc_allocator *allocator,
                                struct ptxc_plan *plans, size_t capacity, size_t *count) {
    struct ptxc_copy known;
    struct ptxc_plan_copy_error error;
    struct planning planning;
    if (!copy || !count)
        return PTXC_BAD_ARGUMENT;
    *count = 0;
    for (size_t i = 0; plans && i < capacity && i < PTXC_PLAN_KIND_COUNT; i++)
        if (!ptxc_sized_is(&plans[i]))
            return PTXC_BAD_ARGUMENT;
    if (!ptxc_sized_read(copy, &known, sizeof(known)) || !ptxc_plan_copy_check(&known, &error))
        return PTXC_BAD_ARGUMENT;
    const enum ptxc_status status = plan(&planning, &known, allocator);
    if (status != PTXC_OK)
        return status;
    for (size_t i = 0; plans && i < capacity && i < planning.count; i++)
        ptxc_sized_write(&plans[i], &planning.plans[i], sizeof(*plans));
    *count = planning.count;
    return PTXC_OK;
}

/* Reports why no kind moves the copy: the first kind that was asked for, and in notes the others. */
static void say_none(const struct ptxc_sink *sink, const struct planning *planning,
                     const struct ptxc_copy_places *places) {
    struct ptxc_finding finding = {.rule = PTXC_RULE_PLAN_NONE, .span = places->whole};
    char words[600];
    for (size_t i = 0; i < planning->count; i++) {
        const struct ptxc_plan *refused = &planning->plans[i];
        if (refused->reason == PTXC_PLAN_NOT_ASKED)
            continue;
        const char *member = ptxc_plan_reasons[refused->reason].member;
        const struct ptxc_span place = ptxc_plan_copy_member(places, NULL, member);
        ptxc_plan_words(refused, words, sizeof(words));
        const char *text = ptxc_arena_format(sink->arena, "%s", words);
        if (finding.message && strcmp(finding.message, text) == 0)
            continue;
        if (finding.message)
            ptxc_finding_note(&finding, text, place);
        else
            finding.message = text, finding.span = place;
    }
    if (!finding.message)
        finding.message = ptxc_arena_format(sink->arena, "%s, and none that is allowed goes between these spaces",
                                            ptxc_rules[PTXC_RULE_PLAN_NONE].summary);
    ptxc_sink_give(sink, &finding);
}

enum ptxc_status ptxc_plan_json(const char *source, size_t length, const struct ptxc_options *options,
                                struct ptxc_copy *copy, struct ptxc_plan *plan_made, struct ptxc_report **report) {
    struct ptxc_options given;
    struct ptxc_report *made;
    struct ptxc_copy_places places;
    struct ptxc_copy read;
    struct planning planning = {.count = 0};
    if (!report)
        return PTXC_BAD_ARGUMENT;
    *report = NULL;
    if (!copy || !plan_made || !ptxc_sized_is(copy) || !ptxc_sized_is(plan_made))
        return PTXC_BAD_ARGUMENT;
    enum ptxc_status status = ptxc_options_begin(source, length, options, &given, &made);
    if (status != PTXC_OK)
        return status;
    const struct ptxc_sink sink = ptxc_report_sink(made, length ? source : "");
    made->instructions = 1;
    if (ptxc_plan_copy_read(length ? source : "", (uint32_t)length, given.target, given.ptx, &sink, &read, &places)) {
        status = plan(&planning, &read, given.allocator);
        if (status == PTXC_OK && (planning.count == 0 || planning.plans[0].reason != PTXC_PLAN_MOVES)) {
            say_none(&sink, &planning, &places);
            planning.plans[0] = (struct ptxc_plan){.kind = PTXC_PLAN_NONE};
        }
    }
    ptxc_sized_write(copy, &read, sizeof(read));
    ptxc_sized_write(plan_made, &planning.plans[0], sizeof(*plan_made));
    if (status == PTXC_OK)
        return ptxc_report_close(made, report);
    ptxc_report_close(made, &made);
    ptxc_report_free(made);
    return status;
}

/* Whether a plan, which may come from anywhere, has a text: what it counts and names is there. */
static bool has_text(const struct ptxc_plan *plan_known) {
    const bool named = plan_known->kind > PTXC_PLAN_NONE && (int)plan_known->kind < PTXC_PLAN_KIND_COUNT &&
                       plan_known->target > PTXC_TARGET_NONE && (int)plan_known->target < (int)PTXC_TARGET_COUNT;
    if (!named || plan_known->reason != PTXC_PLAN_MOVES || plan_known->loop_count > PTXC_PLAN_MAX_LOOPS ||
        plan_known->map.rank > PTXC_TENSORMAP_MAX_RANK)
        return false;
    for (uint32_t i = 0; i < plan_known->loop_count; i++)
        if (plan_known->loops[i].extent == 0)
            return false;
    return true;
}

/* Takes a plan, and the copy that it is of; false where one of them is none. */
static bool is_given(const struct ptxc_copy *copy, const struct ptxc_plan *plan_made, struct ptxc_copy *known,
                     struct ptxc_plan *plan_known) {
    struct ptxc_plan_copy_error error;
    return copy && plan_made && ptxc_sized_read(copy, known, sizeof(*known)) &&
           ptxc_sized_read(plan_made, plan_known, sizeof(*plan_known)) && ptxc_plan_copy_check(known, &error) &&
           has_text(plan_known);
}

size_t ptxc_plan_emit(const struct ptxc_copy *copy, const struct ptxc_plan *plan_made, char *buffer, size_t size) {
    struct ptxc_copy known;
    struct ptxc_plan plan_known;
    ptxc_buffer_begin(buffer, size);
    return is_given(copy, plan_made, &known, &plan_known) ? ptxc_plan_text(&known, &plan_known, buffer, size) : 0;
}

size_t ptxc_plan_explain(const struct ptxc_plan *plan_made, char *buffer, size_t size) {
    struct ptxc_plan known;
    ptxc_buffer_begin(buffer, size);
    if (!plan_made || !ptxc_sized_read(plan_made, &known, sizeof(known)) ||
        (size_t)known.kind >= PTXC_PLAN_KIND_COUNT || (size_t)known.reason >= PTXC_PLAN_REASON_COUNT)
        return 0;
    return ptxc_plan_words(&known, buffer, size);
}
