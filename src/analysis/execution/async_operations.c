/* Copies that start, commits and waits for groups: see operations.h. */
#include "analysis/execution/operations.h"

#include "analysis/automata/async_groups.h"
#include "analysis/automata/granules.h"
#include "analysis/code/evaluate.h"
#include "analysis/code/layout.h"
#include "analysis/execution/lanes.h"
#include "analysis/execution/memory.h"
#include "analysis/automata/violations.h"
#include "analysis/automata/remote_cta.h"
#include "analysis/automata/mbarrier_rules.h"
#include "analysis/automata/iterations.h"
#include "analysis/automata/mbarriers.h"
#include "analysis/automata/proxies.h"
#include "analysis/automata/shadow.h"
#include "analysis/automata/tracer.h"
#include "ptxcheck/descriptor.h"
#include "tables/tables.h"

enum {
    LEAST = 16,      /* bytes that a copy with a tensor map has at least */
    RESPONSE = 16,   /* bytes that clusterlaunchcontrol.try_cancel writes */
    BEGINNING = 1024 /* bytes that stand for a copy which does not fit into shared memory */
};

/* Whether an operand of the op is an address of shared memory, and not a tensor map. */
static bool names_shared(const struct ptxc_machine *machine, const struct ptxc_op *op, bool target) {
    const struct ptxc_step *step = ptxc_op_step(machine, op);
    const enum ptxc_operand_name name = target ? step->event->target : step->event->source;
    const enum ptxc_space space = ptxc_step_space(step, target ? PTXC_SLOT_DESTINATION : PTXC_SLOT_SOURCE);
    return name != PTXC_NAME_NONE && name != PTXC_NAME_TENSOR_MAP &&
           (space == PTXC_SPACE_SHARED || space == PTXC_SPACE_NONE);
}

/* Returns the bytes that one lane copies; 0: the tensor map has them. */
static uint32_t bytes_of(const struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                         uint32_t lane) {
    const struct ptxc_step *step = ptxc_op_step(machine, op);
    const struct ptxc_input *amount = ptxc_op_input(machine, op, PTXC_INPUT_AMOUNT);
    if (step->event->action == PTXC_ACT_STORE_ASYNC)
        return op->all_bytes;
    if (ptxc_step_operand(step, PTXC_NAME_TENSOR_MAP))
        return machine->boxes[op->step];
    return amount->absent ? RESPONSE : (uint32_t)ptxc_input_lane(warp, amount, lane);
}

/* Looks whether a piece lies inside one variable; where memory is allocated at the launch, nobody knows its end. */
static void check_range(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t copy,
                        const struct ptxc_shared_range *piece) {
    if (ptxc_layout_holds(machine->code, piece->address, piece->bytes))
        return;
    const struct ptxc_violation violation = ptxc_violation_about(machine, PTXC_VIOLATION_OUT_OF_RANGE, warp,
                                                                 machine->copies[copy].step, &machine->copies[copy]);
    ptxc_violation_add(machine, &violation);
}

/* Returns the piece, or its beginning where it is larger than all memory: the text may give any number of bytes, and a
 * GPU ends the launch. The same of one that goes beyond its variable, where how long it is was `chosen`. */
static struct ptxc_shared_range in_memory(const struct ptxc_machine *machine, struct ptxc_shared_range piece,
                                          bool chosen) {
    const bool fits = piece.bytes <= PTXC_SHARED_MOST - piece.address;
    if (chosen && !ptxc_layout_holds(machine->code, piece.address, piece.bytes))
        piece.bytes = LEAST;
    else if (!fits)
        piece.bytes = BEGINNING;
    return piece;
}

/* Whether a piece lies in memory that no CTA has: a kernel that needs so much cannot be launched. */
static bool is_too_far(const struct ptxc_machine *machine, const struct ptxc_shared_range *piece) {
    return piece->address + piece->bytes > PTXC_SHARED_FIRST + PTXC_SHARED_ROOM &&
           ptxc_layout_holds(machine->code, piece->address, piece->bytes);
}

