/* The trace of a run: what happens, in order, for who wants a picture of it (trace.h). Nothing is kept where nobody
 * does.
 */
#ifndef PTXC_AUTOMATA_TRACER_H
#define PTXC_AUTOMATA_TRACER_H

#include "analysis/automata/machine.h"
#include "report/rules.h"

struct ptxc_tracer {
    struct ptxc_trace_event *events;
    size_t count, capacity;
};

/* Something that happens at a step of a warp; of mbarriers with the index of the mbarrier, and a count. The warp may be
 * NULL. */
void ptxc_tracer_step(struct ptxc_machine *machine, const struct ptxc_warp *warp, enum ptxc_event_kind kind,
                      uint32_t step, uint32_t lanes, uint32_t count);
void ptxc_tracer_barrier(struct ptxc_machine *machine, const struct ptxc_warp *warp, enum ptxc_event_kind kind,
                         uint32_t step, uint32_t barrier, uint32_t count);

/* A rule is broken; `about` is the event of the copy that it is about, or UINT32_MAX. */
void ptxc_tracer_violation(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step,
                           enum ptxc_rule_id rule, uint32_t about);

/* A copy starts, and is complete. */
void ptxc_tracer_copy(struct ptxc_machine *machine, uint32_t copy, const struct ptxc_shared_range *piece);
void ptxc_tracer_complete(struct ptxc_machine *machine, uint32_t copy);

/* Shared memory is about to be read or written: kept where a copy has to do with it, or may have. */
void ptxc_tracer_access(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step,
                        const struct ptxc_shared_range *piece, bool written);

/* After the run: takes out what was written and no copy has read. False without memory. */
bool ptxc_tracer_close(struct ptxc_machine *machine);

#endif
