/* One source on its way through an extractor: what has been found, the memory that is used again, and how much work is
 * left to it.
 */
#ifndef PTXC_EXTRACTION_H
#define PTXC_EXTRACTION_H

#include "host/common/snippet.h"
#include "host/common/token.h"

/* How deep macros that make asm statements are followed into each other. */
enum { PTXC_DEEPEST_USE = 4 };

/* What a builder of the workspace is for; two that are in use at a time differ. */
enum ptxc_workspace_use {
    PTXC_WORK_TEXT,
    PTXC_WORK_NESTED_TEXT, /* found inside a PTXC_WORK_TEXT */
    PTXC_WORK_LIST,        /* constraints, clobbers */
    PTXC_WORK_EXPANSION,
    PTXC_WORK_SOURCE, /* what the use of a macro becomes, by depth */
    PTXC_WORK_LAST_SOURCE = PTXC_WORK_SOURCE + PTXC_DEEPEST_USE - 1,
    PTXC_WORK_COUNT
};

/* Memory that every snippet uses again; ptxc_host_list_add copies what is kept. */
struct ptxc_workspace {
    struct ptxc_builder builders[PTXC_WORK_COUNT];
    struct ptxc_asm_operand *operands;
    size_t operand_capacity;
    bool exhausted; /* a budget did not reach: something that was written was not read */
};

struct ptxc_defines;
struct ptxc_extraction;

/* Adds the snippets of the source to the list. */
typedef void ptxc_extractor(struct ptxc_extraction *extraction);

struct ptxc_extraction {
    const char *source;
    uint32_t length;
    struct ptxc_arena *arena;
    struct ptxc_snippet_list *list;
    struct ptxc_workspace *workspace;
    const struct ptxc_defines *defines; /* macros of the caller, or NULL */
    bool in_definition;                 /* in the body of a #define, or of a use there: a name may be a parameter */
    struct ptxc_facts guess;            /* of the asm statement that is read, by the `if` statements around it */
    ptxc_extractor *embedded;      /* reads a string that is source code itself; NULL where `source` is such a string */
    ptxc_host_next *embedded_next; /* the lexer of that */
    uint64_t budget;               /* bytes that may still be read twice or expanded; keeps hostile input linear */
    uint64_t uses_budget;          /* bytes that the uses of macros may still become */
    uint64_t seed;                 /* of hashes */
    const struct ptxc_snippet *outer; /* where `source` is what a macro becomes, its map to the file; else NULL */
};

/* Returns a lexer at the beginning of the source, after a byte order mark if there is one. */
struct ptxc_host_lexer ptxc_extraction_lexer(const struct ptxc_extraction *extraction);

/* Takes `cost` from the budget; false, and nothing taken, when too little is left: the workspace is marked then. */
bool ptxc_extraction_spend(struct ptxc_extraction *extraction, uint64_t cost);

/* Takes the cost of what has been read; false, and nothing left, when it was too much. */
bool ptxc_extraction_charge(struct ptxc_extraction *extraction, uint64_t cost);

/* Returns an empty builder of the workspace. */
struct ptxc_builder *ptxc_host_builder_open(struct ptxc_extraction *extraction, enum ptxc_workspace_use use);

/* Adds an operand to the snippet, in the workspace. */
void ptxc_host_snippet_add_operand(struct ptxc_extraction *extraction, struct ptxc_snippet *snippet,
                                   const struct ptxc_asm_operand *operand);

/* Adds the operands of a constraint list, "=r,[name]l,~{memory}", to the snippet, and notes what it clobbers. */
void ptxc_host_snippet_take_constraints(struct ptxc_extraction *extraction, struct ptxc_snippet *snippet,
                                        const char *list, size_t length);

/* Notes at the first place where something is left out for all that it would take, and why: what a message says after
 * "should be short enough to be followed;". */
void ptxc_host_list_skip(struct ptxc_snippet_list *list, struct ptxc_span place, const char *reason);

/* Adds a copy of the snippet. */
void ptxc_host_list_add(struct ptxc_extraction *extraction, const struct ptxc_snippet *snippet);

/* The extractors and lexers of the host languages, one of each for each row of hosts.def. */
#define HOST(enumerator, extensions, extract, next) \
    ptxc_extractor extract;                         \
    ptxc_host_next next;
#include "hosts.def"

#endif