/* Keeps an address that a step of the code has, where it is aligned worse than those before. */
static void keep_worst(struct ptxc_machine *machine, uint32_t step, bool target, uint32_t address) {
    if (!machine->worst)
        return;
    uint32_t *worst = target ? &machine->worst[step].target : &machine->worst[step].source;
    if (!*worst || (address & (0 - address)) < (*worst & (0 - *worst)))
        *worst = address;
}

/* Whether an op asks for the work of a cluster that has not been launched so far: what it writes comes from nowhere. */
static bool requests_work(const struct ptxc_machine *machine, const struct ptxc_op *op) {
    const struct ptxc_step *step = ptxc_op_step(machine, op);
    return ptxc_step_action(step) == PTXC_ACT_COPY && step->event->source == PTXC_NAME_NONE;
}

/* What a request to cancel the launch of a cluster writes: the first ones are granted, with the clusters after the one
 * that is executed, so that a kernel which asks for more work comes to its end. */
static void respond(struct ptxc_machine *machine, const struct ptxc_shared_range *piece) {
    enum { GRANTED = 2 };
    const struct ptxc_launch *launch = machine->launch;
    const uint32_t clusters = launch->grid[0] / launch->cluster[0];
    const uint32_t next = (launch->seed + machine->requests + 1) % clusters;
    const uint32_t ctaid[3] = {next * launch->cluster[0], 0, 0};
    ptxc_memory_choose(machine, piece->cta, piece->address, piece->bytes,
                       ptxc_response(machine->requests < GRANTED, ctaid));
}

/* Sets where the pieces begin and end that lanes access, of so many bytes each; false where one lies elsewhere. */
static bool find_extent(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                        const struct ptxc_input *address, uint32_t lanes, uint32_t bytes, uint32_t extent[2]) {
    struct ptxc_memory_place place;
    extent[0] = UINT32_MAX, extent[1] = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        if (!ptxc_memory_place(machine, PTXC_SPACE_SHARED, ptxc_input_lane(warp, address, ptxc_lowest(left)), &place) ||
            bytes > PTXC_SHARED_MOST - place.address)
            return false;
        extent[0] = place.address < extent[0] ? place.address : extent[0];
        extent[1] = place.address + bytes > extent[1] ? place.address + bytes : extent[1];
    }
    return true;
}

