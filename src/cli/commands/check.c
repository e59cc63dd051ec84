/* ptxcheck check: prints what is found in the files, one after another, and then one summary line. */
#include "cli/commands/check.h"

#include <stdio.h>

#include "cli/arguments/usage.h"
#include "cli/commands/jobs.h"
#include "cli/output/render.h"
#include "cli/output/trouble.h"

/* The sums over all files. */
struct totals {
    const struct settings *settings;
    size_t files; /* read */
    size_t counts[PTXC_SEVERITY_ERROR + 1];
    size_t printed;
    size_t instructions;
    bool failed; /* a file could not be checked */
};

/* Gives the severity to print: with -Werror, a warning is an error. */
static enum ptxc_severity shown_severity(const struct settings *settings, const struct ptxc_diagnostic *diagnostic) {
    if (settings->warnings_as_errors && diagnostic->severity == PTXC_SEVERITY_WARNING)
        return PTXC_SEVERITY_ERROR;
    return diagnostic->severity;
}

/* Prints what was found in a file, as far as --max-diagnostics lets it, and counts all of it. */
static void print_report(struct totals *totals, const struct outcome *outcome) {
    const struct settings *settings = totals->settings;
    struct renderer renderer = renderer_of(&outcome->source, settings->color);
    for (size_t i = 0; i < ptxc_report_count(outcome->report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(outcome->report, i);
        enum ptxc_severity severity = shown_severity(settings, diagnostic);
        totals->counts[severity]++;
        if (settings->max_diagnostics && totals->printed >= settings->max_diagnostics)
            continue;
        totals->printed++;
        render_diagnostic(&renderer, diagnostic, severity);
    }
}

/* Counts and prints what came of one file. */
static void take_outcome(void *user, const struct file *file, const struct outcome *outcome) {
    struct totals *totals = user;
    totals->files += outcome->read;
    totals->instructions += outcome->instructions;
    if (outcome->problem.text) {
        trouble_with(source_name(file->path), outcome->problem);
        totals->failed = true;
    }
    print_report(totals, outcome);
}

/* Says on stderr how much was found, in how much text. */
static void print_summary(const struct totals *totals) {
    size_t all = 0;
    for (size_t i = 0; i < sizeof(totals->counts) / sizeof(totals->counts[0]); i++)
        all += totals->counts[i];
    fflush(stdout);
    if (totals->settings->quiet)
        return;
    fprintf(stderr, "ptxcheck: %zu error%s, %zu warning%s, %zu note%s in %zu instruction%s of %zu file%s",
            totals->counts[PTXC_SEVERITY_ERROR], totals->counts[PTXC_SEVERITY_ERROR] == 1 ? "" : "s",
            totals->counts[PTXC_SEVERITY_WARNING], totals->counts[PTXC_SEVERITY_WARNING] == 1 ? "" : "s",
            totals->counts[PTXC_SEVERITY_NOTE], totals->counts[PTXC_SEVERITY_NOTE] == 1 ? "" : "s",
            totals->instructions, totals->instructions == 1 ? "" : "s", totals->files, totals->files == 1 ? "" : "s");
    if (all > totals->printed)
        fprintf(stderr, "; %zu not shown (--max-diagnostics)", all - totals->printed);
    fputc('\n', stderr);
}

/* Checks the files and gives the exit code. */
static int check_files(const struct settings *settings, const struct file_list *files) {
    struct totals totals = {.settings = settings};
    if (files->count == 0)
        return trouble("no file to check: those in the directories have other extensions, are hidden or are excluded");
    if (!jobs_run(files, settings, take_outcome, &totals))
        return EXIT_TROUBLE;
    print_summary(&totals);
    if (totals.failed)
        return finish(EXIT_TROUBLE);
    bool found = totals.counts[PTXC_SEVERITY_ERROR] + totals.counts[PTXC_SEVERITY_WARNING] > 0;
    return finish(found ? EXIT_FINDINGS : EXIT_CLEAN);
}

/* Finds the files that the arguments stand for, and checks them; gives the exit code. */
static int check_arguments(const struct settings *settings) {
    const struct search search = {settings->argv, (size_t)settings->argc, &settings->excludes, !settings->no_ignore};
    struct file_list files = {NULL, 0, 0};
    if (settings->argc == 0) {
        usage_print(stderr);
        return trouble("no input file; - stands for standard input");
    }
    int code = files_find(&files, &search) ? check_files(settings, &files) : trouble("not enough memory");
    files_free(&files);
    return code;
}

int command_check(int argc, char **argv) {
    struct settings settings;
    int code = settings_parse(&settings, argc, argv) ? check_arguments(&settings) : EXIT_TROUBLE;
    exclude_free(&settings.excludes);
    return code;
}
