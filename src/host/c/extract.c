/* C, C++ and CUDA: walks the tokens of a file and hands asm statements and strings to those who read them. The body of
 * a #define is read like any other text; what its parameters will be is not known, so they become unknown text. Where a
 * macro makes asm statements, each of its uses is read once more, as the source that it becomes, unless that is the
 * same for all of them. Macros such as NV_IF_TARGET need not be followed: their arguments stand in the source.
 */
#include "host/c/extract.h"

#include <string.h>

#include "base/find.h"
#include "host/c/branch.h"
#include "host/c/lexer.h"
#include "host/c/asm_statement.h"
#include "host/c/feature.h"
#include "host/c/selection.h"
#include "host/common/strings.h"
#include "host/common/text.h"

static const struct ptxc_string_language c_strings = {
    .next = ptxc_host_c_next, .operators = "<+", .words_join = true, .prints = true};

/* A walk through a file, or through what the use of a macro becomes. */
struct walk {
    struct ptxc_extraction *extraction;
    struct ptxc_extraction *file; /* the same, where this is no use of a macro */
    struct ptxc_macros *macros;
    struct ptxc_host_lexer lexer;
    struct ptxc_host_conditions conditions;
    struct ptxc_branches branches;
    struct ptxc_selections selections;
    bool dead;           /* no compilation reaches this place */
    bool open_selection; /* a condition that is not known decides for which targets this is compiled */
    struct ptxc_calls calls;
    struct ptxc_facts around; /* what the `if` statements around the use suggest */
    /* The #define in whose body this is, or NULL. */
    struct ptxc_macro *defining;
    bool makes_asm; /* an asm statement was found in it */
    bool chooses;   /* it decides at run time, perhaps by its arguments, what is reached */
    size_t first;   /* snippets in front of it */
    /* Where this is a use: the walk in which it stands, the macro, and the place in the file. */
    const struct walk *outer;
    const struct ptxc_macro *macro;
    struct ptxc_span use;
    int depth;
};

static void read_tokens(struct walk *walk);

/* Tells what the `if` statements around this place suggest to who reads on from here. */
static void guess(struct walk *walk) {
    walk->extraction->guess = ptxc_host_facts_meet(walk->around, ptxc_host_branches_facts(&walk->branches));
    walk->extraction->guess.never |= walk->open_selection;
}

/* ---- the uses of macros ---- */

static bool is_active(const struct walk *walk, const struct ptxc_macro *macro) {
    bool found = false;
    for (; walk && !found; walk = walk->outer)
        found = walk->macro == macro;
    return found;
}

static bool same_facts(struct ptxc_facts left, struct ptxc_facts right) {
    return left.lowest == right.lowest && left.highest == right.highest && left.feature == right.feature;
}

/* Notes a use that stands too deep in other macros. */
static void note_too_deep(struct walk *walk, struct ptxc_span place) {
    struct ptxc_snippet_list *list = walk->file->list;
    if (list->unfollowed.length == 0)
        ptxc_host_list_skip(
            list, place,
            ptxc_arena_format(walk->file->arena,
                              "this one is not checked: macros are followed into each other up to %d deep",
                              (int)PTXC_DEEPEST_USE));
}

/* Notes that the budget has ended at this token, or in the use around it. */
static void note_exhausted(struct walk *walk, struct ptxc_host_token token) {
    const struct ptxc_span here = {token.offset, token.length};
    ptxc_host_list_skip(walk->file->list, walk->outer ? walk->use : here,
                        "from here on no macro of the file is known, and of an asm statement with #if lines in it one "
                        "branch is read: the rest takes more reading than a file of this length is given");
}

/* Reads what a use becomes, and adds the statements in it with their places in the file. */
static void read_source(const struct walk *walk, const struct ptxc_macro *macro, struct ptxc_span place,
                        const struct ptxc_builder *builder) {
    struct ptxc_snippet text = ptxc_host_builder_snippet(builder);
    struct ptxc_arena arena;
    struct ptxc_snippet_list found = {.arena = &arena};
    struct ptxc_extraction inner = *walk->extraction;
    struct walk below = {.extraction = &inner,
                         .file = walk->file,
                         .macros = walk->macros,
                         .conditions = walk->conditions,
                         .around = walk->extraction->guess,
                         .selections = {.around = walk->conditions.selected},
                         .outer = walk,
                         .macro = macro,
                         .use = place,
                         .depth = walk->depth + 1};
    text.use = place;
    inner.source = text.text;
    inner.length = text.length;
    inner.list = &found;
    inner.outer = &text;
    ptxc_arena_share(&arena, walk->extraction->arena);
    ptxc_conditions_narrow(&below.conditions, macro->facts);
    read_tokens(&below);
    walk->extraction->budget = inner.budget;
    walk->extraction->uses_budget = inner.uses_budget;
    for (size_t i = 0; i < found.count; i++) {
        ptxc_snippet_rebase(&found.items[i], &text, &arena);
        found.items[i].use = place;
        ptxc_host_list_add(walk->file, &found.items[i]);
    }
    walk->extraction->arena->failed |= arena.failed;
    ptxc_arena_free(&arena);
}

