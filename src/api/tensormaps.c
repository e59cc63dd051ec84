/* The public entries that check tensor maps: one as a value, or those of a document. */
#include "ptxcheck/tensormap.h"

#include <string.h>

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

/* Reads what a caller gives; false where there is no such kind, or the size was never set. */
static bool read_map(const struct ptxc_tensormap *given, struct ptxc_tensormap *map) {
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
    if (!read_map(map, &placed.value))
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

/* Judges a map of a document, whose report is `user`. */
static void judge(void *user, const struct ptxc_map *map, struct ptxc_span name) {
    struct ptxc_report *report = user;
    const struct ptxc_sink sink = ptxc_report_sink(report, NULL);
    (void)name;
    ptxc_map_judge(map, &sink);
    ptxc_report_settle(report);
}

enum ptxc_status ptxc_tensormap_check_json(const char *source, size_t length, const struct ptxc_options *options,
                                           struct ptxc_report **report) {
    struct ptxc_options given;
    struct ptxc_report *made;
    if (!report)
        return PTXC_BAD_ARGUMENT;
    *report = NULL;
    if (!source && length > 0)
        return PTXC_BAD_ARGUMENT;
    if (length > INT32_MAX)
        return PTXC_TOO_LARGE;
    const enum ptxc_status status = begin(options, &given, &made);
    if (status != PTXC_OK)
        return status;
    const char *text = length ? source : "";
    const struct ptxc_sink sink = ptxc_report_sink(made, text);
    made->instructions =
        ptxc_map_document_read(text, (uint32_t)length, target_of(&given), &sink, &(struct ptxc_map_taker){made, judge});
    return ptxc_report_close(made, report);
}

size_t ptxc_tensormap_emit(const struct ptxc_tensormap *map, char *buffer, size_t size) {
    struct ptxc_tensormap known;
    return read_map(map, &known) ? ptxc_map_emit(&known, buffer, size, NULL) : 0;
}
