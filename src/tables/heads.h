/* The beginnings of mnemonics in opcodes.def and other_instructions.def: which words follow them, in instructions of
 * the family and in others that begin alike.
 */
#ifndef PTXC_HEADS_H
#define PTXC_HEADS_H

#include <stdbool.h>
#include <stddef.h>

#include "tables/index.h"
#include "tables/tables.h"

/* A piece of text that is not closed by a NUL. */
struct ptxc_text {
    const char *text;
    size_t length;
};

/* Whether the dotted word, which is no mnemonic of the family, begins as only such mnemonics do, or nearly so. */
bool ptxc_head_resembles(const char *word, size_t length);

/* Whether some instruction of PTX begins with the first word of the text. */
bool ptxc_head_is_known(const char *text, size_t length);

/* The word of mnemonics.def that the first one of the text was meant as, where no instruction begins with that; or
 * NULL.
 */
const char *ptxc_head_meant(const char *text, size_t length);

/* Whether some text that begins with these bytes, `count` of them, may be a mnemonic of the family, begin as one does
 * or nearly so, or be the first word of an OTHER row. */
bool ptxc_head_may_begin(const char *text, size_t count);

/* The same for two letters, told by an index; any other characters may. */
static inline bool ptxc_head_begins(char first, char second) {
    const unsigned one = (unsigned char)((first | 0x20) - 'a'), other = (unsigned char)((second | 0x20) - 'a');
    return one >= PTXC_LETTERS || other >= PTXC_LETTERS || ptxc_head_letters[one] >> other & 1;
}

/* The longest FREE_ORDER head that the text begins with, or NULL. */
const char *ptxc_head_find_free(const char *text, size_t length);

/* The mnemonic of the family that begins with this head, and of which all further words are among these, each with its
 * dot; or PTXC_OP_NONE. */
enum ptxc_opcode ptxc_head_opcode(const char *head, const struct ptxc_text *words, size_t count);

/* How much of its mnemonic the assembler takes for the name of the instruction: all, or a FREE_ORDER head. */
size_t ptxc_head_length(enum ptxc_opcode opcode);

/* What the table says of an instruction that is none of the family. */
enum ptxc_other {
    PTXC_OTHER_UNRELATED, /* it begins as none of the family does */
    PTXC_OTHER_KNOWN,     /* it is one of another family */
    PTXC_OTHER_UNKNOWN    /* it begins alike, but no instruction goes on so */
};

/* What the instruction is whose first word, dotted parts included, is the text: an OTHER row, or one that begins alike.
 * Of one that is known, `*length` is what its mnemonic has. */
enum ptxc_other ptxc_other_find(const char *text, size_t size, size_t *length);

/* Whether the word, with its dot, may follow the mnemonic of an OTHER row. */
bool ptxc_other_takes(const char *mnemonic, size_t length, const char *word, size_t size);

#endif
