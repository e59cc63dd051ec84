/* Groups in functions that start no copy: what the text alone says. */
#include "analysis/rules/rules.h"

/* Reports the first commit or wait of a kind of groups. */
static void check_kind(const struct ptxc_flow *flow, enum ptxc_completion kind) {
    struct ptxc_hazard hazard;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        const struct ptxc_step *step = ptxc_flow_step(flow, i);
        const enum ptxc_action action = ptxc_step_action(step);
        if (!step->event || step->event->completion != kind ||
            (action != PTXC_ACT_COMMIT && action != PTXC_ACT_WAIT_GROUP && action != PTXC_ACT_WAIT_ALL))
            continue;
        ptxc_hazard_begin(&hazard, flow, PTXC_RULE_EMPTY_GROUP, i,
                          "a group should hold copies, and the kernel starts none that this could be about");
        ptxc_hazard_give(&hazard);
        return;
    }
}

void ptxc_empty_groups_check(const struct ptxc_flow *flow) {
    if (!flow->whole || ptxc_flow_has(flow, PTXC_ACT_COPY, NULL))
        return;
    check_kind(flow, PTXC_BY_GROUP);
    check_kind(flow, PTXC_BY_BULK_GROUP);
}
