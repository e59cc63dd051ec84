/* Decides whether the elements of a vector fit their role and each other. */
#ifndef PTXC_VECTOR_FIT_H
#define PTXC_VECTOR_FIT_H

#include "legality/fit.h"

/* Decides whether these elements fit the ELEMENTS row of the role; otherwise fills the finding, if one is wanted. */
bool ptxc_elements_fit(struct ptxc_fit *fit, const struct ptxc_value *values, unsigned count);

/* The same for a vector that the ISA does not show there: nothing is said where it does not fit. */
bool ptxc_elements_are_taken(const struct ptxc_fit *fit, const struct ptxc_value *values, unsigned count);

/* Decides whether the role takes this register, which is declared as a vector: of as many elements, and of such. */
bool ptxc_elements_whole(const struct ptxc_fit *fit, const struct ptxc_value *value);

#endif
