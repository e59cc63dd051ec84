/* Checks what must hold of every document of `ptxcheck dump`, beyond its schema.
 *
 *   ir_check document FILE…   in each document the instructions, built again from their fields, are those of the source
 *                             and of the canonical text; their form and requirement are what the library says
 *   ir_check names SCHEMA     the enumerations of the schema are the names of the tables (UPDATE=1 writes them anew)
 *   ir_check equal A B        two documents are equal, whatever their layout
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "ptxcheck/instruction.h"
#include "report/rules.h"
#include "tables/tables.h"

static unsigned long failures, compared;

static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    failures++;
}

static json_t *load(const char *path) {
    json_error_t error;
    json_t *document = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!document) {
        fprintf(stderr, "%s:%d: %s\n", path, error.line, error.text);
        exit(2);
    }
    return document;
}

static const char *text_of(json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key)); /* NULL for null, or where it is absent */
}

static json_int_t number_of(json_t *object, const char *key) {
    return json_integer_value(json_object_get(object, key));
}

/* ---- names to values ---- */

static int index_in(const char *const *names, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (name && names[i] && strcmp(names[i], name) == 0)
            return (int)i;
    fail("'%s' is no name of its kind", name ? name : "null");
    return 0;
}

static enum ptxc_value_kind kind_of(const char *name) {
    static const char *const names[] = {
        [PTXC_VALUE_REGISTER] = "register", [PTXC_VALUE_SPECIAL] = "special", [PTXC_VALUE_VARIABLE] = "variable",
        [PTXC_VALUE_FUNCTION] = "function", [PTXC_VALUE_INTEGER] = "integer", [PTXC_VALUE_REAL] = "real",
        [PTXC_VALUE_SINK] = "sink",         [PTXC_VALUE_UNKNOWN] = "unknown"};
    return (enum ptxc_value_kind)index_in(names, PTXC_COUNT(names), name);
}

static enum ptxc_operand_shape shape_of(const char *name) {
    static const char *const names[] = {"scalar", "address", "vector", "tensor", "pair", "list"};
    return (enum ptxc_operand_shape)index_in(names, PTXC_COUNT(names), name);
}

static uint32_t flags_of(json_t *array) {
    static const char *const names[] = {"not",         "minus",    "offset",    "index",          "array",
                                        "whole",       "external", "component", "register-index", "open-brace",
                                        "close-brace", "unsigned", "four"};
    uint32_t flags = 0;
    size_t i;
    json_t *word;
    json_array_foreach(array, i, word) flags |= 1u << index_in(names, PTXC_COUNT(names), json_string_value(word));
    return flags;
}

static enum ptxc_slot slot_of(const char *name) {
    for (int i = 0; i < PTXC_SLOT_COUNT; i++)
        if (name && strcmp(ptxc_slot_name((enum ptxc_slot)i), name) == 0)
            return (enum ptxc_slot)i;
    return PTXC_SLOT_NONE;
}

static enum ptxc_space space_of(const char *name) {
    for (int i = PTXC_SPACE_SHARED; i <= PTXC_SPACE_REG; i++)
        if (name && strcmp(ptxc_space_name((enum ptxc_space)i), name) == 0)
            return (enum ptxc_space)i;
    return PTXC_SPACE_NONE;
}

/* ---- the instruction, built again ---- */

/* The declarations of the file at hand, as far as the names that refer to them show what they are. */
enum { MAX_SYMBOLS = 10000 };
static struct ptxc_value declared[MAX_SYMBOLS];

