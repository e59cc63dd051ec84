/* Findings with their paths, and short questions: see hazard.h. */
#include "analysis/findings/hazard.h"

#include <stdarg.h>
#include <stdio.h>

#include "report/kernels.h"

/* Prints into the arena for the words of findings. */
static const char *print(const struct ptxc_flow *flow, const char *format, va_list arguments) {
    enum { LONGEST = 800 };
    char text[LONGEST];
    vsnprintf(text, sizeof(text), format, arguments);
    return ptxc_arena_format(flow->sink->arena, "%s", text);
}

/* Says of a step of an inlined call where that is called, and of that likewise: the nearest ones. */
static void note_calls(struct ptxc_hazard *hazard, uint32_t step) {
    enum { MOST = 3 };
    const struct ptxc_program *program = hazard->flow->program;
    uint16_t frame = program->steps[step].frame;
    for (int i = 0; i < MOST && frame != 0; i++, frame = program->frames[frame].caller)
        ptxc_finding_note(&hazard->finding, "called here", program->frames[frame].call->word);
}

/* The finding is about this step, too. */
static void add_step(struct ptxc_hazard *hazard, uint32_t step) {
    if (hazard->step_count < PTXC_HAZARD_STEPS)
        hazard->steps[hazard->step_count++] = step;
}

void ptxc_hazard_begin(struct ptxc_hazard *hazard, const struct ptxc_flow *flow, enum ptxc_rule_id rule, uint32_t step,
                       const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    *hazard = (struct ptxc_hazard){.flow = flow};
    hazard->finding.rule = rule;
    hazard->finding.level = ptxc_rules[rule].level;
    hazard->finding.opcode = flow->program->steps[step].statement->opcode;
    hazard->finding.span = ptxc_step_span(flow->program, step);
    hazard->finding.message = print(flow, format, arguments);
    va_end(arguments);
    add_step(hazard, step);
    note_calls(hazard, step);
}

void ptxc_hazard_note(struct ptxc_hazard *hazard, uint32_t step, const char *format, ...) {
    va_list arguments;
    if (step == PTXC_NO_STEP)
        return;
    va_start(arguments, format);
    add_step(hazard, step);
    ptxc_finding_note(&hazard->finding, print(hazard->flow, format, arguments),
                      ptxc_step_span(hazard->flow->program, step));
    va_end(arguments);
}

void ptxc_hazard_advice(struct ptxc_hazard *hazard, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    ptxc_finding_note(&hazard->finding, print(hazard->flow, format, arguments), (struct ptxc_span){0, 0});
    va_end(arguments);
}

void ptxc_hazard_launch(struct ptxc_hazard *hazard, uint32_t parameter, uint32_t outer) {
    const struct ptxc_flow *flow = hazard->flow;
    const char *chosen = ptxc_kernel_chosen(flow->sink->arena, flow->kernel, parameter, outer);
    if (*chosen)
        ptxc_hazard_advice(hazard, "chosen for the execution: %s", chosen);
}

void ptxc_hazard_fix(struct ptxc_hazard *hazard, struct ptxc_span span, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    ptxc_finding_fix(&hazard->finding, span, print(hazard->flow, format, arguments));
    va_end(arguments);
}

void ptxc_hazard_give(struct ptxc_hazard *hazard) {
    const struct ptxc_flow *flow = hazard->flow;
    for (uint32_t i = 0; i < hazard->step_count && hazard->finding.level == PTXC_CERTAIN; i++)
        flow->certain[hazard->steps[i]] = true;
    ptxc_sink_give(hazard->flow->sink, &hazard->finding);
}

void ptxc_flow_incomplete(const struct ptxc_flow *flow, struct ptxc_span span, const char *why) {
    struct ptxc_finding finding = {
        .rule = PTXC_RULE_ANALYSIS_INCOMPLETE, .level = PTXC_POSSIBLE, .mild = true, .span = span};
    if (!ptxc_sink_wants(flow->sink, finding.rule))
        return;
    finding.message = ptxc_arena_format(flow->sink->arena, "%s, but %s", ptxc_rules[finding.rule].summary, why);
    ptxc_sink_give(flow->sink, &finding);
}

struct ptxc_threads ptxc_flow_threads(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_condition *condition = ptxc_flow_condition(flow, step);
    return ptxc_condition_threads(flow->conditions, condition);
}

bool ptxc_flow_constant(const struct ptxc_flow *flow, uint32_t step, enum ptxc_operand_name name, int64_t *constant) {
    const struct ptxc_value *value = ptxc_step_value(ptxc_flow_step(flow, step), name);
    return value && ptxc_affine_is_constant(ptxc_values_expressions(flow->values),
                                            ptxc_values_of(flow->values, step, value), constant);
}

bool ptxc_flow_has(const struct ptxc_flow *flow, enum ptxc_action action, const struct ptxc_memory_range *barrier) {
    for (uint32_t i = 0; i < flow->program->count; i++) {
        struct ptxc_memory_range here;
        if (ptxc_step_action(&flow->program->steps[i]) != action)
            continue;
        if (!barrier || !ptxc_memory_range_barrier(flow->values, i, &here) ||
            ptxc_flow_overlap(flow, &here, barrier) != PTXC_PIECES_APART)
            return true;
    }
    return false;
}

bool ptxc_flow_is_barrier(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    return ptxc_step_does(here, PTXC_ACT_BARRIER) || ptxc_step_action(here) == PTXC_ACT_CLUSTER_WAIT;
}

uint32_t ptxc_hazard_barrier_between(const struct ptxc_flow *flow, uint32_t from, uint32_t to, bool last) {
    const struct ptxc_graph *graph = flow->graph;
    uint32_t found = PTXC_NO_STEP;
    for (uint32_t i = from == PTXC_NO_STEP ? 0 : from + 1; i < to && (last || found == PTXC_NO_STEP); i++)
        if (ptxc_flow_is_barrier(flow, i) &&
            ptxc_graph_dominates(graph, ptxc_graph_block_of(graph, i), ptxc_graph_block_of(graph, to)))
            found = i;
    return found;
}

enum ptxc_overlap ptxc_flow_overlap(const struct ptxc_flow *flow, const struct ptxc_memory_range *a,
                                    const struct ptxc_memory_range *b) {
    return ptxc_memory_ranges_overlap(flow->values, a, b);
}
