/* What an event has that another of its kind has not: the traits of events.def. */
#ifndef PTXC_SEMANTICS_TRAITS_H
#define PTXC_SEMANTICS_TRAITS_H
#include "read/statement.h"

enum ptxc_trait {
#define TRAIT(enumerator, bit) enumerator = 1 << (bit),
#include "events.def"
    PTXC_TRAITS_STRONG = /* of an access that may order others */
    PTXC_TRAIT_ACQUIRES | PTXC_TRAIT_RELEASES | PTXC_TRAIT_RELAXED | PTXC_TRAIT_VOLATILE
};

/* The traits of a statement of the family, by its qualifiers; those of any other, by the words of its mnemonic. */
uint32_t ptxc_statement_traits(const struct ptxc_statement *statement);
uint32_t ptxc_word_traits(const char *word, size_t length);

#endif
