/* Questions about one instruction: what is wrong with it, which form it has, what may fill a slot.
 */
#include <string.h>

#include "check.h"
#include "emit.h"
#include "reader.h"

/* A report that only counts: it has no memory and makes no messages. */
struct ptxc_report ptxc_counting_report(void) {
    struct ptxc_report report = {.classes = 1u << PTXC_CLASS_SYNTAX | 1u << PTXC_CLASS_LEGALITY, .silent = true};
    memset(report.severities, PTXC_SEVERITY_ERROR, sizeof(report.severities));
    report.arena.failed = true;
    return report;
}

/* Matches without a word. */
static struct ptxc_match quiet_match(const struct ptxc_instruction *instruction) {
    struct ptxc_report report = ptxc_counting_report();
    struct ptxc_match match;
    struct ptxc_subject subject = {instruction, {0, PTXC_TARGET_NONE, 0, false}, "", &report, &match};
    ptxc_match(&subject);
    return match;
}

size_t ptxc_instruction_form(const struct ptxc_instruction *instruction) {
    if (!ptxc_instruction_sound(instruction))
        return PTXC_FORM_COUNT;
    struct ptxc_match match = quiet_match(instruction);
    return match.complete ? (size_t)match.form : (size_t)PTXC_FORM_COUNT;
}

const char *ptxc_instruction_operand_name(const struct ptxc_instruction *instruction, size_t index) {
    if (!ptxc_instruction_sound(instruction))
        return NULL;
    struct ptxc_match match = quiet_match(instruction);
    return match.complete && index < instruction->operand_count ? ptxc_roles[match.roles[index]].name : NULL;
}

size_t ptxc_nearest_form(const struct ptxc_instruction *instruction) {
    return (size_t)quiet_match(instruction).form;
}

/* Whether the form can have all qualifiers of the instruction but the one in `slot`. */
static bool takes_others(const struct ptxc_form_row *form, const struct ptxc_instruction *instruction,
                         enum ptxc_slot slot, uint64_t filled) {
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i];
        const struct ptxc_form_slot *entry = use->slot == slot ? NULL : ptxc_form_entry(form, use, filled);
        if (use->slot != slot && (!entry || !ptxc_form_offers(entry, use->id)))
            return false;
    }
    return true;
}

static size_t add_choice(enum ptxc_qualifier *choices, size_t count, size_t capacity, uint8_t choice) {
    for (size_t i = 0; i < count && i < capacity; i++)
        if (choices[i] == (enum ptxc_qualifier)choice)
            return count;
    if (count < capacity)
        choices[count] = (enum ptxc_qualifier)choice;
    return count + 1;
}

/* What the options say, and where they are silent, what the module (NULL: none) says. */
static struct ptxc_environment environment_of(const struct ptxc_options *options, const struct ptxc_module *module) {
    struct ptxc_environment environment = {0, PTXC_TARGET_NONE, 0, false};
    if (module) {
        environment.ptx = module->environment.ptx;
        environment.target = module->environment.target;
    }
    if (options->ptx)
        environment.ptx = options->ptx;
    if (options->target)
        environment.target = ptxc_target_find(options->target, strlen(options->target));
    return environment;
}

size_t ptxc_instruction_choices(const struct ptxc_instruction *instruction, enum ptxc_slot slot,
                                const struct ptxc_options *options, enum ptxc_qualifier *choices, size_t capacity) {
    struct ptxc_options given;
    if ((unsigned)slot >= PTXC_SLOT_COUNT || !ptxc_instruction_sound(instruction) ||
        ptxc_options_read(options, &given) != PTXC_OK)
        return 0;
    struct ptxc_environment environment = environment_of(&given, NULL);
    enum ptxc_qualifier all[PTXC_Q_COUNT];
    uint64_t filled = PTXC_BIT(slot);
    size_t count = 0;
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        filled |= instruction->qualifiers[i].id ? PTXC_BIT(instruction->qualifiers[i].slot) : 0;
    for (int i = 0; i < PTXC_FORM_COUNT; i++) {
        const struct ptxc_form_row *form = &ptxc_forms[i];
        if (form->opcode != instruction->opcode || form->kind == PTXC_FORM_UNDOCUMENTED ||
            !ptxc_gate_open(form->gate, environment) || !takes_others(form, instruction, slot, filled))
            continue;
        for (size_t j = 0; form->slots[j].presence != PTXC_PRESENCE_END; j++) {
            const struct ptxc_form_slot *entry = &form->slots[j];
            if (ptxc_form_slot(form, j) != slot || entry->presence == PTXC_PRESENCE_IGNORED ||
                !ptxc_form_applies(form, j, filled) || !ptxc_gate_open((enum ptxc_gate)entry->gate, environment))
                continue;
            for (size_t k = 0; k < sizeof(entry->choices) && entry->choices[k]; k++)
                count = add_choice(all, count, PTXC_Q_COUNT, entry->choices[k]);
        }
    }
    if (choices && capacity > 0)
        memcpy(choices, all, (count < capacity ? count : capacity) * sizeof(*choices));
    return count;
}

