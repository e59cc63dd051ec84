/* Looks for instructions that tell mutants which survive: with the mutant they are legal elsewhere. Each is printed as
 * a case for tests/oracle/record.py, so that an assembler can be asked, and what it says is a test that tells the
 * mutant.
 *
 * usage: distinguish [--cases COUNT] <SURVIVORS
 *
 * A line of SURVIVORS begins with the table and the mutant, with a tab between, as `mutate` prints it. What is tried:
 * all variants of the forms that the mutant can matter to, of the tables as they are and with the mutant; and for each
 * list of roles and types that these have, every operand in every way to write one (ways.c). Of each instruction the
 * verdicts on all targets, in all PTX versions, by all assemblers are compared. Printed is the table, the mutant and
 *   "equal" and the number of instructions, where none is legal elsewhere, or
 *   "differs", the assembler to ask, what is recorded if the table is right, and the case; at most COUNT times.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pool.h"

enum { LINE = 2000, ROLE_WORDS = (PTXC_ROLE_COUNT + 63) / 64, FIRST = 1300 };

static size_t cases = 3;
static struct everywhere tables, mutated; /* as they are, and with the mutant */
static struct kind_pair kind_pairs[ENVIRONMENTS];

/* ---- instructions to compare ---- */

static bool stands_for(uint8_t role, uint8_t other, int depth) {
    return role == other || (depth > 0 && other &&
                             (stands_for(role, ptxc_newer_roles[other].role, depth - 1) ||
                              stands_for(role, ptxc_expanded_roles[other], depth - 1)));
}

/* The roles that the role stands for somewhere, bit per role. */
static void roles_of(uint8_t role, uint64_t *roles) {
    memset(roles, 0, ROLE_WORDS * sizeof(*roles));
    for (int other = 1; other < PTXC_ROLE_COUNT; other++)
        if (stands_for(role, (uint8_t)other, 4))
            roles[other / 64] |= PTXC_BIT(other % 64);
}

/* The role that a mutant of operands.def is of. */
static uint8_t role_of(const struct mutant *mutant) {
    const struct {
        const void *rows;
        size_t size;
    } lists[] = {{ptxc_roles, sizeof(*ptxc_roles)},
                 {ptxc_elements, sizeof(*ptxc_elements)},
                 {ptxc_newer_roles, sizeof(*ptxc_newer_roles)},
                 {ptxc_low_word_gates, sizeof(*ptxc_low_word_gates)},
                 {ptxc_expanded_roles, sizeof(*ptxc_expanded_roles)}};
    for (size_t i = 0; i < PTXC_COUNT(lists); i++) {
        const size_t place = (size_t)((const char *)mutant->at - (const char *)lists[i].rows);
        if ((const char *)mutant->at >= (const char *)lists[i].rows && place < lists[i].size * PTXC_ROLE_COUNT)
            return (uint8_t)(place / lists[i].size);
    }
    return PTXC_ROLE_NONE;
}

/* The form that a mutant is of. */
static size_t form_of(const struct mutant *mutant) {
    return (size_t)((const char *)mutant->at - (const char *)ptxc_forms) / sizeof(*ptxc_forms);
}

/* Whether the operands of all forms have roles that forms have: for these there are texts. */
static bool is_written(const struct mutant *mutant) {
    uint8_t roles[PTXC_ROLE_COUNT] = {0};
    bool written = true;
    for (size_t round = 0; round < 2; round++) {
        for (size_t form = 0; form < PTXC_FORM_COUNT; form++)
            for (size_t i = 0; ptxc_forms[form].arguments[i].role != PTXC_ROLE_NONE; i++)
                written &= (roles[ptxc_forms[form].arguments[i].role] |= round == 0);
        if (round == 0)
            tables_mutate(mutant);
    }
    tables_restore();
    return written;
}

