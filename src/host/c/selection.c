/* Macros that select by the target: see selection.h.
 *
 * A use is read to its closing parenthesis when it begins, and the facts of each of its arguments are noted by place. A
 * use that cannot be read so, because it does not end or #if lines cut through its parentheses, is not entered; where
 * #if lines decide which arguments there are, their conditions count as unknown.
 */
#include "host/c/selection.h"

#include "host/c/directive.h"
#include "host/c/feature.h"
#include "host/c/lexer.h"

enum { LONGEST_USE = 1 << 16, MAX_NESTED_IFS = 16 };

static const struct ptxc_facts nothing = {.highest = PTXC_ANY_TARGET};

/* ---- the arguments ---- */

struct selection_reader {
    struct ptxc_host_lexer lexer;
    struct ptxc_selection *selection;
    uint32_t start;                 /* of the argument */
    uint32_t parens, braces;        /* how many are open */
    uint32_t marks[MAX_NESTED_IFS]; /* how many parentheses were open at each open #if */
    size_t depth;                   /* of #if */
    bool varies;                    /* #if lines decide which arguments there are, or there are too many */
};

/* Ends an argument in front of the token. */
static void end_argument(struct selection_reader *reader, struct ptxc_host_token token) {
    struct ptxc_selection *selection = reader->selection;
    const struct ptxc_span span = {reader->start, token.offset - reader->start};
    reader->varies |= reader->depth > 0 || selection->count == PTXC_SELECTION_ARGUMENTS;
    reader->start = token.offset + 1;
    if (selection->count == PTXC_SELECTION_ARGUMENTS)
        selection->arguments[selection->count - 1].span.length = span.offset + span.length;
    else
        selection->arguments[selection->count++].span = span;
}

/* Follows a preprocessor line: an #else begins with the parentheses that were open at its #if. False where too many
 * nest, or the #if began outside. */
static bool follow_directive(struct selection_reader *reader, struct ptxc_host_token line) {
    const enum ptxc_directive directive = ptxc_directive_find(reader->lexer.source, ptxc_host_place(line));
    if (directive == PTXC_DIRECTIVE_OTHER)
        return true;
    if (directive == PTXC_DIRECTIVE_IF) {
        if (reader->depth == MAX_NESTED_IFS)
            return false;
        reader->marks[reader->depth++] = reader->parens;
        return true;
    }
    if (reader->depth == 0)
        return false;
    if (directive == PTXC_DIRECTIVE_ENDIF)
        reader->depth--;
    else
        reader->parens = reader->marks[reader->depth - 1];
    return true;
}

/* Follows a symbol; false where a block ends that the use did not open. */
static bool follow_symbol(struct selection_reader *reader, struct ptxc_host_token token) {
    if (ptxc_host_is_symbol(token, '{'))
        reader->braces++;
    if (ptxc_host_is_symbol(token, '}') && reader->braces-- == 0)
        return false;
    if (ptxc_host_is_symbol(token, '(') && reader->parens++ == 0)
        reader->start = token.offset + 1;
    if (ptxc_host_is_symbol(token, ')') && --reader->parens == 0)
        end_argument(reader, token);
    if (ptxc_host_is_symbol(token, ',') && reader->parens == 1)
        end_argument(reader, token);
    return true;
}

/* Reads all arguments, from the parenthesis at the lexer to the one that closes it. */
static bool read_arguments(struct selection_reader *reader) {
    const uint32_t start = reader->lexer.position;
    struct ptxc_host_token token = ptxc_host_c_next(&reader->lexer);
    bool good = ptxc_host_is_symbol(token, '(') && follow_symbol(reader, token);
    while (good && reader->parens > 0) {
        token = ptxc_host_c_next(&reader->lexer);
        if (token.kind == PTXC_HOST_DIRECTIVE)
            good = follow_directive(reader, token);
        else if (token.kind == PTXC_HOST_SYMBOL)
            good = follow_symbol(reader, token);
        good &= token.kind != PTXC_HOST_END && token.kind != PTXC_HOST_DEFINE && token.kind != PTXC_HOST_DEFINE_END &&
                reader->lexer.position - start <= LONGEST_USE;
    }
    return good && reader->depth == 0 && reader->selection->count > 0;
}

/* ---- what they say ---- */

