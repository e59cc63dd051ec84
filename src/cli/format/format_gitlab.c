/* Findings as GitLab shows them in merge requests: a Code Quality report, which is an array of issues. A file that
 * could not be checked is an issue, too.
 */
#include "cli/format/output.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/content.h"
#include "cli/format/error.h"
#include "cli/format/json.h"

/* Returns an issue. Two with one fingerprint are the same to GitLab. */
static json_t *issue(const char *rule, const char *message, const char *severity, const char *path, size_t line,
                     json_t *fingerprint) {
    path += strncmp(path, "./", 2) == 0 ? 2 : 0; /* it is one below the top of the repository */
    return json_sure(json_pack("{s:s, s:o, s:s, s:o, s:{s:o, s:{s:I}}}", "check_name", rule, "description",
                               json_from_text(message), "severity", severity, "fingerprint", fingerprint, "location",
                               "path", json_from_text(path), "lines", "begin", (json_int_t)line));
}

/* Returns the issue of a finding, and leaves the map at its place. */
static json_t *from_finding(const struct checked *checked, const struct finding *finding, struct ptxc_lines *lines,
                            struct tally *seen) {
    static const char *const severities[] = {"info", "info", "minor", "major"};
    const struct ptxc_diagnostic *diagnostic = finding->diagnostic;
    struct content content = content_of(lines->text, lines->length, diagnostic);
    const uint64_t hash = tally_hash(content_hash(&content), checked->name, strlen(checked->name));
    size_t line;
    content_free(&content);
    const char *file = output_nearest(checked, lines, diagnostic->span.offset, &line);
    return issue(diagnostic->rule, diagnostic->message, severities[finding->severity], file, line,
                 json_sure(json_sprintf("%016" PRIx64 ":%zu", hash, tally_add(seen, hash, 1))));
}

static void begin(struct output *output) {
    struct json_list *issues = memory_sure(calloc(1, sizeof(*issues)));
    output->state = issues;
    json_list_open(issues, output->stream);
}

static void print_file(struct output *output, const struct checked *checked) {
    struct json_list *issues = output->state;
    struct ptxc_lines lines;
    struct tally seen = {.cells = NULL};
    if (checked->problem.text) {
        char *text = output_problem(checked->problem);
        json_list_add(
            issues, issue("ptxcheck", text, "major", checked->name, 1,
                          json_sure(json_sprintf("%016" PRIx64, tally_hash(0, checked->name, strlen(checked->name))))));
        free(text);
    }
    ptxc_lines_init(&lines, checked->source->text, checked->source->length);
    for (size_t i = 0; i < checked->count && output_takes(output, &checked->findings[i], 1); i++)
        json_list_add(issues, from_finding(checked, &checked->findings[i], &lines, &seen));
    tally_free(&seen);
}

static void end(struct output *output, const struct totals *totals) {
    (void)totals;
    json_list_close(output->state);
    fputc('\n', output->stream);
    free(output->state);
}

const struct output_format format_gitlab = {"gitlab", true, false, 1, begin, print_file, end};
