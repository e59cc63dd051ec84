/* State spaces of addresses: which one an operand wants, as the qualifiers of the instruction say. */
#ifndef PTXC_SPACES_H
#define PTXC_SPACES_H

#include "legality/subject.h"

/* Gives the state space that an address in the role lies in; PTXC_SPACE_NONE stands for a generic address, as where no
 * space is written. */
enum ptxc_space ptxc_address_space(const struct ptxc_match *match, const struct ptxc_role_row *role);

/* Decides whether an operand of the role is an address of the shared window. */
bool ptxc_wants_shared(const struct ptxc_match *match, const struct ptxc_role_row *role);

/* Gives the state spaces that a symbol in the role may have, bit per ptxc_space: if the instruction names one of
 * several, that one. */
uint32_t ptxc_spaces_of(const struct ptxc_match *match, const struct ptxc_role_row *role);

#endif
