/* Words that begin nothing that the reader must see: see skip_words.h. Most are told by their first four bytes. Of the
 * rest, such as "st.global.u32", the whole mnemonic is looked at once, and kept by its place in the source.
 */
#include "syntax/skip_words.h"

#include <string.h>

#include "base/characters.h"
#include "syntax/blank.h"
#include "syntax/mnemonic.h"
#include "tables/heads.h"

enum { BEGINNING = sizeof(uint32_t) };

/* Returns the place of these bytes in the table, or the one where they can be put. */
static struct ptxc_beginning *find_beginning(struct ptxc_skip_words *words, uint32_t bytes) {
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
static const struct ptxc_beginning *learn_beginning(struct ptxc_skip_words *words, const char *text, uint32_t bytes) {
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
    if (after == length || (after == end && source[end] != ';'))
        return false;
    const char c = source[after];
    return c != 0 && c != '.' && c != '/' && c != '#' && c != ':';
}

/* Returns where the mnemonic at `position` ends, with the qualifiers that touch it. */
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

/* Whether the text, of which all parts are there, is the one that is kept here, or begins with it. */
static bool is_same(const struct ptxc_known_word *known, const char *text) {
    uint64_t parts[PTXC_KNOWN_PARTS], others = 0;
    memcpy(parts, text, sizeof(parts));
    for (uint32_t i = 0; i < PTXC_KNOWN_PARTS; i++)
        others |= (parts[i] ^ known->parts[i]) & known->masks[i];
    return known->length > 0 && others == 0;
}

/* Keeps a text, if it has a length that is kept, and of the others of its place the one that came last. */
static void keep(struct ptxc_known_word *place, const char *text, uint32_t length, bool matters) {
    struct ptxc_known_word *known = &place[0];
    if (length < sizeof(uint64_t) || length > sizeof(known->parts))
        return;
    place[1] = place[0];
    *known = (struct ptxc_known_word){.matters = matters, .length = length};
    memcpy(known->parts, text, length);
    memset(known->masks, UINT8_MAX, length);
}

enum { KEY = sizeof(uint64_t) + sizeof(uint32_t) }; /* bytes at the beginning, by which a text has its place */

static struct ptxc_known_word *place_of(struct ptxc_skip_words *words, const char *text) {
    uint64_t first;
    uint32_t more;
    memcpy(&first, text, sizeof(first));
    memcpy(&more, text + sizeof(first), sizeof(more));
    return words->known[(first ^ (uint64_t)more << 29) * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (PTXC_KNOWN_PLACES - 1)];
}

/* Whether the whole mnemonic at `position`, with all that belongs to it, is of no interest. */
static bool can_skip_mnemonic(const char *source, uint32_t length, uint32_t position) {
    const uint32_t end = mnemonic_end(source, length, position);
    return is_ended(source, length, end) && !has_label(source + position, end - position) &&
           ptxc_mnemonic_can_skip(source, length, position);
}

/* Whether the whole mnemonic at `position` is of no interest. Of one that matters the beginning is kept: what begins as
 * it does is taken to matter too. */
static bool can_skip_whole(struct ptxc_skip_words *words, const char *source, uint32_t length, uint32_t position) {
    const char *text = source + position;
    if (length - position < PTXC_KNOWN_PARTS * sizeof(uint64_t))
        return can_skip_mnemonic(source, length, position);
    struct ptxc_known_word *place = place_of(words, text);
    for (int i = 0; i < 2; i++)
        if (is_same(&place[i], text) && (place[i].matters || is_ended(source, length, position + place[i].length)))
            return !place[i].matters;
    const uint32_t end = mnemonic_end(source, length, position), size = end - position;
    const bool skips = ptxc_mnemonic_can_skip(source, length, position);
    if (skips && (!is_ended(source, length, end) || has_label(text, size)))
        return false;
    keep(place, text, skips ? size : KEY, !skips);
    return skips;
}

bool ptxc_skip_word_look_up(struct ptxc_skip_words *words, const char *source, uint32_t length, uint32_t position) {
    uint32_t bytes;
    memcpy(&bytes, source + position, BEGINNING);
    const struct ptxc_beginning *beginning = find_beginning(words, bytes);
    if (beginning->bytes == 0)
        beginning = learn_beginning(words, source + position, bytes);
    if (!beginning->matters)
        return true;
    words->calls |= is_call(source + position);
    return can_skip_whole(words, source, length, position);
}

/* Whether a word may go on before or after this character. */
static bool is_letter(char c) {
    return ptxc_is_name(c) && !ptxc_is_digit(c);
}

bool ptxc_skip_words_in(struct ptxc_skip_words *words, const char *text, uint32_t length) {
    bool inside = false, dotted = false; /* in the letters of a word; in a word with what its dots join to it */
    for (uint32_t i = 0; i < length; i++) {
        const bool letter = is_letter(text[i]);
        const bool joined = dotted && text[i - 1] == '.';
        const bool begins = letter && !inside && !joined;
        if (begins && (i + 1 == length || ptxc_head_begins(text[i], text[i + 1])) &&
            !ptxc_skip_word(words, text, length, i))
            return false;
        inside = letter;
        dotted = letter || (dotted && (ptxc_is_name(text[i]) || text[i] == '.'));
    }
    return true;
}
