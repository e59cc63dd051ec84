/* What the pieces of PTX are, for an editor that colours them: semantic tokens. The library cuts the text
 * (ptxc_lexeme_next) and says what a name means; here each kind gets its word of the protocol.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/lsp/lsp.h"
#include "ptxcheck/outline.h"

enum {
    MOST_BYTES = 1 << 20, /* of a text whose tokens are sent all together; of a larger one the client asks for ranges */
    NUMBERS = 5           /* of a token */
};

/* The types of tokens and the bits of their modifiers, in the order in which methods.def names them. */
enum token_type {
    TOKEN_COMMENT,
    TOKEN_MACRO,
    TOKEN_TYPE,
    TOKEN_KEYWORD,
    TOKEN_MODIFIER,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_VARIABLE,
    TOKEN_PROPERTY,
    TOKEN_PARAMETER,
    TOKEN_FUNCTION,
    TOKEN_LABEL,
    TOKEN_NONE
};
enum { IS_DECLARATION = 1, IS_READONLY = 2, IS_PREDEFINED = 4 };

/* Tokens as they are made. */
struct token_list {
    const struct lsp_text *text;
    enum lsp_encoding encoding;
    uint32_t *numbers;
    size_t count, capacity;
    size_t line;           /* of the last token */
    struct lsp_range last; /* from the beginning of that line to the token */
};

/* Adds a token that lies on one line. */
static void add_on_line(struct token_list *list, struct lsp_range range, enum token_type type, uint32_t modifiers) {
    const size_t *lines = list->text->lines;
    size_t line = list->line;
    while (line + 1 < list->text->line_count && lines[line + 1] <= range.begin)
        line++;
    const size_t from = line == list->line ? list->last.end : lines[line];
    if (list->count + NUMBERS > list->capacity) {
        list->capacity = 2 * list->capacity + (size_t)64 * NUMBERS;
        list->numbers = memory_sure(realloc(list->numbers, list->capacity * sizeof(*list->numbers)));
    }
    uint32_t *numbers = &list->numbers[list->count];
    numbers[0] = (uint32_t)(line - list->line);
    numbers[1] = (uint32_t)lsp_text_columns(list->text, list->encoding, (struct lsp_range){from, range.begin});
    numbers[2] = (uint32_t)lsp_text_columns(list->text, list->encoding, range);
    numbers[3] = (uint32_t)type;
    numbers[4] = modifiers;
    list->count += NUMBERS;
    list->line = line;
    list->last = (struct lsp_range){lines[line], range.begin};
}

/* Adds a token, one for each of its lines. */
static void add(struct token_list *list, struct lsp_range range, enum token_type type, uint32_t modifiers) {
    while (range.begin < range.end) {
        const size_t length = strcspn(list->text->bytes + range.begin, "\r\n");
        const size_t end = range.begin + length < range.end ? range.begin + length : range.end;
        if (end > range.begin)
            add_on_line(list, (struct lsp_range){range.begin, end}, type, modifiers);
        range.begin = end + 1;
    }
}

/* Returns what a name is, by its declaration. */
static enum token_type type_of(const struct ptxc_declaration *declaration) {
    switch (declaration->kind) {
    case PTXC_DECLARED_REGISTER: return TOKEN_VARIABLE;
    case PTXC_DECLARED_VARIABLE: return TOKEN_PROPERTY;
    case PTXC_DECLARED_PARAMETER: return TOKEN_PARAMETER;
    case PTXC_DECLARED_FUNCTION:
    case PTXC_DECLARED_KERNEL: return TOKEN_FUNCTION;
    case PTXC_DECLARED_LABEL: return TOKEN_LABEL;
    }
    return TOKEN_NONE;
}

/* Adds a name that the text declares. */
static void add_name(struct token_list *list, const struct ptxc_outline *outline, struct lsp_range range) {
    struct ptxc_span name;
    const struct ptxc_declaration *declaration = ptxc_outline_find(outline, range.end, &name);
    if (!declaration || name.offset != range.begin)
        return;
    const bool fixed = declaration->kind == PTXC_DECLARED_PARAMETER || declaration->space == PTXC_SPACE_CONST;
    add(list, range, type_of(declaration),
        (declaration->name.offset == range.begin ? IS_DECLARATION : 0) | (fixed ? IS_READONLY : 0));
}

/* Adds a piece of the text, if it has a colour. */
static void add_piece(struct token_list *list, const struct ptxc_outline *outline, const struct ptxc_lexeme *piece) {
    static const enum token_type types[] = {
        [PTXC_LEXEME_COMMENT] = TOKEN_COMMENT,    [PTXC_LEXEME_DIRECTIVE] = TOKEN_MACRO,
        [PTXC_LEXEME_TYPE] = TOKEN_TYPE,          [PTXC_LEXEME_MNEMONIC] = TOKEN_KEYWORD,
        [PTXC_LEXEME_QUALIFIER] = TOKEN_MODIFIER, [PTXC_LEXEME_NAME] = TOKEN_NONE,
        [PTXC_LEXEME_SPECIAL] = TOKEN_VARIABLE,   [PTXC_LEXEME_NUMBER] = TOKEN_NUMBER,
        [PTXC_LEXEME_STRING] = TOKEN_STRING,      [PTXC_LEXEME_OTHER] = TOKEN_NONE};
    const struct lsp_range range = lsp_span_range(piece->span);
    if (piece->kind == PTXC_LEXEME_NAME)
        add_name(list, outline, range);
    else if (types[piece->kind] != TOKEN_NONE)
        add(list, range, types[piece->kind], piece->kind == PTXC_LEXEME_SPECIAL ? IS_READONLY | IS_PREDEFINED : 0);
}

