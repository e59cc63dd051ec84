/* Words: see words.h. */
#include "tables/words.h"

#include <string.h>

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
