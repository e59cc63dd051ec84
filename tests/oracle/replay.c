/* Replays recorded assembler verdicts: `ptxcheck --only=syntax,legality --assembler=RELEASE` must give the same one in
 * every case, and the same without --assembler where that assembler is the one that ptxcheck then follows.
 *
 * The assemblers must be those of versions.def, and of each target that has any of the instructions, the assembler that
 * targets.def names must have accepted one.
 *
 * usage: replay ptxas-RELEASE.tsv.gz...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "ptxcheck/instruction.h"
#include "records.h"
#include "tables/open.h"

enum { LEAST_ROWS = 1000, SHOWN = 40 };

static char *pattern;
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

static const char *release_asked; /* that of the file that is read */

static int is_label(const struct record *record) {
    return strncmp(record->message, "Duplicate definition of label", 29) == 0 && !strstr(record->message, "||");
}

static int is_crash(const struct record *record) {
    return strstr(record->message, "Internal compiler error") != NULL;
}

/* Without code to make (-arch=compute_120), 12.8 and 12.9 expand no call on these targets; with it they do as 13.0. */
static int is_not_expanded(const struct record *record) {
    const struct ptxc_target_row *target = &ptxc_targets[ptxc_target_from_name(record->target)];
    return (strncmp(release_asked, "12.8.", 5) == 0 || strncmp(release_asked, "12.9.", 5) == 0) && target->calls &&
           strcmp(record->verdict, "ok") == 0 && strstr(record->instruction, ".shared::cluster.global");
}

/* What is not compared, and why. */
static struct {
    int (*applies)(const struct record *record);
    const char *reason;
    unsigned long rows;
} exclusions[] = {
    {is_label, "the only message is about a label, and labels are not ptxcheck's subject", 0},
    {is_crash, "an internal error of the assembler, which is no verdict on the text", 0},
    {is_not_expanded, "accepted while no code was made, where a call has stricter operands", 0},
};
enum { EXCLUSIONS = sizeof(exclusions) / sizeof(exclusions[0]) };

static int is_left_out(const struct record *record) {
    for (size_t i = 0; i < EXCLUSIONS; i++) {
        if (exclusions[i].applies(record)) {
            exclusions[i].rows++;
            return 1;
        }
    }
    return 0;
}

/* Whether ptxcheck finds an error; `why` gets the first one. */
static int has_error(const char *text, uint32_t assembler, char *why, size_t size) {
    struct ptxc_options options = {.size = sizeof(options),
                                   .classes = 1u << PTXC_CLASS_SYNTAX | 1u << PTXC_CLASS_LEGALITY,
                                   .assembler = assembler};
    struct ptxc_report *report;
    int error = 0;
    if (ptxc_check(text, strlen(text), &options, &report) != PTXC_OK)
        abort();
    for (size_t i = 0; i < ptxc_report_count(report) && !error; i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        error = diagnostic->severity == PTXC_SEVERITY_ERROR;
        snprintf(why, size, "%s [%s]", diagnostic->message, diagnostic->rule);
    }
    ptxc_report_free(report);
    return error;
}

static void fail(const char *release, const struct record *record, const char *named, const char *found) {
    if (failed++ < SHOWN)
        printf("ptxas %s%s: %s %s %s\n    %s\n    ptxas:    %s %s\n    %s\n", release, named, record->group,
               record->version, record->target, record->instruction, record->verdict, record->message, found);
}

/* The number of a release: 1300 of "13.0.88". */
static uint32_t assembler_number(const char *release) {
    unsigned major = 0, minor = 0;
    sscanf(release, "%u.%u", &major, &minor);
    return PTXC_PTX(major, minor);
}

/* The assembler that is followed for this PTX version where none is named; 0 where the text is no version
 * that is measured. */
static uint32_t followed(const char *version) {
    unsigned major, minor;
    if (sscanf(version, "%u.%u", &major, &minor) != 2)
        return 0;
    if (!ptxc_version_measured(PTXC_PTX(major, minor)))
        return 0;
    return ptxc_assembler_followed((struct ptxc_environment){.ptx = PTXC_PTX(major, minor)});
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
    records_unescape(record->instruction);
    const uint32_t assembler = assembler_number(release), rejected = strcmp(record->verdict, "error") == 0;
    char *text = module_fill(pattern, record->version, record->target, record->instruction);
    if (has_error(text, assembler, why, sizeof(why)) != (int)rejected)
        fail(release, record, "", *why ? why : "ptxcheck: ok");
    else if (followed(record->version) == assembler && has_error(text, 0, why, sizeof(why)) != (int)rejected)
        fail(release, record, ", not named", *why ? why : "ptxcheck: ok");
    else
        passed++;
    free(text);
}

static void replay(const char *path) {
    char *release = records_release(path);
    release_asked = release;
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
    printf("%lu passed, %lu failed\n", passed, failed);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: replay ptxas-RELEASE.tsv.gz...\n");
        return 2;
    }
    pattern = file_text(TESTS_DIRECTORY "/oracle/module.txt");
    for (int i = 1; i < argc; i++)
        replay(argv[i]);
    check_measured();
    summarize();
    free(pattern);
    return passed == 0 || failed > 0;
}
