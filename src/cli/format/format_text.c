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

/* Prints a finding. With links the name of the rule, in brackets at the end of the first line, leads to its page. */
static void print_one(struct output *output, const struct checked *checked, const struct ptxc_diagnostic *diagnostic,
                      enum ptxc_severity severity, struct ptxc_lines *lines, uint32_t flags) {
    char *page = output->links ? output_rule_page(diagnostic->rule) : NULL;
    struct memory_stream text;
    flags |= output->color ? PTXC_RENDER_COLOR : 0;
    if (!page) {
        print_diagnostic(output->stream, checked->report, diagnostic, severity, checked->name, lines, flags);
        return;
    }
    memory_open(&text);
    print_diagnostic(text.stream, checked->report, diagnostic, severity, checked->name, lines, flags);
    memory_close(&text);
    const char *end = strchr(text.bytes, '\n');
    const int before = (int)(end - text.bytes) - (int)strlen(diagnostic->rule) - 1;
    fprintf(output->stream, "%.*s\033]8;;%s\033\\%s\033]8;;\033\\%s", before, text.bytes, page, diagnostic->rule,
            end - 1);
    free(text.bytes);
    free(page);
}

/* Prints the first of many equal notes, with their count. */
static void print_many(struct output *output, const struct checked *checked, const struct ptxc_diagnostic *diagnostic,
                       size_t count, struct ptxc_lines *lines) {
    struct ptxc_diagnostic first = *diagnostic;
    char *message = memory_format("%s (%zu times in this file, here first)", diagnostic->message, count);
    first.message = message;
    print_one(output, checked, &first, PTXC_SEVERITY_NOTE, lines, PTXC_RENDER_BRIEF);
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
        print_one(output, checked, finding->diagnostic, finding->severity, lines, 0);
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
