/* Reads the tensor maps of --maps: see maps.h. */
#include "cli/commands/maps.h"

#include "cli/files/source.h"
#include "cli/output/trouble.h"
#include "ptxcheck/render.h"

/* Says what is wrong first, and where more is said. */
static void say_wrong(const struct source *source, const struct ptxc_report *report) {
    struct ptxc_lines lines;
    size_t i = 0;
    while (ptxc_report_get(report, i)->severity != PTXC_SEVERITY_ERROR)
        i++;
    const struct ptxc_diagnostic *first = ptxc_report_get(report, i);
    ptxc_lines_init(&lines, source->text, source->length);
    ptxc_lines_seek(&lines, first->span.offset);
    trouble("%s:%zu:%zu: %s; 'ptxcheck tensormap %s' says more", source->name, lines.line, lines.column, first->message,
            source->name);
}

bool maps_load(const char *path, const char *target, struct ptxc_tensormaps **maps) {
    const struct ptxc_options options = {.size = sizeof(options), .target = target};
    struct source source;
    struct ptxc_report *report = NULL;
    struct problem problem = source_load(&source, path);
    *maps = NULL;
    if (!problem.text)
        problem = source_judge(&source);
    if (problem.text) {
        trouble_with(path, problem);
    } else {
        const enum ptxc_status status = ptxc_tensormaps_read(source.text, source.length, &options, maps, &report);
        if (status != PTXC_OK)
            trouble("%s: %s", path, status_text(status));
    }
    const bool wrong = ptxc_report_total(report, PTXC_SEVERITY_ERROR) > 0;
    if (wrong)
        say_wrong(&source, report);
    ptxc_report_free(report);
    source_free(&source);
    return *maps && !wrong;
}
