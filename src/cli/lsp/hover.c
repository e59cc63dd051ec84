/* What is said of the word under the cursor: an instruction and its parts, a name, a rule. All of it is the library's.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/lsp/forms.h"
#include "cli/options/profile.h"
#include "ptxcheck/document.h"
#include "ptxcheck/outline.h"

enum { LINE = 4000 };

/* What is said, in Markdown. */
struct hover {
    FILE *stream;
    char *text;
    size_t size;
};

static bool is_in(struct ptxc_span span, size_t place) {
    return place >= span.offset && place <= (size_t)span.offset + span.length;
}

/* ---- instructions ---- */

/* An instruction of the document. The spans in it are places after `base`. */
struct found {
    struct ptxc_instruction instruction;
    size_t base;
};

/* Finds the instruction around a place in a source of another language. */
static bool find_hosted(struct lsp_document *document, const char *host, size_t place, struct found *found) {
    const struct lsp_text *text = &document->text;
    struct ptxc_module *module;
    bool here = false;
    if (ptxc_module_open_host(host, text->bytes, text->length, &document->profile->options, &module) != PTXC_OK)
        return false;
    while (!here && ptxc_module_next(module, &found->instruction))
        here = is_in(found->instruction.span, place);
    ptxc_module_close(module, NULL);
    found->base = 0;
    return here;
}

/* Finds the instruction around a place; false where there is none of the family. */
static bool find(struct lsp_server *server, struct lsp_document *document, size_t place, struct found *found) {
    const char *host;
    if (!lsp_document_language(document, &host) || !lsp_document_profile(server, document))
        return false;
    if (host)
        return find_hosted(document, host, place, found);
    const struct lsp_range range = lsp_statement_at(&document->text, place);
    found->base = range.begin;
    return place >= range.begin && range.end > range.begin &&
           ptxc_instruction_parse(document->text.bytes + range.begin, range.end - range.begin, &found->instruction,
                                  NULL) == PTXC_OK;
}

/* Says what the instruction needs, and which of its parts ask for that. */
static void say_needs(const struct hover *hover, const struct lsp_document *document, const struct found *found) {
    struct ptxc_reason reasons[PTXC_MAX_REASONS];
    const size_t count = ptxc_instruction_reasons(&found->instruction, reasons, PTXC_MAX_REASONS);
    char needs[LINE];
    for (size_t i = 0; i < count && i < PTXC_MAX_REASONS; i++) {
        const struct ptxc_span span = ptxc_reason_span(&found->instruction, &reasons[i]);
        const bool form = reasons[i].kind == PTXC_REASON_FORM || span.length == 0;
        ptxc_reason_needs(&reasons[i], needs, sizeof(needs));
        fprintf(
            hover->stream, "- `%.*s` needs %s\n", form ? (int)found->instruction.opcode_span.length : (int)span.length,
            document->text.bytes + found->base + (form ? found->instruction.opcode_span.offset : span.offset), needs);
    }
}

/* Says what the form of an instruction is, and what it needs. */
static void say_form(const struct hover *hover, const struct lsp_document *document, const struct found *found) {
    const size_t form = ptxc_instruction_form(&found->instruction);
    char syntax[LINE], effect[LINE];
    if (form >= ptxc_form_count()) {
        fprintf(hover->stream, "`%s`: there is no such form\n", ptxc_opcode_name(found->instruction.opcode));
        return;
    }
    ptxc_form_syntax(form, syntax, sizeof(syntax));
    fprintf(hover->stream, "```ptx\n%s\n```\n", syntax);
    if (ptxc_instruction_effect(&found->instruction, effect, sizeof(effect)) > 0)
        fprintf(hover->stream, "It %s.\n\n", effect);
    say_needs(hover, document, found);
    fprintf(hover->stream, "\nPTX ISA %s, section %s\n", ptxc_isa_version(), ptxc_form_section(form));
}

/* Says what the mnemonic or the qualifier at a place is; gives its place. False where neither is there. */
static bool say_word(const struct hover *hover, const struct lsp_document *document, const struct found *found,
                     size_t place, struct ptxc_span *part) {
    const struct ptxc_instruction *instruction = &found->instruction;
    const char *slot = NULL;
    bool here = is_in(instruction->opcode_span, place);
    *part = instruction->opcode_span;
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i];
        if (!is_in(use->span, place))
            continue;
        here = true; /* and where one ends, another may begin */
        *part = use->span;
        slot = ptxc_slot_name(use->slot);
    }
    if (slot)
        fprintf(hover->stream, "`%.*s`: %s\n\n", (int)part->length, document->text.bytes + found->base + part->offset,
                slot);
    if (here)
        say_form(hover, document, found);
    return here;
}

