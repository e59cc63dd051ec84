/* What the formats of findings share: see output.h. */
#include "cli/format/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"

bool output_takes(struct output *output, const struct finding *finding, size_t count) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    if (output->limit && output->printed >= output->limit)
        return false;
    if (finding->severity > output->gravest && ptxc_rule_from_id(finding->diagnostic->rule, &rule)) {
        output->first = rule.id; /* which lives on when the report does not */
        output->gravest = finding->severity;
    }
    output->printed++;
    output->reported += count;
    return true;
}

#ifndef PTXC_SITE
#define PTXC_SITE ""
#endif

char *output_rule_page(const char *id) {
    const size_t length = sizeof(PTXC_SITE) - 1;
    const char *const slash = length > 0 && PTXC_SITE[length - 1] != '/' ? "/" : "";
    return length > 0 ? memory_format("%s%srules/%s/", PTXC_SITE, slash, id) : NULL;
}

bool output_is_fixable(const struct ptxc_diagnostic *diagnostic) {
    return diagnostic->fix_use == PTXC_FIX_APPLIED;
}

struct region output_region(const struct ptxc_lines *near, struct ptxc_span span) {
    struct region region = {.from = *near};
    size_t end = (size_t)span.offset + span.length;
    for (size_t back = 1; back <= 3 && back <= span.length && end < near->length; back++) {
        const size_t length = ptxc_utf8_length(near->text + end - back, near->length - end + back);
        if (length > back) { /* it ends inside a character, which belongs to it as a whole */
            end += length - back;
            break;
        }
    }
    ptxc_lines_seek(&region.from, span.offset);
    region.to = region.from;
    ptxc_lines_seek(&region.to, end);
    return region;
}

void output_origin(const struct checked *checked, uint32_t offset, struct origin_chain *chain) {
    chain->count = ptxc_report_locate(checked->report, offset, chain->places, PTXC_MAX_LOCATIONS);
}

const char *output_nearest(const struct checked *checked, struct ptxc_lines *lines, uint32_t offset, size_t *line) {
    struct origin_chain chain;
    ptxc_lines_seek(lines, offset);
    output_origin(checked, offset, &chain);
    *line = chain.count > 0 ? chain.places[0].line : lines->line;
    return chain.count > 0 ? chain.places[0].file : checked->name;
}

void output_place(FILE *stream, const struct ptxc_location *place,
                  void (*print)(FILE *stream, const char *text, size_t length)) {
    print(stream, place->file, strlen(place->file));
    fprintf(stream, ":%" PRIu32, place->line);
    if (place->column > 0)
        fprintf(stream, ":%" PRIu32, place->column);
}

/* Prints a text as it is. */
static void print_plain(FILE *stream, const char *text, size_t length) {
    fwrite(text, 1, length, stream);
}

char *output_note(const struct checked *checked, const struct ptxc_note *note, const struct ptxc_lines *near,
                  struct origin_chain *chain) {
    struct ptxc_lines lines = *near;
    struct memory_stream text;
    memory_open(&text);
    fputs(note->text, text.stream);
    chain->count = 0;
    if (note->span.length)
        output_origin(checked, note->span.offset, chain);
    if (chain->count > 0) {
        ptxc_lines_seek(&lines, note->span.offset);
        fputs(" (", text.stream);
        if (chain->count > 1)
            output_place(text.stream, &chain->places[chain->count - 1], print_plain);
        fprintf(text.stream, "%s%s:%zu:%zu)", chain->count > 1 ? ", " : "", checked->name, lines.line, lines.column);
    }
    return memory_close(&text);
}

size_t output_utf16(const struct ptxc_location *place) {
    struct ptxc_lines lines;
    ptxc_lines_init(&lines, place->text, place->length);
    if (place->column > 0 && place->text && ptxc_lines_find(&lines, place->line, place->column))
        return lines.utf16;
    return place->column > 0 ? place->column : 1;
}

void output_call(const struct ptxc_location *call, char words[OUTPUT_CALL_SIZE]) {
    enum { LONGEST = 60 }; /* bytes of a function: mangled names of templates are long */
    const char *function = call->function ? call->function : "";
    snprintf(words, OUTPUT_CALL_SIZE, "inlined here%s%.*s%s", *function ? ", in " : "", (int)LONGEST, function,
             strlen(function) > LONGEST ? "..." : "");
}

char *output_problem(struct problem problem) {
    const char *reason = problem.error ? strerror(problem.error) : "";
    return memory_format("%s%s%s", problem.text, problem.error ? ": " : "", reason);
}

void output_nothing(struct output *output) {
    (void)output;
}

void output_no_end(struct output *output, const struct totals *totals) {
    (void)output;
    (void)totals;
}
