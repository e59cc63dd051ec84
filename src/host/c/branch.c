/* Branches: see branch.h.
 *
 * A branch that is no block ends with its ';', and with it all that it is the whole of: `if (a) if (b) x; else y;`.
 * Whether an `else` follows is known one token later, so that the branch which ended last is kept for that long. Text
 * that is not what it seems, such as a brace in a macro, shifts the count; at the end of a function it begins anew.
 */
#include "host/c/branch.h"

enum { LONGEST_CONDITION = 1024 }; /* bytes */

struct ptxc_facts ptxc_host_branches_facts(const struct ptxc_branches *branches) {
    if (branches->depth == 0)
        return (struct ptxc_facts){.highest = PTXC_ANY_TARGET};
    return branches->open[branches->depth - 1].inside;
}

/* Returns the innermost branch, or NULL. */
static struct ptxc_branch *innermost(struct ptxc_branches *branches) {
    return branches->depth > 0 ? &branches->open[branches->depth - 1] : NULL;
}

static void push(struct ptxc_branches *branches, struct ptxc_branch branch) {
    branch.braces = branches->braces;
    branch.parens = branches->parens;
    if (branches->depth < PTXC_MAX_BRANCHES)
        branches->open[branches->depth++] = branch;
}

static void pop(struct ptxc_branches *branches) {
    branches->ended = branches->open[--branches->depth];
    branches->has_ended = true;
}

/* Begins the first branch of an `if` with this condition. */
static void begin_if(struct ptxc_branches *branches, const char *source, struct ptxc_span condition) {
    const struct ptxc_facts outside = ptxc_host_branches_facts(branches);
    struct ptxc_facts holds = {.highest = PTXC_ANY_TARGET}, fails = holds;
    if (condition.length <= LONGEST_CONDITION)
        ptxc_condition_guess(source, condition, &holds, &fails);
    push(branches, (struct ptxc_branch){.outside = outside,
                                        .inside = ptxc_host_facts_meet(outside, holds),
                                        .otherwise = ptxc_host_facts_meet(outside, fails),
                                        .takes_else = true});
}

/* Follows the words and the condition of an `if`; at its closing parenthesis its branch begins. Whether the token
 * belongs to them. */
static bool follow_condition(struct ptxc_branches *branches, const char *source, struct ptxc_host_token token) {
    const enum ptxc_branch_head head = branches->head;
    const bool opens = ptxc_host_is_symbol(token, '('), closes = ptxc_host_is_symbol(token, ')');
    if (ptxc_host_is_word(source, token, "if")) {
        branches->head = PTXC_BRANCH_WORD;
    } else if (head == PTXC_BRANCH_WORD && opens) {
        branches->head = PTXC_BRANCH_CONDITION;
        branches->condition = token.offset + 1;
        branches->outer_parens = branches->parens++;
    } else if (head == PTXC_BRANCH_WORD && !ptxc_host_is_word(source, token, "constexpr")) {
        branches->head = PTXC_BRANCH_NONE;
        return false;
    } else if (head == PTXC_BRANCH_CONDITION && closes && branches->parens == branches->outer_parens + 1) {
        branches->head = PTXC_BRANCH_NONE;
        branches->parens--;
        begin_if(branches, source, (struct ptxc_span){branches->condition, token.offset - branches->condition});
    } else if (head == PTXC_BRANCH_CONDITION && (opens || closes)) {
        branches->parens = branches->parens + opens - closes;
    }
    return branches->head != PTXC_BRANCH_NONE || head != PTXC_BRANCH_NONE;
}

/* Ends what ended together with the branch that ended before this token, and begins the `else` that the token may be.
 */
static void settle(struct ptxc_branches *branches, bool is_else) {
    while (branches->has_ended) {
        const struct ptxc_branch ended = branches->ended;
        const struct ptxc_branch *around = innermost(branches);
        branches->has_ended = false;
        if (is_else && ended.takes_else)
            push(branches, (struct ptxc_branch){.outside = ended.outside, .inside = ended.otherwise});
        else if (around && !around->braced)
            pop(branches);
    }
}

static void close_brace(struct ptxc_branches *branches) {
    const struct ptxc_branch *branch;
    while ((branch = innermost(branches)) && branch->braces > branches->braces)
        branches->depth--;
    if (branch && branch->braced && branch->braces == branches->braces)
        pop(branches);
    branches->braces -= branches->braces > 0;
    if (branches->braces == 0) {
        branches->depth = 0;
        branches->parens = 0;
        branches->head = PTXC_BRANCH_NONE;
    }
}

void ptxc_host_branches_symbol(struct ptxc_branches *branches, char symbol) {
    struct ptxc_branch *branch = innermost(branches);
    const bool begins = branch && !branch->braced && branch->parens == branches->parens;
    switch (symbol) {
    case '{':
        branches->braces++;
        if (begins) {
            branch->braced = true;
            branch->braces = branches->braces;
        }
        break;
    case '}': close_brace(branches); break;
    case ';':
        if (begins)
            pop(branches);
        break;
    case '(': branches->parens++; break;
    case ')': branches->parens -= branches->parens > 0; break;
    default: break;
    }
}

void ptxc_host_branches_read(struct ptxc_branches *branches, const char *source, struct ptxc_host_token token) {
    if (branches->has_ended)
        settle(branches, ptxc_host_is_word(source, token, "else"));
    if (!follow_condition(branches, source, token) && token.kind == PTXC_HOST_SYMBOL)
        ptxc_host_branches_symbol(branches, token.symbol);
}

void ptxc_host_branches_directive(struct ptxc_branches *branches, enum ptxc_directive directive) {
    const size_t count = branches->mark_count;
    if (directive == PTXC_DIRECTIVE_IF) {
        if (count < PTXC_MAX_CONDITIONS)
            branches->marks[count] = (struct ptxc_branch_mark){branches->braces, branches->parens, branches->depth};
        branches->mark_count++;
    } else if (directive == PTXC_DIRECTIVE_ENDIF) {
        branches->mark_count -= count > 0;
    } else if (directive != PTXC_DIRECTIVE_OTHER && count > 0 && count <= PTXC_MAX_CONDITIONS) {
        const struct ptxc_branch_mark *mark = &branches->marks[count - 1];
        branches->braces = mark->braces;
        branches->parens = mark->parens;
        if (branches->depth > mark->depth)
            branches->depth = mark->depth;
    }
}