/* Whether the file or the caller defines the name. */
static bool is_redefined(const struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                         struct ptxc_host_token word) {
    const struct ptxc_span name = ptxc_host_place(word);
    uint32_t value;
    return ptxc_defines_find(extraction->defines, extraction->source, name, &value) != PTXC_DEFINED_UNKNOWN ||
           ptxc_macros_has(macros, extraction, name);
}

/* Whether the argument is a condition that is known; then what follows where it holds, and where it fails. */
static bool read_condition(const struct ptxc_macros *macros, struct ptxc_extraction *extraction, struct ptxc_span span,
                           struct ptxc_facts *holds, struct ptxc_facts *fails) {
    struct ptxc_host_lexer lexer = ptxc_host_lexer_at(extraction->source, span);
    const struct ptxc_host_token word = ptxc_host_c_next(&lexer);
    const bool alone = ptxc_host_c_next(&lexer).kind == PTXC_HOST_END;
    return ptxc_feature_condition(extraction->source, word, holds, fails) && alone &&
           !is_redefined(macros, extraction, word);
}

/* Whether a macro that selects so takes as many arguments. */
static bool takes(enum ptxc_selecting selecting, size_t count) {
    return selecting == PTXC_SELECTS_PAIRS ? count % 2 == 0 : count == 2 || count == 3;
}

/* Notes what holds in each argument: what its condition says, and that those before it fail. After a condition that is
 * not `known`, no argument is known to be compiled or not. */
static void find_facts(struct ptxc_selection *selection, const struct ptxc_macros *macros,
                       struct ptxc_extraction *extraction, struct ptxc_facts around, bool known) {
    struct ptxc_facts before = around, holds = nothing, fails = nothing;
    for (size_t i = 0; i + 1 < selection->count; i += 2) {
        struct ptxc_selection_argument *condition = &selection->arguments[i], *code = condition + 1;
        known = known && read_condition(macros, extraction, condition->span, &holds, &fails);
        condition->facts = around;
        code->facts = before;
        code->open = !known;
        if (known) {
            code->facts = ptxc_host_facts_meet(before, holds);
            before = ptxc_host_facts_meet(before, fails);
        }
    }
    if (selection->count % 2 == 1) {
        selection->arguments[selection->count - 1].facts = before;
        selection->arguments[selection->count - 1].open = !known;
    }
}

/* Returns the argument at the place; NULL after the last. */
static const struct ptxc_selection_argument *find_argument(const struct ptxc_selection *selection, uint32_t position) {
    size_t i = 0;
    while (i < selection->count && position > selection->arguments[i].span.offset + selection->arguments[i].span.length)
        i++;
    return i < selection->count ? &selection->arguments[i] : NULL;
}

struct ptxc_facts ptxc_selections_move(struct ptxc_selections *selections, uint32_t position, bool *open) {
    struct ptxc_facts facts = selections->around;
    size_t depth = 0;
    *open = false;
    for (; depth < selections->depth; depth++) {
        const struct ptxc_selection_argument *argument = find_argument(&selections->open[depth], position);
        if (!argument)
            break;
        facts = argument->facts;
        *open |= argument->open;
    }
    selections->depth = depth;
    return facts;
}

void ptxc_selections_enter(struct ptxc_selections *selections, const struct ptxc_macros *macros,
                           struct ptxc_extraction *extraction, struct ptxc_host_lexer lexer,
                           struct ptxc_host_token word) {
    const enum ptxc_selecting selecting = ptxc_feature_selects(extraction->source, word);
    const uint32_t start = lexer.position;
    struct ptxc_selection *selection = &selections->open[selections->depth];
    bool open;
    if (selections->depth == PTXC_MAX_SELECTIONS || extraction->budget == 0 || is_redefined(macros, extraction, word))
        return;
    const struct ptxc_facts around = ptxc_selections_move(selections, word.offset, &open);
    struct selection_reader reader = {.lexer = lexer, .selection = selection};
    reader.lexer.comments = NULL;
    selection->count = 0;
    const bool whole = read_arguments(&reader);
    if (!ptxc_extraction_charge(extraction, reader.lexer.position - start) || !whole)
        return;
    find_facts(selection, macros, extraction, around, !reader.varies && takes(selecting, selection->count));
    selections->depth++;
}
