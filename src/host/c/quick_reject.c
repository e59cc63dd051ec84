/* Sources that need not be read: see asm_statement.h. Only the words that may begin an asm statement are looked for,
 * and from each of them on no more is read than the statement that follows. It must be of the usual form, in which
 * nothing is left to macros and #if lines: literals, a colon, and operands. Any other may become more than is written
 * there, or cost so much of the budget that the scan of the source would report it.
 *
 * A word that stands in a comment or a literal is taken for a statement, too. It begins none, so that what is made of
 * it only decides whether the source is read.
 */
#include "host/c/asm_statement.h"

#include "base/find.h"
#include "host/c/constant.h"
#include "host/c/feature.h"
#include "host/c/lexer.h"
#include "host/common/literal.h"

struct word_search {
    struct ptxc_extraction *extraction;
    const char *first; /* the text, without a byte order mark */
    const char *limit;
    const char *seen; /* the last word that was found, or `first` */
    uint64_t read;    /* bytes */
    uint64_t cost;    /* what the scan might take from the budget, at most */
    bool constants;   /* some operand must be a constant */
};

/* Finds the next word that begins a statement, at or after `at`. */
static bool find_keyword(const struct word_search *search, const char *at, struct ptxc_host_token *keyword) {
    enum { LONGEST = sizeof("__asm__") - 1 };
    for (; (at = ptxc_find_pair(at, search->limit, 's', 'm')); at++) {
        const char *begin = at, *end = at + 2;
        while (begin > search->first && at - begin < LONGEST && ptxc_host_c_is_part(begin[-1]))
            begin--;
        while (end < search->limit && end - begin <= LONGEST && ptxc_host_c_is_part(*end))
            end++;
        const uint32_t offset = (uint32_t)(begin - search->extraction->source);
        *keyword =
            (struct ptxc_host_token){.kind = PTXC_HOST_WORD, .offset = offset, .length = (uint32_t)(end - begin)};
        if (ptxc_asm_begins(search->extraction->source, *keyword))
            return true;
    }
    return false;
}

/* Whether the lexer passes over the character within a line. */
static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}

static const char *past_blanks(const char *at, const char *limit) {
    while (at < limit && is_blank(*at))
        at++;
    return at;
}

/* Whether the word stands in no #define: one that began above it would end in a backslash, or with a comment or a
 * literal that goes on to the line of the word. */
static bool is_in_code(const struct word_search *search, const char *word) {
    const char *at = word;
    while (at > search->seen && at[-1] != '\n') {
        at--;
        if (*at == '"' || (at[0] == '*' && at[1] == '/'))
            return false;
    }
    if (at == search->seen && at > search->first) /* the line was looked at when that word was found */
        return true;
    const char *above = at;
    above -= above > search->first;
    above -= above > search->first && above[-1] == '\r';
    if (above > search->first && above[-1] == '\\')
        return false;
    return *past_blanks(at, search->limit) != '#';
}

/* Notes a constraint that asks for a constant, whose names are looked up among the macros. False where the literal may
 * be more than what is written. */
static bool note_constraint(struct word_search *search, struct ptxc_host_token literal) {
    static const char letters[] = {
#define CONSTANT_CONSTRAINT(letter) letter,
#include "inline_asm.def"
        0};
    const char *body = search->extraction->source + literal.body.offset;
    if (literal.body.length == 1 && strchr(letters, *body)) {
        search->constants = true;
        search->cost += PTXC_CONSTANT_COST;
    }
    return !memchr(body, '\\', literal.body.length);
}

/* Whether the token is one that may stand among the operands, outside of all brackets. */
static bool is_usual(struct word_search *search, struct ptxc_host_token token) {
    if (token.kind == PTXC_HOST_STRING)
        return note_constraint(search, token);
    return token.kind == PTXC_HOST_SYMBOL &&
           (token.symbol == ':' || token.symbol == ',' || token.symbol == '(' || token.symbol == '[');
}

/* Whether the token is one that may stand in the brackets of an operand. */
static bool is_expression(const char *source, struct ptxc_host_token token) {
    switch (token.kind) {
    case PTXC_HOST_END:
    case PTXC_HOST_DIRECTIVE:
    case PTXC_HOST_DEFINE:
    case PTXC_HOST_DEFINE_END: return false;
    case PTXC_HOST_WORD: return !ptxc_asm_begins(source, token);
    default: return !ptxc_host_is_symbol(token, ';');
    }
}

