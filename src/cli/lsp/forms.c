/* The forms that an instruction may have while it is typed: its mnemonic is read as far as it goes, and what is to
 * follow is shown while its operands are written.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/lsp/forms.h"
#include "cli/options/profile.h"

enum { WORD = 256 /* bytes of a qualifier */, LINE = 4000 };

const char lsp_word_characters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$%.:";

struct ptxc_options lsp_document_target(const struct lsp_document *document, bool host) {
    const struct lsp_text *text = &document->text;
    struct ptxc_options options = {
        .size = sizeof(options), .target = document->profile->options.target, .ptx = document->profile->options.ptx};
    const char *body = memchr(text->bytes, '{', text->length);
    struct ptxc_place place = {.size = sizeof(place)};
    struct ptxc_instruction *instruction = memory_new(1, sizeof(*instruction));
    struct ptxc_module *module = NULL;
    if (!host &&
        ptxc_module_open(text->bytes, body ? (size_t)(body - text->bytes) : text->length, &options, &module) == PTXC_OK)
        while (ptxc_module_next(module, instruction))
            ;
    ptxc_module_place(module, &place);
    ptxc_module_close(module, NULL);
    free(instruction);
    if (!host) {
        options.target = ptxc_target_name(place.target);
        options.ptx = place.ptx;
    }
    return options;
}

size_t lsp_qualifiers_of(const struct ptxc_instruction *instruction, enum ptxc_qualifier *qualifiers) {
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        qualifiers[i] = instruction->qualifiers[i].id;
    return instruction->qualifier_count;
}

bool lsp_form_allows(size_t form, const struct ptxc_instruction *instruction, const struct ptxc_options *options) {
    enum ptxc_qualifier qualifiers[PTXC_MAX_QUALIFIERS];
    const size_t count = lsp_qualifiers_of(instruction, qualifiers);
    return strcmp(ptxc_form_mnemonic(form), ptxc_opcode_name(instruction->opcode)) == 0 &&
           ptxc_form_takes(form, qualifiers, count, ptxc_target_from_name(options->target), options->ptx);
}

size_t lsp_form_of(const struct ptxc_instruction *instruction, const struct ptxc_options *options) {
    size_t form = 0;
    while (form < ptxc_form_count() && !lsp_form_allows(form, instruction, options))
        form++;
    return form;
}

bool lsp_read_mnemonic(const char *text, struct ptxc_instruction *instruction) {
    char word[WORD];
    enum ptxc_opcode opcode = PTXC_OP_NONE;
    const char *name = "", *longest = "";
    for (int i = 1; (name = ptxc_opcode_name((enum ptxc_opcode)i)); i++) {
        const size_t length = strlen(name);
        if (length > strlen(longest) && strncmp(text, name, length) == 0 && (text[length] == '.' || !text[length])) {
            opcode = (enum ptxc_opcode)i;
            longest = name;
        }
    }
    if (opcode == PTXC_OP_NONE)
        return false;
    ptxc_instruction_init(instruction, opcode);
    for (const char *at = text + strlen(longest); *at;) {
        const size_t length = 1 + strcspn(at + 1, ".");
        snprintf(word, sizeof(word), "%.*s", (int)length, at);
        const enum ptxc_qualifier qualifier = ptxc_qualifier_from_name(word);
        if (qualifier == PTXC_Q_NONE || ptxc_instruction_add(instruction, qualifier) != PTXC_OK)
            return false;
        at += length;
    }
    return true;
}

size_t lsp_guard_length(const char *text) {
    const char *first = text + strspn(text, " \t\r\n");
    if (*first != '@')
        return (size_t)(first - text);
    const char *name = first + 1 + (first[1] == '!');
    const size_t length = strspn(name, lsp_word_characters), blanks = strspn(name + length, " \t\r\n");
    return length > 0 && blanks > 0 ? (size_t)(name + length + blanks - text) : 0;
}

size_t lsp_operand_index(const char *text) {
    size_t index = 0, depth = 0;
    for (; *text; text++) {
        depth += *text == '[' || *text == '{' || *text == '(';
        depth -= depth > 0 && (*text == ']' || *text == '}' || *text == ')');
        index += *text == ',' && depth == 0;
    }
    return index;
}

/* ---- signature help ---- */

/* An instruction that is typed. */
struct typed {
    struct ptxc_instruction instruction;
    enum ptxc_qualifier qualifiers[PTXC_MAX_QUALIFIERS];
    struct ptxc_options options;
    size_t operand; /* the one that the cursor is in */
    bool offsets;   /* the client takes the places of parameters in the line */
};

/* Returns an operand of a signature, as a ParameterInformation. `*at` is where the operand before it ends. */
static json_t *parameter_from(const struct typed *typed, const char *signature, const char *name, const char *takes,
                              size_t *at) {
    const char *found = strstr(signature + *at, name);
    const size_t begin = found ? (size_t)(found - signature) : *at, end = begin + (found ? strlen(name) : 0);
    json_t *label =
        typed->offsets ? json_sure(json_pack("[I, I]", (json_int_t)begin, (json_int_t)end)) : json_from_text(name);
    *at = end;
    return json_sure(json_pack("{s:o, s:o}", "label", label, "documentation", json_from_text(takes)));
}

