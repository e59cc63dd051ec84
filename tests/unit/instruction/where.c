/* Where instructions are legal, against the check: every variant that the tables allow is put to both. The variants are
 * built as values, with names of which nothing is known for operands; those of one environment are checked as one
 * source. And what is said of a variant must fit together: its reasons, and what is left when a qualifier is.
 *
 * usage: where [PART PARTS]: one of so many parts of the variants, from 0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tables/assembler.h"
#include "tables/form.h"
#include "tables/gate.h"

enum { LINE = 512, SHOWN = 20, STRIDE = 19 };

struct variants {
    struct ptxc_instruction *list;
    struct ptxc_requirement *requirements;
    size_t count, capacity;
};

static unsigned long part, parts = 1, enumerated;
static unsigned long asked, legal, differ;

/* Pushes an operand of the shape that the role allows, with names of which nothing is known. */
static void push_operand(struct ptxc_instruction *instruction, uint8_t role) {
    const struct ptxc_role_row *row = &ptxc_roles[role];
    const struct ptxc_elements_row *elements = &ptxc_elements[role];
    enum ptxc_qualifier dimension = ptxc_instruction_get(instruction, PTXC_SLOT_DIM);
    size_t dim = dimension ? (size_t)(dimension - PTXC_Q_1D + 1) : 2;
    size_t count = elements->count == PTXC_COUNT_DIM          ? dim
                   : elements->count == PTXC_COUNT_DIM_LESS_2 ? dim - 2
                   : elements->count == PTXC_COUNT_VECTOR
                       ? (ptxc_instruction_get(instruction, PTXC_SLOT_VECTOR) == PTXC_Q_V4 ? 4 : 2)
                       : elements->count;
    struct ptxc_value values[PTXC_MAX_ELEMENTS];
    for (size_t i = 0; i < PTXC_MAX_ELEMENTS; i++)
        values[i] = ptxc_unknown("%0");
    if (row->shapes & PTXC_SHAPE_TENSOR_ADDRESS)
        ptxc_instruction_push_tensor(instruction, values[0], values, count);
    else if (elements->width && !(row->shapes & PTXC_SHAPE_ALSO_VECTOR))
        ptxc_instruction_push_vector(instruction, values, count);
    else if (row->shapes & PTXC_SHAPE_PAIR)
        ptxc_instruction_push_pair(instruction, values[0], values[1]);
    else if (row->shapes & (PTXC_SHAPE_REGISTER_ADDRESS | PTXC_SHAPE_SYMBOL_ADDRESS))
        ptxc_instruction_push_address(instruction, values[0]);
    else if (row->shapes == PTXC_SHAPE_SINK)
        ptxc_instruction_push(instruction, ptxc_sink());
    else
        ptxc_instruction_push(instruction, values[0]);
}

/* Whether a gate opens or closes with this version, or another assembler is followed from it on. */
static bool gates_turn(uint32_t ptx) {
    const struct ptxc_environment here = {.ptx = ptx}, before = {.ptx = ptx - 1};
    for (size_t i = 0; i < PTXC_GATE_COUNT; i++)
        if (ptxc_gates[i].first == ptx || (ptxc_gates[i].last && ptxc_next_ptx(ptxc_gates[i].last) == ptx))
            return true;
    return ptxc_assembler_followed(here) != ptxc_assembler_followed(before);
}

static ptxc_wide filled_slots(const struct ptxc_instruction *instruction) {
    ptxc_wide filled = 0;
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        filled |= PTXC_WIDE_BIT(instruction->qualifiers[i].slot);
    return filled;
}

/* Adds the variant with its operands, if the form has one with these qualifiers. */
static void add(struct variants *variants, const struct ptxc_form_row *form, struct ptxc_instruction instruction) {
    ptxc_wide filled = filled_slots(&instruction);
    for (size_t i = 0; i < ptxc_form_operands(form, filled); i++) {
        if (ptxc_roles[ptxc_form_argument(form, filled, i)->role].shapes & PTXC_SHAPE_TENSOR_LIST)
            return; /* its lists are no operand that can be built */
        push_operand(&instruction, ptxc_form_argument(form, filled, i)->role);
    }
    if (ptxc_instruction_form(&instruction) == PTXC_FORM_COUNT || enumerated++ % parts != part)
        return;
    if (variants->count == variants->capacity) {
        variants->capacity = variants->capacity ? variants->capacity * 2 : 1024;
        variants->list = realloc(variants->list, variants->capacity * sizeof(*variants->list));
    }
    variants->list[variants->count++] = instruction;
}

