/* Facts about the target: see facts.h. */
#include "host/facts.h"

struct ptxc_facts ptxc_facts_meet(struct ptxc_facts left, struct ptxc_facts right) {
    struct ptxc_facts facts = left;
    if (right.lowest > facts.lowest)
        facts.lowest = right.lowest;
    if (right.highest < facts.highest)
        facts.highest = right.highest;
    if (right.feature > facts.feature)
        facts.feature = right.feature;
    facts.never = left.never || right.never || facts.lowest > facts.highest;
    return facts;
}

struct ptxc_facts ptxc_facts_join(struct ptxc_facts left, struct ptxc_facts right) {
    struct ptxc_facts facts = left;
    if (left.never || right.never)
        return left.never ? right : left;
    if (right.lowest < facts.lowest)
        facts.lowest = right.lowest;
    if (right.highest > facts.highest)
        facts.highest = right.highest;
    if (right.feature < facts.feature)
        facts.feature = right.feature;
    return facts;
}
