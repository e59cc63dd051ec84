/* The check for hazards: makes the analysis of a function, and asks the rules. */
#include "analysis/rules/flow.h"

#include "analysis/rules/rules.h"
#include "analysis/program/branch_targets.h"
#include "analysis/program/calls.h"
#include "report/report.h"

#define ACTION(name) (UINT64_C(1) << PTXC_ACT_##name)
_Static_assert(PTXC_ACTION_COUNT <= 64, "each action has a bit");

/* Returns the threads or CTAs of three dimensions together; 0 where they are not given. */
static uint32_t product(const uint32_t dimensions[3]) {
    uint64_t all = 1;
    for (int i = 0; i < 3; i++)
        all *= dimensions[i] ? dimensions[i] : 1;
    return dimensions[0] && all <= UINT32_MAX ? (uint32_t)all : 0;
}

/* Takes from the function and from the caller how many threads there are. */
static void count_threads(struct ptxc_flow *flow, const struct ptxc_flow_input *input) {
    const uint32_t required = product(input->body->required_threads);
    flow->threads = input->threads ? (uint32_t)input->threads : required;
    flow->at_most = flow->threads ? flow->threads : product(input->body->maximum_threads);
    flow->cluster = input->cluster ? (uint32_t)input->cluster : product(input->body->cluster);
}

/* Whether there is an instruction of the family that does something over time, or may: of some it is not known. */
static bool has_family(const struct ptxc_program *program) {
    uint32_t i = 0;
    while (i < program->count && (program->steps[i].statement->kind != PTXC_STATEMENT_FAMILY ||
                                  (program->steps[i].event && !ptxc_program_is_async(program, i))))
        i++;
    return i < program->count;
}

/* Whether there is an instruction that has to do with tensor memory. */
static bool has_tensor_memory(const struct ptxc_program *program) {
    uint32_t i = 0;
    while (i < program->count && !(program->steps[i].traits & PTXC_TRAITS_TENSOR_MEMORY))
        i++;
    return i < program->count;
}

/* Whether it is of no use to go on: not all is known of the function, and nobody wants to hear that. */
static bool is_in_vain(const struct ptxc_flow *flow) {
    return flow->program->uncertain && !ptxc_sink_wants(flow->sink, PTXC_RULE_ANALYSIS_INCOMPLETE);
}

/* The rules that have nothing to say of a function without any of these actions; 0: they may of any. */
static const struct {
    void (*check)(const struct ptxc_flow *flow);
    uint64_t needs;
} rules[] = {
    {ptxc_addresses_check, 0},
    {ptxc_constant_operands_check, 0},
    {ptxc_empty_groups_check, ACTION(COMMIT) | ACTION(WAIT_GROUP) | ACTION(WAIT_ALL)},
    {ptxc_wait_results_check, ACTION(TEST_WAIT) | ACTION(TRY_WAIT)},
    {ptxc_threads_check, 0},
    {ptxc_clusters_check, 0},
    {ptxc_maps_check, 0},
    {ptxc_replaced_maps_check, ACTION(REPLACE_MAP)},
    {ptxc_tensors_check, ACTION(COPY) | ACTION(PREFETCH)},
    {ptxc_tensor_memory_check, 0},
    {ptxc_grids_check, ACTION(GRID_WAIT) | ACTION(GRID_LAUNCH)},
};

/* Asks the rules. */
static void check(const struct ptxc_flow *flow) {
    uint64_t actions = 0;
    for (uint32_t i = 0; i < flow->program->count; i++)
        actions |= UINT64_C(1) << ptxc_step_action(&flow->program->steps[i]);
    for (size_t i = 0; i < PTXC_COUNT(rules); i++)
        if (!rules[i].needs || (rules[i].needs & actions))
            rules[i].check(flow);
}

/* A sink that keeps in mind whether more than notes was given to another one, and whether anything was about the
 * function itself, and not about one that it calls: of that the same is not reported again. */
struct watched {
    const struct ptxc_sink *to;
    const struct ptxc_report *report;
    const struct ptxc_body *body;
    bool reported, own;
};

static bool wants(const void *taker, enum ptxc_rule_id rule) {
    return ptxc_sink_wants(((const struct watched *)taker)->to, rule);
}

static void take(void *taker, const struct ptxc_finding *finding) {
    struct watched *watched = taker;
    const struct ptxc_body *body = watched->body;
    const struct ptxc_span last = body->count ? body->statements[body->count - 1].span : body->name;
    watched->own |= body->name.offset <= finding->span.offset && finding->span.offset <= last.offset + last.length;
    watched->reported |= watched->report && ptxc_report_severity(watched->report, finding) >= PTXC_SEVERITY_WARNING;
    ptxc_sink_give(watched->to, finding);
}

