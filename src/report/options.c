/* Options and status: what callers ask for, and what they are told. */
#include "report/options.h"

#include <string.h>

#include "tables/gate.h"

const char *ptxc_version(void) {
    return PTXC_VERSION;
}

const char *ptxc_status_name(enum ptxc_status status) {
    static const char *const names[] = {"ok", "out of memory", "bad argument", "too large", "unreadable"};
    return (size_t)status < PTXC_COUNT(names) ? names[status] : NULL;
}

/* No version of the options is longer, in bytes: a `size` beyond it was never set. */
enum { LONGEST_OPTIONS = 4096 };

/* Whether a longer structure than this library knows says nothing in the part behind. */
static bool rest_is_zero(const struct ptxc_options *options) {
    const unsigned char *bytes = (const unsigned char *)options;
    for (size_t i = sizeof(*options); i < options->size; i++)
        if (bytes[i])
            return false;
    return true;
}

enum ptxc_status ptxc_options_read(const struct ptxc_options *options, struct ptxc_options *given) {
    memset(given, 0, sizeof(*given));
    if (!options) {
        given->size = sizeof(*given);
        return PTXC_OK;
    }
    if (options->size < sizeof(options->size) || options->size > LONGEST_OPTIONS || !rest_is_zero(options))
        return PTXC_BAD_ARGUMENT;
    memcpy(given, options, options->size < sizeof(*given) ? options->size : sizeof(*given));
    given->size = sizeof(*given); /* every field is known from here on */
    if (given->target && !ptxc_target_find(given->target, strlen(given->target)))
        return PTXC_BAD_ARGUMENT;
    if (given->ptx && !ptxc_version_exists(given->ptx))
        return PTXC_BAD_ARGUMENT;
    if (given->classes >> (PTXC_CLASS_ADVICE + 1))
        return PTXC_BAD_ARGUMENT;
    bool callable = !given->allocator || given->allocator->resize;
    bool portable = given->portable || given->portable_count == 0;
    return callable && portable && (given->overrides || given->override_count == 0) ? PTXC_OK : PTXC_BAD_ARGUMENT;
}
