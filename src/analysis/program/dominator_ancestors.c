/* Sites: see dominator_ancestors.h. In the order of the tree, what one dominates stands right after it. So the last one
 * that does not stand after a block dominates it, or one of those around that does. From each there is a way outwards
 * that skips ever more of them (Myers, An applicative random-access stack, 1983).
 */
#include "analysis/program/dominator_ancestors.h"

#include <stdlib.h>

static int by_tree(const void *a, const void *b) {
    const uint32_t one = ((const struct ptxc_definition_site *)a)->tree_first,
                   other = ((const struct ptxc_definition_site *)b)->tree_first;
    return (one > other) - (one < other);
}

/* Returns the index of the nearest from `at` outwards that dominates the block, or 0. */
static uint32_t outwards(const struct ptxc_definition_site *list, const struct ptxc_graph *graph, uint32_t at,
                         uint32_t block) {
    while (at && !ptxc_graph_dominates(graph, list[at].block, block)) {
        const uint32_t skip = list[at].skip;
        at = skip && !ptxc_graph_dominates(graph, list[skip].block, block) ? skip : list[at].outer;
    }
    return at;
}

/* Links a site to those that dominate it. */
static void link_site(struct ptxc_definition_site *list, const struct ptxc_graph *graph, uint32_t index) {
    struct ptxc_definition_site *site = &list[index];
    site->outer = site->skip = outwards(list, graph, index - 1, site->block);
    const struct ptxc_definition_site *outer = &list[site->outer], *skipped = &list[outer->skip];
    if (!site->outer)
        return;
    site->depth = outer->depth + 1;
    if (outer->skip && outer->depth - skipped->depth == skipped->depth - list[skipped->skip].depth)
        site->skip = skipped->skip;
}

bool ptxc_dominator_ancestors_make(struct ptxc_dominator_ancestors *sites, const struct ptxc_graph *graph,
                                   struct ptxc_arena *arena, const uint32_t *blocks, uint32_t count) {
    *sites = (struct ptxc_dominator_ancestors){.list = ptxc_arena_alloc(arena, (count + 1) * sizeof(*sites->list)),
                                               .count = count};
    if (!sites->list)
        return false;
    for (uint32_t i = 0; i < count; i++)
        sites->list[i + 1] =
            (struct ptxc_definition_site){.block = blocks[i], .tree_first = graph->blocks[blocks[i]].tree_first};
    qsort(sites->list + 1, count, sizeof(*sites->list), by_tree);
    for (uint32_t i = 1; i <= count; i++)
        link_site(sites->list, graph, i);
    return true;
}

uint32_t ptxc_dominator_ancestors_nearest(const struct ptxc_dominator_ancestors *sites, const struct ptxc_graph *graph,
                                          uint32_t block) {
    uint32_t low = 1, high = sites->count + 1; /* the first that stands after the block */
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (sites->list[middle].tree_first <= graph->blocks[block].tree_first)
            low = middle + 1;
        else
            high = middle;
    }
    return outwards(sites->list, graph, low - 1, block);
}
