/* Assumptions: what only the author knows, and the analysis of hazards takes for true. Options give them for the whole
 * source, comments `ptxcheck: assume threads=128` for what follows, or for the function that they stand in. Which there
 * are is in assumptions.def.
 */
#ifndef PTXC_ASSUME_H
#define PTXC_ASSUME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "report/report.h"

/* Returns the value that is assumed under this name, "threads" or "box(map)", at a place in the text under check, such
 * as that of any instruction of a function; 0 where nothing is. Of several comments the last counts, and a comment more
 * than the options. */
uint64_t ptxc_assume_value(const struct ptxc_report *report, uint32_t offset, const char *name, uint32_t length);

/* Reads "NAME=VALUE" at `position` of the comments' text, after a sign at `at`, within a comment that ends at `end`;
 * gives the place after it. */
uint32_t ptxc_assume_read(const struct ptxc_comments *comments, uint32_t at, uint32_t position, uint32_t end);

/* The function that comments->function begins ends before `end`. */
void ptxc_assume_leave(const struct ptxc_comments *comments, uint32_t end);

/* Says what is wrong with an assumption; nothing where it can be one. */
void ptxc_assume_judge(const char *name, uint32_t length, uint64_t value, struct ptxc_buffer *why);

#endif