/* Returns where the statement begins from which on a place can be read: that of the last declaration before it. */
static uint32_t statement_before(const struct ptxc_outline *outline, size_t place) {
    size_t low = 0, high = 1; /* the first declaration after the place */
    while (ptxc_outline_get(outline, high - 1) && ptxc_outline_get(outline, high - 1)->text.offset <= place)
        high *= 2;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct ptxc_declaration *declaration = ptxc_outline_get(outline, middle);
        if (declaration && declaration->text.offset <= place)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? ptxc_outline_get(outline, low - 1)->text.offset : 0;
}

/* Makes the tokens that meet a range, whose numbers are to be freed. */
static struct token_list list_tokens(const struct lsp_server *server, struct lsp_document *document,
                                     struct lsp_range range) {
    const struct ptxc_outline *outline = lsp_document_outline(document);
    const struct lsp_text *text = &document->text;
    struct token_list list = {.text = text, .encoding = server->encoding};
    struct ptxc_lexeme piece = {.span = {statement_before(outline, range.begin), 0}};
    while (ptxc_lexeme_next(text->bytes, text->length, &piece) && piece.span.offset < range.end)
        if ((size_t)piece.span.offset + piece.span.length > range.begin)
            add_piece(&list, outline, &piece);
    return list;
}

/* ---- answers ---- */

static json_t *numbers_from(const uint32_t *numbers, size_t count) {
    json_t *data = json_sure(json_array());
    for (size_t i = 0; i < count; i++)
        json_push(data, json_sure(json_integer(numbers[i])));
    return data;
}

/* Whether a document has tokens. */
static bool has_tokens(const struct lsp_document *document) {
    const char *host;
    return lsp_document_language(document, &host) && !host;
}

/* Keeps what the client has got, to say later how it differs. */
static void keep(struct lsp_document *document, const struct token_list *list) {
    free(document->tokens);
    document->tokens = list->numbers;
    document->token_count = list->count;
    document->tokens_generation = document->generation;
}

/* Returns what is to be changed in the numbers that the client has, as the one edit of a SemanticTokensDelta. */
static json_t *edit_from(const struct lsp_document *document, const struct token_list *list) {
    const uint32_t *old = document->tokens, *new = list->numbers;
    const size_t most = document->token_count < list->count ? document->token_count : list->count;
    size_t before = 0, after = 0;
    while (before < most && old[before] == new[before])
        before++;
    while (after < most - before && old[document->token_count - 1 - after] == new[list->count - 1 - after])
        after++;
    if (before == document->token_count && before == list->count)
        return json_sure(json_array());
    return json_sure(json_pack("[{s:I, s:I, s:o}]", "start", (json_int_t)before, "deleteCount",
                               (json_int_t)(document->token_count - before - after), "data",
                               numbers_from(new + before, list->count - before - after)));
}

/* Returns all tokens, or how they differ from those that the client has; null of a text that is too large. */
static json_t *all_tokens(const struct lsp_server *server, struct lsp_document *document, const char *previous) {
    if (!has_tokens(document) || document->text.length > MOST_BYTES)
        return json_null();
    struct token_list list = list_tokens(server, document, (struct lsp_range){0, document->text.length});
    char *had = memory_format("%zu", document->tokens_generation), *id = memory_format("%zu", document->generation);
    const bool differs = previous && document->tokens_generation > 0 && strcmp(previous, had) == 0;
    json_t *content = differs ? edit_from(document, &list) : numbers_from(list.numbers, list.count);
    keep(document, &list);
    json_t *result = json_sure(json_pack("{s:s, s:o}", "resultId", id, differs ? "edits" : "data", content));
    free(had);
    free(id);
    return result;
}

json_t *lsp_tokens(struct lsp_server *server, struct lsp_call *call) {
    struct lsp_document *document = lsp_document_of(server, call);
    return document ? all_tokens(server, document, NULL) : NULL;
}

json_t *lsp_tokens_delta(struct lsp_server *server, struct lsp_call *call) {
    const char *previous = json_string_value(json_object_get(call->params, "previousResultId"));
    struct lsp_document *document = lsp_document_of(server, call);
    return document ? all_tokens(server, document, previous ? previous : "") : NULL;
}

json_t *lsp_tokens_range(struct lsp_server *server, struct lsp_call *call) {
    struct lsp_range range;
    struct lsp_document *document = lsp_document_in(server, call, &range);
    if (!document)
        return NULL;
    if (!has_tokens(document))
        return json_null();
    struct token_list list = list_tokens(server, document, range);
    json_t *data = numbers_from(list.numbers, list.count);
    free(list.numbers);
    return json_sure(json_pack("{s:o}", "data", data));
}
