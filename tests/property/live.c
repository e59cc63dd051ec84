/* The tables against the assembler itself: every form that the tables allow, at its gate and below it, and every
 * mutation of one qualifier must get the same verdict from ptxas and from ptxcheck. ptxas 13.0 is asked in all PTX
 * versions that it knows, ptxas 13.N in PTX 9.N, which it brought. Skipped (77) without one of these.
 *
 * usage: live enumerate|mutate [MNEMONIC]
 * MNEMONIC  only instructions that begin so
 * PTXAS     the assembler, otherwise the one on the path
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "module.h"
#include "ptxas.h"

enum { SKIPPED = 77, LINE = 1024, SHOWN = 30 };

/* A word of text for every operand role, in the names of the module. A role without one stops the test. */
static const char *const operand_texts[PTXC_ARG_COUNT] = {
    [PTXC_ARG_ASYNC_DST] = "[s_buf]",
    [PTXC_ARG_ASYNC_SRC] = "[g_buf]",
    [PTXC_ARG_CP_SIZE] = "8",
    [PTXC_ARG_CP_SIZE_16] = "16",
    [PTXC_ARG_SRC_SIZE] = "%r1",
    [PTXC_ARG_IGNORE_SRC] = "%p1",
    [PTXC_ARG_CACHE_POLICY] = "%rd1",
    [PTXC_ARG_WAIT_COUNT] = "1",
    [PTXC_ARG_ARRIVE_GENERIC] = "[s_mbar]",
    [PTXC_ARG_ARRIVE_SHARED] = "[s_mbar]",
    [PTXC_ARG_BULK_SHARED] = "[s_buf]",
    [PTXC_ARG_BULK_GLOBAL] = "[g_buf]",
    [PTXC_ARG_BULK_SIZE] = "%r1",
    [PTXC_ARG_PREFETCH_SIZE] = "64",
    [PTXC_ARG_IGNORE_BYTES] = "0",
    [PTXC_ARG_MBAR] = "[s_mbar]",
    [PTXC_ARG_MBAR_PLAIN] = "[s_mbar]",
    [PTXC_ARG_MBAR_REDUCE] = "[s_mbar]",
    [PTXC_ARG_MBAR_TENSOR] = "[s_mbar]",
    [PTXC_ARG_CTA_MASK] = "%h1",
    [PTXC_ARG_CTA_MASK_IM2COL] = "%h1",
    [PTXC_ARG_CTA_MASK_VECTOR] = "%h1",
    [PTXC_ARG_CTA_MASK_32] = "%r1",
    [PTXC_ARG_BYTE_MASK] = "%h1",
    [PTXC_ARG_TENSOR_SHARED] = "[s_buf]",
    [PTXC_ARG_TENSORMAP_SIZE] = "128",
    [PTXC_ARG_ARRIVE_COUNT] = "1",
    [PTXC_ARG_POLICY_PRIMARY] = "16",
    [PTXC_ARG_POLICY_TOTAL] = "32",
    [PTXC_ARG_BULK_STORE_SIZE] = "64",
    [PTXC_ARG_BULK_STORE_VALUE] = "0",
    [PTXC_ARG_ORDINAL] = "1",
    [PTXC_ARG_ELEMTYPE] = "1",
    [PTXC_ARG_INTERLEAVE_LAYOUT] = "1",
    [PTXC_ARG_SWIZZLE_MODE] = "1",
    [PTXC_ARG_SWIZZLE_ATOMICITY] = "1",
    [PTXC_ARG_FILL_MODE] = "1",
    [PTXC_ARG_MBAR_OBJECT] = "[s_mbar]",
    [PTXC_ARG_STATE_RESULT] = "%rd1",
    [PTXC_ARG_STATE_REGISTER] = "%rd1",
    [PTXC_ARG_STATE_DISCARDED] = "_",
    [PTXC_ARG_NUMBER] = "%r1",
    [PTXC_ARG_STATE] = "%rd2",
    [PTXC_ARG_PARITY] = "%r1",
    [PTXC_ARG_WAIT_COMPLETE] = "%p1",
    [PTXC_ARG_RESULT32] = "%r3",
    [PTXC_ARG_POLICY_RESULT] = "%rd3",
    [PTXC_ARG_ELECTED] = "%r3|%p1",
    [PTXC_ARG_FENCED_ADDRESS] = "[%rd1]",
    [PTXC_ARG_ADDRESS_GENERIC] = "[%rd1]",
    [PTXC_ARG_ADDRESS_SHARED] = "[s_buf]",
    [PTXC_ARG_ADDRESS_GLOBAL] = "[g_buf]",
    [PTXC_ARG_TENSORMAP_ADDRESS] = "[%rd1]",
    [PTXC_ARG_ADDRESS_CONST] = "[c_tmap]",
    [PTXC_ARG_ADDRESS_PARAM] = "[k_tmap]",
    [PTXC_ARG_ADDRESS_SHARED_REGISTER] = "[%r1]",
    [PTXC_ARG_FRACTION] = "0.5",
    [PTXC_ARG_TX_MBAR_GENERIC] = "[%rd2]",
    [PTXC_ARG_FENCEPROXY_DESTINATION] = "[g_tmap]",
    [PTXC_ARG_FENCEPROXY_SOURCE] = "[s_buf]",
    [PTXC_ARG_FIELD_VALUE] = "%r1",
    [PTXC_ARG_FENCED_SIZE] = "128",
    [PTXC_ARG_INIT_COUNT] = "1",
    [PTXC_ARG_CTA_MASK_MBAR] = "%r1",
    [PTXC_ARG_WAIT_REPORTED] = "%p1|%p2",
    [PTXC_ARG_REPORT_VALUE] = "%c1",
    [PTXC_ARG_REPORT_PARITY] = "%r1",
    [PTXC_ARG_LAYOUT_CHECKED] = "%p1",
    [PTXC_ARG_CANCEL_RESPONSE] = "[s_buf]",
    [PTXC_ARG_CANCEL_RESPONSE_GENERIC] = "[%rd1]",
    [PTXC_ARG_PRIORITY_ADDRESS] = "[g_buf]",
    [PTXC_ARG_PRIORITY_SIZE] = "64",
    [PTXC_ARG_PRIORITY_ADDRESS_GENERIC] = "[%rd1]",
    [PTXC_ARG_LAYOUT_MBAR] = "[s_mbar]",
    [PTXC_ARG_LAYOUT_MBAR_GENERIC] = "[%rd1]",
    [PTXC_ARG_BULK_STORE_SIZE_32] = "64",
};

