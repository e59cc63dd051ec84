/* Every environment that instructions are judged in: all targets, in the PTX versions of each, by all assemblers. A
 * verdict depends on which gates are open there, and on whether forms become calls; so those that are alike in this
 * make a kind, and a verdict on each kind is one on all of them.
 */
#ifndef TEST_EVERYWHERE_H
#define TEST_EVERYWHERE_H

#include "legality/verdict.h"

enum { MOST_KINDS = 1024, ENVIRONMENTS = 40000 };

struct everywhere {
    struct ptxc_environment list[ENVIRONMENTS];
    uint16_t kinds[ENVIRONMENTS]; /* of each; 0: there is none, and nothing is legal there */
    size_t count;
    struct ptxc_gates open[MOST_KINDS];
    bool calls[MOST_KINDS];
    size_t first[MOST_KINDS]; /* an environment of the kind */
    size_t kind_count;
};

/* Where an instruction is legal. */
struct legal {
    uint64_t of[MOST_KINDS / 64]; /* bit per kind */
    struct ptxc_gates asked;      /* the gates that decide it: no others do */
};

/* Makes them from the tables as they are. Environments have the same numbers whatever the tables say. */
void everywhere_make(struct everywhere *everywhere);
void everywhere_ask(const struct everywhere *everywhere, const struct ptxc_instruction *instruction,
                    struct legal *legal);

/* The kinds that environments have with two states of the tables, each pair once; `environment` is one of them, of the
 * assembler `preferred` where there is such. */
struct kind_pair {
    uint16_t was, now;
    size_t environment;
};
/* The gates that are open in one of two states of the tables and closed in the other in some environment; all
 * where the environments themselves are others. */
struct ptxc_gates everywhere_changed(const struct everywhere *was, const struct everywhere *now,
                                     const struct kind_pair *pairs, size_t count);
size_t everywhere_pairs(const struct everywhere *was, const struct everywhere *now, uint32_t preferred,
                        struct kind_pair pairs[ENVIRONMENTS]);

#endif
