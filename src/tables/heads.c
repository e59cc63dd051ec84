/* Heads of mnemonics: see heads.h. */
#include "tables/heads.h"

#include <stdint.h>
#include <string.h>

#include "base/characters.h"
#include "ptxcheck/instruction.h"
#include "tables/suggest.h"

#define WHOLE false
#define NEAR true
static const struct {
    const char *first;
    bool near; /* a word counts too that has the same first letter and, after that, one letter more or fewer */
    const char *second;
} heads[] = {
#define HEAD(first, slips, second) {first, slips, second},
#include "opcodes.def"
};

static const struct ptxc_text free_heads[] = {
#define FREE_ORDER(head) {head, sizeof(head) - 1},
#include "opcodes.def"
};

static const char *const first_words[] = {
#define KNOWN(word) word,
#include "mnemonics.def"
};

static const struct {
    const char *word;
    size_t slips; /* how many a misspelling of it has at most */
} meant[] = {
#define MEANT(word, slips) {word, slips},
#include "mnemonics.def"
};

/* An instruction that is none of the family, and the words that may follow, up to a NULL. */
static const struct {
    const char *mnemonic;
    const char *words[64];
} others[] = {
#define OTHER(mnemonic, ...) {mnemonic, {__VA_ARGS__}},
#include "other_instructions.def"
};

const char *ptxc_mnemonic_word(size_t index) {
    return index < PTXC_COUNT(first_words) ? first_words[index] : NULL;
}

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

/* The length of the word that begins at `from`, up to the first of these signs. */
static size_t part_length(const char *text, size_t length, size_t from, char sign, char other) {
    size_t end = from;
    while (end < length && text[end] != sign && text[end] != other)
        end++;
    return end > from ? end - from : 0;
}

bool ptxc_head_resembles(const char *word, size_t length) {
    const char letter = (char)(length > 0 ? word[0] | 0x20 : 0); /* most rows begin with another */
    size_t first = 0;
    for (size_t i = 0; i < PTXC_COUNT(heads); i++) {
        if (heads[i].first[0] != letter)
            continue;
        if (first == 0)
            first = part_length(word, length, 0, '.', '_');
        if (!(heads[i].near ? near_word(word, first, heads[i].first) : same_word(word, first, heads[i].first)))
            continue;
        const size_t rest = part_length(word, length, first + 1, '.', '.');
        if (heads[i].second[0] == 0 || (rest > 0 && same_word(word + first + 1, rest, heads[i].second)))
            return true;
    }
    return false;
}

/* Whether some instruction of PTX begins with the word. */
static bool is_known(const char *word, size_t length) {
    for (size_t i = 0; i < PTXC_COUNT(first_words); i++)
        if (first_words[i][0] == word[0] && ptxc_is_spelled(word, length, first_words[i]))
            return true;
    return false;
}

/* The length of the letters and digits that the text begins with. */
static size_t name_length(const char *text, size_t length) {
    size_t end = 0;
    while (end < length && ptxc_is_name(text[end]))
        end++;
    return end;
}

bool ptxc_head_is_known(const char *text, size_t length) {
    return is_known(text, name_length(text, length));
}

/* Whether a text begins as the word does, or as it does with one of its first two letters left out, the first one
 * doubled, or both exchanged. The index of pairs of letters has all of these, and no others: with them nearly every
 * instruction would have to be looked at. */
static bool begins_alike(const char *text, const char *word) {
    if (text[0] == word[0])
        return text[1] == word[0] || text[1] == word[1] || (text[1] == word[2] && text[1] != '.');
    return text[0] == word[1] && (text[1] == word[0] || (text[1] == word[2] && text[1] != '.'));
}

/* The length of as many words of the text as `word` has, with the dots between them. */
static size_t words_length(const char *text, size_t length, const char *word) {
    size_t end = name_length(text, length);
    for (; (word = strchr(word, '.')) && end < length && text[end] == '.'; word++)
        end += 1 + name_length(text + end + 1, length - end - 1);
    return end;
}

const char *ptxc_head_meant(const char *text, size_t length) {
    enum { SHORTEST = 3 }; /* letters */
    if (is_known(text, name_length(text, length)))
        return NULL;
    for (size_t i = 0; i < PTXC_COUNT(meant); i++) {
        const char *word = meant[i].word;
        const size_t size = words_length(text, length, word), right = strlen(word), most = meant[i].slips;
        if (size >= SHORTEST && size <= right + most && right <= size + most && begins_alike(text, word) &&
            ptxc_suggest_slips(text, size, word) <= most)
            return word;
    }
    return NULL;
}

/* Whether a text that begins with these bytes may be a misspelling of the word: see ptxc_head_meant. */
static bool may_be(const char *text, size_t count, const char *word, size_t slips) {
    const size_t size = words_length(text, count, word);
    char begins[16] = "";
    if (size < count) /* all of it is there */
        return ptxc_suggest_slips(text, size, word) <= slips;
    for (size_t i = 0; i + 1 < sizeof(begins) && i < count + slips && word[i]; i++) {
        begins[i] = word[i];
        if (ptxc_suggest_slips(text, count, begins) <= slips)
            return true;
    }
    return false;
}

static bool may_be_meant(const char *text, size_t count) {
    const size_t first = name_length(text, count);
    if (first < count && is_known(text, first))
        return false;
    for (size_t i = 0; i < PTXC_COUNT(meant); i++)
        if (begins_alike(text, meant[i].word) && may_be(text, count, meant[i].word, meant[i].slips))
            return true;
    return false;
}

