/* How the word before the cursor may go on: a mnemonic, a qualifier that is still possible and legal, a name, a rule.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/lsp/lsp.h"
#include "cli/options/profile.h"
#include "ptxcheck/instruction.h"
#include "ptxcheck/outline.h"

enum {
    MOST_OF_RANGE = 32, /* names of %r<N> that are offered */
    WORD = 256          /* bytes of a word that is completed */
};

/* The kinds of items of the protocol. */
enum item_kind { ITEM_FUNCTION = 3, ITEM_FIELD = 5, ITEM_VARIABLE = 6, ITEM_KEYWORD = 14, ITEM_REFERENCE = 18 };

static const char word_characters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$%.:";

/* What is completed. */
struct completion {
    struct lsp_server *server;
    struct lsp_document *document;
    struct lsp_range word; /* that is replaced */
    const char *text;      /* its bytes up to the cursor, closed by a NUL */
    json_t *items;
};

/* An item that is offered. */
struct item {
    const char *label;
    enum item_kind kind;
    const char *detail, *more; /* more of it may be NULL */
    int rank;                  /* those of a lower one come first */
};

/* Offers an item, if it goes on as the word begins. */
static void offer(const struct completion *completion, const struct item *item) {
    const struct lsp_document *document = completion->document;
    if (strncmp(item->label, completion->text, strlen(completion->text)) != 0)
        return;
    json_t *object = json_sure(json_pack("{s:o, s:i, s:o, s:o, s:o}", "label", json_from_text(item->label), "kind",
                                         (int)item->kind, "detail", json_from_text(item->detail), "sortText",
                                         json_sure(json_sprintf("%02d%s", item->rank, item->label)), "textEdit",
                                         lsp_text_edit(completion->server, document, completion->word, item->label)));
    if (item->more)
        json_put(object, "documentation", json_from_text(item->more));
    json_push(completion->items, object);
}

/* ---- rules ---- */

static void offer_rules(const struct completion *completion) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    for (size_t i = 0; ptxc_rule_get(i, &rule); i++)
        offer(completion, &(struct item){rule.id, ITEM_REFERENCE, ptxc_class_name(rule.rule_class), rule.summary, 0});
}

/* ---- targets ---- */

static void offer_targets(const struct completion *completion) {
    const char *name;
    for (int i = 1; (name = ptxc_target_name((enum ptxc_target)i)); i++)
        offer(completion, &(struct item){name, ITEM_KEYWORD, "target", NULL, i});
}

/* ---- mnemonics and qualifiers ---- */

