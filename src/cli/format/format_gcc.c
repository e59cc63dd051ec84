/* Findings as gcc prints them: "file:line:column: error: message [rule]", columns in bytes, and a line for each note
 * and for what to write.
 */
#include "cli/format/output.h"

#include <stdlib.h>
#include <string.h>

#include "cli/format/print.h"

/* Prints the beginning of a line about a place of the file. */
static void print_place(FILE *stream, const struct checked *checked, struct ptxc_lines *lines, uint32_t offset) {
    ptxc_lines_seek(lines, offset);
    print_clean(stream, checked->name, strlen(checked->name));
    fprintf(stream, ":%zu:%zu: note: ", lines->line, lines->column);
}

/* Prints the calls that were inlined around a finding, and where it is in the PTX. */
static void print_calls(FILE *stream, const struct checked *checked, const struct ptxc_diagnostic *diagnostic,
                        struct ptxc_lines *lines) {
    struct origin_chain chain;
    char words[OUTPUT_CALL_SIZE];
    output_origin(checked, diagnostic->span.offset, &chain);
    for (size_t i = 1; i < chain.count; i++) {
        output_call(&chain.places[i], words);
        output_place(stream, &chain.places[i], print_clean);
        fputs(": note: ", stream);
        print_clean(stream, words, strlen(words));
        fputc('\n', stream);
    }
    if (chain.count == 0)
        return;
    print_place(stream, checked, lines, diagnostic->span.offset);
    fputs("in the PTX\n", stream);
}

/* Prints a note. One without a place of its own stands at the finding's. */
static void print_note(FILE *stream, const struct checked *checked, const struct ptxc_note *note, uint32_t offset,
                       struct ptxc_lines *lines) {
    struct origin_chain chain;
    char *words = output_note(checked, note, lines, &chain);
    if (!note->span.length)
        output_origin(checked, offset, &chain);
    if (chain.count > 0) {
        output_place(stream, &chain.places[0], print_clean);
        fputs(": note: ", stream);
    } else {
        print_place(stream, checked, lines, note->span.length ? note->span.offset : offset);
    }
    print_clean(stream, words, strlen(words));
    fputc('\n', stream);
    free(words);
}

/* Prints what a finding adds. */
static void print_notes(FILE *stream, const struct checked *checked, const struct ptxc_diagnostic *diagnostic,
                        struct ptxc_lines *lines) {
    print_calls(stream, checked, diagnostic, lines);
    for (size_t i = 0; i < diagnostic->note_count; i++)
        print_note(stream, checked, &diagnostic->notes[i], diagnostic->span.offset, lines);
    for (size_t i = 0; i < diagnostic->fix_count; i++) {
        const struct ptxc_fix *fix = &diagnostic->fixes[i];
        print_place(stream, checked, lines, fix->span.offset);
        fputs(output_is_fixable(diagnostic) ? "" : "perhaps ", stream);
        fputs(!*fix->text ? "remove '" : fix->span.length ? "write '" : "insert '", stream);
        if (*fix->text)
            print_clean(stream, fix->text, strlen(fix->text));
        else
            print_clean(stream, checked->source->text + fix->span.offset, fix->span.length);
        fputs("'\n", stream);
    }
}

static void print_file(struct output *output, const struct checked *checked) {
    struct ptxc_lines lines;
    ptxc_lines_init(&lines, checked->source->text, checked->source->length);
    for (size_t i = 0; i < checked->count; i++) {
        const struct finding *finding = &checked->findings[i];
        if (!output_takes(output, finding, 1))
            break;
        print_diagnostic(output->stream, checked->report, finding->diagnostic, finding->severity, checked->name, &lines,
                         PTXC_RENDER_BRIEF);
        struct ptxc_lines aside = lines; /* the next finding stands near to this one, whatever its notes point to */
        print_notes(output->stream, checked, finding->diagnostic, &aside);
    }
}

const struct output_format format_gcc = {"gcc", false, false, 1, output_nothing, print_file, output_no_end};
