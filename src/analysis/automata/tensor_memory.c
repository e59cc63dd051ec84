/* Tensor memory: see tensor_memory.h. Ranges are never larger than what an instruction accesses, so that two that meet
 * do so for certain. What the tensor core does in order (ISA 9.7.16.6.2) is not looked at: one multiplication after
 * another, and after a copy.
 */
#include "analysis/automata/tensor_memory.h"

#include "analysis/automata/async_groups.h"
#include "analysis/automata/mbarrier_rules.h"
#include "analysis/automata/violations.h"

enum {
    COLUMNS = 512, /* of a CTA, in units of those that are allocated together */
    UNIT = 32,
    PARTS = 8, /* of its lanes, each of so many: two for each warp of four */
    LANES = 16,
    PARTS_OF_QUARTER = 2
};

/* A column in the lanes of a part. */
struct column {
    uint32_t in, out; /* the last copy that writes it, and that reads it, + 1 */
};

/* Loads, or stores, that a warp has not waited for. */
struct pending {
    uint32_t *copies;
    size_t count, capacity;
};

struct ptxc_tensor_memory {
    struct column *cells[PTXC_MOST_WARPS]; /* of each CTA */
    uint32_t taken[PTXC_MOST_WARPS];       /* units, a bit each */
    struct pending pending[PTXC_MOST_WARPS][2];
};

/* Returns what is known of tensor memory, or NULL without memory. */
static struct ptxc_tensor_memory *get(struct ptxc_machine *machine) {
    if (!machine->tensor)
        machine->tensor = ptxc_arena_alloc(machine->arena, sizeof(*machine->tensor));
    machine->out_of_memory |= !machine->tensor;
    return machine->tensor;
}

/* Returns the cells of a part in a CTA, from a column on; NULL without memory. */
static struct column *cells_at(struct ptxc_machine *machine, uint32_t cta, uint32_t part, uint32_t column) {
    struct ptxc_tensor_memory *tensor = get(machine);
    if (tensor && !tensor->cells[cta])
        tensor->cells[cta] = ptxc_arena_alloc(machine->arena, (size_t)PARTS * COLUMNS * sizeof(*tensor->cells[cta]));
    machine->out_of_memory |= !tensor || !tensor->cells[cta];
    return machine->out_of_memory ? NULL : &tensor->cells[cta][part * COLUMNS + column];
}

struct ptxc_tensor_range ptxc_tensor_range_at(const struct ptxc_warp *warp, uint64_t address, uint32_t columns) {
    enum { LANE_SHIFT = 16, COLUMN_MASK = 0xffff };
    const uint32_t column = (uint32_t)address & COLUMN_MASK;
    const uint32_t most = column < COLUMNS ? COLUMNS - column : 0;
    return (struct ptxc_tensor_range){.cta = warp->cta,
                                      .lane = (uint32_t)address >> LANE_SHIFT & (PARTS * LANES - 1),
                                      .column = column,
                                      .columns = columns < most ? columns : most};
}

/* Returns the bits of so many units from one on; a range beyond the last column has none. */
static uint32_t units_of(uint32_t column, uint32_t columns) {
    return columns ? (uint32_t)((UINT64_C(1) << columns / UNIT) - 1) << column / UNIT : 0;
}

bool ptxc_tensor_memory_allocate(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint64_t columns,
                                 uint64_t *address) {
    struct ptxc_tensor_memory *tensor = get(machine);
    if (!tensor || columns < UNIT || columns > COLUMNS)
        return false;
    for (uint32_t first = 0; first + columns <= COLUMNS; first += UNIT) {
        const uint32_t wanted = units_of(first, (uint32_t)columns);
        if (tensor->taken[warp->cta] & wanted)
            continue;
        tensor->taken[warp->cta] |= wanted;
        *address = first;
        return true;
    }
    return false;
}

