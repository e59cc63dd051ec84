/* How the word before the cursor may go on: a mnemonic, a qualifier that is still possible and legal, a name, a rule.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/lsp/forms.h"
#include "cli/options/profile.h"
#include "cli/system/path.h"
#include "ptxcheck/outline.h"

enum {
    MOST_OF_RANGE = 32, /* names of %r<N> that are offered */
    WORD = 256,         /* bytes of a word that is completed */
    LINE = 4000,
    LESS = 10 /* the rank of names that may not be meant */
};

/* ---- rules ---- */

static void offer_rules(const struct lsp_completion *completion) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    for (size_t i = 0; ptxc_rule_get(i, &rule); i++)
        lsp_offer(completion,
                  &(struct lsp_item){rule.id, ITEM_REFERENCE, ptxc_class_name(rule.rule_class), rule.summary, 0});
}

/* ---- targets ---- */

static void offer_targets(const struct lsp_completion *completion) {
    const char *name;
    for (int i = 1; (name = ptxc_target_name((enum ptxc_target)i)); i++)
        lsp_offer(completion, &(struct lsp_item){name, ITEM_KEYWORD, "target", NULL, i});
}

/* ---- special registers, directives ---- */

/* Offers special registers, once a '%' shows that one may be meant. */
static void offer_specials(const struct lsp_completion *completion) {
    char name[WORD], needs[LINE];
    for (size_t i = 0; *completion->text == '%' && ptxc_special_name(i, name, sizeof(name)) > 0; i++) {
        const size_t length = ptxc_special_needs(i, needs, sizeof(needs));
        char *detail = memory_format("special register %s", ptxc_type_name(ptxc_special_type(i)));
        lsp_offer(completion, &(struct lsp_item){name, ITEM_CONSTANT, detail, length > 0 ? needs : NULL, LESS + 1});
        free(detail);
    }
}

/* Returns the bits of where directives stand that may begin here: in the body of a function, or outside. */
static uint32_t places_at(struct lsp_document *document, size_t place) {
    const struct ptxc_outline *outline = lsp_document_outline(document);
    struct ptxc_span scope;
    for (size_t i = 0; (scope = ptxc_outline_scope(outline, i)).length > 0 && scope.offset < place; i++)
        if (place < (size_t)scope.offset + scope.length)
            return PTXC_INSIDE_FUNCTIONS;
    return PTXC_OUTSIDE_FUNCTIONS;
}

/* Offers the directives that may begin a statement, or go on one that a directive has begun: then types, too. */
static void offer_directives(const struct lsp_completion *completion, bool begins) {
    uint32_t places;
    const char *name;
    if (*completion->text != '.')
        return;
    const uint32_t wanted = begins ? places_at(completion->document, completion->word.begin) : PTXC_INSIDE_STATEMENTS;
    for (size_t i = 0; (name = ptxc_directive_spelling(i, &places)); i++)
        if (*name == '.' && (!begins || (places & (wanted | PTXC_INSIDE_STATEMENTS))))
            lsp_offer(completion,
                      &(struct lsp_item){name, ITEM_KEYWORD, "directive", NULL, places & wanted ? 0 : LESS});
    for (int i = 1; !begins && (name = ptxc_type_name((enum ptxc_type)i)); i++)
        lsp_offer(completion, &(struct lsp_item){name, ITEM_KEYWORD, "type", NULL, 0});
}

/* ---- mnemonics and qualifiers ---- */

/* Offers the mnemonics that a target and a version have. */
static void offer_mnemonics(const struct lsp_completion *completion, const struct ptxc_options *options) {
    struct ptxc_instruction *instruction = memory_new(1, sizeof(*instruction));
    char needs[LINE];
    const char *name;
    for (int i = 1; (name = ptxc_opcode_name((enum ptxc_opcode)i)); i++) {
        ptxc_instruction_init(instruction, (enum ptxc_opcode)i);
        const size_t form = lsp_form_of(instruction, options);
        if (form == ptxc_form_count() || strncmp(name, completion->text, strlen(completion->text)) != 0)
            continue;
        ptxc_form_needs(form, needs, sizeof(needs));
        lsp_offer(completion, &(struct lsp_item){name, ITEM_FUNCTION, "mnemonic", needs, 50});
    }
    free(instruction);
}

