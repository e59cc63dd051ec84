/* Whether a copy is one: see planner.h. */
#include "plan/planner.h"

#include <string.h>

#include "ptxcheck/swizzle.h"
#include "tables/gate.h"
#include "tensormap/fields.h"

enum { CTA_RANK_MAX = 15 };                          /* no cluster has more than 16 CTAs */
static const uint64_t bytes_max = UINT64_C(1) << 40; /* of the array, and of each stride: their sums stay numbers */

static bool refuse(struct ptxc_plan_copy_error *error, const char *side, const char *member, const char *words) {
    *error = (struct ptxc_plan_copy_error){side, member, words};
    return false;
}

/* Whether a side is one. */
static bool is_side(const struct ptxc_copy *copy, bool source, struct ptxc_plan_copy_error *error) {
    const struct ptxc_copy_side *side = source ? &copy->source : &copy->destination;
    const char *name = source ? "source" : "destination";
    if (side->space != PTXC_Q_GLOBAL && !ptxc_plan_is_shared(side->space))
        return refuse(error, name, "space", "space must be global, shared::cta or shared::cluster");
    if (side->cta_rank > CTA_RANK_MAX)
        return refuse(error, name, "ctaRank", "ctaRank must be from 0 to 15");
    if (side->alignment & (side->alignment - 1) || side->alignment > bytes_max)
        return refuse(error, name, "alignment", "alignment must be a power of two, or 0");
    for (uint32_t i = 0; i < copy->rank; i++)
        if (side->strides[i] > bytes_max)
            return refuse(error, name, "strides", "a stride must be at most 2^40 bytes");
    return true;
}

/* Whether the array has bytes, and not too many of them. */
static bool has_bytes(const struct ptxc_copy *copy) {
    uint64_t bytes = copy->element_size;
    for (uint32_t i = 0; i < copy->rank; i++) {
        if (copy->shape[i] == 0 || bytes > bytes_max / copy->shape[i])
            return false;
        bytes *= copy->shape[i];
    }
    return bytes <= bytes_max;
}

bool ptxc_plan_copy_check(const struct ptxc_copy *copy, struct ptxc_plan_copy_error *error) {
    if (!copy->target || !ptxc_target_find(copy->target, strlen(copy->target)))
        return refuse(error, NULL, "target", "target must be the name of a target, as \"sm_90a\"");
    if (copy->ptx && !ptxc_version_exists(copy->ptx))
        return refuse(error, NULL, "ptx", "ptx must be a PTX version that was released, as \"8.0\"");
    if (copy->element_size == 0)
        return refuse(error, NULL, "elementSize", "elementSize must be at least 1 byte");
    if (copy->rank == 0 || copy->rank > PTXC_COPY_MAX_RANK)
        return refuse(error, NULL, "shape", "shape must have from 1 to 5 dimensions");
    if (!has_bytes(copy))
        return refuse(error, NULL, "shape", "extents must be at least 1, and all elements together at most 2^40 bytes");
    if (!ptxc_tensormap_value(PTXC_TENSORMAP_SWIZZLE, copy->swizzle))
        return refuse(error, NULL, "swizzle", "swizzle must be one that tensor maps have");
    return is_side(copy, true, error) && is_side(copy, false, error);
}

void ptxc_plan_copy_pack(const struct ptxc_copy *copy, struct ptxc_copy_side *side) {
    const uint64_t row = copy->element_size * copy->shape[0];
    const enum ptxc_swizzle swizzle = (enum ptxc_swizzle)copy->swizzle;
    const uint64_t span = ptxc_plan_is_shared(side->space) ? ptxc_swizzle_span(swizzle) : 0;
    uint64_t stride = copy->element_size;
    for (uint32_t i = 0; i < copy->rank; i++) {
        side->strides[i] = stride;
        stride *= copy->shape[i];
        if (i == 0 && row < span)
            stride = span;
    }
}
