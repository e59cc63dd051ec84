/* Fuzz target: any bytes as a source of the language whose extension is HOST_PATH. Checking ends, a walk goes through
 * it, its certain fixes can be made until there are none, and a check that counts no asm statements finds the same.
 */
#include <stdlib.h>

#include "fixes.h"
#include "ptxcheck/instruction.h"
#include "target.h"

/* Walks through the asm statements and strings, and asks for the operands of each. */
static void walk(const char *text, size_t size) {
    struct ptxc_module *module;
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    if (ptxc_module_open_host(HOST_PATH, text, size, NULL, &module) != PTXC_OK)
        abort();
    while (ptxc_module_next(module, &instruction)) {
        struct ptxc_place place = {.size = sizeof(place)};
        struct ptxc_asm_argument argument = {.size = sizeof(argument)};
        ptxc_module_place(module, &place);
        for (size_t i = 0; ptxc_module_operand(module, i, &argument); i++)
            ;
        struct ptxc_span hidden;
        for (size_t i = 0; ptxc_module_hidden(module, i, &hidden); i++)
            if (hidden.offset > size || hidden.length > size - hidden.offset)
                abort();
        target_reached++;
        if (ptxc_instruction_check(&instruction, NULL, module, &report) == PTXC_OK)
            ptxc_report_free(report);
    }
    if (ptxc_module_close(module, &report) == PTXC_OK)
        target_read_report(report, text, size);
}

/* Checks once more without counting asm statements, which finds as much. */
static void compare(const char *text, size_t size, struct ptxc_options options, const struct ptxc_report *report) {
    struct ptxc_report *other;
    options.flags |= PTXC_CHECK_UNCOUNTED;
    if (ptxc_check_host(HOST_PATH, text, size, &options, &other) != PTXC_OK ||
        ptxc_report_count(other) != ptxc_report_count(report) ||
        ptxc_report_instructions(other) != ptxc_report_instructions(report))
        abort();
    ptxc_report_free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const struct ptxc_define defines[] = {{"__CUDA_ARCH__", "900"}, {"NDEBUG", "1"}, {"STAGES", NULL}};
    const struct ptxc_options options = {.size = sizeof(options),
                                         .flags = PTXC_CHECK_ALLOW | PTXC_CHECK_FLOW | PTXC_CHECK_PEDANTIC,
                                         .defines = defines,
                                         .define_count = 3};
    struct ptxc_report *report;
    char *text = target_copy(data, size);
    if (ptxc_check_host(HOST_PATH, text, size, &options, &report) == PTXC_OK) {
        compare(text, size, options, report);
        target_read_report(report, text, size);
    }
    walk(text, size);
    fixes_end(HOST_PATH, text, size);
    free(text);
    return 0;
}
