/* The statement of PTX around a place, and the word there; what is selected there, step by step. Texts are in the
 * middle of being typed: this goes by the characters near to the place, and what it finds is read by the library.
 */
#include <ctype.h>
#include <string.h>

#include "cli/format/json.h"
#include "cli/lsp/lsp.h"
#include "ptxcheck/outline.h"

enum { LONGEST = 4096 }; /* bytes to either side */

/* Returns the last place before this one that is no blank, or where the line begins. */
static size_t before_blanks(const struct lsp_text *text, size_t place) {
    while (place > 0 && (text->bytes[place - 1] == ' ' || text->bytes[place - 1] == '\t'))
        place--;
    return place;
}

/* Whether the brace at a place is that of a block, and of no operand: it begins a line, ends one or follows a
 * statement.
 */
static bool is_block(const struct lsp_text *text, size_t place) {
    const size_t before = before_blanks(text, place);
    const size_t after = place + 1 + strspn(text->bytes + place + 1, " \t");
    return before == 0 || strchr("\n\r;{}:", text->bytes[before - 1]) || text->bytes[after] == '\n' ||
           text->bytes[after] == '\r';
}

/* Returns where the line after a place begins, or the end of the text. */
static size_t next_line(const struct lsp_text *text, size_t place) {
    const size_t line = lsp_text_line(text, place) + 1;
    return line < text->line_count ? text->lines[line] : text->length;
}

/* Whether a comment to the end of the line is open at a place. */
static bool in_comment(const struct lsp_text *text, size_t place) {
    for (size_t i = text->lines[lsp_text_line(text, place)]; i + 1 < place; i++)
        if (text->bytes[i] == '/' && text->bytes[i + 1] == '/')
            return true;
    return false;
}

