/* Questions to one row of forms.def: which entry a qualifier belongs to, which role an operand has. */
#ifndef PTXC_FORM_H
#define PTXC_FORM_H

#include "ptxcheck/instruction.h"
#include "tables/index.h"
#include "tables/tables.h"

/* The slot that entry `index` fills. */
enum ptxc_slot ptxc_form_slot(const struct ptxc_form_row *form, size_t index);

/* Whether the entry lists this qualifier. */
bool ptxc_form_offers(const struct ptxc_form_slot *entry, enum ptxc_qualifier qualifier);

/* In a set of filled slots: part of the instruction is unknown, so any other slot may be filled too. */
#define PTXC_MORE_FILLED PTXC_WIDE_BIT(127)

/* The entry of the form for a qualifier, given the slots that are filled (bit per ptxc_slot): the one that offers this
 * qualifier, else any entry of its slot, else NULL. */
const struct ptxc_form_slot *ptxc_form_entry(const struct ptxc_form_row *form, const struct ptxc_qualifier_use *use,
                                             ptxc_wide filled);

/* Whether the form has all of these slots, and these are all that it needs whatever else there is. Where not, no
 * qualifiers that fill them fit it. */
static inline bool ptxc_form_has_slots(size_t form, ptxc_wide filled) {
    const struct ptxc_form_index *index = &ptxc_form_index[form];
    const bool more = filled & PTXC_MORE_FILLED;
    return !(filled & ~PTXC_MORE_FILLED & ~index->fills) && (more || !(index->needs & ~filled));
}

/* Whether the qualifiers of the instruction, which are in the tables, fit the form, which has their slots: each has an
 * entry that offers it, and none is missing. `filled` are their slots; `entries` gets the place of the entry of each.
 */
bool ptxc_form_fits(const struct ptxc_form_row *form, const struct ptxc_instruction *instruction, ptxc_wide filled,
                    uint8_t *entries);

/* Whether the condition of entry `index` holds. */
bool ptxc_form_applies(const struct ptxc_form_row *form, size_t index, ptxc_wide filled);

/* Whether entry `index` must be filled and is not. */
bool ptxc_form_lacks(const struct ptxc_form_row *form, const struct ptxc_instruction *instruction, size_t index,
                     ptxc_wide filled);

/* The row of operand `index`, given the slots filled; after the last the row that closes the list. */
const struct ptxc_form_argument *ptxc_form_argument(const struct ptxc_form_row *form, ptxc_wide filled, size_t index);

/* Lists the rows of all operands, given the slots filled; returns how many there are. */
size_t ptxc_form_arguments(const struct ptxc_form_row *form, ptxc_wide filled,
                           const struct ptxc_form_argument *list[PTXC_FORM_ARGUMENTS]);

/* What the ISA calls operand `index`, and what messages call it. */
const char *ptxc_form_operand_name(const struct ptxc_form_row *form, ptxc_wide filled, size_t index);
const char *ptxc_form_operand_title(const struct ptxc_form_row *form, ptxc_wide filled, size_t index);

/* How many operands the form has with these slots filled. */
size_t ptxc_form_operands(const struct ptxc_form_row *form, ptxc_wide filled);

/* The qualifier of the instruction in this slot, or NULL. */
const struct ptxc_qualifier_use *ptxc_instruction_qualifier(const struct ptxc_instruction *instruction,
                                                            enum ptxc_slot slot);

/* The slot that a qualifier fills in this instruction, if it is the first of its kind. */
enum ptxc_slot ptxc_opcode_slot(enum ptxc_opcode opcode, enum ptxc_qualifier qualifier);

/* The slot that a second qualifier of the kind of `slot` fills in this instruction, or PTXC_SLOT_NONE: it has one at
 * most. */
enum ptxc_slot ptxc_opcode_second(enum ptxc_opcode opcode, enum ptxc_slot slot);

/* Whether a form of the mnemonic has two results, a|b, as operand `index`. */
bool ptxc_opcode_takes_pair(enum ptxc_opcode opcode, size_t index);

/* Whether some form of the mnemonic has the qualifier, and does not ignore it. */
bool ptxc_opcode_offers(enum ptxc_opcode opcode, enum ptxc_qualifier qualifier);

/* Whether some form of the mnemonic has the qualifier in this slot, and does not ignore it. */
bool ptxc_opcode_offers_in(enum ptxc_opcode opcode, enum ptxc_slot slot, enum ptxc_qualifier qualifier);

/* Whether no form of the mnemonic has another qualifier in this slot, unless it ignores it. */
bool ptxc_opcode_offers_alone(enum ptxc_opcode opcode, enum ptxc_slot slot, enum ptxc_qualifier qualifier);

/* Whether a mnemonic has all words of another, in their order, and more. */
bool ptxc_opcode_extends(enum ptxc_opcode opcode, enum ptxc_opcode other);

/* Whether a form of the mnemonic has operands. */
bool ptxc_opcode_takes_operands(enum ptxc_opcode opcode);

/* Whether the assembler ignores the qualifier on some instruction, whatever else is written. */
bool ptxc_qualifier_ignored(enum ptxc_qualifier qualifier);

#endif