/* Records in the shadow the pieces that the lanes of a copy write, or read. */
static void record_access(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t copy,
                          uint32_t lanes, bool target, uint32_t cta) {
    const enum ptxc_family_input input = target ? PTXC_INPUT_TARGET : PTXC_INPUT_SOURCE;
    const struct ptxc_input *address = ptxc_op_input(machine, op, input);
    const struct ptxc_input *amount = ptxc_op_input(machine, op, PTXC_INPUT_AMOUNT);
    const bool known = !address->absent && !(ptxc_input_from(warp, address) & PTXC_FROM_UNKNOWN);
    const bool fixed = ptxc_input_from(warp, amount) == 0; /* not chosen */
    const bool certain = fixed && ptxc_input_from(warp, address) == 0;
    const bool each = amount->reg != PTXC_NO_REGISTER && !warp->registers[amount->reg].uniform;
    uint32_t bytes = bytes_of(machine, warp, op, ptxc_lowest(lanes));
    uint32_t extent[2];
    const bool even = !each && find_extent(machine, warp, address, lanes, bytes ? bytes : LEAST, extent);
    const bool inside = even && ptxc_layout_holds(machine->code, extent[0], extent[1] - extent[0]);
    const bool checks = fixed && target && (!even || ptxc_mbarrier_lies_in(machine, extent[0], extent[1]));
    const bool requests = requests_work(machine, op);
    struct ptxc_shared_range first = {.bytes = 0};
    struct ptxc_memory_place place;
    uint32_t all = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint32_t lane = ptxc_lowest(left);
        if (each)
            bytes = bytes_of(machine, warp, op, lane);
        machine->vague |= bytes == 0 && target;
        if (!known || !ptxc_memory_place(machine, PTXC_SPACE_SHARED, ptxc_input_lane(warp, address, lane), &place) ||
            place.space != PTXC_SPACE_SHARED) {
            machine->beyond |= ptxc_operation_is_beyond(machine, warp, op, input, lane);
            return;
        }
        keep_worst(machine, op->step, target, place.address);
        const struct ptxc_shared_range piece = {cta == UINT32_MAX ? place.cta : cta, place.address,
                                                bytes ? bytes : LEAST, (uint8_t)(lane + 1)};
        if (first.bytes == 0) {
            first = piece;
            machine->copies[copy].address = place.address;
        }
        all += bytes;
        if (cta == UINT32_MAX && piece.cta != warp->cta)
            ptxc_remote_cta_access(machine, warp, op->step, piece.cta,
                                   names_shared(machine, op, false) ? NULL : &machine->copies[copy]);
        if (target && certain && is_too_far(machine, &piece))
            machine->stopped = "it needs more shared memory than a CTA can have";
        const struct ptxc_shared_range held = inside ? piece : in_memory(machine, piece, !fixed);
        if (fixed && !inside)
            check_range(machine, warp, copy, &piece);
        if (checks)
            ptxc_mbarrier_check_writes(machine, warp, op->step, &held, 1, true);
        if (target)
            ptxc_shadow_async_write(machine, warp, copy, held);
        else
            ptxc_shadow_async_read(machine, warp, copy, held);
        if (target)
            ptxc_memory_forget(machine, held.cta, held.address, held.bytes);
        if (requests)
            respond(machine, &held);
    }
    first.bytes = all;
    ptxc_tracer_copy(machine, copy, &first);
}

/* Returns the CTA whose mbarrier a multicast into a CTA signals: that one, or of a pair the one of the same rank in it
 * as the mbarrier that the instruction names (ISA 9.7.9.25.5.2). */
static uint32_t signalled_cta(const struct ptxc_machine *machine, const struct ptxc_op *op, uint32_t barrier,
                              uint32_t cta) {
    const bool pair = ptxc_op_step(machine, op)->traits & PTXC_TRAIT_OF_TWO_CTAS;
    return pair ? (cta & ~1u) | (machine->mbarriers[barrier].cta & 1u) : cta;
}

/* Returns a number for the tensor map of a copy and its mnemonic, which says how the map is used; 0: not known. */
static uint64_t map_of(const struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                       uint32_t lane) {
    const struct ptxc_input *source = ptxc_op_input(machine, op, PTXC_INPUT_SOURCE);
    if (!ptxc_step_operand(ptxc_op_step(machine, op), PTXC_NAME_TENSOR_MAP) || source->absent ||
        (ptxc_input_from(warp, source) & PTXC_FROM_UNKNOWN))
        return 0;
    return ptxc_lanes_mix(ptxc_input_lane(warp, source, lane), op->identity) | 1;
}

