/* Looks for instructions that tell mutants which survive: with the mutant they are legal elsewhere. Each is printed as
 * a case for tests/oracle/record.py, so that an assembler can be asked, and what it says is a test that tells the
 * mutant.
 *
 * usage: distinguish ASSEMBLER <SURVIVORS
 *
 * ASSEMBLER is one of versions.def, such as 13.0, which is the one that will be asked.
 * A line of SURVIVORS begins with the table and the mutant, with a tab between, as `mutate` prints it. The instructions
 * tried are the variants of all forms of the mnemonic, with each way to write their operands, of the tables as they are
 * and with the mutant. For a mutant that none of them tells, "none" is printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "mutants.h"
#include "ptxcheck/instruction.h"
#include "tables/gate.h"
#include "variants.h"

enum { MOST = 500, LINE = 2000 };

/* An instruction with where it is legal. */
struct sample {
    char *text, *module;
    struct ptxc_instruction instruction;
    struct ptxc_requirement legal;
};

struct samples {
    struct sample *list;
    size_t count, capacity;
};

static struct samples of_opcodes[PTXC_OP_COUNT];
static char *pattern;
static uint32_t assembler, newest; /* and the PTX version that it brought */
static size_t step, turn;          /* of the variants of a form, one in so many is a sample */

static bool read_text(const char *text, struct sample *sample) {
    struct ptxc_module *module;
    struct ptxc_instruction another;
    struct ptxc_report *report;
    sample->module = module_fill(pattern, "9.0", "sm_100a", text);
    if (ptxc_module_open(sample->module, strlen(sample->module), NULL, &module) != PTXC_OK)
        abort();
    const bool one = ptxc_module_next(module, &sample->instruction) && !ptxc_module_next(module, &another);
    if (ptxc_module_close(module, &report) != PTXC_OK)
        abort();
    const bool sound = one && ptxc_report_count(report) == 0;
    ptxc_report_free(report);
    return sound;
}

/* Writes the declarations that the text needs before it: each is of registers with a name of its own. */
static void declare(char *line, const char *text) {
    const char *at = VARIANT_DECLARATIONS;
    *line = 0;
    for (const char *end; (end = strchr(at, ';')); at = end + 1) {
        char name[8];
        const char *const register_name = strchr(at, '%');
        snprintf(name, sizeof(name), "%.*s", (int)strcspn(register_name, "<;"), register_name);
        if (strstr(text, name))
            snprintf(line + strlen(line), LINE - strlen(line), "%.*s ", (int)(end + 1 - at), at + strspn(at, " "));
    }
    snprintf(line + strlen(line), LINE - strlen(line), "%s;", text);
}

static void add_text(struct samples *samples, const char *text) {
    char line[LINE];
    if (samples->count == samples->capacity) {
        samples->capacity = samples->capacity ? samples->capacity * 2 : 64;
        samples->list = realloc(samples->list, samples->capacity * sizeof(*samples->list));
        if (!samples->list)
            abort();
    }
    struct sample *sample = &samples->list[samples->count];
    *sample = (struct sample){.legal.size = sizeof(sample->legal)};
    snprintf(line, sizeof(line), "%s;", text);
    if (!read_text(line, sample)) {
        free(sample->module);
        declare(line, text);
        if (!read_text(line, sample)) {
            free(sample->module);
            return;
        }
    }
    sample->text = strdup(line);
    samples->count++;
}

static void count_variant(void *user, const struct variant *variant) {
    (void)variant;
    ++*(size_t *)user;
}

/* Adds a variant; each has one operand in one of its ways, another one each time. */
static void add_variant(void *user, const struct variant *variant) {
    static char kinds[KINDS][KIND_LENGTH];
    char text[VARIANT_LENGTH];
    uint8_t roles[PTXC_FORM_ARGUMENTS];
    if (turn++ % step != 0)
        return;
    const size_t operands = variant_roles(variant, roles), round = turn / step;
    variant_print(text, variant, VARIANT_PLAIN, NULL);
    text[strcspn(text, ";")] = 0;
    add_text(user, text);
    for (size_t i = 0; i < operands; i++) {
        const size_t count = operand_kinds((enum ptxc_role)roles[i], variant, kinds);
        for (size_t j = 0; count > 0 && j < (round < 4 ? count : 1); j++) {
            variant_print(text, variant, i, kinds[(round + j) % count]);
            text[strcspn(text, ";")] = 0;
            add_text(user, text);
        }
    }
}

