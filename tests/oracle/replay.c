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
#include <zlib.h>

#include "module.h"
#include "ptxcheck/ptxcheck.h"

enum { FIELDS = 7, LINE = 1 << 16, ALLOWED_PER_10000 = 1, SHOWN = 40 };

static char *pattern;

static void unescape(char *text) {
    char *out = text;
    for (; *text; text++) {
        if (*text == '\\' && text[1]) {
            text++;
            *out++ = *text == 'n' ? '\n' : *text == 't' ? '\t' : *text == 'r' ? '\r' : *text;
        } else {
            *out++ = *text;
        }
    }
    *out = 0;
}

static int left_out(char **fields) {
    const char *message = fields[6];
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
static int agrees(char **fields) {
    char why[400] = "";
    unescape(fields[5]);
    char *text = module_fill(pattern, fields[1], fields[2], fields[5]);
    int wanted = strcmp(fields[3], "error") == 0;
    int found = has_error(text, strlen(text), why, sizeof(why));
    free(text);
    if (wanted != found)
        printf("%s %s %s\n    %s\n    ptxas:    %s %s\n    ptxcheck: %s\n", fields[4], fields[1], fields[2], fields[5],
               fields[3], fields[6], found ? why : "ok");
    return wanted == found;
}

int main(int argc, char **argv) {
    static char line[LINE];
    unsigned long cases = 0, skipped = 0, differ = 0;
    gzFile file = argc == 2 ? gzopen(argv[1], "rb") : NULL;
    if (!file) {
        fprintf(stderr, "usage: replay VERDICTS.tsv.gz\n");
        return 2;
    }
    pattern = file_text(TESTS_DIRECTORY "/oracle/module.txt");
    while (gzgets(file, line, LINE)) {
        char *fields[FIELDS], *rest = line;
        line[strcspn(line, "\n")] = 0;
        int count = 0;
        while (count < FIELDS && rest)
            fields[count++] = strsep(&rest, "\t");
        if (count != FIELDS || strcmp(fields[0], "#id") == 0)
            continue;
        cases++;
        if (left_out(fields))
            skipped++;
        else if (differ < SHOWN)
            differ += !agrees(fields);
    }
    gzclose(file);
    free(pattern);
    printf("%lu cases, %lu left out, %lu differ\n", cases, skipped, differ);
    return cases < 1000 || differ * 10000 > cases * ALLOWED_PER_10000;
}
