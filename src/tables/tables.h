/* Look-ups in the rows of the grammar tables: by spelling, and among types. */
#ifndef PTXC_TABLES_H
#define PTXC_TABLES_H

#include "ptxcheck/instruction.h"
#include "tables/rows.h"

/* Whether the type is an integer: untyped, signed or unsigned. */
bool ptxc_type_is_integer(enum ptxc_type type);

/* Returns the types of registers that a role with these bits takes where the type of the instruction is `wanted`, bit
 * per ptxc_type; `offset`: with one. */
uint64_t ptxc_types_taken(uint64_t registers, enum ptxc_type wanted, bool offset);

/* The untyped type of the same width, or the type itself where there is none. */
enum ptxc_type ptxc_type_untyped(enum ptxc_type type);

/* The register types that go with an instruction type, bit per ptxc_type; `offset`: of a register with an offset. */
uint64_t ptxc_types_compatible(enum ptxc_type wanted, bool offset);

/* The qualifier, type, target or special register of this spelling, or its NONE value (NULL for a register). */
enum ptxc_qualifier ptxc_qualifier_find(const char *text, size_t length);
enum ptxc_type ptxc_type_find(const char *text, size_t length);
enum ptxc_target ptxc_target_find(const char *text, size_t length);
const struct ptxc_special_row *ptxc_special_find(const char *text, size_t length);

/* Finds the row of a value that is a special register or a component of one, such as %tid.x. It is NULL where the name
 * is of none, as it can be in an instruction that a program has made. */
const struct ptxc_special_row *ptxc_special_of(const struct ptxc_value *value);

/* The place of a row in the table of special registers, and whether the one at a place has this name there. */
uint32_t ptxc_special_index(const struct ptxc_special_row *row);
bool ptxc_special_named(uint32_t index, const char *name);

/* The mnemonic that `text` begins with, ending at a word boundary, or PTXC_OP_NONE. */
enum ptxc_opcode ptxc_opcode_find(const char *text, size_t length);

/* Whether some mnemonic begins with this character. */
bool ptxc_opcode_letter(char c);

#endif
