/* The indices over what is looked up by its spelling: qualifiers, targets, types, special registers, directives and the
 * words that a mnemonic begins with.
 */
#include "index/write.h"

#include <string.h>

#include "base/characters.h"
#include "tables/index.h"

_Static_assert(PTXC_TARGET_COUNT <= UINT8_MAX, "an index names targets in bytes");

enum { MOST_BUCKETS = 512 };
_Static_assert((int)PTXC_Q_BUCKETS <= (int)MOST_BUCKETS, "more than the most");
_Static_assert((int)PTXC_TARGET_BUCKETS <= (int)MOST_BUCKETS, "more than the most");
_Static_assert((int)PTXC_WORD_BUCKETS <= (int)MOST_BUCKETS, "more than the most");

static uint8_t type_of(const char *spelling) {
    for (int i = 1; i < PTXC_TYPE_COUNT; i++)
        if (strcmp(ptxc_types[i].spelling, spelling) == 0)
            return (uint8_t)i;
    return PTXC_TYPE_NONE;
}

static unsigned qualifier_bucket(int i) {
    return ptxc_qualifier_bucket(ptxc_qualifiers[i].spelling, ptxc_qualifiers[i].length);
}

static unsigned target_bucket(int i) {
    return ptxc_target_bucket(ptxc_targets[i].name, ptxc_targets[i].length);
}

/* Puts the rows from 1 on into buckets, each into the first free one from its own on. */
static void write_buckets(const char *definition, int rows, size_t size, unsigned (*bucket_of)(int)) {
    uint8_t buckets[MOST_BUCKETS] = {0};
    for (int i = 1; i < rows; i++) {
        size_t at = bucket_of(i);
        while (buckets[at])
            at = (at + 1) % size;
        buckets[at] = (uint8_t)i;
    }
    index_begin(definition);
    for (size_t i = 0; i < size; i++)
        index_number(buckets[i]);
    index_end();
}

static const char *const directives[] = {
    "",
#define DIRECTIVE(word, kind, place, header) word,
#include "directives.def"
};

static const char *const space_words[] = {
#define SPACE(enumerator, value, spelling, address) [enumerator] = spelling,
#include "spaces.def"
#define DECLARES(word, space) word,
#include "spaces.def"
};

static unsigned type_bucket(int i) {
    return ptxc_word_bucket(ptxc_types[i].spelling, ptxc_types[i].length);
}

static unsigned directive_bucket(int i) {
    return ptxc_word_bucket(directives[i], strlen(directives[i]));
}

static unsigned space_bucket(int i) {
    return ptxc_word_bucket(space_words[i], strlen(space_words[i]));
}

static void write_dotted_words(void) {
    write_buckets("uint8_t ptxc_type_buckets[PTXC_WORD_BUCKETS]", PTXC_TYPE_COUNT, PTXC_WORD_BUCKETS, type_bucket);
    write_buckets("uint8_t ptxc_directive_buckets[PTXC_WORD_BUCKETS]", PTXC_COUNT(directives), PTXC_WORD_BUCKETS,
                  directive_bucket);
    write_buckets("uint8_t ptxc_space_buckets[PTXC_WORD_BUCKETS]", PTXC_COUNT(space_words), PTXC_WORD_BUCKETS,
                  space_bucket);
}

static void write_qualifiers(void) {
    write_buckets("uint8_t ptxc_qualifier_buckets[PTXC_Q_BUCKETS]", PTXC_Q_COUNT, PTXC_Q_BUCKETS, qualifier_bucket);
    index_begin("uint8_t ptxc_qualifier_types[PTXC_Q_COUNT]");
    for (int i = 0; i < PTXC_Q_COUNT; i++)
        index_number(type_of(ptxc_qualifiers[i].spelling));
    index_end();
}

static void write_specials(void) {
    size_t before = 0;
    index_begin("uint8_t ptxc_specials_sorted[]");
    for (int letter = 0; letter < PTXC_ASCII; letter++)
        for (size_t i = 0; i < ptxc_special_count; i++)
            if (ptxc_specials[i].name[1] == letter)
                index_number(i);
    index_end();
    index_begin("uint8_t ptxc_specials_begin[PTXC_ASCII + 1]");
    for (int letter = 0; letter <= PTXC_ASCII; letter++) {
        index_number(before);
        for (size_t i = 0; i < ptxc_special_count; i++)
            before += ptxc_specials[i].name[1] == letter;
    }
    index_end();
}

#define WHOLE false
#define NEAR true
static const struct {
    const char *word;
    bool near; /* any letter may be the second one */
} words[] = {
#define OPCODE(enumerator, value, mnemonic, section, effect, reductions) {mnemonic, false},
#include "opcodes.def"
#define HEAD(first, slips, second) {first, slips},
#include "opcodes.def"
#define OTHER(mnemonic, ...) {mnemonic, false},
#include "other_instructions.def"
};

