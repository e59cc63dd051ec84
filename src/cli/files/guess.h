/* The language of a text, told by its lines. */
#ifndef PTXC_CLI_GUESS_H
#define PTXC_CLI_GUESS_H

#include <stddef.h>

enum language {
    LANGUAGE_UNKNOWN,
    LANGUAGE_PTX,
    LANGUAGE_CPP,
    LANGUAGE_PYTHON,
    LANGUAGE_RUST,
    LANGUAGE_JULIA,
    LANGUAGE_LLVM,
    LANGUAGE_COUNT
};

/* Gives the language that most lines of the text speak for; of those with as many, the one that comes first. UNKNOWN
 * where no line speaks for any. */
enum language language_guess(const char *text, size_t length);

#endif
