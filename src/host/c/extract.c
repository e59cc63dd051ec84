/* C, C++ and CUDA: scans the tokens of a file and hands asm statements and strings to those who read them. The body of
 * a #define is read like any other text; what its parameters will be is not known, so they become unknown text. Where a
 * macro makes asm statements, each of its uses is read once more, as the source that it becomes, unless that is the
 * same for all of them. Macros such as NV_IF_TARGET need not be followed: their arguments stand in the source.
 */
#include "host/c/extract.h"

#include <string.h>

#include "base/find.h"
#include "host/c/asm_statement.h"
#include "host/c/branch.h"
#include "host/c/directive.h"
#include "host/c/feature.h"
#include "host/c/lexer.h"
#include "host/c/macro_use.h"
#include "host/c/selection.h"
#include "host/common/strings.h"
#include "host/common/text.h"

static const struct ptxc_string_language c_strings = {
    .next = ptxc_host_c_next, .operators = "<+", .words_join = true, .prints = true};

/* A scan of a file, or of what the use of a macro becomes. */
struct file_scan {
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
    /* Where this is a use: the scan in which it stands, the macro, and the place in the file. */
    const struct file_scan *outer;
    const struct ptxc_macro *macro;
    struct ptxc_span use;
    int depth;
};

static void read_tokens(struct file_scan *scan);

/* Tells what the `if` statements around this place suggest to who reads on from here. */
static void guess(struct file_scan *scan) {
    scan->extraction->guess = ptxc_host_facts_meet(scan->around, ptxc_host_branches_facts(&scan->branches));
    scan->extraction->guess.never |= scan->open_selection;
}

/* ---- the uses of macros ---- */

static bool is_active(const struct file_scan *scan, const struct ptxc_macro *macro) {
    bool found = false;
    for (; scan && !found; scan = scan->outer)
        found = scan->macro == macro;
    return found;
}

static bool same_facts(struct ptxc_facts left, struct ptxc_facts right) {
    return left.lowest == right.lowest && left.highest == right.highest && left.feature == right.feature;
}

/* Notes a use that stands too deep in other macros. */
static void note_too_deep(struct file_scan *scan, struct ptxc_span place) {
    struct ptxc_snippet_list *list = scan->file->list;
    if (list->unfollowed.length == 0)
        ptxc_host_list_skip(
            list, place,
            ptxc_arena_format(scan->file->arena,
                              "this one is not checked: macros are followed into each other up to %d deep",
                              (int)PTXC_DEEPEST_USE));
}

/* Notes that the budget has ended at this token, or in the use around it. */
static void note_exhausted(struct file_scan *scan, struct ptxc_host_token token) {
    const struct ptxc_span here = ptxc_host_place(token);
    ptxc_host_list_skip(scan->file->list, scan->outer ? scan->use : here,
                        "from here on no macro of the file is known, and of an asm statement with #if lines in it one "
                        "branch is read: the rest takes more reading than a file of this length is given");
}

/* Reads what a use becomes, and adds the statements in it with their places in the file. */
static void read_source(const struct file_scan *scan, const struct ptxc_macro *macro, struct ptxc_span place,
                        const struct ptxc_builder *builder) {
    struct ptxc_snippet text = ptxc_host_builder_snippet(builder);
    struct ptxc_arena arena;
    struct ptxc_snippet_list found = {.arena = &arena};
    struct ptxc_extraction inner = *scan->extraction;
    struct file_scan below = {.extraction = &inner,
                              .file = scan->file,
                              .macros = scan->macros,
                              .conditions = scan->conditions,
                              .around = scan->extraction->guess,
                              .selections = {.around = scan->conditions.selected},
                              .outer = scan,
                              .macro = macro,
                              .use = place,
                              .depth = scan->depth + 1};
    text.use = place;
    inner.source = text.text;
    inner.length = text.length;
    inner.list = &found;
    inner.outer = &text;
    ptxc_arena_share(&arena, scan->extraction->arena);
    ptxc_conditions_narrow(&below.conditions, macro->facts);
    read_tokens(&below);
    scan->extraction->budget = inner.budget;
    scan->extraction->uses_budget = inner.uses_budget;
    for (size_t i = 0; i < found.count; i++) {
        ptxc_snippet_rebase(&found.items[i], &text, &arena);
        found.items[i].use = place;
        ptxc_host_list_add(scan->file, &found.items[i]);
    }
    scan->extraction->arena->failed |= arena.failed;
    ptxc_arena_free(&arena);
}

