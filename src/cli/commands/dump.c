/* ptxcheck dump: writes every asynchronous-copy instruction of the files as JSON, one by one. docs/json.md describes
 * it, and has the fields in the same order.
 */
#include "cli/commands/commands.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/language.h"
#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/format/print.h"
#include "cli/options/options.h"
#include "cli/options/request.h"
#include "cli/options/values.h"
#include "cli/system/source.h"
#include "ptxcheck/instruction.h"
#include "ptxcheck/render.h"

/* ---- an instruction ---- */

/* Returns the word of the schema for a kind of value. */
static const char *kind_name(enum ptxc_value_kind kind) {
    switch (kind) {
    case PTXC_VALUE_NONE:
    case PTXC_VALUE_UNKNOWN: return "unknown";
    case PTXC_VALUE_REGISTER: return "register";
    case PTXC_VALUE_SPECIAL: return "special";
    case PTXC_VALUE_VARIABLE: return "variable";
    case PTXC_VALUE_FUNCTION: return "function";
    case PTXC_VALUE_INTEGER: return "integer";
    case PTXC_VALUE_REAL: return "real";
    case PTXC_VALUE_SINK: return "sink";
    }
    return "unknown";
}

/* Returns the word of the schema for a shape of operand. */
static const char *shape_name(enum ptxc_operand_shape shape) {
    switch (shape) {
    case PTXC_OPERAND_SCALAR: return "scalar";
    case PTXC_OPERAND_ADDRESS: return "address";
    case PTXC_OPERAND_VECTOR: return "vector";
    case PTXC_OPERAND_TENSOR: return "tensor";
    case PTXC_OPERAND_PAIR: return "pair";
    case PTXC_OPERAND_LIST: return "list";
    }
    return "scalar";
}

/* Returns the words of the flags that are set. */
static json_t *from_flags(uint32_t flags) {
    static const struct {
        uint32_t flag;
        const char *word;
    } words[] = {
        {PTXC_FLAG_NOT, "not"},
        {PTXC_FLAG_MINUS, "minus"},
        {PTXC_FLAG_OFFSET, "offset"},
        {PTXC_FLAG_INDEX, "index"},
        {PTXC_FLAG_ARRAY, "array"},
        {PTXC_FLAG_WHOLE, "whole"},
        {PTXC_FLAG_EXTERNAL, "external"},
        {PTXC_FLAG_COMPONENT, "component"},
        {PTXC_FLAG_REGISTER_INDEX, "register-index"},
        {PTXC_FLAG_OPEN_BRACE, "open-brace"},
        {PTXC_FLAG_CLOSE_BRACE, "close-brace"},
        {PTXC_FLAG_UNSIGNED, "unsigned"},
        {PTXC_FLAG_FOUR, "four"},
        {PTXC_FLAG_IN_BODY, "in-body"},
    };
    json_t *array = json_sure(json_array());
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (flags & words[i].flag)
            json_push(array, json_from_text(words[i].word));
    return array;
}

/* Returns the bits of a floating-point constant as PTX writes them. */
static json_t *from_real(const struct ptxc_value *value) {
    if (value->type == PTXC_TYPE_F32)
        return json_sure(json_sprintf("0f%08" PRIX32, (uint32_t)value->integer));
    return json_sure(json_sprintf("0d%08" PRIX32 "%08" PRIX32, (uint32_t)((uint64_t)value->integer >> 32),
                                  (uint32_t)value->integer));
}

/* Whether the name is one of a range, as %r12 of %r<16>: digits follow what was declared. */
static bool is_numbered(const struct ptxc_module *module, const struct ptxc_value *value) {
    struct ptxc_value declared;
    if (!ptxc_module_symbol(module, value->symbol, &declared) || declared.name_length >= value->name_length)
        return false;
    const char next = value->name[declared.name_length]; /* or what parts it from its component, .x */
    return next >= '0' && next <= '9';
}