static const char *const meant[] = {
#define MEANT(word, slips) word,
#include "mnemonics.def"
};

/* Sets the bit where the halves of the letter are looked up, in any case. */
static void note_letter(ptxc_pairs pairs, int row, int letter, unsigned bit) {
    pairs[row][letter & 15] |= (uint8_t)bit;
    pairs[row + 1][letter >> 4] |= (uint8_t)bit;
    pairs[row + 1][(letter ^ 0x20) >> 4] |= (uint8_t)bit;
}

/* Letters that any byte may follow share a bit; the others take turns with the rest of them. */
static void write_pairs(const uint32_t *letters) {
    ptxc_pairs pairs = {{0}};
    unsigned turn = 0;
    for (int first = 0; first < PTXC_LETTERS; first++) {
        const bool any = letters[first] == UINT32_MAX;
        const unsigned bit = any || !letters[first] ? 1 : 2u << turn++ % 7;
        if (letters[first])
            note_letter(pairs, 0, 'a' + first, bit);
        for (int second = 0; second < PTXC_LETTERS; second++)
            if (letters[first] >> second & 1)
                note_letter(pairs, 2, 'a' + second, bit);
        for (int half = 0; any && half < PTXC_HALF; half++) {
            pairs[2][half] |= (uint8_t)bit;
            pairs[3][half] |= (uint8_t)bit;
        }
    }
    index_begin("ptxc_pairs ptxc_head_pairs");
    for (int row = 0; row < PTXC_HALVES; row++) {
        index_write("{");
        for (int half = 0; half < PTXC_HALF; half++)
            index_number(pairs[row][half]);
        index_write("},\n");
    }
    index_end();
}

/* Adds a pair of characters, if they are letters. */
static void note_pair(uint32_t *letters, char first, char second) {
    if (first >= 'a' && first <= 'z' && second >= 'a' && second <= 'z')
        letters[first - 'a'] |= UINT32_C(1) << (second - 'a');
}

static void write_words(void) {
    uint32_t letters[PTXC_LETTERS] = {0};
    for (size_t i = 0; i < PTXC_COUNT(words); i++)
        letters[words[i].word[0] - 'a'] |= words[i].near ? UINT32_MAX : UINT32_C(1) << (words[i].word[1] - 'a');
    for (size_t i = 0; i < PTXC_COUNT(meant); i++) { /* and as with a slip: see ptxc_head_meant */
        note_pair(letters, meant[i][0], meant[i][0]);
        note_pair(letters, meant[i][0], meant[i][1]);
        note_pair(letters, meant[i][0], meant[i][2]);
        note_pair(letters, meant[i][1], meant[i][2]);
        note_pair(letters, meant[i][1], meant[i][0]);
    }
    index_begin("uint32_t ptxc_head_letters[PTXC_LETTERS]");
    for (size_t i = 0; i < PTXC_LETTERS; i++)
        index_number(letters[i]);
    index_end();
    letters['c' - 'a'] |= UINT32_C(1) << ('a' - 'a');
    write_pairs(letters);
}

static const char *const free_heads[] = {
#define FREE_ORDER(head) head,
#include "opcodes.def"
};

/* Gives the longest head that the mnemonic begins with, counted from 1; 0 where there is none. */
static size_t free_head_of(const char *mnemonic) {
    size_t longest = 0, length = 0;
    for (size_t i = 0; i < PTXC_COUNT(free_heads); i++) {
        const size_t size = strlen(free_heads[i]);
        if (size > length && strncmp(mnemonic, free_heads[i], size) == 0 && !ptxc_is_name(mnemonic[size])) {
            longest = i + 1;
            length = size;
        }
    }
    return longest;
}

static void write_free_heads(void) {
    uint32_t letters = 0;
    index_begin("uint8_t ptxc_opcode_heads[PTXC_OP_COUNT]");
    for (int i = 0; i < PTXC_OP_COUNT; i++)
        index_number(i ? free_head_of(ptxc_opcodes[i].mnemonic) : 0);
    index_end();
    for (size_t i = 0; i < PTXC_COUNT(free_heads); i++)
        letters |= UINT32_C(1) << (free_heads[i][0] - 'a');
    index_begin("uint32_t ptxc_free_letters");
    index_number(letters);
    index_end();
}

void index_write_names(void) {
    write_qualifiers();
    write_buckets("uint8_t ptxc_target_buckets[PTXC_TARGET_BUCKETS]", PTXC_TARGET_COUNT, PTXC_TARGET_BUCKETS,
                  target_bucket);
    write_specials();
    write_dotted_words();
    write_words();
    write_free_heads();
}
