/* Machines: see launch.h. */
#include "analysis/execution/launch.h"

#include <string.h>

#include "analysis/automata/async_groups.h"
#include "analysis/execution/lanes.h"
#include "analysis/code/layout.h"

enum { MANY_COPIES = 1024 }; /* that most kernels do not exceed */

/* Returns the threads of a CTA. */
static uint32_t threads_of(const struct ptxc_launch *launch) {
    return launch->threads[0] * launch->threads[1] * launch->threads[2];
}

/* Makes what a CTA has. Returns false without memory. */
static bool make_cta(struct ptxc_machine *machine, struct ptxc_cta *cta) {
    cta->granules = ptxc_arena_take(machine->arena, PTXC_SHARED_MOST / PTXC_GRANULE * sizeof(*cta->granules));
    cta->bytes = ptxc_arena_take(machine->arena, PTXC_SHARED_MOST);
    cta->known = ptxc_arena_take(machine->arena, PTXC_SHARED_MOST);
    cta->live_threads = threads_of(machine->launch);
    return cta->granules && cta->bytes && cta->known;
}

/* Special registers, as the machine has them; those of the SM as if there were one for each CTA. */
enum special {
    TID,
    NTID,
    LANEID,
    WARPID,
    NWARPID,
    CTAID,
    NCTAID,
    CLUSTERID,
    NCLUSTERID,
    CLUSTER_CTAID,
    CLUSTER_NCTAID,
    CLUSTER_CTARANK,
    CLUSTER_NCTARANK,
    IS_EXPLICIT_CLUSTER,
    LANEMASK_EQ,
    LANEMASK_LE,
    LANEMASK_LT,
    LANEMASK_GE,
    LANEMASK_GT,
    SHARED_SIZE
};
static const struct {
    const char *name;
    enum special special;
} specials[] = {
    {"%tid", TID},
    {"%ntid", NTID},
    {"%laneid", LANEID},
    {"%warpid", WARPID},
    {"%nwarpid", NWARPID},
    {"%ctaid", CTAID},
    {"%nctaid", NCTAID},
    {"%smid", CTAID},
    {"%nsmid", NCTAID},
    {"%clusterid", CLUSTERID},
    {"%nclusterid", NCLUSTERID},
    {"%cluster_ctaid", CLUSTER_CTAID},
    {"%cluster_nctaid", CLUSTER_NCTAID},
    {"%cluster_ctarank", CLUSTER_CTARANK},
    {"%cluster_nctarank", CLUSTER_NCTARANK},
    {"%is_explicit_cluster", IS_EXPLICIT_CLUSTER},
    {"%lanemask_eq", LANEMASK_EQ},
    {"%lanemask_le", LANEMASK_LE},
    {"%lanemask_lt", LANEMASK_LT},
    {"%lanemask_ge", LANEMASK_GE},
    {"%lanemask_gt", LANEMASK_GT},
    {"%dynamic_smem_size", SHARED_SIZE},
    {"%total_smem_size", SHARED_SIZE},
    {"%aggr_smem_size", SHARED_SIZE},
};

/* Returns component `c` of the place that has this index where so many are in a row, and in a column; 0 of the fourth.
 */
static uint32_t place_of(uint32_t index, const uint32_t counts[3], unsigned c) {
    return c == 0   ? index % counts[0]
           : c == 1 ? index / counts[0] % counts[1]
           : c == 2 ? index / counts[0] / counts[1]
                    : 0;
}

