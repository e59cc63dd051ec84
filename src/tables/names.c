/* Names of the tables, both ways. */
#include <string.h>

#include "ptxcheck/instruction.h"
#include "base/buffer.h"
#include "tables/gate.h"
#include "tables/spaces.h"
#include "tables/words.h"

/* Whether a number is that of a row, and neither the one that stands for none nor past the last. */
static bool has_row(unsigned number, unsigned count) {
    return number > 0 && number < count;
}

const char *ptxc_opcode_name(enum ptxc_opcode opcode) {
    return has_row(opcode, PTXC_OP_COUNT) ? ptxc_opcodes[opcode].mnemonic : NULL;
}

const char *ptxc_qualifier_name(enum ptxc_qualifier qualifier) {
    return has_row(qualifier, PTXC_Q_COUNT) ? ptxc_qualifiers[qualifier].spelling : NULL;
}

const char *ptxc_slot_name(enum ptxc_slot slot) {
    return (unsigned)slot < PTXC_SLOT_COUNT ? ptxc_slots[slot].name : NULL;
}

const char *ptxc_type_name(enum ptxc_type type) {
    return has_row(type, PTXC_TYPE_COUNT) ? ptxc_types[type].spelling : NULL;
}

uint32_t ptxc_type_size(enum ptxc_type type) {
    if (!has_row(type, PTXC_TYPE_COUNT) || ptxc_types[type].kind == PTXC_KIND_OPAQUE)
        return 0;
    return ptxc_types[type].width / 8;
}

const char *ptxc_target_name(enum ptxc_target target) {
    return has_row(target, PTXC_TARGET_COUNT) ? ptxc_targets[target].name : NULL;
}

const char *ptxc_target_assembler(enum ptxc_target target) {
    return has_row(target, PTXC_TARGET_COUNT) ? ptxc_targets[target].asked : NULL;
}

const char *ptxc_space_name(enum ptxc_space space) {
    return has_row(space, PTXC_SPACE_COUNT) ? ptxc_spaces[space].spelling : NULL;
}

enum ptxc_opcode ptxc_opcode_from_name(const char *name) {
    for (int i = 1; name && i < PTXC_OP_COUNT; i++)
        if (strcmp(ptxc_opcodes[i].mnemonic, name) == 0)
            return (enum ptxc_opcode)i;
    return PTXC_OP_NONE;
}

enum ptxc_qualifier ptxc_qualifier_from_name(const char *name) {
    return name ? ptxc_qualifier_find(name, strlen(name)) : PTXC_Q_NONE;
}

enum ptxc_type ptxc_type_from_name(const char *name) {
    return name ? ptxc_type_find(name, strlen(name)) : PTXC_TYPE_NONE;
}

enum ptxc_target ptxc_target_from_name(const char *name) {
    return name ? ptxc_target_find(name, strlen(name)) : PTXC_TARGET_NONE;
}

enum ptxc_slot ptxc_slot_from_name(const char *name) {
    for (int i = 0; name && i < PTXC_SLOT_COUNT; i++)
        if (strcmp(ptxc_slots[i].name, name) == 0)
            return (enum ptxc_slot)i;
    return PTXC_SLOT_NONE;
}

enum ptxc_space ptxc_space_from_name(const char *name) {
    for (int i = 1; name && i < PTXC_SPACE_COUNT; i++)
        if (strcmp(ptxc_spaces[i].spelling, name) == 0)
            return (enum ptxc_space)i;
    return PTXC_SPACE_NONE;
}

enum ptxc_slot ptxc_qualifier_slot(enum ptxc_qualifier qualifier) {
    return has_row(qualifier, PTXC_Q_COUNT) ? ptxc_qualifiers[qualifier].slot : PTXC_SLOT_NONE;
}

const char *ptxc_form_name(size_t index) {
    static const char *const names[] = {
#define FORM(enumerator, opcode, gate, kind, qualifiers, operands) [enumerator] = #enumerator,
#include "forms.def"
    };
    return index < PTXC_FORM_COUNT ? names[index] + strlen("PTXC_FORM_") : NULL;
}

const char *ptxc_tables_version(void) {
    static const char *const newest[] = {
#define VERSIONS(major, last_minor) "PTX " #major "." #last_minor,
#include "versions.def"
    };
    return newest[PTXC_COUNT(newest) - 1];
}

const char *ptxc_isa_version(void) {
#define ISA(major, minor) #major "." #minor
    return
#include "versions.def"
        ;
}

/* ---- special registers ---- */

/* Finds the row of spelling `*index`, which becomes the number of the spelling in it; NULL after the last. */
static const struct ptxc_special_row *special_row(size_t *index) {
    for (size_t i = 0; i < ptxc_special_count; i++) {
        const struct ptxc_special_row *row = &ptxc_specials[i];
        const size_t count = row->vector ? 4 : row->numbers ? row->numbers : 1;
        if (*index < count)
            return row;
        *index -= count;
    }
    return NULL;
}

size_t ptxc_special_name(size_t index, char *buffer, size_t size) {
    struct ptxc_buffer text = ptxc_buffer_begin(buffer, size);
    const struct ptxc_special_row *row = special_row(&index);
    if (!row)
        return 0;
    ptxc_buffer_add(&text, "%s", row->name);
    if (row->vector)
        ptxc_buffer_add(&text, ".%c", "xyzw"[index]);
    else if (row->numbers)
        ptxc_buffer_add(&text, "%u", (unsigned)index);
    return text.length;
}

size_t ptxc_special_needs(size_t index, char *buffer, size_t size) {
    const struct ptxc_special_row *row = special_row(&index);
    ptxc_buffer_begin(buffer, size);
    return row && row->gate != PTXC_GATE_NONE ? ptxc_gate_describe(row->gate, buffer, size) : 0;
}

enum ptxc_type ptxc_special_type(size_t index) {
    const struct ptxc_special_row *row = special_row(&index);
    return row ? row->type : PTXC_TYPE_NONE;
}

/* ---- directives ---- */

const char *ptxc_directive_spelling(size_t index, uint32_t *places) {
    uint32_t ignored;
    return ptxc_word_listed(index, places ? places : &ignored);
}
