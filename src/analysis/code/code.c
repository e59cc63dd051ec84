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

uint32_t ptxc_code_special(const struct ptxc_code *code, const char *name, size_t length) {
    for (uint32_t i = 0; i < code->special_count; i++)
        if (length == code->specials[i].name_length && memcmp(name, code->specials[i].name, length) == 0)
            return code->specials[i].reg;
    return PTXC_NO_REGISTER;
}

bool ptxc_code_reads(const struct ptxc_code *code, const char *name) {
    return ptxc_code_special(code, name, strlen(name)) != PTXC_NO_REGISTER;
}

uint32_t ptxc_code_largest_compared(const struct ptxc_code *code) {
    uint64_t largest = 0;
    for (uint32_t i = 0; i < code->count; i++) {
        const struct ptxc_op *op = &code->ops[i];
        for (uint32_t k = 0; k < op->input_count && op->evaluator == PTXC_EVALUATE_COMPARE; k++) {
            const struct ptxc_input *input = &code->inputs[op->first_input + k];
            const uint64_t number = input->reg == PTXC_NO_REGISTER ? (uint64_t)input->constant : 0;
            largest = number > largest && number <= PTXC_MOST_COMPARED ? number : largest;
        }
    }
    return (uint32_t)largest;
}
