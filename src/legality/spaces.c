/* State spaces of addresses: see spaces.h. */
#include "legality/spaces.h"

#include "tables/spaces.h"

/* Gives the state space that the instruction names, the first of them if it names two. */
static enum ptxc_space named_space(const struct ptxc_match *match) {
    return ptxc_qualifier_space((enum ptxc_qualifier)match->choices[PTXC_SLOT_DESTINATION]);
}

/* Gives the only space of a set (bit per ptxc_space), or PTXC_SPACE_NONE where there are several. */
static enum ptxc_space only_space(uint32_t spaces) {
    for (int i = PTXC_SPACE_NONE + 1; i < PTXC_SPACE_COUNT; i++)
        if (spaces == PTXC_BIT(i))
            return (enum ptxc_space)i;
    return PTXC_SPACE_NONE;
}

enum ptxc_space ptxc_address_space(const struct ptxc_match *match, const struct ptxc_role_row *role) {
    const enum ptxc_space named = named_space(match), only = only_space(role->spaces);
    if (named == PTXC_SPACE_NONE || only != PTXC_SPACE_NONE)
        return named == PTXC_SPACE_NONE ? named : only;
    bool may = role->spaces ? role->spaces >> named & 1 : role->brackets != 0;
    return may ? named : PTXC_SPACE_NONE;
}

bool ptxc_wants_shared(const struct ptxc_match *match, const struct ptxc_role_row *role) {
    return ptxc_address_space(match, role) == PTXC_SPACE_SHARED;
}

uint32_t ptxc_spaces_of(const struct ptxc_match *match, const struct ptxc_role_row *role) {
    const enum ptxc_space named = named_space(match);
    return role->spaces >> named & 1 ? UINT32_C(1) << named : role->spaces;
}
