/* Passing over text without tokenising it: no rule looks at most of a module. All functions take the
 * source, its length in bytes and a byte offset into it, and look at no byte outside.
 */
#ifndef PTXC_SKIP_H
#define PTXC_SKIP_H

#include <stdbool.h>
#include <stdint.h>

/* Where the statement at `start` ends; the text before `position` is known to be part of it. It ends after its ';', at
 * an unmatched '}', at a comment that is not closed, or at what cannot stand inside a statement: a guard, an
 * instruction of the family and, with `directives`, a directive at the beginning of a line or of a
 * header anywhere. */
uint32_t ptxc_skip_statement(const char *source, uint32_t length, uint32_t start, uint32_t position, bool directives);

/* The place after the string that begins at `position`. Strings have no escapes, and may go on in later lines; one that
 * is not closed is taken to end with its line. */
uint32_t ptxc_skip_string(const char *source, uint32_t length, uint32_t position);

/* The place after the '}' for the '{' at `position`; 0 where there is none, or where what stands between them may hold
 * one that does not count. */
uint32_t ptxc_skip_braces(const char *source, uint32_t length, uint32_t position);

/* The place of the mnemonic after the guard at `position`. */
uint32_t ptxc_skip_guard(const char *source, uint32_t length, uint32_t position);

#endif
