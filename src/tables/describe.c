/* The tables in words: the syntax of a form, what it needs, what an operand role takes. Messages, the command and
 * the reference manual all use these.
 */
#include "tables/describe.h"

#include <string.h>

#include "tables/form.h"
#include "tables/gate.h"
#include "base/buffer.h"

enum { TYPE_WIDTHS = 5, INTEGER_WIDTHS = 4 };

/* Adds the qualifiers of an entry, separated by '|'. */
static void add_choices(struct ptxc_buffer *text, const uint8_t *choices) {
    for (size_t i = 0; i < sizeof(((struct ptxc_form_slot *)0)->choices) && choices[i]; i++)
        ptxc_buffer_add(text, "%s%s", i ? "|" : "", ptxc_qualifiers[choices[i]].spelling);
}

static bool same_name(const struct ptxc_form_argument *a, const struct ptxc_form_argument *b) {
    return a->name == b->name && (a->with || a->without) && (b->with || b->without);
}

/* Adds an operand to a syntax line, once for adjacent rows of one name, of which the qualifiers choose. Returns the
 * last.
 */
static const struct ptxc_form_argument *add_argument(struct ptxc_buffer *text,
                                                     const struct ptxc_form_argument *argument, const char *separator) {
    const struct ptxc_role_row *role = &ptxc_roles[argument->role];
    const char *name = ptxc_operand_names[argument->name].name;
    bool optional = argument->with != 0;
    while (argument[1].role && same_name(argument, argument + 1)) {
        argument++;
        optional &= argument->with != 0;
    }
    bool address = role->shapes & (PTXC_SHAPE_REGISTER_ADDRESS | PTXC_SHAPE_SYMBOL_ADDRESS);
    ptxc_buffer_add(text, "%s%s", optional ? "{" : "", separator);
    if (role->shapes & PTXC_SHAPE_TENSOR_ADDRESS)
        ptxc_buffer_add(text, "[%s, tensorCoords]", name);
    else
        ptxc_buffer_add(text, "%s%s%s", address ? "[" : "", name, address ? "]" : "");
    ptxc_buffer_add(text, "%s", optional ? "}" : "");
    return argument;
}

/* Adds a slot to a syntax line: the qualifier chosen for it, else all that it takes, in {} where it is optional. With
 * chosen qualifiers, `filled` is the set of their slots. */
static void add_slot(struct ptxc_buffer *text, const struct ptxc_form_row *form, size_t index, const uint8_t *chosen,
                     ptxc_wide filled) {
    const struct ptxc_form_slot *slot = &form->slots[index];
    uint8_t choice = chosen ? chosen[ptxc_form_slot(form, index)] : PTXC_Q_NONE;
    bool optional = slot->presence == PTXC_PRESENCE_MAY || (slot->with && !chosen);
    bool several = slot->choices[1] != PTXC_Q_NONE || slot[1].presence == PTXC_PRESENCE_ALSO;
    bool silent = slot->presence == PTXC_PRESENCE_IGNORED || slot->presence == PTXC_PRESENCE_ALSO;
    bool absent = chosen && ((filled & slot->with) != slot->with || (filled & slot->without) || optional) && !choice;
    if (silent || absent)
        return;
    /* The rows after an entry may hold more choices for its slot. */
    for (const struct ptxc_form_slot *more = slot; more == slot || more->presence == PTXC_PRESENCE_ALSO; more++) {
        if (choice && ptxc_form_offers(more, (enum ptxc_qualifier)choice)) {
            ptxc_buffer_add(text, "%s", ptxc_qualifiers[choice].spelling);
            return;
        }
    }
    ptxc_buffer_add(text, "%s", optional ? "{" : several ? "(" : "");
    add_choices(text, slot->choices);
    for (slot++; slot->presence == PTXC_PRESENCE_ALSO; slot++) {
        ptxc_buffer_add(text, "|");
        add_choices(text, slot->choices);
    }
    ptxc_buffer_add(text, "%s", optional ? "}" : several ? ")" : "");
}

size_t ptxc_form_describe(enum ptxc_form index, const uint8_t *chosen, char *buffer, size_t size) {
    struct ptxc_buffer text = {buffer, size, 0};
    const struct ptxc_form_row *form = &ptxc_forms[index];
    ptxc_wide filled = 0;
    for (unsigned slot = 0; chosen && slot < PTXC_SLOT_COUNT; slot++)
        filled |= chosen[slot] ? PTXC_WIDE_BIT(slot) : 0;
    ptxc_buffer_add(&text, "%s", ptxc_opcodes[form->opcode].mnemonic);
    for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++)
        add_slot(&text, form, i, chosen, filled);
    const char *separator = " ";
    for (const struct ptxc_form_argument *argument = form->arguments; argument->role; argument++) {
        struct ptxc_form_argument shown[2] = {*argument, {0}};
        if (chosen && ((filled & argument->with) != argument->with || (filled & argument->without)))
            continue;
        if (chosen) /* what is written is not optional any more */
            shown[0].with = 0;
        if (chosen)
            add_argument(&text, shown, separator);
        else
            argument = add_argument(&text, argument, separator);
        separator = ", ";
    }
    return text.length;
}

