/* Findings as JSON, one a line: the diagnostic of docs/json.md and the name of its file. */
#include "cli/output/format_jsonl.h"

#include "cli/output/json.h"

static void print_file(struct output *output, const struct checked *checked) {
    struct ptxc_lines lines;
    ptxc_lines_init(&lines, checked->source->text, checked->source->length);
    for (size_t i = 0; i < checked->count && output_takes(output, &checked->findings[i], 1); i++) {
        json_t *object = json_sure(json_pack("{s:o}", "file", json_from_text(checked->name)));
        json_t *finding = json_from_diagnostic(&lines, checked->findings[i].diagnostic, checked->findings[i].severity);
        if (json_object_update(object, finding) != 0)
            json_sure(NULL);
        json_decref(finding);
        json_write(output->stream, object);
        fputc('\n', output->stream);
    }
}

const struct output_format format_jsonl = {"jsonl", true, false, 1, output_nothing, print_file, output_no_end};
