/* Printing and parsing are inverse to each other, over every variant of every form with every way to write each of its
 * operands, over the recorded lines that the assembler accepts, and over any file of instructions.
 *
 * usage: roundtrip variants [SHARE [SEED]] | recorded VERDICTS.tsv.gz | lines FILE (one instruction a line)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tables/form.h"
#include "tables/gate.h"
#include "equivalence.h"
#include "module.h"
#include "records.h"
#include "variants.h"

enum { LINE = 4096, BATCH = 1 << 20, SHUFFLES = 3 };

static char *pattern;
static struct equivalence result;
static unsigned long variants, written, permuted;
static size_t step = 1; /* of the ways to write an operand, each variant takes one in so many */

/* Instructions that are written otherwise and mean the same. */
static const char *const alike[][2] = {
    {"cp.async.ca.shared.global [a], [b], 16;", "cp.async.shared.global.ca[a],[b],0x10"},
    {"cp.async.ca.shared.global [a], [b], 16;", "cp.async.shared.ca.global [a] , [ b ] ,\t020 ;"},
    {"cp.async.ca.shared.global [a], [b], 16;", "cp.async.ca.shared.global [a], [b], (8 + 8U) /* sixteen */;"},
    {"cp.async.wait_group -1;", "cp.async.wait_group ~0"},
    {"cp.async.wait_group 0x8000000000000000;", "cp.async.wait_group -9223372036854775808"},
    {"cp.async.ca.shared.global [a+16], [b+-16], 16;", "cp.async.ca.shared.global [a+0x10], [b + - 16], 16;"},
    {"@!p cp.async.wait_all;", "@ ! p cp.async.wait_all ;"},
    {"createpolicy.fractional.L2::evict_last.b64 a, 0.5;", "createpolicy.fractional.b64.L2::evict_last a, 5e-1;"},
    {"createpolicy.fractional.L2::evict_last.b64 a, 0.5;", "createpolicy.fractional.L2::evict_last.b64 a, +.50;"},
    {"cp.async.bulk.prefetch.tensor.2d.L2.global [m, {%tid.x, a}];",
     "cp.async.bulk.prefetch.tensor.global.2d.L2 [m,{%tid .x,a}];"},
    {"mbarrier.arrive.b64 _, [a], b[2];", "mbarrier.arrive.b64 _, [a], b [ 1 + 1 ];"},
};

static const char *const unlike[][2] = {
    {"cp.async.ca.shared.global [a], [b], 16;", "cp.async.cg.shared.global [a], [b], 16;"},
    {"cp.async.ca.shared.global [a], [b], 16;", "cp.async.ca.shared.global [a], [b], 8;"},
    {"cp.async.ca.shared.global [a], [b], 16;", "cp.async.ca.shared.global [a+0], [b], 16;"},
    {"cp.async.ca.shared.global [a], [b], 16;", "cp.async.ca.shared.global [a], [c], 16;"},
    {"cp.async.ca.global.shared [a], [b], 16;", "cp.async.ca.shared.global [a], [b], 16;"},
    {"cp.async.ca.shared.global [a], [b], 4, p;", "cp.async.ca.shared.global [a], [b], 4, !p;"},
    {"@p cp.async.wait_all;", "@!p cp.async.wait_all;"},
    {"@p cp.async.wait_all;", "cp.async.wait_all;"},
    {"elect.sync a|p, 1;", "elect.sync _|p, 1;"},
    {"mbarrier.arrive.b64 _, [a], b[2];", "mbarrier.arrive.b64 _, [a], b[3];"},
    {"createpolicy.fractional.L2::evict_last.b64 a, 0.5;", "createpolicy.fractional.L2::evict_last.b64 a, 0.25;"},
    {"createpolicy.fractional.L2::evict_last.b64 a, 0.5;", "createpolicy.fractional.L2::evict_last.b64 a, 0f3F000000;"},
    {"cp.async.bulk.prefetch.tensor.2d.L2.global [m, {%tid.x, a}];",
     "cp.async.bulk.prefetch.tensor.2d.L2.global [m, {%tid.y, a}];"},
};