/* Whether the texts are the same as far as both go, in any case. */
static bool agree(const char *text, size_t count, const char *lower) {
    for (size_t i = 0; i < count && lower[i]; i++)
        if ((text[i] | 0x20) != lower[i])
            return false;
    return true;
}

/* Whether a text that begins with these bytes may begin as the NEAR word does: see near_word. */
static bool may_be_near(const char *text, size_t count, const char *word) {
    size_t first = 0;
    while (first < count && text[first] != '.' && text[first] != '_')
        first++;
    return first < count ? near_word(text, first, word) : count <= strlen(word) + 1 && text[0] == word[0];
}

bool ptxc_head_may_begin(const char *text, size_t count) {
    const char letter = (char)(text[0] | 0x20); /* most rows begin with another */
    for (int i = 1; i < PTXC_OP_COUNT; i++)
        if (ptxc_opcodes[i].mnemonic[0] == letter && agree(text, count, ptxc_opcodes[i].mnemonic))
            return true;
    for (size_t i = 0; i < PTXC_COUNT(heads); i++)
        if (heads[i].first[0] == letter &&
            (agree(text, count, heads[i].first) || (heads[i].near && may_be_near(text, count, heads[i].first))))
            return true;
    for (size_t i = 0; i < PTXC_COUNT(others); i++)
        if (others[i].mnemonic[0] == letter && agree(text, count, others[i].mnemonic))
            return true;
    return may_be_meant(text, count);
}

/* Whether the text begins with the head, and the word that it ends in goes on no further. */
static bool begins_with(const char *text, size_t length, const char *head, size_t size) {
    return length >= size && memcmp(text, head, size) == 0 && (length == size || !ptxc_is_name(text[size]));
}

const char *ptxc_head_find_free(const char *text, size_t length) {
    const struct ptxc_text *longest = NULL;
    const unsigned letter = length > 0 ? (unsigned)(text[0] - 'a') : PTXC_LETTERS;
    if (letter >= PTXC_LETTERS || !(ptxc_free_letters >> letter & 1))
        return NULL;
    for (size_t i = 0; i < PTXC_COUNT(free_heads); i++)
        if (text[0] == free_heads[i].text[0] && begins_with(text, length, free_heads[i].text, free_heads[i].length) &&
            (!longest || free_heads[i].length > longest->length))
            longest = &free_heads[i];
    return longest ? longest->text : NULL;
}

/* The longest FREE_ORDER head that the mnemonic begins with, or NULL. */
static const struct ptxc_text *free_head_of(enum ptxc_opcode opcode) {
    const uint8_t place = ptxc_opcode_heads[opcode];
    return place ? &free_heads[place - 1] : NULL;
}

/* Whether all words of the mnemonic after `from` are among these. */
static bool has_words(const char *mnemonic, size_t from, const struct ptxc_text *words, size_t count) {
    while (mnemonic[from]) {
        size_t size = 1, i = 0;
        while (mnemonic[from + size] && mnemonic[from + size] != '.')
            size++;
        while (i < count && (words[i].length != size || memcmp(words[i].text, mnemonic + from, size) != 0))
            i++;
        if (i == count)
            return false;
        from += size;
    }
    return true;
}

enum ptxc_opcode ptxc_head_opcode(const char *head, const struct ptxc_text *words, size_t count) {
    static const uint8_t mnemonics[] = {
#define OPCODE(enumerator, value, mnemonic, section, effect, reductions) enumerator,
#include "opcodes.def"
    };
    for (size_t i = 0; i < PTXC_COUNT(mnemonics); i++) {
        const enum ptxc_opcode opcode = (enum ptxc_opcode)mnemonics[i];
        const struct ptxc_text *begins = free_head_of(opcode);
        if (begins && begins->text == head && has_words(ptxc_opcodes[opcode].mnemonic, begins->length, words, count))
            return opcode;
    }
    return PTXC_OP_NONE;
}

size_t ptxc_head_length(enum ptxc_opcode opcode) {
    const struct ptxc_text *head = free_head_of(opcode);
    return head ? head->length : ptxc_opcodes[opcode].length;
}

/* Whether the texts have the same first part, up to a dot. */
static bool same_first(const char *text, size_t length, const char *mnemonic) {
    size_t size = 0;
    while (size < length && text[size] != '.' && mnemonic[size] == text[size])
        size++;
    return (size == length || text[size] == '.') && (mnemonic[size] == 0 || mnemonic[size] == '.');
}

enum ptxc_other ptxc_other_find(const char *text, size_t size, size_t *length) {
    enum ptxc_other answer = PTXC_OTHER_UNRELATED;
    for (size_t i = 0; i < PTXC_COUNT(others); i++) {
        if (!same_first(text, size, others[i].mnemonic))
            continue;
        *length = strlen(others[i].mnemonic);
        if (begins_with(text, size, others[i].mnemonic, *length))
            return PTXC_OTHER_KNOWN;
        answer = PTXC_OTHER_UNKNOWN;
    }
    return answer;
}

bool ptxc_other_takes(const char *mnemonic, size_t length, const char *word, size_t size) {
    for (size_t i = 0; i < PTXC_COUNT(others); i++) {
        if (!ptxc_is_spelled(mnemonic, length, others[i].mnemonic))
            continue;
        for (size_t known = 0; others[i].words[known]; known++)
            if (strcmp(others[i].words[known], "*") == 0 || ptxc_is_spelled(word, size, others[i].words[known]))
                return true;
    }
    return false;
}
