/* Skipping statements of which nothing is to be said, as most of a module has nothing else. They are not looked at one
 * by one: 64 bytes at a time it is found where statements begin, and whether there is anything among them that the
 * reader must see. Declarations and labels of the simplest kinds are deferred, with the scopes that they stand in: they
 * are read when something comes that may ask for them, and where their scope ends before that, they are not.
 */
#ifndef PTXC_SKIP_FAST_H
#define PTXC_SKIP_FAST_H

#include "base/blocks.h"
#include "syntax/module.h"
#include "syntax/skip_words.h"

/* What was skipped and may have to be read yet. */
enum ptxc_deferred_kind {
    PTXC_DEFERRED_STATEMENT, /* a label, or a declaration */
    PTXC_DEFERRED_SCOPE,     /* a '{' */
    PTXC_DEFERRED_SKIPPED    /* scopes that are closed: of their names only the number counts */
};

struct ptxc_deferred {
    enum ptxc_deferred_kind kind;
    uint32_t position;
    uint32_t names; /* how many it declares */
};

enum { PTXC_SKIP_BLOCKS = 64 };

struct ptxc_skip_fast {
    ptxc_classify *classify;                    /* as this processor does it best */
    struct ptxc_bytes blocks[PTXC_SKIP_BLOCKS]; /* those of the source from `first` on */
    uint32_t first, count;
    struct ptxc_skip_words words;
    struct ptxc_deferred *deferred; /* in the order of the source */
    size_t deferred_count, deferred_capacity;
    uint32_t looked_from, looked_to; /* the last look: what is deferred is from between them; from 0: none */
};

/* Returns the place of the next statement at or after `position`, where one begins in the body that is open, that the
 * reader must see: of all before it nothing is to be said. What is deferred of it is in `module->skip_fast`, which is
 * made with the first call. */
uint32_t ptxc_skip_fast(struct ptxc_module *module, uint32_t position);

/* The same for a body of which it is not known yet whether it is to be read: where it is not, the next call from here
 * goes on where this one came to. `*depth` becomes greater by the scopes that are open there, and `*calls` is whether
 * some word may begin a call. */
uint32_t ptxc_skip_fast_look(struct ptxc_module *module, uint32_t position, unsigned *depth, bool *calls);

/* Forgets what a look has deferred: the body is read. */
void ptxc_skip_fast_forget(struct ptxc_module *module);

#endif
