/* Replays recorded assembler verdicts: `ptxcheck --only=syntax,legality` must give the same one in every case.
 *
 * Assemblers do not agree with each other everywhere, and changes.tsv has all the recorded cases. ptxcheck follows one
 * of them for each PTX version: the assembler that brought the version (ptxas 13.1 for PTX 9.1, and so on), and ptxas
 * 13.0 for all versions up to its own, 9.0. A case in which another assembler differs from that one is left out, and
 * held against the verdict of the assembler that is followed. A row of changes.tsv in which no assembler differs is a
 * failure, and so is one that is not what the file of an assembler says.
 *
 * The assemblers must be those of versions.def, and of each target that has any of the instructions, the assembler that
 * targets.def names must have accepted one.
 *
 * usage: replay CHANGES.tsv ptxas-RELEASE.tsv.gz...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "ptxcheck/instruction.h"
#include "records.h"
#include "tables/gate.h"

enum { LEAST_ROWS = 1000, SHOWN = 40 };

static char *pattern;
static struct changes changes;
static unsigned long passed, failed;

/* The assemblers of versions.def, and whether a file of each was read. */
static struct {
    const char *name;
    int read;
} assemblers[] = {
#define PTXAS(major, minor) "ptxas " #major "." #minor
#define MEASURED(assembler, newest) {assembler, 0},
#include "versions.def"
};
enum { ASSEMBLERS = sizeof(assemblers) / sizeof(assemblers[0]) };
static unsigned long accepted[PTXC_TARGET_COUNT]; /* by the assembler that targets.def names */

static int is_newer(const struct record *record) {
    return strncmp(record->message, "Unsupported .version", 20) == 0;
}

static int is_label(const struct record *record) {
    return strncmp(record->message, "Duplicate definition of label", 29) == 0 && !strstr(record->message, "||");
}

static int is_override(const struct record *record) {
    return strstr(record->instruction, ".override::") && strcmp(record->verdict, "error") == 0 &&
           !strstr(record->message, "Feature") && !strstr(record->message, "modifier");
}

/* What is not compared, and why. */
static struct {
    int (*applies)(const struct record *record);
    const char *reason;
    unsigned long rows;
} exclusions[] = {
    {is_newer, "the .version is newer than the assembler, which refuses what it cannot know", 0},
    {is_label, "the only message is about a label, and labels are not ptxcheck's subject", 0},
    {is_override, "rejected for the values that override a tensor map, which ptxcheck does not look at", 0},
};
enum { EXCLUSIONS = sizeof(exclusions) / sizeof(exclusions[0]) };
static unsigned long changed; /* rows left out by changes.tsv */

static int is_left_out(const struct record *record) {
    for (size_t i = 0; i < EXCLUSIONS; i++) {
        if (exclusions[i].applies(record)) {
            exclusions[i].rows++;
            return 1;
        }
    }
    return 0;
}

/* Gives the assembler that ptxcheck follows for this PTX version. */
static const char *followed(const char *version) {
    static char release[16];
    unsigned minor = 0;
    sscanf(version, "9.%u", &minor);
    snprintf(release, sizeof(release), "13.%u", minor);
    return release;
}

/* Whether ptxcheck finds an error; `why` gets the first one. */
static int has_error(const char *text, size_t length, char *why, size_t size) {
    struct ptxc_options options = {.size = sizeof(options),
                                   .classes = 1u << PTXC_CLASS_SYNTAX | 1u << PTXC_CLASS_LEGALITY};
    struct ptxc_report *report;
    int error = 0;
    if (ptxc_check(text, length, &options, &report) != PTXC_OK)
        abort();
    for (size_t i = 0; i < ptxc_report_count(report) && !error; i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        error = diagnostic->severity == PTXC_SEVERITY_ERROR;
        snprintf(why, size, "%s [%s]", diagnostic->message, diagnostic->rule);
    }
    ptxc_report_free(report);
    return error;
}

static void fail(const char *release, const struct record *record, const char *wanted, const char *found) {
    if (failed++ < SHOWN)
        printf("ptxas %s: %s %s %s\n    %s\n    ptxas:    %s %s\n    %s\n", release, record->group, record->version,
               record->target, record->instruction, wanted, record->message, found);
}

