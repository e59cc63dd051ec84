/* Linked into a program, this makes it one with the mutant that the environment variable PTXCHECK_MUTANT names. */
#include <stdio.h>
#include <stdlib.h>

#include "mutants.h"

__attribute__((constructor)) static void apply(void) {
    const char *name = getenv("PTXCHECK_MUTANT");
    if (!name)
        return;
    struct mutants mutants = mutants_make();
    const struct mutant *mutant = mutants_find(&mutants, name);
    if (!mutant) {
        fprintf(stderr, "there is no mutant '%s'\n", name);
        exit(2);
    }
    tables_open();
    tables_mutate(mutant);
    mutants_free(&mutants);
}
