/* What registers hold, for tests: a kernel stores what is asked for, and the stored values are compared as text. */
#ifndef SHOWN_H
#define SHOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/values/values.h"
#include "syntax/reader.h"

enum { ROOM = 4000, MOST_STORED = 64 };

/* What was stored, one line for each. */
struct stored {
    struct ptxc_values *values;
    const struct ptxc_symbols *symbols;
    size_t bodies, count, length;
    int64_t constants[MOST_STORED];
    bool known[MOST_STORED];
    char text[ROOM];
};

#define BEFORE                                                                                  \
    ".version 9.0\n.target sm_90\n.entry k(.param .u64 a, .param .align 8 .b8 c[32]) {\n"       \
    ".reg .b16 %h<9>; .reg .b32 %r<99>; .reg .b64 %d<99>; .reg .f32 %f<9>; .reg .pred %p<9>;\n" \
    ".shared .align 16 .b8 s[64]; .local .b8 l[16]; .param .b64 q;\ncp.async.commit_group;\n"
#define STORE(register) "st.global.b32 [%d0], " register ";"
#define ASK(predicate) "@" predicate " nanosleep 1;"

/* Walks through the one kernel of a module, and shows what its stores and the guards of its nanosleeps hold. */
void walk(const char *source, struct stored *stored);

/* Compares what the stores and the guards of a body hold. */
void compare(const char *const (*cases)[2], size_t count);
#define COMPARE(cases) compare(cases, sizeof(cases) / sizeof(*cases))

#endif
