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
    struct ptxc_head_store *store;       /* where they outlive the source; NULL: they do not */
    const struct ptxc_known_head *found; /* what was found last, and where; NULL: nothing */
    uint32_t found_at;
};

/* Makes room for those of several sources, each a single instruction, which need not stay; false where there is no
 * memory. Once the room is full, no more are noted. */
bool ptxc_heads_keep(struct ptxc_known_heads *heads, struct ptxc_arena *arena);

/* Whether the text at `position`, as far as the next blank, is that of a mnemonic with its qualifiers that stood in the
 * source before, and neither more of them follows nor the ':' of a label: an instruction of the family begins here. */
bool ptxc_heads_look(struct ptxc_known_heads *heads, const struct ptxc_lexer *lexer, uint32_t position);

/* The mnemonic of what the last look found, if that was at `position`; else PTXC_OP_NONE. */
enum ptxc_opcode ptxc_heads_found(const struct ptxc_known_heads *heads, uint32_t position);

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
