/* ptxcheck check: hands what is found in the files to a format (format/output.h), file after file; then one summary
 * line on stderr. ptxcheck tensormap takes files that are named one by one, and reports in the same way.
 */
#include "cli/commands/commands.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/check/baseline.h"
#include "cli/commands/check/binaries.h"
#include "cli/commands/check/jobs.h"
#include "cli/commands/check/products.h"
#include "cli/commands/check/revision.h"
#include "cli/commands/tensormap/view.h"
#include "cli/config/find.h"
#include "cli/format/error.h"
#include "cli/format/output.h"
#include "cli/options/request.h"
#include "cli/options/table.h"
#include "cli/system/destination.h"
#include "cli/system/environment.h"
#include "cli/system/path.h"
#include "cli/system/process.h"
#include "cli/system/source.h"
#include "ptxcheck/render.h"
#include "ptxcheck/tensormap.h"

/* Reports what is wrong first, and where more is said. */
static void report_wrong(const struct source *source, const struct ptxc_report *report) {
    struct ptxc_lines lines;
    size_t i = 0;
    while (ptxc_report_get(report, i)->severity != PTXC_SEVERITY_ERROR)
        i++;
    const struct ptxc_diagnostic *first = ptxc_report_get(report, i);
    ptxc_lines_init(&lines, source->text, source->length);
    ptxc_lines_seek(&lines, first->span.offset);
    report_error("%s:%zu:%zu: %s; 'ptxcheck tensormap %s' says more", source->name, lines.line, lines.column,
                 first->message, source->name);
}

/* Reads the maps of a file into *maps, to be freed with ptxc_tensormaps_free; false after a message on stderr, also
 * where the driver would refuse one. */
static bool maps_load(const char *path, const char *target, struct ptxc_tensormaps **maps) {
    const struct ptxc_options options = {.size = sizeof(options), .target = target};
    struct source source;
    struct ptxc_report *report = NULL;
    struct problem problem = source_load(&source, path);
    *maps = NULL;
    if (!problem.text)
        problem = source_validate(&source);
    if (problem.text) {
        report_problem(path, problem);
    } else {
        const enum ptxc_status status = ptxc_tensormaps_read(source.text, source.length, &options, maps, &report);
        if (status != PTXC_OK)
            report_error("%s: %s", path, status_text(status));
    }
    const bool wrong = ptxc_report_total(report, PTXC_SEVERITY_ERROR) > 0;
    if (wrong)
        report_wrong(&source, report);
    ptxc_report_free(report);
    source_free(&source);
    return *maps && !wrong;
}

/* ---- files and findings ---- */

enum { MANY = 100 /* files for which it is shown how far a run has come */ };

/* A run of the command. */
struct run {
    const struct settings *settings;
    struct output output;
    struct totals totals;
    struct baseline baseline;
    struct repeats repeats;
    size_t passed;   /* names that --force-exclude leaves out */
    long long shown; /* as progress_show has it */
    size_t done;     /* files */
    size_t total;    /* of them, where it is shown how many are done; else 0 */
    bool drawn;      /* a file has its pictures */
};

/* Returns the severity to print: with -Werror, a warning is an error. */
static enum ptxc_severity shown_severity(const struct profile *profile, enum ptxc_severity severity) {
    return profile->warnings_as_errors && severity == PTXC_SEVERITY_WARNING ? PTXC_SEVERITY_ERROR : severity;
}

/* Counts the findings beyond the limit, which the report does not have. */
static void count_others(struct run *run, const struct profile *profile, const struct ptxc_report *report) {
    size_t others[PTXC_SEVERITY_ERROR + 1];
    for (int i = 0; i <= PTXC_SEVERITY_ERROR; i++)
        others[i] = ptxc_report_total(report, (enum ptxc_severity)i);
    for (size_t i = 0; i < ptxc_report_count(report); i++)
        others[ptxc_report_get(report, i)->severity]--;
    for (int i = 0; i <= PTXC_SEVERITY_ERROR; i++)
        run->totals.counts[shown_severity(profile, (enum ptxc_severity)i)] += others[i];
}

