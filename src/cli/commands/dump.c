/* ptxcheck dump: writes every asynchronous-copy instruction of the files as JSON, one by one. docs/json.md describes
 * it.
 */
#include "cli/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments/known.h"
#include "cli/arguments/options.h"
#include "cli/arguments/read.h"
#include "cli/arguments/seed.h"
#include "cli/arguments/values.h"
#include "cli/files/language.h"
#include "cli/output/ir.h"
#include "cli/output/json.h"
#include "cli/output/trouble.h"

/* What the options ask for. */
struct wanted {
    struct ptxc_options options;
    struct define_list defines;
    const char *standard; /* the name that standard input goes by; NULL: none */
};

/* A file that is being written, and how far. */
struct dump {
    struct source source;
    const char *path; /* whose extension says the language; NULL: it is PTX */
    struct ptxc_lines lines;
    struct ptxc_report *report;
    bool *placed;       /* per diagnostic: it stands in an instruction that is written */
    size_t next;        /* the first diagnostic that no instruction has passed */
    uint32_t assembler; /* as in ptxc_options */
};

/* Gives the diagnostics inside the instruction. Both come in source order. */
static json_t *diagnostics_of(struct dump *dump, struct ptxc_span span) {
    json_t *array = json_sure(json_array());
    for (; dump->next < ptxc_report_count(dump->report); dump->next++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(dump->report, dump->next);
        if (diagnostic->span.offset > span.offset + span.length)
            break;
        if (diagnostic->span.offset < span.offset)
            continue;
        dump->placed[dump->next] = true;
        json_push(array, json_from_diagnostic(&dump->lines, diagnostic, diagnostic->severity));
    }
    return array;
}

/* Writes the instruction that the walk has found already, and all after it; false where the stream fails. */
static bool write_instructions(struct dump *dump, struct ptxc_module *module, struct ptxc_instruction *instruction,
                               bool found) {
    struct json_list list;
    bool written = json_list_open(&list, stdout);
    for (; found && written; found = ptxc_module_next(module, instruction)) {
        json_t *object = ir_from_instruction(instruction, module, &dump->source, &dump->lines, dump->assembler);
        json_put(object, "diagnostics", diagnostics_of(dump, instruction->span));
        written = json_list_add(&list, object);
    }
    return written && json_list_close(&list);
}

/* Writes what stands outside the instructions: the header, declarations, what could not be read. */
static bool write_diagnostics(struct dump *dump) {
    struct json_list list;
    bool written = json_list_open(&list, stdout);
    for (size_t i = 0; i < ptxc_report_count(dump->report) && written; i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(dump->report, i);
        if (!dump->placed[i])
            written = json_list_add(&list, json_from_diagnostic(&dump->lines, diagnostic, diagnostic->severity));
    }
    return written && json_list_close(&list);
}

/* Writes the text before a member and its value; false where the stream fails. */
static bool write_member(const char *before, json_t *value) {
    fputs(before, stdout);
    return json_write(stdout, value);
}

/* Writes one file; false where the stream fails. The header is known when the first instruction is. */
static bool write_file(struct dump *dump, struct ptxc_module *module) {
    struct ptxc_instruction instruction;
    struct ptxc_place place = {.size = sizeof(place)};
    bool found = ptxc_module_next(module, &instruction);
    ptxc_module_place(module, &place);
    bool written = write_member("{\"name\": ", json_from_text(dump->source.name)) &&
                   write_member(", \"ptx\": ", json_from_ptx(place.ptx)) &&
                   write_member(", \"target\": ", json_from_name(ptxc_target_name(place.target))) &&
                   fputs(", \"instructions\": ", stdout) != EOF &&
                   write_instructions(dump, module, &instruction, found) &&
                   fputs(", \"diagnostics\": ", stdout) != EOF && write_diagnostics(dump);
    return written && fputs("}", stdout) != EOF;
}