/* Finds the target and the PTX version that hold for a document: those that are asked for, or those of its header. */
static struct ptxc_options options_of(const struct lsp_document *document, bool host) {
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

/* Returns the first form of a mnemonic that takes these qualifiers there; the count of all where none does. */
static size_t form_of(enum ptxc_opcode opcode, const enum ptxc_qualifier *qualifiers, size_t count,
                      const struct ptxc_options *options) {
    size_t i = 0;
    while (i < ptxc_form_count() &&
           (strcmp(ptxc_form_mnemonic(i), ptxc_opcode_name(opcode)) != 0 ||
            !ptxc_form_takes(i, qualifiers, count, ptxc_target_from_name(options->target), options->ptx)))
        i++;
    return i;
}

/* Offers the mnemonics that a target and a version have. */
static void offer_mnemonics(const struct completion *completion, const struct ptxc_options *options) {
    char needs[4000];
    const char *name;
    for (int i = 1; (name = ptxc_opcode_name((enum ptxc_opcode)i)); i++) {
        const size_t form = form_of((enum ptxc_opcode)i, NULL, 0, options);
        if (form == ptxc_form_count() || strncmp(name, completion->text, strlen(completion->text)) != 0)
            continue;
        ptxc_form_needs(form, needs, sizeof(needs));
        offer(completion, &(struct item){name, ITEM_FUNCTION, "mnemonic", needs, 50});
    }
}

/* Reads a mnemonic with qualifiers, "cp.async.bulk.global"; false where it is none. */
static bool read_words(const char *text, struct ptxc_instruction *instruction) {
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

/* Offers a qualifier, with what the first form needs that takes it beside the others. */
static void offer_qualifier(const struct completion *completion, const struct ptxc_instruction *instruction,
                            enum ptxc_slot slot, enum ptxc_qualifier qualifier, const struct ptxc_options *options) {
    enum ptxc_qualifier all[PTXC_MAX_QUALIFIERS + 1];
    char needs[4000] = "";
    size_t count = 0;
    for (; count < instruction->qualifier_count; count++)
        all[count] = instruction->qualifiers[count].id;
    all[count++] = qualifier;
    const size_t form = form_of(instruction->opcode, all, count, options);
    if (form < ptxc_form_count())
        ptxc_form_needs(form, needs, sizeof(needs));
    offer(completion, &(struct item){ptxc_qualifier_name(qualifier), ITEM_KEYWORD, ptxc_slot_name(slot),
                                     needs[0] ? needs : NULL, (int)slot});
}

/* Offers the qualifiers that may still follow a mnemonic with others. */
static void offer_qualifiers(const struct completion *completion, const struct ptxc_instruction *instruction,
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

/* Completes a mnemonic, or the qualifiers after one. */
static void complete_instruction(struct completion *completion, bool host) {
    const struct ptxc_options options = options_of(completion->document, host);
    struct ptxc_instruction *instruction = memory_new(1, sizeof(*instruction));
    const char *dot = strrchr(completion->text, '.');
    offer_mnemonics(completion, &options);
    char *head = memory_text(completion->text, dot ? (size_t)(dot - completion->text) : 0);
    if (dot && read_words(head, instruction)) {
        completion->word.begin += (size_t)(dot - completion->text);
        completion->text = dot;
        offer_qualifiers(completion, instruction, &options);
    }
    free(head);
    free(instruction);
}

/* ---- names ---- */

/* Offers a name, if none that is declared further in has it. */
static void offer_name(const struct completion *completion, json_t *known, const char *name,
                       const struct ptxc_declaration *declaration) {
    char *detail = declaration->type == PTXC_TYPE_NONE
                       ? memory_format("%s", declaration->kind == PTXC_DECLARED_LABEL ? "label" : "function")
                       : memory_format("%s %s", ptxc_space_name(declaration->space), ptxc_type_name(declaration->type));
    if (!json_object_get(known, name)) {
        json_put(known, name, json_true());
        offer(completion, &(struct item){name, declaration->kind == PTXC_DECLARED_REGISTER ? ITEM_FIELD : ITEM_VARIABLE,
                                         detail, NULL, 0});
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
static void complete_name(const struct completion *completion, const char *statement) {
    const struct ptxc_outline *outline = lsp_document_outline(completion->document);
    const size_t place = completion->word.begin;
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
            offer_name(completion, known, name, declaration);
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

/* Whether all of a text is a guard, "@!%p ". */
static bool is_guard(const char *text) {
    const char *first = text + strspn(text, " \t\r\n");
    if (*first != '@')
        return *first == 0;
    const char *name = first + 1 + (first[1] == '!');
    const size_t length = strspn(name, word_characters);
    return length > 0 && (name[length] == ' ' || name[length] == '\t') &&
           name[length + strspn(name + length, " \t")] == 0;
}

/* Completes the word in PTX. What begins a line begins a statement: the one before it may lack its ';' yet. */
static void complete_ptx(struct completion *completion) {
    static const char target[] = ".target";
    const struct lsp_text *text = &completion->document->text;
    const size_t word = completion->word.begin, line = text->lines[lsp_text_line(text, word)];
    size_t begin = lsp_statement_at(text, word).begin;
    begin = begin < line ? line : begin > word ? word : begin;
    char *statement = memory_text(text->bytes + begin, word - begin);
    if (strncmp(text->bytes + line, target, strlen(target)) == 0)
        offer_targets(completion);
    else if (is_guard(statement))
        complete_instruction(completion, false);
    else
        complete_name(completion, statement + strspn(statement, " \t"));
    free(statement);
}

/* Completes the word at a place. */
static void complete(struct completion *completion, size_t place) {
    const struct lsp_text *text = &completion->document->text;
    const char *host;
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
           strchr(word_characters, text->bytes[completion->word.begin - 1]) && place - completion->word.begin < WORD)
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
    struct completion completion = {.server = server, .document = lsp_document_at(server, call, &place)};
    if (!completion.document)
        return NULL;
    completion.items = json_sure(json_array());
    complete(&completion, place);
    return json_sure(json_pack("{s:b, s:o}", "isIncomplete", 1, "items", completion.items));
}