/* Whether a compiler passes over what the finding is about, or it was told of another file. */
static bool is_left_out(struct run *run, const struct outcome *outcome, const struct ptxc_diagnostic *diagnostic) {
    const struct products *products = run->settings->products;
    for (size_t i = 0; products && i < products->compiled_count; i++)
        if (!compiled_has(&products->compiled[i], &outcome->source, diagnostic->span.offset))
            return true;
    return products && products->once && repeats_know(&run->repeats, diagnostic);
}

/* Whether the finding stands on lines that were there before; counts it. */
static bool is_old(struct run *run, const struct checked *checked, struct ptxc_lines *lines,
                   const struct ptxc_diagnostic *diagnostic) {
    const bool old = run->settings->revision && !revision_touches(run->settings->revision, checked, lines, diagnostic);
    run->totals.unchanged += old;
    return old;
}

/* Finds what is to be reported of the file, to be freed, and counts it; ends the program without memory. */
static struct finding *findings_of(struct run *run, const struct profile *profile, const struct outcome *outcome,
                                   struct checked *checked) {
    const size_t all = ptxc_report_count(outcome->report);
    struct finding *findings = memory_new(all, sizeof(*findings));
    struct ptxc_lines lines;
    ptxc_lines_init(&lines, outcome->source.text, outcome->source.length);
    count_others(run, profile, outcome->report);
    for (size_t i = 0; i < all; i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(outcome->report, i);
        if (baseline_knows(&run->baseline, &outcome->source, diagnostic) || is_left_out(run, outcome, diagnostic) ||
            is_old(run, checked, &lines, diagnostic))
            continue;
        struct finding *finding = &findings[checked->count++];
        *finding = (struct finding){diagnostic, shown_severity(profile, diagnostic->severity)};
        run->totals.counts[finding->severity]++;
    }
    return findings;
}

/* Writes what the fixes made of a file: into it, for standard input on standard output, or how it differs. False after
 * a message on stderr. */
static bool deliver(const struct settings *settings, const struct file *file, const struct outcome *outcome) {
    const struct fix_result *result = &outcome->fixed;
    if (settings->diff && result->before.text)
        changed_show(&result->changed, &result->before);
    if (settings->diff)
        return true;
    if (settings->writes && strcmp(file->path, "-") == 0)
        return fwrite(outcome->source.text, 1, outcome->source.length, stdout) == outcome->source.length;
    return !result->before.text || changed_write(&result->changed, &result->before);
}

/* Draws the tensor maps of a file, if that is asked for and nothing is wrong with them; false after a message on
 * stderr. */
static bool draw(struct run *run, const struct profile *profile, const struct outcome *outcome) {
    size_t errors = 0;
    for (int i = 0; i <= PTXC_SEVERITY_ERROR; i++)
        if (shown_severity(profile, (enum ptxc_severity)i) == PTXC_SEVERITY_ERROR)
            errors += ptxc_report_total(outcome->report, (enum ptxc_severity)i);
    if (!run->settings->picture || !outcome->read || errors > 0)
        return true;
    const bool first = run->output.printed == 0 && !run->drawn;
    run->drawn = true;
    const struct settings *settings = run->settings;
    const struct map_request request = {settings->svg, settings->map, settings->profile.options.target};
    return map_picture_draw(&request, &outcome->source, first, run->output.stream);
}

/* Counts what came of one file, and hands it to the format. */
static void take_outcome(struct run *run, const struct file *file, const struct outcome *outcome) {
    struct checked checked = {.name = file->name,
                              .problem = outcome->problem,
                              .read = outcome->read,
                              .instructions = outcome->instructions,
                              .source = &outcome->source,
                              .report = outcome->report};
    if (outcome->read)
        baseline_begin(&run->baseline, file);
    repeats_begin(&run->repeats);
    struct finding *findings = findings_of(run, file->profile, outcome, &checked);
    checked.findings = findings;
    if (checked.count > 0 || checked.problem.text || outcome->fixed.before.text || run->settings->picture)
        progress_hide(&run->shown);
    run->totals.files += outcome->read;
    run->totals.instructions += outcome->instructions;
    run->totals.kernels += outcome->kernels;
    run->totals.unfinished += outcome->unfinished;
    run->totals.allowed += outcome->allowed;
    if (outcome->problem.text) {
        report_problem(checked.name, outcome->problem);
        run->totals.failed = true;
    }
    const bool delivered = !outcome->source.text || deliver(run->settings, file, outcome);
    run->totals.fixed += delivered ? outcome->fixed.count : 0;
    run->totals.added += delivered ? outcome->fixed.added : 0;
    run->totals.failed |= !delivered;
    run->output.limit = settings_limit(run->settings, file->profile);
    run->output.format->file(&run->output, &checked);
    run->totals.failed |= !draw(run, file->profile, outcome);
    free(findings);
}

