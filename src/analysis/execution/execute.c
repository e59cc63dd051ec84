/* One op: see execute.h. */
#include "analysis/execution/execute.h"

#include "analysis/execution/splits.h"
#include "analysis/automata/vector_clock.h"
#include "analysis/execution/lanes.h"
#include "analysis/automata/cta_barriers.h"
#include "analysis/execution/memory.h"
#include "analysis/automata/async_groups.h"
#include "analysis/automata/mbarrier_rules.h"
#include "analysis/automata/proxies.h"
#include "analysis/automata/shadow.h"
#include "analysis/automata/tensor_memory.h"
#include "analysis/execution/operations.h"
#include "analysis/automata/tracer.h"

enum { ROW = 16, ROWS = 8 }; /* of a matrix: bytes of a row, rows of one */

/* Returns the lanes whose addresses an instruction on matrices uses: eight for each matrix. */
static uint32_t row_lanes(const struct ptxc_op *op, uint32_t lanes) {
    return op->matrices == 4 ? lanes : lanes & ((UINT32_C(1) << op->matrices * ROWS) - 1);
}

/* Returns how an instruction accesses shared memory. It is weak only where it is made in these lanes for certain. */
static struct ptxc_shared_access access_of(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                           const struct ptxc_op *op) {
    const struct ptxc_step *step = ptxc_op_step(machine, op);
    const enum ptxc_action action = ptxc_step_action(step);
    const uint32_t loop = machine->code->graph->blocks[op->block].loop;
    const bool atomic = action == PTXC_ACT_ATOMIC || action == PTXC_ACT_REDUCE;
    bool known = action == PTXC_ACT_STORE && !(step->traits & PTXC_TRAIT_ALLOCATES);
    for (uint32_t i = 1; known && i < op->input_count; i++)
        known = ptxc_input_from(warp, ptxc_op_input(machine, op, i)) == 0;
    return (struct ptxc_shared_access){.step = op->step,
                                       .iteration = loop == PTXC_NO_BLOCK ? 0 : warp->iterations[loop],
                                       .weak =
                                           !(step->traits & PTXC_TRAITS_STRONG) && !atomic &&
                                           !(op->guarded && (ptxc_input_from(warp, &op->guard) & PTXC_FROM_UNKNOWN)),
                                       .known = known};
}

/* Records in the shadow what the lanes read or write of shared memory; what lies side by side is one piece. */
static void record_access(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                          uint32_t lanes, uint32_t bytes, bool writes) {
    const struct ptxc_input *address = ptxc_op_input(machine, op, 0);
    const bool one = address->reg == PTXC_NO_REGISTER || warp->registers[address->reg].uniform;
    struct ptxc_shared_range pieces[PTXC_LANES];
    uint32_t count = 0;
    if (!writes && op->space == PTXC_SPACE_SHARED)
        warp->reads = op->step + 1;
    if (ptxc_input_from(warp, address) != 0) { /* it is not certain where */
        struct ptxc_memory_place place;
        const uint64_t likely = ptxc_input_lane(warp, address, ptxc_lowest(lanes));
        const bool shared = ptxc_memory_place(machine, op->space, likely, &place) && place.space == PTXC_SPACE_SHARED;
        machine->vague |= writes && shared;
        machine->loose |= writes && shared;
        if (shared || op->space == PTXC_SPACE_NONE)
            ptxc_proxies_access(warp);
        return;
    }
    const bool joins = warp->waited != warp->syncs + 1; /* else it matters which lane accesses what */
    for (uint32_t left = one ? lanes & (0 - lanes) : lanes; left; left &= left - 1) {
        struct ptxc_memory_place place;
        if (!ptxc_memory_place(machine, op->space, ptxc_input_lane(warp, address, ptxc_lowest(left)), &place) ||
            place.space != PTXC_SPACE_SHARED)
            continue;
        pieces[count] = (struct ptxc_shared_range){place.cta, place.address, bytes, (uint8_t)(ptxc_lowest(left) + 1)};
        count += count == 0 || !joins || !ptxc_piece_join(&pieces[count - 1], &pieces[count]);
    }
    if (count == 0)
        return;
    ptxc_proxies_access(warp);
    if (writes && !(ptxc_op_step(machine, op)->traits & (PTXC_TRAIT_ALLOCATES | PTXC_TRAIT_IN_CLUSTER)))
        ptxc_warp_write(warp, op->step, lanes);
    const struct ptxc_shared_access access = access_of(machine, warp, op);
    if (writes) {
        ptxc_mbarrier_check_writes(machine, warp, op->step, pieces, count, false);
        ptxc_shadow_write(machine, warp, &access, pieces, count);
    } else {
        ptxc_shadow_read(machine, warp, &access, pieces, count);
    }
}