/* Follows a use of the macro, unless what it makes was read with the definition. */
static void follow_use(struct walk *walk, const struct ptxc_macro *macro, struct ptxc_host_token name) {
    enum { LEAST_COST = 64 };
    const struct ptxc_facts facts = ptxc_host_facts_meet(ptxc_conditions_facts(&walk->conditions), macro->facts);
    struct ptxc_host_lexer lexer = walk->lexer;
    struct ptxc_macro_use use;
    if (is_active(walk, macro) || (macro->closed && same_facts(facts, macro->facts)) ||
        !ptxc_macro_use_read(&use, walk->macros, macro, walk->extraction, &lexer, name))
        return;
    const struct ptxc_span place = walk->outer ? walk->use : use.span;
    if (walk->depth == PTXC_DEEPEST_USE)
        return note_too_deep(walk, place);
    struct ptxc_builder *builder =
        ptxc_host_builder_open(walk->extraction, (enum ptxc_workspace_use)(PTXC_WORK_SOURCE + walk->depth));
    const bool expanded = ptxc_macro_use_expand(&use, builder);
    const uint64_t cost = builder->length + LEAST_COST;
    if (cost > walk->extraction->uses_budget) {
        walk->extraction->uses_budget = 0;
        ptxc_host_list_skip(walk->file->list, place,
                            "this one is not checked: the macros of this file become too much text");
        return;
    }
    walk->extraction->uses_budget -= cost;
    if (expanded)
        read_source(walk, macro, place, builder);
    else
        ptxc_host_list_skip(walk->file->list, place,
                            "this one is not checked: it becomes too much text, or has __VA_OPT__");
}

/* Follows the name into all the macros that it may be here. */
static void follow_name(struct walk *walk, struct ptxc_host_token name) {
    const struct ptxc_span span = {name.offset, name.length};
    const struct ptxc_macro *macro = NULL;
    if (walk->macros->followed_count == 0)
        return;
    while (walk->extraction->uses_budget > 0 &&
           (macro = ptxc_macros_followed(walk->macros, walk->extraction, &walk->conditions, span, macro))) {
        walk->makes_asm = true;
        guess(walk);
        follow_use(walk, macro, name);
    }
}

/* ---- definitions ---- */

/* Notes a #define, which takes its name from the caller, and begins to read its body. */
static void begin_define(struct walk *walk, struct ptxc_host_token token) {
    walk->defining = ptxc_macros_add(walk->macros, walk->extraction, &walk->conditions, token);
    walk->extraction->in_definition = true;
    walk->makes_asm = walk->chooses = false;
    walk->first = walk->extraction->list->count;
    ptxc_defines_lose(walk->extraction->defines, walk->extraction->source, token.body);
}

/* Ends the body. Where it made asm statements, its uses are followed; all of them are closed where each is read to the
 * end here. Of a macro that chooses between statements it is not known which of them a use reaches. */
static void end_define(struct walk *walk) {
    const struct ptxc_snippet_list *list = walk->extraction->list;
    walk->defining->closed = list->count > walk->first;
    for (size_t i = walk->first; i < list->count; i++)
        walk->defining->closed &= list->items[i].closed;
    if (walk->makes_asm && !walk->chooses)
        ptxc_macros_follow(walk->macros, walk->defining);
    walk->extraction->in_definition = false;
    walk->defining = NULL;
}

/* Whether `while (0)` begins at the word. */
static bool is_single(const struct walk *walk) {
    struct ptxc_host_lexer lexer = walk->lexer;
    const bool opens = ptxc_host_is_symbol(ptxc_host_c_next(&lexer), '(');
    const struct ptxc_host_token condition = ptxc_host_c_next(&lexer);
    uint32_t value;
    return opens && ptxc_host_number_read(lexer.source, condition, &value) && value == 0 &&
           ptxc_host_is_symbol(ptxc_host_c_next(&lexer), ')');
}

/* Whether the token of a body means that a part of it may not be reached. */
static bool is_choice(const struct walk *walk, struct ptxc_host_token token) {
    const char *source = walk->lexer.source;
    const bool pair = token.symbol == '&' || token.symbol == '|';
    if (token.kind == PTXC_HOST_SYMBOL)
        return token.symbol == '?' ||
               (pair && token.offset + 1 < walk->lexer.length && source[token.offset + 1] == token.symbol);
    return ptxc_host_is_word(source, token, "if") || ptxc_host_is_word(source, token, "switch") ||
           ptxc_host_is_word(source, token, "for") || (ptxc_host_is_word(source, token, "while") && !is_single(walk));
}