/* Every choice of every entry, and none: what does not apply beside the others fits no form in the end. What the
 * assembler ignores in every version is left out. */
static void enumerate(struct variants *variants, const struct ptxc_form_row *form, size_t index,
                      const struct ptxc_instruction *instruction) {
    const struct ptxc_form_slot *entry = &form->slots[index];
    if (entry->presence == PTXC_PRESENCE_END) {
        add(variants, form, *instruction);
        return;
    }
    enum ptxc_slot slot = ptxc_form_slot(form, index);
    bool filled = ptxc_instruction_get(instruction, slot) != PTXC_Q_NONE;
    const struct ptxc_gate_row *gate = &ptxc_gates[entry->gate];
    bool always = gate->first == ptxc_gates[PTXC_GATE_NONE].first && !gate->last && !gate->newest &&
                  gate->oldest <= ptxc_assembler_oldest_followed();
    bool ignored = entry->presence == PTXC_PRESENCE_IGNORED && always;
    if (filled || entry->presence != PTXC_PRESENCE_NEED || entry->with || entry->without ||
        form->slots[index + 1].presence == PTXC_PRESENCE_ALSO)
        enumerate(variants, form, index + 1, instruction);
    for (size_t i = 0; !filled && !ignored && i < sizeof(entry->choices) && entry->choices[i]; i++) {
        struct ptxc_instruction longer = *instruction;
        if (ptxc_instruction_set(&longer, slot, (enum ptxc_qualifier)entry->choices[i]) == PTXC_OK)
            enumerate(variants, form, index + 1, &longer);
    }
}

/* Gives every variant of every form, with its requirement. */
static struct variants all_variants(void) {
    struct variants variants = {NULL, NULL, 0, 0};
    for (int form = 0; form < PTXC_FORM_COUNT; form++) {
        struct ptxc_instruction empty;
        ptxc_instruction_init(&empty, ptxc_forms[form].opcode);
        enumerate(&variants, &ptxc_forms[form], 0, &empty);
    }
    variants.requirements = calloc(variants.count + 1, sizeof(*variants.requirements));
    for (size_t i = 0; i < variants.count; i++) {
        variants.requirements[i].size = sizeof(variants.requirements[i]);
        ptxc_instruction_requirement(&variants.list[i], &variants.requirements[i]);
    }
    return variants;
}

/* Gives all variants as text, each in a line of LINE bytes. */
static char *print_all(const struct variants *variants) {
    char *text = malloc(variants->count * LINE + 1);
    memset(text, ' ', variants->count * LINE);
    for (size_t i = 0; i < variants->count; i++) {
        size_t length = ptxc_instruction_emit(&variants->list[i], text + i * LINE, LINE);
        if (length == 0 || length + 1 >= LINE)
            abort();
        text[i * LINE + length] = ' ';
        text[i * LINE + LINE - 1] = '\n';
    }
    return text;
}

/* Checks all variants for one version and target, and counts where the verdict is not that of the requirement. */
static void compare(const struct variants *variants, const char *text, uint32_t ptx, enum ptxc_target target) {
    struct ptxc_options options = {.size = sizeof(options),
                                   .target = ptxc_target_name(target),
                                   .ptx = ptx,
                                   .classes = 1u << PTXC_CLASS_SYNTAX | 1u << PTXC_CLASS_LEGALITY};
    struct ptxc_report *report;
    char *rejected = calloc(variants->count + 1, 1);
    if (ptxc_check(text, variants->count * LINE, &options, &report) != PTXC_OK)
        abort();
    for (size_t i = 0; i < ptxc_report_count(report); i++)
        rejected[ptxc_report_get(report, i)->span.offset / LINE] = 1;
    ptxc_report_free(report);
    for (size_t i = 0; i < variants->count; i++) {
        const struct ptxc_requirement *requirement = &variants->requirements[i];
        int wanted =
            requirement->first[target] && ptx >= requirement->first[target] && ptx <= requirement->last[target];
        asked++;
        legal += !rejected[i];
        if (wanted == rejected[i] && differ++ < SHOWN)
            printf("%u %s: the check %s, legal from %u to %u:\n    %.*s\n", ptx, options.target,
                   rejected[i] ? "rejects" : "accepts", requirement->first[target], requirement->last[target], 300,
                   text + i * LINE);
    }
    free(rejected);
}