/* Follows a use of the macro, unless what it makes was read with the definition. */
static void follow_use(struct file_scan *scan, const struct ptxc_macro *macro, struct ptxc_host_token name) {
    enum { LEAST_COST = 64 };
    const struct ptxc_facts facts = ptxc_host_facts_meet(ptxc_conditions_facts(&scan->conditions), macro->facts);
    struct ptxc_host_lexer lexer = scan->lexer;
    struct ptxc_macro_use use;
    if (is_active(scan, macro) || (macro->closed && same_facts(facts, macro->facts)) ||
        !ptxc_macro_use_read(&use, scan->macros, macro, scan->extraction, &lexer, name))
        return;
    const struct ptxc_span place = scan->outer ? scan->use : use.span;
    if (scan->depth == PTXC_DEEPEST_USE)
        return note_too_deep(scan, place);
    struct ptxc_builder *builder =
        ptxc_host_builder_open(scan->extraction, (enum ptxc_workspace_use)(PTXC_WORK_SOURCE + scan->depth));
    const bool expanded = ptxc_macro_use_expand(&use, builder);
    const uint64_t cost = builder->length + LEAST_COST;
    if (cost > scan->extraction->uses_budget) {
        scan->extraction->uses_budget = 0;
        ptxc_host_list_skip(scan->file->list, place,
                            "this one is not checked: the macros of this file become too much text");
        return;
    }
    scan->extraction->uses_budget -= cost;
    if (expanded)
        read_source(scan, macro, place, builder);
    else
        ptxc_host_list_skip(scan->file->list, place,
                            "this one is not checked: it becomes too much text, or has __VA_OPT__");
}

/* Follows the name into all the macros that it may be here. */
static void follow_name(struct file_scan *scan, struct ptxc_host_token name) {
    const struct ptxc_span span = ptxc_host_place(name);
    const struct ptxc_macro *macro = NULL;
    if (scan->macros->followed_count == 0)
        return;
    while (scan->extraction->uses_budget > 0 &&
           (macro = ptxc_macros_followed(scan->macros, scan->extraction, &scan->conditions, span, macro))) {
        scan->makes_asm = true;
        guess(scan);
        follow_use(scan, macro, name);
    }
}

/* ---- definitions ---- */

/* Notes a #define, which takes its name from the caller, and begins to read its body. */
static void begin_define(struct file_scan *scan, struct ptxc_host_token token) {
    scan->defining = ptxc_macros_add(scan->macros, scan->extraction, &scan->conditions, token);
    scan->extraction->in_definition = true;
    scan->makes_asm = scan->chooses = false;
    scan->first = scan->extraction->list->count;
    ptxc_defines_lose(scan->extraction->defines, scan->extraction->source, token.body);
}

/* Ends the body. Where it made asm statements, its uses are followed; all of them are closed where each is read to the
 * end here. Of a macro that chooses between statements it is not known which of them a use reaches. */
static void end_define(struct file_scan *scan) {
    const struct ptxc_snippet_list *list = scan->extraction->list;
    scan->defining->closed = list->count > scan->first;
    for (size_t i = scan->first; i < list->count; i++)
        scan->defining->closed &= list->items[i].closed;
    if (scan->makes_asm && !scan->chooses)
        ptxc_macros_follow(scan->macros, scan->defining);
    scan->extraction->in_definition = false;
    scan->defining = NULL;
}

/* Whether `while (0)` begins at the word. */
static bool is_single(const struct file_scan *scan) {
    struct ptxc_host_lexer lexer = scan->lexer;
    const bool opens = ptxc_host_is_symbol(ptxc_host_c_next(&lexer), '(');
    const struct ptxc_host_token condition = ptxc_host_c_next(&lexer);
    uint32_t value;
    return opens && ptxc_host_number_read(lexer.source, condition, &value) && value == 0 &&
           ptxc_host_is_symbol(ptxc_host_c_next(&lexer), ')');
}

