/* Words that begin nothing that the reader must see: see plain_words.h. Most are told by their first four bytes. Of the
 * rest, such as "st.global.u32", the whole mnemonic is looked at once, and kept by its place in the source.
 */
#include "read/plain_words.h"

#include <string.h>

#include "base/characters.h"
#include "read/blank.h"
#include "read/mnemonic.h"
#include "tables/heads.h"

enum { BEGINNING = sizeof(uint32_t) };

/* Spreads the bits of a number over its highest ones. */
static uint64_t spread(uint64_t bits) {
    return bits * UINT64_C(0x9e3779b97f4a7c15);
}

/* Gives the place of these bytes in the table, or the one where they can be put. */
static struct ptxc_beginning *find_beginning(struct ptxc_plain_words *words, uint32_t bytes) {
    uint32_t slot = ptxc_beginning_slot(bytes);
    while (words->beginnings[slot].bytes != bytes && words->beginnings[slot].bytes != 0)
        slot = (slot + 1) % PTXC_BEGINNINGS;
    return &words->beginnings[slot];
}

static bool is_call(const char *text) {
    return memcmp(text, "call", BEGINNING) == 0;
}

/* Looks up the first bytes of a word in the tables, and remembers what these say. A table that is half full begins
 * anew. */
static const struct ptxc_beginning *learn_beginning(struct ptxc_plain_words *words, const char *text, uint32_t bytes) {
    if (words->count++ == PTXC_BEGINNINGS / 2) {
        memset(words->beginnings, 0, sizeof(words->beginnings));
        words->count = 1;
    }
    struct ptxc_beginning *learnt = find_beginning(words, bytes);
    *learnt = (struct ptxc_beginning){bytes, ptxc_head_may_begin(text, BEGINNING) || is_call(text)};
    return learnt;
}

/* Whether a mnemonic that ends at `end` does so: neither more of it follows, nor what would make it something else. */
static bool is_ended(const char *source, uint32_t length, uint32_t end) {
    uint32_t after = end;
    while (after < length && ptxc_is_blank(source[after]))
        after++;
    return after < length && (after > end || source[end] == ';') && source[after] && !strchr("./#:", source[after]);
}

/* Gives where the mnemonic at `position` ends, with the qualifiers that touch it. */
static uint32_t mnemonic_end(const char *source, uint32_t length, uint32_t position) {
    uint32_t end = position;
    while (end < length && (ptxc_is_name(source[end]) || source[end] == '.' || source[end] == ':'))
        end++;
    return end;
}

/* Whether a ':' of the mnemonic stands alone, so that the word before it is a label. */
static bool has_label(const char *text, uint32_t length) {
    for (uint32_t i = 0; i < length; i++)
        if (text[i] == ':' && (++i == length || text[i] != ':'))
            return true;
    return false;
}

/* Whether the mnemonic with these eight first bytes, at this place of the table, is the one at `text`. */
static bool is_same(const struct ptxc_dull_word *dull, uint64_t first, const char *text) {
    uint64_t last;
    if (dull->first != first || dull->length == 0)
        return false;
    memcpy(&last, text + dull->length - sizeof(last), sizeof(last));
    return dull->last == last;
}

/* Whether the whole mnemonic at `position` is of no interest. It is looked for by its first twelve characters, and is
 * remembered if it has from 8 to 16. */
static bool is_dull(struct ptxc_plain_words *words, const char *source, uint32_t length, uint32_t position) {
    uint64_t first;
    uint32_t more;
    const char *text = source + position;
    if (length - position < 2 * sizeof(first))
        return false;
    memcpy(&first, text, sizeof(first));
    memcpy(&more, text + sizeof(first), sizeof(more));
    struct ptxc_dull_word *known = &words->dull[spread(first ^ (uint64_t)more << 29) >> 32 & (PTXC_DULL_WORDS - 1)];
    if (is_same(known, first, text) && is_ended(source, length, position + known->length))
        return true;
    const uint32_t end = mnemonic_end(source, length, position), size = end - position;
    if (!is_ended(source, length, end) || has_label(text, size) || !ptxc_mnemonic_is_plain(source, length, position))
        return false;
    if (size >= sizeof(first) && size <= 2 * sizeof(first)) {
        *known = (struct ptxc_dull_word){.first = first, .length = size};
        memcpy(&known->last, text + size - sizeof(first), sizeof(first));
    }
    return true;
}

bool ptxc_plain_word_look_up(struct ptxc_plain_words *words, const char *source, uint32_t length, uint32_t position) {
    uint32_t bytes;
    memcpy(&bytes, source + position, BEGINNING);
    const struct ptxc_beginning *beginning = find_beginning(words, bytes);
    if (beginning->bytes == 0)
        beginning = learn_beginning(words, source + position, bytes);
    if (!beginning->matters)
        return true;
    words->calls |= is_call(source + position);
    return is_dull(words, source, length, position);
}
