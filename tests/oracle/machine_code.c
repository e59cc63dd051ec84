/* ptxas makes the same machine code of a module and of the same module with every instruction of the family printed by
 * ptxcheck. Skipped (77) without ptxas 13.0.
 *
 * usage: machine_code recorded VERDICTS.tsv.gz | modules FILE...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cubin.h"
#include "module.h"
#include "ptxas.h"
#include "ptxcheck/instruction.h"
#include "records.h"
#include "tables/tables.h"

enum { SKIPPED = 77, GROUPS = 400, GROUP = 1 << 16, EVERY = 8, SHOWN = 10, TEXT = 4096 };
enum { OLDEST = 75 }; /* ptxas 13.0 makes no code for targets before sm_75 */

static char *pattern;
static unsigned long modules, instructions, changed, failed, rejected;

/* Cases of one version and target, each in a block of its own. All tcgen05 instructions of a kernel must be of one
 * .cta_group, so that those of a pair of CTAs stand apart. */
static struct group {
    char version[16], target[16];
    int pairs;
    char *text;
    size_t length;
} groups[GROUPS];
static size_t group_count;

/* Gives the module with its instructions printed; to be freed. */
static char *reprint(const char *source, size_t length, size_t *printed_length) {
    struct ptxc_module *module;
    struct ptxc_instruction instruction;
    char *text = malloc(length * 2 + TEXT), *out = text;
    size_t copied = 0;
    if (!text || ptxc_module_open(source, length, NULL, &module) != PTXC_OK)
        abort();
    while (ptxc_module_next(module, &instruction)) {
        char printed[TEXT];
        size_t size = ptxc_instruction_emit(&instruction, printed, sizeof(printed));
        if (size == 0 || size >= sizeof(printed))
            continue;
        memcpy(out, source + copied, instruction.span.offset - copied);
        out += instruction.span.offset - copied;
        memcpy(out, printed, size - 1); /* its ';' is in the source */
        out += size - 1;
        copied = instruction.span.offset + instruction.span.length;
        instructions++;
        changed +=
            size - 1 != instruction.span.length || memcmp(printed, source + instruction.span.offset, size - 1) != 0;
        if ((size_t)(out - text) + (length - copied) + TEXT > length * 2 + TEXT)
            abort();
    }
    memcpy(out, source + copied, length - copied);
    *printed_length = (size_t)(out - text) + length - copied;
    ptxc_module_close(module, NULL);
    return text;
}

/* Compiles both and compares the machine code; gives 0 where ptxas rejects the original. */
static int compare(const char *name, const char *source, size_t length, const char *target, const char *options) {
    size_t size, other_size, printed_length;
    char *code = ptxas_compile(source, length, target, options, &size);
    if (!code)
        return 0;
    char *printed = reprint(source, length, &printed_length);
    char *other = ptxas_compile(printed, printed_length, target, options, &other_size);
    modules++;
    if (!other || !cubin_same(code, size, other, other_size)) {
        if (failed++ < SHOWN)
            printf("%s: %s\n", name, other ? "the machine code differs" : "ptxas rejects what was printed");
    }
    free(code);
    free(other);
    free(printed);
    return 1;
}

/* Compares the machine code of the group as one module, and empties the group. */
static void compare_group(struct group *group) {
    char name[64];
    snprintf(name, sizeof(name), "PTX %s, %s", group->version, group->target);
    char *module = module_fill(pattern, group->version, group->target, group->text);
    if (!compare(name, module, strlen(module), group->target, "")) {
        rejected++;
        printf("%s: ptxas rejects the cases together\n", name);
    }
    free(module);
    group->length = 0;
}

/* Cases that declare something, or end the module early, do not go together with others. */
static int is_plain(const char *text) {
    return !strpbrk(text, "\n\\:{\"/#") || (!strpbrk(text, "\n\\\"/#") && !strstr(text, ".reg") && !strstr(text, "L:"));
}

