/* Makes mutants of the tables and tells which of them no test notices: a survivor is a fact that nothing holds.
 *
 * usage: mutate [--table NAMES] [--about TEXT] [--part K/N] [--random COUNT] [--seed SEED] [--listed] [--verbose]
 *               SURVIVORS TESTS VERDICTS.tsv.gz...
 *
 * SURVIVORS (compressed by gzip or not) lists those that are known to survive, one a line: the table, the mutant, why,
 * with tabs between; with --listed no others are tried, and with --about those that have the text in their names, as
 * that of a row that has changed. TESTS lists programs that are run with the mutant that PTXCHECK_MUTANT names, where
 * no recorded verdict tells it: a name, the tables that they are to hold, and a command, with tabs between. Exit
 * status: 1 where a mutant survives that is not listed, or one does not that is.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <zlib.h>

#include "module.h"
#include "mutants.h"
#include "verdicts.h"

enum { SECONDS = 30, LINE = 2000, TESTS = 16, LIST = 1 << 22 };

static struct {
    const char *name, *tables, *command;
    size_t told;
} tests[TESTS];
static size_t test_count, told_by_verdicts, told_by_crash, survived, failed;
static const char *survivors;
static bool verbose, listed;

/* ---- one mutant ---- */

/* Runs the tests of its table with the mutant; gives the name of the first that fails, or NULL. */
static const char *failing_test(const struct mutant *mutant) {
    setenv("PTXCHECK_MUTANT", mutant->name, 1);
    for (size_t i = 0; i < test_count; i++) {
        char command[LINE];
        if (!strstr(tests[i].tables, mutant->table))
            continue;
        snprintf(command, sizeof(command), "timeout %d sh -c '%s' >/dev/null 2>&1", SECONDS, tests[i].command);
        if (system(command) != 0)
            return tests[i].name;
    }
    return NULL;
}

/* Ends the process when it has worked so long, in seconds of the processor; 0: as long as it likes. */
static void limit(int seconds) {
    const struct itimerval timer = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

/* Tries the mutants from `first` on, and writes what became of each as a line. */
static void work(const struct mutants *mutants, size_t first, FILE *out) {
    tables_open();
    for (size_t i = first; i < mutants->count; i++) {
        const struct mutant *mutant = &mutants->list[i];
        char why[LINE] = "";
        limit(SECONDS);
        tables_mutate(mutant);
        const bool differ = verdicts_differ(mutant, why, sizeof(why));
        tables_restore();
        limit(0);
        const char *test = differ ? "verdicts" : failing_test(mutant);
        for (char *c = why; *c; c++)
            *c = *c == '\n' ? ' ' : *c;
        fprintf(out, "%zu\t%s\t%s\n", i, test ? test : "", why);
        fflush(out);
    }
}

/* ---- what became of them ---- */

/* Why the mutant is known to survive, or NULL. */
static const char *known_reason(const struct mutant *mutant) {
    char line[LINE];
    snprintf(line, sizeof(line), "\n%s\t%s\t", mutant->table, mutant->name);
    const char *found = strstr(survivors, line);
    return found ? found + strlen(line) : NULL;
}

/* Notes who told a mutant ("": nobody). */
static void note(const struct mutant *mutant, const char *teller, const char *why) {
    const char *const known = known_reason(mutant);
    const bool told = *teller != 0;
    told_by_verdicts += strcmp(teller, "verdicts") == 0;
    told_by_crash += strcmp(teller, "crash") == 0;
    for (size_t i = 0; i < test_count; i++)
        tests[i].told += strcmp(teller, tests[i].name) == 0;
    survived += !told;
    failed += told == (known != NULL);
    if (verbose && told)
        printf("told     %s\t%s\t%s %s\n", mutant->table, mutant->name, teller, why);
    if (!told)
        printf("survived %s\t%s\t%.*s\n", mutant->table, mutant->name, known ? (int)strcspn(known, "\n") : 0,
               known ? known : "");
    if (told && known)
        printf("listed, but told by %s: %s\t%s\n", teller, mutant->table, mutant->name);
    fflush(stdout);
}

/* Tries all mutants. A process of its own does it; where a mutant makes that end, the next one goes on after it. */
static void try_all(const struct mutants *mutants) {
    size_t next = 0;
    while (next < mutants->count) {
        int ends[2];
        char line[LINE];
        fflush(stdout);
        if (pipe2(ends, O_CLOEXEC) != 0)
            abort();
        const pid_t worker = fork();
        if (worker == 0) {
            close(ends[0]);
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            work(mutants, next, fdopen(ends[1], "w"));
            _exit(0);
        }
        close(ends[1]);
        FILE *results = fdopen(ends[0], "r");
        while (fgets(line, sizeof(line), results)) {
            char *rest = line;
            line[strcspn(line, "\n")] = 0;
            strsep(&rest, "\t");
            const char *teller = strsep(&rest, "\t");
            note(&mutants->list[next++], teller, rest);
        }
        fclose(results);
        waitpid(worker, NULL, 0);
        if (next < mutants->count)
            note(&mutants->list[next++], "crash", "");
    }
}

/* ---- which mutants ---- */

static void keep(struct mutants *mutants, size_t *count, size_t i, bool kept) {
    if (kept)
        mutants->list[(*count)++] = mutants->list[i];
    else
        free(mutants->list[i].name);
}

/* Keeps the mutants of some tables, about something, of part K of N, those that are listed. */
static void choose(struct mutants *mutants, const char *table, const char *about, unsigned part, unsigned parts) {
    size_t count = 0;
    for (size_t i = 0; i < mutants->count; i++)
        keep(mutants, &count, i,
             (!table || strstr(table, mutants->list[i].table)) && (!about || strstr(mutants->list[i].name, about)) &&
                 (!parts || i % parts == part) && (!listed || known_reason(&mutants->list[i])));
    mutants->count = count;
}

/* Keeps so many, chosen at random. */
static void choose_random(struct mutants *mutants, size_t wanted, unsigned long seed) {
    size_t count = 0, left = mutants->count;
    printf("seed %lu\n", seed);
    srandom((unsigned)seed);
    for (size_t i = 0; i < mutants->count; i++, left--)
        keep(mutants, &count, i, (size_t)random() % left < wanted - count);
    mutants->count = count;
}

/* Reads the list of survivors. */
static char *read_survivors(const char *path) {
    char *text = malloc(LIST);
    gzFile file = gzopen(path, "rb");
    const int length = file && text ? gzread(file, text, LIST - 1) : -1;
    if (length < 0 || length == LIST - 1) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(2);
    }
    text[length] = 0;
    gzclose(file);
    return text;
}

