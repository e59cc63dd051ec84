/* Builds a TMA load, prints it, and asks whether two targets take it: what a compiler does that emits instructions
 * through the library. Exit status 0: built and legal on the first target, 1: not legal, 2: no answer.
 */
#include <stdio.h>

#include <ptxcheck/instruction.h>

/* @%p1 cp.async.bulk.tensor.2d with an L2 cache policy: from global to shared memory, through a tensor map. Gives 0, or
 * where a step failed something else: PTXC_OK is 0, so the statuses can be put together.
 */
static int build_load(struct ptxc_instruction *load) {
    static const enum ptxc_qualifier qualifiers[] = {PTXC_Q_2D,   PTXC_Q_SHARED_CLUSTER, PTXC_Q_GLOBAL,
                                                     PTXC_Q_TILE, PTXC_Q_COMPLETE_TX,    PTXC_Q_CACHE_HINT};
    struct ptxc_value tile = ptxc_symbol("tile", PTXC_SPACE_SHARED, PTXC_TYPE_B8, 128);
    struct ptxc_value barrier = ptxc_symbol("barrier", PTXC_SPACE_SHARED, PTXC_TYPE_B64, 8);
    struct ptxc_value map = ptxc_register("%map", PTXC_TYPE_B64);
    struct ptxc_value coordinates[] = {ptxc_register("%x", PTXC_TYPE_B32), ptxc_immediate(0)};
    int failed = 0;

    ptxc_instruction_init(load, PTXC_OP_CP_ASYNC_BULK_TENSOR);
    ptxc_instruction_guard(load, ptxc_predicate("%p1"));
    for (size_t i = 0; i < sizeof(qualifiers) / sizeof(qualifiers[0]); i++)
        failed |= ptxc_instruction_add(load, qualifiers[i]);
    failed |= ptxc_instruction_push_address(load, ptxc_offset(tile, 2048));
    failed |= ptxc_instruction_push_tensor(load, map, coordinates, 2);
    failed |= ptxc_instruction_push_address(load, barrier);
    failed |= ptxc_instruction_push(load, ptxc_register("%policy", PTXC_TYPE_B64));
    return failed;
}

/* Prints what is wrong with the instruction there; gives how much, or -1 where that cannot be said. */
static int check_on(const struct ptxc_instruction *instruction, const char *target, uint32_t ptx) {
    struct ptxc_options options = {.size = sizeof(options), .target = target, .ptx = ptx};
    struct ptxc_report *report;
    if (ptxc_instruction_check(instruction, &options, NULL, &report) != PTXC_OK)
        return -1;
    const char *text = ptxc_report_text(report);
    int count = (int)ptxc_report_count(report);
    printf("%s: %s\n", target, count == 0 ? "fine" : "not legal");
    for (int i = 0; i < count; i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, (size_t)i);
        printf("    %.*s: %s\n", (int)diagnostic->span.length, text + diagnostic->span.offset, diagnostic->message);
    }
    ptxc_report_free(report);
    return count;
}

int main(void) {
    struct ptxc_instruction load;
    char text[256];
    size_t length = build_load(&load) == 0 ? ptxc_instruction_emit(&load, text, sizeof(text)) : 0;
    if (length == 0 || length >= sizeof(text)) {
        fprintf(stderr, "build_load: the load cannot be built\n");
        return 2;
    }
    printf("%s\n", text);
    int hopper = check_on(&load, "sm_90a", 800), ampere = check_on(&load, "sm_80", 800);
    if (hopper < 0 || ampere < 0 || fflush(stdout) != 0 || ferror(stdout))
        return 2;
    return hopper > 0;
}
