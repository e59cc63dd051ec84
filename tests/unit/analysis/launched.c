/* Kernels of a few lines: see launched.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/automata/mbarrier_rules.h"
#include "analysis/code/code.h"
#include "analysis/values/reaching_definitions.h"
#include "analysis/execution/launch.h"
#include "analysis/execution/scheduler.h"
#include "launched.h"
#include "syntax/reader.h"

#define BEFORE                                                                             \
    ".version 9.0\n.target sm_90\n.entry k(.param .u64 p) {\n"                             \
    ".reg .b32 %r<40>; .reg .b64 %d<20>; .reg .pred %p<9>;\n"                              \
    ".shared .align 1024 .b8 s[4096]; .shared .align 8 .b64 m; .shared .align 8 .b64 n;\n" \
    "ld.param.u64 %d0, [p]; cvta.to.global.u64 %d0, %d0;\n"                                \
    "mov.u32 %r0, %tid.x; setp.eq.u32 %p0, %r0, 0; cp.async.commit_group;\n"

enum { MOST_STEPS = 20000 };

struct launched {
    const struct launched_row *row;
    uint32_t bodies;
};

static bool same(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Fails where the mnemonic of a step does not begin with this word. */
static void expect_at(const struct launched_row *row, const struct ptxc_machine *machine, uint32_t step,
                      const char *wanted) {
    if (!wanted)
        return;
    const struct ptxc_program *program = machine->code->program;
    assert_in_range(step, 0, program->count - 1);
    const struct ptxc_span word = program->steps[step].statement->word;
    if (strncmp(program->source + word.offset, wanted, strlen(wanted)) != 0)
        fail_msg("%s\n%.*s and not %s", row->body, (int)word.length, program->source + word.offset, wanted);
}

/* Compares what was met with what the row says. */
static void compare(const struct launched_row *row, const struct ptxc_machine *machine) {
    const struct ptxc_violations *met = machine->findings;
    const struct ptxc_violation *first = met->count > 0 ? &met->list[0].violation : NULL;
    if (!same(machine->stopped, row->stopped))
        fail_msg("%s\nstops: %s", row->body, machine->stopped ? machine->stopped : "no");
    for (uint32_t i = 0; i < machine->warp_count && !machine->stopped; i++)
        assert_int_equal(machine->warps[i].alive, 0);
    const uint32_t wanted = row->kind == PTXC_VIOLATION_COUNT ? 0 : row->second ? 2 : 1;
    if (met->count != wanted || (wanted > 0 && first->kind != row->kind) ||
        (wanted > 1 && met->list[1].violation.kind != row->second))
        fail_msg("%s\n%zu violations, of kinds %d and %d", row->body, met->count, met->count ? (int)first->kind : -1,
                 met->count > 1 ? (int)met->list[1].violation.kind : -1);
    if (wanted == 0)
        return;
    expect_at(row, machine, first->step, row->word);
    expect_at(row, machine, first->copy, row->copy);
    expect_at(row, machine, first->wait, row->wait);
    if (row->iteration != 0 && first->iteration != row->iteration)
        fail_msg("%s\nin iteration %u", row->body, first->iteration);
    if (row->number + row->other != 0 && (first->number != row->number || first->other != row->other))
        fail_msg("%s\nnumbers %u and %u", row->body, (unsigned)first->number, (unsigned)first->other);
}

/* Executes the body, as the executor does. */
static void execute(struct launched *launched, const struct ptxc_module *module, const struct ptxc_body *body) {
    const struct launched_row *row = launched->row;
    const uint32_t threads = row->threads ? row->threads : 64, ctas = row->ctas ? row->ctas : 1;
    const struct ptxc_launch launch = {.threads = {threads, 1, 1},
                                       .grid = {ctas, 1, 1},
                                       .cluster = {ctas, 1, 1},
                                       .scale = 8,
                                       .impatient = row->impatient};
    struct ptxc_arena arena;
    struct ptxc_machine machine;
    ptxc_arena_init(&arena, NULL);
    struct ptxc_violations violations = {.arena = &arena};
    struct ptxc_program program = {
        .arena = &arena, .source = module->parser.lexer.source, .body = body, .symbols = &module->parser.symbols};
    launched->bodies++;
    assert_false(body->broken);
    assert_true(ptxc_program_make(&program, (struct ptxc_environment){.ptx = 900}));
    struct ptxc_graph *graph = ptxc_graph_make(&program);
    assert_non_null(graph);
    const struct ptxc_code *code = ptxc_code_make(&program, graph, ptxc_definitions_make(&program, graph));
    if (!code)
        fail_msg("%s\nhas nothing to execute", row->body);
    assert_true(ptxc_launch_start(&machine, code, &launch, &arena));
    machine.findings = &violations;
    machine.boxes = ptxc_arena_alloc(&arena, program.count * sizeof(*machine.boxes));
    machine.most_steps = MOST_STEPS;
    ptxc_scheduler_run(&machine);
    ptxc_mbarrier_explain_excess(&machine);
    assert_false(machine.out_of_memory);
    compare(row, &machine);
    ptxc_arena_free(&arena);
}

void launched_expect(const struct launched_row *row) {
    char source[4000];
    struct launched launched = {.row = row};
    struct ptxc_module *module;
    snprintf(source, sizeof(source), "%s%s\nret;\n}\n", BEFORE, row->body);
    assert_int_equal(ptxc_module_open(source, strlen(source), NULL, &module), PTXC_OK);
    module->collects = true;
    for (enum ptxc_item item; (item = ptxc_reader_next(module));)
        if (item == PTXC_ITEM_BODY)
            execute(&launched, module, &module->collection.body);
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
    if (launched.bodies != 1)
        fail_msg("%s\nis not read", row->body);
}
