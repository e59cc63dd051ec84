/* The bodies of a module that are still needed after they were read: of functions that are called, and of callers that
 * wait for them. The memory that they take is bounded; what does not fit any more is not known.
 */
#ifndef PTXC_PROGRAM_LIBRARY_H
#define PTXC_PROGRAM_LIBRARY_H

#include "analysis/program/program.h"

/* A function that is called: its steps as they stand, with the targets of its branches. */
struct ptxc_callee {
    struct ptxc_program program;
    struct ptxc_callee *next; /* of the same bucket */
    bool twice;               /* another body has its name */
};

enum { PTXC_LIBRARY_BUCKETS = 1024 };

struct ptxc_library {
    struct ptxc_arena arena;
    size_t taken;                 /* bytes, about */
    uint64_t seed;                /* of the hash of names */
    struct ptxc_callee **buckets; /* PTXC_LIBRARY_BUCKETS; NULL while there is no function */
    uint32_t doubles;             /* functions whose name another one had */
};

void ptxc_library_init(struct ptxc_library *library, const struct ptxc_allocator *allocator);
void ptxc_library_free(struct ptxc_library *library);

/* Returns a copy of the body that stays; NULL where there is no room or no memory, which the arena tells. */
const struct ptxc_body *ptxc_library_keep(struct ptxc_library *library, const struct ptxc_body *body);

/* Adds the function of the program's body, which is copied; of the program nothing but that, its source and its symbols
 * is used. A broken body is none. */
void ptxc_library_add(struct ptxc_library *library, const struct ptxc_program *program,
                      struct ptxc_environment environment);

/* Returns the function of this name; NULL where none is known, or several. */
const struct ptxc_callee *ptxc_library_find(const struct ptxc_library *library, const char *name, size_t length);

#endif