/* Offers a qualifier, with what the first form needs that takes it beside the others. */
static void offer_qualifier(const struct lsp_completion *completion, const struct ptxc_instruction *instruction,
                            enum ptxc_slot slot, enum ptxc_qualifier qualifier, const struct ptxc_options *options) {
    struct ptxc_instruction *longer = memory_new(1, sizeof(*longer));
    char needs[LINE] = "";
    *longer = *instruction;
    const bool added = ptxc_instruction_add(longer, qualifier) == PTXC_OK;
    const size_t form = added ? lsp_form_of(longer, options) : ptxc_form_count();
    free(longer);
    if (form < ptxc_form_count())
        ptxc_form_needs(form, needs, sizeof(needs));
    lsp_offer(completion, &(struct lsp_item){ptxc_qualifier_name(qualifier), ITEM_KEYWORD, ptxc_slot_name(slot),
                                             needs[0] ? needs : NULL, (int)slot});
}

/* Offers the qualifiers that may still follow a mnemonic with others. */
static void offer_qualifiers(const struct lsp_completion *completion, const struct ptxc_instruction *instruction,
                             const struct ptxc_options *options) {
    enum ptxc_qualifier choices[PTXC_MAX_CHOICES];
    bool offered[512] = {false};
    for (int slot = 0; ptxc_slot_name((enum ptxc_slot)slot); slot++) {
        if (ptxc_instruction_get(instruction, (enum ptxc_slot)slot) != PTXC_Q_NONE)
            continue;
        const size_t count =
            ptxc_instruction_choices(instruction, (enum ptxc_slot)slot, options, choices, PTXC_MAX_CHOICES);
        for (size_t i = 0; i < count && i < PTXC_MAX_CHOICES; i++) {
            const size_t index = (size_t)choices[i];
            if (index >= sizeof(offered) / sizeof(*offered) || offered[index])
                continue;
            offered[index] = true;
            offer_qualifier(completion, instruction, (enum ptxc_slot)slot, choices[i], options);
        }
    }
}

/* Returns a signature as a snippet, each operand a place to fill in, to be freed. */
static char *snippet_from(const char *signature) {
    struct memory_stream text;
    size_t number = 0;
    memory_open(&text);
    const size_t mnemonic = strcspn(signature, " ");
    fwrite(signature, 1, mnemonic, text.stream);
    for (const char *at = signature + mnemonic; *at;) {
        const size_t word = strcspn(at, " ,[]{}");
        if (word > 0)
            fprintf(text.stream, "${%zu:%.*s}", ++number, (int)word, at);
        else
            fprintf(text.stream, *at == '}' ? "\\%c" : "%c", *at);
        at += word > 0 ? word : 1;
    }
    fputs(";", text.stream);
    return memory_close(&text);
}

/* Offers the operands of what is typed, if no qualifier of it is left open. */
static void offer_operands(const struct lsp_completion *completion, const struct ptxc_instruction *instruction,
                           const struct ptxc_options *options) {
    enum ptxc_qualifier qualifiers[PTXC_MAX_QUALIFIERS];
    char signature[LINE], needs[LINE];
    if (!lsp_client_can(completion->server, "textDocument.completion.completionItem.snippetSupport"))
        return;
    const size_t count = lsp_qualifiers_of(instruction, qualifiers);
    for (size_t form = 0; form < ptxc_form_count(); form++) {
        if (!lsp_form_allows(form, instruction, options))
            continue;
        ptxc_form_signature(form, qualifiers, count, signature, sizeof(signature));
        const size_t mnemonic = strcspn(signature, " ");
        if (!signature[mnemonic] || mnemonic != strlen(completion->text))
            continue;
        ptxc_form_needs(form, needs, sizeof(needs));
        char *text = snippet_from(signature);
        lsp_offer(completion, &(struct lsp_item){signature, ITEM_SNIPPET, "operands", needs, 0, text, true});
        free(text);
    }
}

/* Completes a mnemonic, or the qualifiers after one. */
static void complete_instruction(struct lsp_completion *completion, bool host) {
    const struct ptxc_options options = lsp_document_target(completion->document, host);
    struct ptxc_instruction *instruction = memory_new(1, sizeof(*instruction));
    const char *dot = strrchr(completion->text, '.');
    offer_mnemonics(completion, &options);
    if (lsp_read_mnemonic(completion->text, instruction))
        offer_operands(completion, instruction, &options);
    char *head = memory_text(completion->text, dot ? (size_t)(dot - completion->text) : 0);
    if (dot && lsp_read_mnemonic(head, instruction)) {
        completion->word.begin += (size_t)(dot - completion->text);
        completion->text = dot;
        offer_qualifiers(completion, instruction, &options);
    }
    free(head);
    free(instruction);
}

/* ---- names ---- */

/* Returns what the operand takes that a statement has come to: of an instruction of the family what its forms say, of
 * another what has the size of its last type. All is 0 where nothing is known. */