/* Says what the operand at a place is for, and what may stand there; gives its place. False where none is there. */
static bool say_operand(const struct hover *hover, const struct found *found, size_t place, struct ptxc_span *part) {
    const struct ptxc_instruction *instruction = &found->instruction;
    enum ptxc_qualifier qualifiers[PTXC_MAX_QUALIFIERS];
    char takes[LINE];
    const size_t count = lsp_qualifiers_of(instruction, qualifiers);
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const char *name = ptxc_instruction_operand_name(instruction, i);
        if (!is_in(instruction->operands[i].span, place) || !name)
            continue;
        *part = instruction->operands[i].span;
        fprintf(hover->stream, "operand `%s` of `%s`", name, ptxc_opcode_name(instruction->opcode));
        if (ptxc_form_parameter(ptxc_instruction_form(instruction), qualifiers, count, i, NULL, takes, sizeof(takes)))
            fprintf(hover->stream, ": %s", takes);
        fputs("\n\n", hover->stream);
        return true;
    }
    return false;
}

/* ---- what is known of the text ---- */

/* Returns what answers questions about the text; NULL where nothing does. */
static const struct ptxc_document *checked_of(struct lsp_server *server, struct lsp_document *document) {
    if (!document->hazards && !document->verdicts)
        lsp_document_report(server, document, false);
    if (!document->hazards && !document->verdicts && document->profile &&
        ptxc_document_open(document->text.bytes, document->text.length, &document->profile->options,
                           &document->verdicts) == PTXC_OUT_OF_MEMORY)
        memory_sure(NULL);
    return document->hazards ? document->hazards : document->verdicts;
}

/* Says what value the operand at a place has, as far as it is known. */
static void say_value(struct lsp_server *server, const struct hover *hover, struct lsp_document *document, size_t place,
                      struct ptxc_span part) {
    char value[LINE];
    const char *host;
    if (lsp_document_language(document, &host) && !host &&
        ptxc_document_value(checked_of(server, document), place, value, sizeof(value)) > 0 &&
        !(strlen(value) == part.length && memcmp(value, document->text.bytes + part.offset, part.length) == 0))
        fprintf(hover->stream, "\nvalue: `%.*s`%s\n", (int)strcspn(value, ","), value, value + strcspn(value, ","));
}

/* Returns the execution of the kernel around a place, NULL where there is none. */
static const struct lsp_kernel *execution_at(struct lsp_server *server, struct lsp_document *document, size_t place) {
    const struct ptxc_declaration *kernel = lsp_document_kernel(document, place);
    return kernel ? lsp_document_execution(server, document, kernel) : NULL;
}

/* ---- names and rules ---- */

/* Says what declares a name. */
static void say_declaration(const struct hover *hover, const struct lsp_document *document,
                            const struct ptxc_declaration *declaration) {
    static const char *const kinds[] = {[PTXC_DECLARED_REGISTER] = "register",   [PTXC_DECLARED_VARIABLE] = "variable",
                                        [PTXC_DECLARED_PARAMETER] = "parameter", [PTXC_DECLARED_FUNCTION] = "function",
                                        [PTXC_DECLARED_KERNEL] = "kernel",       [PTXC_DECLARED_LABEL] = "label"};
    char *name = lsp_declaration_name(document, declaration);
    fprintf(hover->stream, "%s `%s`", kinds[declaration->kind], name);
    free(name);
    if (declaration->type != PTXC_TYPE_NONE)
        fprintf(hover->stream, ", `%s %s`", ptxc_space_name(declaration->space), ptxc_type_name(declaration->type));
    if (declaration->size > 0 && declaration->kind != PTXC_DECLARED_REGISTER)
        fprintf(hover->stream, ", %llu bytes", (unsigned long long)declaration->size);
    if (declaration->alignment > 0)
        fprintf(hover->stream, ", aligned to %u", declaration->alignment);
    fputc('\n', hover->stream);
}

void lsp_print_rule(FILE *stream, const struct ptxc_rule *rule) {
    fprintf(stream, "**%s** (%s, %s)\n\n%s.\n\n%s\n", rule->id, ptxc_class_name(rule->rule_class),
            ptxc_severity_name(rule->severity), rule->summary, rule->why);
}

/* Says what the rule is whose id stands at a place of an allow comment; false where there is none. */
static bool say_rule(const struct hover *hover, const struct lsp_text *text, size_t place, struct lsp_range *word) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    if (!lsp_allows_at(text, place, word))
        return false;
    char *id = memory_text(text->bytes + word->begin, word->end - word->begin);
    const bool known = ptxc_rule_from_id(id, &rule);
    free(id);
    if (known)
        lsp_print_rule(hover->stream, &rule);
    return known;
}