/* The untyped registers of the module as wide as the type qualifier. */
static const char *register_for(const uint8_t *choices) {
    const char *spelling = ptxc_qualifiers[choices[PTXC_SLOT_TYPE]].spelling;
    switch (ptxc_types[ptxc_type_find(spelling, strlen(spelling))].width) {
    case 8: return "%c";
    case 16: return "%h";
    case 64: return "%rd";
    default: return "%r";
    }
}

/* The statements asked about, with what ptxcheck says of each. */
struct batch {
    char **statements;
    size_t count, capacity;
};

static char *pattern;
static const char *prefix = "";
static uint32_t newest; /* the PTX version that the assembler brought */
static unsigned long asked, accepted, differ;

static void add(struct batch *batch, const char *statement) {
    if (batch->count == batch->capacity) {
        batch->capacity = batch->capacity ? batch->capacity * 2 : 1024;
        batch->statements = realloc(batch->statements, batch->capacity * sizeof(char *));
    }
    batch->statements[batch->count++] = strdup(statement);
}

static void clear(struct batch *batch) {
    for (size_t i = 0; i < batch->count; i++)
        free(batch->statements[i]);
    free(batch->statements);
    *batch = (struct batch){0};
}

/* {%r1, …} or {%h1, …} */
static void add_elements(char *text, unsigned count, const char *name) {
    strcat(text, "{");
    for (unsigned i = 0; i < count; i++)
        sprintf(text + strlen(text), "%s%s%u", i ? ", " : "", name, i + 1);
    strcat(text, "}");
}

/* [map, values that override it, coordinates] */
static void add_override(char *text, unsigned dim, const uint8_t *choices) {
    strcat(text, "[%rd1, %rd3, ");
    if (choices[PTXC_SLOT_OVERRIDE_SIZE]) {
        add_elements(text, dim, "%h");
        strcat(text, ", ");
    }
    if (choices[PTXC_SLOT_OVERRIDE_SIZE] == PTXC_Q_OVERRIDE_DIM_STRIDE) {
        add_elements(text, dim - 1, "%r");
        strcat(text, ", %h7, ");
    }
    bool rows =
        choices[PTXC_SLOT_LOAD_MODE] == PTXC_Q_TILE_GATHER4 || choices[PTXC_SLOT_LOAD_MODE] == PTXC_Q_TILE_SCATTER4;
    add_elements(text, rows ? 5 : dim, "%r");
    strcat(text, "]");
}

