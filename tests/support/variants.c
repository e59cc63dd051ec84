/* Enumerates what the tables allow: see variants.h. */
#include "variants.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every operand role has a text here, in the names of the module. A role without one stops the test. */
static const char *const operand_texts[PTXC_ROLE_COUNT] = {
    [PTXC_ROLE_ASYNC_DST] = "[s_buf]",
    [PTXC_ROLE_ASYNC_SRC] = "[g_buf]",
    [PTXC_ROLE_CP_SIZE] = "8",
    [PTXC_ROLE_CP_SIZE_16] = "16",
    [PTXC_ROLE_SRC_SIZE] = "%r1",
    [PTXC_ROLE_IGNORE_SRC] = "%p1",
    [PTXC_ROLE_CACHE_POLICY] = "%rd1",
    [PTXC_ROLE_WAIT_COUNT] = "1",
    [PTXC_ROLE_WGMMA_COUNT] = "1",
    [PTXC_ROLE_TMEM_RESULT] = "[s_w]",
    [PTXC_ROLE_TMEM_RESULT_GENERIC] = "[%rd1]",
    [PTXC_ROLE_TMEM_COLUMNS] = "32",
    [PTXC_ROLE_TMEM_COLUMNS_FREED] = "32",
    [PTXC_ROLE_TMEM_COLUMNS_EXCLUSIVE] = "96",
    [PTXC_ROLE_TMEM_MBAR] = "[s_mbar]",
    [PTXC_ROLE_TMEM_MBAR_GENERIC] = "[%rd1]",
    [PTXC_ROLE_TMEM_MASK] = "%h1",
    [PTXC_ROLE_TMEM_ADDRESS] = "[%r1]",
    [PTXC_ROLE_MATRIX_DESCRIPTOR] = "%rd1",
    [PTXC_ROLE_ARRIVE_GENERIC] = "[s_mbar]",
    [PTXC_ROLE_ARRIVE_SHARED] = "[s_mbar]",
    [PTXC_ROLE_BULK_SHARED] = "[s_buf]",
    [PTXC_ROLE_BULK_GLOBAL] = "[g_buf]",
    [PTXC_ROLE_BULK_SIZE] = "%r1",
    [PTXC_ROLE_PREFETCH_SIZE] = "64",
    [PTXC_ROLE_IGNORE_BYTES] = "0",
    [PTXC_ROLE_MBAR] = "[s_mbar]",
    [PTXC_ROLE_MBAR_PLAIN] = "[s_mbar]",
    [PTXC_ROLE_MBAR_REDUCE] = "[s_mbar]",
    [PTXC_ROLE_MBAR_TENSOR] = "[s_mbar]",
    [PTXC_ROLE_MBAR_TENSOR_ALONE] = "[s_mbar]",
    [PTXC_ROLE_CTA_MASK] = "%h1",
    [PTXC_ROLE_CTA_MASK_IM2COL] = "%h1",
    [PTXC_ROLE_CTA_MASK_VECTOR] = "%h1",
    [PTXC_ROLE_CTA_MASK_REGISTER] = "%h1",
    [PTXC_ROLE_CTA_MASK_32] = "%r1",
    [PTXC_ROLE_BYTE_MASK] = "%h1",
    [PTXC_ROLE_TENSOR_SHARED] = "[s_buf]",
    [PTXC_ROLE_TENSOR_DESTINATION] = "[s_buf]",
    [PTXC_ROLE_TENSORMAP_SIZE] = "128",
    [PTXC_ROLE_ARRIVE_COUNT] = "1",
    [PTXC_ROLE_POLICY_PRIMARY] = "16",
    [PTXC_ROLE_POLICY_PRIMARY_SUM] = "16",
    [PTXC_ROLE_POLICY_TOTAL_SUM] = "16",
    [PTXC_ROLE_POLICY_TOTAL] = "32",
    [PTXC_ROLE_BULK_STORE_SIZE] = "64",
    [PTXC_ROLE_BULK_STORE_SIZE_S32] = "64",
    [PTXC_ROLE_BULK_STORE_SIZE_U32] = "64",
    [PTXC_ROLE_BULK_STORE_VALUE] = "0",
    [PTXC_ROLE_ORDINAL] = "1",
    [PTXC_ROLE_ELEMTYPE] = "1",
    [PTXC_ROLE_INTERLEAVE_LAYOUT] = "1",
    [PTXC_ROLE_SWIZZLE_MODE] = "1",
    [PTXC_ROLE_SWIZZLE_ATOMICITY] = "1",
    [PTXC_ROLE_FILL_MODE] = "1",
    [PTXC_ROLE_MBAR_OBJECT] = "[s_mbar]",
    [PTXC_ROLE_MBAR_OBJECT_GENERIC] = "[s_mbar]",
    [PTXC_ROLE_STATE_RESULT] = "%rd1",
    [PTXC_ROLE_STATE_REGISTER] = "%rd1",
    [PTXC_ROLE_STATE_DISCARDED] = "_",
    [PTXC_ROLE_NUMBER] = "%r1",
    [PTXC_ROLE_STATE] = "%rd2",
    [PTXC_ROLE_PARITY] = "%r1",
    [PTXC_ROLE_WAIT_COMPLETE] = "%p1",
    [PTXC_ROLE_RESULT32] = "%r3",
    [PTXC_ROLE_POLICY_RESULT] = "%rd3",
    [PTXC_ROLE_ELECTED] = "%r3|%p1",
    [PTXC_ROLE_FENCED_ADDRESS] = "[%rd1]",
    [PTXC_ROLE_ADDRESS_GENERIC] = "[%rd1]",
    [PTXC_ROLE_ADDRESS_SHARED] = "[s_buf]",
    [PTXC_ROLE_ADDRESS_GLOBAL] = "[g_buf]",
    [PTXC_ROLE_TENSORMAP_ADDRESS] = "[%rd1]",
    [PTXC_ROLE_ADDRESS_CONST] = "[c_tmap]",
    [PTXC_ROLE_ADDRESS_PARAM] = "[k_tmap]",
    [PTXC_ROLE_ADDRESS_SHARED_REGISTER] = "[%r1]",
    [PTXC_ROLE_FRACTION] = "0.5",
    [PTXC_ROLE_TX_MBAR_GENERIC] = "[%rd2]",
    [PTXC_ROLE_TX_MBAR_GLOBAL] = "[%rd2]",
    [PTXC_ROLE_FENCEPROXY_DESTINATION] = "[g_tmap]",
    [PTXC_ROLE_FENCEPROXY_SOURCE] = "[s_buf]",
    [PTXC_ROLE_FIELD_VALUE] = "%r1",
    [PTXC_ROLE_FENCED_SIZE] = "128",
    [PTXC_ROLE_INIT_COUNT] = "1",
    [PTXC_ROLE_CTA_MASK_MBAR] = "%r1",
    [PTXC_ROLE_WAIT_REPORTED] = "%p1|%p2",
    [PTXC_ROLE_REPORT_VALUE] = "%c1",
    [PTXC_ROLE_REPORT_PARITY] = "%r1",
    [PTXC_ROLE_LAYOUT_CHECKED] = "%p1",
    [PTXC_ROLE_MULTIMEM_GLOBAL] = "[g_buf]",
    [PTXC_ROLE_MULTIMEM_GENERIC] = "[%rd1]",
    [PTXC_ROLE_QUERIED_RESPONSE] = "%q1",
    [PTXC_ROLE_QUERIED_VECTOR] = "%q1",
    [PTXC_ROLE_QUERIED_CONSTANTS] = "%q1",
    [PTXC_ROLE_CANCEL_RESPONSE] = "[s_buf]",
    [PTXC_ROLE_CANCEL_RESPONSE_GENERIC] = "[%rd1]",
    [PTXC_ROLE_CANCEL_MBAR_GENERIC] = "[%rd2]",
    [PTXC_ROLE_PRIORITY_ADDRESS] = "[g_buf]",
    [PTXC_ROLE_PRIORITY_SIZE] = "64",
    [PTXC_ROLE_PRIORITY_ADDRESS_GENERIC] = "[%rd1]",
    [PTXC_ROLE_LAYOUT_MBAR] = "[s_mbar]",
    [PTXC_ROLE_LAYOUT_MBAR_GENERIC] = "[%rd1]",
    [PTXC_ROLE_BULK_STORE_SIZE_32] = "64",
};

