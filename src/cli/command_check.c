/* ptxcheck check: the files one after another, then one summary line. */
#include <string.h>

#include "cli.h"

struct totals {
    size_t counts[PTXC_SEVERITY_ERROR + 1];
    size_t printed;
    size_t instructions;
    bool failed; /* a file could not be checked */
};

static enum ptxc_severity shown_severity(const struct settings *settings, const struct ptxc_diagnostic *diagnostic) {
    if (settings->warnings_as_errors && diagnostic->severity == PTXC_SEVERITY_WARNING)
        return PTXC_SEVERITY_ERROR;
    return diagnostic->severity;
}

static void print_report(const struct settings *settings, const struct source *source, const struct ptxc_report *report,
                         struct totals *totals) {
    struct renderer renderer = {.stream = stdout, .color = settings->color, .source = source, .line = 1};
    totals->instructions += ptxc_report_instructions(report);
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        enum ptxc_severity severity = shown_severity(settings, diagnostic);
        totals->counts[severity]++;
        if (settings->max_diagnostics && totals->printed >= settings->max_diagnostics)
            continue;
        totals->printed++;
        render_diagnostic(&renderer, diagnostic, severity);
    }
}

const char *status_text(enum ptxc_status status) {
    switch (status) {
    case PTXC_OK: return "no error";
    case PTXC_OUT_OF_MEMORY: return "not enough memory";
    case PTXC_BAD_ARGUMENT: return "an option names a target, a PTX version or a rule that ptxcheck does not know";
    case PTXC_TOO_LARGE: return "too large";
    case PTXC_UNREADABLE: return "no instruction";
    }
    return "";
}

static bool check_file(const struct settings *settings, const char *name, struct totals *totals) {
    struct source source;
    struct ptxc_report *report;
    if (!source_read(&source, name))
        return false;
    enum ptxc_status status =
        ptxc_host_known(name) ? ptxc_check_host(name, source.text, source.length, &settings->options, &report)
                              : ptxc_check(source.text, source.length, &settings->options, &report);
    if (status == PTXC_OK) {
        print_report(settings, &source, report, totals);
        ptxc_report_free(report);
    } else {
        trouble("%s: %s", source.name, status_text(status));
    }
    source_free(&source);
    return status == PTXC_OK;
}

static void print_summary(const struct settings *settings, const struct totals *totals) {
    size_t all = 0;
    for (size_t i = 0; i < sizeof(totals->counts) / sizeof(totals->counts[0]); i++)
        all += totals->counts[i];
    fflush(stdout);
    if (settings->quiet)
        return;
    fprintf(stderr, "ptxcheck: %zu error%s, %zu warning%s, %zu note%s in %zu instruction%s of %d file%s",
            totals->counts[PTXC_SEVERITY_ERROR], totals->counts[PTXC_SEVERITY_ERROR] == 1 ? "" : "s",
            totals->counts[PTXC_SEVERITY_WARNING], totals->counts[PTXC_SEVERITY_WARNING] == 1 ? "" : "s",
            totals->counts[PTXC_SEVERITY_NOTE], totals->counts[PTXC_SEVERITY_NOTE] == 1 ? "" : "s",
            totals->instructions, totals->instructions == 1 ? "" : "s", settings->argc, settings->argc == 1 ? "" : "s");
    if (all > totals->printed)
        fprintf(stderr, "; %zu not shown (--max-diagnostics)", all - totals->printed);
    fputc('\n', stderr);
}

int command_check(int argc, char **argv) {
    struct settings settings;
    struct totals totals = {{0}, 0, 0, false};
    if (!settings_parse(&settings, argc, argv))
        return EXIT_TROUBLE;
    if (settings.argc == 0) {
        usage_print(stderr);
        return trouble("no file named; - stands for standard input");
    }
    for (int i = 0; i < settings.argc; i++)
        if (!check_file(&settings, settings.argv[i], &totals))
            totals.failed = true;
    print_summary(&settings, &totals);
    if (totals.failed)
        return finish(EXIT_TROUBLE);
    bool found = totals.counts[PTXC_SEVERITY_ERROR] + totals.counts[PTXC_SEVERITY_WARNING] > 0;
    return finish(found ? EXIT_FINDINGS : EXIT_CLEAN);
}
