/* The public entries that check tensor maps: one as a value, or those of a document. */
#include "api/tensormaps.h"

#include <string.h>

#include "base/buffer.h"
#include "base/sized.h"
#include "report/keep.h"
#include "report/options.h"
#include "tensormap/document.h"
#include "tensormap/emit.h"
#include "tensormap/judge.h"

/* The target that the options name, or PTXC_TARGET_NONE. */
static enum ptxc_target target_of(const struct ptxc_options *options) {
    return options->target ? ptxc_target_find(options->target, strlen(options->target)) : PTXC_TARGET_NONE;
}

/* Makes a report, and reads the options for it. */
static enum ptxc_status begin(const struct ptxc_options *options, struct ptxc_options *given,
                              struct ptxc_report **report) {
    const enum ptxc_status status = ptxc_options_read(options, given);
    return status == PTXC_OK ? ptxc_report_make(given, report) : status;
}

bool ptxc_map_given(const struct ptxc_tensormap *given, struct ptxc_tensormap *map) {
    return given && ptxc_sized_read(given, map, sizeof(*map)) && map->kind < PTXC_MAP_KIND_COUNT;
}

enum ptxc_status ptxc_tensormap_check(const struct ptxc_tensormap *map, const struct ptxc_options *options,
                                      struct ptxc_report **report) {
    struct ptxc_map placed = {.span = {0, 0}};
    struct ptxc_options given;
    struct ptxc_report *made;
    if (!report)
        return PTXC_BAD_ARGUMENT;
    *report = NULL;
    if (!ptxc_map_given(map, &placed.value))
        return PTXC_BAD_ARGUMENT;
    const enum ptxc_status status = begin(options, &given, &made);
    if (status != PTXC_OK)
        return status;
    const size_t length = ptxc_map_emit(&placed.value, NULL, 0, NULL);
    char *text = ptxc_arena_alloc(&made->arena, length + 1);
    if (text) {
        ptxc_map_emit(&placed.value, text, length + 1, &placed);
        made->text = text;
        made->instructions = 1;
        placed.target = target_of(&given);
        const struct ptxc_sink sink = ptxc_report_sink(made, text);
        ptxc_map_judge(&placed, &sink);
    }
    return ptxc_report_close(made, report);
}

/* A document under check. */
struct check {
    const char *source;
    struct ptxc_report *report;
    const struct ptxc_map_keeper *keeper;
};

/* Judges a map of the document that is `user`. */
static void judge(void *user, const struct ptxc_map *map, struct ptxc_span name) {
    const struct check *check = user;
    const struct ptxc_sink sink = ptxc_report_sink(check->report, check->source);
    ptxc_map_judge(map, &sink);
    if (check->keeper)
        check->keeper->keep(check->keeper->user, map, check->source + name.offset, name.length);
    ptxc_report_settle(check->report);
}

enum ptxc_status ptxc_map_document_check(const char *source, size_t length, const struct ptxc_options *options,
                                         const struct ptxc_map_keeper *keeper, struct ptxc_report **report) {
    struct ptxc_options given;
    struct ptxc_report *made;
    *report = NULL;
    if (!source && length > 0)
        return PTXC_BAD_ARGUMENT;
    if (length > INT32_MAX)
        return PTXC_TOO_LARGE;
    const enum ptxc_status status = begin(options, &given, &made);
    if (status != PTXC_OK)
        return status;
    struct check check = {length ? source : "", made, keeper};
    const struct ptxc_sink sink = ptxc_report_sink(made, check.source);
    made->instructions = ptxc_map_document_read(check.source, (uint32_t)length, target_of(&given), &sink,
                                                &(struct ptxc_map_taker){&check, judge});
    return ptxc_report_close(made, report);
}

enum ptxc_status ptxc_tensormap_check_json(const char *source, size_t length, const struct ptxc_options *options,
                                           struct ptxc_report **report) {
    return report ? ptxc_map_document_check(source, length, options, NULL, report) : PTXC_BAD_ARGUMENT;
}

size_t ptxc_tensormap_emit(const struct ptxc_tensormap *map, char *buffer, size_t size) {
    struct ptxc_tensormap known;
    ptxc_buffer_begin(buffer, size);
    return ptxc_map_given(map, &known) ? ptxc_map_emit(&known, buffer, size, NULL) : 0;
}
