/* What calls to functions without a body do: known_functions.def. */
#ifndef PTXC_SEMANTICS_EXTERNAL_CALLS_H
#define PTXC_SEMANTICS_EXTERNAL_CALLS_H

#include <stddef.h>

enum ptxc_external_call {
    PTXC_CALL_UNKNOWN,  /* anything */
    PTXC_CALL_HARMLESS, /* nothing that matters; its results are not known */
    PTXC_CALL_ENDS      /* the thread ends */
};
enum ptxc_external_call ptxc_external_call_find(const char *name, size_t length);

#endif