/* All variants of the forms of a mnemonic; made when they are first wanted. */
static struct pool *variants_of(int opcode) {
    static struct pool pools[PTXC_OP_COUNT];
    struct pool *const pool = &pools[opcode];
    if (pool->count > 0)
        return pool;
    for (size_t form = 0; form < PTXC_FORM_COUNT; form++)
        if ((int)ptxc_forms[form].opcode == opcode)
            pool_add_variants(pool, (enum ptxc_form)form);
    pool_read(pool, &tables);
    return pool;
}

/* The operands of a form, in all ways; only those of the last form are kept. */
static struct pool *ways_of_form(size_t form) {
    static struct pool pool;
    static size_t last = PTXC_FORM_COUNT;
    if (form != last) {
        pool_free(&pool);
        pool_add_ways(&pool, (enum ptxc_form)form, NULL);
        pool_read(&pool, &tables);
        last = form;
    }
    return &pool;
}

/* The operands of a role, in all ways; only those of the last role are kept. */
static struct pool *ways_of_role(uint8_t role) {
    static struct pool pool;
    static uint8_t last = PTXC_ROLE_NONE;
    if (role != last) {
        uint64_t roles[ROLE_WORDS];
        pool_free(&pool);
        roles_of(role, roles);
        for (size_t form = 0; form < PTXC_FORM_COUNT; form++)
            pool_add_ways(&pool, (enum ptxc_form)form, roles);
        pool_read(&pool, &tables);
        last = role;
    }
    return &pool;
}

/* Each role in all ways, in the first form that has it; made when they are first wanted. */
static struct pool *ways_of_all(void) {
    static struct pool pool;
    uint64_t left[ROLE_WORDS];
    memset(left, 0xff, sizeof(left));
    for (size_t form = 0; form < PTXC_FORM_COUNT && pool.count == 0; form++) {
        pool_add_ways(&pool, (enum ptxc_form)form, left);
        for (size_t i = 0; ptxc_forms[form].arguments[i].role != PTXC_ROLE_NONE; i++)
            left[ptxc_forms[form].arguments[i].role / 64] &= ~PTXC_BIT(ptxc_forms[form].arguments[i].role % 64);
    }
    if (pool.count == 0)
        pool_read(&pool, &tables);
    return &pool;
}

/* What only a form with the mutant has. */
static void add_mutated(struct pool *pool, const struct mutant *mutant, size_t form) {
    struct pool before = {0}, after = {0};
    const bool operands = strstr(mutant->name, ", operand ");
    pool_add_variants(&before, (enum ptxc_form)form);
    if (operands)
        pool_add_ways(&before, (enum ptxc_form)form, NULL);
    tables_mutate(mutant);
    pool_add_variants(&after, (enum ptxc_form)form);
    if (operands)
        pool_add_ways(&after, (enum ptxc_form)form, NULL);
    tables_restore();
    pool_add_others(pool, &before, &after);
    pool_read(pool, &tables);
}

/* What is ignored, added to variants of all forms. */
static void add_ignored(struct pool *pool, const struct mutant *mutant) {
    for (size_t form = 0; form < PTXC_FORM_COUNT; form++)
        for (int qualifier = 1; qualifier < PTXC_Q_COUNT; qualifier++)
            if (ptxc_qualifiers[qualifier].slot == (enum ptxc_slot)mutant->shared->slot)
                pool_add_qualified(pool, (enum ptxc_form)form, (uint8_t)qualifier);
    pool_read(pool, &tables);
}

/* Special registers where operands of every role stand, and as guards. */
static struct pool *specials(void) {
    static struct pool pool;
    if (pool.count == 0) {
        for (size_t i = 0; i < ptxc_special_count; i++)
            pool_add_special(&pool, &ptxc_specials[i]);
        pool_read(&pool, &tables);
    }
    return &pool;
}

/* ---- comparing ---- */

static bool is_legal(const struct legal *legal, uint16_t kind) {
    return legal->of[kind / 64] >> kind % 64 & 1;
}

static void print_case(const struct mutant *mutant, const struct pool_entry *entry, size_t environment, bool legal) {
    const struct ptxc_environment *here = &tables.list[environment];
    printf("%s\t%s\tdiffers\t%u.%u\t%s\t%u.%u %s ", mutant->table, mutant->name, here->assembler / 100,
           here->assembler % 100, legal ? "ok" : "error", here->ptx / 100, here->ptx % 100,
           ptxc_target_name(here->target));
    pool_print(entry);
    printf("\n");
}

