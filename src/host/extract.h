/* What the extractors of the host languages share: tokens, the snippet builder, the literal decoder, and the search
 * for strings that read like PTX. Not seen outside of src/host.
 */
#ifndef PTXC_EXTRACT_H
#define PTXC_EXTRACT_H

#include "host/host.h"

/* ---- one extraction ---- */

/* The text of a snippet under construction, with its map. */
struct ptxc_builder {
    struct ptxc_arena *arena;
    char *text;
    size_t length, text_capacity;
    struct ptxc_piece *pieces;
    size_t count, piece_capacity;
};

/* What a builder of the workspace is for; two that are in use at a time differ. */
enum ptxc_workspace_use {
    PTXC_WORK_TEXT,
    PTXC_WORK_NESTED_TEXT, /* found inside a PTXC_WORK_TEXT */
    PTXC_WORK_LIST,        /* constraints, clobbers */
    PTXC_WORK_EXPANSION,
    PTXC_WORK_COUNT
};

/* Memory that is used again for every snippet; ptxc_list_add copies what is kept. */
struct ptxc_workspace {
    struct ptxc_builder builders[PTXC_WORK_COUNT];
    struct ptxc_asm_operand *operands;
    size_t operand_capacity;
};

struct ptxc_extraction {
    const char *source;
    uint32_t length;
    struct ptxc_arena *arena;
    struct ptxc_snippet_list *list;
    struct ptxc_workspace *workspace;
    bool nested;     /* `source` is itself a string of the file: strings inside it are not searched for sources */
    uint64_t budget; /* bytes that may still be read twice or expanded; keeps hostile input linear */
};

/* At the beginning of the source, behind a byte order mark. */
struct ptxc_host_lexer ptxc_extraction_lexer(const struct ptxc_extraction *extraction);

/* Takes `cost` from the budget; false, and nothing taken, when too little is left. */
bool ptxc_extraction_spend(struct ptxc_extraction *extraction, uint64_t cost);

/* Takes the cost of what has been read; false, and nothing left, when it was too much. */
bool ptxc_extraction_charge(struct ptxc_extraction *extraction, uint64_t cost);

#define HOST(enumerator, extensions, extract) void extract(struct ptxc_extraction *extraction);
#include "hosts.def"

/* ---- tokens ---- */

enum ptxc_host_kind {
    PTXC_HOST_END,
    PTXC_HOST_WORD,
    PTXC_HOST_NUMBER,
    PTXC_HOST_STRING,
    PTXC_HOST_SYMBOL,     /* one character of punctuation */
    PTXC_HOST_OTHER,      /* a character literal or the like */
    PTXC_HOST_NEWLINE,    /* where the end of a line ends a statement */
    PTXC_HOST_DIRECTIVE,  /* a whole preprocessor line other than #define */
    PTXC_HOST_DEFINE,     /* #define, the name and the parameters; the body follows as tokens */
    PTXC_HOST_DEFINE_END, /* the end of that body */
};

/* Which escapes a literal has. */
enum ptxc_escapes {
    PTXC_ESCAPES_NONE,
    PTXC_ESCAPES_C,
    PTXC_ESCAPES_PYTHON,
    PTXC_ESCAPES_JULIA,
    PTXC_ESCAPES_RUST,
    PTXC_ESCAPES_LLVM
};

/* Which parts of a literal are replaced at run time. */
enum ptxc_interpolation {
    PTXC_INTERPOLATION_NONE,
    PTXC_INTERPOLATION_BRACES,  /* {expression}; {{ and }} are braces: f-strings, str.format */
    PTXC_INTERPOLATION_NAMES,   /* only {}, {name}, {0}, {name:format} and {{ name }}; other braces are plain */
    PTXC_INTERPOLATION_DOLLAR,  /* $name and $(expression) */
    PTXC_INTERPOLATION_PERCENT, /* %s, %d, %(name)s; %% is % */
    PTXC_INTERPOLATION_PRINTF,  /* %s, %u, %llx, where no name goes on behind; %% is % */
};

struct ptxc_host_token {
    enum ptxc_host_kind kind;
    uint32_t offset, length;
    char symbol;           /* the character of a SYMBOL */
    struct ptxc_span body; /* of a STRING: between the quotes; of a DEFINE: the name */
    enum ptxc_escapes escapes;
    enum ptxc_interpolation interpolation;
};

struct ptxc_host_lexer {
    const char *source;
    uint32_t length;
    uint32_t position; /* where the next token is looked for */
    uint32_t depth;    /* of brackets, where the end of a line depends on it */
    bool inside_line;  /* a token of this line has been read */
    bool inside_define;
};

/* How a literal ends, and what it holds. */
struct ptxc_close {
    const char *text; /* the quote and what belongs to it */
    uint32_t length;
    bool raw, one_line;
    enum ptxc_escapes escapes;
    enum ptxc_interpolation interpolation;
};

typedef struct ptxc_host_token ptxc_host_next(struct ptxc_host_lexer *lexer);

ptxc_host_next ptxc_host_c_next; /* the only lexer with two users: statements and #if lines */