/* Whether it is not certain which barrier of the CTA is meant, or how many threads come to it. */
static bool is_guessed(const struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op) {
    const uint32_t numbers = op->input_count - (op->result_count > 0 && op->input_count > 0); /* it reduces the last */
    bool guessed = false;
    for (uint32_t i = 0; i < numbers; i++)
        guessed |= ptxc_input_from(warp, ptxc_op_input(machine, op, i)) != 0;
    return guessed;
}

/* Lets others go first, until something has happened. */
static void yield(const struct ptxc_machine *machine, struct ptxc_split *split) {
    split->yielded = machine->progress + 1;
    split->state = PTXC_SPLIT_YIELDS;
}

/* Whether a split should let others go before it reads, since nothing was written there so far: they may be about to.
 * It does again as long as they come further. */
static bool gives_way(const struct ptxc_machine *machine, const struct ptxc_warp *warp, struct ptxc_split *split,
                      const struct ptxc_op *op, uint32_t lanes) {
    const struct ptxc_input *address = ptxc_op_input(machine, op, 0);
    struct ptxc_memory_place place;
    if (split->yielded == machine->progress + 1 || ptxc_input_from(warp, address) != 0 ||
        !ptxc_memory_place(machine, op->space, ptxc_input_lane(warp, address, ptxc_lowest(lanes)), &place) ||
        place.space != PTXC_SPACE_SHARED ||
        !ptxc_shadow_is_blank(machine, (struct ptxc_shared_range){place.cta, place.address, op->all_bytes, 0}))
        return false;
    yield(machine, split);
    return true;
}

/* Acquires and releases what fences order, and accesses that may be of a protocol of their own. */
static void acquire_and_release(struct ptxc_machine *machine, struct ptxc_warp *warp) {
    ptxc_clock_acquire(machine, &warp->clock, &machine->everywhere);
    ptxc_clock_release(machine, warp, &machine->everywhere);
}

/* Whether others can see what is stored: it is not in memory that each thread has for itself. A loop that only waits
 * may store there, and does not come further by it. */
static bool is_visible(const struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                       uint32_t lanes) {
    struct ptxc_memory_place place;
    const uint64_t address = ptxc_input_lane(warp, ptxc_op_input(machine, op, 0), ptxc_lowest(lanes));
    return !ptxc_memory_place(machine, op->space, address, &place) ||
           (place.space != PTXC_SPACE_LOCAL && place.space != PTXC_SPACE_PARAM);
}

static void access_memory(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                          uint32_t lanes) {
    const uint32_t bytes = op->all_bytes;
    const struct ptxc_step *step = ptxc_op_step(machine, op);
    const bool strong = step->traits & PTXC_TRAITS_STRONG;
    if (ptxc_step_publishes(step))
        ptxc_groups_check_release(machine, warp, op->step);
    if (step->traits & PTXC_TRAIT_ACQUIRES) {
        ptxc_clock_settle(machine, warp);
        ptxc_warp_sync(warp, false);
    }
    switch (ptxc_step_action(step)) {
    case PTXC_ACT_LOAD:
        if (strong)
            acquire_and_release(machine, warp);
        record_access(machine, warp, op, lanes, bytes, false);
        ptxc_memory_load(machine, warp, op, lanes);
        break;
    case PTXC_ACT_STORE:
        ptxc_memory_store(machine, warp, op, lanes);
        record_access(machine, warp, op, lanes, bytes, true);
        if (strong)
            acquire_and_release(machine, warp);
        machine->progress += is_visible(machine, warp, op, lanes);
        break;
    case PTXC_ACT_LOAD_MATRIX: record_access(machine, warp, op, row_lanes(op, lanes), ROW, false); break;
    case PTXC_ACT_STORE_MATRIX:
        ptxc_memory_overwrite(machine, warp, op, row_lanes(op, lanes), ROW);
        record_access(machine, warp, op, row_lanes(op, lanes), ROW, true);
        break;
    default:
        acquire_and_release(machine, warp);
        record_access(machine, warp, op, lanes, bytes, true);
        ptxc_memory_exchange(machine, warp, op, lanes);
        machine->progress++;
        break;
    }
}

/* From here on the async proxy sees what the warp and those before it wrote into shared memory. */
static void fence(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes) {
    ptxc_proxies_fence(machine, warp, op->step, lanes,
                       ptxc_step_action(ptxc_op_step(machine, op)) == PTXC_ACT_FENCE_ASYNC);
    ptxc_tracer_step(machine, warp, PTXC_EVENT_FENCE, op->step, lanes, 0);
}