/* Whether two sets of gates have one in common. */
static bool meet(const struct ptxc_gates *a, const struct ptxc_gates *b) {
    for (size_t i = 0; i < PTXC_COUNT(a->words); i++)
        if (a->words[i] & b->words[i])
            return true;
    return false;
}

/* Compares all of a pool; gives how many cases were printed. */
static size_t compare(const struct mutant *mutant, const struct pool *pool, size_t pairs,
                      const struct ptxc_gates *changed, size_t printed) {
    for (size_t i = 0; i < pool->count && printed < cases; i++) {
        const struct pool_entry *entry = &pool->list[i];
        struct legal now;
        const struct kind_pair *differing = NULL;
        if (!meet(&entry->legal.asked, changed) && strcmp(mutant->table, "availability") == 0)
            continue;
        everywhere_ask(&mutated, &entry->instruction, &now);
        for (size_t j = 0; j < pairs; j++) {
            if (is_legal(&entry->legal, kind_pairs[j].was) == is_legal(&now, kind_pairs[j].now))
                continue;
            if (!differing || tables.list[kind_pairs[j].environment].assembler == FIRST)
                differing = &kind_pairs[j];
        }
        if (differing)
            print_case(mutant, entry, differing->environment, is_legal(&entry->legal, differing->was));
        printed += differing != NULL;
    }
    return printed;
}

static void try_mutant(const struct mutant *mutant) {
    const bool forms = strcmp(mutant->table, "forms") == 0, operands = strcmp(mutant->table, "operands") == 0;
    struct pool *pools[PTXC_OP_COUNT + 2], added = {0};
    size_t count = 0, printed = 0, compared = 0;
    if (forms && mutant->shared)
        add_ignored(&added, mutant);
    else if (forms && is_written(mutant))
        add_mutated(&added, mutant, form_of(mutant));
    if (forms && !mutant->shared)
        pools[count++] = ways_of_form(form_of(mutant));
    if (operands)
        pools[count++] = ways_of_role(role_of(mutant));
    if (strcmp(mutant->table, "specials") == 0)
        pools[count++] = specials();
    else if (!forms && !operands)
        pools[count++] = ways_of_all();
    pools[count++] = &added;
    for (int opcode = 1; opcode < PTXC_OP_COUNT; opcode++)
        if (mutant->opcodes[opcode / 64] >> opcode % 64 & 1)
            pools[count++] = variants_of(opcode);
    tables_mutate(mutant);
    everywhere_make(&mutated);
    const size_t pairs = everywhere_pairs(&tables, &mutated, FIRST, kind_pairs);
    const struct ptxc_gates changed = everywhere_changed(&tables, &mutated, kind_pairs, pairs);
    for (size_t i = 0; i < count; i++) {
        printed = compare(mutant, pools[i], pairs, &changed, printed);
        compared += pools[i]->count;
    }
    tables_restore();
    if (printed == 0)
        printf("%s\t%s\tequal\t%zu\n", mutant->table, mutant->name, compared);
    fflush(stdout);
    pool_free(&added);
}

int main(int argc, char **argv) {
    struct mutants mutants = mutants_make();
    char line[LINE];
    if (argc == 3 && strcmp(argv[1], "--cases") == 0) {
        cases = strtoul(argv[2], NULL, 10);
    } else if (argc != 1) {
        fprintf(stderr, "usage: distinguish [--cases COUNT] <SURVIVORS\n");
        return 2;
    }
    tables_open();
    everywhere_make(&tables);
    while (fgets(line, sizeof(line), stdin)) {
        char *rest = line;
        line[strcspn(line, "\n")] = 0;
        strsep(&rest, "\t");
        const struct mutant *mutant = rest ? mutants_find(&mutants, strsep(&rest, "\t")) : NULL;
        if (mutant)
            try_mutant(mutant);
    }
    mutants_free(&mutants);
    return 0;
}