static inline bool ptxc_host_is_symbol(struct ptxc_host_token token, char symbol) {
    return token.kind == PTXC_HOST_SYMBOL && token.symbol == symbol;
}

/* Whether the token is this word. */
bool ptxc_host_is_word(const char *source, struct ptxc_host_token token, const char *word);

/* For the lexers: closes the token that runs from `start` to `end`. */
struct ptxc_host_token ptxc_host_emit(struct ptxc_host_lexer *lexer, enum ptxc_host_kind kind, const char *start,
                                      const char *end);
/* For the lexers: closes a literal that begins at `start`, its body at `body`, and ends with the first `close` that no
 * backslash protects (none does where `raw`). An open literal ends with its line where `one_line`, else with the
 * file. */
struct ptxc_host_token ptxc_host_emit_string(struct ptxc_host_lexer *lexer, const char *start, const char *body,
                                             struct ptxc_close close);
/* Behind a comment that is opened and closed by two characters; `nests` where comments hold comments. */
const char *ptxc_host_skip_comment(const char *cursor, const char *limit, const char *open, const char *close,
                                   bool nests);

/* ---- building a snippet ---- */

/* Adds bytes each of which stands for `stride` host bytes from `host` on. */
void ptxc_builder_characters(struct ptxc_builder *builder, const char *bytes, size_t length, uint32_t host,
                             uint32_t stride);
/* Adds bytes that stand for the host bytes of `span` together. */
void ptxc_builder_whole(struct ptxc_builder *builder, const char *bytes, size_t length, struct ptxc_span span);
/* Adds a hole; one behind another is one. */
void ptxc_builder_unknown(struct ptxc_builder *builder, struct ptxc_span span);
/* Adds the decoded body of a literal. */
void ptxc_builder_literal(struct ptxc_builder *builder, const char *source, const struct ptxc_host_token *token);

/* Whether the literal holds a conversion of printf, so that somebody fills it in. */
bool ptxc_literal_prints(const char *source, const struct ptxc_host_token *token);

/* An empty builder of the workspace. */
struct ptxc_builder *ptxc_builder_open(struct ptxc_extraction *extraction, enum ptxc_workspace_use use);
/* What has been built so far, as a snippet with nothing but text and pieces. */
struct ptxc_snippet ptxc_builder_snippet(const struct ptxc_builder *builder);
/* The text as a string of its own. */
const char *ptxc_builder_string(const struct ptxc_builder *builder);

/* Rewrites a snippet found in the text of `outer` so that its positions are those of the file of `outer`. */
void ptxc_snippet_rebase(struct ptxc_snippet *snippet, const struct ptxc_snippet *outer, struct ptxc_arena *arena);

/* Adds a copy of the snippet. */
void ptxc_list_add(struct ptxc_extraction *extraction, const struct ptxc_snippet *snippet);

/* ---- what a text is ---- */

/* Whether a mnemonic of the family stands anywhere: cheap, and sure when it says no. */
bool ptxc_text_mentions_family(const char *text, uint32_t length);
/* Whether some word `asm` stands there. */
bool ptxc_text_mentions_asm(const char *text, uint32_t length);
/* Whether a statement of the family stands there as PTX has it, and is not just talked about. */
bool ptxc_text_is_ptx(const char *text, uint32_t length);
/* The style that a text without operand list seems to be written in. */
enum ptxc_template_style ptxc_text_style(const char *text, uint32_t length);
/* Whether this reads like the constraint list of LLVM: "=r,l,~{memory}". */
bool ptxc_text_is_constraints(const char *text, uint32_t length);

/* Adds an operand to the snippet, in the workspace. */
void ptxc_snippet_add_operand(struct ptxc_extraction *extraction, struct ptxc_snippet *snippet,
                              const struct ptxc_asm_operand *operand);
/* Reads the constraint list of LLVM that `list` has decoded into the operands of the snippet. */
void ptxc_snippet_take_constraints(struct ptxc_extraction *extraction, struct ptxc_snippet *snippet,
                                   const struct ptxc_snippet *list);

/* ---- strings outside asm statements ---- */

/* How a language joins its strings and uses them for asm. */
struct ptxc_string_language {
    ptxc_host_next *next;
    const char *operators;  /* that join strings and expressions: "+" or "<", which stands for << */
    bool words_join;        /* a name between two literals is a macro */
    bool formats;           /* "..." % x and "...".format(x) */
    bool prints;            /* a conversion of printf in a literal is filled elsewhere */
    bool lone_is_remark;    /* a string that is a whole statement is documentation */
    bool takes_constraints; /* a string followed by a constraint list is an asm template */
};

/* Reads the concatenation that begins with the literal `first`, adds what it holds to the list, and leaves the lexer
 * behind it. `alone` when nothing stands before it in its statement; `side_effects` when the words before it say so. */
void ptxc_strings_read(struct ptxc_extraction *extraction, const struct ptxc_string_language *language,
                       struct ptxc_host_lexer *lexer, struct ptxc_host_token first, bool alone, bool side_effects);

/* The whole extraction of a language that has PTX in strings only. */
void ptxc_strings_extract(struct ptxc_extraction *extraction, const struct ptxc_string_language *language);

#endif