size_t ptxc_form_syntax(size_t index, char *buffer, size_t size) {
    ptxc_buffer_begin(buffer, size);
    return index < PTXC_FORM_COUNT ? ptxc_form_describe((enum ptxc_form)index, NULL, buffer, size) : 0;
}

/* Says which assemblers crash on the form, whatever its operands are, and with which qualifier; false where none does
 * without one. */
static bool add_crashes(struct ptxc_buffer *text, size_t form) {
    bool any = false;
    for (size_t i = 0; i < ptxc_crash_count; i++) {
        const struct ptxc_crash_row *row = &ptxc_crashes[i];
        if (row->form != form || !(row->always || row->qualifier))
            continue;
        any |= row->always;
        ptxc_buffer_add(text, "; ptxas");
        if (row->oldest)
            ptxc_buffer_add(text, " from %u.%u on", row->oldest / 100u, row->oldest % 100u);
        if (row->newest)
            ptxc_buffer_add(text, " up to %u.%u", row->newest / 100u, row->newest % 100u);
        ptxc_buffer_add(text, " crashes on this form%s%s when it generates code", row->qualifier ? " with " : "",
                        row->qualifier ? ptxc_qualifiers[row->qualifier].spelling : "");
        if (row->highest)
            ptxc_buffer_add(text, " for targets up to sm_%u", row->highest);
    }
    return any;
}

size_t ptxc_form_needs(size_t index, char *buffer, size_t size) {
    struct ptxc_buffer text = ptxc_buffer_begin(buffer, size);
    char gate[400];
    if (index >= PTXC_FORM_COUNT)
        return 0;
    const struct ptxc_form_row *form = &ptxc_forms[index];
    ptxc_gate_describe(form->gate, gate, sizeof(gate));
    ptxc_buffer_add(&text, "%s", gate);
    const bool fatal = add_crashes(&text, index);
    if (form->kind == PTXC_FORM_UNDOCUMENTED)
        ptxc_buffer_add(&text, "; %sthe ISA has no such form", fatal ? "" : "ptxas takes this form, and ");
    for (const struct ptxc_form_slot *slot = form->slots; slot->presence != PTXC_PRESENCE_END; slot++) {
        if (slot->gate == PTXC_GATE_NONE || slot->presence == PTXC_PRESENCE_IGNORED)
            continue; /* what the assembler ignores is no part of the syntax and needs nothing */
        ptxc_gate_describe((enum ptxc_gate)slot->gate, gate, sizeof(gate));
        ptxc_buffer_add(&text, "; ");
        add_choices(&text, slot->choices);
        ptxc_buffer_add(&text, ": %s", gate);
    }
    for (const struct ptxc_form_argument *argument = form->arguments; argument->role; argument++) {
        if (argument->gate == PTXC_GATE_NONE)
            continue;
        ptxc_gate_describe((enum ptxc_gate)argument->gate, gate, sizeof(gate));
        ptxc_buffer_add(&text, "; %s: %s", ptxc_operand_names[argument->name].name, gate);
    }
    return text.length;
}

size_t ptxc_form_count(void) {
    return PTXC_FORM_COUNT;
}

const char *ptxc_form_mnemonic(size_t index) {
    return index < PTXC_FORM_COUNT ? ptxc_opcodes[ptxc_forms[index].opcode].mnemonic : NULL;
}

const char *ptxc_form_section(size_t index) {
    return index < PTXC_FORM_COUNT ? ptxc_opcodes[ptxc_forms[index].opcode].section : NULL;
}

/* Collects the widths in bits of the types of a set; returns how many there are. `*integer`: some type is an integer.
 */
static size_t widths_of(uint64_t types, unsigned *found, bool *integer) {
    static const uint8_t widths[TYPE_WIDTHS] = {8, 16, 32, 64, 128};
    size_t count = 0;
    *integer = false;
    for (size_t i = 0; i < TYPE_WIDTHS; i++) {
        bool any = false;
        for (int type = 1; type < PTXC_TYPE_COUNT; type++) {
            bool here = (types >> type & 1) && ptxc_types[type].width == widths[i];
            any |= here;
            *integer |= here && ptxc_types[type].kind == PTXC_KIND_SIGNED;
        }
        if (any)
            found[count++] = widths[i];
    }
    return count;
}

const char *ptxc_count_meaning(uint8_t count) {
    static const struct {
        uint8_t count;
        const char *words;
    } meanings[] = {
#define MEANING(count, words) {count, words},
#include "operands.def"
    };
    for (size_t i = 0; i < PTXC_COUNT(meanings); i++)
        if (meanings[i].count == count)
            return meanings[i].words;
    return NULL;
}

