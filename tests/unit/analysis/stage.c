/* Machines of a few words: see stage.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/execution/launch.h"
#include "stage.h"

static void make_op(struct stage *stage, uint32_t step) {
    const struct ptxc_graph *graph = stage->code.graph;
    const struct ptxc_step *here = &stage->steps.program.steps[step];
    stage->ops[step] = (struct ptxc_op){.step = step,
                                        .block = ptxc_graph_block_of(graph, step),
                                        .guarded = here->statement->guarded,
                                        .first_input = step * STAGE_INPUTS,
                                        .target = PTXC_NO_BLOCK};
    if (here->target != PTXC_NO_STEP)
        stage->ops[step].target = ptxc_graph_block_of(graph, here->target);
}

void stage_make(struct stage *stage, const char *text, uint32_t threads, uint32_t ctas) {
    memset(stage, 0, sizeof(*stage));
    assert_true(steps_make(&stage->steps, text, NULL));
    const struct ptxc_graph *graph = ptxc_graph_make(&stage->steps.program);
    assert_non_null(graph);
    const uint32_t count = stage->steps.program.count;
    assert_in_range(count, 1, STAGE_STEPS);
    stage->code = (struct ptxc_code){.program = &stage->steps.program,
                                     .graph = graph,
                                     .ops = stage->ops,
                                     .count = count,
                                     .first_op = stage->first_op,
                                     .priority = stage->priority,
                                     .inputs = stage->inputs,
                                     .register_count = 1};
    for (uint32_t step = count; step-- > 0;) {
        make_op(stage, step);
        stage->first_op[stage->ops[step].block] = step;
    }
    stage->first_op[graph->count] = count;
    for (uint32_t block = 0; block < graph->count; block++)
        stage->priority[block] = block;
    stage->launch = (struct ptxc_launch){.threads = {threads, 1, 1}, .grid = {ctas, 1, 1}, .cluster = {ctas, 1, 1}};
    stage->violations.arena = &stage->steps.arena;
    assert_true(ptxc_launch_start(&stage->machine, &stage->code, &stage->launch, &stage->steps.arena));
    stage->machine.findings = &stage->violations;
}

void stage_free(struct stage *stage) {
    steps_free(&stage->steps);
}

void stage_inputs(struct stage *stage, uint32_t step, uint32_t count, const int64_t *constants) {
    assert_in_range(count, 0, STAGE_INPUTS);
    stage->ops[step].input_count = count;
    for (uint32_t i = 0; i < count; i++)
        stage->inputs[step * STAGE_INPUTS + i] = (struct ptxc_input){.reg = PTXC_NO_REGISTER, .constant = constants[i]};
}

void stage_guard(struct stage *stage, uint32_t warp, uint32_t lanes) {
    struct ptxc_register *guard = &stage->machine.warps[warp].registers[0];
    *guard = (struct ptxc_register){.v = ptxc_arena_alloc(&stage->steps.arena, PTXC_LANES * sizeof(*guard->v))};
    assert_non_null(guard->v);
    for (uint32_t lane = 0; lane < PTXC_LANES; lane++)
        guard->v[lane] = lanes >> lane & 1;
}

uint32_t stage_met(const struct stage *stage, enum ptxc_violation_kind kind) {
    uint32_t count = 0;
    for (size_t i = 0; i < stage->violations.count; i++)
        count += kind == PTXC_VIOLATION_COUNT || stage->violations.list[i].violation.kind == kind;
    return count;
}
