/* Excess arrivals: see excess_arrivals.h. */
#include "analysis/automata/excess_arrivals.h"

#include "analysis/automata/violations.h"

enum excess { NONE, APPARENT, CERTAIN };

/* Whether somebody waits for the mbarrier. */
static bool is_awaited(const struct ptxc_machine *machine, uint32_t barrier) {
    for (uint32_t i = 0; i < machine->warp_count; i++)
        for (uint32_t k = 0; k < machine->warps[i].split_count; k++)
            if (machine->warps[i].splits[k].state == PTXC_SPLIT_AT_PHASE && machine->warps[i].splits[k].at == barrier)
                return true;
    return false;
}

/* Returns whether more arrivals come than the mbarrier counts. It is certain where one instruction arrives in two
 * phases, or where there are more phases than any warp has arrived and one ended before anyone had waited for the one
 * before. Where only the latter is so, it is apparent. */
static enum excess excess_at(const struct ptxc_machine *machine, uint32_t barrier) {
    const struct ptxc_mbarrier *here = &machine->mbarriers[barrier];
    const uint32_t phases = here->phase - here->first;
    uint32_t most = 0;
    for (uint32_t i = 0; i < machine->warp_count; i++)
        most = machine->warps[i].rounds[barrier] > most ? machine->warps[i].rounds[barrier] : most;
    if (!here->arrive_step)
        return NONE;
    if (here->split || (phases > most && here->unwaited > 0))
        return CERTAIN;
    return here->unwaited > 0 && (here->waits * 4 >= phases || is_awaited(machine, barrier)) ? APPARENT : NONE;
}

/* Whether the excess is wrong by itself, and not only where it makes other things go wrong. */
static bool is_wrong_alone(const struct ptxc_mbarrier *barrier, enum excess excess) {
    return barrier->over || (excess == CERTAIN && (barrier->split || barrier->waits));
}

/* Returns how many arrive in a phase where each warp that arrives does so as often as the others, and always with as
 * many: what the mbarrier should count; 0: it is not so. */
static uint64_t arrivals_of_phase(const struct ptxc_machine *machine, uint32_t barrier) {
    uint32_t rounds = 0;
    for (uint32_t i = 0; i < machine->warp_count; i++) {
        const uint32_t own = machine->warps[i].rounds[barrier];
        if (own > 0 && rounds > 0 && own != rounds)
            return 0;
        rounds = own > 0 ? own : rounds;
    }
    const uint64_t all = machine->mbarriers[barrier].arrived;
    return rounds > 0 && all % rounds == 0 ? all / rounds : 0;
}

void ptxc_excess_arrivals_explain(struct ptxc_machine *machine) {
    const bool any = ptxc_violations_any_by_time(machine->findings, machine->findings->run);
    for (uint32_t i = 0; i < machine->mbarrier_count; i++) {
        const struct ptxc_mbarrier *barrier = &machine->mbarriers[i];
        const enum excess excess = excess_at(machine, i);
        if (any ? excess == NONE : !is_wrong_alone(barrier, excess))
            continue;
        struct ptxc_violation violation = ptxc_violation_about(
            machine, any && excess != CERTAIN ? PTXC_VIOLATION_ARRIVALS_CROWDED : PTXC_VIOLATION_ARRIVALS_MANY,
            &machine->warps[0], barrier->arrive_step - 1, NULL);
        violation.iteration = 0;
        violation.copy = barrier->init_step;
        violation.other = barrier->count;
        violation.number = machine->stopped && !machine->deadlocked ? 0 : arrivals_of_phase(machine, i);
        violation.mbarrier = barrier->address;
        ptxc_violation_add(machine, &violation);
        return;
    }
}
