/* Traits, by the rows of events.def. */
#include "analysis/semantics/traits.h"

#include "analysis/semantics/effects.h"
#include "analysis/semantics/ordinary.h"
#include "tables/tables.h"

static const struct {
    enum ptxc_qualifier qualifier;
    const char *word; /* where it is no qualifier */
    uint32_t traits;
} rows[] = {
#define HAS_TRAIT(qualifier, traits) {qualifier, NULL, traits},
#define WORD_HAS_TRAIT(word, traits) {PTXC_Q_NONE, word, traits},
#include "events.def"
};

uint32_t ptxc_statement_traits(const struct ptxc_statement *statement) {
    uint32_t traits = 0;
    for (size_t i = 0; i < PTXC_COUNT(rows); i++)
        if (!rows[i].word && ptxc_statement_has(statement, rows[i].qualifier))
            traits |= rows[i].traits;
    return traits;
}

uint32_t ptxc_word_traits(const char *word, size_t length) {
    uint32_t traits = 0;
    for (size_t i = 0; i < PTXC_COUNT(rows); i++)
        if (ptxc_word_has(word, length, rows[i].word ? rows[i].word : ptxc_qualifiers[rows[i].qualifier].spelling))
            traits |= rows[i].traits;
    return traits;
}
