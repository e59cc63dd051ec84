/* Mutants of the tables whose rows have cells and nothing below them, as a list of tables with their cells; of a rule,
 * what it says of instructions. Words for people, such as summaries, are not changed: printed pages and golden outputs
 * have them.
 */
#include <stdio.h>
#include <string.h>

#include "mutants.h"
#include "report/rules.h"
#include "tables/spaces.h"
#include "tensormap/fields.h"

#define LAST_BITS(count) (PTXC_BIT(count) - 2) /* all but that of 0, which is none */
/* The types that a register can have, and those that special registers have. */
#define TYPES (LAST_BITS(PTXC_TYPE_TEXREF) & ~PTXC_BIT(PTXC_TYPE_TF32))
#define SPECIALS \
    (PTXC_BIT(PTXC_TYPE_B32) | PTXC_BIT(PTXC_TYPE_U32) | PTXC_BIT(PTXC_TYPE_U64) | PTXC_BIT(PTXC_TYPE_PRED))
#define REGISTERS (TYPES | PTXC_TYPES_OF_QUALIFIER | PTXC_TYPES_OF_SECOND | PTXC_TYPES_WIDER | PTXC_TYPES_NO_FLOATS)
/* The shapes of a role, and those of the elements of one. */
#define OF_ELEMENTS                                                                                              \
    (PTXC_SHAPE_WHOLE | PTXC_SHAPE_UNIFORM | PTXC_SHAPE_MERGED | PTXC_SHAPE_TYPED_ALIKE | PTXC_SHAPE_ANY_WIDTH | \
     PTXC_SHAPE_WHOLE_OFFSET | PTXC_SHAPE_NOT_UNSIGNED | PTXC_SHAPE_LEAST)
#define ROLE_SHAPES ((PTXC_BIT(27) - 1) & ~(uint64_t)OF_ELEMENTS)
#define ELEMENT_SHAPES \
    (OF_ELEMENTS | PTXC_SHAPE_IMMEDIATE | PTXC_SHAPE_VARIABLE | PTXC_SHAPE_SPECIAL_REGISTER | PTXC_SHAPE_SINK)