/* Compares two texts: if `wanted`, they must be equal instructions that print alike, otherwise neither. */
static void compare_pair(const char *first, const char *second, int wanted) {
    struct ptxc_instruction a, b;
    char text[LINE], other[LINE];
    int read = ptxc_instruction_parse(first, strlen(first), &a, NULL) == PTXC_OK &&
               ptxc_instruction_parse(second, strlen(second), &b, NULL) == PTXC_OK;
    int equal = read && ptxc_instruction_equal(&a, &b) && ptxc_instruction_equal(&b, &a);
    int alike_texts = read && ptxc_instruction_emit(&a, text, sizeof(text)) > 0 &&
                      ptxc_instruction_emit(&b, other, sizeof(other)) > 0 && strcmp(text, other) == 0;
    if (read && equal == wanted && alike_texts == wanted)
        return;
    printf("these should be %s:\n    %s\n    %s\n", wanted ? "alike" : "unlike", first, second);
    result.differ++;
}

/* Statements that are checked together in one module. */
static struct {
    char text[BATCH];
    size_t length;
} batch;

static void flush(void) {
    char version[16];
    uint32_t newest = ptxc_newest_ptx();
    snprintf(version, sizeof(version), "%u.%u", newest / 100, newest % 100);
    char *module = module_fill(pattern, version, "sm_100a", batch.text);
    equivalence_module(module, strlen(module), &result);
    free(module);
    batch.length = 0;
}

/* Adds the statement to the batch, which is checked when it is full. */
static void add(const char *statement) {
    size_t length = strlen(statement);
    if (batch.length == 0)
        batch.length = strlen(strcpy(batch.text, VARIANT_DECLARATIONS));
    memcpy(batch.text + batch.length, statement, length);
    memcpy(batch.text + batch.length + length, "\n", 2);
    batch.length += length + 1;
    written++;
    if (batch.length + VARIANT_LENGTH + 2 > BATCH)
        flush();
}

static uint64_t state; /* of the orders; another seed each run */

/* Puts the qualifiers into any other order; of two of a kind the first stays the first. */
static void shuffle(enum ptxc_opcode opcode, uint8_t *qualifiers, size_t count) {
    uint8_t before[PTXC_FORM_SLOTS];
    memcpy(before, qualifiers, count);
    for (size_t i = count; i > 1; i--) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        size_t j = (size_t)(state >> 33) % i;
        uint8_t other = qualifiers[j];
        qualifiers[j] = qualifiers[i - 1];
        qualifiers[i - 1] = other;
    }
    for (int slot = 0; slot < PTXC_SLOT_COUNT; slot++) {
        size_t next = 0;
        for (size_t i = 0; i < count; i++) {
            if ((int)ptxc_opcode_slot(opcode, (enum ptxc_qualifier)qualifiers[i]) != slot)
                continue;
            while ((int)ptxc_opcode_slot(opcode, (enum ptxc_qualifier)before[next]) != slot)
                next++;
            qualifiers[i] = before[next++];
        }
    }
}

/* Compares the variant with the same variant in other orders of its qualifiers. */
static void permute(const struct variant *variant) {
    char text[VARIANT_LENGTH], other[VARIANT_LENGTH];
    uint8_t qualifiers[PTXC_FORM_SLOTS];
    memcpy(qualifiers, variant->qualifiers, variant->count);
    variant_print(text, variant, VARIANT_PLAIN, NULL);
    for (int i = 0; i < SHUFFLES && variant->count > 1; i++) {
        shuffle(ptxc_forms[variant->form].opcode, qualifiers, variant->count);
        variant_print(other, &(struct variant){variant->form, qualifiers, variant->count}, VARIANT_PLAIN, NULL);
        compare_pair(text, other, 1);
        permuted++;
    }
}

