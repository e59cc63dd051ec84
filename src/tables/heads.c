/* Heads of mnemonics: see heads.h. */
#include "tables/heads.h"

#include <stdint.h>
#include <string.h>

#include "tables/tables.h"

#define WHOLE false
#define NEAR true
#define DOT true
#define ANYTHING false
static const struct {
    const char *first;
    bool near; /* a word counts too that has the same first letter and, after that, one letter more or fewer */
    bool dot;  /* a '.' must follow */
    const char *second;
} heads[] = {
#define HEAD(first, slips, after, second) {first, slips, after, second},
#include "opcodes.def"
};

static const char *const free_heads[] = {
#define FREE_ORDER(head) head,
#include "opcodes.def"
};

/* Whether the text is the word `lower` in any case. */
static bool same_word(const char *text, size_t length, const char *lower) {
    for (size_t i = 0; i < length; i++)
        if (!lower[i] || (text[i] | 0x20) != lower[i])
            return false;
    return lower[length] == 0;
}

/* Whether the text begins with the same letter as the word, and their lengths differ by one at most. */
static bool near_word(const char *text, size_t length, const char *word) {
    const size_t size = strlen(word);
    return length > 0 && length + 1 >= size && length <= size + 1 && text[0] == word[0];
}

bool ptxc_head_resembles(const char *word, size_t length) {
    size_t first = 0, second;
    while (first < length && word[first] != '.' && word[first] != '_')
        first++;
    for (second = first + 1; second < length && word[second] != '.';)
        second++;
    const bool dot = first < length && word[first] == '.';
    const size_t rest = second > length ? 0 : second - first - 1;
    for (size_t i = 0; i < PTXC_COUNT(heads); i++) {
        bool begins = heads[i].near ? near_word(word, first, heads[i].first) : same_word(word, first, heads[i].first);
        bool goes_on = heads[i].second[0] == 0 || (rest > 0 && same_word(word + first + 1, rest, heads[i].second));
        if (begins && goes_on && (dot || !heads[i].dot))
            return true;
    }
    return false;
}

const char *ptxc_head_find_free(const char *word, size_t length) {
    for (size_t i = 0; i < PTXC_COUNT(free_heads); i++)
        if (length >= strlen(free_heads[i]) && memcmp(word, free_heads[i], strlen(free_heads[i])) == 0)
            return free_heads[i];
    return NULL;
}