static void add_form(struct samples *samples, size_t form) {
    size_t count = 0;
    variants_each((enum ptxc_form)form, newest, count_variant, &count);
    step = count / MOST + 1;
    turn = 0;
    variants_each((enum ptxc_form)form, newest, add_variant, samples);
}

static void ask(struct samples *samples, size_t from) {
    for (size_t i = from; i < samples->count; i++)
        ptxc_instruction_requirement_by(&samples->list[i].instruction, assembler, &samples->list[i].legal);
}

/* The samples of the tables as they are; made when they are first wanted. */
static struct samples *samples_of(int opcode) {
    struct samples *samples = &of_opcodes[opcode];
    if (samples->capacity > 0)
        return samples;
    for (size_t form = 0; form < PTXC_FORM_COUNT; form++)
        if ((int)ptxc_forms[form].opcode == opcode)
            add_form(samples, form);
    ask(samples, 0);
    return samples;
}

/* Prints the case of an environment where the answers differ; false where there is none that an assembler has. */
static bool print_difference(const struct sample *sample, const struct ptxc_requirement *now) {
    const struct ptxc_requirement *was = &sample->legal;
    for (int i = 1; i < PTXC_TARGET_COUNT; i++) {
        unsigned ptx = 0;
        if (was->first[i] != now->first[i])
            ptx = !was->first[i] || (now->first[i] && now->first[i] < was->first[i]) ? now->first[i] : was->first[i];
        else if (was->last[i] != now->last[i])
            ptx = was->last[i] > now->last[i] ? was->last[i] : now->last[i];
        if (!ptx)
            continue;
        printf("%s\t%u.%u %s %s\n", ptx >= was->first[i] && ptx <= was->last[i] && was->first[i] ? "ok" : "error",
               ptx / 100, ptx % 100, ptxc_target_name((enum ptxc_target)i), sample->text);
        return true;
    }
    return false;
}

static bool distinguish(const struct samples *samples) {
    for (size_t i = 0; i < samples->count; i++) {
        struct ptxc_requirement now = {.size = sizeof(now)};
        ptxc_instruction_requirement_by(&samples->list[i].instruction, assembler, &now);
        if (memcmp(&now, &samples->list[i].legal, sizeof(now)) != 0 && print_difference(&samples->list[i], &now))
            return true;
    }
    return false;
}

/* Whether the operands of all forms have roles that forms have: for these there are texts. */
static bool is_written(const struct mutant *mutant) {
    uint8_t roles[PTXC_ROLE_COUNT] = {0};
    bool written = true;
    for (size_t round = 0; round < 2; round++) {
        for (size_t form = 0; form < PTXC_FORM_COUNT; form++)
            for (size_t i = 0; ptxc_forms[form].arguments[i].role != PTXC_ROLE_NONE; i++)
                written &= (roles[ptxc_forms[form].arguments[i].role] |= round == 0);
        if (round == 0)
            tables_mutate(mutant);
    }
    tables_restore();
    return written;
}

/* Adds what a form with the mutant allows and the form without it does not, among others. */
static void add_mutated(struct samples *samples, const struct mutant *mutant, int opcode) {
    struct samples texts = {0};
    tables_mutate(mutant);
    for (size_t i = 0; i < PTXC_FORM_COUNT; i++) {
        const char *const form = ptxc_form_name(i);
        const size_t length = strlen(form);
        if ((int)ptxc_forms[i].opcode == opcode && strncmp(mutant->name, form, length) == 0 &&
            mutant->name[length] == ',')
            add_form(&texts, i);
    }
    tables_restore();
    for (size_t i = 0; i < texts.count; i++) {
        char *text = strdup(texts.list[i].text);
        text[strlen(text) - 1] = 0;
        add_text(samples, text);
        free(text);
        free(texts.list[i].text);
        free(texts.list[i].module);
    }
    free(texts.list);
}

/* ---- roles ---- */

/* Whose operands are written, and where they go. */
struct writing {
    struct samples *samples;
    uint8_t role;
    unsigned variants;
};

static bool stands_for(uint8_t role, uint8_t other, int depth) {
    return role == other || (depth > 0 && other &&
                             (stands_for(role, ptxc_newer_roles[other].role, depth - 1) ||
                              stands_for(role, ptxc_expanded_roles[other], depth - 1)));
}

