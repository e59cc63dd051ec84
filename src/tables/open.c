/* Which gates are open where: see open.h. Where a version and a target are named, and no assembler, the index says it.
 */
#include "tables/open.h"

#include "tables/index.h"

/* Whether the index says that the row of a gate is open, its alternative aside. */
static bool row_open_there(uint8_t gate, unsigned place, enum ptxc_target target) {
    return (ptxc_gate_index[gate].versions >> place & 1) && (ptxc_gate_index[gate].targets >> target & 1);
}

bool ptxc_gate_open(enum ptxc_gate gate, struct ptxc_environment environment) {
    const uint8_t other = ptxc_gate_alternatives[gate];
    const unsigned place = environment.ptx < PTXC_PTX_LIMIT ? ptxc_version_places[environment.ptx] : 0;
    if (environment.asked)
        environment.asked->words[gate / 64] |= PTXC_BIT(gate % 64);
    if (place && environment.target && !environment.assembler)
        return row_open_there((uint8_t)gate, place - 1, environment.target) ||
               (other && row_open_there(other, place - 1, environment.target));
    return ptxc_gate_row_open(&ptxc_gates[gate], environment) ||
           (other && ptxc_gate_row_open(&ptxc_gates[other], environment));
}

bool ptxc_gate_open_surely(enum ptxc_gate gate, struct ptxc_environment environment) {
    const struct ptxc_gate_row *row = &ptxc_gates[gate];
    const bool asks_ptx = row->first > ptxc_gates[PTXC_GATE_NONE].first || row->last;
    const bool asks_assembler = row->oldest > ptxc_assembler_oldest_followed() || row->newest;
    if ((asks_ptx && !environment.ptx) || (asks_assembler && !ptxc_assembler_followed(environment)))
        return false;
    return ptxc_gate_open(gate, environment);
}

/* Whether every gate is open. */
static bool all_open(const uint8_t *gates, size_t count, struct ptxc_environment environment) {
    for (size_t i = 0; i < count; i++)
        if (!ptxc_gate_open((enum ptxc_gate)gates[i], environment))
            return false;
    return true;
}

/* Whether one PTX version opens all gates, whatever the target. Where no assembler is named, the index says it. */
static bool version_for_all(const uint8_t *gates, size_t count, uint32_t assembler) {
    uint64_t open = ~UINT64_C(0);
    for (size_t i = 0; i < count && !assembler; i++) {
        const uint8_t other = ptxc_gate_alternatives[gates[i]];
        open &= ptxc_gate_index[gates[i]].versions | (other ? ptxc_gate_index[other].versions : 0);
    }
    if (!assembler)
        return open != 0;
    for (uint32_t ptx = ptxc_next_ptx(0); ptx; ptx = ptxc_next_ptx(ptx))
        if (ptxc_assembler_knows(assembler, ptx) &&
            all_open(gates, count, (struct ptxc_environment){.ptx = ptx, .assembler = assembler}))
            return true;
    return false;
}

/* The targets that open all gates, whatever the version. */
static ptxc_wide targets_for_all(const uint8_t *gates, size_t count) {
    ptxc_wide open = ~(ptxc_wide)0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t other = ptxc_gate_alternatives[gates[i]];
        open &= ptxc_gate_index[gates[i]].targets | (other ? ptxc_gate_index[other].targets : 0);
    }
    return open;
}

bool ptxc_gates_open_somewhere(const uint8_t *gates, size_t count, struct ptxc_environment environment) {
    /* Each gate opens on a range of versions, one of assemblers and a set of targets. Where all are open, the gates
     * must have a version in common; then it is enough to try every target. */
    if (!environment.ptx && !version_for_all(gates, count, environment.assembler))
        return false;
    if (environment.target != PTXC_TARGET_NONE)
        return all_open(gates, count, environment);
    const ptxc_wide targets = targets_for_all(gates, count);
    for (int target = 1; target < PTXC_TARGET_COUNT; target++) {
        struct ptxc_environment there = environment;
        there.target = (enum ptxc_target)target;
        if ((environment.among && !(environment.among >> target & 1)) || !(targets >> target & 1))
            continue;
        if (environment.ptx ? !ptxc_header_valid(there) : !ptxc_target_first(there.target, there.assembler))
            continue;
        if (all_open(gates, count, there))
            return true;
    }
    return false;
}
