/* Instructions, and where each is legal: of as many as can be, so that mutants of the tables can be compared with them.
 */
#ifndef TEST_POOL_H
#define TEST_POOL_H

#include "everywhere.h"
#include "mutants.h"
#include "ptxcheck/instruction.h"
#include "variants.h"

struct pool_entry {
    char *text;
    struct ptxc_instruction instruction;
    struct legal legal; /* with the tables as they were when it was read */
};

struct pool {
    struct pool_entry *list;
    size_t count, capacity;
    char **texts; /* of those that are still to be read */
    size_t text_count, text_capacity;
    char **modules; /* that the names in the instructions point into */
    size_t module_count;
};

/* Adds texts: all variants of a form that any PTX version has. */
void pool_add_variants(struct pool *pool, enum ptxc_form form);
/* Adds texts: of each list of roles and types that variants of the form have, the first variant, with operand after
 * operand written in every way there is; where `roles` is not 0, only operands whose bit is set there. */
void pool_add_ways(struct pool *pool, enum ptxc_form form, const uint64_t *roles);
/* Adds texts: some variants of a form, each with one more qualifier. */
void pool_add_qualified(struct pool *pool, enum ptxc_form form, uint8_t qualifier);
/* Adds texts: a special register where an operand of each role stands, in all ways, and as a guard. */
void pool_add_special(struct pool *pool, const struct ptxc_special_row *special);
/* Adds the texts of `after` that are not among those of `before`, and takes both away. */
void pool_add_others(struct pool *pool, struct pool *before, struct pool *after);

/* Reads the texts, drops those that are no instruction, and asks where the others are legal. */
void pool_read(struct pool *pool, const struct everywhere *everywhere);
void pool_free(struct pool *pool);

/* Every way to write an operand, whatever its role allows; gives their number. */
enum { WAYS = 3000 };
size_t ways_all(enum ptxc_role role, const struct variant *variant, char texts[WAYS][KIND_LENGTH]);

/* The case for record.py: the instruction, and before it the declarations that it needs. */
void pool_print(const struct pool_entry *entry);

#endif