/* Gives the untyped registers of the module that are as wide as the type qualifier says. */
static const char *register_for(const uint8_t *choices) {
    const char *spelling = ptxc_qualifiers[choices[PTXC_SLOT_TYPE]].spelling;
    switch (ptxc_types[ptxc_type_find(spelling, strlen(spelling))].width) {
    case 8: return "%c";
    case 16: return "%h";
    case 64: return "%rd";
    default: return "%r";
    }
}

/* Appends {%r1, …} or {%h1, …}. */
static void add_elements(char *text, unsigned count, const char *name) {
    strcat(text, "{");
    for (unsigned i = 0; i < count; i++)
        sprintf(text + strlen(text), "%s%s%u", i ? ", " : "", name, i + 1);
    strcat(text, "}");
}

/* Appends [map, values that override it, coordinates]. */
static void add_override(char *text, unsigned dim, const uint8_t *choices) {
    strcat(text, "[%rd1, %rd3, ");
    if (choices[PTXC_SLOT_OVERRIDE_SIZE]) {
        add_elements(text, dim, "%h");
        strcat(text, ", ");
    }
    if (choices[PTXC_SLOT_OVERRIDE_SIZE] == PTXC_Q_OVERRIDE_DIM_STRIDE) {
        add_elements(text, dim > 1 ? dim - 1 : 1, "%r"); /* with .1d it is not legal, and still to be read */
        strcat(text, ", %h7, ");
    }
    bool rows =
        choices[PTXC_SLOT_LOAD_MODE] == PTXC_Q_TILE_GATHER4 || choices[PTXC_SLOT_LOAD_MODE] == PTXC_Q_TILE_SCATTER4;
    add_elements(text, rows ? 5 : dim, "%r");
    strcat(text, "]");
}

