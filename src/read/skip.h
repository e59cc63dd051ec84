/* Passing over text without tokenising it: no rule looks at most of a module. All functions take the
 * source, its length in bytes and a byte offset into it, and look at no byte outside.
 */
#ifndef PTXC_SKIP_H
#define PTXC_SKIP_H

#include "tables/tables.h"

/* A character of a name, a number or a register. */
bool ptxc_is_word(char c);
/* A character that separates tokens and means nothing else. */
bool ptxc_is_blank(char c);

/* The place after the blanks, comments and line markers at `position`; an unterminated comment is where it starts. */
uint32_t ptxc_skip_blanks(const char *source, uint32_t length, uint32_t position);

/* The mnemonic of the family that begins here, or PTXC_OP_NONE. */
enum ptxc_opcode ptxc_family_at(const char *source, uint32_t length, uint32_t position);

/* Whether a mnemonic of the family begins here, inside another statement; `position` is not 0. */
bool ptxc_family_inside(const char *source, uint32_t length, uint32_t position);

/* Where the statement at `start` ends; the text before `position` is known to be part of it. It ends after its ';', at
 * an unmatched '}', at a comment that is not closed, or at what cannot stand inside a statement: a guard, an
 * instruction of the family and, with `directives`, a directive at the beginning of a line. */
uint32_t ptxc_skip_statement(const char *source, uint32_t length, uint32_t start, uint32_t position, bool directives);

/* The end of the line that `position` is on: its '\n', or the end of the source. */
uint32_t ptxc_line_end(const char *source, uint32_t length, uint32_t position);

/* The end of the word at `position`, dots included. */
uint32_t ptxc_word_end(const char *source, uint32_t length, uint32_t position);

/* The place of the mnemonic after the guard at `position`. */
uint32_t ptxc_skip_guard(const char *source, uint32_t length, uint32_t position);

#endif
