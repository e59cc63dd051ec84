/* The rules about mbarriers (M01 to M21), each with its file. */
#ifndef PTXC_MBARRIERS_RULES_H
#define PTXC_MBARRIERS_RULES_H

#include "analysis/findings/hazard.h"
#include "analysis/mbarriers/mbarriers.h"

/* Reports what is wrong with the mbarriers of a function. */
void ptxc_mbarriers_check(const struct ptxc_flow *flow);

/* Reports mbarriers that nobody makes, or tells of the bytes that come (M01, M07). */
void ptxc_mbarriers_check_existence(struct ptxc_mbarriers *barriers);

/* Reports counts, bytes and addresses that cannot be right (M05, M09, M12). */
void ptxc_mbarriers_check_keys(struct ptxc_mbarriers *barriers);

/* Reports what touches an mbarrier that is alive, or makes it anew (M02, M03, M04, M15). */
void ptxc_mbarriers_check_lives(struct ptxc_mbarriers *barriers);

/* Reports what reads their data before a wait, and what nothing waits for (M10, M16, M20, M21, G11). */
void ptxc_mbarriers_check_loads(struct ptxc_mbarriers *barriers);

/* Reports waits for a phase that is over (M14). */
void ptxc_mbarriers_check_parities(struct ptxc_mbarriers *barriers);

/* Reports bytes that do not add up, and arrivals that come too early (M06, M08, M19). */
void ptxc_mbarriers_check_phases(struct ptxc_mbarriers *barriers);

/* Finds out which waits are `ignored` and which `retried`, and reports results that may not be there (M18). */
void ptxc_mbarriers_check_results(struct ptxc_mbarriers *barriers);

#endif
