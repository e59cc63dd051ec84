/* Options and status: what callers ask for, and what they are told. */
#include "report/options.h"

#include <string.h>

#include "base/sized.h"
#include "tables/gate.h"

const char *ptxc_version(void) {
    return PTXC_VERSION;
}

const char *ptxc_status_name(enum ptxc_status status) {
    static const char *const names[] = {"ok", "out of memory", "bad argument", "too large", "unreadable"};
    return (size_t)status < PTXC_COUNT(names) ? names[status] : NULL;
}

/* Decides whether the assembler that is named is a recorded one, and knows the version and the target that are named.
 */
static bool takes(const struct ptxc_options *given) {
    const enum ptxc_target target =
        given->target ? ptxc_target_find(given->target, strlen(given->target)) : PTXC_TARGET_NONE;
    return ptxc_assembler_measured(given->assembler) && ptxc_assembler_knows(given->assembler, given->ptx) &&
           (!target || ptxc_target_first(target, given->assembler));
}

enum ptxc_status ptxc_options_read(const struct ptxc_options *options, struct ptxc_options *given) {
    *given = (struct ptxc_options){.size = sizeof(*given)};
    if (!options)
        return PTXC_OK;
    if (!ptxc_sized_read(options, given, sizeof(*given)))
        return PTXC_BAD_ARGUMENT;
    if (given->target && !ptxc_target_find(given->target, strlen(given->target)))
        return PTXC_BAD_ARGUMENT;
    if (given->ptx && !ptxc_version_exists(given->ptx))
        return PTXC_BAD_ARGUMENT;
    if (given->assembler && !takes(given))
        return PTXC_BAD_ARGUMENT;
    if (given->classes >> (PTXC_CLASS_ADVICE + 1))
        return PTXC_BAD_ARGUMENT;
    bool callable = !given->allocator || given->allocator->resize;
    bool portable = given->portable || given->portable_count == 0;
    return callable && portable && (given->overrides || given->override_count == 0) ? PTXC_OK : PTXC_BAD_ARGUMENT;
}