/* Takes what came of one file, and shows how far the run has come. */
static void take_next(void *user, const struct file *file, const struct outcome *outcome) {
    struct run *run = user;
    take_outcome(run, file, outcome);
    if (run->total > 0) {
        fflush(run->output.stream);
        progress_show(&run->shown, ++run->done, run->total);
    }
}

/* Whether to show how far the run has come: it may take a while, and only messages go to that terminal meanwhile. */
static bool is_followed(const struct run *run, const struct file_list *files) {
    const struct settings *settings = run->settings;
    const bool printed = settings->format->is_document && environment_is_terminal(run->output.stream);
    return files->count >= MANY && settings->progress && !settings->quiet && !settings->products && !printed &&
           environment_is_terminal(stderr);
}

/* Prints a number of things. */
static void print_count(const char *before, size_t count, const char *name) {
    fprintf(stderr, "%s%zu %s%s", before, count, name, count == 1 ? "" : "s");
}

/* Says on stderr how much was found, in how much text, and who says more about it. */
static void print_summary(const struct run *run) {
    const struct totals *totals = &run->totals;
    const size_t *counts = totals->counts;
    const size_t all = counts[PTXC_SEVERITY_ERROR] + counts[PTXC_SEVERITY_WARNING] + counts[PTXC_SEVERITY_NOTE];
    fflush(stdout);
    if (run->settings->quiet || run->output.format->is_document)
        return;
    print_count("ptxcheck: ", counts[PTXC_SEVERITY_ERROR], "error");
    print_count(", ", counts[PTXC_SEVERITY_WARNING], "warning");
    print_count(", ", counts[PTXC_SEVERITY_NOTE], "note");
    print_count(" in ", totals->instructions,
                run->settings->command == COMMAND_TENSORMAP ? "tensor map" : "instruction");
    print_count(" of ", totals->files, "file");
    if (totals->unfinished > 0)
        fprintf(stderr, "; %zu of %zu kernels not executed to the end", totals->unfinished, totals->kernels);
    if (totals->fixed > 0)
        fprintf(stderr, "; %zu %s", totals->fixed, run->settings->diff ? "would be fixed" : "fixed");
    if (totals->added > 0)
        fprintf(stderr, "; %zu comment%s %s", totals->added, totals->added == 1 ? "" : "s",
                run->settings->diff ? "would be added" : "added");
    if (totals->allowed > 0)
        fprintf(stderr, "; %zu allowed", totals->allowed);
    if (totals->known > 0)
        fprintf(stderr, "; %zu known", totals->known);
    if (totals->unchanged > 0)
        fprintf(stderr, "; %zu on unchanged lines", totals->unchanged);
    if (baseline_gone(&run->baseline) > 0)
        fprintf(stderr, "; %zu in the baseline gone (--update-baseline)", baseline_gone(&run->baseline));
    if (run->passed > 0)
        fprintf(stderr, "; %zu excluded", run->passed);
    if (all > run->output.reported)
        fprintf(stderr, "; %zu not shown (--max-diagnostics)", all - run->output.reported);
    if (run->output.first)
        fprintf(stderr, "; 'ptxcheck explain %s' says more", run->output.first);
    fputc('\n', stderr);
}

/* Returns the exit code for what was found; with --diff, what would be fixed is found. */
static int code_of(const struct totals *totals, const struct settings *settings) {
    const size_t warnings = settings->products ? 0 : totals->counts[PTXC_SEVERITY_WARNING];
    if (totals->failed)
        return EXIT_ERROR;
    if (settings->diff && totals->fixed + totals->added > 0)
        return EXIT_FINDINGS;
    return totals->counts[PTXC_SEVERITY_ERROR] + warnings > 0 ? EXIT_FINDINGS : EXIT_CLEAN;
}