/* Returns one register, symbol or constant, and only what applies to it. */
static json_t *from_value(const struct ptxc_module *module, const struct ptxc_value *value) {
    json_t *object = json_sure(json_pack("{s:s}", "kind", kind_name(value->kind)));
    if (value->name_length > 0)
        json_put(object, "name", json_from_bytes(value->name, value->name_length));
    if (value->symbol)
        json_put(object, "symbol", json_sure(json_integer(value->symbol)));
    if (is_numbered(module, value))
        json_put(object, "number", json_sure(json_integer(value->number)));
    if (value->kind == PTXC_VALUE_INTEGER)
        json_put(object, "value", json_sure(json_integer(value->integer)));
    if (value->kind == PTXC_VALUE_REAL)
        json_put(object, "value", from_real(value));
    if (ptxc_type_name(value->type))
        json_put(object, "type", json_from_text(ptxc_type_name(value->type)));
    if (ptxc_space_name(value->space))
        json_put(object, "space", json_from_text(ptxc_space_name(value->space)));
    if (value->kind == PTXC_VALUE_VARIABLE && value->alignment > 0)
        json_put(object, "alignment", json_sure(json_integer(value->alignment)));
    if (value->flags & (PTXC_FLAG_OFFSET | PTXC_FLAG_INDEX))
        json_put(object, "offset", json_sure(json_integer(value->integer)));
    json_put(object, "flags", from_flags(value->flags));
    return object;
}

/* Returns the operands in the order of the text, each with its values. */
static json_t *from_operands(const struct ptxc_instruction *instruction, const struct ptxc_module *module,
                             struct ptxc_lines *lines) {
    json_t *array = json_sure(json_array());
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_operand *operand = &instruction->operands[i];
        json_t *values = json_sure(json_array());
        for (size_t j = 0; j < operand->count; j++)
            json_push(values, from_value(module, &instruction->values[operand->first + j]));
        const char *name = instruction->damaged ? NULL : ptxc_instruction_operand_name(instruction, i);
        json_push(array, json_sure(json_pack("{s:o, s:s, s:o, s:o}", "name", json_from_name(name), "shape",
                                             shape_name(operand->shape), "values", values, "position",
                                             json_from_span(lines, operand->span))));
    }
    return array;
}

/* Returns the qualifiers in print order, which is the order of the canonical text; without one, as they stand. */
static json_t *from_qualifiers(const struct ptxc_instruction *instruction, const char *canonical,
                               const struct source *source) {
    struct ptxc_instruction printed;
    json_t *array = json_sure(json_array());
    if (!canonical || ptxc_instruction_parse(canonical, strlen(canonical), &printed, NULL) != PTXC_OK)
        printed = *instruction;
    for (size_t i = 0; i < printed.qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &printed.qualifiers[i];
        const char *known = ptxc_qualifier_name(use->id);
        json_t *spelling =
            known ? json_from_text(known) : json_from_bytes(source->text + use->span.offset, use->span.length);
        json_push(array, json_sure(json_pack("{s:o, s:o}", "slot", json_from_name(ptxc_slot_name(use->slot)),
                                             "spelling", spelling)));
    }
    return array;
}

/* Returns the form, null where the instruction fits none. */
static json_t *from_form(const struct ptxc_instruction *instruction) {
    size_t form = ptxc_instruction_form(instruction);
    if (form == ptxc_form_count())
        return json_null();
    char syntax[2000]; /* as `ptxcheck forms` prints it */
    ptxc_form_syntax(form, syntax, sizeof(syntax));
    return json_sure(
        json_pack("{s:o, s:o}", "name", json_from_name(ptxc_form_name(form)), "syntax", json_from_text(syntax)));
}

/* Returns the first PTX version, over all targets and for each. */
static json_t *from_requirement(const struct ptxc_instruction *instruction, uint32_t assembler) {
    struct ptxc_requirement requirement = {.size = sizeof(requirement)};
    json_t *targets = json_sure(json_object());
    ptxc_instruction_requirement_by(instruction, assembler, &requirement);
    for (int i = 1; i < PTXC_MAX_TARGETS; i++)
        if (requirement.first[i] > 0)
            json_put(targets, ptxc_target_name((enum ptxc_target)i), json_from_ptx(requirement.first[i]));
    return json_sure(json_pack("{s:o, s:o}", "ptx", json_from_ptx(requirement.ptx), "targets", targets));
}