static void add_operand(char *text, uint8_t role, const uint8_t *choices) {
    const struct ptxc_elements_row *elements = &ptxc_elements[role];
    unsigned dim = choices[PTXC_SLOT_DIM] ? (unsigned)(choices[PTXC_SLOT_DIM] - PTXC_Q_1D + 1) : 2;
    unsigned count = elements->count == PTXC_COUNT_DIM          ? dim
                     : elements->count == PTXC_COUNT_DIM_LESS_2 ? dim - 2
                     : elements->count == PTXC_COUNT_VECTOR     ? (choices[PTXC_SLOT_VECTOR] == PTXC_Q_V4 ? 4 : 2)
                                                                : elements->count;
    if (ptxc_roles[role].shapes & PTXC_SHAPE_TENSOR) {
        strcat(text, "[%rd1, ");
        add_elements(text, count, "%r");
        strcat(text, "]");
    } else if (ptxc_roles[role].shapes & PTXC_SHAPE_TENSOR_LIST) {
        add_override(text, dim, choices);
    } else if (elements->width) {
        add_elements(text, count, elements->width == PTXC_WIDTH_OF_QUALIFIER ? register_for(choices) : "%h");
    } else if (ptxc_roles[role].registers & PTXC_TYPES_OF_QUALIFIER) {
        sprintf(text + strlen(text), "%s1", register_for(choices));
    } else if (operand_texts[role]) {
        strcat(text, operand_texts[role]);
    } else {
        fprintf(stderr, "live: operand role %s has no text\n", ptxc_roles[role].name);
        exit(1);
    }
}

/* The qualifier in each slot; a second one of a kind goes to the second slot of it. */
static uint64_t fill(const uint8_t *qualifiers, size_t count, uint8_t *choices) {
    uint64_t filled = 0;
    for (size_t i = 0; i < count; i++) {
        enum ptxc_slot slot = ptxc_qualifiers[qualifiers[i]].slot;
        if ((filled >> slot & 1) && ptxc_slots[slot].second != PTXC_SLOT_NONE)
            slot = ptxc_slots[slot].second;
        filled |= PTXC_BIT(slot);
        choices[slot] = qualifiers[i];
    }
    return filled;
}

/* An instruction of the form with these qualifiers, in this order. */
static void print_instruction(char *text, enum ptxc_form index, const uint8_t *qualifiers, size_t count) {
    const struct ptxc_form_row *form = &ptxc_forms[index];
    uint8_t choices[PTXC_SLOT_COUNT] = {0};
    uint64_t filled = fill(qualifiers, count, choices);
    strcpy(text, ptxc_opcodes[form->opcode].mnemonic);
    for (size_t i = 0; i < count; i++)
        strcat(text, ptxc_qualifiers[qualifiers[i]].spelling);
    const char *separator = " ";
    for (size_t i = 0;; i++, separator = ", ") {
        const struct ptxc_form_argument *argument = ptxc_form_argument(form, filled, i);
        if (!argument->role)
            break;
        strcat(text, separator);
        add_operand(text, argument->role, choices);
    }
    strcat(text, ";");
}

/* Whether the assembler at hand can know the entry. */
static int is_old(const struct ptxc_form_slot *entry) {
    return ptxc_gates[entry->gate].first <= newest && entry->presence != PTXC_PRESENCE_IGNORED;
}

/* Whether the entries that these choices came from (-1: left out) apply beside each other. */
static int is_variant(const struct ptxc_form_row *form, const int *chosen, uint64_t filled) {
    for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++) {
        const struct ptxc_form_slot *entry = &form->slots[i];
        if (entry->presence == PTXC_PRESENCE_ALSO)
            continue;
        int applies = (filled & entry->with) == entry->with && !(filled & entry->without);
        if (chosen[i] ? !applies : applies && entry->presence == PTXC_PRESENCE_NEED)
            return 0;
    }
    return 1;
}

/* Every choice of every slot, optional ones also left out: all combinations. `chosen` says per entry whether it is
 * written. */
