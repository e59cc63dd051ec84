/* The functions of a text that was checked, each with what is needed to check it again alone: what the walk carried to
 * it and from it, the names that it sees, and its findings. All places are kept where they stand after each edit.
 */
#ifndef PTXC_API_PIECES_H
#define PTXC_API_PIECES_H

#include "base/symbols.h"
#include "syntax/carried.h"

/* An edit, in places of the text before it. */
struct ptxc_change {
    uint32_t offset, removed, inserted; /* bytes */
};

/* A function with a body. */
struct ptxc_piece {
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
struct ptxc_between {
    uint32_t start; /* of the statement after it; UINT32_MAX: it has seen nothing yet */
    uint32_t innermost, names, carried;
    size_t findings, kernels, instructions;
};

struct ptxc_pieces {
    struct ptxc_arena arena;
    bool apart;                 /* they can be checked each on its own */
    struct ptxc_report *report; /* of the whole check */
    struct ptxc_symbols names;  /* those that are declared outside of functions */
    struct ptxc_carried *carried;
    size_t carried_count, carried_capacity;
    struct ptxc_piece *items; /* in the order of the source */
    size_t count, capacity;
    size_t kept; /* reports of items */
    size_t instructions;
    struct ptxc_between last;
    struct ptxc_watcher watcher; /* makes the items, from the walk of the whole check */
};

/* Makes them ready for a walk, with nothing in them. */
void ptxc_pieces_begin(struct ptxc_pieces *pieces, const struct ptxc_allocator *allocator);

/* Takes the report of the whole check, in which nothing is left out, when the walk is over. */
void ptxc_pieces_end(struct ptxc_pieces *pieces, struct ptxc_report *report);

/* Gives the function in whose body all of the change lies, or NULL. */
struct ptxc_piece *ptxc_pieces_find(struct ptxc_pieces *pieces, const char *text, struct ptxc_change change);

/* Moves what stands after the change, which lies in the body of this function; false where something else than its own
 * findings is about what is changed. */
bool ptxc_pieces_move(struct ptxc_pieces *pieces, struct ptxc_piece *edited, struct ptxc_change change);

/* Gives the function the findings of a check alone, with their report, which is not to be freed by who gives it. */
void ptxc_pieces_replace(struct ptxc_pieces *pieces, struct ptxc_piece *piece, struct ptxc_report *report);

/* How many findings there are. */
size_t ptxc_pieces_findings(const struct ptxc_pieces *pieces);

/* Adds all findings to a report, in the order in which a check of the whole text raises them. */
void ptxc_pieces_report(const struct ptxc_pieces *pieces, struct ptxc_report *report);

/* Frees all that they hold. */
void ptxc_pieces_free(struct ptxc_pieces *pieces);

#endif
