/* Ends of groups: see async_groups.h. */
#include "analysis/automata/async_groups.h"
#include "analysis/automata/violations.h"

void ptxc_groups_check_release(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step) {
    for (uint32_t i = 0; i < machine->warp_count; i++) {
        const struct ptxc_async_groups *groups = &machine->warps[i].groups[PTXC_GROUPS_BULK];
        for (size_t k = 0; k < groups->pending_count; k++) {
            const struct ptxc_async_copy *copy = &machine->copies[groups->pending[k]];
            if (copy->read_end != PTXC_COPY_WAITED || !ptxc_copy_has_read(warp, copy) || ptxc_copy_is_known(warp, copy))
                continue;
            struct ptxc_violation violation = ptxc_violation_about(machine, PTXC_VIOLATION_RELEASED, warp, step, copy);
            violation.wait = ptxc_kept_step(copy->left_by);
            ptxc_violation_add(machine, &violation);
        }
    }
}

/* Whether anything in the text waits for groups of cp.async, or hands them over to an mbarrier. */
static bool groups_are_awaited(const struct ptxc_program *program) {
    for (uint32_t i = 0; i < program->count; i++) {
        const enum ptxc_action action = ptxc_step_action(&program->steps[i]);
        if ((action == PTXC_ACT_WAIT_GROUP || action == PTXC_ACT_WAIT_ALL || action == PTXC_ACT_ARRIVE_ON_COPIES) &&
            program->steps[i].event->completion == PTXC_BY_GROUP)
            return true;
    }
    return false;
}

/* Returns what is wrong with a copy that is pending when its lane ends, and sets where that should have been prevented;
 * PTXC_VIOLATION_COUNT: nothing, as nobody needs it. */
static enum ptxc_violation_kind pending_at_exit(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                                const struct ptxc_async_copy *copy, uint32_t *wait) {
    *wait = ptxc_kept_step(copy->left_by);
    if (ptxc_copy_is_of_other_kind(machine, copy)) {
        *wait = copy->other_commit - 1;
        return PTXC_VIOLATION_OTHER_KIND;
    }
    if (copy->completion == PTXC_BY_GROUP) /* where it goes is not known, so that no read can be too early */
        return copy->doubtful && warp->reads && !groups_are_awaited(machine->code->program)
                   ? PTXC_VIOLATION_NEVER_WAITED
                   : PTXC_VIOLATION_COUNT;
    if (copy->completion != PTXC_BY_BULK_GROUP || !copy->reads || copy->read_end != PTXC_COPY_PENDING)
        return PTXC_VIOLATION_COUNT;
    if (copy->foreign_wait)
        *wait = copy->foreign_wait - 1;
    return copy->foreign_wait ? PTXC_VIOLATION_WAIT_FOREIGN : PTXC_VIOLATION_EXIT_PENDING;
}

void ptxc_groups_check_exit(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t lanes) {
    for (uint32_t kind = 0; kind < PTXC_GROUPS_TENSOR; kind++)
        for (size_t i = 0; i < warp->groups[kind].pending_count; i++) {
            const struct ptxc_async_copy *copy = &machine->copies[warp->groups[kind].pending[i]];
            uint32_t wait;
            const enum ptxc_violation_kind wrong =
                copy->lanes & lanes ? pending_at_exit(machine, warp, copy, &wait) : PTXC_VIOLATION_COUNT;
            if (wrong == PTXC_VIOLATION_COUNT)
                continue;
            struct ptxc_violation violation = ptxc_violation_about(
                machine, wrong, warp, wrong == PTXC_VIOLATION_NEVER_WAITED ? warp->reads - 1 : step, copy);
            violation.doubtful = false; /* where the copy reads or writes does not matter */
            violation.wait = wait;
            ptxc_violation_add(machine, &violation);
        }
}