/* Appends an operand of the role, in the names of the module. */
static void add_operand(char *text, uint8_t role, const uint8_t *choices) {
    const struct ptxc_elements_row *elements = &ptxc_elements[role];
    unsigned dim = choices[PTXC_SLOT_DIM] ? ptxc_qualifiers[choices[PTXC_SLOT_DIM]].number : 2;
    unsigned count = elements->count == PTXC_COUNT_DIM          ? dim
                     : elements->count == PTXC_COUNT_DIM_LESS_2 ? (dim > 2 ? dim - 2 : 1)
                     : elements->count == PTXC_COUNT_VECTOR     ? ptxc_qualifiers[choices[PTXC_SLOT_VECTOR]].number
                                                                : elements->count;
    if (ptxc_roles[role].shapes & PTXC_SHAPE_TENSOR_ADDRESS) {
        strcat(text, "[%rd1, ");
        add_elements(text, count, "%r");
        strcat(text, "]");
    } else if (ptxc_roles[role].shapes & PTXC_SHAPE_TENSOR_LIST) {
        add_override(text, dim, choices);
    } else if (ptxc_roles[role].shapes & PTXC_SHAPE_VECTOR_OPERAND) {
        add_elements(text, count,
                     elements->width == PTXC_WIDTH_OF_QUALIFIER ? register_for(choices)
                     : elements->width == 32                    ? "%r"
                                                                : "%h");
    } else if (ptxc_roles[role].registers & PTXC_TYPES_OF_QUALIFIER) {
        sprintf(text + strlen(text), "%s1", register_for(choices));
    } else if (operand_texts[role]) {
        strcat(text, operand_texts[role]);
    } else {
        fprintf(stderr, "operand role %d has no text\n", (int)role);
        exit(1);
    }
}

/* Puts each qualifier into its slot, a second one of a kind into the second slot of its kind. */
static ptxc_wide fill(enum ptxc_form form, const uint8_t *qualifiers, size_t count, uint8_t *choices) {
    const enum ptxc_opcode opcode = ptxc_forms[form].opcode;
    ptxc_wide filled = 0;
    for (size_t i = 0; i < count; i++) {
        enum ptxc_slot slot = ptxc_opcode_slot(opcode, (enum ptxc_qualifier)qualifiers[i]);
        if ((filled >> slot & 1) && ptxc_opcode_second(opcode, slot) != PTXC_SLOT_NONE)
            slot = ptxc_opcode_second(opcode, slot);
        filled |= PTXC_WIDE_BIT(slot);
        choices[slot] = qualifiers[i];
    }
    return filled;
}

