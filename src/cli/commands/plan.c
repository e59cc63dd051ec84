/* ptxcheck plan: reads a copy, has it planned, and prints the module that does it, or the plan as JSON. */
#include "cli/commands/plan.h"

#include <stdlib.h>
#include <string.h>

#include "cli/arguments/options.h"
#include "cli/arguments/read.h"
#include "cli/arguments/values.h"
#include "cli/commands/plan_json.h"
#include "cli/files/destination.h"
#include "cli/files/source.h"
#include "cli/output/json.h"
#include "cli/output/print.h"
#include "cli/output/trouble.h"

/* What is asked. */
struct asked {
    struct ptxc_options options;
    const char *standard, *output;
    bool json;
    enum color color;
};

/* Takes the target over, which replaces that of the document. */
static bool parse_target(struct asked *asked, const char *value) {
    enum ptxc_target target = PTXC_TARGET_NONE;
    const bool good = target_parse(&(struct given){"--target", value}, &target);
    asked->options.target = ptxc_target_name(target);
    return good;
}

/* Takes one option over; false after a message on stderr. */
static bool apply(struct asked *asked, enum option_id option, char *value) {
    switch (option) {
    case OPTION_TARGET: return parse_target(asked, value);
    case OPTION_PTX: return version_parse(&(struct given){"--ptx", value}, &asked->options.ptx);
    case OPTION_FORMAT: asked->json = strcmp(value, "json") == 0; return word_parse(COMMAND_PLAN, option, value);
    case OPTION_OUTPUT: asked->output = value; return true;
    case OPTION_STDIN_FILENAME: asked->standard = value; return true;
    case OPTION_COLOR: return color_parse(value, &asked->color);
    default: return false; /* option_next has said what is wrong */
    }
}

/* Reads the options, and decides whether one file is named; false after a message on stderr. */
static bool parse(struct asked *asked, int argc, char **argv) {
    *asked = (struct asked){.options = {.size = sizeof(asked->options)}, .color = COLOR_AUTO};
    for (enum option_id option; (option = option_next(argc, argv, COMMAND_PLAN)) != OPTION_END;)
        if (!apply(asked, option, optarg))
            return false;
    if (optind == argc)
        return trouble("no input file; - stands for standard input, 'ptxcheck help' tells more"), false;
    if (argc - optind > 1)
        return trouble("plan takes one file"), false;
    return true;
}

/* Prints the findings on stderr. */
static void print_findings(const struct asked *asked, const struct source *source, const struct ptxc_report *report) {
    struct ptxc_lines lines;
    ptxc_lines_init(&lines, source->text, source->length);
    for (size_t i = 0; i < ptxc_report_count(report); i++)
        print_diagnostic(stderr, ptxc_report_get(report, i), ptxc_report_get(report, i)->severity, source->name, &lines,
                         color_wanted(asked->color, stderr) ? PTXC_RENDER_COLOR : 0);
}

/* Gives the module of a plan, to be freed; ends the program without memory. */
static char *module_of(const struct ptxc_copy *copy, const struct ptxc_plan *plan) {
    const size_t length = ptxc_plan_emit(copy, plan, NULL, 0);
    char *text = malloc(length + 1);
    if (!text)
        exit(trouble("not enough memory"));
    text[0] = 0;
    ptxc_plan_emit(copy, plan, text, length + 1);
    return text;
}

/* Prints the plan as it is asked for; false after a message on stderr. */
static bool print_plan(const struct asked *asked, const struct planned *planned) {
    struct destination destination;
    struct problem problem = destination_open(&destination, asked->output);
    if (problem.text)
        return trouble_with(asked->output, problem), false;
    if (asked->json)
        plan_write_json(destination.stream, planned);
    else if (planned->module)
        fputs(planned->module, destination.stream);
    problem = destination_close(&destination, asked->json || planned->module);
    if (problem.text)
        trouble_with(asked->output, problem);
    return !problem.text;
}

/* Plans the copy in the file and prints what comes of it; gives the exit code. */
static int plan_file(const struct asked *asked, const struct source *source) {
    struct planned planned = {.source = source};
    planned.copy.size = sizeof(planned.copy);
    planned.plan.size = sizeof(planned.plan);
    const enum ptxc_status status =
        ptxc_plan_json(source->text, source->length, &asked->options, &planned.copy, &planned.plan, &planned.report);
    if (status != PTXC_OK)
        return trouble("%s: %s", source->name, status_text(status));
    planned.module = planned.plan.kind ? module_of(&planned.copy, &planned.plan) : NULL;
    if (!asked->json)
        print_findings(asked, source, planned.report);
    const bool printed = print_plan(asked, &planned);
    const int code = planned.plan.kind ? EXIT_CLEAN : EXIT_FINDINGS;
    free(planned.module);
    ptxc_report_free(planned.report);
    return printed ? finish(code) : EXIT_TROUBLE;
}

int command_plan(int argc, char **argv) {
    struct asked asked;
    struct source source = {NULL, NULL, 0};
    if (!parse(&asked, argc, argv))
        return EXIT_TROUBLE;
    if (destination_is(asked.output, argv[optind]))
        return trouble("--output names a file that is not read, and %s is", argv[optind]);
    if (!source_read(&source, argv[optind]))
        return EXIT_TROUBLE;
    if (strcmp(argv[optind], "-") == 0 && asked.standard)
        source.name = asked.standard;
    const int code = plan_file(&asked, &source);
    source_free(&source);
    return code;
}
