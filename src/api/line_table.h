/* The line table of a module: where its instructions stand in the source that it was compiled from, as .loc and .file
 * say it (ISA 11.5). It is made where something was found, and not on the way through a module.
 */
#ifndef PTXC_SYNTAX_LINE_TABLE_H
#define PTXC_SYNTAX_LINE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "ptxcheck/ptxcheck.h"

struct ptxc_line_table;

/* Returns the table of a module, made in the arena, which keeps no pointer to the text; NULL where the module has no
 * .loc or no .file, or there is no memory. The seed is that of hashes. */
const struct ptxc_line_table *ptxc_line_table_make(struct ptxc_arena *arena, const char *text, uint32_t length,
                                                   uint64_t seed);

/* Returns how many files it knows. */
size_t ptxc_line_table_files(const struct ptxc_line_table *table);

/* Fills the places at an offset of the module, up to `room` of them: that of the instruction, then that of each call
 * that was inlined, the outermost last; and the numbers of their files, which are equal for equal files and less
 * than the count of them. Returns how many places were filled, 0 where the source is not known. */
size_t ptxc_line_table_find(const struct ptxc_line_table *table, size_t offset, struct ptxc_location *places,
                            size_t *files, size_t room);

#endif
