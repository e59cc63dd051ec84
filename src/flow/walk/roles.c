/* Roles: see roles.h. What a warp did is summed up in one number, which depends on the order. */
#include "flow/walk/roles.h"

/* Decides whether an event is something that the warp does; others happen to its copies. */
static bool is_own(enum ptxc_event_kind kind) {
    return kind != PTXC_EVENT_COMPLETE && kind != PTXC_EVENT_PHASE && kind != PTXC_EVENT_HAZARD;
}

uint16_t *ptxc_roles_find(const struct ptxc_event *events, size_t count, uint32_t warps, uint32_t ctas,
                          struct ptxc_arena *arena) {
    const size_t all = (size_t)warps * ctas;
    uint64_t *sums = ptxc_arena_alloc(arena, (all + 1) * sizeof(*sums));
    uint16_t *roles = ptxc_arena_alloc(arena, (all + 1) * sizeof(*roles));
    uint16_t next = 0;
    if (!sums || !roles)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        uint64_t *sum = &sums[(size_t)events[i].cta * warps + events[i].warp];
        if (is_own(events[i].kind))
            *sum = (*sum ^ ((uint64_t)events[i].step << 5 | events[i].kind)) * UINT64_C(0x9e3779b97f4a7c15) + 1;
    }
    for (size_t i = 0; i < all; i++) {
        size_t same = 0;
        while (same < i && sums[same] != sums[i])
            same++;
        roles[i] = same < i ? roles[same] : next++;
    }
    return roles;
}
