/* The `if` statements of the language around a place, and what their conditions suggest about the target. Names alone
 * say what is compared there, so that this is no more than a guess: it may keep a target from being blamed, and decides
 * nothing else.
 */
#ifndef PTXC_BRANCH_H
#define PTXC_BRANCH_H

#include "host/c/condition.h"
#include "host/c/directive.h"
#include "host/common/token.h"

enum { PTXC_MAX_BRANCHES = 32 };

/* One branch of an `if`: a statement, or a block. */
struct ptxc_branch {
    struct ptxc_facts outside;   /* around the `if` */
    struct ptxc_facts inside;    /* in the branch */
    struct ptxc_facts otherwise; /* where the condition does not hold */
    uint32_t braces, parens;     /* how many were open where it began, its own brace included */
    bool braced;                 /* it is a block */
    bool takes_else;
};

/* Where a directive may go back to: an #else begins where its #if did. */
struct ptxc_branch_mark {
    uint32_t braces, parens;
    size_t depth;
};

/* What has been read of an `if` in front of its branch. */
enum ptxc_branch_head { PTXC_BRANCH_NONE, PTXC_BRANCH_WORD, PTXC_BRANCH_CONDITION };

struct ptxc_branches {
    struct ptxc_branch open[PTXC_MAX_BRANCHES];
    size_t depth;
    uint32_t braces, parens;
    enum ptxc_branch_head head;
    uint32_t condition, outer_parens; /* where the condition begins, and how many parentheses are open around it */
    struct ptxc_branch ended;         /* the one that ended with the token before, where `has_ended` */
    bool has_ended;
    struct ptxc_branch_mark marks[PTXC_MAX_CONDITIONS]; /* by open #if */
    size_t mark_count;
};

/* Follows a token in the head of an `if`, one that may begin it, or one after the end of a branch. */
void ptxc_host_branches_read(struct ptxc_branches *branches, const char *source, struct ptxc_host_token token);

/* Follows a symbol anywhere else. */
void ptxc_host_branches_symbol(struct ptxc_branches *branches, char symbol);

/* Follows a token of the scan. Most are words and numbers that change nothing. */
static inline void ptxc_host_branches_follow(struct ptxc_branches *branches, const char *source,
                                             struct ptxc_host_token token) {
    const bool may_begin = token.kind == PTXC_HOST_WORD && token.length == sizeof("if") - 1;
    if (may_begin || branches->head != PTXC_BRANCH_NONE || branches->has_ended)
        ptxc_host_branches_read(branches, source, token);
    else if (token.kind == PTXC_HOST_SYMBOL)
        ptxc_host_branches_symbol(branches, token.symbol);
}

/* Follows a preprocessor line. */
void ptxc_host_branches_directive(struct ptxc_branches *branches, enum ptxc_directive directive);

/* Returns what is likely here. */
struct ptxc_facts ptxc_host_branches_facts(const struct ptxc_branches *branches);

#endif