/* An address in the CTA of another rank, and the rank of an address. */
static void map_address(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes,
                        bool rank) {
    enum { SHIFT = PTXC_RANK_SHIFT, RANKS = 0xff };
    const struct ptxc_input *address = ptxc_op_input(machine, op, PTXC_INPUT_SOURCE);
    const struct ptxc_input *to = ptxc_op_input(machine, op, PTXC_INPUT_AMOUNT);
    const uint8_t from = ptxc_input_from(warp, address) | ptxc_input_from(warp, to);
    uint64_t values[PTXC_LANES];
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint32_t lane = ptxc_lowest(left);
        const uint64_t value = ptxc_input_lane(warp, address, lane);
        const uint64_t there =
            (value & ~((uint64_t)RANKS << SHIFT)) | (to->absent ? 0 : ptxc_input_lane(warp, to, lane) & RANKS) << SHIFT;
        values[lane] = rank ? value >> SHIFT & RANKS : there;
    }
    ptxc_lanes_set_each(machine, warp, op, 0, lanes, values, from);
}

/* An op of the family, but for waits for mbarriers. */
static enum ptxc_advance execute_family(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split,
                                        const struct ptxc_op *op, uint32_t lanes) {
    switch (ptxc_step_action(ptxc_op_step(machine, op))) {
    case PTXC_ACT_COPY:
    case PTXC_ACT_STORE_ASYNC: ptxc_async_start_copy(machine, warp, op, lanes); break;
    case PTXC_ACT_COMMIT: ptxc_async_commit(machine, warp, op, lanes); break;
    case PTXC_ACT_WAIT_GROUP:
    case PTXC_ACT_WAIT_ALL: ptxc_async_wait(machine, warp, op, lanes); break;
    case PTXC_ACT_ARRIVE_ON_COPIES: ptxc_async_start_arrival(machine, warp, op, lanes, false); break;
    case PTXC_ACT_FENCE_ASYNC:
    case PTXC_ACT_FENCE_ASYNC_OTHER:
        ptxc_clock_settle(machine, warp);
        fence(machine, warp, op, lanes);
        break;
    case PTXC_ACT_FENCE:
        ptxc_clock_settle(machine, warp);
        acquire_and_release(machine, warp);
        break;
    case PTXC_ACT_CLUSTER_ARRIVE: ptxc_cluster_arrive(machine, warp, op, lanes); break;
    case PTXC_ACT_CLUSTER_WAIT:
        if (ptxc_cluster_wait(machine, warp, op, lanes))
            break;
        split->state = PTXC_SPLIT_AT_CLUSTER;
        return PTXC_ADVANCE_STAYS;
    case PTXC_ACT_TEST_WAIT:
    case PTXC_ACT_TRY_WAIT:
        return ptxc_mbarrier_wait(machine, warp, split, op, lanes) ? PTXC_ADVANCE_NEXT : PTXC_ADVANCE_STAYS;
    case PTXC_ACT_MAP_ADDRESS: map_address(machine, warp, op, lanes, false); break;
    case PTXC_ACT_RANK_OF: map_address(machine, warp, op, lanes, true); break;
    case PTXC_ACT_ELECT: ptxc_lanes_exchange(machine, warp, op, lanes); break;
    case PTXC_ACT_NOTHING: ptxc_lanes_compute(machine, warp, op, lanes); break;
    case PTXC_ACT_STORE_BULK: ptxc_operation_store_bulk(machine, warp, op, lanes); break;
    default: ptxc_mbarrier_operation(machine, warp, op, lanes); break;
    }
    return PTXC_ADVANCE_NEXT;
}

