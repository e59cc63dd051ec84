/* The sources that a module was compiled from: see origins.h. A comment in a source is read as if the source were under
 * check, into a report of its own, which is then asked. It counts for what the compiler made of its line, and for what
 * it inlined there.
 */
#include "api/origins.h"

#include "host/host.h"
#include "ptxcheck/render.h"
#include "api/line_table.h"
#include "report/suppression.h"

/* A source of the module. */
struct module_source {
    struct ptxc_report *comments; /* with what they allow; NULL: there are none */
    struct ptxc_lines lines;
};

struct module_sources {
    const struct ptxc_report *report;
    const struct ptxc_options *options;
    struct ptxc_arena arena;
    struct module_source **items; /* by the number of the file; NULL: not asked for yet */
};

/* Fills the places at an offset of the module, with their sources. */
static size_t locate(const struct ptxc_report *report, size_t offset, struct ptxc_location *places, size_t *files) {
    const size_t count =
        report->line_table ? ptxc_line_table_find(report->line_table, offset, places, files, PTXC_MAX_LOCATIONS) : 0;
    for (size_t i = 0; i < count; i++)
        report->sources.find(report->sources.user, files[i], &places[i]);
    return count;
}

size_t ptxc_report_locate(const struct ptxc_report *report, size_t offset, struct ptxc_location *places, size_t room) {
    struct ptxc_location all[PTXC_MAX_LOCATIONS];
    size_t files[PTXC_MAX_LOCATIONS];
    const size_t count = report ? locate(report, offset, all, files) : 0;
    for (size_t i = 0; places && i < count && i < room; i++)
        places[i] = all[i];
    return count;
}

/* Reads the comments of a source; NULL where none says anything of findings, or it cannot be read. */
static struct ptxc_report *read_comments(struct module_sources *origins, const struct ptxc_location *place) {
    const enum ptxc_host host = ptxc_host_find(place->file);
    struct ptxc_options options = *origins->options;
    struct ptxc_report *comments;
    options.scratch = NULL;
    options.scratch_size = 0;
    if (!place->text || host == PTXC_HOST_NONE || place->length > INT32_MAX)
        return NULL;
    if (ptxc_report_make(&options, &comments) != PTXC_OK) {
        origins->arena.failed = true;
        return NULL;
    }
    if (ptxc_suppression_begin(comments, place->text, (uint32_t)place->length)) {
        ptxc_host_comments(host, place->text, (uint32_t)place->length, NULL, NULL, comments);
        ptxc_suppression_sort(comments);
    }
    origins->arena.failed |= comments->lasting.failed || comments->words.failed;
    if (comments->allowed.count > 0)
        return comments;
    ptxc_report_free(comments);
    return NULL;
}

/* Returns the source of a place; NULL without memory. */
static struct module_source *origin_of(struct module_sources *origins, const struct ptxc_location *place, size_t file) {
    struct module_source *origin = origins->items[file];
    if (origin)
        return origin;
    origin = origins->items[file] = ptxc_arena_alloc(&origins->arena, sizeof(*origin));
    if (origin) {
        origin->comments = read_comments(origins, place);
        ptxc_lines_init(&origin->lines, place->text, place->length);
    }
    return origin;
}

/* Whether a comment allows a finding at one of the places that its code comes from. */
static bool allows(void *user, const struct ptxc_diagnostic *diagnostic) {
    const struct ptxc_owner nothing = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    struct module_sources *origins = user;
    struct ptxc_location places[PTXC_MAX_LOCATIONS];
    size_t files[PTXC_MAX_LOCATIONS];
    const size_t count = locate(origins->report, diagnostic->span.offset, places, files);
    for (size_t i = 0; i < count; i++) {
        struct module_source *origin = origin_of(origins, &places[i], files[i]);
        if (origin && origin->comments && ptxc_lines_find(&origin->lines, places[i].line, places[i].column) &&
            ptxc_suppression_allows(origin->comments, ptxc_rule_find(diagnostic->rule), (uint32_t)origin->lines.offset,
                                    nothing))
            return true;
    }
    return false;
}

/* Whether findings were let go of. */
static bool lacks_findings(const struct ptxc_report *report) {
    size_t count = report->late.count;
    for (int i = 0; i <= PTXC_SEVERITY_ERROR; i++)
        count += report->totals[i];
    return count > 0;
}

bool ptxc_origins_apply(struct ptxc_report *report, const char *text, uint32_t length,
                        const struct ptxc_options *options) {
    struct module_sources origins = {.report = report, .options = options};
    if (!report->sources.find || report->count == 0 || report->arena.failed || report->words.failed)
        return false;
    report->line_table = ptxc_line_table_make(&report->arena, text, length, report->seed);
    if (!report->line_table || !report->honours_allow)
        return false;
    if (report->limit && lacks_findings(report))
        return true;
    const size_t files = ptxc_line_table_files(report->line_table);
    ptxc_arena_share(&origins.arena, &report->arena);
    origins.items = ptxc_arena_alloc(&origins.arena, files * sizeof(*origins.items));
    if (origins.items)
        ptxc_suppression_take(report, allows, &origins);
    for (size_t i = 0; origins.items && i < files; i++)
        if (origins.items[i])
            ptxc_report_free(origins.items[i]->comments);
    report->arena.failed |= origins.arena.failed;
    ptxc_arena_free(&origins.arena);
    return false;
}
