/* The options of `ptxcheck check`. */
#include "cli/commands/settings.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/arguments/options.h"
#include "cli/arguments/values.h"
#include "cli/arguments/vocabulary.h"
#include "cli/output/formats.h"
#include "cli/output/trouble.h"
#include "ptxcheck/instruction.h"

enum { MAX_JOBS = 128 };        /* each has a file open, of the 256 that some systems allow */
enum { MAX_DIAGNOSTICS = 100 }; /* that are printed where no option says how many */

/* Gives the next item of a list such as "a,b", cut out of it, or NULL after the last. `*rest` is the list at first. */
static char *next_item(char **rest) {
    char *item = *rest, *comma = item ? strchr(item, ',') : NULL;
    if (comma)
        *comma = 0;
    *rest = comma ? comma + 1 : NULL;
    return item;
}

/* Adds the classes of a list such as "syntax,legality" to the bits; false after a message on stderr. */
static bool parse_classes(char *text, uint32_t *classes) {
    for (char *name; (name = next_item(&text));) {
        int found = -1;
        for (int i = 0; i <= PTXC_CLASS_ADVICE; i++)
            if (strcmp(name, ptxc_class_name((enum ptxc_class)i)) == 0)
                found = i;
        if (found < 0) {
            trouble("--only takes classes such as syntax,legality; there is no class '%s'%s", name,
                    hint_for(VALUES_CLASSES, name, "").text);
            return false;
        }
        *classes |= 1u << found;
    }
    return true;
}

/* Adds the targets of a list such as "sm_90,sm_100a"; false after a message on stderr. */
static bool parse_portable(struct settings *settings, char *text) {
    for (char *name; (name = next_item(&text));) {
        if (!ptxc_target_from_name(name)) {
            trouble("--portable takes targets such as sm_90,sm_100a; there is no target '%s'%s", name,
                    hint_for(VALUES_TARGETS, name, "").text);
            return false;
        }
        if (settings->options.portable_count == MAX_PORTABLE) {
            trouble("--portable takes up to %d targets", MAX_PORTABLE);
            return false;
        }
        settings->portable[settings->options.portable_count++] = name;
    }
    return true;
}

/* Takes what follows -W: "error", or a rule and its severity; false after a message on stderr. */
static bool parse_override(struct settings *settings, char *text) {
    char *equals = strchr(text, '=');
    struct ptxc_rule rule = {.size = sizeof(rule)};
    if (strcmp(text, "error") == 0) {
        settings->warnings_as_errors = true;
        return true;
    }
    if (!equals)
        return trouble("-W takes RULE=SEVERITY, not '%s'", text), false;
    if (settings->options.override_count == MAX_OVERRIDES)
        return trouble("-W may be given up to %d times", MAX_OVERRIDES), false;
    *equals = 0;
    if (!ptxc_rule_from_id(text, &rule))
        return trouble("there is no rule '%s'%s", text, hint_for(VALUES_RULES, text, RULES_LISTED).text), false;
    for (int i = PTXC_SEVERITY_OFF; i <= PTXC_SEVERITY_ERROR; i++) {
        if (strcmp(equals + 1, ptxc_severity_name((enum ptxc_severity)i)) != 0)
            continue;
        settings->overrides[settings->options.override_count++] = (struct ptxc_override){text, (enum ptxc_severity)i};
        return true;
    }
    trouble("there is no severity '%s'%s", equals + 1,
            hint_for(VALUES_SEVERITIES, equals + 1, "; use error, warning, note or off").text);
    return false;
}

/* Reads the number that an option takes; false after a message on stderr. */
static bool parse_count(const char *option, const char *text, size_t *count) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end) {
        trouble("%s takes a number, not '%s'", option, text);
        return false;
    }
    *count = value;
    return true;
}

/* Reads the number of threads; false after a message on stderr. */
static bool parse_jobs(const char *text, size_t *jobs) {
    if (!parse_count("--jobs", text, jobs))
        return false;
    if (*jobs > 0 && *jobs <= MAX_JOBS)
        return true;
    trouble("--jobs takes a number from 1 to %d, not '%s'", MAX_JOBS, text);
    return false;
}

/* Adds a pattern of files to leave out; false after a message on stderr. */
static bool parse_exclude(const char *text, struct exclude_list *excludes) {
    enum exclude_status status = exclude_add(excludes, text);
    if (status == EXCLUDE_EMPTY)
        trouble("--exclude takes a pattern such as build/ or *.inl, and '%s' matches nothing", text);
    else if (status != EXCLUDE_OK)
        trouble("not enough memory");
    return status == EXCLUDE_OK;
}

/* Checks the name of a target and keeps it; false after a message on stderr. */
static bool parse_target(const char *text, const char **name) {
    enum ptxc_target target;
    *name = text;
    return target_parse(text, &target);
}

/* Reads the name of a format; false after a message on stderr. */
static bool parse_format(const char *text, const struct output_format **format) {
    *format = format_find(text);
    return word_parse(COMMAND_CHECK, OPTION_FORMAT, text) && *format;
}

/* Takes one option over; false after a message on stderr. */
static bool apply(struct settings *settings, enum option_id option, char *value) {
    switch (option) {
    case OPTION_TARGET: return parse_target(value, &settings->options.target);
    case OPTION_PTX: return version_parse(value, &settings->options.ptx);
    case OPTION_ASSEMBLER: return assembler_parse(value, &settings->options.assembler);
    case OPTION_DEFINE: return define_parse(&settings->defines, value);
    case OPTION_UNDEFINE: return undefine_parse(&settings->defines, value);
    case OPTION_ONLY: return parse_classes(value, &settings->options.classes);
    case OPTION_PORTABLE: return parse_portable(settings, value);
    case OPTION_FORMAT: return parse_format(value, &settings->format);
    case OPTION_OUTPUT: settings->output = value; return true;
    case OPTION_MAX_DIAGNOSTICS: return parse_count("--max-diagnostics", value, &settings->max_diagnostics);
    case OPTION_COLOR: return color_parse(value, &settings->color);
    case OPTION_QUIET: settings->quiet = true; return true;
    case OPTION_EXCLUDE: return parse_exclude(value, &settings->excludes);
    case OPTION_NO_IGNORE: settings->no_ignore = true; return true;
    case OPTION_FIX: settings->fix = true; return true;
    case OPTION_DIFF: settings->diff = true; return true;
    case OPTION_JOBS: return parse_jobs(value, &settings->jobs);
    case OPTION_RULE: return parse_override(settings, value);
    default: return false; /* option_next has said what is wrong */
    }
}

bool settings_parse(struct settings *settings, int argc, char **argv) {
    *settings = (struct settings){.max_diagnostics = SIZE_MAX, .format = format_get(0)};
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    settings->jobs = processors < 1 ? 1 : processors > MAX_JOBS ? MAX_JOBS : (size_t)processors;
    settings->options.size = sizeof(settings->options);
    settings->options.overrides = settings->overrides;
    settings->options.portable = settings->portable;
    for (enum option_id option; (option = option_next(argc, argv, COMMAND_CHECK)) != OPTION_END;)
        if (!apply(settings, option, optarg))
            return false;
    if (settings->max_diagnostics == SIZE_MAX)
        settings->max_diagnostics = settings->format->is_document ? 0 : MAX_DIAGNOSTICS;
    settings->options.defines = settings->defines.items;
    settings->options.define_count = settings->defines.count;
    settings->argc = argc - optind;
    settings->argv = argv + optind;
    settings->options.limit = settings->max_diagnostics; /* what is not printed need not be kept */
    return assembler_suits(&settings->options);
}
