/* The beginning of a walk through a source: at its start, or where an earlier walk passed. */
#ifndef PTXC_BEGIN_H
#define PTXC_BEGIN_H

#include "syntax/carried.h"

/* Begins a walk through `source`, in the arena of the report; NULL without memory. */
struct ptxc_module *ptxc_begin_module(const char *source, uint32_t length, const struct ptxc_options *options,
                                      struct ptxc_report *report);

/* The same in the memory of an earlier module, whose walk is over. */
void ptxc_begin_again(struct ptxc_module *module, const char *source, uint32_t length,
                      const struct ptxc_options *options, struct ptxc_report *report);

/* Begins a walk as `ptxc_begin_module` does, but at `position`, outside of functions, with what an earlier walk through
 * the same text before it carried on, and `names` of its symbols; nothing is prescanned. */
struct ptxc_module *ptxc_begin_within(const char *source, uint32_t length, const struct ptxc_options *options,
                                      struct ptxc_report *report, uint32_t position, const struct ptxc_carried *carried,
                                      const struct ptxc_symbols *symbols, uint32_t names);

/* Makes the module ready for a walk, whatever it held. Instructions are read into `instruction`. */
void ptxc_begin_prepare(struct ptxc_module *module, const char *source, uint32_t length,
                        const struct ptxc_options *options, struct ptxc_report *report,
                        struct ptxc_instruction *instruction);

#endif