/* Says what the name at a place is; gives its place. Returns its declaration, NULL where there is none. */
static const struct ptxc_declaration *say_name(struct lsp_server *server, const struct hover *hover,
                                               struct lsp_document *document, size_t place, struct ptxc_span *part) {
    const struct ptxc_declaration *declaration = ptxc_outline_find(lsp_document_outline(document), place, part);
    if (!declaration)
        return NULL;
    say_declaration(hover, document, declaration);
    if (declaration->kind == PTXC_DECLARED_VARIABLE && declaration->space == PTXC_SPACE_SHARED) {
        char *name = lsp_declaration_name(document, declaration);
        lsp_print_variable(hover->stream, &document->text, execution_at(server, document, place), name);
        free(name);
    }
    return declaration;
}

/* Says what an execution has made of an instruction: what a wait leaves pending; at an address in a register the shared
 * memory and the mbarriers that it is about. */
static void say_execution(struct lsp_server *server, const struct hover *hover, struct lsp_document *document,
                          size_t place, const struct found *found, bool variables) {
    const struct ptxc_span span = found->instruction.span;
    const struct lsp_range statement = {found->base + span.offset, found->base + span.offset + span.length};
    const struct lsp_kernel *kernel = execution_at(server, document, place);
    if (!kernel)
        return;
    if (variables)
        lsp_print_variables(hover->stream, &document->text, kernel, statement);
    else
        lsp_print_statement(hover->stream, &document->text, kernel, statement);
}

/* Returns how the operand at a place is written. */
static enum ptxc_operand_shape shape_at(const struct found *found, size_t place) {
    for (size_t i = 0; i < found->instruction.operand_count; i++)
        if (is_in(found->instruction.operands[i].span, place - found->base))
            return found->instruction.operands[i].shape;
    return PTXC_OPERAND_SCALAR;
}

/* Says what is known of the operand at a place: what it is for, what it names, its value, and what lies there. `part`
 * becomes the name, or the operand that is none. */
static bool say_place(struct lsp_server *server, const struct hover *hover, struct lsp_document *document, size_t place,
                      const struct found *found, struct ptxc_span *part) {
    struct ptxc_span operand, name;
    const bool in_operand = found && say_operand(hover, found, place - found->base, &operand);
    const struct ptxc_declaration *declared = say_name(server, hover, document, place, &name);
    if (!in_operand && !declared)
        return false;
    *part = declared ? name : (struct ptxc_span){operand.offset + (uint32_t)found->base, operand.length};
    say_value(server, hover, document, place, *part);
    const bool in_register = in_operand && declared && declared->kind == PTXC_DECLARED_REGISTER;
    const enum ptxc_operand_shape shape = in_operand ? shape_at(found, place) : PTXC_OPERAND_SCALAR;
    if (shape == PTXC_OPERAND_TENSOR || (in_register && shape == PTXC_OPERAND_ADDRESS))
        say_execution(server, hover, document, place, found, shape == PTXC_OPERAND_ADDRESS);
    return true;
}

/* Says what there is to say at a place; false where that is nothing. The names of a large text take longest to find. */
static bool say(struct lsp_server *server, const struct hover *hover, struct lsp_document *document, size_t place,
                struct lsp_range *word) {
    const char *host;
    if (say_rule(hover, &document->text, place, word))
        return true;
    struct found *found = memory_new(1, sizeof(*found));
    struct ptxc_span part = {0, 0};
    const bool instruction = find(server, document, place, found);
    size_t base = instruction ? found->base : 0;
    bool said = instruction && say_word(hover, document, found, place - base, &part);
    if (!said) {
        said = say_place(server, hover, document, place, instruction ? found : NULL, &part);
        base = 0;
    } else if (lsp_document_language(document, &host) && !host) {
        say_execution(server, hover, document, place, found, false);
    }
    *word = (struct lsp_range){base + part.offset, base + part.offset + part.length};
    free(found);
    return said;
}

json_t *lsp_hover(struct lsp_server *server, struct lsp_call *call) {
    struct hover hover = {0};
    struct lsp_range word;
    size_t place;
    struct lsp_document *document = lsp_document_at(server, call, &place);
    if (!document)
        return NULL;
    hover.stream = memory_sure(open_memstream(&hover.text, &hover.size));
    const bool said = say(server, &hover, document, place, &word);
    if (fclose(hover.stream) != 0)
        memory_sure(NULL);
    json_t *result = said ? json_sure(json_pack("{s:{s:s, s:o}, s:o}", "contents", "kind", "markdown", "value",
                                                json_from_bytes(hover.text, hover.size), "range",
                                                lsp_range(&document->text, server->encoding, word)))
                          : json_null();
    free(hover.text);
    return result;
}
