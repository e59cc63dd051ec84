/* Looks at a text and says what it seems to be: PTX, prose about PTX, a constraint list. */
#ifndef PTXC_HOST_TEXT_H
#define PTXC_HOST_TEXT_H

#include "host/common/snippet.h"

/* Whether a mnemonic of the family may stand anywhere in the text. It is cheap, and certain where it says no. */
bool ptxc_text_mentions_family(const char *text, uint32_t length);
/* Whether the text has the word `asm`, with or without underscores around it. */
bool ptxc_text_mentions_asm(const char *text, uint32_t length);
/* Whether the text has a complete statement of the family, and does not only mention one. `emitted`: it is known to
 * become PTX, so that a mnemonic without the operands that it needs is one, too. */
bool ptxc_text_is_ptx(const char *text, uint32_t length, bool emitted);
/* Whether a function of this name makes PTX of its argument. */
bool ptxc_text_is_emitter(const char *name, uint32_t length);
/* Returns the style that a text without operand list seems to be written in. */
enum ptxc_template_style ptxc_text_style(const char *text, uint32_t length);
/* Returns the last character of what opens a call or an assignment and has nothing but line ends after it up to
 * `offset`, such as the parenthesis of "asm!(" on the line above; otherwise `offset`. */
uint32_t ptxc_text_opening(const char *text, uint32_t offset);
/* Whether this reads like the constraint list of LLVM: "=r,l,~{memory}". */
bool ptxc_text_is_constraints(const char *text, uint32_t length);

#endif