/* Names of one declaration have one type and place; the number of a name is the digits at its end. */
static void check_declaration(json_t *object, const struct ptxc_value *value) {
    const json_int_t symbol = number_of(object, "symbol");
    json_t *number = json_object_get(object, "number");
    if (symbol < 0 || symbol >= MAX_SYMBOLS) {
        fail("%" JSON_INTEGER_FORMAT " is too much for a symbol of these files", symbol);
        return;
    }
    struct ptxc_value *first = &declared[symbol];
    if (symbol && first->kind &&
        (first->kind != value->kind || first->type != value->type || first->space != value->space ||
         first->alignment != value->alignment))
        fail("'%s' is not what its symbol %" JSON_INTEGER_FORMAT " was before", value->name, symbol);
    if (symbol)
        *first = *value;
    if (!number || !value->name)
        return;
    size_t end = strspn(value->name, "%$_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"), start = end;
    while (start > 0 && value->name[start - 1] >= '0' && value->name[start - 1] <= '9')
        start--;
    if (start == end || (json_int_t)strtoull(value->name + start, NULL, 10) != json_integer_value(number))
        fail("'%s' is not number %" JSON_INTEGER_FORMAT, value->name, json_integer_value(number));
}

/* Gives the value that the fields of the document describe. */
static struct ptxc_value value_of(json_t *object) {
    struct ptxc_value value = {.kind = kind_of(text_of(object, "kind"))};
    const char *name = text_of(object, "name"), *bits = text_of(object, "value"), *type = text_of(object, "type");
    value.name = name;
    value.name_length = name ? (uint32_t)strlen(name) : 0;
    value.type = type ? ptxc_type_from_name(type) : PTXC_TYPE_NONE;
    value.space = space_of(text_of(object, "space"));
    value.alignment = (uint32_t)number_of(object, "alignment");
    value.flags = flags_of(json_object_get(object, "flags"));
    value.integer = bits ? (int64_t)strtoull(bits + 2, NULL, 16)
                         : number_of(object, value.kind == PTXC_VALUE_INTEGER ? "value" : "offset");
    if (type && value.type == PTXC_TYPE_NONE)
        fail("there is no type '%s'", type);
    check_declaration(object, &value);
    return value;
}

static void build_operand(json_t *object, struct ptxc_instruction *instruction) {
    json_t *values = json_object_get(object, "values"), *value;
    struct ptxc_operand *operand = &instruction->operands[instruction->operand_count++];
    size_t i;
    *operand = (struct ptxc_operand){.shape = shape_of(text_of(object, "shape")),
                                     .first = instruction->value_count,
                                     .count = (uint8_t)json_array_size(values)};
    json_array_foreach(values, i, value) instruction->values[instruction->value_count++] = value_of(value);
}

/* Builds the instruction from its fields; false where it has a qualifier that is not in the tables. */
static bool build(json_t *object, struct ptxc_instruction *instruction) {
    json_t *guard = json_object_get(object, "guard"), *item;
    bool known = true;
    size_t i;
    const char *opcode = text_of(object, "opcode");
    ptxc_instruction_init(instruction, ptxc_opcode_from_name(opcode ? opcode : ""));
    if (instruction->opcode == PTXC_OP_NONE)
        fail("there is no opcode '%s'", opcode ? opcode : "null");
    if (!json_is_null(guard))
        ptxc_instruction_guard(instruction, value_of(guard));
    json_array_foreach(json_object_get(object, "qualifiers"), i, item) {
        enum ptxc_qualifier qualifier = ptxc_qualifier_from_name(text_of(item, "spelling"));
        enum ptxc_slot slot = slot_of(text_of(item, "slot"));
        known &= qualifier != PTXC_Q_NONE;
        if ((qualifier == PTXC_Q_NONE) != (slot == PTXC_SLOT_NONE) ||
            (qualifier && ptxc_instruction_set(instruction, slot, qualifier) != PTXC_OK))
            fail("'%s' does not belong in its slot", text_of(item, "spelling"));
    }
    json_array_foreach(json_object_get(object, "operands"), i, item) build_operand(item, instruction);
    return known;
}

/* ---- what is said of it ---- */

