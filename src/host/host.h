/* The extractor: from the bytes of a host file (C++, Python, LLVM IR ...) to the PTX that people wrote into it. Each
 * piece of PTX comes out as a snippet: the text with the host language's escapes and concatenations resolved, a map
 * back to the file, and what the host says about it. Nothing here knows what the PTX means.
 */
#ifndef PTXC_HOST_H
#define PTXC_HOST_H

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
struct ptxc_piece {
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
    const struct ptxc_piece *pieces;
    size_t piece_count;
    const struct ptxc_asm_operand *operands; /* outputs first, as they are numbered */
    size_t operand_count;
    bool operands_known; /* false: the operands are a macro, or nobody says what they are */
    bool is_volatile;    /* or a side effect, for LLVM; an asm without outputs is volatile without saying so */
    bool is_goto;
    bool is_basic; /* an asm without colons: % is a plain character, and `style` is NONE */
    bool clobbers_memory;
    struct ptxc_span unexpected; /* where the statement is not as the host wants it: a comma is missing; or length 0 */
    struct ptxc_span statement;  /* from `asm` to the closing parenthesis, or the string itself */
    struct ptxc_span template;   /* from the first literal to the end of the last */
    struct ptxc_facts facts;
};

/* The snippets of a file; items may be NULL while count is 0. */
struct ptxc_snippet_list {
    struct ptxc_snippet *items;
    size_t count;
    size_t capacity;
};

enum ptxc_host {
    PTXC_HOST_NONE,
#define HOST(enumerator, extensions, extract) enumerator,
#include "hosts.def"
    PTXC_HOST_COUNT
};

/* The host language of a file, by the extension of its path; PTXC_HOST_NONE when no row has it. */
enum ptxc_host ptxc_host_find(const char *path);

/* Adds the snippets of `source` to `list`, in the order of their first literals. Any bytes will do: what cannot be
 * read is passed over. Linear in `length`. The snippets live in the arena and keep no pointer to `source`. False when
 * memory ran out. */
bool ptxc_host_extract(enum ptxc_host host, const char *source, uint32_t length, struct ptxc_arena *arena,
                       struct ptxc_snippet_list *list);

/* Where a span of the decoded text stands in the host file: from the first host byte of its first byte to the last of
 * its last. An empty span gives the place in front of its byte, or behind the text. */
struct ptxc_span ptxc_snippet_locate(const struct ptxc_snippet *snippet, struct ptxc_span decoded);

#endif
