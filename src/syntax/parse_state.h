/* The beginning of a walk through a source: at its start, or where an earlier walk passed. */
#ifndef PTXC_PARSE_STATE_H
#define PTXC_PARSE_STATE_H

#include "syntax/module.h"

/* What a walk through a module carries from one function to the next, but for the names: a function that is walked
 * through again alone, with the same before it, is read as in a walk through all of the module, and where it leaves the
 * same after it, so is what follows.
 */
struct ptxc_parse_state {
    struct ptxc_environment environment;
    struct ptxc_header header;
    struct ptxc_span version_span;
    bool has_version, has_target;
    bool names_known; /* undeclared names are reported */
    bool outside_raised, debug_raised;
};

/* What the walk carries here, where nothing is open. */
struct ptxc_parse_state ptxc_parse_state_get(const struct ptxc_module *module);

bool ptxc_parse_state_same(const struct ptxc_parse_state *a, const struct ptxc_parse_state *b);

/* Where the text ends that it says something of: an offset in the source. */
uint32_t ptxc_parse_state_end(const struct ptxc_parse_state *state);

/* Begins a walk through `source`, in the arena of the report; NULL without memory. */
struct ptxc_module *ptxc_parse_begin(const char *source, uint32_t length, const struct ptxc_options *options,
                                     struct ptxc_report *report);

/* The same in the memory of an earlier module, whose walk is over. */
void ptxc_parse_begin_again(struct ptxc_module *module, const char *source, uint32_t length,
                            const struct ptxc_options *options, struct ptxc_report *report);

/* Begins a walk as `ptxc_parse_begin` does, but at `position`, outside of functions, with what an earlier walk through
 * the same text before it carried on, and `names` of its symbols; nothing is prescanned. */
struct ptxc_module *ptxc_parse_begin_within(const char *source, uint32_t length, const struct ptxc_options *options,
                                            struct ptxc_report *report, uint32_t position,
                                            const struct ptxc_parse_state *state, const struct ptxc_symbols *symbols,
                                            uint32_t names);

/* Makes the module ready for a walk, whatever it held. Instructions are read into `instruction`. */
void ptxc_parse_prepare(struct ptxc_module *module, const char *source, uint32_t length,
                        const struct ptxc_options *options, struct ptxc_report *report,
                        struct ptxc_instruction *instruction);

#endif
