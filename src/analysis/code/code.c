/* Windows of generic addresses: see code.h. */
#include "analysis/code/code.h"

uint64_t ptxc_window_of(enum ptxc_space space) {
    switch (space) {
    case PTXC_SPACE_SHARED: return PTXC_WINDOW_SHARED;
    case PTXC_SPACE_LOCAL: return PTXC_WINDOW_LOCAL;
    case PTXC_SPACE_PARAM: return PTXC_WINDOW_PARAM;
    case PTXC_SPACE_CONST: return PTXC_WINDOW_CONST;
    default: return 0;
    }
}

enum ptxc_space ptxc_window_space(uint64_t address) {
    switch (address & PTXC_WINDOW_MASK) {
    case PTXC_WINDOW_SHARED: return PTXC_SPACE_SHARED;
    case PTXC_WINDOW_LOCAL: return PTXC_SPACE_LOCAL;
    case PTXC_WINDOW_PARAM: return PTXC_SPACE_PARAM;
    case PTXC_WINDOW_CONST: return PTXC_SPACE_CONST;
    default: return PTXC_SPACE_GLOBAL;
    }
}
