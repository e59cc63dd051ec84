/* What calls to functions without a body do: known_functions.def. */
#ifndef PTXC_KNOWN_H
#define PTXC_KNOWN_H

#include <stddef.h>

enum ptxc_known_call {
    PTXC_CALL_UNKNOWN,  /* anything */
    PTXC_CALL_HARMLESS, /* nothing that matters; its results are not known */
    PTXC_CALL_ENDS      /* the thread ends */
};
enum ptxc_known_call ptxc_known_call_find(const char *name, size_t length);

#endif
