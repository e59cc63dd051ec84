/* What was read of mnemonics with their qualifiers before: a module writes the same few again and again. A text that
 * stood in the source before, byte for byte, gives the same mnemonic and qualifiers, and is not read anew.
 */
#ifndef PTXC_READ_HEADS_H
#define PTXC_READ_HEADS_H

#include "read/parser.h"
#include "ptxcheck/instruction.h"

struct ptxc_known_head;

/* Those of one source; all zero: none yet. */
struct ptxc_known_heads {
    struct ptxc_known_head **buckets;
};

/* If the text at the mnemonic of the instruction, as far as the next blank, stood in the source before: gives the
 * instruction its qualifiers, and moves the token stream after them. */
bool ptxc_heads_recall(const struct ptxc_known_heads *heads, struct ptxc_parser *parser,
                       struct ptxc_instruction *instruction);

/* Notes what was read at the mnemonic of the instruction, up to the current token. Only a text that ends with its
 * qualifiers, or with a ';' after them, is noted, of which nothing was reported. Where there is no room for it,
 * nothing happens. */
void ptxc_heads_note(struct ptxc_known_heads *heads, const struct ptxc_parser *parser,
                     const struct ptxc_instruction *instruction);

#endif
