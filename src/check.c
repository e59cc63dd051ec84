/* The public entry: options in, report out. */
#include "check.h"

#include <string.h>

const char *ptxc_version(void) {
    return PTXC_VERSION;
}

static enum ptxc_status check_options(const struct ptxc_options *options) {
    if (options->target && !ptxc_target_find(options->target, strlen(options->target)))
        return PTXC_BAD_ARGUMENT;
    if (options->ptx && !ptxc_version_exists(options->ptx))
        return PTXC_BAD_ARGUMENT;
    return PTXC_OK;
}

enum ptxc_status ptxc_check(const char *source, size_t length, const struct ptxc_options *options,
                            struct ptxc_report **report) {
    static const struct ptxc_options defaults;
    struct ptxc_options given = defaults;
    struct ptxc_arena arena;
    if (!report)
        return PTXC_BAD_ARGUMENT;
    *report = NULL;
    if (!source && length > 0)
        return PTXC_BAD_ARGUMENT;
    if (length > INT32_MAX)
        return PTXC_TOO_LARGE;
    if (options)
        memcpy(&given, options, options->size < sizeof(given) ? options->size : sizeof(given));
    enum ptxc_status status = check_options(&given);
    if (status != PTXC_OK)
        return status;
    ptxc_arena_init(&arena, given.allocator);
    struct ptxc_report *made = ptxc_arena_alloc(&arena, sizeof(*made));
    if (!made)
        return PTXC_OUT_OF_MEMORY;
    made->arena = arena;
    made->source = source;
    status = ptxc_report_init(made, &given);
    if (status == PTXC_OK)
        ptxc_read(source, (uint32_t)length, &given, made);
    if (made->arena.failed)
        status = PTXC_OUT_OF_MEMORY;
    if (status != PTXC_OK) {
        ptxc_report_free(made);
        return status;
    }
    ptxc_report_finish(made);
    *report = made;
    return PTXC_OK;
}