/* An op that is not of the family. */
static enum ptxc_advance execute_ordinary(struct ptxc_machine *machine, struct ptxc_warp *warp,
                                          struct ptxc_split *split, const struct ptxc_op *op, uint32_t lanes) {
    const struct ptxc_event *event = ptxc_op_step(machine, op)->event;
    if (op->exchange != PTXC_EXCHANGE_NONE)
        ptxc_warp_sync(warp, false);
    if (!event || ptxc_natures[event->action] == PTXC_NATURE_COMPUTES) { /* of what other lanes have */
        ptxc_lanes_exchange(machine, warp, op, lanes);
        return PTXC_ADVANCE_NEXT;
    }
    switch (event->action) {
    case PTXC_ACT_LOAD:
    case PTXC_ACT_LOAD_MATRIX:
        if (op->input_count == 0)
            break; /* it is no sound instruction */
        if (gives_way(machine, warp, split, op, lanes))
            return PTXC_ADVANCE_STAYS;
        access_memory(machine, warp, op, lanes);
        break;
    case PTXC_ACT_STORE:
    case PTXC_ACT_ATOMIC:
    case PTXC_ACT_REDUCE:
    case PTXC_ACT_STORE_MATRIX:
        if (op->input_count > 0)
            access_memory(machine, warp, op, lanes);
        break;
    case PTXC_ACT_READ_DESCRIPTOR:
        ptxc_async_start_mma(machine, warp, op, lanes);
        ptxc_tensor_multiply(machine, warp, op, lanes);
        break;
    case PTXC_ACT_TENSOR_LOAD: ptxc_lanes_compute(machine, warp, op, lanes); /* fall through */
    case PTXC_ACT_TENSOR_STORE:
    case PTXC_ACT_TENSOR_MEMORY_WAIT:
    case PTXC_ACT_TENSOR_FREE: ptxc_tensor_operation(machine, warp, op, lanes); break;
    case PTXC_ACT_TENSOR_COMMIT: ptxc_async_commit(machine, warp, op, lanes); break;
    case PTXC_ACT_TENSOR_WAIT: ptxc_async_wait(machine, warp, op, lanes); break;
    case PTXC_ACT_TENSOR_ARRIVE: ptxc_async_start_arrival(machine, warp, op, lanes, true); break;
    case PTXC_ACT_BARRIER:
        machine->loose |= is_guessed(machine, warp, op);
        return ptxc_cta_barrier_arrive(machine, warp, split, op, lanes) ? PTXC_ADVANCE_NEXT : PTXC_ADVANCE_STAYS;
    case PTXC_ACT_WARP_GROUP_ARRIVE:
        return ptxc_warpgroup_arrive(machine, warp, split) ? PTXC_ADVANCE_NEXT : PTXC_ADVANCE_STAYS;
    case PTXC_ACT_FENCE:
        ptxc_clock_settle(machine, warp);
        acquire_and_release(machine, warp);
        break;
    case PTXC_ACT_WARP_SYNC:
        ptxc_clock_settle(machine, warp);
        ptxc_warp_sync(warp, true);
        break;
    default: break;
    }
    return PTXC_ADVANCE_NEXT;
}

/* Whether an instruction of the family does what others can see: more than to have results. */
static bool is_seen(const struct ptxc_step *step) {
    return step->names && ptxc_natures[step->event->action] == PTXC_NATURE_ACTS;
}

/* Whether others may wait for what an instruction does, at a barrier or an mbarrier. */
static bool tells_others(const struct ptxc_step *step) {
    if (!step->event || ptxc_natures[step->event->action] != PTXC_NATURE_ACTS)
        return false;
    switch (step->event->action) {
    case PTXC_ACT_TEST_WAIT:
    case PTXC_ACT_TRY_WAIT:
    case PTXC_ACT_WAIT_GROUP:
    case PTXC_ACT_LOAD:
    case PTXC_ACT_LOAD_MATRIX:
    case PTXC_ACT_STORE:
    case PTXC_ACT_STORE_MATRIX:
    case PTXC_ACT_ATOMIC:
    case PTXC_ACT_REDUCE:
    case PTXC_ACT_TENSOR_LOAD:
    case PTXC_ACT_TENSOR_MEMORY_WAIT: return false;
    default: return true;
    }
}

enum ptxc_advance ptxc_execute(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split) {
    const struct ptxc_op *op = &machine->code->ops[split->op];
    const struct ptxc_step *step = ptxc_op_step(machine, op);
    const uint32_t lanes = op->guarded ? ptxc_lanes_where(warp, &op->guard, split->lanes) : split->lanes;
    machine->ran[op->step] = 1;
    if (machine->tensor)
        ptxc_tensor_memory_reach(machine, warp, op->step);
    if (op->computes && lanes) {
        ptxc_lanes_compute(machine, warp, op, lanes);
        return PTXC_ADVANCE_NEXT;
    }
    if (step->statement->kind != PTXC_STATEMENT_FAMILY && ptxc_split_is_decided_by(step)) {
        ptxc_split_branch(machine, warp, split, op, lanes);
        return PTXC_ADVANCE_STAYS;
    }
    if (op->guarded && (ptxc_input_from(warp, &op->guard) & PTXC_FROM_UNKNOWN) && is_seen(step))
        machine->unsure = machine->blind = true;
    if (lanes == 0)
        return PTXC_ADVANCE_NEXT;
    struct ptxc_memory_place place;
    if (step->names && split->yielded != machine->progress + 1 &&
        ptxc_operation_lacks_mbarrier(machine, warp, op, ptxc_lowest(lanes), &place)) {
        yield(machine, split);
        return PTXC_ADVANCE_STAYS;
    }
    if (tells_others(step)) {
        warp->wait_count = 0;
        warp->takes_part = step->names != 0;
    }
    return step->names ? execute_family(machine, warp, split, op, lanes)
                       : execute_ordinary(machine, warp, split, op, lanes);
}