/* Returns the operands of the asm statement that the walk is in. */
static json_t *from_arguments(const struct ptxc_module *module, struct ptxc_lines *lines) {
    json_t *array = json_sure(json_array());
    struct ptxc_asm_argument argument = {.size = sizeof(argument)};
    for (size_t i = 0; ptxc_module_operand(module, i, &argument); i++)
        json_push(array,
                  json_sure(json_pack("{s:o, s:o, s:o}", "name", json_from_name(argument.name), "constraint",
                                      json_from_text(argument.constraint), "position",
                                      argument.span.length ? json_from_span(lines, argument.span) : json_null())));
    return array;
}

/* Returns the statement or string of another language that the walk is in. */
static json_t *from_snippet(const struct ptxc_place *place, const struct ptxc_module *module,
                            struct ptxc_lines *lines) {
    const bool statement = place->snippet_kind == PTXC_SNIPPET_IS_STATEMENT;
    return json_sure(json_pack("{s:s, s:o, s:o}", "kind", statement ? "statement" : "string", "position",
                               json_from_span(lines, place->snippet), "operands", from_arguments(module, lines)));
}

/* Returns what of the instruction the source does not say, each part with its place. */
static json_t *from_hidden(const struct ptxc_module *module, const struct source *source, struct ptxc_lines *lines) {
    json_t *array = json_sure(json_array());
    struct ptxc_span span;
    for (size_t i = 0; ptxc_module_hidden(module, i, &span); i++)
        json_push(array,
                  json_sure(json_pack("{s:o, s:o}", "text", json_from_bytes(source->text + span.offset, span.length),
                                      "position", json_from_span(lines, span))));
    return array;
}

/* Returns the instruction without its diagnostics, and where it is legal for this assembler (0: the one that ptxcheck
 * follows). It must be the one that the walk of `module` through `source` gave last. */
static json_t *ir_from_instruction(const struct ptxc_instruction *instruction, const struct ptxc_module *module,
                                   const struct source *source, struct ptxc_lines *lines, uint32_t assembler) {
    struct ptxc_place place = {.size = sizeof(place)};
    char *canonical = instruction->damaged ? NULL : instruction_text(instruction); /* else not all of it was read */
    ptxc_module_place(module, &place);
    const char *function = source->text + place.function.offset;
    json_t *object = json_sure(json_object());
    json_put(object, "opcode", json_from_name(ptxc_opcode_name(instruction->opcode)));
    json_put(object, "canonical", json_from_name(canonical));
    json_put(object, "damaged", json_boolean(instruction->damaged));
    json_put(object, "position", json_from_span(lines, instruction->span));
    json_put(object, "function",
             place.function.length ? json_from_bytes(function, place.function.length) : json_null());
    if (place.snippet_kind) {
        json_put(object, "snippet", from_snippet(&place, module, lines));
        json_put(object, "hidden", from_hidden(module, source, lines));
    }
    json_put(object, "form", instruction->damaged ? json_null() : from_form(instruction));
    json_put(object, "guard", instruction->guarded ? from_value(module, &instruction->guard) : json_null());
    json_put(object, "qualifiers", from_qualifiers(instruction, canonical, source));
    json_put(object, "operands", from_operands(instruction, module, lines));
    json_put(object, "requirement", instruction->damaged ? json_null() : from_requirement(instruction, assembler));
    free(canonical);
    return object;
}

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

/* Returns the diagnostics inside the instruction. Both come in source order. */
static json_t *diagnostics_of(struct dump *dump, struct ptxc_span span) {
    json_t *array = json_sure(json_array());
    for (; dump->next < ptxc_report_count(dump->report); dump->next++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(dump->report, dump->next);
        if (diagnostic->span.offset > span.offset + span.length)
            break;
        if (diagnostic->span.offset < span.offset)
            continue;
        dump->placed[dump->next] = true;
        json_push(array, json_from_diagnostic(NULL, &dump->lines, diagnostic, diagnostic->severity));
    }
    return array;
}