/* Cases that were made to tell mutants of the tables are accepted where no code is made, but of some of them, such as
 * a fence whose address is a predicate, ptxas 13.0 makes none, or makes it for ever. */
static int makes_code(const struct record *record) {
    return strcmp(record->group, "mutation") != 0;
}

/* Adds an accepted case of the sample to the group of its version and target, which is compared when it is full. */
static void collect(struct record *record, void *user) {
    unsigned long *seen = user;
    records_unescape(record->instruction);
    size_t length = strlen(record->instruction), i = 0;
    /* the command line of ptxas has no compute_90 and no sm_90A, which a module may name */
    const enum ptxc_target target = ptxc_target_from_name(record->target);
    if (strncmp(record->target, "sm_", 3) != 0 || !target || ptxc_targets[target].number < OLDEST)
        return;
    if (strcmp(record->verdict, "ok") != 0 || !makes_code(record) || !is_plain(record->instruction) ||
        record->instruction[length - 1] != ';' || (*seen)++ % EVERY != 0)
        return;
    const int pairs = strstr(record->instruction, ".cta_group::2") != NULL;
    while (i < group_count && (groups[i].pairs != pairs || strcmp(groups[i].version, record->version) != 0 ||
                               strcmp(groups[i].target, record->target) != 0))
        i++;
    if (i == GROUPS)
        abort();
    struct group *group = &groups[i];
    if (i == group_count) {
        group_count++;
        snprintf(group->version, sizeof(group->version), "%s", record->version);
        snprintf(group->target, sizeof(group->target), "%s", record->target);
        group->text = malloc(GROUP);
        group->pairs = pairs;
    }
    if (group->length + length + 8 > GROUP)
        compare_group(group);
    group->length += (size_t)sprintf(group->text + group->length, "{ %s }\n", record->instruction);
}

/* Compares the machine code of the recorded cases that the assembler accepts, in groups. */
static void compare_recorded(const char *path) {
    unsigned long seen = 0;
    pattern = file_text(TESTS_DIRECTORY "/oracle/module.txt");
    records_visit(path, collect, &seen);
    for (size_t i = 0; i < group_count; i++) {
        if (groups[i].length > 0)
            compare_group(&groups[i]);
        free(groups[i].text);
    }
    free(pattern);
}

/* Compares a module, compiled as it is or as one of several that are linked later. */
static void compare_file(const char *path) {
    struct ptxc_module *module;
    struct ptxc_instruction instruction;
    struct ptxc_place place = {.size = sizeof(place)};
    size_t length;
    char *text = file_bytes(path, &length);
    if (ptxc_module_open(text, length, NULL, &module) != PTXC_OK)
        abort();
    while (ptxc_module_next(module, &instruction))
        ;
    ptxc_module_place(module, &place);
    ptxc_module_close(module, NULL);
    const char *target = ptxc_target_name(place.target);
    if (!target || (!compare(path, text, length, target, "") && !compare(path, text, length, target, "-c"))) {
        rejected++;
        printf("%s: ptxas rejects it\n", path);
    }
    free(text);
}

int main(int argc, char **argv) {
    int recorded = argc == 3 && strcmp(argv[1], "recorded") == 0;
    if (!recorded && (argc < 3 || strcmp(argv[1], "modules") != 0)) {
        fprintf(stderr, "usage: machine_code recorded VERDICTS.tsv.gz | modules FILE...\n");
        return 2;
    }
    if (!ptxas_release() || strncmp(ptxas_release(), "13.0.", 5) != 0) {
        printf("ptxas 13.0 is not here\n");
        return SKIPPED;
    }
    if (recorded)
        compare_recorded(argv[2]);
    for (int i = 2; i < argc && !recorded; i++)
        compare_file(argv[i]);
    printf("%lu modules with %lu instructions, %lu of them printed otherwise than written: %lu differ, %lu rejected\n",
           modules, instructions, changed, failed, rejected);
    return changed == 0 || failed > 0 || rejected > 0;
}