/* Returns the signature of a form, as a SignatureInformation; NULL where the form does not take what is typed. */
static json_t *signature_from(const struct typed *typed, size_t form, size_t *count) {
    const size_t qualifiers = typed->instruction.qualifier_count;
    char signature[LINE], takes[LINE];
    const char *name;
    if (!lsp_form_allows(form, &typed->instruction, &typed->options) ||
        ptxc_form_signature(form, typed->qualifiers, qualifiers, signature, sizeof(signature)) == 0)
        return NULL;
    size_t at = strcspn(signature, " ");
    json_t *parameters = json_sure(json_array());
    for (*count = 0;
         (name = ptxc_form_parameter(form, typed->qualifiers, qualifiers, *count, NULL, takes, sizeof(takes)));
         ++*count)
        json_push(parameters, parameter_from(typed, signature, name, takes, &at));
    return json_sure(json_pack("{s:s, s:o}", "label", signature, "parameters", parameters));
}

/* Returns the forms that what is typed may have, as a SignatureHelp; null where there is none. The first that has so
 * many operands is the active one. */
static json_t *help_from(const struct typed *typed) {
    json_t *signatures = json_sure(json_array());
    size_t active = 0, count;
    bool chosen = false;
    for (size_t form = 0; form < ptxc_form_count(); form++) {
        json_t *signature = signature_from(typed, form, &count);
        if (!signature)
            continue;
        if (!chosen && count > typed->operand) {
            active = json_array_size(signatures);
            chosen = true;
        }
        json_push(signatures, signature);
    }
    if (json_array_size(signatures) == 0) {
        json_decref(signatures);
        return json_null();
    }
    return json_sure(json_pack("{s:o, s:I, s:I}", "signatures", signatures, "activeSignature", (json_int_t)active,
                               "activeParameter", (json_int_t)typed->operand));
}

/* Returns where the instruction begins that is typed at a place. The one before it may lack its ';' yet: a line begins
 * an instruction, unless the line before it ends with a comma. */
static size_t begin_of(const struct lsp_text *text, size_t place) {
    const size_t begin = lsp_statement_at(text, place).begin;
    size_t line = lsp_text_line(text, place);
    while (line > 0 && text->lines[line] > begin) {
        size_t last = text->lines[line];
        while (last > begin && strchr(" \t\r\n", text->bytes[last - 1]))
            last--;
        if (last == 0 || text->bytes[last - 1] != ',')
            break;
        line--;
    }
    return text->lines[line] > begin ? text->lines[line] : begin;
}

json_t *lsp_signature_help(struct lsp_server *server, struct lsp_call *call) {
    const char *host;
    size_t place;
    struct lsp_document *document = lsp_document_at(server, call, &place);
    if (!document)
        return NULL;
    if (!lsp_document_language(document, &host) || host || !lsp_document_profile(server, document))
        return json_null();
    const size_t first = begin_of(&document->text, place);
    if (first >= place)
        return json_null();
    struct typed *typed = memory_new(1, sizeof(*typed));
    char *text = memory_text(document->text.bytes + first, place - first);
    const size_t begin = lsp_guard_length(text), length = strcspn(text + begin, " \t\r\n");
    char *mnemonic = memory_text(text + begin, length);
    const bool read = text[begin + length] && lsp_read_mnemonic(mnemonic, &typed->instruction);
    if (read)
        lsp_qualifiers_of(&typed->instruction, typed->qualifiers);
    typed->options = lsp_document_target(document, false);
    typed->operand = lsp_operand_index(text + begin + length);
    typed->offsets = lsp_client_can(
        server, "textDocument.signatureHelp.signatureInformation.parameterInformation.labelOffsetSupport");
    json_t *help = read ? help_from(typed) : json_null();
    free(mnemonic);
    free(text);
    free(typed);
    return help;
}

void lsp_offer(const struct lsp_completion *completion, const struct lsp_item *item) {
    const struct lsp_document *document = completion->document;
    if (strncmp(item->label, completion->text, strlen(completion->text)) != 0)
        return;
    json_t *object = json_sure(json_pack(
        "{s:o, s:i, s:o, s:o, s:o}", "label", json_from_text(item->label), "kind", (int)item->kind, "detail",
        json_from_text(item->detail), "sortText", json_sure(json_sprintf("%02d%s", item->rank, item->label)),
        "textEdit",
        lsp_text_edit(completion->server, document, completion->word, item->text ? item->text : item->label)));
    if (item->snippet)
        json_put(object, "insertTextFormat", json_sure(json_integer(2)));
    if (item->more)
        json_put(object, "documentation", json_from_text(item->more));
    json_push(completion->items, object);
}
