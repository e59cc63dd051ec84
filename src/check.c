/* The public entries that take a whole source: check it, or walk through it. */
#include "check.h"

#include <string.h>

#include "reader.h"

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

enum ptxc_status ptxc_report_make(const struct ptxc_options *options, struct ptxc_report **report) {
    struct ptxc_options given;
    struct ptxc_arena arena;
    enum ptxc_status status = ptxc_options_read(options, &given);
    if (status != PTXC_OK)
        return status;
    ptxc_arena_init(&arena, given.allocator);
    struct ptxc_report *made = ptxc_arena_alloc(&arena, sizeof(*made));
    if (!made)
        return PTXC_OUT_OF_MEMORY;
    made->arena = arena;
    status = ptxc_report_init(made, &given);
    if (status != PTXC_OK) {
        ptxc_report_free(made);
        return status;
    }
    *report = made;
    return PTXC_OK;
}

enum ptxc_status ptxc_report_close(struct ptxc_report *made, struct ptxc_report **report) {
    *report = NULL;
    ptxc_report_finish(made);
    if (made->arena.failed) {
        ptxc_report_free(made);
        return PTXC_OUT_OF_MEMORY;
    }
    *report = made;
    return PTXC_OK;
}

static void check_instruction(const struct ptxc_module *module, const struct ptxc_instruction *instruction) {
    struct ptxc_match match;
    struct ptxc_subject subject = {instruction, module->environment, module->parser.lexer.source, module->parser.report,
                                   &match};
    ptxc_match(&subject);
    if (match.complete && !instruction->damaged)
        ptxc_constraints_check(&subject);
    ptxc_portability_check(&subject);
}

enum ptxc_status ptxc_module_open(const char *source, size_t length, const struct ptxc_options *options,
                                  struct ptxc_module **module) {
    struct ptxc_options given;
    struct ptxc_report *report;
    if (!module)
        return PTXC_BAD_ARGUMENT;
    *module = NULL;
    if (!source && length > 0)
        return PTXC_BAD_ARGUMENT;
    if (length > INT32_MAX)
        return PTXC_TOO_LARGE;
    enum ptxc_status status = ptxc_options_read(options, &given);
    if (status == PTXC_OK)
        status = ptxc_report_make(&given, &report);
    if (status != PTXC_OK)
        return status;
    *module = ptxc_module_begin(length ? source : "", (uint32_t)length, &given, report);
    if (*module)
        return PTXC_OK;
    ptxc_report_free(report);
    return PTXC_OUT_OF_MEMORY;
}

enum ptxc_status ptxc_module_close(struct ptxc_module *module, struct ptxc_report **report) {
    struct ptxc_report *closed;
    if (report)
        *report = NULL;
    if (!module)
        return PTXC_OK;
    enum ptxc_status status = ptxc_report_close(module->parser.report, &closed);
    if (report)
        *report = closed;
    else
        ptxc_report_free(closed);
    return status;
}

enum ptxc_status ptxc_check(const char *source, size_t length, const struct ptxc_options *options,
                            struct ptxc_report **report) {
    struct ptxc_module *module;
    struct ptxc_instruction instruction;
    if (!report)
        return PTXC_BAD_ARGUMENT;
    *report = NULL;
    enum ptxc_status status = ptxc_module_open(source, length, options, &module);
    if (status != PTXC_OK)
        return status;
    while (ptxc_module_next(module, &instruction))
        check_instruction(module, &instruction);
    return ptxc_module_close(module, report);
}
