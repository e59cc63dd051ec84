/* The public entries that take a whole source: check it, or walk through it. */
#include "check.h"

#include <string.h>

#include "reader.h"

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

struct ptxc_options ptxc_options_known(const struct ptxc_options *options) {
    struct ptxc_options given;
    memset(&given, 0, sizeof(given));
    if (options)
        memcpy(&given, options, options->size < sizeof(given) ? options->size : sizeof(given));
    return given;
}

enum ptxc_status ptxc_report_make(const struct ptxc_options *options, struct ptxc_report **report) {
    struct ptxc_options given = ptxc_options_known(options);
    struct ptxc_arena arena;
    enum ptxc_status status = check_options(&given);
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
    if (made->arena.failed) {
        ptxc_report_free(made);
        return PTXC_OUT_OF_MEMORY;
    }
    ptxc_report_finish(made);
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
}

enum ptxc_status ptxc_module_open(const char *source, size_t length, const struct ptxc_options *options,
                                  struct ptxc_module **module) {
    struct ptxc_options given = ptxc_options_known(options);
    struct ptxc_report *report;
    if (!module)
        return PTXC_BAD_ARGUMENT;
    *module = NULL;
    if (!source && length > 0)
        return PTXC_BAD_ARGUMENT;
    if (length > INT32_MAX)
        return PTXC_TOO_LARGE;
    enum ptxc_status status = ptxc_report_make(options, &report);
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
