/* The words of PTX that are neither mnemonics nor qualifiers, looked up by their text. */
#ifndef PTXC_WORDS_H
#define PTXC_WORDS_H

#include "tables/tables.h"

/* What a directive is: see directives.def. */
enum ptxc_word_kind {
    PTXC_WORD_OTHER,
    PTXC_WORD_VERSION,
    PTXC_WORD_TARGET,
    PTXC_WORD_ADDRESS_SIZE,
    PTXC_WORD_LOCATION,
    PTXC_WORD_LOCATION_NAME,
    PTXC_WORD_SECTION,
    PTXC_WORD_FUNCTION,
    PTXC_WORD_LINKAGE,
    PTXC_WORD_EXTERNAL,
    PTXC_WORD_ALIGNMENT,
    PTXC_WORD_POINTER,
    PTXC_WORD_ATTRIBUTE,
    PTXC_WORD_PRAGMA
};

struct ptxc_word_row {
    const char *word;
    uint8_t length; /* of the word, bytes */
    enum ptxc_word_kind kind;
    bool ends_header; /* of a function: it begins another statement */
};

/* The row of this directive; for any other word one of kind PTXC_WORD_OTHER. Never NULL. */
const struct ptxc_word_row *ptxc_word_find(const char *text, size_t length);

/* Whether the text, which has `length` bytes, begins as a module does: with .version or .target. */
bool ptxc_word_begins_module(const char *text, size_t length);

/* Whether `.target` can list this word beside a target. */
bool ptxc_target_option(const char *word, size_t length);

/* The length of the alias with which a target's name begins, and in `*meaning` what it stands for; 0 where there is
 * none. */
size_t ptxc_target_alias(const char *name, size_t length, const char **meaning);

/* Whether some target has a suffix of this letter. */
bool ptxc_target_suffix(char letter);

/* A named constant: see predefined.def. */
struct ptxc_constant_row {
    const char *name;
    uint64_t value;
};

/* The named constant of this name, or NULL. */
const struct ptxc_constant_row *ptxc_constant_find(const char *name, size_t length);

/* Whether the word is a component of a vector, such as .x. */
bool ptxc_is_component(const char *word, size_t length);

#endif