/* Fails unless line and column agree with the offset, and the place lies in the source and in what is around it. */
static void check_position(const char *source, json_t *position, json_t *around) {
    size_t offset = (size_t)number_of(position, "offset"), length = (size_t)number_of(position, "length");
    size_t line = 1, start = 0;
    if (offset + length > strlen(source)) {
        fail("a position ends at %zu, after the end of the source", offset + length);
        return;
    }
    for (size_t i = 0; i < offset; i++) {
        if (source[i] == '\n') {
            line++;
            start = i + 1;
        }
    }
    size_t utf16 = 1;
    for (size_t i = start; i < offset; i++) /* a character of four bytes is two code units */
        utf16 += ((unsigned char)source[i] & 0xc0) != 0x80 ? 1 + ((unsigned char)source[i] >= 0xf0) : 0;
    if ((size_t)number_of(position, "utf16") != utf16)
        fail("offset %zu is in UTF-16 column %zu", offset, utf16);
    if ((size_t)number_of(position, "line") != line || (size_t)number_of(position, "column") != offset - start + 1)
        fail("offset %zu is in line %zu, column %zu", offset, line, offset - start + 1);
    if (around && (offset < (size_t)number_of(around, "offset") ||
                   offset > (size_t)(number_of(around, "offset") + number_of(around, "length"))))
        fail("offset %zu is outside its instruction", offset);
}

/* Fails unless the document names the targets and versions that the library gives for the instruction. */
static void check_requirement(const struct ptxc_instruction *instruction, json_t *told) {
    struct ptxc_requirement requirement = {.size = sizeof(requirement)};
    json_t *targets = json_object_get(told, "targets");
    size_t count = 0;
    char version[16];
    ptxc_instruction_requirement(instruction, &requirement);
    for (int i = 1; i < PTXC_TARGET_COUNT; i++) {
        const char *target = ptxc_target_name((enum ptxc_target)i), *first = text_of(targets, target);
        snprintf(version, sizeof(version), "%u.%u", requirement.first[i] / 100u, requirement.first[i] % 100u);
        count += requirement.first[i] > 0;
        if (requirement.first[i] > 0 && (!first || strcmp(first, version) != 0))
            fail("%s has it from %s, not from %s", target, version, first ? first : "null");
    }
    if (count != json_object_size(targets))
        fail("%zu targets have it, not %zu", count, json_object_size(targets));
    const char *ptx = text_of(told, "ptx");
    snprintf(version, sizeof(version), "%u.%u", requirement.ptx / 100, requirement.ptx % 100);
    if (strcmp(ptx ? ptx : "0.0", version) != 0)
        fail("the least PTX is %s, not %s", version, ptx ? ptx : "null");
}

/* Fails unless the document names the form of the instruction and its operands as the library does. */
static void check_form(const struct ptxc_instruction *instruction, json_t *object) {
    size_t form = ptxc_instruction_form(instruction), i;
    char syntax[2000] = "";
    json_t *told = json_object_get(object, "form"), *operand;
    const char *name = ptxc_form_name(form);
    ptxc_form_syntax(form, syntax, sizeof(syntax));
    if (name ? !text_of(told, "name") || strcmp(name, text_of(told, "name")) != 0 : !json_is_null(told))
        fail("the form is %s, not %s", name ? name : "none", json_is_null(told) ? "none" : text_of(told, "name"));
    if (name && strcmp(syntax, text_of(told, "syntax")) != 0)
        fail("the form is written %s", syntax);
    json_array_foreach(json_object_get(object, "operands"), i, operand) {
        const char *wanted = ptxc_instruction_operand_name(instruction, i), *given = text_of(operand, "name");
        if (wanted ? !given || strcmp(wanted, given) != 0 : given != NULL)
            fail("operand %zu is %s, not %s", i, wanted ? wanted : "none", given ? given : "none");
    }
}

