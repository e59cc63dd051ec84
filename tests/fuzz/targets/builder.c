/* Fuzz target: the bytes say which instruction a program builds. Each is taken for a number below what there is to
 * choose from; also what makes no sense is built, but all names are identifiers. What is printed keeps the contract of
 * snprintf and reads back equal.
 */
#include <stdlib.h>
#include <string.h>

#include "equivalence.h"
#include "target.h"

/* The bytes that are left. */
struct bytes {
    const uint8_t *next;
    size_t left;
};

/* Takes the next byte as a number below `bound`, 0 after the last. */
static unsigned below(struct bytes *bytes, unsigned bound) {
    if (bytes->left == 0)
        return 0;
    bytes->left--;
    return *bytes->next++ % bound;
}

/* Takes eight bytes as a number: rarely needed, so most are small. */
static int64_t integer(struct bytes *bytes) {
    uint64_t value = 0;
    if (below(bytes, 2))
        return (int64_t)below(bytes, 256) - 16;
    for (int i = 0; i < 8; i++)
        value = value << 8 | below(bytes, 256);
    return (int64_t)value;
}

static struct ptxc_value value_of(struct bytes *bytes) {
    static const char *const names[] = {"%r1", "%rd1", "%p1", "smem", "gmem", "%tid.x", "%laneid", "", "$0"};
    const char *name = names[below(bytes, sizeof(names) / sizeof(*names))];
    struct ptxc_value value;
    switch (below(bytes, 8)) {
    case 0: return ptxc_immediate(integer(bytes));
    case 1: return ptxc_sink();
    case 2: return ptxc_unknown(name);
    case 3:
        value = ptxc_symbol(name, (enum ptxc_space)below(bytes, 12), (enum ptxc_type)below(bytes, 64),
                            1u << below(bytes, 32));
        break;
    case 4:
        value = ptxc_value_named((enum ptxc_value_kind)below(bytes, 12), name, (enum ptxc_type)below(bytes, 64));
        break;
    default: value = ptxc_register(name, (enum ptxc_type)below(bytes, 64)); break;
    }
    if (below(bytes, 2)) {
        value.flags |= below(bytes, 256) | below(bytes, 64) << 8;
        value.integer = integer(bytes);
    }
    return value;
}

/* Makes the next call. */
static enum ptxc_status call(struct bytes *bytes, struct ptxc_instruction *instruction) {
    struct ptxc_value values[PTXC_MAX_ELEMENTS + 2]; /* a map, and one coordinate more than there is room for */
    const unsigned what = below(bytes, 10), count = below(bytes, PTXC_MAX_ELEMENTS + 2);
    const enum ptxc_qualifier qualifier = (enum ptxc_qualifier)(below(bytes, 256) | below(bytes, 2) << 8);
    if (what < 3)
        return ptxc_instruction_add(instruction, qualifier);
    if (what == 3)
        return ptxc_instruction_set(instruction, (enum ptxc_slot)below(bytes, 80), qualifier);
    for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++)
        values[i] = i <= count ? value_of(bytes) : ptxc_sink();
    switch (what) {
    case 4: ptxc_instruction_guard(instruction, values[0]); return PTXC_OK;
    case 5: return ptxc_instruction_push(instruction, values[0]);
    case 6: return ptxc_instruction_push_vector(instruction, values, count);
    case 7: return ptxc_instruction_push_tensor(instruction, values[0], values + 1, count);
    case 8: return ptxc_instruction_push_pair(instruction, values[0], values[1]);
    default: return ptxc_instruction_push_address(instruction, values[0]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const targets[] = {NULL, "sm_80", "sm_90a", "sm_100f", "sm_121a"};
    struct bytes bytes = {data, size};
    struct equivalence result = {0};
    struct ptxc_instruction instruction;
    struct ptxc_requirement requirement = {.size = sizeof(requirement)};
    struct ptxc_report *report;
    const struct ptxc_options options = {.size = sizeof(options), .target = targets[below(&bytes, 5)]};
    ptxc_instruction_init(&instruction, (enum ptxc_opcode)below(&bytes, 256));
    while (bytes.left > 0)
        call(&bytes, &instruction);
    equivalence_value(&instruction, &result);
    if (result.differ > 0)
        target_broken("what is built does not keep its promises", "", 0);
    target_reached += result.printed;
    ptxc_instruction_requirement(&instruction, &requirement);
    if (ptxc_instruction_check(&instruction, &options, NULL, &report) == PTXC_OK) {
        const char *text = ptxc_report_text(report);
        if (text)
            target_read_report(report, text, strlen(text));
        else
            ptxc_report_free(report);
    }
    return 0;
}
