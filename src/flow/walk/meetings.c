/* Barriers: see meetings.h. Threads are counted one by one, as barrier without .aligned does (ISA 9.7.13.1). */
#include "flow/walk/meetings.h"

#include "flow/walk/knowledge.h"
#include "flow/walk/tracer.h"

enum { ALL = 0 }; /* in place of a count: all threads of the CTA that have not ended */

static bool has_word(const struct ptxc_machine *machine, const struct ptxc_op *op, const char *word) {
    const struct ptxc_span span = ptxc_op_step(machine, op)->statement->word;
    return ptxc_word_has(machine->code->program->source + span.offset, span.length, word);
}

/* Lets go all that wait at the barrier, with what all of them know. */
static void let_go(struct ptxc_machine *machine, uint32_t cta, uint32_t index) {
    struct ptxc_meeting *meeting = &machine->ctas[cta].meetings[index];
    for (uint32_t i = 0; i < machine->warp_count; i++) {
        struct ptxc_warp *warp = &machine->warps[i];
        for (uint32_t k = 0; k < warp->part_count && warp->cta == cta; k++) {
            struct ptxc_part *part = &warp->parts[k];
            if (part->state != PTXC_PART_AT_BARRIER || part->at != index)
                continue;
            const struct ptxc_op *op = &machine->code->ops[part->op];
            ptxc_knowledge_join(&warp->knows, &meeting->knows);
            ptxc_trace_step(machine, warp, PTXC_EVENT_BARRIER, op->step, part->lanes, index);
            part->state = PTXC_PART_RUNS;
            part->op++;
        }
    }
    *meeting = (struct ptxc_meeting){.expected = 0};
    machine->progress++;
}

/* Lets them go if all have come. */
static bool complete(struct ptxc_machine *machine, uint32_t cta, uint32_t index) {
    struct ptxc_meeting *meeting = &machine->ctas[cta].meetings[index];
    const uint32_t expected = meeting->expected == ALL ? machine->ctas[cta].live_threads : meeting->expected;
    if (meeting->arrived == 0 || meeting->arrived < expected)
        return false;
    let_go(machine, cta, index);
    return true;
}

bool ptxc_meeting_come(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_part *part,
                       const struct ptxc_op *op, uint32_t lanes) {
    const bool reduces = op->result_count > 0, arrives = has_word(machine, op, ".arrive");
    const uint32_t lane = ptxc_lowest(lanes);
    const uint32_t index =
        op->input_count ? (uint32_t)ptxc_input_lane(warp, ptxc_op_input(machine, op, 0), lane) % PTXC_NAMED_BARRIERS
                        : 0;
    struct ptxc_meeting *meeting = &machine->ctas[warp->cta].meetings[index];
    if (op->input_count > (reduces ? 2u : 1u))
        meeting->expected = (uint32_t)ptxc_input_lane(warp, ptxc_op_input(machine, op, 1), lane);
    meeting->arrived += ptxc_count_lanes(lanes);
    ptxc_knowledge_release(warp, &meeting->knows);
    machine->progress++;
    if (!arrives) {
        part->state = PTXC_PART_AT_BARRIER;
        part->at = index;
    }
    complete(machine, warp->cta, index);
    return arrives;
}

static uint32_t all_live(const struct ptxc_machine *machine) {
    uint32_t threads = 0;
    for (uint32_t i = 0; i < machine->cta_count; i++)
        threads += machine->ctas[i].live_threads;
    return threads;
}

/* Completes the phase of the barrier of the cluster if all have come. */
static void meet(struct ptxc_machine *machine) {
    if (machine->cluster.arrived == 0 || machine->cluster.arrived < all_live(machine))
        return;
    machine->cluster.arrived = 0;
    machine->cluster_phase++;
    machine->progress++;
}

void ptxc_cluster_arrive(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                         uint32_t lanes) {
    (void)op;
    machine->cluster.arrived += ptxc_count_lanes(lanes);
    ptxc_knowledge_release(warp, &machine->cluster.knows);
    warp->cluster_phase = machine->cluster_phase + 1;
    machine->progress++;
    meet(machine);
}

bool ptxc_cluster_wait(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes) {
    if (machine->cluster_phase < warp->cluster_phase)
        return false;
    ptxc_knowledge_join(&warp->knows, &machine->cluster.knows);
    ptxc_trace_step(machine, warp, PTXC_EVENT_CLUSTER, op->step, lanes, 0);
    return true;
}

void ptxc_meetings_leave(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t lanes) {
    machine->ctas[warp->cta].live_threads -= ptxc_count_lanes(lanes);
    for (uint32_t i = 0; i < PTXC_NAMED_BARRIERS; i++)
        complete(machine, warp->cta, i);
    meet(machine);
}
