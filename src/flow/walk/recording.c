/* Traces: see recording.h. */
#include "flow/walk/recording.h"

#include "flow/walk/choose.h"
#include "flow/walk/crowd.h"
#include "flow/walk/iterations.h"
#include "flow/walk/model.h"
#include "flow/walk/roles.h"
#include "flow/walk/tracer.h"
#include "flow/walk/translate.h"
#include "flow/walk/turns.h"

/* Runs that were made for their traces: how good the best is, and whether its loops turn often enough, not too often.
 */
struct tracing {
    bool wrong; /* something should go wrong in it */
    uint64_t merit;
    bool good;
};

/* How well a run shows what the kernel does: it comes to most of its copies and waits, ends, and its loops turn about
 * three times as often as a ring of four slots does. */
static uint64_t merit_of(const struct ptxc_machine *machine) {
    enum { WELL = 12, MOST = 1000 };
    const uint32_t turns = ptxc_iterations_least(machine), off = turns > WELL ? turns - WELL : WELL - turns;
    const uint64_t came = ptxc_model_came(machine);
    return (came * 2 + !machine->stopped) * MOST + MOST - (off < MOST ? off : MOST);
}

/* Runs one model for its trace; false without memory, or where it cannot run. */
static bool trace_model(const struct ptxc_code *code, const uint32_t *boxes, const struct ptxc_model *model,
                        struct ptxc_trace *trace, struct tracing *tracing) {
    enum { FEW = 6, MANY = 20, BONUS = 1 << 30 };
    struct ptxc_arena *arena = code->program->arena;
    struct ptxc_findings findings = {.arena = arena};
    struct ptxc_tracer tracer = {.count = 0};
    struct ptxc_machine machine;
    if (!ptxc_model_start(&machine, code, model, arena))
        return false;
    machine.findings = &findings;
    machine.tracer = &tracer;
    machine.boxes = boxes;
    ptxc_turns_run(&machine);
    ptxc_crowd_explain(&machine);
    const bool wrong =
        tracing->wrong && findings.count > 0 && (machine.deadlocked || ptxc_iterations_least(&machine) > 1);
    const uint64_t own = merit_of(&machine) + (wrong ? BONUS : 0);
    if (machine.out_of_memory || own <= tracing->merit)
        return !machine.out_of_memory;
    if (!ptxc_tracer_close(&machine))
        return false;
    tracing->merit = own;
    tracing->good = wrong || (!tracing->wrong && !machine.stopped && ptxc_iterations_least(&machine) >= FEW &&
                              ptxc_iterations_least(&machine) <= MANY);
    *trace = (struct ptxc_trace){
        .events = tracer.events,
        .count = (uint32_t)tracer.count,
        .warps = machine.warps_of_cta,
        .ctas = machine.cta_count,
        .roles = ptxc_roles_find(tracer.events, tracer.count, machine.warps_of_cta, machine.cta_count, arena),
        .assumed = ptxc_arena_format(arena, "%u threads, %u for integer parameters",
                                     model->threads[0] * model->threads[1] * model->threads[2], model->scale),
        .stopped = machine.stopped};
    return trace->roles;
}

bool ptxc_walk_trace(const struct ptxc_flow *flow, bool wrong, struct ptxc_trace *trace) {
    enum { ENOUGH = 3 }; /* runs, where one of them is good */
    static const uint32_t scales[] = {512, 12, 320, 1024, 96, 1000, 7, 16, 256};
    struct tracing tracing = {.wrong = wrong};
    const struct ptxc_code *code = flow->whole ? ptxc_code_make(flow->program, flow->graph) : NULL;
    const uint32_t *boxes = ptxc_model_boxes(flow);
    if (!code || !boxes)
        return false;
    struct ptxc_model model = ptxc_model_first(flow);
    ptxc_model_choose_threads(flow, code, boxes, &model);
    ptxc_model_choose_cluster(flow, code, boxes, &model);
    for (size_t i = 0; i < PTXC_COUNT(scales) && !(i >= ENOUGH && tracing.good); i++) {
        model.scale = scales[i];
        if (!trace_model(code, boxes, &model, trace, &tracing))
            return false;
    }
    return tracing.merit > 0;
}
