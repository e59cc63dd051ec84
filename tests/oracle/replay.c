/* Replays recorded assembler verdicts: `ptxcheck --only=syntax,legality` must give the same one in every case.
 *
 * Left out, and counted apart:
 *   - a case whose .version is newer than the assembler that gave the verdicts: it refuses what it cannot know;
 *   - a case whose only message is about a label: labels are not ptxcheck's subject;
 *   - multimem.cp.async.bulk and multimem.cp.reduce.async.bulk, which the assembler of the verdicts does not know.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "ptxcheck/ptxcheck.h"
#include "verdicts.h"

enum { ALLOWED_PER_10000 = 1, SHOWN = 40 };

static char *pattern;

static int left_out(const struct verdict *verdict) {
    const char *message = verdict->message;
    return strncmp(message, "Unsupported .version", 20) == 0 ||
           (strncmp(message, "Duplicate definition of label", 29) == 0 && !strstr(message, "||"));
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

/* 1 when the verdicts agree. */
static int agrees(const struct verdict *verdict) {
    char why[400] = "";
    char *text = module_fill(pattern, verdict->version, verdict->target, verdict->instruction);
    int found = has_error(text, strlen(text), why, sizeof(why));
    free(text);
    if (verdict->accepted == found)
        printf("%s %s %s\n    %s\n    ptxas:    %s %s\n    ptxcheck: %s\n", verdict->group, verdict->version,
               verdict->target, verdict->instruction, verdict->accepted ? "ok" : "error", verdict->message,
               found ? why : "ok");
    return verdict->accepted != found;
}

struct counts {
    unsigned long cases, skipped, differ;
};

static void replay(void *user, const struct verdict *verdict) {
    struct counts *counts = user;
    counts->cases++;
    if (left_out(verdict))
        counts->skipped++;
    else if (counts->differ < SHOWN)
        counts->differ += !agrees(verdict);
}

int main(int argc, char **argv) {
    struct counts counts = {0, 0, 0};
    if (argc != 2) {
        fprintf(stderr, "usage: replay VERDICTS.tsv.gz\n");
        return 2;
    }
    pattern = file_text(TESTS_DIRECTORY "/oracle/module.txt");
    verdicts_each(argv[1], replay, &counts);
    free(pattern);
    printf("%lu cases, %lu left out, %lu differ\n", counts.cases, counts.skipped, counts.differ);
    return counts.cases < 1000 || counts.differ * 10000 > counts.cases * ALLOWED_PER_10000;
}