/* Whether the statement goes on from the token to its parenthesis as most do. */
static bool ends_usually(struct word_search *search, struct ptxc_host_lexer *lexer, struct ptxc_host_token token) {
    uint32_t depth = 0;
    while (depth > 0 || !ptxc_host_is_symbol(token, ')')) {
        if (depth > 0 ? !is_expression(lexer->source, token) : !is_usual(search, token))
            return false;
        depth += (uint32_t)ptxc_host_bracket(token);
        token = ptxc_host_c_next(lexer);
    }
    return true;
}

/* Whether what the keyword begins is no statement, or a usual one whose text is not wanted. */
static bool is_rejected(struct word_search *search, struct ptxc_host_token keyword) {
    struct ptxc_extraction *extraction = search->extraction;
    struct ptxc_snippet_list *list = extraction->list;
    const uint32_t after = keyword.offset + keyword.length;
    struct ptxc_host_lexer lexer =
        ptxc_host_lexer_at(extraction->source, (struct ptxc_span){after, extraction->length - after});
    struct ptxc_host_token token = ptxc_host_c_next(&lexer);
    while (ptxc_asm_qualifies(lexer.source, token))
        token = ptxc_host_c_next(&lexer);
    if (!ptxc_host_is_symbol(token, '(')) {
        search->read += lexer.position - keyword.offset;
        return token.kind != PTXC_HOST_DIRECTIVE; /* after which it may go on */
    }
    struct ptxc_builder *text = ptxc_host_builder_open(extraction, PTXC_WORK_TEXT);
    while ((token = ptxc_host_c_next(&lexer)).kind == PTXC_HOST_STRING)
        ptxc_host_builder_literal(text, lexer.source, &token);
    if ((!ptxc_host_is_symbol(token, ':') && !ptxc_host_is_symbol(token, ')')) ||
        !list->rejects(list, text->text, (uint32_t)text->length))
        return false;
    const bool usual = ends_usually(search, &lexer, token);
    search->read += lexer.position - keyword.offset;
    return usual;
}

/* Whether the file may define a name that has a value: one without parameters, and with a body. Such a name may stand
 * for others, and these for more, which all cost budget. */
static bool has_values(const struct word_search *search) {
    static const char define[] = "define";
    enum { SIZE = sizeof(define) - 1, F = 2 }; /* before an i, which is rare */
    const char *limit = search->limit, *at = search->first;
    while ((at = ptxc_find(at, limit, define, SIZE, F))) {
        const char *sign = at;
        while (sign > search->first && is_blank(sign[-1]))
            sign--;
        at = past_blanks(at + SIZE, limit);
        if (sign == search->first || sign[-1] != '#')
            continue;
        while (at < limit && (ptxc_is_name(*at) || *at == '$'))
            at++;
        if (at < limit && *at == '(') {
            const char *close = memchr(at, ')', (size_t)(limit - at));
            if (!close || memchr(at, '\n', (size_t)(close - at)))
                return true;
            at = close;
        } else {
            at = past_blanks(at, limit);
            if (at < limit && *at != '\n')
                return true;
        }
    }
    return false;
}

bool ptxc_host_quick_reject(struct ptxc_extraction *extraction) {
    enum { MOST_READ = 2 }; /* times: a word in a comment has the rest of it, or of its statement, read again */
    const char *source = extraction->source;
    const struct ptxc_host_lexer lexer = ptxc_extraction_lexer(extraction);
    struct word_search search = {.extraction = extraction,
                                 .first = source + lexer.position,
                                 .limit = source + extraction->length,
                                 .seen = source + lexer.position};
    struct ptxc_host_token keyword;
    if (!extraction->list->rejects)
        return false;
    /* Each of these may cost as much as is left of the source. */
    search.cost = (uint64_t)ptxc_feature_selections(source, extraction->length) * extraction->length;
    for (const char *at = search.first; find_keyword(&search, at, &keyword); at = search.seen + keyword.length) {
        const char *word = source + keyword.offset;
        if (!is_in_code(&search, word) || !is_rejected(&search, keyword) || search.cost > extraction->budget ||
            search.read > MOST_READ * (uint64_t)extraction->length)
            return false;
        search.seen = word;
    }
    return search.cost <= extraction->budget && !(search.constants && has_values(&search));
}
