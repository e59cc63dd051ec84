/* Words: see words.h. */
#include "tables/words.h"

#include <string.h>

#include "base/characters.h"
#include "tables/index.h"

#define EVER 0
#define PTXAS(major, minor) PTXC_PTX(major, minor)

#define STAYS false
#define ENDS true
static const struct ptxc_word_row words[] = {
    {"", 0, PTXC_WORD_OTHER, PTXC_PLACE_NOWHERE, false}, /* any other word */
#define DIRECTIVE(word, kind, place, header) {word, sizeof(word) - 1, PTXC_WORD_##kind, PTXC_PLACE_##place, header},
#include "directives.def"
};

enum ptxc_type ptxc_type_declared(const char *text, size_t length) {
    static const bool never[PTXC_TYPE_COUNT] = {
#define NEVER_DECLARED(type) [type] = true,
#include "directives.def"
    };
    const enum ptxc_type type = ptxc_type_find(text, length);
    return never[type] ? PTXC_TYPE_NONE : type;
}

/* Whether a directive of this kind stands in the header of a module. */
#define IN_HEADER(kind) ((kind) == PTXC_WORD_VERSION || (kind) == PTXC_WORD_TARGET || (kind) == PTXC_WORD_ADDRESS_SIZE)

/* How long the directives of the header are, bit per length. */
static const uint32_t header_lengths = 0
#define DIRECTIVE(word, kind, place, header) | (uint32_t)IN_HEADER(PTXC_WORD_##kind) << (sizeof(word) - 1)
#include "directives.def"
    ;

const struct ptxc_word_row *ptxc_word_find(const char *text, size_t length) {
    for (unsigned at = ptxc_word_bucket(text, length);; at = (at + 1) % PTXC_WORD_BUCKETS) {
        const uint8_t found = ptxc_directive_buckets[at];
        if (found == 0 || (words[found].length == length && memcmp(text, words[found].word, length) == 0))
            return &words[found];
    }
}

_Static_assert((int)PTXC_OUTSIDE_FUNCTIONS == (int)PTXC_PLACE_OUTSIDE &&
                   (int)PTXC_INSIDE_FUNCTIONS == (int)PTXC_PLACE_INSIDE,
               "the places of rows are those that programs see");

const char *ptxc_word_listed(size_t index, uint32_t *places) {
    static const char *const declaring[] = {
#define SPACE(enumerator, value, spelling, address) spelling,
#include "spaces.def"
#define DECLARES(word, space) word,
#include "spaces.def"
    };
    const size_t directives = PTXC_COUNT(words) - 1, spaces = PTXC_COUNT(declaring) - 1;
    if (index >= directives + spaces)
        return NULL;
    *places = PTXC_PLACE_ANYWHERE;
    if (index >= directives)
        return declaring[index - directives + 1];
    const struct ptxc_word_row *row = &words[index + 1];
    *places = row->places == PTXC_PLACE_NOWHERE ? (uint32_t)PTXC_INSIDE_STATEMENTS : row->places;
    return row->word;
}

const struct ptxc_word_row *ptxc_word_find_header(const char *text, size_t length) {
    if (length >= 32 || !(header_lengths >> length & 1)) /* most words */
        return NULL;
    for (size_t i = 0; i < PTXC_COUNT(words); i++) {
        const bool header = length == words[i].length && IN_HEADER(words[i].kind);
        size_t same = 0;
        while (same < length && header && (text[same] | 0x20) == (words[i].word[same] | 0x20))
            same++;
        if (header && same == words[i].length)
            return &words[i];
    }
    return NULL;
}

bool ptxc_word_begins_module(const char *text, size_t length) {
    for (size_t i = 0; length > 0 && *text == '.' && i < PTXC_COUNT(words); i++) {
        bool header = words[i].kind == PTXC_WORD_VERSION || words[i].kind == PTXC_WORD_TARGET;
        if (header && length > words[i].length && memcmp(text, words[i].word, words[i].length) == 0)
            return true;
    }
    return false;
}

/* Whether the text is one of these words. */
static bool is_one_of(const char *text, size_t length, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (ptxc_is_spelled(text, length, list[i]))
            return true;
    return false;
}

const struct ptxc_option_row *ptxc_target_option(const char *word, size_t length) {
    static const struct ptxc_option_row options[] = {
#define PTX(major, minor) PTXC_PTX(major, minor)
#define ANYTHING false
#define SECTIONS true
#define TARGET_OPTION(word, first, below, group, needs) {word, first, below, group, needs},
#include "targets.def"
#undef SECTIONS
#undef ANYTHING
#undef PTX
    };
    for (size_t i = 0; i < PTXC_COUNT(options); i++)
        if (ptxc_is_spelled(word, length, options[i].word))
            return &options[i];
    return NULL;
}

bool ptxc_target_word(const char *name, size_t length) {
    static const char *const signs[] = {
#define TARGET_WORD(word) word,
#include "targets.def"
    };
    for (size_t i = 0; i < PTXC_COUNT(signs); i++)
        for (size_t at = 0; at + strlen(signs[i]) <= length; at++)
            if (memcmp(name + at, signs[i], strlen(signs[i])) == 0)
                return true;
    return false;
}

bool ptxc_target_suffix(char letter, uint32_t assembler) {
    static const struct {
        char letter;
        uint16_t since;
    } suffixes[] = {
#define TARGET_SUFFIX(suffix, letter, assembler) {letter, assembler},
#include "targets.def"
    };
    for (size_t i = 0; i < PTXC_COUNT(suffixes); i++)
        if (letter == suffixes[i].letter)
            return !assembler || assembler >= suffixes[i].since;
    return false;
}

static const struct ptxc_constant_row constants[] = {
#define CONSTANT(name, value) {name, value},
#include "predefined.def"
};

const struct ptxc_constant_row *ptxc_constant_find(const char *name, size_t length) {
    for (size_t i = 0; length > 0 && i < PTXC_COUNT(constants); i++)
        if (name[0] == constants[i].name[0] && ptxc_is_spelled(name, length, constants[i].name))
            return &constants[i];
    return NULL;
}

bool ptxc_is_label(const char *text, size_t length) {
    const bool sign = length > 0 && (text[0] == '_' || text[0] == '$' || text[0] == '%');
    return length > (sign ? 1 : 0) && !ptxc_is_digit(text[0]) && !memchr(text + 1, '%', length - 1) &&
           !ptxc_constant_find(text, length);
}

bool ptxc_is_component(const char *word, size_t length) {
    static const char *const components[] = {
#define COMPONENT(spelling) spelling,
#include "predefined.def"
    };
    return is_one_of(word, length, components, PTXC_COUNT(components));
}
