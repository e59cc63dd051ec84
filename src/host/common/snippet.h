/* A piece of PTX that stands in a file of another language: its text, a map back to the file, and what the host says
 * about it; how its text is built together with the map; and what the map answers.
 */
#ifndef PTXC_SNIPPET_H
#define PTXC_SNIPPET_H

#include "base/arena.h"
#include "base/characters.h"

/* In struct ptxc_facts: no upper bound. */
#define PTXC_ANY_TARGET UINT16_MAX

enum ptxc_piece_kind {
    PTXC_PIECE_CHARACTERS, /* byte i of the piece is host bytes [host + i * stride, host + (i + 1) * stride) */
    PTXC_PIECE_WHOLE,      /* every byte is all of the host bytes [host, host + stride): an expanded macro */
    PTXC_PIECE_UNKNOWN     /* one PTXC_UNKNOWN_TEXT for the host bytes [host, host + stride) */
};

/* A run of decoded text and where it comes from. The pieces of a snippet cover its text without gap, in order. */
struct ptxc_snippet_piece {
    uint32_t decoded; /* offset into the text of the snippet */
    uint32_t length;  /* bytes of decoded text */
    uint32_t host;    /* offset into the host file */
    uint32_t stride;  /* host bytes: 1 for plain text, 2 for escapes such as \n, more for others */
    enum ptxc_piece_kind kind;
};

/* How operands are written in the text. */
enum ptxc_template_style {
    PTXC_TEMPLATE_NONE, /* not at all: the text is PTX as it stands */
    PTXC_TEMPLATE_GCC,  /* %0, %[name]; %% is % */
    PTXC_TEMPLATE_LLVM, /* $0, ${0:c}; $$ is $ */
    PTXC_TEMPLATE_NVVM  /* {$r0}, {$w0}, {$rw0}: MLIR's nvvm.inline_ptx */
};

struct ptxc_asm_operand {
    const char *constraint;      /* decoded, modifiers included: "=&r"; closed by NUL; may hold PTXC_UNKNOWN_TEXT */
    const char *name;            /* of `[name]`, closed by NUL; or NULL */
    struct ptxc_span expression; /* without its parentheses; length 0 where the host gives none */
    bool is_output;
    bool is_constant; /* its constraint asks for a constant, which is `value` where `has_value` */
    bool has_value;
    int64_t value;
};

enum ptxc_snippet_kind {
    PTXC_SNIPPET_STATEMENT, /* an asm statement, with all that belongs to it */
    PTXC_SNIPPET_STRING     /* a string that reads like PTX; what becomes of it is not known */
};

enum ptxc_feature { PTXC_FEATURE_NONE, PTXC_FEATURE_FAMILY, PTXC_FEATURE_ARCHITECTURE };

/* What the enclosing #if lines say about the target; where they say nothing, 0 and PTXC_ANY_TARGET. */
struct ptxc_facts {
    uint16_t lowest;           /* sm number: 90 for __CUDA_ARCH__ >= 900 */
    uint16_t highest;          /* sm number, included */
    enum ptxc_feature feature; /* the least suffix of the target: ARCHITECTURE under __CUDA_ARCH_FEAT_SM90_ALL */
    bool never;                /* cannot be compiled: #if 0 */
};

struct ptxc_snippet {
    const char *text; /* decoded; %0, $0, { and } are as written */
    uint32_t length;
    enum ptxc_snippet_kind kind;
    enum ptxc_template_style style;
    const struct ptxc_snippet_piece *pieces;
    size_t piece_count;
    const struct ptxc_asm_operand *operands; /* outputs first, as they are numbered */
    size_t operand_count;
    bool operands_known; /* false: the operands come from a macro, or the host file does not say what they are */
    bool is_volatile;    /* or a side effect, for LLVM; an asm without outputs is volatile without saying so */
    bool is_goto;
    bool is_basic; /* an asm without colons: % is a plain character, and `style` is NONE */
    bool clobbers_memory;
    struct ptxc_span unexpected; /* where the statement is not as the host wants it: a comma is missing; or length 0 */
    bool breaks_line;            /* what is unexpected is a line break in a literal */
    struct ptxc_span statement;  /* from `asm` to the closing parenthesis, or the string itself */
    struct ptxc_span template;   /* from the first literal to the end of the last */
    struct ptxc_span use; /* of the macro of the file that makes the statement, which is not written out; or length 0 */
    bool closed;          /* nothing in it is left open that the use of a macro could say */
    struct ptxc_facts facts;
    struct ptxc_facts guess; /* what the `if` statements around it suggest */
};

