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
    PTXC_WORD_ENTRY,
    PTXC_WORD_REQUIRED_THREADS,
    PTXC_WORD_MAXIMUM_THREADS,
    PTXC_WORD_CLUSTER,
    PTXC_WORD_LINKAGE,
    PTXC_WORD_EXTERNAL,
    PTXC_WORD_ALIGNMENT,
    PTXC_WORD_POINTER,
    PTXC_WORD_ATTRIBUTE,
    PTXC_WORD_PRAGMA,
    PTXC_WORD_DEBUG_DATA,
    PTXC_WORD_BRANCH_TARGETS
};

/* Where a statement stands: outside of every function, or in one. */
enum { PTXC_PLACE_NOWHERE = 0, PTXC_PLACE_OUTSIDE = 1, PTXC_PLACE_INSIDE = 2, PTXC_PLACE_ANYWHERE = 3 };

struct ptxc_word_row {
    const char *word;
    uint8_t length; /* of the word, bytes */
    enum ptxc_word_kind kind;
    uint8_t places;   /* bits PTXC_PLACE_…: where a statement may begin with it */
    bool ends_header; /* of a function: it begins another statement */
};

/* The row of this directive; for any other word one of kind PTXC_WORD_OTHER. Never NULL. */
const struct ptxc_word_row *ptxc_word_find(const char *text, size_t length);

/* Gives the spelling of directive `index`, and of a word that declares in a state space, with the places of
 * ptxc_directive_spelling; NULL after the last. */
const char *ptxc_word_listed(size_t index, uint32_t *places);

/* The type that a declaration can have and that is spelt so, or PTXC_TYPE_NONE. */
enum ptxc_type ptxc_type_declared(const char *text, size_t length);

/* The directive of a module's header that is this word but for its capitals, or NULL. */
const struct ptxc_word_row *ptxc_word_find_header(const char *text, size_t length);

/* Whether the text, which has `length` bytes, begins as a module does: with .version or .target. */
bool ptxc_word_begins_module(const char *text, size_t length);

/* What `.target` can list after a target: see targets.def. */
struct ptxc_option_row {
    const char *word;
    uint16_t first; /* PTX version */
    uint16_t below; /* the number of the first target that does not take it, or 0 */
    uint8_t group;  /* of those that exclude one another, or 0 */
    bool needs_sections;
};

/* The option of this name, or NULL. */
const struct ptxc_option_row *ptxc_target_option(const char *word, size_t length);

/* Whether the text, of letters, digits and the signs of names, can be a label. */
bool ptxc_is_label(const char *text, size_t length);

/* Whether the name has in it what shows that it is one of a target. */
bool ptxc_target_word(const char *name, size_t length);

/* Whether some target has a suffix of this letter, to this assembler (0: to the newest). */
bool ptxc_target_suffix(char letter, uint32_t assembler);

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
