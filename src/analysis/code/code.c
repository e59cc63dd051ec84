/* Windows of generic addresses, and special registers: see code.h. */
#include "analysis/code/code.h"

#include <string.h>

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

bool ptxc_code_reads(const struct ptxc_code *code, const char *name) {
    for (uint32_t i = 0; i < code->special_count; i++)
        if (strlen(name) == code->specials[i].name_length &&
            memcmp(name, code->specials[i].name, code->specials[i].name_length) == 0)
            return true;
    return false;
}
