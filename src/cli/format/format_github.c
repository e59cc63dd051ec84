/* Findings as workflow commands: "::error file=…,line=…,…::message". Columns are UTF-16 code units, as editors count
 * them; the end of a place is the column after it. Notes and what to write are lines of the message.
 */
#include "cli/format/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ptxcheck/render.h"

/* Prints a text in which what would end it is escaped: in a property also what parts properties. Of the other control
 * characters, and of what is no UTF-8, each byte is '?'. */
static void print_escaped(FILE *stream, const char *text, size_t length, bool is_property) {
    const char *const escaped = is_property ? "%\r\n:," : "%\r\n";
    for (size_t i = 0, size; i < length; i += size) {
        char clean[8];
        size = ptxc_utf8_length(text + i, length - i);
        size = size ? size : 1;
        if (text[i] && strchr(escaped, text[i])) {
            fprintf(stream, "%%%02X", (unsigned char)text[i]);
            continue;
        }
        ptxc_text_clean(text + i, size, clean, sizeof(clean));
        fputs(clean, stream);
    }
}

/* Prints a text of a message. */
static void print_words(FILE *stream, const char *text, size_t length) {
    print_escaped(stream, text, length, false);
}

/* Prints the calls that were inlined around a finding, and where it is in the PTX. */
static void print_calls(FILE *stream, const struct checked *checked, const struct origin_chain *chain,
                        const struct ptxc_lines *lines) {
    char words[OUTPUT_CALL_SIZE];
    for (size_t i = 1; i < chain->count; i++) {
        output_call(&chain->places[i], words);
        fputs("%0Anote: ", stream);
        output_place(stream, &chain->places[i], print_words);
        fputs(": ", stream);
        print_words(stream, words, strlen(words));
    }
    if (chain->count == 0)
        return;
    fputs("%0Anote: in the PTX: ", stream);
    print_escaped(stream, checked->name, strlen(checked->name), false);
    fprintf(stream, ":%zu:%zu", lines->line, lines->column);
}

/* Prints what the finding says, in lines. */
static void print_message(FILE *stream, const struct checked *checked, const struct ptxc_diagnostic *diagnostic,
                          const struct origin_chain *chain, const struct ptxc_lines *lines) {
    print_escaped(stream, diagnostic->message, strlen(diagnostic->message), false);
    fprintf(stream, " [%s]", diagnostic->rule);
    print_calls(stream, checked, chain, lines);
    for (size_t i = 0; i < diagnostic->note_count; i++) {
        struct origin_chain own;
        char *words = output_note(checked, &diagnostic->notes[i], lines, &own);
        fputs("%0Anote: ", stream);
        if (own.count > 0) {
            output_place(stream, &own.places[0], print_words);
            fputs(": ", stream);
        }
        print_words(stream, words, strlen(words));
        free(words);
    }
    fputc('\n', stream);
}

/* Prints one finding, and leaves the map at its place. */
static void print_finding(FILE *stream, const struct checked *checked, const struct finding *finding,
                          struct ptxc_lines *lines) {
    static const char *const commands[] = {"debug", "notice", "warning", "error"};
    const struct region region = output_region(lines, finding->diagnostic->span);
    struct origin_chain chain;
    *lines = region.from;
    output_origin(checked, finding->diagnostic->span.offset, &chain);
    const struct ptxc_location *place = chain.count > 0 ? &chain.places[0] : NULL;
    const char *name = place ? place->file : checked->name;
    fprintf(stream, "::%s file=", commands[finding->severity]);
    print_escaped(stream, name, strlen(name), true);
    if (place)
        fprintf(stream, ",line=%" PRIu32 ",col=%zu,title=", place->line, output_utf16(place));
    else
        fprintf(stream, ",line=%zu,endLine=%zu,col=%zu,endColumn=%zu,title=", region.from.line, region.to.line,
                region.from.utf16, region.to.utf16);
    fprintf(stream, "ptxcheck %s::", finding->diagnostic->rule);
    print_message(stream, checked, finding->diagnostic, &chain, lines);
}

/* Prints that the file could not be checked. */
static void print_problem(FILE *stream, const struct checked *checked) {
    char *text = output_problem(checked->problem);
    fputs("::error file=", stream);
    print_escaped(stream, checked->name, strlen(checked->name), true);
    fputs(",title=ptxcheck::", stream);
    print_escaped(stream, text, strlen(text), false);
    fputc('\n', stream);
    free(text);
}

static void print_file(struct output *output, const struct checked *checked) {
    struct ptxc_lines lines;
    if (checked->problem.text)
        print_problem(output->stream, checked);
    ptxc_lines_init(&lines, checked->source->text, checked->source->length);
    for (size_t i = 0; i < checked->count && output_takes(output, &checked->findings[i], 1); i++)
        print_finding(output->stream, checked, &checked->findings[i], &lines);
}

const struct output_format format_github = {"github", false, false, 1, output_nothing, print_file, output_no_end};