static void enumerate(struct batch *batch, enum ptxc_form index, size_t slot, uint8_t *qualifiers, size_t count,
                      int *chosen) {
    const struct ptxc_form_slot *entry = &ptxc_forms[index].slots[slot];
    if (entry->presence == PTXC_PRESENCE_END) {
        char text[LINE];
        uint8_t choices[PTXC_SLOT_COUNT] = {0};
        if (!is_variant(&ptxc_forms[index], chosen, fill(qualifiers, count, choices)))
            return;
        print_instruction(text, index, qualifiers, count);
        add(batch, text);
        return;
    }
    size_t next = slot + 1;
    while (ptxc_forms[index].slots[next].presence == PTXC_PRESENCE_ALSO)
        next++;
    chosen[slot] = 0;
    if (entry->presence != PTXC_PRESENCE_NEED || entry->with || entry->without)
        enumerate(batch, index, next, qualifiers, count, chosen);
    chosen[slot] = 1;
    for (; slot < next; slot++, entry++) {
        for (size_t i = 0; is_old(entry) && i < sizeof(entry->choices) && entry->choices[i]; i++) {
            qualifiers[count] = entry->choices[i];
            enumerate(batch, index, next, qualifiers, count + 1, chosen);
        }
    }
}

static int ptxcheck_rejects(const char *version, const char *target, const char *statement) {
    struct ptxc_options options = {.size = sizeof(options),
                                   .classes = 1u << PTXC_CLASS_SYNTAX | 1u << PTXC_CLASS_LEGALITY};
    struct ptxc_report *report;
    char *text = module_fill(pattern, version, target, statement);
    if (ptxc_check(text, strlen(text), &options, &report) != PTXC_OK)
        abort();
    int rejected = ptxc_report_count(report) > 0;
    ptxc_report_free(report);
    free(text);
    return rejected;
}

static void compare(const struct batch *batch, uint32_t ptx, enum ptxc_target target) {
    char version[16];
    const char *name = ptxc_targets[target].name;
    char *rejected = calloc(batch->count + 1, 1);
    snprintf(version, sizeof(version), "%u.%u", ptx / 100, ptx % 100);
    ptxas_mark_rejected(pattern, version, name, batch->statements, batch->count, rejected);
    for (size_t i = 0; i < batch->count; i++) {
        asked++;
        accepted += !rejected[i];
        if (rejected[i] == ptxcheck_rejects(version, name, batch->statements[i]))
            continue;
        if (differ++ < SHOWN)
            printf("%s %s: ptxas %s, ptxcheck does not:\n    %s\n", version, name, rejected[i] ? "rejects" : "accepts",
                   batch->statements[i]);
    }
    free(rejected);
}

static int known_to_ptxas(const struct ptxc_form_row *form) {
    int old = ptxc_gates[form->gate].first <= newest &&
              strncmp(ptxc_opcodes[form->opcode].mnemonic, prefix, strlen(prefix)) == 0;
    for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++)
        if (form->slots[i].presence == PTXC_PRESENCE_NEED && !form->slots[i].with)
            old &= is_old(&form->slots[i]);
    return old;
}

/* All legal variants, at versions around every gate (of a later assembler, at its own), on every target of that version
 * from sm_75 on. */
static void enumerate_all(void) {
    static const uint32_t versions[] = {PTXC_PTX(7, 0), PTXC_PTX(7, 1), PTXC_PTX(7, 3), PTXC_PTX(7, 4),
                                        PTXC_PTX(7, 5), PTXC_PTX(7, 7), PTXC_PTX(7, 8), PTXC_PTX(8, 0),
                                        PTXC_PTX(8, 1), PTXC_PTX(8, 2), PTXC_PTX(8, 3), PTXC_PTX(8, 5),
                                        PTXC_PTX(8, 6), PTXC_PTX(8, 7), PTXC_PTX(8, 8), PTXC_PTX(9, 0)};
    struct batch batch = {0};
    for (int form = 0; form < PTXC_FORM_COUNT; form++) {
        uint8_t qualifiers[PTXC_FORM_SLOTS];
        int chosen[PTXC_FORM_SLOTS];
        if (known_to_ptxas(&ptxc_forms[form]))
            enumerate(&batch, (enum ptxc_form)form, 0, qualifiers, 0, chosen);
    }
    printf("%zu legal variants\n", batch.count);
    for (size_t v = 0; v < PTXC_COUNT(versions); v++)
        for (int target = PTXC_TARGET_SM_75; target < PTXC_TARGET_COUNT; target++)
            if (newest == PTXC_PTX(9, 0) && ptxc_header_valid(versions[v], (enum ptxc_target)target))
                compare(&batch, versions[v], (enum ptxc_target)target);
    for (int target = PTXC_TARGET_SM_75; target < PTXC_TARGET_COUNT && newest > PTXC_PTX(9, 0); target++)
        if (ptxc_header_valid(newest, (enum ptxc_target)target))
            compare(&batch, newest, (enum ptxc_target)target);
    clear(&batch);
}