/* The snippets of a file; items may be NULL while count is 0. A file may have a million: who sets `take` gets them part
 * by part, and they are forgotten then. */
struct ptxc_snippet_list {
    struct ptxc_snippet *items;
    size_t count;
    size_t capacity;
    struct ptxc_arena *arena;                     /* has them, and nothing else; NULL: the arena of the extraction */
    void (*take)(struct ptxc_snippet_list *list); /* is called when there are many; or NULL */
    void *taker;                                  /* for that */
    struct ptxc_span
        unfollowed;     /* the first place where a macro was not followed, for all that it would take; or none */
    const char *reason; /* what was left out there, and why */
    /* Whether the text of an asm statement holds nothing of interest; where this holds for all of them, none is added.
     * Or NULL: each is wanted. */
    bool (*rejects)(struct ptxc_snippet_list *list, const char *text, uint32_t length);
    /* Is called for each string that is source code of C with snippets in it; or NULL. */
    void (*take_source)(struct ptxc_snippet_list *list, const struct ptxc_snippet *source);
};

/* Returns where a span of the decoded text stands in the host file: from the first host byte of its first byte to the
 * last of its last. An empty span gives the place in front of its byte, or after the text. */
struct ptxc_span ptxc_snippet_locate(const struct ptxc_snippet *snippet, struct ptxc_span decoded);

/* Whether the one span lies in the other. */
bool ptxc_host_span_is_inside(struct ptxc_span inner, struct ptxc_span outer);

/* Returns the part of it that stands inside `place`, from the first byte to the last; length 0 where none does. */
struct ptxc_span ptxc_snippet_locate_inside(const struct ptxc_snippet *snippet, struct ptxc_span decoded,
                                            struct ptxc_span place);

/* ---- building one ---- */

/* The text of a snippet under construction, with its map. */
struct ptxc_builder {
    struct ptxc_arena *arena;
    char *text;
    size_t length, text_capacity;
    struct ptxc_snippet_piece *pieces;
    size_t count, piece_capacity;
};

/* Adds bytes each of which stands for `stride` host bytes from `host` on. */
void ptxc_host_builder_characters(struct ptxc_builder *builder, const char *bytes, size_t length, uint32_t host,
                                  uint32_t stride);
/* Adds bytes that stand for the host bytes of `span` together. */
void ptxc_host_builder_whole(struct ptxc_builder *builder, const char *bytes, size_t length, struct ptxc_span span);
/* Adds unknown text; where the last piece is unknown too, that one grows instead. */
void ptxc_host_builder_unknown(struct ptxc_builder *builder, struct ptxc_span span);

/* Adds a part of the text of another snippet, with its places in the file. */
void ptxc_host_builder_mapped(struct ptxc_builder *builder, const struct ptxc_snippet *from, struct ptxc_span span);

/* Returns what has been built so far, as a snippet with nothing but text and pieces. */
struct ptxc_snippet ptxc_host_builder_snippet(const struct ptxc_builder *builder);
/* Returns the text as a string of its own. */
const char *ptxc_host_builder_string(const struct ptxc_builder *builder);

/* Rewrites a snippet found in the text of `outer` so that its positions are those of the file of `outer`. An expression
 * of which a part stands inside the `use` of `outer` is that part. */
void ptxc_snippet_rebase(struct ptxc_snippet *snippet, const struct ptxc_snippet *outer, struct ptxc_arena *arena);

/* Returns what holds where both hold. */
struct ptxc_facts ptxc_host_facts_meet(struct ptxc_facts left, struct ptxc_facts right);

/* Returns what holds where one of the two holds: the smallest range around both. */
struct ptxc_facts ptxc_host_facts_join(struct ptxc_facts left, struct ptxc_facts right);

#endif
