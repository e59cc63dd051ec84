/* "Did you mean": the name in the tables that is nearest to a misspelt one. */
#ifndef PTXC_SUGGEST_H
#define PTXC_SUGGEST_H

#include "tables/tables.h"

enum { PTXC_SUGGESTIONS = 8 };

/* The qualifiers of this instruction nearest to `text` by edit distance, at most PTXC_SUGGESTIONS into `meant`; gives
 * how many there are. `*certain` says that the first differs only in capitals and in '_', ':' and '.'. */
size_t ptxc_suggest_qualifiers(enum ptxc_opcode opcode, const char *text, size_t length, uint8_t *meant, bool *certain);

/* The mnemonic other than `except` that has all components of this one, in any order and case, and the fewest others;
 * or PTXC_OP_NONE. Unless `whole`, qualifiers after the components do not count. */
enum ptxc_opcode ptxc_suggest_opcode(const char *text, size_t length, bool whole, enum ptxc_opcode except);

/* Whether the text is the qualifier but for a slip of the hand: a letter or, in a long word, two, or an end that is cut
 * off. */
bool ptxc_suggest_slip(const char *text, size_t length, enum ptxc_qualifier meant);

/* The mnemonic that has the letters and digits of the text, whatever stands between them; or PTXC_OP_NONE. */
enum ptxc_opcode ptxc_suggest_apart(const char *text, size_t length);

/* Whether the text is the mnemonic but for two letters, or has all of its components and no others, in any order, each
 * of them as such a slip. */
bool ptxc_suggest_slip_opcode(const char *text, size_t length, enum ptxc_opcode meant);

/* How many slips lie between a word and a name, but four where it is more; capitals do not count, nor which of '_', ':'
 * and '.' stands where. */
unsigned ptxc_suggest_slips(const char *text, size_t length, const char *name);

/* What the tables say of a word that is no qualifier, but is often written as one; NULL where they say nothing. */
const char *ptxc_suggest_hint(enum ptxc_opcode opcode, const char *text, size_t length);

/* The target that was meant by a name with another number or suffix, "sm_91" or "compute_90b"; NULL where none is near.
 */
const char *ptxc_suggest_target(const char *text, size_t length);

/* The nearest of names that are offered one after another, by edit distance; of equally near ones that which begins
 * longest as the text does, then the first. Begin with {.text = …}; `name` stays NULL while none is near. */
struct ptxc_nearest {
    const char *text, *name;
    unsigned distance;
    size_t same; /* bytes at the beginning */
};
void ptxc_suggest_offer(struct ptxc_nearest *nearest, const char *name);

#endif
