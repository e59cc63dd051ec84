/* Fuzz target: any bytes as a module. Checking ends, a walk finds what the check finds, what can be printed reads back
 * equal, asking for bodies changes nothing, and places in sources are whole. The module is its own source.
 */
#include <stdlib.h>

#include "equivalence.h"
#include "target.h"

struct text {
    const char *bytes;
    size_t length;
};

static void find(void *user, size_t number, struct ptxc_location *location) {
    const struct text *text = user;
    if (!location->file || !*location->file || location->line == 0 || number > text->length || location->text)
        target_broken("a place is not whole", text->bytes, text->length);
    location->file = "a.cu";
    location->text = text->bytes;
    location->length = text->length;
}

/* Checks the module with places in sources, and reads them. */
static void check_places(const char *bytes, size_t size) {
    struct text text = {bytes, size};
    const struct ptxc_sources sources = {find, &text};
    const struct ptxc_options options = {
        .size = sizeof(options), .flags = PTXC_CHECK_ALLOW, .limit = 8, .sources = &sources};
    struct ptxc_report *report;
    if (ptxc_check(bytes, size, &options, &report) == PTXC_OK)
        target_read_report(report, bytes, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const portable[] = {"sm_80", "sm_100a"};
    const struct ptxc_options options = {.size = sizeof(options), .portable = portable, .portable_count = 2};
    struct equivalence result = {0};
    struct ptxc_report *report;
    char *text = target_copy(data, size);
    equivalence_module(text, size, &result);
    equivalence_bodies(text, size, &result);
    if (result.differ > 0)
        target_broken("an instruction does not keep its promises", text, size);
    target_reached += result.printed > 0;
    if (ptxc_check(text, size, &options, &report) == PTXC_OK)
        target_read_report(report, text, size);
    check_places(text, size);
    free(text);
    return 0;
}
