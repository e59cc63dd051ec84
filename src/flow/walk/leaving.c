/* Ends of threads: see leaving.h. */
#include "flow/walk/leaving.h"

#include "flow/walk/copies.h"
#include "flow/walk/mistakes.h"

void ptxc_leaving_check(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t lanes) {
    const struct ptxc_async_groups *groups = &warp->groups[PTXC_GROUPS_BULK];
    for (size_t i = 0; i < groups->pending_count; i++) {
        const struct ptxc_async_copy *copy = &machine->copies[groups->pending[i]];
        if (!(copy->lanes & lanes) || !copy->reads || ptxc_copy_has_read(warp, copy))
            continue;
        struct ptxc_mistake mistake = ptxc_mistake_about(machine, PTXC_MISTAKE_EXIT_PENDING, warp, step, copy);
        mistake.wait = copy->left_by ? copy->left_by - 1 : PTXC_NO_STEP;
        ptxc_mistake_add(machine, &mistake);
        return;
    }
}
