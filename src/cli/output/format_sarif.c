/* Findings in SARIF 2.1.0, written piece by piece: first the results, then what is known only in the end, such as the
 * rules that they break. In memory is one result at a time, and lists of these rules and of the files that have any.
 */
#include "cli/output/format_sarif.h"

#include <stdlib.h>

#include "cli/output/json.h"
#include "cli/output/sarif.h"
#include "cli/output/trouble.h"

static const char schema[] = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                             "sarif-schema-2.1.0.json";

struct log {
    struct json_list results;
    json_t *rules, *artifacts, *notifications;
};

static void begin(struct output *output) {
    struct log *log = calloc(1, sizeof(*log));
    if (!log)
        exit(trouble("not enough memory"));
    output->state = log;
    log->rules = json_sure(json_array());
    log->artifacts = json_sure(json_array());
    log->notifications = json_sure(json_array());
    fprintf(output->stream, "{\"$schema\": \"%s\", \"version\": \"2.1.0\", \"runs\": [{", schema);
    fputs("\"columnKind\": \"utf16CodeUnits\", \"originalUriBaseIds\": ", output->stream);
    json_write(output->stream, sarif_bases());
    fputs(", \"results\": ", output->stream);
    json_list_open(&log->results, output->stream);
}

/* Keeps what is wrong with the file until the end. */
static void keep_problem(struct log *log, const struct checked *checked) {
    char *text = output_problem(checked->problem);
    json_push(log->notifications, json_sure(json_pack("{s:s, s:{s:o}, s:[{s:{s:o}}]}", "level", "error", "message",
                                                      "text", json_from_text(text), "locations", "physicalLocation",
                                                      "artifactLocation", sarif_location(checked->name))));
    free(text);
}

static void print_file(struct output *output, const struct checked *checked) {
    struct log *log = output->state;
    struct sarif_file file = {.name = checked->name, .artifact = json_array_size(log->artifacts), .rules = log->rules};
    ptxc_lines_init(&file.lines, checked->source->text, checked->source->length);
    if (checked->problem.text)
        keep_problem(log, checked);
    if (checked->count > 0)
        json_push(log->artifacts, json_sure(json_pack("{s:o, s:[s]}", "location", sarif_location(checked->name),
                                                      "roles", "analysisTarget")));
    for (size_t i = 0; i < checked->count && output_takes(output, &checked->findings[i], 1); i++)
        json_list_add(&log->results, sarif_result(&file, &checked->findings[i]));
    tally_free(&file.fingerprints);
}

static void end(struct output *output, const struct totals *totals) {
    struct log *log = output->state;
    json_list_close(&log->results);
    fputs(", \"artifacts\": ", output->stream);
    json_write(output->stream, log->artifacts);
    fputs(", \"invocations\": [", output->stream);
    json_write(output->stream,
               json_sure(json_pack("{s:b, s:i, s:o}", "executionSuccessful", (int)!totals->failed, "exitCode",
                                   totals->code, "toolExecutionNotifications", log->notifications)));
    fprintf(output->stream,
            "], \"tool\": {\"driver\": {\"name\": \"ptxcheck\", \"version\": \"%s\", \"rules\": ", ptxc_version());
    json_write(output->stream, log->rules);
    fputs("}}}]}\n", output->stream);
    free(log);
}

const struct output_format format_sarif = {"sarif", true, false, 1, begin, print_file, end};
