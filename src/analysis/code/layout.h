/* Where variables lie: shared and local ones one after the other, others in windows of their own. */
#ifndef PTXC_CODE_LAYOUT_H
#define PTXC_CODE_LAYOUT_H

#include "analysis/code/code.h"

/* Gives the variables of the program their places; false without memory, or where they do not fit. */
bool ptxc_layout_make(struct ptxc_code *code);

/* Returns the address of a variable in its own space, with the offset of the value. */
uint64_t ptxc_layout_address(const struct ptxc_code *code, const struct ptxc_value *value);

/* Returns the symbol whose variable lies at an address of a space that is not laid out; 0: none. */
uint32_t ptxc_layout_symbol(const struct ptxc_code *code, uint64_t address);

/* Returns the shared variable that an address lies in, and how many bytes into it; 0: none. */
uint32_t ptxc_layout_variable(const struct ptxc_code *code, uint32_t address, uint32_t *offset);

/* Whether all these bytes may be of one shared variable. */
bool ptxc_layout_holds(const struct ptxc_code *code, uint32_t address, uint32_t bytes);

enum {
    PTXC_SHARED_FIRST = 1024,     /* where shared variables begin: what lies before is the system's */
    PTXC_SHARED_ROOM = 227 << 10, /* the most that a CTA has on any target (CUDA C++ Programming Guide, limits) */
    PTXC_SHARED_MOST = 1 << 18    /* what addresses have bits for */
};

#endif