/* A copy of these lanes into one CTA (UINT32_MAX: where its addresses say). */
static void start_one(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes,
                      uint32_t cta) {
    const enum ptxc_completion completion = ptxc_op_step(machine, op)->event->completion;
    const bool target = names_shared(machine, op, true), source = names_shared(machine, op, false);
    const uint32_t lane = ptxc_lowest(lanes);
    uint32_t barrier = PTXC_MOST_MBARRIERS;
    if (completion == PTXC_BY_BARRIER) {
        barrier = ptxc_operation_mbarrier(machine, warp, op, PTXC_INPUT_BARRIER, lane);
        if (barrier < PTXC_MOST_MBARRIERS && cta != UINT32_MAX)
            barrier = ptxc_mbarrier_find(machine, signalled_cta(machine, op, barrier, cta),
                                         machine->mbarriers[barrier].address);
        if (barrier == PTXC_MOST_MBARRIERS)
            return;
        ptxc_mbarrier_use(machine, warp, op->step, lanes, barrier);
    }
    const uint32_t index = ptxc_copy_start(machine, warp, op, lanes, completion);
    if (index == UINT32_MAX)
        return;
    struct ptxc_async_copy *copy = &machine->copies[index];
    copy->reads = !target;
    copy->source = ptxc_op_input(machine, op, PTXC_INPUT_SOURCE)->absent ||
                           ptxc_step_operand(ptxc_op_step(machine, op), PTXC_NAME_TENSOR_MAP)
                       ? 0
                       : ptxc_input_lane(warp, ptxc_op_input(machine, op, PTXC_INPUT_SOURCE), lane);
    copy->map = map_of(machine, warp, op, lane);
    copy->barrier = barrier;
    copy->bytes = bytes_of(machine, warp, op, lane);
    copy->doubtful = (target && ptxc_input_from(warp, ptxc_op_input(machine, op, PTXC_INPUT_TARGET)) != 0) ||
                     (source && ptxc_input_from(warp, ptxc_op_input(machine, op, PTXC_INPUT_SOURCE)) != 0);
    if (barrier < PTXC_MOST_MBARRIERS)
        ptxc_mbarrier_async_start(machine, index);
    else if (completion != PTXC_BY_NOTHING)
        ptxc_groups_add(machine, warp, ptxc_group_kind(completion), index);
    machine->vague |= copy->doubtful && target;
    if (copy->doubtful)
        return;
    if (source)
        record_access(machine, warp, op, index, lanes, false, UINT32_MAX);
    if (target)
        record_access(machine, warp, op, index, lanes, true, cta);
}

void ptxc_operation_store_bulk(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                               uint32_t lanes) {
    const struct ptxc_shared_access access = {
        .step = op->step, .iteration = ptxc_iteration_of(machine, warp, op->step), .weak = true};
    struct ptxc_memory_place place;
    ptxc_proxies_access(warp);
    for (uint32_t left = lanes; left; left &= left - 1) {
        if (!ptxc_operation_shared_place(machine, warp, op, PTXC_INPUT_TARGET, ptxc_lowest(left), &place))
            continue;
        const struct ptxc_shared_range piece = {
            place.cta, place.address, bytes_of(machine, warp, op, ptxc_lowest(left)), (uint8_t)(ptxc_lowest(left) + 1)};
        const struct ptxc_shared_range held = in_memory(machine, piece, false);
        ptxc_shadow_write(machine, warp, &access, &held, 1);
    }
}

/* Returns the CTAs of a mask, and looks whether the cluster has them all. */
static uint64_t masked_ctas(struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_input *mask,
                            uint32_t lane) {
    enum { ALL = 0xffff };
    const uint64_t ctas = mask->absent ? 0 : ptxc_input_lane(warp, mask, lane) & ALL;
    if (!mask->absent && !(ptxc_input_from(warp, mask) & PTXC_FROM_UNKNOWN))
        machine->beyond |= ctas >> machine->cta_count != 0;
    return ctas;
}

void ptxc_async_start_copy(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                           uint32_t lanes) {
    const struct ptxc_input *mask = ptxc_op_input(machine, op, PTXC_INPUT_MASK);
    if (ptxc_op_step(machine, op)->event->completion == PTXC_BY_GROUP) {
        ptxc_proxies_access(warp);
        start_one(machine, warp, op, lanes, UINT32_MAX);
        return;
    }
    machine->lanes += ptxc_count_lanes(lanes);
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint32_t lane = ptxc_lowest(left);
        const bool all = ptxc_op_step(machine, op)->traits & PTXC_TRAIT_IN_ALL_CTAS;
        const uint64_t ctas = all ? UINT64_MAX : masked_ctas(machine, warp, mask, lane);
        if (mask->absent && !all)
            start_one(machine, warp, op, UINT32_C(1) << lane, UINT32_MAX);
        for (uint32_t cta = 0; cta < machine->cta_count; cta++)
            if (ctas >> cta & 1)
                start_one(machine, warp, op, UINT32_C(1) << lane, cta);
        machine->requests += requests_work(machine, op);
    }
}