/* A variant that is legal somewhere has the leave of all its reasons there, and lacks it elsewhere, unless the target
 * makes it a call. */
static void check_reasons(const struct variants *variants, size_t i) {
    struct ptxc_reason reasons[PTXC_MAX_REASONS];
    size_t count = ptxc_instruction_reasons(&variants->list[i], reasons, PTXC_MAX_REASONS);
    for (int target = 1; target < PTXC_TARGET_COUNT; target++) {
        if (!ptxc_target_assembler((enum ptxc_target)target))
            continue; /* nothing is said to be legal there, whatever the reasons */
        uint16_t first = variants->requirements[i].first[target];
        uint32_t ptx = first ? first : ptxc_newest_ptx();
        int allowed = count > 0;
        for (size_t j = 0; j < count; j++)
            allowed &= ptxc_reason_allows(&reasons[j], ptx, (enum ptxc_target)target);
        bool call = ptxc_targets[target].number == 120 || ptxc_targets[target].number == 121;
        if ((first ? !allowed : allowed && !call) && differ++ < SHOWN)
            printf("%s: the reasons of variant %zu %s it, legal from %u\n", ptxc_target_name((enum ptxc_target)target),
                   i, allowed ? "allow" : "bar", first);
    }
}

/* What is left of a variant, and what stands for it, fits a form. */
static unsigned long check_changes(const struct variants *variants, size_t i) {
    unsigned long changed = 0;
    for (int slot = 0; slot < PTXC_SLOT_COUNT; slot++) {
        struct ptxc_instruction other;
        enum ptxc_slot at = (enum ptxc_slot)slot;
        if (ptxc_instruction_without(&variants->list[i], at, &other) == PTXC_OK) {
            changed++;
            if ((ptxc_instruction_form(&other) == PTXC_FORM_COUNT || ptxc_instruction_get(&other, at)) &&
                differ++ < SHOWN)
                printf("variant %zu without its %s fits no form\n", i, ptxc_slot_name(at));
        }
        if (ptxc_instruction_replace(&variants->list[i], at, 0, &other, NULL) == PTXC_OK) {
            changed++;
            if (ptxc_instruction_form(&other) == PTXC_FORM_COUNT && differ++ < SHOWN)
                printf("variant %zu with another %s fits no form\n", i, ptxc_slot_name(at));
        }
    }
    return changed;
}

int main(int argc, char **argv) {
    if (argc == 3) {
        part = strtoul(argv[1], NULL, 10);
        parts = strtoul(argv[2], NULL, 10);
    }
    if (argc == 2 || argc > 3 || part >= parts) {
        fprintf(stderr, "usage: where [PART PARTS]\n");
        return 2;
    }
    struct variants variants = all_variants();
    char *text = print_all(&variants);
    unsigned long environments = 0, changed = 0, all = 0;
    for (uint32_t ptx = ptxc_next_ptx(0); ptx; ptx = ptxc_next_ptx(ptx)) {
        uint32_t next = ptxc_next_ptx(ptx);
        for (int target = 1; target < PTXC_TARGET_COUNT; target++) {
            bool turns = gates_turn(ptx) || !next || gates_turn(next);
            if (!ptxc_header_valid((struct ptxc_environment){.ptx = ptx, .target = (enum ptxc_target)target}) ||
                !turns || all++ % STRIDE != 0)
                continue;
            environments++;
            compare(&variants, text, ptx, (enum ptxc_target)target);
        }
    }
    for (size_t i = 0; i < variants.count; i++) {
        if (variants.requirements[i].ptx) /* else its reduction is none, or no version has all of it */
            check_reasons(&variants, i);
        changed += check_changes(&variants, i);
    }
    printf("%zu variants in %lu environments: %lu asked, %lu legal, %lu changes, %lu differ\n", variants.count,
           environments, asked, legal, changed, differ);
    int bad = differ > 0 || variants.count < 1000 || legal == 0 || legal == asked || changed == 0;
    free(text);
    free(variants.list);
    free(variants.requirements);
    return bad;
}
