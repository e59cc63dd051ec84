/* Suggestions: see suggest.h.
 *
 * A qualifier is one word, so the nearest is found by edit distance; separators and capitals do not count. A mnemonic
 * is several words whose order and separators people mix up, so its components are compared as a set; each may be cut
 * short or, if it is long enough, misspelt.
 */
#include "tables/suggest.h"

#include <string.h>

#include "base/characters.h"
#include "tables/form.h"

enum {
    LONGEST = 64, /* letters of a word */
    MANY = 4      /* slips: nobody tells more of them apart */
};

/* Writes the text in lower case with one '_' for each run of separators, so that only letters and digits count. */
static size_t fold(const char *text, size_t length, char *folded) {
    size_t count = 0;
    for (size_t i = 0; i < length && count < LONGEST; i++) {
        char c = text[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (c == ':' || c == '.')
            c = '_';
        if (c == '_' && count > 0 && folded[count - 1] == '_')
            continue;
        folded[count++] = c;
    }
    return count;
}

static unsigned least_of(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* The edit distance, or `many` where it is not less; two letters that changed places count as one slip. It goes row by
 * row and keeps three rows; only what is nearer than `many` to the diagonal counts. */
static unsigned distance_below(unsigned many, const char *a, size_t a_length, const char *b, size_t b_length) {
    unsigned rows[3][LONGEST + 2], *before = rows[0], *last = rows[1], *row = rows[2], least = 0;
    if (a_length >= b_length + many || b_length >= a_length + many)
        return many;
    for (size_t j = 0; j <= b_length; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= a_length && least < many; i++) {
        const size_t first = i < many ? 1 : i - many + 1, end = i + many < b_length + 1 ? i + many : b_length + 1;
        unsigned *oldest = before;
        before = last;
        last = row;
        row = oldest;
        least = row[first - 1] = first == 1 ? (unsigned)i : many;
        for (size_t j = first; j < end; j++) {
            row[j] = least_of(last[j - 1] + (a[i - 1] != b[j - 1]), least_of(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least_of(row[j], before[j - 2] + 1);
            least = least_of(least, row[j]);
        }
        row[end] = many;
    }
    return least < many ? least_of(row[b_length], many) : many;
}

static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    return distance_below(MANY, a, a_length, b, b_length);
}

unsigned ptxc_suggest_slips(const char *text, size_t length, const char *name) {
    char wanted[LONGEST] = {0}, folded[LONGEST] = {0};
    const size_t wanted_length = fold(text, length, wanted);
    return distance(wanted, wanted_length, folded, fold(name, strlen(name), folded));
}

/* Whether the text continues the name: ".global::cta" continues ".global". */
static bool continues(const char *text, size_t length, const char *name) {
    size_t size = strlen(name);
    return length > size + 1 && memcmp(text, name, size) == 0 && text[size] == ':';
}

size_t ptxc_suggest_qualifiers(enum ptxc_opcode opcode, const char *text, size_t length, uint8_t *meant,
                               bool *certain) {
    char wanted[LONGEST], name[LONGEST];
    size_t wanted_length = fold(text, length, wanted);
    unsigned least = wanted_length < 8 ? 2 : 3; /* one slip in a short word, two in a long one */
    size_t count = 0;
    for (int i = 1; i < PTXC_Q_COUNT; i++) {
        size_t name_length = fold(ptxc_qualifiers[i].spelling, strlen(ptxc_qualifiers[i].spelling), name);
        bool begins = wanted_length > 4 && name_length > wanted_length && memcmp(name, wanted, wanted_length) == 0;
        unsigned far = begins ? 1 : distance(wanted, wanted_length, name, name_length);
        /* A suffix too many, ".global::cta", is far by distance, but it is clear what was meant. */
        if (far > 2 && continues(text, length, ptxc_qualifiers[i].spelling))
            far = 2;
        bool nearer = count == 0 ? far < least : far <= least;
        if (!nearer || !ptxc_opcode_offers(opcode, (enum ptxc_qualifier)i))
            continue;
        if (far < least)
            count = 0;
        least = far;
        if (count < PTXC_SUGGESTIONS)
            meant[count++] = (uint8_t)i;
    }
    *certain = count > 0 && least == 0;
    return count;
}

bool ptxc_suggest_slip(const char *text, size_t length, enum ptxc_qualifier meant) {
    char wanted[LONGEST] = {0}, name[LONGEST] = {0};
    const char *spelling = ptxc_qualifiers[meant].spelling;
    const size_t wanted_length = fold(text, length, wanted), name_length = fold(spelling, strlen(spelling), name);
    const bool cut = wanted_length > 4 && name_length > wanted_length && memcmp(name, wanted, wanted_length) == 0;
    return cut || distance(wanted, wanted_length, name, name_length) <= (wanted_length < 8 ? 1u : 2u);
}

void ptxc_suggest_offer(struct ptxc_nearest *nearest, const char *name) {
    char wanted[LONGEST] = {0}, other[LONGEST] = {0};
    const size_t length = strlen(nearest->text);
    const size_t wanted_length = fold(nearest->text, length, wanted), other_length = fold(name, strlen(name), other);
    const unsigned far = distance(wanted, wanted_length, other, other_length);
    size_t same = 0;
    while (same < wanted_length && same < other_length && wanted[same] == other[same])
        same++;
    if (length >= LONGEST || far > (length < 8 ? 1u : 2u) || far >= wanted_length)
        return;
    if (nearest->name && (far > nearest->distance || (far == nearest->distance && same <= nearest->same)))
        return;
    *nearest = (struct ptxc_nearest){nearest->text, name, far, same};
}

/* ---- targets ---- */

/* Where the number in the name of a target begins, or its end. */
static size_t number_at(const char *text, size_t length) {
    size_t at = 0;
    while (at < length && !ptxc_is_digit(text[at]))
        at++;
    return at;
}

/* How unlikely it is that the target was meant by a number and suffix; ~0u where more than one slip lies between. Of
 * numbers that differ by little the nearest is meant, of two that are equally near the later; else the one that begins
 * as the text does. */
static unsigned target_rank(const char *text, size_t length, const struct ptxc_target_row *target) {
    const char *name = target->name + number_at(target->name, strlen(target->name));
    char wanted[LONGEST] = {0}, other[LONGEST] = {0};
    int32_t number, its_number;
    const size_t wanted_length = fold(text, length, wanted), other_length = fold(name, strlen(name), other);
    const unsigned slips = distance(wanted, wanted_length, other, other_length);
    if (slips > 1)
        return ~0u;
    const bool comparable =
        ptxc_decimal_32(wanted, wanted_length, &number) == ptxc_decimal_32(other, other_length, &its_number);
    const int32_t more = its_number - number;
    if (comparable && more >= -10 && more <= 10)
        return 2 * (more < 0 ? 2 * (unsigned)-more + 1 : 2 * (unsigned)more) + slips;
    unsigned same = 0;
    while (same < wanted_length && wanted[same] == other[same])
        same++;
    return 1000 - same;
}

const char *ptxc_suggest_target(const char *text, size_t length) {
    const size_t begin = number_at(text, length);
    const char *best = NULL;
    unsigned least = ~0u;
    for (int i = 1; i < PTXC_TARGET_COUNT && length - begin < LONGEST; i++) {
        const unsigned rank = target_rank(text + begin, length - begin, &ptxc_targets[i]);
        if (rank < least) {
            least = rank;
            best = ptxc_targets[i].name;
        }
    }
    return best;
}

/* ---- mnemonics ---- */

/* The next component of a mnemonic: what stands between dots and underscores. False at the end. */
static bool component(const char *text, size_t length, size_t *position, size_t *start, size_t *size) {
    while (*position < length && (text[*position] == '.' || text[*position] == '_'))
        ++*position;
    *start = *position;
    while (*position < length && text[*position] != '.' && text[*position] != '_' && text[*position] != ':')
        ++*position;
    *size = *position - *start;
    return *size > 0;
}

/* Whether the component begins like one of the mnemonic that is not taken yet. */
static bool take(enum ptxc_opcode opcode, const char *text, size_t size, uint32_t *taken) {
    const char *mnemonic = ptxc_opcodes[opcode].mnemonic;
    const unsigned many = size > 4 ? 3 : 2;
    size_t position = 0, start, length;
    for (unsigned i = 0; component(mnemonic, ptxc_opcodes[opcode].length, &position, &start, &length); i++) {
        size_t same = 0;
        while (same < size && same < length && (text[same] | 0x20) == mnemonic[start + same])
            same++;
        bool slip = size > 2 && length > 3 && size <= LONGEST && length <= LONGEST &&
                    distance_below(many, text, size, mnemonic + start, length) < many;
        if ((same == size || slip) && !(*taken >> i & 1)) {
            *taken |= 1u << i;
            return true;
        }
    }
    return false;
}

/* How many components of the mnemonic the text leaves out plus how many it adds, or ~0u where that is more than a slip.
 * One foreign component is excused where all others are there ("elect.one.sync") or where it ends a word that begins
 * correctly (".expect_copy"). Unless `whole`, components from the first qualifier of the instruction on do not count.
 */
static unsigned left_out(enum ptxc_opcode opcode, const char *text, size_t length, bool whole) {
    const char *mnemonic = ptxc_opcodes[opcode].mnemonic;
    uint32_t taken = 0;
    size_t position = 0, start, size;
    unsigned found = 0, all = 0, strange = 0;
    bool after_own = false, ends_word = false;
    while (component(text, length, &position, &start, &size)) {
        if (take(opcode, text + start, size, &taken)) {
            found++;
            after_own = true;
            continue;
        }
        if (!whole && found > 1 && start > 0 &&
            ptxc_opcode_offers(opcode, ptxc_qualifier_find(text + start - 1, size + 1)))
            break;
        strange++;
        ends_word = after_own && text[start - 1] == '_';
        after_own = false;
    }
    for (size_t place = 0; component(mnemonic, ptxc_opcodes[opcode].length, &place, &start, &size);)
        all++;
    bool excused = strange == 0 || (strange == 1 && (ends_word || found == all));
    return found > 1 && excused ? all - found + strange : ~0u;
}

/* The next letter or digit of a text, in lower case; 0 at its end. */
static char next_letter(const char *text, size_t length, size_t *at) {
    while (*at < length && (!ptxc_is_name(text[*at]) || text[*at] == '_'))
        ++*at;
    const char c = (char)(*at < length ? text[(*at)++] : 0);
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Whether the text differs from the mnemonic only in what stands between the words: "cp.async.waitgroup". */
static bool same_letters(const char *text, size_t length, enum ptxc_opcode opcode) {
    size_t i = 0, j = 0;
    for (;;) {
        const char c = next_letter(text, length, &i);
        if (c != next_letter(ptxc_opcodes[opcode].mnemonic, ptxc_opcodes[opcode].length, &j))
            return false;
        if (!c)
            return true;
    }
}

/* Whether one mnemonic begins as another, which is shorter. */
static bool begins_as(enum ptxc_opcode opcode, enum ptxc_opcode shorter) {
    return strncmp(ptxc_opcodes[opcode].mnemonic, ptxc_opcodes[shorter].mnemonic, ptxc_opcodes[shorter].length) == 0;
}

enum ptxc_opcode ptxc_suggest_opcode(const char *text, size_t length, bool whole, enum ptxc_opcode except) {
    enum ptxc_opcode best = PTXC_OP_NONE;
    unsigned least = 3;
    for (int i = 1; i < PTXC_OP_COUNT; i++) {
        const enum ptxc_opcode opcode = (enum ptxc_opcode)i;
        if (opcode == except)
            continue;
        unsigned missing = same_letters(text, length, opcode) ? 0 : left_out(opcode, text, length, whole);
        if (missing < least || (missing == least && best && begins_as(best, opcode))) {
            least = missing;
            best = opcode;
        }
    }
    return best;
}

enum ptxc_opcode ptxc_suggest_apart(const char *text, size_t length) {
    int i = 1;
    while (i < PTXC_OP_COUNT && !same_letters(text, length, (enum ptxc_opcode)i))
        i++;
    return i < PTXC_OP_COUNT ? (enum ptxc_opcode)i : PTXC_OP_NONE;
}

bool ptxc_suggest_slip_opcode(const char *text, size_t length, enum ptxc_opcode meant) {
    return same_letters(text, length, meant) || left_out(meant, text, length, true) == 0 ||
           ptxc_suggest_slips(text, length, ptxc_opcodes[meant].mnemonic) <= 2;
}

const char *ptxc_suggest_hint(enum ptxc_opcode opcode, const char *text, size_t length) {
    static const struct {
        enum ptxc_opcode opcode;
        const char *word, *advice;
    } hints[] = {
#define HINT(opcode, word, advice) {opcode, word, advice},
#include "replacements.def"
    };
    for (size_t i = 0; i < PTXC_COUNT(hints); i++)
        if (ptxc_is_spelled(text, length, hints[i].word) &&
            (hints[i].opcode == PTXC_OP_NONE || hints[i].opcode == opcode))
            return hints[i].advice;
    return NULL;
}
