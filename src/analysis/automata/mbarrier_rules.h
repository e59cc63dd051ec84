/* The rules of mbarriers: what an instruction or an access must not do to one, by what the machine knows of it
 * (mbarrier_rules.c), and why a wait for one was in vain (mbarrier_causes.c). */
#ifndef PTXC_AUTOMATA_MBARRIER_RULES_H
#define PTXC_AUTOMATA_MBARRIER_RULES_H

#include "analysis/automata/machine.h"
#include "analysis/findings/violation.h"

/* One thread that uses an mbarrier at a step. */
struct ptxc_mbarrier_use {
    struct ptxc_warp *warp;
    uint32_t lane, step, barrier;
    bool amount_known;  /* the text alone says how much it counts, */
    bool address_known; /* and which mbarrier is meant */
    bool counts;        /* the instruction has a count of its own */
    bool expects;       /* it announces bytes */
    bool arrives;
    bool ends; /* it is mbarrier.inval */
};

/* An mbarrier is about to be made with this count where another one may be, or to be invalidated. Of the use the warp,
 * lane and step count, and whether it ends. */
void ptxc_mbarrier_check_life(struct ptxc_machine *machine, const struct ptxc_mbarrier_use *use, uint64_t count);

/* Lanes of the warp use it at a step: looks whether they may know that it was made. */
void ptxc_mbarrier_use(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t lanes,
                       uint32_t barrier);

/* A thread is about to arrive with this amount, or to announce so many bytes; and has arrived, in phase `before`. */
void ptxc_mbarrier_check_signal(struct ptxc_machine *machine, const struct ptxc_mbarrier_use *use, uint64_t amount);
void ptxc_mbarrier_note_arrival(struct ptxc_machine *machine, const struct ptxc_mbarrier_use *use, uint32_t before);

/* A step that only the CTA in which the mbarrier lies may execute gets the address of one in another CTA: the run ends.
 */
void ptxc_mbarrier_report_remote(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step,
                                 uint32_t address);

/* Whether some mbarrier lies between two addresses of shared memory, in whatever CTA. */
bool ptxc_mbarrier_lies_in(const struct ptxc_machine *machine, uint32_t begin, uint32_t end);

/* A step writes these pieces of shared memory, by itself or by a copy. */
void ptxc_mbarrier_check_writes(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step,
                                const struct ptxc_shared_range *pieces, uint32_t count, bool by_copy);

/* The warp reads what a copy brings that signals an mbarrier, and does not know that it is there, or has read before
 * the copy fills it: finds out why. */
void ptxc_mbarrier_explain_read(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                const struct ptxc_async_copy *read, struct ptxc_violation *violation);

/* The warp uses tensor memory that a multiplication under way writes or reads: finds out whether a wait for the
 * mbarrier of its commit was in vain. */
void ptxc_mbarrier_explain_commit(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                  const struct ptxc_async_copy *multiplication, struct ptxc_violation *violation);

/* The phase is about to end: looks whether copies are under way that belong to it. */
void ptxc_mbarrier_check_bytes(struct ptxc_machine *machine, uint32_t barrier);

/* The run has come to its end: looks what nobody has waited for, or announced. */
void ptxc_mbarriers_check_end(struct ptxc_machine *machine);

/* Where more arrivals came to an mbarrier in the run than it counts, adds that: it explains what went wrong, or is
 * wrong itself. */
void ptxc_mbarrier_explain_excess(struct ptxc_machine *machine);

#endif
