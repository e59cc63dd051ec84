/* Words of mnemonics: see words.h. Nothing here looks at operands. */
#include "analysis/semantics/words.h"

#include <string.h>

#include "base/hash.h"
#include "tables/spaces.h"
#include "tables/tables.h"

uint32_t ptxc_words_slot(struct ptxc_words *words, const char *word, uint32_t length, bool *known) {
    const uint32_t slot = (uint32_t)(ptxc_hash(0, word, length) % PTXC_WORDS_KEPT);
    struct ptxc_word *kept = &words->kept[slot];
    *known = kept->word && kept->length == length && memcmp(kept->word, word, length) == 0;
    *kept = (struct ptxc_word){word, length};
    return slot;
}

size_t ptxc_word_next(const char *word, size_t length, size_t start) {
    size_t end = start + 1;
    while (end < length && word[end] != '.')
        end++;
    return end < length ? end : length;
}

bool ptxc_word_has(const char *word, size_t length, const char *dotted) {
    const size_t wanted = strlen(dotted);
    for (size_t start = 0, end; start < length; start = end) {
        end = ptxc_word_next(word, length, start);
        if (end - start == wanted && memcmp(word + start, dotted, wanted) == 0)
            return true;
    }
    return false;
}

/* The space of a dotted word, without what follows its "::"; PTXC_SPACE_NONE: it is none. */
static enum ptxc_space space_of(const char *text, size_t length) {
    const char *colon = memchr(text, ':', length);
    const size_t stem = colon ? (size_t)(colon - text) : length;
    for (int space = PTXC_SPACE_NONE + 1; space < PTXC_SPACE_COUNT; space++) {
        const char *spelling = ptxc_spaces[space].spelling;
        if (strlen(spelling) == stem && memcmp(spelling, text, stem) == 0)
            return (enum ptxc_space)space;
    }
    return PTXC_SPACE_NONE;
}

enum ptxc_space ptxc_word_space(const char *word, size_t length) {
    for (size_t start = ptxc_word_next(word, length, 0), end; start < length; start = end) {
        end = ptxc_word_next(word, length, start);
        const enum ptxc_space space = space_of(word + start, end - start);
        if (space != PTXC_SPACE_NONE)
            return space;
    }
    return PTXC_SPACE_NONE;
}

enum ptxc_type ptxc_word_type(const char *word, size_t length) {
    for (size_t end = length, start = length; start > 0; end = start) {
        do
            start--;
        while (start > 0 && word[start] != '.');
        const enum ptxc_type type = ptxc_type_find(word + start, end - start);
        if (type != PTXC_TYPE_NONE)
            return type;
    }
    return PTXC_TYPE_NONE;
}

enum ptxc_type ptxc_word_first_type(const char *word, size_t length) {
    for (size_t start = 0, end; start < length; start = end) {
        end = ptxc_word_next(word, length, start);
        const enum ptxc_type type = ptxc_type_find(word + start, end - start);
        if (type != PTXC_TYPE_NONE)
            return type;
    }
    return PTXC_TYPE_NONE;
}

/* Returns how many elements the mnemonic names: .v2, .v4 or .v8, else 1. */
static uint32_t elements_of(const char *word, size_t length) {
    for (size_t start = 0, end; start < length; start = end) {
        end = ptxc_word_next(word, length, start);
        const char digit = word[end - 1];
        if (end - start == 3 && memcmp(word + start, ".v", 2) == 0 && (digit == '2' || digit == '4' || digit == '8'))
            return (uint32_t)(digit - '0');
    }
    return 1;
}

uint32_t ptxc_word_element(const char *word, size_t length) {
    return ptxc_types[ptxc_word_type(word, length)].width / 8;
}

uint32_t ptxc_word_bytes(const char *word, size_t length) {
    return ptxc_word_element(word, length) * elements_of(word, length);
}