static struct ptxc_parameter parameter_at(const struct lsp_completion *completion, const char *statement) {
    const char *first = statement + lsp_guard_length(statement);
    struct ptxc_parameter found, all = {0, 0, 0};
    struct ptxc_instruction *instruction = memory_new(1, sizeof(*instruction));
    enum ptxc_qualifier qualifiers[PTXC_MAX_QUALIFIERS];
    char *mnemonic = memory_text(first, strcspn(first, " \t\r\n"));
    const bool read = lsp_read_mnemonic(mnemonic, instruction);
    const struct ptxc_options options = lsp_document_target(completion->document, false);
    const size_t count = read ? lsp_qualifiers_of(instruction, qualifiers) : 0,
                 operand = lsp_operand_index(first + strlen(mnemonic));
    for (size_t form = 0; read && form < ptxc_form_count(); form++)
        if (lsp_form_allows(form, instruction, &options) &&
            ptxc_form_parameter(form, qualifiers, count, operand, &found, NULL, 0)) {
            all.types |= found.types;
            all.spaces |= found.spaces;
        }
    const char *dot = strrchr(mnemonic, '.');
    const uint32_t size = ptxc_type_size(ptxc_type_from_name(dot));
    for (int type = 1; !read && dot && size > 0 && ptxc_type_name((enum ptxc_type)type); type++)
        all.types |= (uint64_t)(ptxc_type_size((enum ptxc_type)type) == size) << type;
    free(mnemonic);
    free(instruction);
    return all;
}

/* Returns the rank of a name: those that the operand takes come first. */
static int rank_of(const struct ptxc_parameter *parameter, const struct ptxc_declaration *declaration) {
    const bool is_register = declaration->kind == PTXC_DECLARED_REGISTER;
    const bool fits =
        is_register ? parameter->types >> declaration->type & 1 : parameter->spaces >> declaration->space & 1;
    return fits || (parameter->types == 0 && parameter->spaces == 0) ? 0 : LESS;
}

/* Offers a name, if none that is declared further in has it. */
static void offer_name(const struct lsp_completion *completion, json_t *known, const char *name, int rank,
                       const struct ptxc_declaration *declaration) {
    char *detail = declaration->type == PTXC_TYPE_NONE
                       ? memory_format("%s", declaration->kind == PTXC_DECLARED_LABEL ? "label" : "function")
                       : memory_format("%s %s", ptxc_space_name(declaration->space), ptxc_type_name(declaration->type));
    if (!json_object_get(known, name)) {
        json_put(known, name, json_true());
        lsp_offer(completion,
                  &(struct lsp_item){name, declaration->kind == PTXC_DECLARED_REGISTER ? ITEM_FIELD : ITEM_VARIABLE,
                                     detail, NULL, rank});
    }
    free(detail);
}

/* Whether names of this kind stand where the statement has come to: predicates after '@', labels after a branch, what
 * has an address in brackets. */
static bool fits(const char *statement, const struct ptxc_declaration *declaration) {
    const size_t length = strlen(statement);
    const char *last = length > 0 ? statement + length - 1 : " ";
    const bool label = declaration->kind == PTXC_DECLARED_LABEL;
    const bool function = declaration->kind == PTXC_DECLARED_FUNCTION || declaration->kind == PTXC_DECLARED_KERNEL;
    if (*last == '@' || (*last == '!' && length > 1 && statement[length - 2] == '@'))
        return declaration->kind == PTXC_DECLARED_REGISTER && declaration->type == PTXC_TYPE_PRED;
    if (strncmp(statement, "bra", 3) == 0)
        return label;
    return !label && (*last != '[' || !(function || declaration->type == PTXC_TYPE_PRED));
}

/* Offers the names that are known at a place. */
static void complete_name(const struct lsp_completion *completion, const char *statement) {
    const struct ptxc_outline *outline = lsp_document_outline(completion->document);
    const size_t place = completion->word.begin;
    const struct ptxc_parameter parameter = parameter_at(completion, statement);
    const struct ptxc_declaration *declaration;
    json_t *known = json_sure(json_object());
    size_t count = 0;
    while (ptxc_outline_get(outline, count))
        count++;
    while (count-- > 0) {
        declaration = ptxc_outline_get(outline, count);
        const bool later = declaration->kind != PTXC_DECLARED_LABEL && declaration->name.offset > place;
        if (place < declaration->scope.offset || place > declaration->scope.offset + declaration->scope.length ||
            later || !fits(statement, declaration))
            continue;
        const char *stem = completion->document->text.bytes + declaration->name.offset;
        for (unsigned i = 0; i == 0 || (i < declaration->count && i < MOST_OF_RANGE); i++) {
            char *name = declaration->count > 0 ? memory_format("%.*s%u", (int)declaration->name.length, stem, i)
                                                : memory_text(stem, declaration->name.length);
            offer_name(completion, known, name, rank_of(&parameter, declaration), declaration);
            free(name);
        }
    }
    json_decref(known);
}

