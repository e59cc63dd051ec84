/* The macros that say what target the code is compiled for: the rows of feature_macros.def. */
#ifndef PTXC_FEATURE_H
#define PTXC_FEATURE_H

#include "host/common/extraction.h"

struct ptxc_arch_macro {
    const char *name;
    uint16_t times;            /* its value is the number of the target times this */
    enum ptxc_feature feature; /* the least suffix of the target where it is defined; NONE: it always is */
};

/* Returns the row of a macro whose value is the target, or NULL. */
const struct ptxc_arch_macro *ptxc_host_arch_macro_find(const char *source, struct ptxc_host_token name);

/* Returns the facts that follow where a macro that names a feature holds. Of any other macro nothing follows. */
struct ptxc_facts ptxc_feature_macro_facts(const char *source, struct ptxc_host_token name);

/* Returns the same for a macro with an argument that names the feature. */
struct ptxc_facts ptxc_feature_query_facts(const char *source, struct ptxc_host_token macro,
                                           struct ptxc_host_token argument);

/* Whether a target has this number. */
bool ptxc_feature_is_target(uint32_t number);

/* Whether the word is a name as variables have that hold the number of the target. */
bool ptxc_feature_names_target(const char *source, struct ptxc_host_token word);

/* How a macro selects by the target what is compiled: not at all; between what follows a condition and what follows
 * that; what follows the first condition that holds. */
enum ptxc_selecting { PTXC_SELECTS_NOTHING, PTXC_SELECTS_ONE, PTXC_SELECTS_PAIRS };

/* Returns how the macro of this name does. */
enum ptxc_selecting ptxc_feature_selects(const char *source, struct ptxc_host_token word);

/* In how many places of the text the name of one may stand. */
size_t ptxc_feature_selections(const char *source, uint32_t length);

/* Whether the word is a condition of such macros; then what follows where it holds, and where it fails. */
bool ptxc_feature_condition(const char *source, struct ptxc_host_token word, struct ptxc_facts *holds,
                            struct ptxc_facts *fails);

#endif
