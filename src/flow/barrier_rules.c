/* Asks the rules about mbarriers, each group once: what an earlier one has said of a copy a later one leaves out. */
#include "flow/barrier_rules.h"

#include "flow/barrier_existence.h"
#include "flow/barrier_keys.h"
#include "flow/barrier_lives.h"
#include "flow/barrier_loads.h"
#include "flow/barrier_parities.h"
#include "flow/barrier_phases.h"
#include "flow/barrier_results.h"

void ptxc_barriers_check(const struct ptxc_flow *flow) {
    struct ptxc_barriers barriers;
    if (!ptxc_barriers_make(&barriers, flow))
        return;
    ptxc_barriers_check_results(&barriers);
    ptxc_barriers_check_keys(&barriers);
    ptxc_barriers_check_existence(&barriers);
    ptxc_barriers_check_lives(&barriers);
    ptxc_barriers_check_loads(&barriers);
    ptxc_barriers_check_phases(&barriers);
    ptxc_barriers_check_parities(&barriers);
}
