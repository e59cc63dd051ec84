/* State spaces of addresses: see spaces.h. */
#include "legality/spaces.h"

#include <string.h>

bool ptxc_wants_shared(const struct ptxc_match *match, const struct ptxc_role_row *role) {
    static const char shared[] = ".shared";
    const char *space = ptxc_qualifiers[match->choices[PTXC_SLOT_DESTINATION]].spelling;
    if (role->spaces == PTXC_BIT(PTXC_SPACE_SHARED))
        return match->choices[PTXC_SLOT_DESTINATION] != PTXC_Q_NONE;
    bool may = role->spaces ? role->spaces >> PTXC_SPACE_SHARED & 1 : role->brackets != 0;
    return may && strncmp(space, shared, strlen(shared)) == 0;
}

uint32_t ptxc_spaces_of(const struct ptxc_match *match, const struct ptxc_role_row *role) {
    const char *named = ptxc_qualifiers[match->choices[PTXC_SLOT_DESTINATION]].spelling;
    for (unsigned i = PTXC_SPACE_NONE + 1; i <= PTXC_SPACE_PARAM; i++)
        if ((role->spaces >> i & 1) && strncmp(named, ptxc_space_names[i], strlen(ptxc_space_names[i])) == 0)
            return UINT32_C(1) << i;
    return role->spaces;
}