/* Whether the token of a body means that a part of it may not be reached. */
static bool is_choice(const struct file_scan *scan, struct ptxc_host_token token) {
    const char *source = scan->lexer.source;
    const bool pair = token.symbol == '&' || token.symbol == '|';
    if (token.kind == PTXC_HOST_SYMBOL)
        return token.symbol == '?' ||
               (pair && token.offset + 1 < scan->lexer.length && source[token.offset + 1] == token.symbol);
    return ptxc_host_is_word(source, token, "if") || ptxc_host_is_word(source, token, "switch") ||
           ptxc_host_is_word(source, token, "for") || (ptxc_host_is_word(source, token, "while") && !is_single(scan));
}

/* ---- the scan ---- */

/* Finds out which macros that select by the target are around this place, and what follows from them and from #if. */
static void move_to(struct file_scan *scan, uint32_t position) {
    scan->conditions.selected = ptxc_selections_move(&scan->selections, position, &scan->open_selection);
    scan->dead = ptxc_conditions_facts(&scan->conditions).never;
}

static void read_directive(struct file_scan *scan, struct ptxc_host_token token) {
    const char *source = scan->extraction->source;
    const struct ptxc_span line = ptxc_host_place(token);
    const bool dead = scan->dead;
    ptxc_conditions_follow(&scan->conditions, source, line);
    scan->dead = ptxc_conditions_facts(&scan->conditions).never;
    ptxc_host_branches_directive(&scan->branches, ptxc_directive_find(source, line));
    const struct ptxc_span undefined = ptxc_directive_undefines(source, line);
    if (dead || undefined.length == 0)
        return;
    ptxc_defines_lose(scan->extraction->defines, source, undefined);
    ptxc_macros_undefine(scan->macros, scan->extraction, undefined);
}

/* Reads a token that some compilation reaches, with the statement or string that it begins. */
static void read_token(struct file_scan *scan, const struct ptxc_host_token *token) {
    struct ptxc_extraction *extraction = scan->extraction;
    ptxc_host_branches_follow(&scan->branches, extraction->source, *token);
    scan->chooses |= scan->defining && is_choice(scan, *token);
    if (token->kind == PTXC_HOST_DEFINE && !scan->outer) {
        begin_define(scan, *token);
    } else if (token->kind == PTXC_HOST_STRING && !scan->outer) {
        guess(scan);
        ptxc_strings_read(extraction, &c_strings, &scan->lexer, *token,
                          (struct ptxc_string_place){.emitted = scan->calls.emitting != 0});
    } else if (token->kind == PTXC_HOST_WORD && ptxc_asm_begins(extraction->source, *token)) {
        scan->makes_asm = true;
        guess(scan);
        ptxc_asm_read(extraction, scan->macros, &scan->lexer, &scan->conditions, *token);
        scan->dead = ptxc_conditions_facts(&scan->conditions).never; /* there may be #if lines in it */
    } else if (token->kind == PTXC_HOST_WORD) {
        if (ptxc_feature_selects(extraction->source, *token) != PTXC_SELECTS_NOTHING)
            ptxc_selections_enter(&scan->selections, scan->macros, extraction, scan->lexer, *token);
        follow_name(scan, *token);
    }
}

static void read_tokens(struct file_scan *scan) {
    struct ptxc_extraction *extraction = scan->extraction;
    scan->lexer = ptxc_extraction_lexer(extraction);
    move_to(scan, 0);
    while (!extraction->arena->failed) {
        if (scan->defining && !scan->lexer.inside_define)
            end_define(scan);
        struct ptxc_host_token token = ptxc_host_c_next(&scan->lexer);
        ptxc_host_calls_follow(&scan->calls, extraction->source, token);
        if (scan->selections.depth > 0)
            move_to(scan, token.offset);
        if (token.kind == PTXC_HOST_END)
            return;
        if (token.kind == PTXC_HOST_DIRECTIVE)
            read_directive(scan, token);
        else if (!scan->dead)
            read_token(scan, &token);
        if (extraction->workspace->exhausted)
            note_exhausted(scan, token);
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
    struct file_scan scan = {.extraction = extraction,
                             .file = extraction,
                             .macros = &macros,
                             .around = {.highest = PTXC_ANY_TARGET},
                             .selections = {.around = {.highest = PTXC_ANY_TARGET}}};
    ptxc_conditions_begin(&scan.conditions, extraction->defines);
    read_tokens(&scan);
}