/* Returns what a special register has in a lane. The seed chooses which cluster of a row is executed. */
static uint64_t value_of(const struct ptxc_machine *machine, const struct ptxc_warp *warp, enum special special,
                         uint32_t lane, unsigned c) {
    const struct ptxc_launch *launch = machine->launch;
    const uint64_t mask = UINT64_C(1) << lane;
    const uint32_t clusters = c < 3 ? launch->grid[c] / launch->cluster[c] : 0;
    const uint32_t cluster = c == 0 ? launch->seed % clusters : 0;
    switch (special) {
    case TID: return place_of(warp->index * PTXC_LANES + lane, launch->threads, c);
    case NTID: return c < 3 ? launch->threads[c] : 0;
    case LANEID: return lane;
    case WARPID: return warp->index;
    case NWARPID: return machine->warps_of_cta;
    case CTAID: return c < 3 ? cluster * launch->cluster[c] + place_of(warp->cta, launch->cluster, c) : 0;
    case NCTAID: return c < 3 ? launch->grid[c] : 0;
    case CLUSTERID: return cluster;
    case NCLUSTERID: return clusters;
    case CLUSTER_CTAID: return place_of(warp->cta, launch->cluster, c);
    case CLUSTER_NCTAID: return c < 3 ? launch->cluster[c] : 1;
    case CLUSTER_CTARANK: return warp->cta;
    case CLUSTER_NCTARANK: return ptxc_launch_ctas(launch);
    case IS_EXPLICIT_CLUSTER: return 1;
    case LANEMASK_EQ: return mask;
    case LANEMASK_LE: return mask * 2 - 1;
    case LANEMASK_LT: return mask - 1;
    case LANEMASK_GE: return UINT32_MAX - (mask - 1);
    case LANEMASK_GT: return UINT32_MAX - (mask * 2 - 1);
    case SHARED_SIZE: break;
    }
    return PTXC_SHARED_MOST - PTXC_SHARED_FIRST;
}

/* Sets a special register in each lane of a warp. Returns false without memory. */
static bool give(const struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_special_use *use) {
    struct ptxc_register *reg = &warp->registers[use->reg];
    uint64_t values[PTXC_LANES] = {0};
    uint32_t length = use->name_length, alike = 1;
    unsigned component = 0;
    if (length > 2 && use->name[length - 2] == '.') {
        component = use->name[length - 1] == 'w' ? 3 : (unsigned)(use->name[length - 1] - 'x');
        length -= 2;
    }
    reg->from = PTXC_FROM_UNKNOWN;
    for (size_t i = 0; i < PTXC_COUNT(specials); i++)
        if (strlen(specials[i].name) == length && memcmp(specials[i].name, use->name, length) == 0) {
            reg->from = 0;
            for (uint32_t lane = 0; lane < PTXC_LANES; lane++)
                values[lane] = value_of(machine, warp, specials[i].special, lane, component);
        }
    while (alike < PTXC_LANES && values[alike] == values[0])
        alike++;
    reg->one = values[0];
    reg->uniform = alike == PTXC_LANES;
    if (reg->uniform)
        return true;
    reg->v = ptxc_arena_take(machine->arena, sizeof(values));
    if (reg->v)
        memcpy(reg->v, values, sizeof(values));
    return reg->v;
}

/* Makes a warp, all lanes of which are where the program begins. Returns false without memory. */
static bool make_warp(struct ptxc_machine *machine, uint32_t number) {
    const struct ptxc_code *code = machine->code;
    struct ptxc_warp *warp = &machine->warps[number];
    warp->number = number;
    warp->cta = (uint16_t)(number / machine->warps_of_cta);
    warp->index = (uint16_t)(number % machine->warps_of_cta);
    const uint32_t left = threads_of(machine->launch) - warp->index * PTXC_LANES;
    warp->alive = left >= PTXC_LANES ? UINT32_MAX : (UINT32_C(1) << left) - 1;
    warp->registers = ptxc_arena_take(machine->arena, (code->register_count + 1) * sizeof(*warp->registers));
    warp->iterations = ptxc_arena_alloc(machine->arena, (code->graph->loop_count + 1) * sizeof(*warp->iterations));
    warp->arrive_steps = ptxc_arena_alloc(machine->arena, PTXC_MOST_MBARRIERS * sizeof(*warp->arrive_steps));
    warp->rounds = ptxc_arena_alloc(machine->arena, PTXC_MOST_MBARRIERS * sizeof(*warp->rounds));
    warp->last_waits = ptxc_arena_alloc(machine->arena, PTXC_MOST_MBARRIERS * sizeof(*warp->last_waits));
    warp->consumed = ptxc_arena_alloc(machine->arena, PTXC_MOST_MBARRIERS * sizeof(*warp->consumed));
    warp->arrived_at = ptxc_arena_alloc(machine->arena, PTXC_MOST_MBARRIERS * sizeof(*warp->arrived_at));
    warp->unmet = ptxc_arena_alloc(machine->arena, PTXC_MOST_MBARRIERS * sizeof(*warp->unmet));
    warp->finished = ptxc_arena_alloc(machine->arena, PTXC_MOST_MBARRIERS * sizeof(*warp->finished));
    if (!warp->last_waits || !warp->consumed || !warp->rounds || !warp->arrive_steps || !warp->arrived_at ||
        !warp->unmet || !warp->finished || !warp->registers || !warp->iterations)
        return false;
    for (uint32_t i = 0; i < code->register_count; i++)
        warp->registers[i] = (struct ptxc_register){.uniform = true, .from = PTXC_FROM_UNKNOWN | PTXC_FROM_NOWHERE};
    for (uint32_t i = 0; i < code->special_count; i++)
        if (!give(machine, warp, &code->specials[i]))
            return false;
    warp->clock.clocks[number] = 1;
    warp->splits[0] = (struct ptxc_split){.op = code->first_op[code->graph->order[0]], .lanes = warp->alive};
    warp->split_count = 1;
    return true;
}