static void check_text(const char *text, size_t length, const struct ptxc_instruction *built, const char *canonical) {
    struct ptxc_instruction read;
    char *printed = malloc(strlen(canonical) + 1);
    if (ptxc_instruction_parse(text, length, &read, NULL) != PTXC_OK || !ptxc_instruction_equal(&read, built))
        fail("'%.*s' is not the instruction of the document", (int)length, text);
    if (!printed || ptxc_instruction_emit(&read, printed, strlen(canonical) + 1) != strlen(canonical) ||
        strcmp(printed, canonical) != 0)
        fail("'%.*s' does not print as '%s'", (int)length, text, canonical);
    free(printed);
}

/* Checks the positions of fixes or notes; a note may have none. */
static void check_positions(const char *source, json_t *array, json_t *around) {
    size_t i;
    json_t *item;
    json_array_foreach(array, i, item) {
        json_t *position = json_object_get(item, "position");
        if (!json_is_null(position))
            check_position(source, position, around);
    }
}

/* Fails unless every place in the diagnostics is sound: of the finding, its cause, its fixes and its notes. */
static void check_diagnostics(const char *source, json_t *array, json_t *around) {
    size_t i;
    json_t *diagnostic;
    json_array_foreach(array, i, diagnostic) {
        check_position(source, json_object_get(diagnostic, "position"), around);
        if (json_is_object(json_object_get(diagnostic, "cause")))
            check_position(source, json_object_get(diagnostic, "cause"), NULL);
        check_positions(source, json_object_get(diagnostic, "fixes"), around);
        check_positions(source, json_object_get(diagnostic, "notes"), around);
    }
}

/* Builds the instruction again from its fields and fails unless it is the one of the source and of `canonical`. */
static void check_instruction(const char *source, json_t *object) {
    struct ptxc_instruction built;
    json_t *position = json_object_get(object, "position"), *operand;
    const char *canonical = text_of(object, "canonical");
    size_t i;
    compared++;
    bool known = build(object, &built);
    check_position(source, position, NULL);
    json_array_foreach(json_object_get(object, "operands"), i, operand)
        check_position(source, json_object_get(operand, "position"), position);
    check_diagnostics(source, json_object_get(object, "diagnostics"), position);
    if (json_is_true(json_object_get(object, "damaged")) || !known)
        return;
    check_form(&built, object);
    check_requirement(&built, json_object_get(object, "requirement"));
    if (!canonical)
        return;
    check_text(canonical, strlen(canonical), &built, canonical);
    size_t length = (size_t)number_of(position, "length");
    char *written = malloc(length + 2); /* as in the source, and ';' */
    if (!written)
        exit(2);
    memcpy(written, source + number_of(position, "offset"), length);
    memcpy(written + length, ";", 2);
    check_text(written, length + 1, &built, canonical);
    free(written);
}

/* Checks every instruction and every diagnostic of every file in the document. */
static void check_document(const char *path) {
    json_t *document = load(path), *file, *object;
    size_t i, j;
    json_array_foreach(json_object_get(document, "files"), i, file) {
        char *source = file_text(text_of(file, "name"));
        unsigned long before = failures;
        memset(declared, 0, sizeof(declared));
        json_array_foreach(json_object_get(file, "instructions"), j, object) check_instruction(source, object);
        check_diagnostics(source, json_object_get(file, "diagnostics"), NULL);
        if (failures > before)
            fprintf(stderr, "in %s\n", text_of(file, "name"));
        free(source);
    }
    json_decref(document);
}

/* ---- the enumerations ---- */

static void add_name(json_t *array, const char *name) {
    size_t i;
    json_t *known;
    json_array_foreach(array, i, known) if (strcmp(json_string_value(known), name) == 0) return;
    json_array_append_new(array, json_string(name));
}

static void compare_names(json_t *schema, const char *kind, json_t *names) {
    json_t *definition = json_object_get(json_object_get(schema, "$defs"), kind);
    if (getenv("UPDATE"))
        json_object_set(definition, "enum", names);
    if (!json_equal(json_object_get(definition, "enum"), names))
        fail("the schema's names of kind '%s' are not those of the tables (UPDATE=1 writes them anew)", kind);
    json_decref(names);
}

