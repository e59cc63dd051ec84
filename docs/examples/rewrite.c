/* Reads a module from standard input and writes it with an L2 cache policy on every bulk load that has none, where the
 * function declares a register %policy. Nothing else in the text changes. Exit status 0: written, 2: not.
 */
#include <stdio.h>
#include <stdlib.h>

#include <ptxcheck/edit.h>
#include <ptxcheck/instruction.h>

static char *read_input(size_t *length) {
    size_t size = 1 << 16;
    char *text = malloc(size), *longer;
    *length = 0;
    while (text) {
        *length += fread(text + *length, 1, size - *length, stdin);
        if (*length < size)
            break;
        size *= 2;
        longer = realloc(text, size);
        if (!longer)
            free(text);
        text = longer;
    }
    if (text && !ferror(stdin))
        return text;
    free(text);
    return NULL;
}

/* Whether `changed` has become the instruction with a policy, and is legal where the walk stands. */
static int add_policy(const struct ptxc_module *module, const struct ptxc_instruction *instruction,
                      struct ptxc_instruction *changed) {
    struct ptxc_options legality = {.size = sizeof(legality), .classes = 1u << PTXC_CLASS_LEGALITY};
    struct ptxc_report *report;
    struct ptxc_value policy;
    if (instruction->opcode != PTXC_OP_CP_ASYNC_BULK ||
        ptxc_instruction_get(instruction, PTXC_SLOT_SOURCE) != PTXC_Q_GLOBAL ||
        !ptxc_module_find(module, "%policy", 7, &policy))
        return 0;
    *changed = *instruction;
    if (ptxc_instruction_add(changed, PTXC_Q_CACHE_HINT) != PTXC_OK ||
        ptxc_instruction_push(changed, policy) != PTXC_OK ||
        ptxc_instruction_check(changed, &legality, module, &report) != PTXC_OK)
        return 0;
    size_t wrong = ptxc_report_count(report);
    ptxc_report_free(report);
    return wrong == 0;
}

/* Adds an edit for each instruction that gets a policy. */
static enum ptxc_status rewrite(const char *source, size_t length, struct ptxc_edits *edits,
                                struct ptxc_report **report) {
    struct ptxc_module *module;
    struct ptxc_instruction instruction, changed;
    enum ptxc_status closed, status = ptxc_module_open(source, length, NULL, &module);
    while (status == PTXC_OK && ptxc_module_next(module, &instruction))
        if (add_policy(module, &instruction, &changed))
            status = ptxc_edits_instruction(edits, &instruction, &changed);
    closed = ptxc_module_close(module, report);
    return status == PTXC_OK ? closed : status;
}

static enum ptxc_status print(const struct ptxc_edits *edits) {
    size_t size = ptxc_edits_apply(edits, NULL, 0) + 1;
    char *text = malloc(size);
    if (text)
        fwrite(text, 1, ptxc_edits_apply(edits, text, size), stdout);
    free(text);
    return text ? PTXC_OK : PTXC_OUT_OF_MEMORY;
}

int main(void) {
    struct ptxc_report *report = NULL;
    struct ptxc_edits *edits = NULL;
    size_t length;
    char *source = read_input(&length);
    enum ptxc_status status = source ? ptxc_edits_make(source, length, NULL, &edits) : PTXC_OUT_OF_MEMORY;
    if (status == PTXC_OK)
        status = rewrite(source, length, edits, &report);
    if (status == PTXC_OK)
        status = print(edits);
    for (size_t i = 0; i < ptxc_report_count(report); i++)
        fprintf(stderr, "rewrite: left as it is: %s\n", ptxc_report_get(report, i)->message);
    ptxc_report_free(report);
    ptxc_edits_free(edits);
    free(source);
    return status != PTXC_OK || fflush(stdout) != 0 || ferror(stdout) ? 2 : 0;
}