size_t ptxc_types_describe(uint64_t types, char *buffer, size_t size) {
    struct ptxc_buffer text = {buffer, size, 0};
    unsigned found[TYPE_WIDTHS];
    bool integer;
    size_t count = widths_of(types, found, &integer);
    if (count >= INTEGER_WIDTHS && found[INTEGER_WIDTHS - 1] == 64) { /* every width that integers have */
        ptxc_buffer_add(&text, "an integer");
        return text.length;
    }
    ptxc_buffer_add(&text, "%s", count && found[0] == 8 ? "an " : "a ");
    for (size_t i = 0; i < count; i++)
        ptxc_buffer_add(&text, "%s%u%s",
                        i == 0           ? ""
                        : i + 1 == count ? " or "
                                         : ", ",
                        found[i], i + 1 < count ? "-" : "-bit");
    ptxc_buffer_add(&text, "%s", integer ? " integer" : "");
    return text.length;
}

/* Adds one more thing that an operand may be, where it is wanted. */
static void add_kind(struct ptxc_buffer *text, bool wanted, const char *words) {
    if (wanted)
        ptxc_buffer_add(text, "%s%s", text->length ? " or " : "", words);
}

/* Adds the registers that a role takes: "a .b32 or .f32 register" where it follows a type. */
static void add_registers(struct ptxc_buffer *text, const struct ptxc_role_row *row, enum ptxc_type type) {
    char widths[64];
    const bool typed = row->registers & (PTXC_TYPES_OF_QUALIFIER | PTXC_TYPES_OF_SECOND);
    const uint64_t types = ptxc_types_taken(row->registers, type, false);
    size_t left = 0, count = 0;
    for (int i = 1; i < PTXC_TYPE_COUNT; i++)
        left += types >> i & 1;
    for (int i = 1; typed && type != PTXC_TYPE_NONE && i < PTXC_TYPE_COUNT; i++)
        if (types >> i & 1)
            ptxc_buffer_add(text, "%s%s", count++ == 0 ? "a " : count == left ? " or " : ", ", ptxc_types[i].spelling);
    if (count > 0) {
        ptxc_buffer_add(text, " register");
    } else if (typed) {
        ptxc_buffer_add(text, "a register of the %s type",
                        row->registers & PTXC_TYPES_OF_SECOND ? "second" : "instruction's");
    } else if (row->registers == PTXC_BIT(PTXC_TYPE_PRED)) {
        ptxc_buffer_add(text, "a predicate register");
    } else {
        ptxc_types_describe(row->registers, widths, sizeof(widths));
        ptxc_buffer_add(text, "%s register", widths);
    }
}

size_t ptxc_role_describe(enum ptxc_role role, enum ptxc_type type, char *buffer, size_t size) {
    const struct ptxc_role_row *row = &ptxc_roles[role];
    const bool typed = row->registers & (PTXC_TYPES_OF_QUALIFIER | PTXC_TYPES_OF_SECOND);
    const bool floating = typed && ptxc_types[type].kind == PTXC_KIND_FLOATING;
    struct ptxc_buffer text = {buffer, size, 0};
    char words[160] = "";
    struct ptxc_buffer registers = {words, sizeof(words), 0};
    add_registers(&registers, row, type);
    add_kind(&text, row->shapes & (PTXC_SHAPE_REGISTER_ADDRESS | PTXC_SHAPE_SYMBOL_ADDRESS), "an address in brackets");
    add_kind(&text, !text.length && (row->shapes & PTXC_SHAPE_REGISTER), words);
    add_kind(&text, row->shapes & PTXC_SHAPE_PREDICATE, "a predicate register");
    add_kind(&text, row->shapes & PTXC_SHAPE_PAIR, "a register|predicate");
    add_kind(&text, row->shapes & PTXC_SHAPE_SINK_PAIR, "_|predicate");
    add_kind(&text, row->shapes & PTXC_SHAPE_PAIR_SINK,
             row->registers == PTXC_BIT(PTXC_TYPE_PRED) ? "predicate|_" : "a register|_");
    add_kind(&text, row->shapes & PTXC_SHAPE_SINK, "_");
    add_kind(&text, row->shapes & PTXC_SHAPE_TENSOR_ADDRESS, "[tensorMap, {coordinates}]");
    add_kind(&text, row->shapes & PTXC_SHAPE_TENSOR_LIST, "[tensorMap, overriding values]");
    add_kind(&text, row->shapes & PTXC_SHAPE_VECTOR_OPERAND, "a vector in braces");
    bool integer = (row->shapes & PTXC_SHAPE_IMMEDIATE) && !floating;
    add_kind(&text, integer && !(row->shapes & PTXC_SHAPE_REGISTER_ADDRESS), "an integer constant");
    add_kind(&text, (row->shapes & PTXC_SHAPE_FLOAT) && !integer, "a floating-point constant");
    return text.length;
}
