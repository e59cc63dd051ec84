/* Words: see words.h. */
#include "tables/words.h"

#include <string.h>

#include "base/characters.h"

#define STAYS false
#define ENDS true
static const struct ptxc_word_row words[] = {
#define DIRECTIVE(word, kind, header) {word, sizeof(word) - 1, PTXC_WORD_##kind, header},
#include "directives.def"
};

const struct ptxc_word_row *ptxc_word_find(const char *text, size_t length) {
    static const struct ptxc_word_row other = {"", 0, PTXC_WORD_OTHER, false};
    for (size_t i = 0; i < PTXC_COUNT(words); i++)
        if (words[i].length == length && memcmp(text, words[i].word, length) == 0)
            return &words[i];
    return &other;
}

bool ptxc_word_begins_module(const char *text, size_t length) {
    for (size_t i = 0; i < PTXC_COUNT(words); i++) {
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

bool ptxc_target_option(const char *word, size_t length) {
    static const char *const options[] = {
#define TARGET_OPTION(word) word,
#include "targets.def"
    };
    return is_one_of(word, length, options, PTXC_COUNT(options));
}

size_t ptxc_target_alias(const char *name, size_t length, const char **meaning) {
    static const struct {
        const char *prefix, *meaning;
    } aliases[] = {
#define TARGET_ALIAS(prefix, meaning) {prefix, meaning},
#include "targets.def"
    };
    for (size_t i = 0; i < PTXC_COUNT(aliases); i++) {
        const size_t size = strlen(aliases[i].prefix);
        if (length <= size || memcmp(name, aliases[i].prefix, size) != 0)
            continue;
        *meaning = aliases[i].meaning;
        return size;
    }
    return 0;
}

bool ptxc_target_suffix(char letter) {
    static const char letters[] = {
#define TARGET_SUFFIX(suffix, letter) letter,
#include "targets.def"
    };
    return memchr(letters, letter, sizeof(letters)) != NULL;
}

static const struct ptxc_constant_row constants[] = {
#define CONSTANT(name, value) {name, value},
#include "predefined.def"
};

const struct ptxc_constant_row *ptxc_constant_find(const char *name, size_t length) {
    for (size_t i = 0; i < PTXC_COUNT(constants); i++)
        if (ptxc_is_spelled(name, length, constants[i].name))
            return &constants[i];
    return NULL;
}

bool ptxc_is_component(const char *word, size_t length) {
    static const char *const components[] = {
#define COMPONENT(spelling) spelling,
#include "predefined.def"
    };
    return is_one_of(word, length, components, PTXC_COUNT(components));
}