/* Whether the warp knows that an access is complete, by whatever wait: the fence after a relaxed one orders it. */
static bool is_known(const struct ptxc_warp *warp, const struct ptxc_async_copy *copy) {
    switch (copy->end) {
    case PTXC_COPY_SIGNALLED:
        return ptxc_copy_is_known(warp, copy) || warp->relaxed.clocks[PTXC_MOST_WARPS + copy->barrier] > copy->phase;
    case PTXC_COPY_WAITED: return ptxc_copy_is_known(warp, copy) || warp->relaxed.clocks[copy->warp] >= copy->clock;
    default: return false;
    }
}

/* Adds a violation where a copy, + 1, is under way as far as the warp knows; 0: there is none. */
static void expect_complete(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step, uint32_t kept,
                            enum ptxc_violation_kind pending, enum ptxc_violation_kind unordered) {
    const struct ptxc_async_copy *copy = kept ? &machine->copies[kept - 1] : NULL;
    if (!copy || is_known(warp, copy))
        return;
    struct ptxc_violation violation =
        ptxc_violation_about(machine, copy->end == PTXC_COPY_WAITED ? unordered : pending, warp, step, copy);
    if (copy->multiplies && copy->end != PTXC_COPY_WAITED)
        ptxc_mbarrier_explain_commit(machine, warp, copy, &violation);
    ptxc_violation_add(machine, &violation);
}

/* Whether the tensor core does what is kept, + 1. */
static bool multiplies(const struct ptxc_machine *machine, uint32_t kept) {
    return kept && machine->copies[kept - 1].multiplies;
}

/* Looks whether an access of a cell comes after those that it has to come after. */
static void check(struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_async_copy *copy,
                  const struct column *cell, enum ptxc_tensor_use use) {
    const bool written = use == PTXC_TENSOR_WRITTEN;
    if (!multiplies(machine, cell->in) && (!written || copy->multiplies))
        expect_complete(machine, warp, copy->step, cell->in, PTXC_VIOLATION_TENSOR_STORE_PENDING,
                        PTXC_VIOLATION_TENSOR_STORE_UNORDERED);
    else if (multiplies(machine, cell->in) && !copy->multiplies)
        expect_complete(machine, warp, copy->step, cell->in,
                        written ? PTXC_VIOLATION_TENSOR_STORE_EARLY : PTXC_VIOLATION_TENSOR_READ_EARLY,
                        PTXC_VIOLATION_TENSOR_READ_EARLY);
    if (written && !(copy->multiplies && multiplies(machine, cell->out)))
        expect_complete(machine, warp, copy->step, cell->out,
                        multiplies(machine, cell->out) ? PTXC_VIOLATION_TENSOR_STORE_EARLY
                                                       : PTXC_VIOLATION_TENSOR_LOAD_PENDING,
                        PTXC_VIOLATION_TENSOR_LOAD_UNORDERED);
}

/* Whether the same copies access two cells: what is wrong with one is wrong with the other. */
static bool is_same(const struct column *a, const struct column *b) {
    return a->in == b->in && a->out == b->out;
}

/* Counts the cells of a range as work of the run: several take as long as one lane. */
static void count_work(struct ptxc_machine *machine, const struct ptxc_tensor_range *range) {
    enum { CELLS_OF_LANE = 8 };
    machine->lanes += range->columns / CELLS_OF_LANE;
}

/* A copy accesses a range in one part. */
static void access(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t copy, uint32_t part,
                   const struct ptxc_tensor_range *range, enum ptxc_tensor_use use) {
    struct column *cells = range->columns ? cells_at(machine, range->cta, part, range->column) : NULL;
    struct column seen = {.in = 0};
    count_work(machine, range);
    for (uint32_t i = 0; cells && i < range->columns; i++) {
        if (!is_same(&cells[i], &seen))
            check(machine, warp, &machine->copies[copy], &cells[i], use);
        seen = cells[i];
        if (use == PTXC_TENSOR_WRITTEN)
            cells[i].in = copy + 1;
        else
            cells[i].out = copy + 1;
    }
}