/* Tests the variant as it is, then with each operand in every way. */
static void write_variant(void *user, const struct variant *variant) {
    static char kinds[KINDS][KIND_LENGTH];
    char text[VARIANT_LENGTH];
    uint8_t roles[PTXC_FORM_ARGUMENTS];
    size_t operands = variant_roles(variant, roles);
    (void)user;
    variants++;
    permute(variant);
    variant_print(text, variant, VARIANT_PLAIN, NULL);
    add(text);
    for (size_t i = 0; i < operands; i++) {
        size_t count = operand_kinds((enum ptxc_role)roles[i], variant, kinds);
        for (size_t j = variants % step; j < count; j += step) {
            variant_print(text, variant, i, kinds[j]);
            add(text);
        }
        if (count == 0) {
            printf("operand role %d has no kinds\n", (int)roles[i]);
            result.differ++;
        }
    }
    snprintf(text, sizeof(text), "@!%%p1 ");
    variant_print(text + strlen(text), variant, VARIANT_PLAIN, NULL);
    add(text);
}

static void count_variant(void *user, const struct variant *variant) {
    (void)variant;
    ++*(size_t *)user;
}

/* Tests every variant of every form. The ways to write its operands are shared out among the variants of the form:
 * together they have each way `share` times at least (0: each variant has all). */
static void all_variants(size_t share) {
    for (size_t i = 0; i < PTXC_COUNT(alike); i++)
        compare_pair(alike[i][0], alike[i][1], 1);
    for (size_t i = 0; i < PTXC_COUNT(unlike); i++)
        compare_pair(unlike[i][0], unlike[i][1], 0);
    for (int form = 0; form < PTXC_FORM_COUNT; form++) {
        size_t count = 0;
        variants_each((enum ptxc_form)form, ptxc_newest_ptx(), count_variant, &count);
        step = share && count > share ? count / share : 1;
        variants_each((enum ptxc_form)form, ptxc_newest_ptx(), write_variant, NULL);
    }
    flush();
    printf("%lu legal variants, written in %lu ways and %lu orders\n", variants, written, permuted);
}

static void recorded(struct record *record, void *user) {
    (void)user;
    if (strcmp(record->verdict, "ok") != 0)
        return;
    written++;
    records_unescape(record->instruction);
    char *module = module_fill(pattern, record->version, record->target, record->instruction);
    equivalence_module(module, strlen(module), &result);
    free(module);
}

/* Tests the lines of a file. They have no header, so nothing is known of their names. */
static void lines(const char *path) {
    char *text = file_text(path), *rest = text, *line;
    while ((line = strsep(&rest, "\n"))) {
        struct ptxc_instruction instruction;
        written++;
        equivalence_module(line, strlen(line), &result);
        if (ptxc_instruction_parse(line, strlen(line), &instruction, NULL) == PTXC_OK)
            equivalence_value(&instruction, &result);
    }
    free(text);
}

int main(int argc, char **argv) {
    unsigned long seed = argc > 3 ? strtoul(argv[3], NULL, 10) : (unsigned long)time(NULL) % 1000000;
    pattern = file_text(TESTS_DIRECTORY "/oracle/module.txt");
    state = seed;
    if (argc >= 2 && strcmp(argv[1], "variants") == 0) {
        all_variants(argc > 2 ? strtoul(argv[2], NULL, 10) : 0);
    } else if (argc == 3 && strcmp(argv[1], "recorded") == 0) {
        records_visit(argv[2], recorded, NULL);
    } else if (argc == 3 && strcmp(argv[1], "lines") == 0) {
        lines(argv[2]);
    } else {
        fprintf(stderr, "usage: roundtrip variants [SHARE [SEED]] | recorded VERDICTS.tsv.gz | lines FILE\n");
        return 2;
    }
    free(pattern);
    printf("seed %lu: %lu texts, %lu instructions, %lu printed, %lu differ\n", seed, written, result.instructions,
           result.printed, result.differ);
    return result.printed < 1000 || result.differ > 0;
}
