/* Passing over text without tokenising it: most of a module is of no use to anybody here. All functions take the
 * source, its length in bytes and a byte offset into it, and look at no byte outside.
 */
#ifndef PTXC_SKIP_H
#define PTXC_SKIP_H

#include "tables/tables.h"

/* A character of a name, a number or a register. */
bool ptxc_is_word(char c);
bool ptxc_is_blank(char c);

/* The place after the blanks and comments at `position`; an unterminated comment is where it starts. */
uint32_t ptxc_skip_blanks(const char *source, uint32_t length, uint32_t position);

/* The mnemonic of the family that begins here, or PTXC_OP_NONE. */
enum ptxc_opcode ptxc_family_at(const char *source, uint32_t length, uint32_t position);

/* Whether one begins here, inside another statement; `position` is not 0. */
bool ptxc_family_inside(const char *source, uint32_t length, uint32_t position);

/* Where the statement at `start` ends, of which what lies before `position` is known to be part: after its ';', at a
 * '}' that closes more than it opens, at a comment that is not closed, or at what cannot stand inside another
 * statement: a guard, an instruction of the family and, with `directives`, a directive at the beginning of a line. */
uint32_t ptxc_skip_statement(const char *source, uint32_t length, uint32_t start, uint32_t position, bool directives);

/* The end of the line that `position` is on: its '\n', or the end of the source. */
uint32_t ptxc_line_end(const char *source, uint32_t length, uint32_t position);

/* The end of the dotted word at `position`. */
uint32_t ptxc_word_end(const char *source, uint32_t length, uint32_t position);

/* Past '@' and the predicate, to where the mnemonic is; PTX puts nothing else between. */
uint32_t ptxc_skip_guard(const char *source, uint32_t length, uint32_t position);

#endif
