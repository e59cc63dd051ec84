/* The tables against the assembler itself: every form that the tables allow, at its gate and below it, and every
 * mutation of one qualifier must get the same verdict from ptxas and from ptxcheck --assembler. Every form is asked
 * about in all PTX versions around a gate that the assembler knows, every mutation in the newest. Skipped (77) without
 * a ptxas 13.N that is known.
 *
 * usage: live enumerate|mutate [PART PARTS [MNEMONIC]]
 * PART      of so many parts of the work only this one, from 0
 * MNEMONIC  only instructions that begin so
 * PTXAS     the assembler, otherwise the one on the path
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tables/form.h"
#include "tables/gate.h"
#include "module.h"
#include "ptxas.h"
#include "variants.h"

enum { SKIPPED = 77, LINE = 1024, SHOWN = 30 };

static const char *prefix = ""; /* of the mnemonics asked about */
static unsigned long part, parts = 1, turn;
static uint32_t assembler, newest; /* the PTX version that it brought */

/* The statements asked about, with what ptxcheck says of each. */
struct batch {
    char **statements;
    size_t count, capacity;
};

static char *pattern;
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

/* Whether ptxcheck finds an error of syntax or legality in the statement. */
static int ptxcheck_rejects(const char *version, const char *target, const char *statement) {
    struct ptxc_options options = {.size = sizeof(options),
                                   .assembler = assembler,
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

/* Asks the assembler about the batch for one version and target, and counts the verdicts that differ from ours. */
static void compare(const struct batch *batch, uint32_t ptx, enum ptxc_target target) {
    char version[16];
    const char *name = ptxc_targets[target].name;
    if (turn++ % parts != part)
        return;
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

static void add_variant(void *user, const struct variant *variant) {
    char text[LINE];
    variant_print(text, variant, VARIANT_PLAIN, NULL);
    if (strncmp(text, prefix, strlen(prefix)) == 0)
        add(user, text);
}

/* Asks about all legal variants, at versions around every gate, on every target of that version from sm_75 on. */
static void enumerate_all(void) {
    static const uint32_t versions[] = {
        PTXC_PTX(7, 0), PTXC_PTX(7, 1), PTXC_PTX(7, 3), PTXC_PTX(7, 4), PTXC_PTX(7, 5), PTXC_PTX(7, 7), PTXC_PTX(7, 8),
        PTXC_PTX(8, 0), PTXC_PTX(8, 1), PTXC_PTX(8, 2), PTXC_PTX(8, 3), PTXC_PTX(8, 5), PTXC_PTX(8, 6), PTXC_PTX(8, 7),
        PTXC_PTX(8, 8), PTXC_PTX(9, 0), PTXC_PTX(9, 1), PTXC_PTX(9, 2), PTXC_PTX(9, 3), PTXC_PTX(9, 4), PTXC_PTX(9, 5)};
    struct batch batch = {0};
    for (int form = 0; form < PTXC_FORM_COUNT; form++)
        variants_each((enum ptxc_form)form, newest, add_variant, &batch);
    printf("%zu legal variants\n", batch.count);
    for (size_t v = 0; v < PTXC_COUNT(versions); v++)
        for (int target = PTXC_TARGET_SM_75; target < PTXC_TARGET_COUNT; target++)
            if (versions[v] <= newest &&
                ptxc_header_valid((struct ptxc_environment){
                    .ptx = versions[v], .target = (enum ptxc_target)target, .assembler = assembler}))
                compare(&batch, versions[v], (enum ptxc_target)target);
    clear(&batch);
}

/* Picks the first choice of each qualifier that the form needs; with `all`, of the optional ones too. */
static size_t pick(const struct ptxc_form_row *form, int all, uint8_t *qualifiers) {
    size_t count = 0;
    for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++)
        if (variant_knows(&form->slots[i], newest) && form->slots[i].presence != PTXC_PRESENCE_ALSO &&
            !form->slots[i].with && (all || form->slots[i].presence == PTXC_PRESENCE_NEED))
            qualifiers[count++] = form->slots[i].choices[0];
    return count;
}

/* Deletes, replaces and inserts one qualifier at every place of the variant, and adds each result to the batch. */
static void mutate(struct batch *batch, enum ptxc_form form, const uint8_t *qualifiers, size_t count) {
    char text[LINE], head[LINE], operands[LINE];
    variant_print(text, &(struct variant){form, qualifiers, count}, VARIANT_PLAIN, NULL);
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
                add(batch, head);
            }
        }
    }
}

/* Asks about the least and the fullest variant of each form with one qualifier deleted, replaced or inserted. */
static void mutate_all(void) {
    static const enum ptxc_target targets[] = {PTXC_TARGET_SM_107A, PTXC_TARGET_SM_100A, PTXC_TARGET_SM_90,
                                               PTXC_TARGET_SM_120A};
    struct batch batch = {0};
    for (int form = 0; form < PTXC_FORM_COUNT; form++) {
        uint8_t qualifiers[PTXC_FORM_SLOTS];
        const char *mnemonic = ptxc_opcodes[ptxc_forms[form].opcode].mnemonic;
        if (!variant_form_known((enum ptxc_form)form, newest) || strncmp(mnemonic, prefix, strlen(prefix)) != 0)
            continue;
        mutate(&batch, (enum ptxc_form)form, qualifiers, pick(&ptxc_forms[form], 0, qualifiers));
        mutate(&batch, (enum ptxc_form)form, qualifiers, pick(&ptxc_forms[form], 1, qualifiers));
    }
    for (size_t i = 0; i < PTXC_COUNT(targets); i++)
        if (ptxc_header_valid((struct ptxc_environment){.ptx = newest, .target = targets[i], .assembler = assembler}))
            compare(&batch, newest, targets[i]);
    clear(&batch);
}

int main(int argc, char **argv) {
    unsigned minor;
    if (argc >= 4) {
        part = strtoul(argv[2], NULL, 10);
        parts = strtoul(argv[3], NULL, 10);
    }
    if (argc < 2 || argc == 3 || argc > 5 || part >= parts) {
        fprintf(stderr, "usage: live enumerate|mutate [PART PARTS [MNEMONIC]]\n");
        return 2;
    }
    const char *release = ptxas_release();
    if (!release || sscanf(release, "13.%u.", &minor) != 1 || PTXC_PTX(9, minor) > ptxc_newest_ptx()) {
        printf("no ptxas of a PTX version that the tables know is here\n");
        return SKIPPED;
    }
    assembler = PTXC_PTX(13, minor);
    newest = PTXC_PTX(9, minor);
    if (argc == 5)
        prefix = argv[4];
    pattern = file_text(TESTS_DIRECTORY "/oracle/module.txt");
    if (strcmp(argv[1], "enumerate") == 0)
        enumerate_all();
    else
        mutate_all();
    free(pattern);
    printf("%lu asked, %lu accepted by ptxas, %lu differ\n", asked, accepted, differ);
    return asked == 0 || accepted == 0 || differ > 0;
}