/* Gives name `i` of a kind, or NULL. */
static const char *name_of(const char *kind, int i) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    switch (kind[0] << 8 | kind[1]) {
    case 'o' << 8 | 'p': return ptxc_opcode_name((enum ptxc_opcode)i);
    case 's' << 8 | 'l': return ptxc_slot_name((enum ptxc_slot)i);
    case 'q' << 8 | 'u': return ptxc_qualifier_name((enum ptxc_qualifier)i);
    case 't' << 8 | 'y': return ptxc_type_name((enum ptxc_type)i);
    case 's' << 8 | 'p': return ptxc_space_name((enum ptxc_space)i);
    case 't' << 8 | 'a': return ptxc_target_name((enum ptxc_target)i);
    case 'f' << 8 | 'o': return ptxc_form_name((size_t)i);
    case 'c' << 8 | 'l': return ptxc_class_name((enum ptxc_class)i);
    case 's' << 8 | 'e': return ptxc_severity_name((enum ptxc_severity)i);
    case 'r' << 8 | 'u': return ptxc_rule_get((size_t)i, &rule) ? rule.id : NULL;
    case 'r' << 8 | 'o': return i < PTXC_OPERAND_NAME_COUNT ? ptxc_operand_names[i].name : NULL;
    }
    return NULL;
}

/* Fails unless the enumerations of the schema list the names of the tables; with UPDATE=1 it writes them anew. */
static void check_names(const char *path) {
    static const struct {
        const char *kind;
        int first, count;
    } kinds[] = {
        {"opcode", 0, PTXC_OP_COUNT},
        {"slot", 0, PTXC_SLOT_COUNT},
        {"qualifier", 0, PTXC_Q_COUNT},
        {"type", 0, PTXC_TYPE_COUNT},
        {"space", 0, PTXC_SPACE_REG + 1},
        {"target", 0, PTXC_TARGET_COUNT},
        {"form", 0, PTXC_FORM_COUNT},
        {"class", 0, PTXC_CLASS_HAZARD + 1},
        {"severity", PTXC_SEVERITY_NOTE, PTXC_SEVERITY_ERROR + 1}, /* what is off is not reported */
        {"rule", 0, PTXC_RULE_COUNT},
        {"role", 0, PTXC_ROLE_COUNT},
    };
    json_t *schema = load(path);
    for (size_t i = 0; i < PTXC_COUNT(kinds); i++) {
        json_t *names = json_array();
        for (int j = kinds[i].first; j < kinds[i].count; j++)
            if (name_of(kinds[i].kind, j))
                add_name(names, name_of(kinds[i].kind, j));
        compared += json_array_size(names);
        compare_names(schema, kinds[i].kind, names);
    }
    if (getenv("UPDATE") && json_dump_file(schema, path, JSON_INDENT(2)) != 0)
        fail("%s: cannot write", path);
    json_decref(schema);
}

static void compare_documents(const char *left, const char *right) {
    json_t *a = load(left), *b = load(right);
    if (!json_equal(a, b))
        fail("%s and %s differ", left, right);
    compared++;
    json_decref(a);
    json_decref(b);
}

int main(int argc, char **argv) {
    if (argc >= 3 && strcmp(argv[1], "document") == 0)
        for (int i = 2; i < argc; i++)
            check_document(argv[i]);
    else if (argc == 3 && strcmp(argv[1], "names") == 0)
        check_names(argv[2]);
    else if (argc == 4 && strcmp(argv[1], "equal") == 0)
        compare_documents(argv[2], argv[3]);
    else
        fail("usage: ir_check document FILE… | names SCHEMA | equal A B");
    printf("%lu compared, %lu failures\n", compared, failures);
    return failures > 0 || compared == 0;
}