/* Whether standard output has what the fixes make, or a picture, so that the findings go to stderr. */
static bool prints_text(const struct settings *settings, const struct file_list *files) {
    return settings->diff || (settings->svg && strcmp(settings->svg, "-") == 0) ||
           (settings->writes && files->count == 1 && strcmp(files->items[0].path, "-") == 0);
}

/* Checks the files and writes what is found; false where that could not be begun or ended. */
static bool write_findings(struct run *run, const struct file_list *files) {
    const struct settings *settings = run->settings;
    struct output *output = &run->output;
    struct destination destination;
    struct problem problem = destination_open(&destination, settings->output);
    if (problem.text)
        return report_problem(settings->output, problem), false;
    FILE *stream = !settings->output && prints_text(settings, files) ? stderr : destination.stream;
    *output =
        (struct output){.format = settings->format, .stream = stream, .color = color_wanted(settings->color, stream)};
    output->links = output->color && environment_has_links(stream);
    output->format->begin(output);
    run->total = is_followed(run, files) ? files->count : 0;
    jobs_run(files, settings, &run->baseline, take_next, run);
    progress_hide(&run->shown);
    run->totals.known = run->baseline.left_out;
    run->totals.code = code_of(&run->totals, settings);
    output->format->end(output, &run->totals);
    problem = destination_close(&destination, true);
    if (problem.text)
        report_problem(settings->output, problem);
    return !problem.text;
}

/* Whether the file that the option writes is not among those that are read; if it is, reports it on stderr. */
static bool spares_files(const struct settings *settings, const struct file_list *files, const char *option,
                         const char *name) {
    const char *const others[] = {settings->maps, settings->baseline, settings->config};
    const char *lost = NULL;
    for (size_t i = 0; i < files->count && !lost; i++)
        lost = destination_is(name, files->items[i].path) ? files->items[i].path : NULL;
    for (size_t i = 0; i < sizeof(others) / sizeof(*others) && !lost; i++)
        lost = destination_is(name, others[i]) ? others[i] : NULL;
    if (lost)
        report_error("%s names a file that is not read, and %s is", option, lost);
    return !lost;
}

/* Checks the files and gives the exit code. */
static int check_files(const struct settings *settings, const struct file_list *files) {
    struct run run = {.settings = settings, .passed = files->passed};
    if (files->count == 0 && files->passed == 0)
        return report_error(
            "no file to check: those in the directories have other extensions, are hidden or are excluded");
    for (size_t i = 0; settings->writes && !settings->diff && files->count > 1 && i < files->count; i++)
        if (strcmp(files->items[i].path, "-") == 0)
            return report_error("%s takes files, or standard input alone", settings->writes);
    if (!spares_files(settings, files, "--output", settings->output) ||
        !spares_files(settings, files, "--svg", settings->svg))
        return EXIT_ERROR;
    const bool done = baseline_open(&run.baseline, settings) && write_findings(&run, files) &&
                      (run.totals.failed || baseline_write(&run.baseline));
    if (done)
        print_summary(&run);
    baseline_close(&run.baseline);
    repeats_free(&run.repeats);
    return done ? finish(run.totals.code) : EXIT_ERROR;
}

/* Finds out what is asked of each file; false after messages on stderr. */
static bool find_profiles(struct finder *finder, const struct file_list *files) {
    for (size_t i = 0; i < files->count; i++) {
        struct file *file = &files->items[i];
        file->profile = finder_profile(finder, file->anonymous ? file->path : file->name);
    }
    return finder_sound(finder);
}

/* Checks the files, and returns the exit code. */
static int check_found(const struct settings *settings, struct finder *finder, const struct file_list *files) {
    return find_profiles(finder, files) ? check_files(settings, files) : EXIT_ERROR;
}

/* What a process of its own checks. */
struct child_check {
    const struct settings *settings;
    struct finder *finder;
    const struct file_list *files;
};

static int run_child_check(void *user) {
    const struct child_check *child = user;
    return check_found(child->settings, child->finder, child->files);
}

/* Checks files among which are binaries. That happens in a process of its own, so that what was taken out of them goes
 * whatever ends the check. */