void variant_print(char *text, const struct variant *variant, size_t operand, const char *instead) {
    const struct ptxc_form_row *form = &ptxc_forms[variant->form];
    uint8_t choices[PTXC_SLOT_COUNT] = {0};
    ptxc_wide filled = fill(variant->form, variant->qualifiers, variant->count, choices);
    strcpy(text, ptxc_opcodes[form->opcode].mnemonic);
    for (size_t i = 0; i < variant->count; i++)
        strcat(text, ptxc_qualifiers[variant->qualifiers[i]].spelling);
    const char *separator = " ";
    for (size_t i = 0;; i++, separator = ", ") {
        const struct ptxc_form_argument *argument = ptxc_form_argument(form, filled, i);
        if (!argument->role)
            break;
        strcat(text, separator);
        if (i == operand)
            strcat(text, instead);
        else
            add_operand(text, argument->role, choices);
    }
    strcat(text, ";");
}

int variant_knows(const struct ptxc_form_slot *entry, uint32_t newest) {
    return ptxc_gates[entry->gate].first <= newest && entry->presence != PTXC_PRESENCE_IGNORED;
}

/* Whether the entries that these choices came from (-1: left out) apply beside each other, no two in one slot. */
static int is_variant(const struct ptxc_form_row *form, const int *chosen, ptxc_wide filled) {
    ptxc_wide taken = 0;
    for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++) {
        const struct ptxc_form_slot *entry = &form->slots[i];
        if (entry->presence == PTXC_PRESENCE_ALSO)
            continue;
        int applies = (filled & entry->with) == entry->with && !(filled & entry->without);
        if (chosen[i] ? !applies : applies && entry->presence == PTXC_PRESENCE_NEED)
            return 0;
        ptxc_wide slot = PTXC_WIDE_BIT(ptxc_form_slot(form, i));
        if (chosen[i] && (taken & slot))
            return 0;
        taken |= chosen[i] ? slot : 0;
    }
    return 1;
}

/* An enumeration under way: the qualifiers chosen so far, and for each entry of the form whether it is written. */
struct enumeration {
    enum ptxc_form form;
    uint32_t newest;
    variant_visit *visit;
    void *user;
    uint8_t qualifiers[PTXC_FORM_SLOTS];
    size_t count;
    int chosen[PTXC_FORM_SLOTS];
};

/* Visits all combinations of the choices of this slot and those after it; optional ones are also left out. */
static void enumerate(struct enumeration *state, size_t slot) {
    const struct ptxc_form_row *form = &ptxc_forms[state->form];
    const struct ptxc_form_slot *entry = &form->slots[slot];
    if (entry->presence == PTXC_PRESENCE_END) {
        uint8_t choices[PTXC_SLOT_COUNT] = {0};
        if (is_variant(form, state->chosen, fill(state->form, state->qualifiers, state->count, choices)))
            state->visit(state->user, &(struct variant){state->form, state->qualifiers, state->count});
        return;
    }
    size_t next = slot + 1;
    while (form->slots[next].presence == PTXC_PRESENCE_ALSO)
        next++;
    state->chosen[slot] = 0;
    if (entry->presence != PTXC_PRESENCE_NEED || entry->with || entry->without)
        enumerate(state, next);
    state->chosen[slot] = 1;
    for (; slot < next; slot++, entry++) {
        for (size_t i = 0; variant_knows(entry, state->newest) && i < sizeof(entry->choices) && entry->choices[i];
             i++) {
            state->qualifiers[state->count++] = entry->choices[i];
            enumerate(state, next);
            state->count--;
        }
    }
}

void variants_each(enum ptxc_form form, uint32_t newest, variant_visit *visit, void *user) {
    struct enumeration state = {.form = form, .newest = newest, .visit = visit, .user = user};
    if (variant_form_known(form, newest))
        enumerate(&state, 0);
}

int variant_form_known(enum ptxc_form index, uint32_t newest) {
    const struct ptxc_form_row *form = &ptxc_forms[index];
    int known = ptxc_gates[form->gate].first <= newest;
    for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++)
        if (form->slots[i].presence == PTXC_PRESENCE_NEED && !form->slots[i].with)
            known &= variant_knows(&form->slots[i], newest);
    return known;
}

size_t variant_roles(const struct variant *variant, uint8_t *roles) {
    uint8_t choices[PTXC_SLOT_COUNT] = {0};
    ptxc_wide filled = fill(variant->form, variant->qualifiers, variant->count, choices);
    size_t count = 0;
    while ((roles[count] = ptxc_form_argument(&ptxc_forms[variant->form], filled, count)->role))
        count++;
    return count;
}
