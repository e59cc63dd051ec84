/* Asks the assembler again: when the ptxas at hand has the release of a recorded file, a sample of its rows must get
 * the recorded verdict. Skipped (77) when there is no ptxas, or no file of its release.
 *
 * usage: again ptxas-RELEASE.tsv.gz...
 * PTXAS            the assembler, otherwise the one on the path
 * ORACLE_EVERY     every how many rows one is asked, 50 otherwise; 1 asks all
 * ORACLE_RESIDUE   which one of them, 0 otherwise
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "ptxas.h"
#include "records.h"

enum { SKIPPED = 77, EVERY = 50, SHOWN = 40 };

static char *pattern;
static unsigned long every, residue, row, passed, failed;

static unsigned long number(const char *name, unsigned long otherwise) {
    const char *text = getenv(name);
    return text && *text ? strtoul(text, NULL, 10) : otherwise;
}

/* Whether the assembler, which takes the module where it makes no code, refuses to make code of it. */
static bool refuses_code(const char *module, const char *target) {
    size_t size;
    char *code = ptxas_compile(module, strlen(module), target, "", &size);
    free(code);
    return !code;
}

/* Asks the assembler about the record if it belongs to the sample, and counts whether its verdict is the recorded
 * one. */
static void ask(struct record *record, void *user) {
    (void)user;
    if (row++ % every != residue)
        return;
    records_unescape(record->instruction);
    char *module = module_fill(pattern, record->version, record->target, record->instruction);
    const bool rejected = ptxas_rejects(module, record->target) ||
                          (strcmp(record->verdict, "error") == 0 && refuses_code(module, record->target));
    const char *verdict = rejected ? "error" : "ok";
    free(module);
    if (strcmp(verdict, record->verdict) == 0)
        passed++;
    else if (failed++ < SHOWN)
        printf("%s %s %s\n    %s\n    recorded: %s %s\n    now:      %s\n", record->id, record->version, record->target,
               record->instruction, record->verdict, record->message, verdict);
}

int main(int argc, char **argv) {
    const char *release = ptxas_release();
    if (!release) {
        printf("no ptxas is here\n");
        return SKIPPED;
    }
    every = number("ORACLE_EVERY", EVERY);
    residue = number("ORACLE_RESIDUE", 0);
    if (every == 0 || residue >= every) {
        fprintf(stderr, "again: ORACLE_RESIDUE must be less than ORACLE_EVERY\n");
        return 2;
    }
    pattern = file_text(TESTS_DIRECTORY "/oracle/module.txt");
    for (int i = 1; i < argc; i++) {
        char *recorded = records_release(argv[i]);
        if (strcmp(recorded, release) == 0)
            records_visit(argv[i], ask, NULL);
        free(recorded);
    }
    free(pattern);
    if (row == 0) {
        printf("no verdicts of ptxas %s are recorded\n", release);
        return SKIPPED;
    }
    printf("ptxas %s: %lu passed, %lu failed\n", release, passed, failed);
    return passed == 0 || failed > 0;
}