bool ptxc_launch_start(struct ptxc_machine *machine, const struct ptxc_code *code, const struct ptxc_launch *launch,
                       struct ptxc_arena *arena) {
    *machine = (struct ptxc_machine){.code = code, .arena = arena, .launch = launch, .most_steps = PTXC_MOST_STEPS};
    machine->warps_of_cta = (threads_of(launch) + PTXC_LANES - 1) / PTXC_LANES;
    machine->cta_count = ptxc_launch_ctas(launch);
    machine->warp_count = machine->warps_of_cta * machine->cta_count;
    if (machine->warp_count == 0 || machine->warp_count > PTXC_MOST_WARPS || code->count == 0)
        return false;
    machine->warps = ptxc_arena_alloc(arena, machine->warp_count * sizeof(*machine->warps));
    machine->ctas = ptxc_arena_alloc(arena, machine->cta_count * sizeof(*machine->ctas));
    machine->mbarriers = ptxc_arena_take(arena, PTXC_MOST_MBARRIERS * sizeof(*machine->mbarriers));
    machine->phases = ptxc_arena_alloc(arena, PTXC_MOST_PHASES * sizeof(*machine->phases));
    machine->copy_capacity = MANY_COPIES;
    machine->copies = ptxc_arena_take(arena, MANY_COPIES * sizeof(*machine->copies));
    machine->visits = ptxc_arena_alloc(arena, (code->count + 1) * sizeof(*machine->visits));
    machine->longest = ptxc_arena_alloc(arena, (code->graph->loop_count + 1) * sizeof(*machine->longest));
    machine->guessed = ptxc_arena_alloc(arena, (code->graph->loop_count + 1) * sizeof(*machine->guessed));
    machine->ran = ptxc_arena_alloc(arena, code->program->count + 1);
    machine->reaches =
        ptxc_arena_alloc(arena, (size_t)machine->warp_count * machine->cta_count * sizeof(*machine->reaches));
    if (!machine->copies || !machine->reaches || !machine->warps || !machine->ctas || !machine->mbarriers ||
        !machine->phases || !machine->visits || !machine->longest || !machine->guessed || !machine->ran)
        return false;
    for (uint32_t i = 0; i < machine->cta_count; i++)
        if (!make_cta(machine, &machine->ctas[i]))
            return false;
    for (uint32_t i = 0; i < machine->warp_count; i++)
        if (!make_warp(machine, i))
            return false;
    return true;
}

uint32_t ptxc_launch_reached(const struct ptxc_machine *machine) {
    const struct ptxc_program *program = machine->code->program;
    uint32_t reached = 0;
    for (uint32_t i = 0; i < program->count; i++)
        reached += machine->ran[i] && program->steps[i].names;
    return reached;
}
