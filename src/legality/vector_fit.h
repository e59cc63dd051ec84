/* Decides whether the elements of a vector fit their role and each other. */
#ifndef PTXC_VECTOR_FIT_H
#define PTXC_VECTOR_FIT_H

#include "legality/fit.h"

/* Decides whether these elements fit the ELEMENTS row of the role; otherwise fills the finding, if one is wanted. */
bool ptxc_elements_fit(struct ptxc_fit *fit, const struct ptxc_value *values, unsigned count);

#endif