/* The qualifiers of the form: what it needs, first choice each; with `all`, optional ones too. */
static size_t pick(const struct ptxc_form_row *form, int all, uint8_t *qualifiers) {
    size_t count = 0;
    for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++)
        if (is_old(&form->slots[i]) && form->slots[i].presence != PTXC_PRESENCE_ALSO && !form->slots[i].with &&
            (all || form->slots[i].presence == PTXC_PRESENCE_NEED))
            qualifiers[count++] = form->slots[i].choices[0];
    return count;
}

static void mutate(struct batch *batch, enum ptxc_form form, const uint8_t *qualifiers, size_t count) {
    char text[LINE], head[LINE], operands[LINE];
    print_instruction(text, form, qualifiers, count);
    snprintf(operands, sizeof(operands), "%s", strpbrk(text, " ;"));
    for (size_t place = 0; place <= count; place++) {
        for (int other = 0; other < PTXC_Q_COUNT; other++) {
            for (int insert = 0; insert < 2; insert++) {
                if (place == count && !insert)
                    continue;
                strcpy(head, ptxc_opcodes[ptxc_forms[form].opcode].mnemonic);
                for (size_t i = 0; i <= count; i++) {
                    if (i == place)
                        strcat(head, ptxc_qualifiers[other].spelling);
                    if (i < count && (i != place || insert))
                        strcat(head, ptxc_qualifiers[qualifiers[i]].spelling);
                }
                strcat(head, operands);
                if (newest < PTXC_PTX(9, 4) || !strstr(head, ".override::")) /* the values are not looked at */
                    add(batch, head);
            }
        }
    }
}

/* One qualifier deleted (replaced by none), replaced or inserted, in the least and the fullest variant of each form. */
static void mutate_all(void) {
    static const enum ptxc_target targets[] = {PTXC_TARGET_SM_107A, PTXC_TARGET_SM_100A, PTXC_TARGET_SM_90,
                                               PTXC_TARGET_SM_120A};
    struct batch batch = {0};
    for (int form = 0; form < PTXC_FORM_COUNT; form++) {
        uint8_t qualifiers[PTXC_FORM_SLOTS];
        if (!known_to_ptxas(&ptxc_forms[form]))
            continue;
        mutate(&batch, (enum ptxc_form)form, qualifiers, pick(&ptxc_forms[form], 0, qualifiers));
        mutate(&batch, (enum ptxc_form)form, qualifiers, pick(&ptxc_forms[form], 1, qualifiers));
    }
    for (size_t i = 0; i < PTXC_COUNT(targets); i++)
        if (ptxc_header_valid(newest, targets[i]))
            compare(&batch, newest, targets[i]);
    clear(&batch);
}

int main(int argc, char **argv) {
    unsigned minor;
    if (argc != 2 && argc != 3) {
        fprintf(stderr, "usage: live enumerate|mutate [MNEMONIC]\n");
        return 2;
    }
    const char *release = ptxas_release();
    if (!release || sscanf(release, "13.%u.", &minor) != 1 || PTXC_PTX(9, minor) > ptxc_newest_ptx()) {
        printf("no ptxas of a PTX version that the tables know is here\n");
        return SKIPPED;
    }
    newest = PTXC_PTX(9, minor);
    if (argc == 3)
        prefix = argv[2];
    pattern = file_text(TESTS_DIRECTORY "/oracle/module.txt");
    if (strcmp(argv[1], "enumerate") == 0)
        enumerate_all();
    else
        mutate_all();
    free(pattern);
    printf("%lu asked, %lu accepted by ptxas, %lu differ\n", asked, accepted, differ);
    return asked == 0 || accepted == 0 || differ > 0;
}