/* Passes over what may stand before a statement and is none: blanks, comments, labels, and lines such as .loc. */
static size_t pass(const struct lsp_text *text, size_t begin, size_t end) {
    for (size_t last = end; begin != last && begin < end;) {
        last = begin;
        begin += strspn(text->bytes + begin, " \t\r\n");
        const size_t word =
            strspn(text->bytes + begin, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$%");
        const char *at = text->bytes + begin;
        if ((at[0] == '/' && at[1] == '/') || (at[0] == '.' && next_line(text, begin) < end))
            begin = next_line(text, begin);
        else if (word > 0 && at[word] == ':' && at[word + 1] != ':')
            begin += word + 1;
    }
    return begin < end ? begin : end;
}

struct lsp_range lsp_statement_at(const struct lsp_text *text, size_t place) {
    size_t begin = place, end = place;
    for (; begin > 0 && place - begin < LONGEST; begin--) {
        const char c = text->bytes[begin - 1];
        if (c == ';' && !in_comment(text, begin - 1))
            break;
        if ((c == '{' || c == '}') && is_block(text, begin - 1))
            break;
    }
    while (end < text->length && end - place < LONGEST && text->bytes[end] != ';' &&
           !((text->bytes[end] == '{' || text->bytes[end] == '}') && is_block(text, end)))
        end++;
    if (in_comment(text, begin))
        begin = next_line(text, begin);
    begin = begin < place ? begin : place;
    return (struct lsp_range){pass(text, begin, end), end};
}

bool lsp_allows_at(const struct lsp_text *text, size_t place, struct lsp_range *word) {
    static const char *const openers[] = {"allow(", "allow-file("};
    static const char mark[] = "ptxcheck:";
    const size_t line = text->lines[lsp_text_line(text, place)];
    size_t begin = place;
    *word = (struct lsp_range){place, place};
    while (word->begin > line &&
           (isalnum((unsigned char)text->bytes[word->begin - 1]) || text->bytes[word->begin - 1] == '-'))
        word->begin--;
    while (isalnum((unsigned char)text->bytes[word->end]) || text->bytes[word->end] == '-')
        word->end++;
    while (begin > line && text->bytes[begin - 1] != '(' && text->bytes[begin - 1] != ')')
        begin--;
    bool opened = false;
    for (size_t i = 0; i < sizeof(openers) / sizeof(*openers); i++) {
        const size_t length = strlen(openers[i]);
        opened |= begin >= line + length && memcmp(text->bytes + begin - length, openers[i], length) == 0;
    }
    for (size_t i = line; opened && i + strlen(mark) < begin; i++)
        if (memcmp(text->bytes + i, mark, strlen(mark)) == 0)
            return true;
    return false;
}

/* ---- selection ---- */

/* The ranges around a place, the innermost first. */
enum { MOST_RANGES = 64 };
struct selection {
    struct lsp_range ranges[MOST_RANGES];
    size_t count;
};

/* Adds a range, if it is larger than the last, which it has in it. */
static void select_range(struct selection *selection, struct lsp_range range) {
    const struct lsp_range last =
        selection->count > 0 ? selection->ranges[selection->count - 1] : (struct lsp_range){range.begin, range.begin};
    const bool around = selection->count == 0 || (range.begin <= last.begin && range.end >= last.end);
    if (around && range.end - range.begin > last.end - last.begin && selection->count < MOST_RANGES)
        selection->ranges[selection->count++] = range;
}

/* What is found of the operands of a statement around a place. */
struct operand_search {
    struct lsp_range word, operand, operands;
    size_t begin; /* of the operand that is read */
    bool found;   /* the operand is that of the place */
};

/* Takes a comma, or the end of the statement: the operand before it ends at `end`. */
static void close_operand(struct operand_search *search, size_t place, size_t end) {
    if (search->begin < SIZE_MAX && search->begin <= place && place <= end && !search->found) {
        search->operand = (struct lsp_range){search->begin, end};
        search->found = true;
    }
    search->begin = SIZE_MAX;
}

/* Looks for the word and the operand at a place of a statement. */
static void search_operand(const struct lsp_text *text, struct lsp_range statement, size_t place,
                           struct operand_search *search) {
    struct ptxc_lexeme piece = {.span = {(uint32_t)statement.begin, 0}};
    size_t depth = 0, end = statement.begin;
    bool mnemonic = false;
    *search = (struct operand_search){.operands = {SIZE_MAX, 0}, .begin = SIZE_MAX};
    while (ptxc_lexeme_next(text->bytes, statement.end, &piece)) {
        const struct lsp_range range = lsp_span_range(piece.span);
        const char c = text->bytes[range.begin];
        if (piece.kind != PTXC_LEXEME_OTHER && range.begin <= place && place <= range.end)
            search->word = range;
        mnemonic |= piece.kind == PTXC_LEXEME_MNEMONIC;
        if (!mnemonic || piece.kind == PTXC_LEXEME_MNEMONIC || piece.kind == PTXC_LEXEME_QUALIFIER ||
            piece.kind == PTXC_LEXEME_TYPE || piece.kind == PTXC_LEXEME_COMMENT)
            continue;
        if (c == ',' && depth == 0) {
            close_operand(search, place, end);
            continue;
        }
        depth += c == '[' || c == '{' || c == '(';
        depth -= depth > 0 && (c == ']' || c == '}' || c == ')');
        search->begin = search->begin == SIZE_MAX ? range.begin : search->begin;
        search->operands.begin = search->operands.begin == SIZE_MAX ? range.begin : search->operands.begin;
        search->operands.end = end = range.end;
    }
    close_operand(search, place, end);
}

/* Returns the end of a statement without blanks before its ';'. */
static size_t trimmed_end(const struct lsp_text *text, struct lsp_range statement) {
    size_t end = statement.end;
    while (end > statement.begin && strchr(" \t\r\n", text->bytes[end - 1]))
        end--;
    return end;
}

/* Selects the word, the operand, all operands and the statement. */
static void select_statement(struct selection *selection, const struct lsp_text *text, size_t place) {
    const struct lsp_range around = lsp_statement_at(text, place);
    const struct lsp_range statement = {around.begin, trimmed_end(text, around)};
    struct operand_search search;
    if (statement.begin > place || place > statement.end)
        return;
    search_operand(text, statement, place, &search);
    if (search.word.end > 0)
        select_range(selection, search.word);
    if (search.found) {
        select_range(selection, search.operand);
        select_range(selection, search.operands);
    }
    select_range(selection, statement);
    if (text->bytes[around.end] == ';')
        select_range(selection, (struct lsp_range){around.begin, around.end + 1});
}

/* Selects the blocks and the function around a place. */
static void select_blocks(struct selection *selection, const struct ptxc_outline *outline, size_t place) {
    struct ptxc_span scopes[MOST_RANGES / 2], scope;
    const struct ptxc_declaration *declaration;
    size_t count = 0;
    for (size_t i = 0; (scope = ptxc_outline_scope(outline, i)).length > 0 && scope.offset <= place; i++)
        if (place <= (size_t)scope.offset + scope.length && count < sizeof(scopes) / sizeof(*scopes))
            scopes[count++] = scope;
    while (count-- > 0)
        select_range(selection, lsp_span_range(scopes[count]));
    for (size_t i = 0; (declaration = ptxc_outline_get(outline, i)) && declaration->text.offset <= place; i++)
        if ((declaration->kind == PTXC_DECLARED_FUNCTION || declaration->kind == PTXC_DECLARED_KERNEL) &&
            place <= (size_t)declaration->text.offset + declaration->text.length)
            select_range(selection, lsp_span_range(declaration->text));
}

/* Returns what is selected at a place, as a SelectionRange. */
static json_t *selection_at(const struct lsp_server *server, struct lsp_document *document, size_t place) {
    const struct lsp_text *text = &document->text;
    struct selection selection = {.count = 0};
    const char *host;
    json_t *result = NULL;
    if (lsp_document_language(document, &host) && !host) {
        select_statement(&selection, text, place);
        select_blocks(&selection, lsp_document_outline(document), place);
    }
    select_range(&selection, (struct lsp_range){0, text->length});
    while (selection.count-- > 0) {
        json_t *range = json_sure(
            json_pack("{s:o}", "range", lsp_range(text, server->encoding, selection.ranges[selection.count])));
        if (result)
            json_put(range, "parent", result);
        result = range;
    }
    return result ? result
                  : json_sure(json_pack("{s:o}", "range",
                                        lsp_range(text, server->encoding, (struct lsp_range){place, place})));
}

json_t *lsp_selection_range(struct lsp_server *server, struct lsp_call *call) {
    const json_t *positions = json_object_get(call->params, "positions");
    struct lsp_document *document = lsp_document_of(server, call);
    size_t place;
    if (!document)
        return NULL;
    json_t *result = json_sure(json_array());
    for (size_t i = 0; i < json_array_size(positions); i++) {
        if (!lsp_text_place(&document->text, server->encoding, json_array_get(positions, i), &place)) {
            json_decref(result);
            return lsp_refuse(call, LSP_INVALID_PARAMS, "one of 'positions' is no position in %s", document->uri);
        }
        json_push(result, selection_at(server, document, place));
    }
    return result;
}