/* The verdict that ptxcheck has to give; NULL when changes.tsv is wrong about this assembler. */
static const char *expected(struct record *record, const char *release) {
    struct change *change = changes_find(&changes, record);
    if (!change)
        return record->verdict;
    const char *verdict = change_verdict(change, followed(record->version));
    if (strcmp(change_verdict(change, release), record->verdict) != 0)
        return NULL;
    if (strcmp(verdict, record->verdict) != 0) {
        change->differs = 1;
        changed++;
    }
    return verdict;
}

/* Whether this is the assembler of the release: "ptxas 13.0" of "13.0.88". */
static int is_release(const char *assembler, const char *release) {
    size_t length = strlen(assembler) - strlen("ptxas ");
    return strncmp(assembler + strlen("ptxas "), release, length) == 0 && release[length] == '.';
}

/* Compares our verdict on the recorded case with the one that ptxcheck has to give. */
static void compare(struct record *record, void *user) {
    char why[400] = "";
    const char *release = user;
    enum ptxc_target target = ptxc_target_from_name(record->target);
    const char *asked = ptxc_target_assembler(target);
    accepted[target] += asked && is_release(asked, release) && strcmp(record->verdict, "ok") == 0;
    if (is_left_out(record))
        return;
    const char *wanted = expected(record, release);
    if (!wanted) {
        fail(release, record, record->verdict, "changes.tsv says something else");
        return;
    }
    records_unescape(record->instruction);
    char *text = module_fill(pattern, record->version, record->target, record->instruction);
    if (has_error(text, strlen(text), why, sizeof(why)) == (strcmp(wanted, "error") == 0))
        passed++;
    else
        fail(release, record, wanted, *why ? why : "ptxcheck: ok");
    free(text);
}

static void replay(const char *path) {
    char *release = records_release(path);
    unsigned long rows = records_visit(path, compare, release);
    int known = 0;
    for (size_t i = 0; i < ASSEMBLERS; i++)
        if (is_release(assemblers[i].name, release))
            known = assemblers[i].read = 1;
    if (!known && failed++ < SHOWN)
        printf("versions.def has no ptxas %s\n", release);
    printf("ptxas %s: %lu rows\n", release, rows);
    if (rows < LEAST_ROWS) {
        failed++;
        printf("    too few\n");
    }
    free(release);
}

/* Fails for each row of changes.tsv on which no recorded assembler differs any more. */
static void check_changes(void) {
    for (size_t i = 0; i < changes.count; i++) {
        const struct change *change = &changes.rows[i];
        if (!change->differs && failed++ < SHOWN)
            printf("%s: no recorded assembler differs any more: %s %s %s\n", change->note, change->version,
                   change->target, change->instruction);
    }
}

static int has_forms(enum ptxc_target target) {
    for (int form = 0; form < PTXC_FORM_COUNT; form++)
        if (ptxc_gate_open((enum ptxc_gate)ptxc_forms[form].gate, (struct ptxc_environment){.target = target}))
            return 1;
    return 0;
}

/* What the tables say was measured must have been. */
static void check_measured(void) {
    for (size_t i = 0; i < ASSEMBLERS; i++)
        if (!assemblers[i].read && failed++ < SHOWN)
            printf("no verdicts of %s are recorded\n", assemblers[i].name);
    for (int i = 1; i < PTXC_TARGET_COUNT; i++)
        if (ptxc_target_measured((enum ptxc_target)i) && has_forms((enum ptxc_target)i) && accepted[i] == 0 &&
            failed++ < SHOWN)
            printf("%s: %s, which targets.def names, has accepted nothing\n", ptxc_target_name((enum ptxc_target)i),
                   ptxc_target_assembler((enum ptxc_target)i));
}

static void summarize(void) {
    for (size_t i = 0; i < EXCLUSIONS; i++)
        printf("left out: %lu rows: %s\n", exclusions[i].rows, exclusions[i].reason);
    printf("left out: %lu rows: changes.tsv says that this assembler differs from the one ptxcheck follows\n", changed);
    printf("%lu passed, %lu failed\n", passed, failed);
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: replay CHANGES.tsv ptxas-RELEASE.tsv.gz...\n");
        return 2;
    }
    pattern = file_text(TESTS_DIRECTORY "/oracle/module.txt");
    changes = changes_read(argv[1]);
    for (int i = 2; i < argc; i++)
        replay(argv[i]);
    check_changes();
    check_measured();
    summarize();
    changes_free(&changes);
    free(pattern);
    return passed == 0 || failed > 0;
}