/* Looks whether a descriptor names the swizzle of the tensor map whose copy fills the matrix. */
static void check_swizzle(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t reader,
                          uint64_t descriptor, const struct ptxc_shared_range *piece) {
    const struct ptxc_granule *granule = &machine->ctas[piece->cta].granules[piece->address / PTXC_GRANULE];
    ptxc_cta_prepare(&machine->ctas[piece->cta], piece->address + 1);
    struct ptxc_descriptor parts;
    if (!machine->swizzles || !granule->in || granule->in_words != PTXC_ALL_WORDS ||
        ptxc_descriptor_decode(descriptor, ptxc_descriptor_guess(descriptor), &parts) != PTXC_OK)
        return;
    const struct ptxc_async_copy *copy = &machine->copies[granule->in - 1];
    const uint8_t swizzle = machine->swizzles[copy->step];
    if (!swizzle || parts.swizzle == PTXC_SWIZZLE_UNKNOWN || (uint32_t)parts.swizzle + 1 == swizzle)
        return;
    struct ptxc_violation violation =
        ptxc_violation_about(machine, PTXC_VIOLATION_OTHER_SWIZZLE, warp, machine->copies[reader].step, copy);
    violation.number = (uint64_t)parts.swizzle;
    violation.other = swizzle - 1u;
    ptxc_violation_add(machine, &violation);
}

/* The piece that a matrix descriptor begins at: its start address is in units of 16 bytes (ISA 9.7.15.5.1). */
static void read_by_descriptor(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                               uint64_t descriptor, uint32_t lane, uint32_t product) {
    enum { START = 0x3fff, UNIT = 16 };
    const struct ptxc_shared_range piece = {warp->cta, (uint32_t)(descriptor & START) * UNIT, UNIT, 0};
    const uint32_t index = ptxc_copy_start(machine, warp, op, UINT32_C(1) << lane, PTXC_BY_NOTHING);
    if (index == UINT32_MAX)
        return;
    machine->copies[index].reads = machine->copies[index].multiplies = true;
    machine->copies[index].product = product;
    ptxc_groups_add(machine, warp, PTXC_GROUPS_TENSOR, index);
    machine->copies[index].address = piece.address;
    /* of four warps that read rows of their own the first one stands for all */
    if (!product || warp->index % PTXC_WARPS_OF_GROUP == 0) {
        ptxc_shadow_async_read(machine, warp, index, piece);
        check_swizzle(machine, warp, index, descriptor, &piece);
    }
    ptxc_tracer_copy(machine, index, &piece);
}

void ptxc_async_start_mma(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                          uint32_t lanes) {
    enum { WIDTH = 64 };
    const struct ptxc_step *step = ptxc_op_step(machine, op);
    const struct ptxc_statement *statement = step->statement;
    const uint32_t lane = ptxc_lowest(lanes);
    const uint32_t product = step->traits & PTXC_TRAIT_OF_WARP_GROUP ? ptxc_products_add(machine, warp) : 0;
    uint32_t input = 0;
    for (uint8_t i = step->event->results; i < statement->operand_count; i++) {
        const struct ptxc_operand *operand = &statement->operands[i];
        const struct ptxc_value *value = &statement->values[operand->first];
        const struct ptxc_input *here = ptxc_op_input(machine, op, input);
        input += operand->count;
        if (operand->shape == PTXC_OPERAND_SCALAR && value->kind == PTXC_VALUE_REGISTER &&
            ptxc_types[value->type].width == WIDTH && ptxc_input_from(warp, here) == 0)
            read_by_descriptor(machine, warp, op, ptxc_input_lane(warp, here, lane), lane, product);
    }
}