/* Notes the listed survivors that are no mutants: their rows have changed. */
static void check_names(const struct mutants *mutants) {
    char name[LINE];
    for (const char *line = strchr(survivors, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
        const char *const tab = strchr(line, '\t');
        snprintf(name, sizeof(name), "%.*s", tab ? (int)strcspn(tab + 1, "\t\n") : 0, tab ? tab + 1 : "");
        if (mutants_find(mutants, name))
            continue;
        printf("listed, but no mutant: %s\n", name);
        failed++;
    }
}

static void read_tests(char *text) {
    char *line;
    while ((line = strsep(&text, "\n")) && test_count < TESTS) {
        char *rest = line;
        tests[test_count].name = strsep(&rest, "\t");
        tests[test_count].tables = strsep(&rest, "\t");
        tests[test_count].command = rest;
        test_count += rest != NULL;
    }
}

/* All tests must succeed without a mutant. */
static bool tests_succeed(void) {
    for (size_t i = 0; i < test_count; i++) {
        if (system(tests[i].command) == 0)
            continue;
        printf("%s fails without a mutant: %s\n", tests[i].name, tests[i].command);
        return false;
    }
    return true;
}

static void summarize(const struct mutants *mutants) {
    printf("%zu mutants: %zu told by verdicts, ", mutants->count, told_by_verdicts);
    for (size_t i = 0; i < test_count; i++)
        printf("%zu by %s, ", tests[i].told, tests[i].name);
    printf("%zu by a crash; %zu survived; %zu not as listed\n", told_by_crash, survived, failed);
}

int main(int argc, char **argv) {
    const char *table = NULL, *about = NULL;
    unsigned part = 0, parts = 0;
    unsigned long wanted = 0, seed = (unsigned long)time(NULL) % 1000000;
    int at = 1;
    for (; at + 1 < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
        if (strcmp(argv[at], "--verbose") == 0)
            verbose = at-- > 0;
        else if (strcmp(argv[at], "--listed") == 0)
            listed = at-- > 0;
        else if (strcmp(argv[at], "--table") == 0)
            table = argv[at + 1];
        else if (strcmp(argv[at], "--about") == 0)
            about = argv[at + 1];
        else if (strcmp(argv[at], "--part") == 0)
            sscanf(argv[at + 1], "%u/%u", &part, &parts);
        else if (strcmp(argv[at], "--random") == 0)
            wanted = strtoul(argv[at + 1], NULL, 10);
        else if (strcmp(argv[at], "--seed") == 0)
            seed = strtoul(argv[at + 1], NULL, 10);
    }
    if (at + 3 > argc) {
        fprintf(stderr,
                "usage: mutate [--table NAMES] [--about TEXT] [--part K/N] [--random COUNT] [--seed SEED] [--listed]\n"
                "              [--verbose] SURVIVORS TESTS VERDICTS.tsv.gz...\n");
        return 2;
    }
    struct mutants mutants = mutants_make();
    printf("%zu mutants in all\n", mutants.count);
    char *const known = read_survivors(argv[at]), *const commands = file_text(argv[at + 1]);
    survivors = known;
    read_tests(commands);
    check_names(&mutants);
    choose(&mutants, table, about, part, parts);
    if (wanted)
        choose_random(&mutants, wanted, seed);
    if (!tests_succeed())
        return 2;
    verdicts_read(argv + at + 2, (size_t)(argc - at - 2));
    try_all(&mutants);
    summarize(&mutants);
    mutants_free(&mutants);
    verdicts_free();
    free(known);
    free(commands);
    return failed > 0;
}
