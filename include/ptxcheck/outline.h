/* ptxcheck: the names of a text of PTX, as an editor asks for them: what declares them, and where each is used.
 *
 *     struct ptxc_outline *outline;
 *     struct ptxc_span name;
 *     ptxc_outline_make(text, length, NULL, &outline);
 *     const struct ptxc_declaration *found = ptxc_outline_find(outline, offset, &name);
 *     ptxc_outline_edit(&outline, text, length, 2048, 1);  the text with another byte at 2048
 *     ptxc_outline_free(outline);
 *
 * It is made of all statements, whether they are legal or not. What cannot be read is passed over, and nothing is
 * reported. A name means what is declared last before it in the innermost scope around it; a label may be declared
 * after it, and so may a function (ISA 4.4, 5.4, 11.2).
 *
 * Threads: several threads may read one outline, and nobody else while it is edited. NULL is as in ptxcheck.h.
 */
#ifndef PTXCHECK_OUTLINE_H
#define PTXCHECK_OUTLINE_H

#include <stddef.h>

#include "names.h"
#include "ptxcheck.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a declaration declares. */
enum ptxc_declared {
    PTXC_DECLARED_REGISTER = 0,
    PTXC_DECLARED_VARIABLE = 1,
    PTXC_DECLARED_PARAMETER = 2, /* of a function, or its result */
    PTXC_DECLARED_FUNCTION = 3,
    PTXC_DECLARED_KERNEL = 4, /* is a function that the host starts: .entry */
    PTXC_DECLARED_LABEL = 5
};

/* A declaration. The library makes it; it may grow at its end, and lives as long as the outline. */
struct ptxc_declaration {
    enum ptxc_declared kind;
    enum ptxc_type type;    /* PTXC_TYPE_NONE for a function and a label */
    enum ptxc_space space;  /* likewise PTXC_SPACE_NONE */
    uint32_t count;         /* is that of the names which %r<count> declares, "%r" with a number; 0: it declares one */
    uint32_t alignment;     /* of a variable, in bytes; 0: not known */
    uint64_t size;          /* of a variable, in bytes; 0: not known */
    struct ptxc_span name;  /* is the name; of %r<count> it is "%r" */
    struct ptxc_span text;  /* is the declaration, without its ';'; of a function it goes to the end of its body */
    struct ptxc_span scope; /* is where the name is known, from the beginning of the scope on */
};

/* The declarations of a text, and its names. It belongs to the caller, who frees it. */
struct ptxc_outline;

/* Makes the outline of `length` bytes of PTX, which need no NUL, and need not stay. Memory comes from `allocator`, or
 * from malloc where that is NULL. With PTXC_OK the caller frees *outline with ptxc_outline_free; with anything else it
 * is NULL: PTXC_OUT_OF_MEMORY, PTXC_BAD_ARGUMENT for a NULL or an allocator without a function, PTXC_TOO_LARGE for 2^31
 * bytes or more. */
PTXC_API enum ptxc_status ptxc_outline_make(const char *source, size_t length, const struct ptxc_allocator *allocator,
                                            struct ptxc_outline **outline);

/* Makes an outline that of the text after an edit, the `length` bytes of `source`, in which other bytes stand in the
 * place of the `removed` ones that were at `offset`. After an edit in the body of one function only that function is
 * read, after any other all of the text. What was given of *outline before counts no more. Errors: PTXC_BAD_ARGUMENT
 * for a NULL, or where no such edit makes a text of this length, and PTXC_TOO_LARGE for 2^31 bytes or more, after which
 * it is what it was; PTXC_OUT_OF_MEMORY, after which *outline is NULL, and freed. */
PTXC_API enum ptxc_status ptxc_outline_edit(struct ptxc_outline **outline, const char *source, size_t length,
                                            size_t offset, size_t removed);

/* Gives declaration `index`, in the order of the source; NULL where there are fewer. */
PTXC_API const struct ptxc_declaration *ptxc_outline_get(const struct ptxc_outline *outline, size_t index);

/* Gives the text between braces `index`, with these, that is a scope: the body of a function or a block in it. They are
 * in the order in which they begin; none (0, 0) where there are fewer. */
PTXC_API struct ptxc_span ptxc_outline_scope(const struct ptxc_outline *outline, size_t index);

/* Gives the declaration of the name at an offset, or right before it; NULL where no name stands there that the text
 * declares. *name is the place of the name then; `name` may be NULL. */
PTXC_API const struct ptxc_declaration *ptxc_outline_find(const struct ptxc_outline *outline, size_t offset,
                                                          struct ptxc_span *name);

/* Writes the places of the name at an offset, or right before it, in the order of the source: where it is declared, and
 * where it is used. Of a name that is declared as one of a range, %r3, these are the places of the range, "%r<16>", and
 * of %r3; at the range itself, those of all its names. It writes at most `capacity` places and gives how many there
 * are; `places` may be NULL. It gives 0 where ptxc_outline_find gives NULL. */
PTXC_API size_t ptxc_outline_places(const struct ptxc_outline *outline, size_t offset, struct ptxc_span *places,
                                    size_t capacity);

/* Frees an outline. It may be NULL. */
PTXC_API void ptxc_outline_free(struct ptxc_outline *outline);

/* What a piece of a text is, as an editor colours it. */
enum ptxc_lexeme_kind {
    PTXC_LEXEME_COMMENT = 0,
    PTXC_LEXEME_DIRECTIVE = 1, /* .reg, .shared in a declaration; a line marker of a preprocessor */
    PTXC_LEXEME_TYPE = 2,      /* .b32 */
    PTXC_LEXEME_MNEMONIC = 3,  /* with all its words: cp.async.bulk */
    PTXC_LEXEME_QUALIFIER = 4, /* of an instruction: .global, .rn */
    PTXC_LEXEME_NAME = 5,      /* ptxc_outline_find says what it means */
    PTXC_LEXEME_SPECIAL = 6,   /* a special register with its component, %tid.x, or a named constant (ISA 4.5, 10) */
    PTXC_LEXEME_NUMBER = 7,
    PTXC_LEXEME_STRING = 8,
    PTXC_LEXEME_OTHER = 9 /* an operator, a bracket, what is no PTX */
};

/* A piece of a text. Fill it with zeros before the first call of ptxc_lexeme_next. */
struct ptxc_lexeme {
    enum ptxc_lexeme_kind kind;
    struct ptxc_span span;
    uint32_t state; /* is for the library */
};

/* Makes *lexeme the piece that follows it in `length` bytes of PTX, and gives 1; gives 0 after the last, and for a text
 * of 2^31 bytes or more. The text may be wrong in any way. Where a statement begins the caller may set the offset of
 * the span and all else to zero, to begin there. It takes no memory. Any number of threads may call it. */
PTXC_API int ptxc_lexeme_next(const char *source, size_t length, struct ptxc_lexeme *lexeme);

#ifdef __cplusplus
}
#endif

#endif