void ptxc_async_commit(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes) {
    const uint32_t kind = ptxc_group_kind(ptxc_op_step(machine, op)->event->completion);
    ptxc_groups_commit(machine, warp, kind, lanes, op->step);
    if (kind != PTXC_GROUPS_TENSOR)
        ptxc_tracer_step(machine, warp, PTXC_EVENT_COMMIT, op->step, lanes,
                         warp->groups[kind].commits[ptxc_lowest(lanes)] - 1);
}

void ptxc_async_wait(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes) {
    const struct ptxc_step *step = ptxc_op_step(machine, op);
    const bool all = ptxc_step_action(step) == PTXC_ACT_WAIT_ALL;
    const uint32_t kind = ptxc_group_kind(ptxc_op_step(machine, op)->event->completion);
    const struct ptxc_input none = {.absent = true, .reg = PTXC_NO_REGISTER};
    const struct ptxc_input *amount = step->names       ? ptxc_op_input(machine, op, PTXC_INPUT_AMOUNT)
                                      : op->input_count ? ptxc_op_input(machine, op, 0)
                                                        : &none;
    const uint64_t leave = amount->absent ? 0 : ptxc_input_lane(warp, amount, ptxc_lowest(lanes)) & INT32_MAX;
    if (all)
        ptxc_groups_commit(machine, warp, kind, lanes, op->step);
    if (kind == PTXC_GROUPS_BULK) {
        warp->group_wait = op->step + 1;
        warp->group_wait_copies = (uint32_t)machine->copy_count;
    }
    ptxc_groups_wait(machine, warp, kind, lanes, leave, step->traits & PTXC_TRAIT_OF_READS, all, op->step);
    if (kind != PTXC_GROUPS_TENSOR)
        ptxc_tracer_step(machine, warp, PTXC_EVENT_WAIT_GROUP, op->step, lanes, (uint32_t)leave);
}

void ptxc_async_start_arrival(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                              uint32_t lanes, bool multiplies) {
    const uint32_t barrier =
        ptxc_operation_mbarrier(machine, warp, op, multiplies ? 0 : PTXC_INPUT_BARRIER, ptxc_lowest(lanes));
    if (barrier == PTXC_MOST_MBARRIERS)
        return;
    ptxc_mbarrier_use(machine, warp, op->step, lanes, barrier);
    const bool masked = multiplies && op->input_count > 1 &&
                        !(ptxc_input_from(warp, ptxc_op_input(machine, op, 1)) & PTXC_FROM_UNKNOWN);
    const uint64_t mask = masked ? masked_ctas(machine, warp, ptxc_op_input(machine, op, 1), ptxc_lowest(lanes)) : 0;
    for (uint32_t cta = 0; cta < machine->cta_count; cta++) {
        const bool own = cta == machine->mbarriers[barrier].cta;
        if (masked ? !(mask >> cta & 1) : !own)
            continue;
        const uint32_t there = ptxc_mbarrier_find(machine, cta, machine->mbarriers[barrier].address);
        const uint32_t index =
            there < PTXC_MOST_MBARRIERS ? ptxc_copy_start(machine, warp, op, lanes, PTXC_BY_NOTHING) : UINT32_MAX;
        if (index == UINT32_MAX)
            return;
        machine->copies[index].arrivals = ptxc_count_lanes(lanes);
        machine->copies[index].multiplies = multiplies;
        machine->copies[index].barrier = there;
        if (!multiplies && !(ptxc_op_step(machine, op)->traits & PTXC_TRAIT_IS_COUNTED))
            ptxc_mbarrier_increment(machine, op->step, there, ptxc_count_lanes(lanes));
        ptxc_mbarrier_async_start(machine, index);
    }
}
