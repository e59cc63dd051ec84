/* What the rules about async-groups share: see groups.h. */
#include "analysis/groups/groups.h"

bool ptxc_copy_meets(const struct ptxc_pending_groups *groups, const struct ptxc_pending_copy *copy,
                     const struct ptxc_condition *condition) {
    return !ptxc_condition_excludes(groups->flow->conditions, &copy->condition, condition) &&
           (ptxc_condition_implies(&copy->condition, condition) || ptxc_condition_implies(condition, &copy->condition));
}

void ptxc_groups_give(const struct ptxc_pending_groups *groups, struct ptxc_hazard *hazard, uint32_t step) {
    if (groups->spoken[step] == (uint32_t)hazard->finding.rule + 1)
        return;
    groups->spoken[step] = (uint32_t)hazard->finding.rule + 1;
    ptxc_hazard_give(hazard);
}

void ptxc_groups_report(const struct ptxc_pending_groups *groups, const struct ptxc_violation *violation,
                        uint32_t step) {
    struct ptxc_hazard hazard;
    ptxc_violation_begin(&hazard, groups->flow, violation);
    ptxc_groups_give(groups, &hazard, step);
}

const char *ptxc_copy_kind(const struct ptxc_pending_copy *copy) {
    return copy->completion == PTXC_BY_BULK_GROUP ? "cp.async.bulk" : "cp.async";
}

void ptxc_groups_report_wrong_kind(const struct ptxc_pending_groups *groups, struct ptxc_pending_copy *copy,
                                   const struct ptxc_pending *pending) {
    struct ptxc_hazard hazard;
    ptxc_hazard_begin(&hazard, groups->flow, PTXC_RULE_WRONG_GROUP_KIND, pending->commit - 1,
                      "a copy must be committed by the instruction of its own kind of groups, %s.commit_group",
                      ptxc_copy_kind(copy));
    ptxc_hazard_note(&hazard, copy->step, "this copy is in no group, and no wait_group waits for it");
    ptxc_hazard_give(&hazard);
    copy->said = true;
}

/* A wait for groups of the copy's kind that comes after it, and to which its thread never comes; PTXC_NO_STEP where
 * there is none. */
static uint32_t foreign_wait(const struct ptxc_pending_groups *groups, const struct ptxc_pending_copy *copy) {
    const struct ptxc_flow *flow = groups->flow;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        const struct ptxc_step *step = ptxc_flow_step(flow, i);
        if (ptxc_step_action(step) != PTXC_ACT_WAIT_GROUP || step->effect->completion != copy->completion)
            continue;
        const struct ptxc_condition condition = ptxc_flow_condition(flow, i);
        if (ptxc_condition_parts(flow->conditions, &copy->condition, &condition) &&
            ptxc_graph_leads(flow->graph, copy->step, i))
            return i;
    }
    return PTXC_NO_STEP;
}

bool ptxc_groups_report_foreign(const struct ptxc_pending_groups *groups, struct ptxc_pending_copy *copy) {
    struct ptxc_hazard hazard;
    const uint32_t wait = foreign_wait(groups, copy);
    if (wait == PTXC_NO_STEP)
        return false;
    ptxc_hazard_begin(&hazard, groups->flow, PTXC_RULE_WAIT_BY_NON_ISSUER, wait,
                      "a group must be waited for by the thread that committed it, and another one waits");
    ptxc_hazard_note(&hazard, copy->step, "the copy is started here, by a thread that does not come to the wait");
    ptxc_hazard_give(&hazard);
    copy->said = true;
    return true;
}