void ptxc_tensor_memory_access(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                               uint32_t lanes, struct ptxc_tensor_range range, enum ptxc_tensor_use use) {
    const uint32_t reads = warp->reads; /* shared memory has nothing to do with it */
    const uint32_t copy = ptxc_copy_start(machine, warp, op, lanes, PTXC_BY_NOTHING);
    struct ptxc_tensor_memory *tensor = copy == UINT32_MAX ? NULL : get(machine);
    warp->reads = reads;
    if (!tensor)
        return;
    struct pending *pending = &tensor->pending[warp->number][use];
    uint32_t *added =
        ptxc_arena_add(machine->arena, &pending->copies, &pending->count, &pending->capacity, sizeof(*added));
    machine->out_of_memory |= !added;
    if (!added)
        return;
    *added = copy;
    machine->copies[copy].reads = use == PTXC_TENSOR_READ;
    /* a warp reaches the lanes of its own quarter alone (ISA 9.7.16.2.3.1) */
    const uint32_t part = warp->index * PARTS_OF_QUARTER + range.lane / LANES % PARTS_OF_QUARTER;
    access(machine, warp, copy, part % PARTS, &range, use);
}

void ptxc_tensor_memory_multiply(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t copy,
                                 struct ptxc_tensor_range range, enum ptxc_tensor_use use) {
    for (uint32_t part = range.lane / LANES % PARTS_OF_QUARTER; part < PARTS; part += PARTS_OF_QUARTER)
        access(machine, warp, copy, part, &range, use);
}

/* The warp knows from now on that a load or a store of its own is complete. */
static void complete(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t index) {
    struct ptxc_async_copy *copy = &machine->copies[index];
    copy->end = copy->read_end = PTXC_COPY_WAITED;
    copy->clock = copy->read_clock = warp->clock.clocks[warp->number];
}

void ptxc_tensor_memory_wait(struct ptxc_machine *machine, struct ptxc_warp *warp, enum ptxc_tensor_use use) {
    struct pending *pending = machine->tensor ? &machine->tensor->pending[warp->number][use] : NULL;
    for (size_t i = 0; pending && i < pending->count; i++)
        complete(machine, warp, pending->copies[i]);
    if (pending)
        pending->count = 0;
}

void ptxc_tensor_memory_reach(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step) {
    struct pending *loads = machine->tensor ? &machine->tensor->pending[warp->number][PTXC_TENSOR_READ] : NULL;
    size_t kept = 0;
    for (size_t i = 0; loads && i < loads->count; i++) {
        const uint32_t load = machine->copies[loads->copies[i]].step;
        if (step <= load || step >= machine->code->uses[load])
            complete(machine, warp, loads->copies[i]);
        else
            loads->copies[kept++] = loads->copies[i];
    }
    if (loads)
        loads->count = kept;
}

/* Gives the cells of a part back. */
static void free_part(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step, uint32_t part,
                      const struct ptxc_tensor_range *range) {
    struct column *cells = range->columns ? cells_at(machine, range->cta, part, range->column) : NULL;
    struct column seen = {.in = 0};
    count_work(machine, range);
    for (uint32_t i = 0; cells && i < range->columns; i++) {
        if (!is_same(&cells[i], &seen)) {
            expect_complete(machine, warp, step, cells[i].in, PTXC_VIOLATION_TENSOR_FREED_EARLY,
                            PTXC_VIOLATION_TENSOR_FREED_UNORDERED);
            expect_complete(machine, warp, step, cells[i].out, PTXC_VIOLATION_TENSOR_FREED_EARLY,
                            PTXC_VIOLATION_TENSOR_FREED_UNORDERED);
        }
        seen = cells[i];
        cells[i] = (struct column){.in = 0};
    }
}

void ptxc_tensor_memory_free(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step,
                             struct ptxc_tensor_range range) {
    for (uint32_t part = 0; part < PARTS; part++)
        free_part(machine, warp, step, part, &range);
    if (machine->tensor)
        machine->tensor->taken[range.cta] &= ~units_of(range.column, range.columns);
}
