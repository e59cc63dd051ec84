/* The rows of events.def: by opcode and qualifier, or by the mnemonic, searched in halves. */
#include "analysis/semantics/events.h"

#include <string.h>

#include "analysis/semantics/words.h"
#include "tables/tables.h"

const enum ptxc_nature ptxc_natures[PTXC_ACTION_COUNT] = {
#define ACTION(enumerator, nature, sentence) [enumerator] = PTXC_NATURE_##nature,
#include "events.def"
};

/* What rows of both kinds say. */
#define COLUMNS(done, by, written, read, about, number, count, has)                                                   \
    .action = PTXC_ACT_##done, .completion = PTXC_BY_##by, .target = PTXC_NAME_##written, .source = PTXC_NAME_##read, \
    .barrier = PTXC_NAME_##about, .amount = PTXC_NAME_##number, .results = count, .traits = PTXC_TRAIT_##has

static const struct ptxc_event family[] = {
#define EVENT(op, qualifier, ...) {.opcode = op, .when = qualifier, COLUMNS(__VA_ARGS__)},
#include "events.def"
};

const struct ptxc_event ptxc_ordinary_events[PTXC_ORDINARY_COUNT] = {
#define ORDINARY(word, ...) {.mnemonic = word, .length = sizeof(word) - 1, COLUMNS(__VA_ARGS__)},
#define PLAIN(word, done, computed, count) \
    {.mnemonic = word,                     \
     .length = sizeof(word) - 1,           \
     .action = PTXC_ACT_##done,            \
     .operation = PTXC_DO_##computed,      \
     .results = count},
#include "events.def"
};

static const struct {
    const char *word; /* where it is no qualifier */
    enum ptxc_qualifier qualifier;
    uint32_t traits;
} traits_of[] = {
#define HAS_TRAIT(qualifier, traits) {NULL, qualifier, traits},
#define WORD_HAS_TRAIT(word, traits) {word, PTXC_Q_NONE, traits},
#include "events.def"
};

/* Whether the statement is written with this qualifier. */
static bool has(const struct ptxc_statement *statement, enum ptxc_qualifier qualifier) {
    for (uint8_t i = 0; i < statement->qualifier_count; i++)
        if (statement->qualifiers[i].id == qualifier)
            return true;
    return false;
}

const struct ptxc_event *ptxc_event_of(const struct ptxc_statement *statement) {
    for (size_t i = 0; i < PTXC_COUNT(family); i++)
        if (family[i].opcode == statement->opcode && (family[i].when == PTXC_Q_NONE || has(statement, family[i].when)))
            return &family[i];
    return NULL;
}

bool ptxc_event_has(enum ptxc_opcode opcode) {
    for (size_t i = 0; i < PTXC_COUNT(family); i++)
        if (family[i].opcode == opcode)
            return true;
    return false;
}

/* Whether the mnemonic of the row comes before the text in the alphabet. */
static bool is_before(const struct ptxc_event *row, const char *text, size_t length) {
    const size_t shorter = length < row->length ? length : row->length;
    for (size_t i = 0; i < shorter; i++)
        if (row->mnemonic[i] != text[i])
            return (unsigned char)row->mnemonic[i] < (unsigned char)text[i];
    return row->length < length;
}

/* Returns the first row that does not come before the text. */
static size_t lower_bound(const char *text, size_t length) {
    size_t low = 0, high = PTXC_ORDINARY_COUNT;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (is_before(&ptxc_ordinary_events[middle], text, length))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The rows whose mnemonics begin with the first word stand together, and the longest that fits comes last. */
const struct ptxc_event *ptxc_event_find(const char *word, size_t length) {
    const struct ptxc_event *found = NULL;
    const size_t first = length > 0 ? ptxc_word_next(word, length, 0) : 0;
    for (size_t i = lower_bound(word, first); i < PTXC_ORDINARY_COUNT; i++) {
        const struct ptxc_event *row = &ptxc_ordinary_events[i];
        if (row->length < first || memcmp(row->mnemonic, word, first) != 0)
            break;
        if (row->length <= length && (row->length == length || word[row->length] == '.') &&
            memcmp(row->mnemonic, word, row->length) == 0)
            found = row;
    }
    return found;
}

const struct ptxc_event *ptxc_event_that(enum ptxc_action action, enum ptxc_operation operation) {
    for (size_t i = 0; i < PTXC_ORDINARY_COUNT; i++)
        if (ptxc_ordinary_events[i].action == action && ptxc_ordinary_events[i].operation == operation)
            return &ptxc_ordinary_events[i];
    return NULL;
}

uint32_t ptxc_statement_traits(const struct ptxc_statement *statement) {
    uint32_t traits = 0;
    for (size_t i = 0; i < PTXC_COUNT(traits_of); i++)
        if (!traits_of[i].word && has(statement, traits_of[i].qualifier))
            traits |= traits_of[i].traits;
    return traits;
}

uint32_t ptxc_word_traits(const char *word, size_t length) {
    uint32_t traits = 0;
    for (size_t i = 0; i < PTXC_COUNT(traits_of); i++)
        if (ptxc_word_has(word, length,
                          traits_of[i].word ? traits_of[i].word : ptxc_qualifiers[traits_of[i].qualifier].spelling))
            traits |= traits_of[i].traits;
    return traits;
}