/* Walks through a file that was checked, and gives what came of the walk. */
static enum ptxc_status dump_source(struct dump *dump, const struct ptxc_options *options, struct json_list *files) {
    struct ptxc_module *module;
    const struct source *source = &dump->source;
    enum ptxc_status status = dump->path
                                  ? ptxc_module_open_host(dump->path, source->text, source->length, options, &module)
                                  : ptxc_module_open(source->text, source->length, options, &module);
    if (status != PTXC_OK)
        return status;
    dump->placed = calloc(ptxc_report_count(dump->report) + 1, sizeof(*dump->placed));
    if (dump->placed && json_list_next(files))
        write_file(dump, module); /* finish() says what stands against it */
    bool room = dump->placed != NULL;
    free(dump->placed);
    status = ptxc_module_close(module, NULL);
    return room ? status : PTXC_OUT_OF_MEMORY;
}

/* Writes one file; false after a message on stderr. */
static bool dump_file(const char *name, const struct wanted *wanted, struct json_list *files) {
    const struct ptxc_options *options = &wanted->options;
    struct dump dump = {.assembler = options->assembler};
    if (!source_read_told(&dump.source, name, wanted->standard, &dump.path))
        return false;
    ptxc_lines_init(&dump.lines, dump.source.text, dump.source.length);
    enum ptxc_status status =
        dump.path ? ptxc_check_host(dump.path, dump.source.text, dump.source.length, options, &dump.report)
                  : ptxc_check(dump.source.text, dump.source.length, options, &dump.report);
    if (status == PTXC_OK)
        status = dump_source(&dump, options, files);
    if (status != PTXC_OK)
        trouble("%s: %s", dump.source.name, status_text(status));
    ptxc_report_free(dump.report);
    source_free(&dump.source);
    return status == PTXC_OK;
}

/* Takes one option over; false after a message on stderr. */
static bool apply(struct wanted *wanted, enum option_id option, char *value) {
    struct ptxc_options *options = &wanted->options;
    enum ptxc_target target;
    switch (option) {
    case OPTION_FORMAT: return word_parse(COMMAND_DUMP, option, value);
    case OPTION_TARGET: options->target = value; return target_parse(&(struct given){"--target", value}, &target);
    case OPTION_PTX: return version_parse(&(struct given){"--ptx", value}, &options->ptx);
    case OPTION_ASSEMBLER: return assembler_parse(&(struct given){"--assembler", value}, &options->assembler);
    case OPTION_DEFINE: return define_parse(&wanted->defines, value);
    case OPTION_UNDEFINE: return undefine_parse(&wanted->defines, value);
    case OPTION_STDIN_FILENAME: wanted->standard = value; return true;
    default: return false; /* option_next has said what is wrong */
    }
}

/* Reads the options, and decides whether a file is named; false after a message on stderr. */
static bool parse(struct wanted *wanted, int argc, char **argv) {
    struct ptxc_options *options = &wanted->options;
    *wanted = (struct wanted){.options = {.size = sizeof(*options), .seed = seed_draw()}};
    for (enum option_id option; (option = option_next(argc, argv, COMMAND_DUMP)) != OPTION_END;)
        if (!apply(wanted, option, optarg))
            return false;
    options->defines = wanted->defines.items;
    options->define_count = wanted->defines.count;
    if (optind == argc)
        trouble("no input file; - stands for standard input, 'ptxcheck help' tells more");
    return optind < argc && assembler_suits(NULL, options);
}

int command_dump(int argc, char **argv) {
    struct wanted wanted;
    struct json_list files;
    bool failed = false;
    if (!parse(&wanted, argc, argv))
        return EXIT_TROUBLE;
    json_begin(stdout, "dump");
    fputs(", \"files\": ", stdout);
    json_list_open(&files, stdout);
    for (int i = optind; i < argc && !ferror(stdout); i++)
        if (!dump_file(argv[i], &wanted, &files))
            failed = true;
    json_list_close(&files);
    fputs("}\n", stdout);
    return finish(failed ? EXIT_TROUBLE : EXIT_CLEAN);
}