/* Adds the first variants that have an operand of the role, with that operand in all its ways. */
static void add_ways(void *user, const struct variant *variant) {
    static char kinds[KINDS][KIND_LENGTH];
    struct writing *writing = user;
    uint8_t roles[PTXC_FORM_ARGUMENTS];
    const size_t operands = writing->variants > 0 ? variant_roles(variant, roles) : 0;
    for (size_t i = 0; i < operands; i++) {
        char text[VARIANT_LENGTH];
        if (!stands_for(writing->role, roles[i], 4))
            continue;
        const size_t count = operand_kinds((enum ptxc_role)writing->role, variant, kinds);
        for (size_t j = 0; j < count; j++) {
            variant_print(text, variant, i, kinds[j]);
            text[strcspn(text, ";")] = 0;
            add_text(writing->samples, text);
        }
        writing->variants--;
        return;
    }
}

static void add_role(struct samples *samples, uint8_t role) {
    int opcode = PTXC_OP_NONE;
    for (size_t form = 0; form < PTXC_FORM_COUNT; form++) {
        struct writing writing = {samples, role, 2};
        if ((int)ptxc_forms[form].opcode != opcode)
            variants_each((enum ptxc_form)form, newest, add_ways, &writing);
        if (writing.variants < 2)
            opcode = (int)ptxc_forms[form].opcode;
    }
}

/* The role that a mutant of operands.def is of. */
static uint8_t role_of(const struct mutant *mutant) {
    const struct {
        const void *rows;
        size_t size;
    } lists[] = {{ptxc_roles, sizeof(*ptxc_roles)},
                 {ptxc_elements, sizeof(*ptxc_elements)},
                 {ptxc_newer_roles, sizeof(*ptxc_newer_roles)},
                 {ptxc_low_word_gates, sizeof(*ptxc_low_word_gates)},
                 {ptxc_expanded_roles, sizeof(*ptxc_expanded_roles)}};
    for (size_t i = 0; i < PTXC_COUNT(lists); i++) {
        const size_t place = (size_t)((const char *)mutant->at - (const char *)lists[i].rows);
        if ((const char *)mutant->at >= (const char *)lists[i].rows && place < lists[i].size * PTXC_ROLE_COUNT)
            return (uint8_t)(place / lists[i].size);
    }
    return PTXC_ROLE_NONE;
}

/* The ways to write the operand, with the mutant too. */
static bool try_role(const struct mutant *mutant) {
    struct samples samples = {0};
    add_role(&samples, role_of(mutant));
    tables_mutate(mutant);
    add_role(&samples, role_of(mutant));
    tables_restore();
    ask(&samples, 0);
    tables_mutate(mutant);
    const bool told = distinguish(&samples);
    tables_restore();
    for (size_t i = 0; i < samples.count; i++) {
        free(samples.list[i].text);
        free(samples.list[i].module);
    }
    free(samples.list);
    return told;
}

static void try_mutant(const struct mutant *mutant) {
    const bool of_roles = strcmp(mutant->table, "operands") == 0;
    printf("%s\t%s\t", mutant->table, mutant->name);
    fflush(stdout);
    if (of_roles && try_role(mutant))
        return;
    for (int opcode = 1; opcode < PTXC_OP_COUNT; opcode++) {
        if (of_roles || !(mutant->opcodes[opcode / 64] >> opcode % 64 & 1))
            continue;
        struct samples *const samples = samples_of(opcode);
        const size_t before = samples->count;
        if (strcmp(mutant->table, "forms") == 0 && !mutant->shared && is_written(mutant))
            add_mutated(samples, mutant, opcode);
        ask(samples, before);
        tables_mutate(mutant);
        const bool told = distinguish(samples);
        tables_restore();
        while (samples->count > before) {
            samples->count--;
            free(samples->list[samples->count].text);
            free(samples->list[samples->count].module);
        }
        if (told)
            return;
    }
    printf("none\n");
}

int main(int argc, char **argv) {
    unsigned major, minor;
    if (argc != 2 || sscanf(argv[1], "%u.%u", &major, &minor) != 2 || !ptxc_assembler_ptx(PTXC_PTX(major, minor))) {
        fprintf(stderr, "usage: distinguish ASSEMBLER <SURVIVORS\n");
        return 2;
    }
    assembler = PTXC_PTX(major, minor);
    newest = ptxc_assembler_ptx(assembler);
    struct mutants mutants = mutants_make();
    char line[LINE];
    pattern = file_text(TESTS_DIRECTORY "/oracle/module.txt");
    tables_open();
    while (fgets(line, sizeof(line), stdin)) {
        char *rest = line;
        line[strcspn(line, "\n")] = 0;
        strsep(&rest, "\t");
        const struct mutant *mutant = rest ? mutants_find(&mutants, strsep(&rest, "\t")) : NULL;
        if (mutant)
            try_mutant(mutant);
    }
    free(pattern);
    mutants_free(&mutants);
    return 0;
}
