/* Equations of phases: see tensor_bytes.h. A copy brings the whole box of its map, whatever of it lies outside of the
 * tensor (ISA 9.7.9.25.5.2), so that equal copies bring equal bytes.
 */
#include "analysis/automata/tensor_bytes.h"

#include "analysis/automata/violations.h"

void ptxc_tensor_bytes_add(struct ptxc_mbarrier *barrier, uint64_t map) {
    struct ptxc_phase_bytes *bytes = &barrier->tensors;
    uint32_t i = 0;
    while (i < bytes->count && bytes->maps[i] != map)
        i++;
    bytes->vague |= map == 0 || i == PTXC_MAPS_OF_PHASE;
    if (bytes->vague)
        return;
    bytes->maps[i] = map;
    bytes->copies[i]++;
    bytes->count += i == bytes->count;
}

/* Returns how many copies with this map a phase has. */
static uint32_t copies_with(const struct ptxc_phase_bytes *phase, uint64_t map) {
    for (uint32_t i = 0; i < phase->count; i++)
        if (phase->maps[i] == map)
            return phase->copies[i];
    return 0;
}

/* Whether each copy of one phase is in the other, too. */
static bool covers(const struct ptxc_phase_bytes *more, const struct ptxc_phase_bytes *less) {
    for (uint32_t i = 0; i < less->count; i++)
        if (copies_with(more, less->maps[i]) < less->copies[i])
            return false;
    return true;
}

/* Reports two phases that contradict each other. */
static void report(struct ptxc_machine *machine, const struct ptxc_phase_bytes *here,
                   const struct ptxc_phase_bytes *other, enum ptxc_violation_kind kind) {
    struct ptxc_violation violation =
        ptxc_violation_about(machine, kind, &machine->warps[here->warp], here->expect_step, NULL);
    violation.copy = other->expect_step;
    violation.number = (uint64_t)here->expected;
    violation.other = (uint64_t)other->expected;
    ptxc_violation_add(machine, &violation);
}

void ptxc_tensor_bytes_check(struct ptxc_machine *machine, const struct ptxc_mbarrier *barrier) {
    struct ptxc_phase_bytes here = barrier->tensors;
    if (machine->stopped || here.count == 0 || here.vague || !barrier->expect_step)
        return;
    here.expect_step = barrier->expect_step - 1;
    here.expected = barrier->bytes;
    for (uint32_t i = 0; i < machine->phase_count; i++) {
        const struct ptxc_phase_bytes *other = &machine->phases[i];
        const bool more = covers(&here, other), less = covers(other, &here);
        if (more && less && here.expected == other->expected)
            return; /* it is known already */
        if (more && less)
            report(machine, &here, other, PTXC_VIOLATION_BYTES_DIFFER);
        else if (more && here.expected <= other->expected)
            report(machine, &here, other, PTXC_VIOLATION_BYTES_NO_MORE);
        else if (less && here.expected >= other->expected)
            report(machine, &here, other, PTXC_VIOLATION_BYTES_NO_LESS);
    }
    if (machine->phase_count < PTXC_MOST_PHASES)
        machine->phases[machine->phase_count++] = here;
}