#define CELL(row, member, kind, limit) \
    { #member, offsetof(struct row, member), sizeof(((struct row *)0)->member), CELL_##kind, limit }

const char *const mutants_gate_names[PTXC_GATE_COUNT] = {
#define GATE(enumerator, first, last, lowest, highest, suffixes, oldest, newest) [enumerator] = #enumerator,
#include "availability.def"
};

const char *const mutants_role_names[PTXC_ROLE_COUNT] = {
#define ROLE(enumerator, shapes, brackets, specials, spaces, registers, alignment) [enumerator] = #enumerator,
#include "operands.def"
};

static const struct cell type_cells[] = {
    CELL(ptxc_type_row, spelling, TEXT, 0),
    CELL(ptxc_type_row, width, ALIGNMENT, 0),
    CELL(ptxc_type_row, kind, CHOICE, PTXC_KIND_OPAQUE + 1),
};
static const struct cell target_cells[] = {
    CELL(ptxc_target_row, name, TEXT, 0),     CELL(ptxc_target_row, number, SM, 0),
    CELL(ptxc_target_row, suffix, CHOICE, 3), CELL(ptxc_target_row, first, PTX, 0),
    CELL(ptxc_target_row, calls, FLAG, 0),
};
static const struct cell gate_cells[] = {
    CELL(ptxc_gate_row, first, PTX, 0),           CELL(ptxc_gate_row, last, PTX, 904),
    CELL(ptxc_gate_row, lowest, SM, 75),          CELL(ptxc_gate_row, highest, SM, 120),
    CELL(ptxc_gate_row, suffixes, CHOICE, 3),     CELL(ptxc_gate_row, oldest, ASSEMBLER, 1201),
    CELL(ptxc_gate_row, newest, ASSEMBLER, 1304),
};
static const struct cell slot_cells[] = {
    CELL(ptxc_slot_row, weight, NUMBER, 0),
    CELL(ptxc_slot_row, second, CHOICE, PTXC_SLOT_COUNT),
    CELL(ptxc_slot_row, reason, NUMBER, 0),
};
static const struct cell qualifier_cells[] = {
    CELL(ptxc_qualifier_row, spelling, TEXT, 0),
    CELL(ptxc_qualifier_row, slot, CHOICE, PTXC_SLOT_COUNT),
    CELL(ptxc_qualifier_row, number, NUMBER, 0),
};
static const struct cell opcode_cells[] = {
    CELL(ptxc_opcode_row, mnemonic, TEXT, 0),
    CELL(ptxc_opcode_row, effect, CHOICE, PTXC_EFFECT_WAIT + 1),
    CELL(ptxc_opcode_row, reductions, CHOICE, PTXC_REDUCTIONS_RED_ASYNC + 1),
};
static const struct cell role_cells[] = {
    CELL(ptxc_role_row, shapes, BITS, ROLE_SHAPES),  CELL(ptxc_role_row, brackets, BITS, TYPES),
    CELL(ptxc_role_row, specials, BITS, SPECIALS),   CELL(ptxc_role_row, spaces, BITS, LAST_BITS(PTXC_SPACE_COUNT)),
    CELL(ptxc_role_row, registers, BITS, REGISTERS), CELL(ptxc_role_row, alignment, ALIGNMENT, 0),
};
static const struct cell elements_cells[] = {
    CELL(ptxc_elements_row, width, ALIGNMENT, 0),          CELL(ptxc_elements_row, count, NUMBER, 0),
    CELL(ptxc_elements_row, companions, BITS, TYPES),      CELL(ptxc_elements_row, constants, BITS, TYPES),
    CELL(ptxc_elements_row, shapes, BITS, ELEMENT_SHAPES),
};
static const struct cell newer_cells[] = {
    CELL(ptxc_newer_row, gate, CHOICE, PTXC_GATE_COUNT),
    CELL(ptxc_newer_row, role, CHOICE, PTXC_ROLE_COUNT),
};
static const struct cell gate_cell[] = {{"gate", 0, 1, CELL_CHOICE, PTXC_GATE_COUNT}};
static const struct cell role_cell[] = {{"role", 0, 1, CELL_CHOICE, PTXC_ROLE_COUNT}};
static const struct cell kinds_cell[] = {{"kinds", 0, 4, CELL_BITS, LAST_BITS(PTXC_KIND_OPAQUE) | 1}};
static const struct cell reduction_cells[] = {
    CELL(ptxc_reduction_row, family, CHOICE, PTXC_REDUCTIONS_RED_ASYNC + 1),
    CELL(ptxc_reduction_row, destination, CHOICE, PTXC_Q_COUNT),
    CELL(ptxc_reduction_row, operation, CHOICE, PTXC_Q_COUNT),
    CELL(ptxc_reduction_row, noftz, FLAG, 0),
    CELL(ptxc_reduction_row, gate, CHOICE, PTXC_GATE_COUNT),
};
static const struct cell special_cells[] = {
    CELL(ptxc_special_row, name, TEXT, 0),
    CELL(ptxc_special_row, type, CHOICE, PTXC_TYPE_COUNT),
    CELL(ptxc_special_row, vector, FLAG, 0),
    CELL(ptxc_special_row, numbers, NUMBER, 0),
    CELL(ptxc_special_row, gate, CHOICE, PTXC_GATE_COUNT),
};
static const struct cell elsewhere_cells[] = {
    CELL(ptxc_elsewhere_row, opcode, CHOICE, PTXC_OP_COUNT),
    CELL(ptxc_elsewhere_row, qualifier, CHOICE, PTXC_Q_COUNT),
    CELL(ptxc_elsewhere_row, slot, CHOICE, PTXC_SLOT_COUNT),
};
static const struct cell second_cells[] = {
    CELL(ptxc_second_row, opcode, CHOICE, PTXC_OP_COUNT),
    CELL(ptxc_second_row, slot, CHOICE, PTXC_SLOT_COUNT),
    CELL(ptxc_second_row, second, CHOICE, PTXC_SLOT_COUNT),
};

static const char *gate_name(size_t row) {
    return mutants_gate_names[row];
}
static const char *role_name(size_t row) {
    return mutants_role_names[row];
}
static const char *type_name(size_t row) {
    return ptxc_types[row].spelling;
}
static const char *target_name(size_t row) {
    return ptxc_targets[row].name;
}
static const char *slot_name(size_t row) {
    return ptxc_slots[row].name;
}
static const char *qualifier_name(size_t row) {
    return ptxc_qualifiers[row].spelling;
}
static const char *opcode_name(size_t row) {
    return ptxc_opcodes[row].mnemonic;
}
static const char *special_name(size_t row) {
    return ptxc_specials[row].name;
}
/* Of a row that names no word of an instruction, such as a slot, all texts are read again. */
static const char *any_word(size_t row) {
    (void)row;
    return "";
}
static const char *elsewhere_word(size_t row) {
    return ptxc_qualifiers[ptxc_elsewhere[row].qualifier].spelling;
}
static const char *second_word(size_t row) {
    return ptxc_opcodes[ptxc_seconds[row].opcode].mnemonic;
}
static const char *kind_name(size_t row) {
    static const char *const names[] = {"PREDICATE", "UNTYPED", "SIGNED", "UNSIGNED", "FLOATING", "PACKED", "OPAQUE"};
    return names[row];
}

/* A table: `what` is the kind of its rows where the file has several, `first` is the first row that is one. Of the rows
 * that a list by role has, those count that say something. */
struct table {
    const char *file, *what;
    const void *rows;
    size_t size, count, first;
    const char *(*name)(size_t row); /* NULL: its number */
    const struct cell *cells;
    size_t cell_count;
    bool of_roles;
    const char *(*word)(size_t row); /* as `word` of a mutant; NULL: of no row */
};

#define ROWS(rows, count) rows, sizeof(*(rows)), count
#define CELLS(cells) cells, PTXC_COUNT(cells)

static void add_cells(struct mutants *mutants, const struct table *table, const struct mutant *common, const char *name,
                      const void *row) {
    for (size_t i = 0; i < table->cell_count; i++)
        mutants_add_cell(mutants, common, name, row, &table->cells[i]);
}

static bool is_zero(const unsigned char *row, size_t size) {
    while (size > 0 && row[size - 1] == 0)
        size--;
    return size == 0;
}

/* A row of a list that is zero says nothing: so it is removed. */
static void add_removal(struct mutants *mutants, const struct mutant *common, const char *name, const void *row,
                        size_t size) {
    struct mutant mutant = *common;
    mutant.action = MUTANT_DROP;
    mutant.at = (void *)(uintptr_t)row;
    mutant.size = mutant.rest = size;
    mutants_add(mutants, &mutant, "%s, removed", name);
}

static void add_table(struct mutants *mutants, const struct table *table) {
    for (size_t i = table->first; i < table->count; i++) {
        const unsigned char *row = (const unsigned char *)table->rows + i * table->size;
        struct mutant common = {.table = table->file};
        char name[150];
        if (is_zero(row, table->size))
            continue;
        memset(common.opcodes, 0xff, sizeof(common.opcodes));
        common.word = table->word ? table->word(i) : NULL;
        common.target = table->rows == ptxc_targets ? (enum ptxc_target)i : PTXC_TARGET_NONE;
        common.alike = table->word != special_name && table->rows != ptxc_targets; /* which are about versions */
        if (table->of_roles) {
            memset(common.opcodes, 0, sizeof(common.opcodes));
            mutants_role_opcodes((uint8_t)i, common.opcodes);
        }
        if (table->name)
            snprintf(name, sizeof(name), "%s%s", table->what, table->name(i));
        else
            snprintf(name, sizeof(name), "%s%zu", table->what, i);
        add_cells(mutants, table, &common, name, row);
        if (table->cells[0].kind != CELL_TEXT) /* of that the text says what is removed */
            add_removal(mutants, &common, name, row, table->size);
    }
}

/* ---- reductions and rules ---- */

static void add_list(struct mutants *mutants, const struct mutant *common, const char *row, const char *what,
                     const uint8_t *list, size_t count) {
    struct mutant mutant = *common;
    for (size_t i = 0; i < count && list[i]; i++) {
        mutant.action = MUTANT_DROP;
        mutant.at = (void *)(uintptr_t)&list[i];
        mutant.size = 1;
        mutant.rest = count - i;
        mutants_add(mutants, &mutant, "%s, %s: without number %zu", row, what, i);
    }
}

static void add_types_of_reductions(struct mutants *mutants) {
    struct mutant common = {.table = "reductions"};
    memset(common.opcodes, 0xff, sizeof(common.opcodes));
    for (size_t i = 0; i < ptxc_reduction_count; i++) {
        const struct ptxc_reduction_row *row = &ptxc_reductions[i];
        size_t count = 0;
        char name[24];
        snprintf(name, sizeof(name), "%zu", i);
        add_list(mutants, &common, name, "types", row->types, sizeof(row->types));
        while (row->types[count])
            count++;
        struct mutant mutant = common;
        mutant.at = (void *)(uintptr_t)&row->types[count];
        mutant.size = 1;
        mutant.value = row->types[0] == PTXC_Q_U64 ? PTXC_Q_S32 : PTXC_Q_U64;
        if (!memchr(row->types, (int)mutant.value, count) && count + 1 < sizeof(row->types))
            mutants_add(mutants, &mutant, "%s, types: and %s", name, ptxc_qualifiers[mutant.value].spelling);
    }
}

static void add_values(struct mutants *mutants, const struct mutant *common, const struct ptxc_rule_row *row) {
    const struct ptxc_constraint *constraint = &row->constraint;
    char name[40];
    for (size_t i = 0; i < constraint->value_count; i++) {
        const struct cell cell = {name, 0, sizeof(int64_t), CELL_NUMBER, 0};
        snprintf(name, sizeof(name), "value %zu", i);
        mutants_add_cell(mutants, common, row->id, &constraint->values[i], &cell);
    }
    if (constraint->kind == PTXC_CONSTRAINT_VALUE_IN || constraint->kind == PTXC_CONSTRAINT_REQUIRES ||
        constraint->kind == PTXC_CONSTRAINT_ALIGNED || constraint->kind == PTXC_CONSTRAINT_ALIGNED_SYMBOL) {
        struct mutant mutant = *common;
        mutant.at = (void *)(uintptr_t)&constraint->value_count;
        mutant.size = 1;
        mutant.value = constraint->value_count - 1u;
        mutants_add(mutants, &mutant, "%s, a value less", row->id);
    }
}

/* What every rule says. */
static const struct cell rule_cells[] = {
    CELL(ptxc_rule_row, rule_class, CHOICE, PTXC_CLASS_HAZARD + 1),
    CELL(ptxc_rule_row, severity, CHOICE, PTXC_SEVERITY_ERROR + 1),
    CELL(ptxc_rule_row, fix, CHOICE, PTXC_FIX_APPLIED + 1),
    CELL(ptxc_rule_row, level, CHOICE, 3),
};

/* Adds the gate of a rule. One without gets the one from sm_100 on, since all targets that have the instruction may
 * have the first of the list. */
static void add_gate(struct mutants *mutants, const struct mutant *common, const char *row,
                     const enum ptxc_gate *gate) {
    static const struct cell cell = {"gate", 0, sizeof(*gate), CELL_CHOICE, PTXC_GATE_COUNT};
    struct mutant mutant = *common;
    mutant.at = tables_at(gate);
    mutant.size = sizeof(*gate);
    mutant.value = PTXC_GATE_SM_100;
    if (*gate == PTXC_GATE_NONE)
        mutants_add(mutants, &mutant, "%s, gate: sm_100, not none", row);
    else
        mutants_add_cell(mutants, common, row, gate, &cell);
}

/* Adds the cells of a constraint, those that its kind looks at. */
static void add_constraint(struct mutants *mutants, const struct mutant *common, const struct ptxc_rule_row *row) {
    static const struct cell kind = CELL(ptxc_rule_row, constraint.kind, CHOICE, PTXC_CONSTRAINT_MAP_APART + 1);
    static const struct cell low_32_bits = CELL(ptxc_rule_row, constraint.low_32_bits, FLAG, 0);
    static const struct cell prohibits = CELL(ptxc_rule_row, constraint.prohibits, FLAG, 0);
    static const struct cell element = CELL(ptxc_rule_row, constraint.element, NUMBER, 0);
    static const struct cell because = CELL(ptxc_rule_row, constraint.because, CHOICE, PTXC_SLOT_COUNT);
    const struct ptxc_constraint *constraint = &row->constraint;
    const bool of_numbers = constraint->kind >= PTXC_CONSTRAINT_VALUE_IN && constraint->kind <= PTXC_CONSTRAINT_UP_TO;
    const bool of_elements =
        constraint->kind == PTXC_CONSTRAINT_ELEMENT_IN_RANGE || constraint->kind == PTXC_CONSTRAINT_ELEMENT_MULTIPLE_OF;
    mutants_add_cell(mutants, common, row->id, row, &kind);
    add_gate(mutants, common, row->id, &constraint->gate);
    if (of_numbers)
        mutants_add_cell(mutants, common, row->id, row, &low_32_bits);
    if (of_numbers || of_elements || constraint->kind == PTXC_CONSTRAINT_UNIT_FRACTION ||
        constraint->kind == PTXC_CONSTRAINT_NOT_BESIDE || constraint->kind == PTXC_CONSTRAINT_UNBRACKETED ||
        constraint->kind == PTXC_CONSTRAINT_MIXED_VECTOR)
        mutants_add_cell(mutants, common, row->id, row, &prohibits);
    if (of_elements)
        mutants_add_cell(mutants, common, row->id, row, &element);
    if (constraint->caused)
        mutants_add_cell(mutants, common, row->id, row, &because);
}

/* The values that a field of a tensor map has names for, bit per value. */
static uint64_t values_of(int field) {
    uint64_t values = 0;
    for (uint32_t value = 0; value < 32; value++)
        values |= ptxc_tensormap_value(field, value) ? PTXC_BIT(value) : 0;
    return values;
}

/* Adds the cells of a constraint of tensor maps, those that its kind looks at. */
static void add_map_constraint(struct mutants *mutants, const struct mutant *common, const struct ptxc_rule_row *row) {
    static const struct cell cells[] = {
        CELL(ptxc_rule_row, constraint.kind, CHOICE, PTXC_CONSTRAINT_MAP_APART + 1),
        CELL(ptxc_rule_row, constraint.when.kinds, BITS, 7),
        CELL(ptxc_rule_row, constraint.when.closed, FLAG, 0),
    };
    static const struct cell amount_cells[] = {
        CELL(ptxc_rule_row, constraint.quantity, CHOICE, PTXC_TENSORMAP_COPIED_BYTES + 1),
        CELL(ptxc_rule_row, constraint.first, FLAG, 0),
    };
    struct cell condition_cells[][2] = {
        {CELL(ptxc_rule_row, constraint.when.fields[0], CHOICE, PTXC_TENSORMAP_MAX_FIELDS),
         CELL(ptxc_rule_row, constraint.when.values[0], BITS, 0)},
        {CELL(ptxc_rule_row, constraint.when.fields[1], CHOICE, PTXC_TENSORMAP_MAX_FIELDS),
         CELL(ptxc_rule_row, constraint.when.values[1], BITS, 0)},
    };
    const bool of_amounts =
        row->constraint.kind == PTXC_CONSTRAINT_MAP_IN_RANGE || row->constraint.kind == PTXC_CONSTRAINT_MAP_MULTIPLE_OF;
    for (size_t i = 0; i < PTXC_COUNT(cells); i++)
        mutants_add_cell(mutants, common, row->id, row, &cells[i]);
    add_gate(mutants, common, row->id, &row->constraint.when.gate);
    for (size_t i = 0; of_amounts && i < PTXC_COUNT(amount_cells); i++)
        mutants_add_cell(mutants, common, row->id, row, &amount_cells[i]);
    for (size_t i = 0; i < PTXC_COUNT(condition_cells); i++) {
        const int field = row->constraint.when.fields[i];
        if (!field)
            continue;
        condition_cells[i][1].limit = values_of(field);
        mutants_add_cell(mutants, common, row->id, row, &condition_cells[i][0]);
        mutants_add_cell(mutants, common, row->id, row, &condition_cells[i][1]);
    }
}

static void add_rule(struct mutants *mutants, const struct ptxc_rule_row *row) {
    const struct ptxc_constraint *constraint = &row->constraint;
    const bool of_maps = constraint->kind >= PTXC_CONSTRAINT_MAP_IN_RANGE;
    const bool plain = constraint->kind == PTXC_CONSTRAINT_STRUCTURE || constraint->kind == PTXC_CONSTRAINT_FLOW;
    struct mutant common = {.table = "rules"};
    for (size_t i = 0; i < PTXC_COUNT(rule_cells); i++)
        mutants_add_cell(mutants, &common, row->id, row, &rule_cells[i]);
    if (!of_maps && !plain && row->rule_class <= PTXC_CLASS_LEGALITY)
        memset(common.opcodes, 0xff, sizeof(common.opcodes)); /* an assembler judges it, of an instruction by itself */
    if (of_maps)
        add_map_constraint(mutants, &common, row);
    else if (!plain)
        add_constraint(mutants, &common, row);
    add_list(mutants, &common, row->id, "roles", constraint->roles.roles, PTXC_COUNT(constraint->roles.roles));
    add_list(mutants, &common, row->id, "bounds", constraint->bounds.roles, PTXC_COUNT(constraint->bounds.roles));
    add_values(mutants, &common, row);
}

/* ---- which mnemonics ---- */

static bool stands_for(uint8_t role, uint8_t other, int depth);

/* Whether a list of the other role has a part that the role stands for. */
static bool is_part(uint8_t role, uint8_t other, int depth) {
    for (const struct ptxc_parts_row *row = ptxc_parts; row->role != PTXC_ROLE_NONE; row++)
        for (size_t i = 0; row->role == other && row->parts[i].role != PTXC_ROLE_NONE; i++)
            if (stands_for(role, row->parts[i].role, depth))
                return true;
    return false;
}

static bool stands_for(uint8_t role, uint8_t other, int depth) {
    return role == other ||
           (depth > 0 && other &&
            (is_part(role, other, depth - 1) || stands_for(role, ptxc_newer_roles[other].role, depth - 1) ||
             stands_for(role, ptxc_expanded_roles[other], depth - 1)));
}

void mutants_role_opcodes(uint8_t role, uint64_t *opcodes) {
    for (size_t form = 0; form < PTXC_FORM_COUNT; form++)
        for (size_t i = 0; ptxc_forms[form].arguments[i].role != PTXC_ROLE_NONE; i++)
            if (stands_for(role, ptxc_forms[form].arguments[i].role, 4))
                opcodes[ptxc_forms[form].opcode / 64] |= PTXC_BIT(ptxc_forms[form].opcode % 64);
}

void mutants_add_rows(struct mutants *mutants) {
    const struct table tables[] = {
        {"operands", "", ROWS(ptxc_roles, PTXC_ROLE_COUNT), 1, role_name, CELLS(role_cells), true},
        {"operands", "ELEMENTS ", ROWS(ptxc_elements, PTXC_ROLE_COUNT), 1, role_name, CELLS(elements_cells), true},
        {"operands", "NEWER ", ROWS(ptxc_newer_roles, PTXC_ROLE_COUNT), 1, role_name, CELLS(newer_cells), true},
        {"operands", "LOW_WORD ", ROWS(ptxc_low_word_gates, PTXC_ROLE_COUNT), 1, role_name, CELLS(gate_cell), true},
        {"operands", "EXPANDED ", ROWS(ptxc_expanded_roles, PTXC_ROLE_COUNT), 1, role_name, CELLS(role_cell), true},
        {"availability", "", ROWS(ptxc_gates, PTXC_GATE_COUNT), 0, gate_name, CELLS(gate_cells), false},
        {"availability", "OTHERWISE ", ROWS(ptxc_gate_alternatives, PTXC_GATE_COUNT), 0, gate_name, CELLS(gate_cell),
         false},
        {"targets", "", ROWS(ptxc_targets, PTXC_TARGET_COUNT), 1, target_name, CELLS(target_cells), false, any_word},
        {"types", "", ROWS(ptxc_types, PTXC_TYPE_COUNT), 1, type_name, CELLS(type_cells), false},
        {"types", "GOES_WITH ", ROWS(ptxc_kinds_with, PTXC_KIND_OPAQUE), 0, kind_name, CELLS(kinds_cell), false},
        {"qualifiers", "", ROWS(ptxc_qualifiers, PTXC_Q_COUNT), 1, qualifier_name, CELLS(qualifier_cells), false,
         qualifier_name},
        {"qualifiers", "SLOT ", ROWS(ptxc_slots, PTXC_SLOT_COUNT), 0, slot_name, CELLS(slot_cells), false, any_word},
        {"qualifiers", "ELSEWHERE ", ROWS(ptxc_elsewhere, ptxc_elsewhere_count), 0, NULL, CELLS(elsewhere_cells), false,
         elsewhere_word},
        {"qualifiers", "SECOND ", ROWS(ptxc_seconds, ptxc_second_count), 0, NULL, CELLS(second_cells), false,
         second_word},
        {"opcodes", "", ROWS(ptxc_opcodes, PTXC_OP_COUNT), 1, opcode_name, CELLS(opcode_cells), false, opcode_name},
        {"reductions", "", ROWS(ptxc_reductions, ptxc_reduction_count), 0, NULL, CELLS(reduction_cells), false},
        {"specials", "", ROWS(ptxc_specials, ptxc_special_count), 0, special_name, CELLS(special_cells), false,
         special_name},
    };
    for (size_t i = 0; i < PTXC_COUNT(tables); i++)
        add_table(mutants, &tables[i]);
    add_types_of_reductions(mutants);
    for (size_t i = 0; i < PTXC_RULE_COUNT; i++)
        add_rule(mutants, &ptxc_rules[i]);
}
