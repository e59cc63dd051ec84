/* Findings for people. Notes that say the same thing of one file again and again become one line. */
#include "cli/format/output.h"

#include <stdlib.h>
#include <string.h>

#include "cli/format/content.h"
#include "cli/format/error.h"
#include "cli/format/print.h"

enum { MANY = 3 }; /* equal notes that become one line */

/* Returns what makes notes equal: the rule and the message. */
static uint64_t key_of(const struct ptxc_diagnostic *diagnostic) {
    const uint64_t hash = tally_hash(0, diagnostic->rule, strlen(diagnostic->rule));
    return tally_hash(hash, diagnostic->message, strlen(diagnostic->message));
}

/* Prints the first of many equal notes, with their count. */
static void print_many(struct output *output, const struct checked *checked, const struct ptxc_diagnostic *diagnostic,
                       size_t count, struct ptxc_lines *lines) {
    struct ptxc_diagnostic first = *diagnostic;
    char *message = memory_format("%s (%zu times in this file, here first)", diagnostic->message, count);
    first.message = message;
    print_diagnostic(output->stream, checked->report, &first, PTXC_SEVERITY_NOTE, checked->name, lines,
                     PTXC_RENDER_BRIEF | (output->color ? PTXC_RENDER_COLOR : 0));
    free(message);
}

/* Prints one finding, unless it is one of many and not the first; `seen` are those before it. */
static void print_finding(struct output *output, const struct checked *checked, const struct finding *finding,
                          const struct tally *all, struct tally *seen, struct ptxc_lines *lines) {
    const bool note = finding->severity == PTXC_SEVERITY_NOTE;
    const size_t count = note ? tally_count(all, key_of(finding->diagnostic)) : 1;
    const bool many = count >= MANY;
    if (many && tally_add(seen, key_of(finding->diagnostic), 1) > 1)
        return;
    if (!output_takes(output, finding, many ? count : 1))
        return;
    if (many)
        print_many(output, checked, finding->diagnostic, count, lines);
    else
        print_diagnostic(output->stream, checked->report, finding->diagnostic, finding->severity, checked->name, lines,
                         output->color ? PTXC_RENDER_COLOR : 0);
}

static void print_file(struct output *output, const struct checked *checked) {
    struct tally all = {NULL, 0, 0}, seen = {NULL, 0, 0};
    struct ptxc_lines lines;
    ptxc_lines_init(&lines, checked->source->text, checked->source->length);
    for (size_t i = 0; i < checked->count; i++)
        if (checked->findings[i].severity == PTXC_SEVERITY_NOTE)
            tally_add(&all, key_of(checked->findings[i].diagnostic), 1 + checked->findings[i].diagnostic->more);
    for (size_t i = 0; i < checked->count; i++)
        print_finding(output, checked, &checked->findings[i], &all, &seen, &lines);
    tally_free(&all);
    tally_free(&seen);
}

const struct output_format format_text = {"text", false, false, MANY, output_nothing, print_file, output_no_end};
