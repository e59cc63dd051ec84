/* The functions of a text that was checked, each with what is needed to check it again alone: what the walk carried to
 * it and from it, the names that it sees, and its findings. All places are kept where they stand after each edit.
 */
#ifndef PTXC_API_INCREMENTAL_H
#define PTXC_API_INCREMENTAL_H

#include "base/symbols.h"
#include "ptxcheck/document.h"
#include "syntax/parse_state.h"

/* An edit, in places of the text before it. */
struct ptxc_incremental_change {
    uint32_t offset, removed, inserted; /* bytes */
};

/* A function with a body. */
struct ptxc_incremental_function {
    uint32_t begin, open, end;   /* its first byte, its '{', and after its '}' */
    uint32_t names;              /* so many it sees */
    uint32_t before, after;      /* what is carried to it and from it, as indices */
    size_t first, count;         /* its findings, of those of the whole check in the order in which they were raised */
    size_t kernel, kernel_count; /* likewise its kernels: one, and more where it is odd */
    size_t instructions;
    bool edited;             /* since it was checked */
    struct ptxc_report *own; /* of a check alone; NULL: there was none, or it has neither findings nor kernels */
    bool again;              /* it was checked alone */
};

/* What a walk has seen where nothing was open. */
struct ptxc_incremental_place {
    uint32_t start; /* of the statement after it; UINT32_MAX: it has seen nothing yet */
    uint32_t innermost, names, state;
    size_t findings, kernels, instructions;
};

struct ptxc_incremental {
    struct ptxc_arena arena;
    bool apart;                 /* they can be checked each on its own */
    struct ptxc_report *report; /* of the whole check */
    struct ptxc_symbols names;  /* those that are declared outside of functions */
    struct ptxc_parse_state *states;
    size_t state_count, state_capacity;
    struct ptxc_incremental_function *items; /* in the order of the source */
    size_t count, capacity;
    size_t kept; /* reports of items */
    size_t instructions;
    struct ptxc_incremental_place last;
    struct ptxc_watcher watcher; /* makes the items, from the walk of the whole check */
};

/* A text that changes while it is checked. */
struct ptxc_document {
    struct ptxc_arena arena; /* the document itself */
    struct ptxc_arena words; /* the text */
    struct ptxc_options options;
    char *text;
    uint32_t length;
    size_t capacity;
    bool known; /* the functions are those of the text: only those that were edited need to be checked */
    struct ptxc_incremental incremental;
};

/* Makes them ready for a walk, with nothing in them. */
void ptxc_incremental_begin(struct ptxc_incremental *incremental, const struct ptxc_allocator *allocator);

/* Takes the report of the whole check, in which nothing is left out, when the walk is over. */
void ptxc_incremental_end(struct ptxc_incremental *incremental, struct ptxc_report *report);

/* Whether some look ahead at a function that was just read went beyond its end: what it saw there has a say in it, and
 * it has one in what follows. */
bool ptxc_incremental_looked_beyond(const struct ptxc_module *module);

/* Returns the function in whose body all of the change lies, or NULL. */
struct ptxc_incremental_function *ptxc_incremental_find(struct ptxc_incremental *incremental, const char *text,
                                                        struct ptxc_incremental_change change);

/* Returns the function that has a place in its body, or NULL. */
const struct ptxc_incremental_function *ptxc_incremental_around(const struct ptxc_incremental *incremental,
                                                                uint32_t place);

/* Moves what stands after the change, which lies in the body of this function; false where something else than its own
 * findings is about what is changed. */
bool ptxc_incremental_move(struct ptxc_incremental *incremental, struct ptxc_incremental_function *edited,
                           struct ptxc_incremental_change change);

/* Hands the function the findings of a check alone, with their report, which is not to be freed by who gives it. */
void ptxc_incremental_replace(struct ptxc_incremental *incremental, struct ptxc_incremental_function *function,
                              struct ptxc_report *report);

/* How many findings there are. */
size_t ptxc_incremental_findings(const struct ptxc_incremental *incremental);

/* Adds all findings to a report, in the order in which a check of the whole text raises them. */
void ptxc_incremental_report(const struct ptxc_incremental *incremental, struct ptxc_report *report);

/* Frees all that they hold. */
void ptxc_incremental_free(struct ptxc_incremental *incremental);

#endif
