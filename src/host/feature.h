/* The macros that say what target the code is compiled for: the rows of feature_macros.def. */
#ifndef PTXC_FEATURE_H
#define PTXC_FEATURE_H

#include "host/extract.h"

struct ptxc_arch_macro {
    const char *name;
    uint16_t times;            /* its value is the number of the target times this */
    enum ptxc_feature feature; /* the least suffix of the target where it is defined; NONE: it always is */
};

/* The row of a macro whose value is the target, or NULL. */
const struct ptxc_arch_macro *ptxc_arch_macro_find(const char *source, struct ptxc_host_token name);

/* The facts that follow where a macro that names a feature holds. Of any other macro nothing follows. */
struct ptxc_facts ptxc_feature_macro_facts(const char *source, struct ptxc_host_token name);

/* The same for a macro with an argument that names the feature. */
struct ptxc_facts ptxc_feature_query_facts(const char *source, struct ptxc_host_token macro,
                                           struct ptxc_host_token argument);

/* Whether a target has this number. */
bool ptxc_feature_is_target(uint32_t number);

/* Whether the word is a name as variables have that hold the number of the target. */
bool ptxc_feature_names_target(const char *source, struct ptxc_host_token word);

#endif
