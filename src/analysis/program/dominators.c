/* Lengauer and Tarjan, "A fast algorithm for finding dominators in a flowgraph" (1979), with path compression and
 * without recursion. A chain of blocks with branches far down, which is common in generated code, makes simpler
 * algorithms quadratic.
 */
#include "analysis/program/dominators.h"

static const uint32_t NONE = UINT32_MAX;

/* A node in the forest of those that were looked at so far, last ones first. */
struct node {
    uint32_t semidominator;
    uint32_t ancestor; /* NONE: of a root */
    uint32_t best;     /* the node of least semidominator on the way up to the root, which does not count */
    uint32_t bucket;   /* the first node whose semidominator this one is, or NONE */
    uint32_t next;     /* the next one in the same bucket, or NONE */
};

struct forest {
    struct node *nodes;
    uint32_t *path; /* for compress() */
};

/* Hangs all on the way up from `node` below the root itself. */
static void compress(const struct forest *forest, uint32_t node) {
    struct node *nodes = forest->nodes;
    uint32_t length = 0;
    for (; nodes[nodes[node].ancestor].ancestor != NONE; node = nodes[node].ancestor)
        forest->path[length++] = node;
    while (length > 0) {
        struct node *below = &nodes[forest->path[--length]];
        const struct node *above = &nodes[below->ancestor];
        if (nodes[above->best].semidominator < nodes[below->best].semidominator)
            below->best = above->best;
        below->ancestor = above->ancestor;
    }
}

/* Gives the node of least semidominator on the way up from `node`, which counts, to its root, which does not. */
static uint32_t least(const struct forest *forest, uint32_t node) {
    if (forest->nodes[node].ancestor != NONE)
        compress(forest, node);
    return forest->nodes[node].best;
}

static void find_semidominator(const struct forest *forest, const struct ptxc_walk *walk, uint32_t node) {
    struct node *nodes = forest->nodes;
    for (uint32_t i = walk->predecessor_firsts[node]; i < walk->predecessor_firsts[node + 1]; i++) {
        const uint32_t found = nodes[least(forest, walk->predecessors[i])].semidominator;
        if (found < nodes[node].semidominator)
            nodes[node].semidominator = found;
    }
    struct node *semidominator = &nodes[nodes[node].semidominator];
    nodes[node].next = semidominator->bucket;
    semidominator->bucket = node;
}

/* Says of each node in the bucket of `parent` which node dominates it, or which has the same dominator. */
static void empty_bucket(const struct forest *forest, uint32_t parent, uint32_t *dominators) {
    struct node *nodes = forest->nodes;
    for (uint32_t node = nodes[parent].bucket; node != NONE; node = nodes[node].next) {
        const uint32_t found = least(forest, node);
        dominators[node] = nodes[found].semidominator < parent ? found : parent;
    }
    nodes[parent].bucket = NONE;
}

bool ptxc_dominators_find(struct ptxc_arena *arena, const struct ptxc_walk *walk, uint32_t *dominators) {
    const struct forest forest = {ptxc_arena_alloc(arena, walk->count * sizeof(struct node)),
                                  ptxc_arena_alloc(arena, walk->count * sizeof(uint32_t))};
    if (!forest.nodes || !forest.path)
        return false;
    for (uint32_t i = 0; i < walk->count; i++)
        forest.nodes[i] = (struct node){.semidominator = i, .ancestor = NONE, .best = i, .bucket = NONE, .next = NONE};
    for (uint32_t i = walk->count; i-- > 1;) {
        find_semidominator(&forest, walk, i);
        forest.nodes[i].ancestor = walk->parents[i];
        empty_bucket(&forest, walk->parents[i], dominators);
    }
    dominators[0] = 0;
    for (uint32_t i = 1; i < walk->count; i++)
        if (dominators[i] != forest.nodes[i].semidominator)
            dominators[i] = dominators[dominators[i]];
    return true;
}
