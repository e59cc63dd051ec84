/* State spaces of addresses: which one an operand wants, as the qualifiers of the instruction say. */
#ifndef PTXC_SPACES_H
#define PTXC_SPACES_H

#include "legality/subject.h"

/* The state space that an address in the role lies in; PTXC_SPACE_NONE: it is generic, as where none is written. */
enum ptxc_space ptxc_address_space(const struct ptxc_match *match, const struct ptxc_role_row *role);

/* Whether an operand of the role is an address of the shared window. */
bool ptxc_wants_shared(const struct ptxc_match *match, const struct ptxc_role_row *role);

/* The state spaces that a symbol in the role may have, bit per ptxc_space: of several, the one that is named. */
uint32_t ptxc_spaces_of(const struct ptxc_match *match, const struct ptxc_role_row *role);

#endif