/* ---- where the cursor is ---- */

/* Whether what stands before a word in another language is what stands before an instruction in a string: the quote,
 * the end of a statement or of a line, or blanks after these. */
static bool begins_in_string(const struct lsp_text *text, size_t place) {
    const size_t line = text->lines[lsp_text_line(text, place)];
    size_t quotes = 0, at = place;
    for (size_t i = line; i < place; i++)
        quotes += (text->bytes[i] == '"' || text->bytes[i] == '\'') && (i == line || text->bytes[i - 1] != '\\');
    while (at > line && (text->bytes[at - 1] == ' ' || text->bytes[at - 1] == '\t'))
        at--;
    if (at > line + 1 && text->bytes[at - 2] == '\\' && strchr("nt", text->bytes[at - 1]))
        return quotes % 2 == 1;
    if (at > line)
        return quotes % 2 == 1 && strchr("\"';{}", text->bytes[at - 1]);
    size_t fences = 0; /* it begins a line: in a string of several lines */
    for (size_t i = 0; i + 2 < place; i++)
        fences += (memcmp(text->bytes + i, "\"\"\"", 3) == 0 || memcmp(text->bytes + i, "'''", 3) == 0 ||
                   memcmp(text->bytes + i, "R\"(", 3) == 0);
    return fences % 2 == 1;
}

/* Completes the word in PTX. What begins a line begins a statement: the one before it may lack its ';' yet. */
static void complete_ptx(struct lsp_completion *completion) {
    static const char target[] = ".target";
    const struct lsp_text *text = &completion->document->text;
    const size_t word = completion->word.begin, line = text->lines[lsp_text_line(text, word)];
    const bool directive = text->bytes[line + strspn(text->bytes + line, " \t")] == '.';
    size_t begin = directive ? line : lsp_statement_at(text, word).begin;
    begin = begin < line ? line : begin > word ? word : begin;
    char *statement = memory_text(text->bytes + begin, word - begin);
    const char *first = statement + strspn(statement, " \t");
    if (strncmp(text->bytes + line, target, strlen(target)) == 0) {
        offer_targets(completion);
    } else if (lsp_guard_length(statement) == strlen(statement)) {
        offer_directives(completion, true);
        complete_instruction(completion, false);
    } else if (*first == '.') {
        offer_directives(completion, false);
    } else {
        complete_name(completion, first);
        if (!strchr("@!", first[strlen(first) - 1]))
            offer_specials(completion);
    }
    free(statement);
}

/* Completes the word at a place. */
static void complete(struct lsp_completion *completion, size_t place) {
    const struct lsp_text *text = &completion->document->text;
    const char *host;
    if (completion->document->path && strcmp(path_base(completion->document->path), ".ptxcheck.yaml") == 0) {
        lsp_complete_settings(completion, place);
        return;
    }
    if (lsp_allows_at(text, place, &completion->word)) {
        completion->word.end = place;
        char *id = memory_text(text->bytes + completion->word.begin, place - completion->word.begin);
        completion->text = id;
        offer_rules(completion);
        free(id);
        return;
    }
    completion->word = (struct lsp_range){place, place};
    while (completion->word.begin > 0 && text->bytes[completion->word.begin - 1] != 0 &&
           strchr(lsp_word_characters, text->bytes[completion->word.begin - 1]) &&
           place - completion->word.begin < WORD)
        completion->word.begin--;
    char *word = memory_text(text->bytes + completion->word.begin, place - completion->word.begin);
    completion->text = word;
    if (!lsp_document_language(completion->document, &host) ||
        !lsp_document_profile(completion->server, completion->document))
        host = NULL;
    else if (!host)
        complete_ptx(completion);
    else if (begins_in_string(text, completion->word.begin))
        complete_instruction(completion, true);
    free(word);
}

json_t *lsp_complete(struct lsp_server *server, struct lsp_call *call) {
    size_t place;
    struct lsp_completion completion = {.server = server, .document = lsp_document_at(server, call, &place)};
    if (!completion.document)
        return NULL;
    completion.items = json_sure(json_array());
    complete(&completion, place);
    return json_sure(json_pack("{s:b, s:o}", "isIncomplete", 1, "items", completion.items));
}
