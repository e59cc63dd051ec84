/* The kernels of a report: what was executed of each. */
#ifndef PTXC_KERNELS_H
#define PTXC_KERNELS_H

#include "base/arena.h"
#include "report/report.h"

/* Adds a kernel, whose span is a place in the text under check, with copies of its words. Without memory the report
 * says so. */
void ptxc_kernels_add(struct ptxc_report *report, const struct ptxc_kernel *kernel);

/* Adds the kernels from `first` on, before `end`, of another report, with copies of their words. */
void ptxc_kernels_copy(struct ptxc_report *report, const struct ptxc_report *from, size_t first, size_t end);

/* Puts them in source order: those that have waited for functions come last. */
void ptxc_kernels_sort(struct ptxc_report *report);

/* Returns what was chosen for the execution of a kernel, "128 threads and a cluster of 2", with integer parameters that
 * are `parameter` if that is not 0, and those that bound no inner loop `outer` if that is not 0; "" where nothing was.
 */
const char *ptxc_kernel_chosen(struct ptxc_arena *arena, const struct ptxc_kernel *kernel, uint32_t parameter,
                               uint32_t outer);

#endif