/* Makes the analysis and asks the rules, and then who looks at the analysis; false where that did not come to pass. */
static bool analyse(struct ptxc_flow *flow, const struct ptxc_flow_input *input, bool family) {
    struct ptxc_program *program = flow->program;
    if (is_in_vain(flow))
        return false;
    flow->graph = ptxc_graph_make(program);
    if (flow->graph && flow->graph->irreducible)
        ptxc_program_doubt(program, input->body->name, "this function has a loop with two beginnings");
    if (flow->graph && program->uncertain)
        ptxc_flow_incomplete(flow, program->uncertain_at, program->uncertain_why);
    if (!flow->graph || program->uncertain)
        return false;
    flow->values = ptxc_values_make(program, flow->graph);
    flow->conditions = flow->values ? ptxc_conditions_make(program, flow->graph, flow->values) : NULL;
    flow->certain = flow->conditions ? ptxc_arena_alloc(program->arena, program->count) : NULL;
    if (!flow->certain)
        return false;
    count_threads(flow, input);
    if (family)
        check(flow);
    else
        ptxc_tensor_memory_check(flow);
    if (input->also && family)
        input->also(input->context, flow);
    if (family)
        ptxc_ignored_waits_check(flow);
    return true;
}

/* Makes the fingerprint of a function that may be equal to a verified one; false where it has none. What is assumed of
 * a place or of a name may hold for one of two equal functions. */
static bool make_fingerprint(struct ptxc_program *program, const struct ptxc_flow_input *input,
                             struct ptxc_fingerprint *fingerprint) {
    const struct ptxc_assumptions *assumed = input->report ? &input->report->assumed : NULL;
    return input->verified && input->library && !(assumed && (assumed->count || assumed->given_count)) &&
           ptxc_fingerprint_make(program, input->library, input->threads, input->cluster, fingerprint);
}

/* Gives the caller what was executed of a kernel. */
static void give_kernel(const struct ptxc_flow_input *input, const struct ptxc_kernel *kernel) {
    const struct ptxc_span name = input->body->name;
    if (!input->kernel)
        return;
    *input->kernel = *kernel;
    input->kernel->span = name;
    input->kernel->name = ptxc_arena_format(input->arena, "%.*s", (int)name.length, input->source + name.offset);
}

bool ptxc_flow_check(const struct ptxc_flow_input *input) {
    struct ptxc_program program = {
        .arena = input->arena, .source = input->source, .body = input->body, .symbols = input->symbols};
    struct watched watched = {.to = input->sink, .report = input->report, .body = input->body};
    struct ptxc_fingerprint fingerprint;
    struct ptxc_thread_counts counts = {.next = 0};
    bool explained = false;
    struct ptxc_kernel kernel = {.span = input->body->name, .complete = 1};
    const struct ptxc_sink sink = {
        .arena = input->sink->arena, .source = input->sink->source, .taker = &watched, .wants = wants, .take = take};
    struct ptxc_flow flow = {.program = &program,
                             .sink = &sink,
                             .reported = &watched.reported,
                             .explained = &explained,
                             .kernel = &kernel,
                             .counts = &counts,
                             .report = input->report,
                             .environment = input->environment,
                             .whole = input->body->entry};
    if (input->body->broken || !ptxc_program_make(&program, input->environment) || !ptxc_branch_tables_expand(&program))
        return true;
    if (input->body->cut)
        ptxc_program_doubt(&program, input->body->name, "this function has more statements than are analysed");
    const bool compared = make_fingerprint(&program, input, &fingerprint);
    const struct ptxc_kernel *same = compared ? ptxc_verified_find(input->verified, &fingerprint) : NULL;
    if (same) {
        give_kernel(input, same);
        return true;
    }
    if (!ptxc_calls_inline(&program, input->library))
        return true;
    if (program.missing && input->waits)
        return false;
    /* without it only the rules about tensor memory find anything */
    const bool family = input->body->cut || has_family(&program);
    if (!family && !has_tensor_memory(&program))
        return true;
    if (!analyse(&flow, input, family)) {
        kernel.complete = 0;
        kernel.incomplete = program.uncertain ? program.uncertain_why : "it cannot be analysed";
    }
    if (flow.whole && family && !input->body->wrong) {
        give_kernel(input, &kernel);
        if (compared && !watched.own && kernel.complete && !program.arena->failed)
            ptxc_verified_add(input->verified, input->verified_arena, &fingerprint, &kernel);
    }
    return true;
}