/* Writes the instruction that the walk has found already, and all after it. */
static void write_instructions(struct dump *dump, struct ptxc_module *module, struct ptxc_instruction *instruction,
                               bool found) {
    struct json_list list;
    json_list_open(&list, stdout);
    for (; found && !ferror(stdout); found = ptxc_module_next(module, instruction)) {
        json_t *object = ir_from_instruction(instruction, module, &dump->source, &dump->lines, dump->assembler);
        json_put(object, "diagnostics", diagnostics_of(dump, instruction->span));
        json_list_add(&list, object);
    }
    json_list_close(&list);
}

/* Writes what stands outside the instructions: the header, declarations, what could not be read. */
static void write_diagnostics(struct dump *dump) {
    struct json_list list;
    json_list_open(&list, stdout);
    for (size_t i = 0; i < ptxc_report_count(dump->report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(dump->report, i);
        if (!dump->placed[i])
            json_list_add(&list, json_from_diagnostic(NULL, &dump->lines, diagnostic, diagnostic->severity));
    }
    json_list_close(&list);
}

/* Writes one file. The header is known when the first instruction is. */
static void write_file(struct dump *dump, struct ptxc_module *module) {
    struct ptxc_instruction instruction;
    struct ptxc_place place = {.size = sizeof(place)};
    bool found = ptxc_module_next(module, &instruction);
    ptxc_module_place(module, &place);
    json_open(stdout,
              json_sure(json_pack("{s:o, s:o, s:o}", "name", json_from_text(dump->source.name), "ptx",
                                  json_from_ptx(place.ptx), "target", json_from_name(ptxc_target_name(place.target)))));
    fputs(", \"instructions\": ", stdout);
    write_instructions(dump, module, &instruction, found);
    fputs(", \"diagnostics\": ", stdout);
    write_diagnostics(dump);
    fputc('}', stdout);
}

/* Walks through a file that was checked, and returns what came of the walk. */
static enum ptxc_status dump_source(struct dump *dump, const struct ptxc_options *options, struct json_list *files) {
    struct ptxc_module *module;
    const struct source *source = &dump->source;
    enum ptxc_status status = dump->path
                                  ? ptxc_module_open_host(dump->path, source->text, source->length, options, &module)
                                  : ptxc_module_open(source->text, source->length, options, &module);
    if (status != PTXC_OK)
        return status;
    dump->placed = memory_new(ptxc_report_count(dump->report), sizeof(*dump->placed));
    json_list_next(files);
    write_file(dump, module); /* finish() says what stands against it */
    free(dump->placed);
    return ptxc_module_close(module, NULL);
}

/* Writes one file; false after a message on stderr. */
static bool dump_file(const char *name, const struct request *request, struct json_list *files) {
    const struct ptxc_options *options = &request->options;
    struct dump dump = {.assembler = options->assembler};
    if (!source_read_language(&dump.source, name, request->standard, &dump.path))
        return false;
    ptxc_lines_init(&dump.lines, dump.source.text, dump.source.length);
    enum ptxc_status status =
        dump.path ? ptxc_check_host(dump.path, dump.source.text, dump.source.length, options, &dump.report)
                  : ptxc_check(dump.source.text, dump.source.length, options, &dump.report);
    if (status == PTXC_OK)
        status = dump_source(&dump, options, files);
    if (status != PTXC_OK)
        report_error("%s: %s", dump.source.name, status_text(status));
    ptxc_report_free(dump.report);
    source_free(&dump.source);
    return status == PTXC_OK;
}

int command_dump(int argc, char **argv) {
    struct request request;
    struct json_list files;
    bool failed = false;
    if (!request_read(&request, COMMAND_DUMP, argc, argv, NULL, NULL) || !request_has_file(argc - optind) ||
        !assembler_suits(NULL, &request.options))
        return EXIT_ERROR;
    json_begin(stdout, "dump");
    fputs(", \"files\": ", stdout);
    json_list_open(&files, stdout);
    for (int i = optind; i < argc && !ferror(stdout); i++)
        if (!dump_file(argv[i], &request, &files))
            failed = true;
    json_list_close(&files);
    fputs("}\n", stdout);
    return finish(failed ? EXIT_ERROR : EXIT_CLEAN);
}
