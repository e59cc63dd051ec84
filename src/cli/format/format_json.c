/* Findings as JSON: one a line, or one document, written piece by piece, which docs/json.md describes. In memory is one
 * finding at a time, and what is wrong with files, which comes last.
 */
#include "cli/format/output.h"

#include <stdlib.h>

#include "cli/format/error.h"
#include "cli/format/json.h"

/* Writes a line for each finding: the diagnostic of docs/json.md and the name of its file. */
static void print_line_each(struct output *output, const struct checked *checked) {
    struct ptxc_lines lines;
    ptxc_lines_init(&lines, checked->source->text, checked->source->length);
    for (size_t i = 0; i < checked->count && output_takes(output, &checked->findings[i], 1); i++) {
        json_t *object = json_sure(json_pack("{s:o}", "file", json_from_text(checked->name)));
        json_t *finding = json_from_diagnostic(checked->report, &lines, checked->findings[i].diagnostic,
                                               checked->findings[i].severity);
        if (json_object_update(object, finding) != 0)
            json_sure(NULL);
        json_decref(finding);
        json_write(output->stream, object);
        fputc('\n', output->stream);
    }
}

const struct output_format format_jsonl = {"jsonl", true, false, 1, output_nothing, print_line_each, output_no_end};

struct document {
    struct json_list files;
    json_t *problems;
};

static void begin(struct output *output) {
    struct document *document = memory_sure(calloc(1, sizeof(*document)));
    output->state = document;
    document->problems = json_sure(json_array());
    json_begin(output->stream, "check");
    fputs(", \"files\": ", output->stream);
    json_list_open(&document->files, output->stream);
}

/* Keeps what is wrong with the file until the end. */
static void keep_problem(struct document *document, const struct checked *checked) {
    char *text = output_problem(checked->problem);
    json_push(document->problems, json_sure(json_pack("{s:o, s:o}", "file", json_from_text(checked->name), "message",
                                                      json_from_text(text))));
    free(text);
}

/* Writes what was executed of each kernel. */
static void print_kernels(FILE *stream, const struct checked *checked) {
    struct json_list list;
    struct ptxc_lines lines;
    fputs(", \"kernels\": ", stream);
    json_list_open(&list, stream);
    ptxc_lines_init(&lines, checked->source->text, checked->source->length);
    for (size_t i = 0; i < ptxc_report_kernels(checked->report); i++) {
        const struct ptxc_kernel *kernel = ptxc_report_kernel(checked->report, i);
        json_t *object = json_sure(json_pack("{s:o, s:o}", "name", json_from_text(kernel->name), "position",
                                             json_from_span(&lines, kernel->span)));
        json_put_execution(object, kernel);
        json_list_add(&list, object);
    }
    json_list_close(&list);
}

static void print_file(struct output *output, const struct checked *checked) {
    struct document *document = output->state;
    struct json_list list;
    struct ptxc_lines lines;
    if (checked->problem.text)
        keep_problem(document, checked);
    if (!checked->read)
        return;
    json_list_next(&document->files);
    fputs("{\"name\": ", output->stream);
    json_write(output->stream, json_from_text(checked->name));
    fprintf(output->stream, ", \"instruction_count\": %zu, \"diagnostics\": ", checked->instructions);
    json_list_open(&list, output->stream);
    ptxc_lines_init(&lines, checked->source->text, checked->source->length);
    for (size_t i = 0; i < checked->count && output_takes(output, &checked->findings[i], 1); i++)
        json_list_add(&list, json_from_diagnostic(checked->report, &lines, checked->findings[i].diagnostic,
                                                  checked->findings[i].severity));
    json_list_close(&list);
    print_kernels(output->stream, checked);
    fputc('}', output->stream);
}

static void end(struct output *output, const struct totals *totals) {
    struct document *document = output->state;
    const size_t *counts = totals->counts;
    json_list_close(&document->files);
    fputs(", \"problems\": ", output->stream);
    json_write(output->stream, document->problems);
    fprintf(output->stream, ", \"summary\": {\"errors\": %zu, \"warnings\": %zu, \"notes\": %zu",
            counts[PTXC_SEVERITY_ERROR], counts[PTXC_SEVERITY_WARNING], counts[PTXC_SEVERITY_NOTE]);
    fprintf(output->stream, ", \"instructions\": %zu, \"files\": %zu", totals->instructions, totals->files);
    fprintf(output->stream, ", \"kernels\": %zu, \"unfinished\": %zu", totals->kernels, totals->unfinished);
    fprintf(output->stream, ", \"fixed\": %zu, \"allowed\": %zu, \"known\": %zu, \"unchanged\": %zu}", totals->fixed,
            totals->allowed, totals->known, totals->unchanged);
    fprintf(output->stream, ", \"exit_status\": %d}\n", totals->code);
    free(document);
}

const struct output_format format_json = {"json", true, true, 1, begin, print_file, end};
