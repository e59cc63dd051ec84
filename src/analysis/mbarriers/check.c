/* Asks the rules about mbarriers, each group once: what an earlier one has said of a copy a later one leaves out. */
#include "analysis/mbarriers/rules.h"

void ptxc_mbarriers_check(const struct ptxc_flow *flow) {
    struct ptxc_mbarriers barriers;
    if (!ptxc_mbarriers_make(&barriers, flow))
        return;
    ptxc_mbarriers_check_results(&barriers);
    ptxc_mbarriers_check_keys(&barriers);
    ptxc_mbarriers_check_existence(&barriers);
    ptxc_mbarriers_check_lives(&barriers);
    ptxc_mbarriers_check_loads(&barriers);
    ptxc_mbarriers_check_phases(&barriers);
    ptxc_mbarriers_check_parities(&barriers);
}