/* Gives a name of which nothing is known the meaning that it has in the module, as the reader does; what the reader
 * would say of it is said. */
static void resolve(const struct ptxc_module *module, struct ptxc_instruction *instruction, struct ptxc_value *value,
                    struct ptxc_report *report) {
    struct ptxc_value found;
    const uint32_t stem = ptxc_value_stem(value);
    const bool component = value->flags & PTXC_FLAG_COMPONENT, unknown = value->kind == PTXC_VALUE_UNKNOWN;
    if (!ptxc_value_is_name(value) || !(unknown || instruction->damaged))
        return;
    if (!ptxc_module_find(module, value->name, stem, &found)) {
        if (module->parser.module && unknown) {
            instruction->damaged = true;
            ptxc_name_missing(report, value->span, value->name, stem);
        }
        return;
    }
    if (component && !(found.flags & PTXC_FLAG_WHOLE)) {
        instruction->damaged = true;
        ptxc_component_misplaced(report, value->span);
    }
    if (!unknown)
        return;
    value->kind = found.kind;
    value->type = found.type;
    value->space = found.space;
    value->alignment = found.alignment;
    value->flags |= component ? found.flags & ~(uint32_t)PTXC_FLAG_WHOLE : found.flags;
    if (value->flags & PTXC_FLAG_INDEX)
        value->integer = (int64_t)((uint64_t)value->integer * ptxc_element_size(value));
}

/* What the reader says of names before anything is matched. */
static void check_names(struct ptxc_report *report, struct ptxc_instruction *instruction,
                        const struct ptxc_module *module) {
    if (module && instruction->guarded)
        resolve(module, instruction, &instruction->guard, report);
    if (instruction->guarded)
        ptxc_guard_check(report, &instruction->guard);
    for (size_t i = 0; i < instruction->value_count; i++) {
        struct ptxc_value *value = &instruction->values[i];
        if (module)
            resolve(module, instruction, value, report);
        bool array = (value->flags & PTXC_FLAG_ARRAY) || value->kind == PTXC_VALUE_UNKNOWN;
        if (!array && (value->flags & PTXC_FLAG_INDEX)) {
            instruction->damaged = true;
            ptxc_index_misplaced(report, value->span);
        }
    }
}

static void check_placed(struct ptxc_report *report, const struct ptxc_instruction *instruction, const char *text,
                         struct ptxc_environment environment) {
    struct ptxc_match match;
    struct ptxc_subject subject = {instruction, environment, text, report, &match};
    report->instructions = 1;
    ptxc_match(&subject);
    if (match.complete && !instruction->damaged)
        ptxc_constraints_check(&subject);
    ptxc_portability_check(&subject);
}

enum ptxc_status ptxc_instruction_check(const struct ptxc_instruction *instruction, const struct ptxc_options *options,
                                        const struct ptxc_module *module, struct ptxc_report **report) {
    struct ptxc_options given;
    struct ptxc_report *made;
    if (!report)
        return PTXC_BAD_ARGUMENT;
    *report = NULL;
    enum ptxc_status status = instruction ? ptxc_options_read(options, &given) : PTXC_BAD_ARGUMENT;
    if (status != PTXC_OK)
        return status;
    size_t length = ptxc_instruction_emit(instruction, NULL, 0);
    if (length == 0)
        return PTXC_UNREADABLE;
    status = ptxc_report_make(&given, &made);
    if (status != PTXC_OK)
        return status;
    struct ptxc_instruction placed = *instruction;
    char *text = ptxc_arena_alloc(&made->arena, length + 1);
    if (text) {
        ptxc_emit(instruction, text, length + 1, &placed);
        made->text = text;
        check_names(made, &placed, module);
        check_placed(made, &placed, text, environment_of(&given, module));
    }
    return ptxc_report_close(made, report);
}

enum ptxc_status ptxc_instruction_parse(const char *text, size_t length, struct ptxc_instruction *instruction,
                                        struct ptxc_report **report) {
    struct ptxc_report *made;
    if (report)
        *report = NULL;
    if (!instruction || (!text && length > 0))
        return PTXC_BAD_ARGUMENT;
    ptxc_instruction_init(instruction, PTXC_OP_NONE);
    if (length > INT32_MAX)
        return PTXC_TOO_LARGE;
    enum ptxc_status status = ptxc_report_make(NULL, &made);
    if (status != PTXC_OK)
        return status;
    bool read = ptxc_module_read_one(length ? text : "", (uint32_t)length, made, instruction);
    struct ptxc_report *closed;
    status = ptxc_report_close(made, &closed);
    if (report)
        *report = closed;
    else
        ptxc_report_free(closed);
    return status != PTXC_OK ? status : read ? PTXC_OK : PTXC_UNREADABLE;
}