/* ---- the walk ---- */

/* Finds out which macros that select by the target are around this place, and what follows from them and from #if. */
static void move_to(struct walk *walk, uint32_t position) {
    walk->conditions.selected = ptxc_selections_move(&walk->selections, position, &walk->open_selection);
    walk->dead = ptxc_conditions_facts(&walk->conditions).never;
}

static void read_directive(struct walk *walk, struct ptxc_host_token token) {
    const char *source = walk->extraction->source;
    const struct ptxc_span line = {token.offset, token.length};
    const bool dead = walk->dead;
    ptxc_conditions_follow(&walk->conditions, source, line);
    walk->dead = ptxc_conditions_facts(&walk->conditions).never;
    ptxc_host_branches_directive(&walk->branches, ptxc_directive_find(source, line));
    const struct ptxc_span undefined = ptxc_directive_undefines(source, line);
    if (dead || undefined.length == 0)
        return;
    ptxc_defines_lose(walk->extraction->defines, source, undefined);
    ptxc_macros_undefine(walk->macros, walk->extraction, undefined);
}

/* Reads a token that some compilation reaches, with the statement or string that it begins. */
static void read_token(struct walk *walk, const struct ptxc_host_token *token) {
    struct ptxc_extraction *extraction = walk->extraction;
    ptxc_host_branches_follow(&walk->branches, extraction->source, *token);
    walk->chooses |= walk->defining && is_choice(walk, *token);
    if (token->kind == PTXC_HOST_DEFINE && !walk->outer) {
        begin_define(walk, *token);
    } else if (token->kind == PTXC_HOST_STRING && !walk->outer) {
        guess(walk);
        ptxc_strings_read(extraction, &c_strings, &walk->lexer, *token,
                          (struct ptxc_string_place){.emitted = walk->calls.emitting != 0});
    } else if (token->kind == PTXC_HOST_WORD && ptxc_asm_begins(extraction->source, *token)) {
        walk->makes_asm = true;
        guess(walk);
        ptxc_asm_read(extraction, walk->macros, &walk->lexer, &walk->conditions, *token);
        walk->dead = ptxc_conditions_facts(&walk->conditions).never; /* there may be #if lines in it */
    } else if (token->kind == PTXC_HOST_WORD) {
        if (ptxc_feature_selects(extraction->source, *token) != PTXC_SELECTS_NOTHING)
            ptxc_selections_enter(&walk->selections, walk->macros, extraction, walk->lexer, *token);
        follow_name(walk, *token);
    }
}

static void read_tokens(struct walk *walk) {
    struct ptxc_extraction *extraction = walk->extraction;
    walk->lexer = ptxc_extraction_lexer(extraction);
    move_to(walk, 0);
    while (!extraction->arena->failed) {
        if (walk->defining && !walk->lexer.inside_define)
            end_define(walk);
        struct ptxc_host_token token = ptxc_host_c_next(&walk->lexer);
        ptxc_host_calls_follow(&walk->calls, extraction->source, token);
        if (walk->selections.depth > 0)
            move_to(walk, token.offset);
        if (token.kind == PTXC_HOST_END)
            return;
        if (token.kind == PTXC_HOST_DIRECTIVE)
            read_directive(walk, token);
        else if (!walk->dead)
            read_token(walk, &token);
        if (extraction->workspace->exhausted)
            note_exhausted(walk, token);
    }
}

/* Whether a mnemonic of the family may stand in a literal. A raw one goes on for as long as it likes, and may begin
 * after another one; any other goes to the end of its line. */
static bool mentions_family(const char *source, uint32_t length) {
    const char *limit = source + length, *at = source;
    bool found = false;
    while (!found && (at = memchr(at, '"', (size_t)(limit - at)))) {
        const char *end = ptxc_host_c_line_end(at, limit);
        if ((at > source && at[-1] == 'R') || ptxc_find_pair(at, end, 'R', '"'))
            end = limit;
        found = ptxc_text_mentions_family(at, (uint32_t)(end - at));
        at = end;
    }
    return found;
}

void ptxc_extract_c_family(struct ptxc_extraction *extraction) {
    const char *source = extraction->source;
    const bool family = mentions_family(source, extraction->length);
    if (!family && (!ptxc_text_mentions_asm(source, extraction->length) || ptxc_host_quick_reject(extraction)))
        return;
    struct ptxc_macros macros = {.source = source, .length = extraction->length, .seed = extraction->seed};
    struct walk walk = {.extraction = extraction,
                        .file = extraction,
                        .macros = &macros,
                        .around = {.highest = PTXC_ANY_TARGET},
                        .selections = {.around = {.highest = PTXC_ANY_TARGET}}};
    ptxc_conditions_begin(&walk.conditions, extraction->defines);
    read_tokens(&walk);
}