static int check_binaries(const struct settings *settings, struct finder *finder, struct file_list *files) {
    struct binaries binaries = {0};
    if (settings->writes)
        return report_error("%s takes sources, not programs and libraries", settings->writes);
    struct child_check child = {settings, finder, files};
    process_guard();
    binaries_open(&binaries, files);
    const int status = process_run(run_child_check, &child);
    binaries_close(&binaries);
    process_release();
    return status == PROCESS_NONE ? report_error("the system starts no process") : process_end_as(status);
}

/* Finds the files that the arguments stand for, and checks them; returns the exit code. */
static int check_arguments(const struct settings *settings, struct finder *finder) {
    const struct search search = {.names = settings->argv,
                                  .count = (size_t)settings->argc,
                                  .excludes = &settings->excludes,
                                  .ignore = !settings->no_ignore,
                                  .filter = finder_filter,
                                  .filter_named = settings->force_exclude ? finder_filter_named : NULL,
                                  .user = finder,
                                  .standard = settings->stdin_filename};
    struct file_list files = {.items = NULL};
    int code = EXIT_ERROR;
    if (!request_has_file(settings->argc))
        return EXIT_ERROR;
    files_find(&files, &search);
    code =
        binaries_are_among(&files) ? check_binaries(settings, finder, &files) : check_found(settings, finder, &files);
    files_free(&files);
    return code;
}

/* Prints what holds for the file that is named, or else for standard input; returns the exit code. */
static int show_config(const struct settings *settings, struct finder *finder) {
    if (settings->argc > 1)
        return report_error("--show-config takes one file");
    const char *path = settings->argc ? settings->argv[0] : "-";
    const bool named = strcmp(path, "-") == 0 && settings->stdin_filename;
    return config_show(finder, named ? settings->stdin_filename : path) ? finish(EXIT_CLEAN) : EXIT_ERROR;
}

/* Decides which configurations hold; false after a message on stderr. */
static bool choose_config(const struct settings *settings, struct finder *finder) {
    if (settings->no_config)
        finder_close(finder);
    return !settings->config || finder_fix(finder, settings->config);
}

/* Does what the settings ask for; returns the exit code. */
static int check_with(struct settings *settings) {
    struct finder *finder = finder_new(&settings->profile);
    int code = EXIT_ERROR;
    if (choose_config(settings, finder) &&
        (!settings->maps || maps_load(settings->maps, settings->profile.options.target, &settings->bound)))
        code = settings->show_config ? show_config(settings, finder)
               : settings->report    ? report_print(settings, finder)
                                     : check_arguments(settings, finder);
    finder_free(finder);
    return code;
}

/* Does what the command is asked for, COMMAND_CHECK or COMMAND_TENSORMAP; returns the exit code. */
static int check_run(enum command_id command, int argc, char **argv) {
    struct settings settings;
    int code = settings_parse(&settings, command, argc, argv) ? check_with(&settings) : EXIT_ERROR;
    settings_free(&settings);
    return code;
}

int command_check(int argc, char **argv) {
    return check_run(COMMAND_CHECK, argc, argv);
}

int check_products(int argc, char **argv, const struct products *products) {
    struct settings settings;
    struct finder *finder = NULL;
    const size_t count = products->paths.count;
    struct file_list files = {memory_new(count, sizeof(*files.items)), count, 0};
    int code = EXIT_ERROR;
    if (settings_parse(&settings, COMMAND_CHECK, argc, argv))
        finder = memory_sure(finder_new(&settings.profile));
    settings.products = products;
    for (size_t i = 0; finder && i < count; i++) {
        const char *name = products->names.items[i];
        files.items[i] = (struct file){.path = products->paths.items[i],
                                       .name = name,
                                       .profile = finder_profile(finder, finder_base(finder, name))};
    }
    if (finder && finder_sound(finder))
        code = check_files(&settings, &files);
    free(files.items);
    if (finder)
        finder_free(finder);
    settings_free(&settings);
    return code;
}

int command_tensormap(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (argv[i][0] != '-' && path_is_folder(argv[i])) /* in which files of JSON would have to be guessed */
            return report_error("tensormap takes files, and '%s' is a directory", argv[i]);
    return check_run(COMMAND_TENSORMAP, argc, argv);
}
