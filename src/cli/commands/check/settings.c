/* The options of `ptxcheck check` and `ptxcheck tensormap`. */
#include "cli/commands/check/settings.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands/check/revision.h"
#include "cli/format/error.h"
#include "cli/format/output.h"
#include "cli/options/options.h"
#include "cli/options/values.h"
#include "cli/system/environment.h"
#include "ptxcheck/instruction.h"
#include "ptxcheck/tensormap.h"

enum { MAX_JOBS = 128 }; /* each has a file open, of the 256 that some systems allow */

/* Returns the next item of a list such as "a,b", cut out of it, or NULL after the last. `*rest` is the list at first.
 */
static char *next_item(char **rest) {
    char *item = *rest, *comma = item ? strchr(item, ',') : NULL;
    if (comma)
        *comma = 0;
    *rest = comma ? comma + 1 : NULL;
    return item;
}

/* Takes the items of a list such as "sm_90,sm_100a" one by one; false after a message on stderr. */
static bool set_items(struct profile *profile, enum setting setting, const char *option, char *text) {
    for (char *item; (item = next_item(&text));) {
        const struct given given = given_option(option, item);
        if (!profile_set(profile, setting, &given))
            return false;
    }
    return true;
}

/* The words after -W, which "no-" takes back. */
static const struct {
    const char *word, *option;
    enum setting setting;
} switches[] = {{"error", "-Werror", SETTING_WERROR}, {"likely", "-Wlikely", SETTING_LIKELY}};

/* Reports what is wrong with what follows -W; of the spellings that gcc has for it, also what to write. */
static bool report_no_override(const char *text) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    const bool off = strncmp(text, "no-", 3) == 0, error = strncmp(text, "error=", 6) == 0;
    const char *name = text + (off ? 3 : error ? 6 : 0);
    enum ptxc_class class;
    if ((off || error) && (class_find(name, &class) || ptxc_rule_from_id(name, &rule)))
        report_error("-W takes RULE=SEVERITY, not '%s'; did you mean %s=%s?", text, name, off ? "off" : "error");
    else
        report_error("-W takes RULE=SEVERITY, not '%s'", text);
    return false;
}

/* Takes what follows -W: a word such as "error", "no-error", or a rule and its severity; false after a message on
 * stderr. */
static bool parse_override(struct profile *profile, char *text) {
    char *equals = strchr(text, '=');
    const bool off = strncmp(text, "no-", 3) == 0;
    for (size_t i = 0; i < sizeof(switches) / sizeof(*switches); i++) {
        const struct given flag = given_option(switches[i].option, off ? "false" : "true");
        if (strcmp(text + (off ? 3 : 0), switches[i].word) == 0)
            return profile_set(profile, switches[i].setting, &flag);
    }
    if (!equals || strncmp(text, "error=", 6) == 0)
        return report_no_override(text);
    *equals = 0;
    const struct given rule = given_option("-W", text), severity = given_option("-W", equals + 1);
    return profile_set_rule(profile, &rule, &severity);
}

/* Makes errors of kernels that were not executed to their end; false after a message on stderr. */
static bool require_complete(struct profile *profile) {
    const struct given rule = given_option("--require-complete", "analysis-incomplete"),
                       severity = given_option("--require-complete", "error");
    return profile_set_rule(profile, &rule, &severity);
}

/* Reads the number of threads; false after a message on stderr. */
static bool parse_jobs(const char *text, size_t *jobs) {
    const struct given given = given_option("--jobs", text);
    if (!count_parse(&given, jobs))
        return false;
    if (*jobs > 0 && *jobs <= MAX_JOBS)
        return true;
    report_error("--jobs takes a number from 1 to %d, not '%s'", MAX_JOBS, text);
    return false;
}

/* Adds a pattern of files to leave out; false after a message on stderr. */
static bool parse_exclude(const char *text, struct exclude_list *excludes) {
    if (exclude_add(excludes, text) == EXCLUDE_OK)
        return true;
    report_error("--exclude takes a pattern such as build/ or *.inl, and '%s' matches nothing", text);
    return false;
}

/* Takes the reason of comments, which may come to stand in a string with PTX; false after a message on stderr. */
static bool parse_reason(const char *text, const char **reason) {
    bool good = text[strspn(text, " ")] != 0 && !strstr(text, "*/");
    for (const char *at = text; *at; at++)
        good &= (unsigned char)*at >= ' ' && *at != 0x7f && !strchr("\"\\%{}$", *at);
    *reason = text;
    return good ||
           (report_error("--add-allow takes a reason, one line of text without any of \"\\%%{}$ and without */"),
            false);
}

/* Takes the value of an option that a configuration may have, too; false after a message on stderr. */
static bool set(struct settings *settings, enum setting setting, const char *option, const char *text) {
    const struct given given = given_option(option, text);
    return profile_set(&settings->profile, setting, &given);
}

/* Takes what -D or -U says; false after a message on stderr. */
static bool define(struct profile *profile, const char *option, char *text) {
    const struct given given = given_option(option, text);
    return define_add(&profile->defines, &given, text, option[1] == 'D');
}

/* Takes what --assume says; false after a message on stderr. */
static bool assume(struct profile *profile, char *text) {
    const struct given given = given_option("--assume", text);
    return assumption_add(&profile->assumptions, &given, text);
}

/* Returns the format of this name, which is one of those of the table. */
static const struct output_format *format_of(const char *text) {
    static const struct output_format *const formats[] = {&format_text,   &format_json, &format_jsonl, &format_sarif,
                                                          &format_github, &format_gcc,  &format_junit, &format_gitlab};
    size_t i = 0;
    while (strcmp(formats[i]->name, text) != 0)
        i++;
    return formats[i];
}

/* Takes one option over; false after a message on stderr. */
static bool apply(struct settings *settings, enum option_id option, char *value) {
    switch (option) {
    case OPTION_TARGET: return set(settings, SETTING_TARGET, "--target", value);
    case OPTION_PTX: return set(settings, SETTING_PTX, "--ptx", value);
    case OPTION_ASSEMBLER: return set(settings, SETTING_ASSEMBLER, "--assembler", value);
    case OPTION_DEFINE: return define(&settings->profile, "-D", value);
    case OPTION_UNDEFINE: return define(&settings->profile, "-U", value);
    case OPTION_ONLY: return set_items(&settings->profile, SETTING_ONLY, "--only", value);
    case OPTION_PORTABLE: return set_items(&settings->profile, SETTING_PORTABLE, "--portable", value);
    case OPTION_FORMAT: settings->format = format_of(value); return true;
    case OPTION_STATISTICS: settings->statistics = true; return true;
    case OPTION_OUTPUT: settings->output = value; return true;
    case OPTION_MAX_DIAGNOSTICS: return set(settings, SETTING_MAX_DIAGNOSTICS, "--max-diagnostics", value);
    case OPTION_COLOR: settings->color = color_of(value); return true;
    case OPTION_QUIET: settings->quiet = true; return true;
    case OPTION_PROGRESS: settings->progress = strcmp(value, "auto") == 0; return true;
    case OPTION_EXCLUDE: return parse_exclude(value, &settings->excludes);
    case OPTION_FORCE_EXCLUDE: settings->force_exclude = true; return true;
    case OPTION_NO_IGNORE: settings->no_ignore = true; return true;
    case OPTION_FIX: settings->fix = true; return true;
    case OPTION_ADD_ALLOW: return parse_reason(value, &settings->reason);
    case OPTION_DIFF: settings->diff = true; return true;
    case OPTION_STDIN_FILENAME: settings->stdin_filename = value; return true;
    case OPTION_MAPS: settings->maps = value; return true;
    case OPTION_PICTURE: settings->picture = true; return true;
    case OPTION_SVG:
        settings->picture = true;
        settings->svg = value;
        return true;
    case OPTION_MAP: settings->map = value; return true;
    case OPTION_BASELINE: settings->baseline = value; return true;
    case OPTION_UPDATE_BASELINE: settings->update_baseline = true; return true;
    case OPTION_DIFF_BASE: settings->diff_base = value; return true;
    case OPTION_IGNORE_ALLOW: settings->ignore_allow = true; return true;
    case OPTION_SOURCE: settings->ptx_alone = strcmp(value, "ptx") == 0; return true;
    case OPTION_JOBS: return parse_jobs(value, &settings->jobs);
    case OPTION_NO_FLOW: return set(settings, SETTING_FLOW, "--no-flow", "false");
    case OPTION_PEDANTIC: return set(settings, SETTING_PEDANTIC, "--pedantic", "true");
    case OPTION_REQUIRE_COMPLETE: return require_complete(&settings->profile);
    case OPTION_ASSUME: return assume(&settings->profile, value);
    case OPTION_RULE: return parse_override(&settings->profile, value);
    case OPTION_CONFIG: settings->config = value; return true;
    case OPTION_NO_CONFIG: settings->no_config = true; return true;
    case OPTION_REPORT: settings->report = true; return true;
    case OPTION_SHOW_CONFIG: settings->show_config = true; return true;
    default: return false; /* option_next has reported what is wrong */
    }
}

/* Whether what is asked about pictures goes together; false after a message on stderr. */
static bool pictures_suit(const struct settings *settings) {
    if (settings->map && !settings->picture)
        return report_error("--map says which tensor map to draw, and needs --picture or --svg"), false;
    if (settings->picture && settings->format != &format_text)
        return report_error("--picture goes with --format=text, which is the default"), false;
    if (settings->svg && settings->argc > 1)
        return report_error("--svg takes the tensor map of one file"), false;
    return true;
}

/* Takes the format of --statistics in place of another; false after a message on stderr. */
static bool count_rules(struct settings *settings) {
    if (settings->format != &format_text && settings->format != &format_json)
        return report_error("--statistics goes with --format=text, which is the default, and with --format=json"),
               false;
    settings->format = settings->format == &format_json ? &format_statistics_json : &format_statistics;
    return true;
}

bool settings_parse(struct settings *settings, enum command_id command, int argc, char **argv) {
    *settings =
        (struct settings){.command = command, .format = &format_text, .progress = true, .seed = environment_seed()};
    settings->jobs = environment_processors(MAX_JOBS);
    profile_begin(&settings->profile);
    for (enum option_id option; (option = option_next(argc, argv, command)) != OPTION_END;)
        if (!apply(settings, option, optarg))
            return false;
    settings->argc = argc - optind;
    settings->argv = argv + optind;
    if (settings->update_baseline && !settings->baseline)
        return report_error("--update-baseline needs --baseline=FILE, the baseline to write"), false;
    if (settings->update_baseline && settings->diff)
        return report_error(
                   "check takes only one of --update-baseline, which writes, and --diff, which changes nothing"),
               false;
    settings->writes = settings->fix ? "--fix" : settings->reason ? "--add-allow" : NULL;
    if (settings->diff_base && (settings->writes || settings->diff))
        return report_error("check takes only one of --diff-base and %s, whose edits move the lines",
                            settings->writes ? settings->writes : "--diff"),
               false;
    if (settings->reason && settings->ignore_allow)
        return report_error("check takes only one of --add-allow and --ignore-allow"), false;
    if (settings->config && settings->no_config)
        return report_error("check takes only one of --config and --no-config"), false;
    if (!pictures_suit(settings) || !profile_suits(&settings->profile) ||
        (settings->statistics && !count_rules(settings)))
        return false;
    settings->revision = settings->diff_base ? revision_open(settings->diff_base) : NULL;
    return !settings->diff_base || settings->revision;
}

void settings_free(struct settings *settings) {
    revision_free(settings->revision);
    exclude_free(&settings->excludes);
    ptxc_tensormaps_free(settings->bound);
}

size_t settings_limit(const struct settings *settings, const struct profile *profile) {
    const struct given *origin = &profile->origins[SETTING_MAX_DIAGNOSTICS];
    bool asked = origin->name && !origin->file;
    return settings->statistics || (settings->format->is_document && !asked) ? 0 : profile->max_diagnostics;
}

/* Returns how many findings the report of a file has to keep, 0 for all: as many as can become lines that are printed.
 */
static size_t kept(const struct settings *settings, const struct profile *profile) {
    const size_t limit = settings_limit(settings, profile), folds = settings->format->folds;
    if (settings->baseline || settings->revision || limit > SIZE_MAX / folds)
        return 0; /* of all findings some may be left out */
    return limit * folds;
}

struct ptxc_options settings_options(const struct settings *settings, const struct profile *profile) {
    struct ptxc_options options = profile->options;
    options.flags = PTXC_CHECK_UNCOUNTED | (settings->ignore_allow ? 0 : PTXC_CHECK_ALLOW) |
                    (settings->format->folds > 1 ? PTXC_CHECK_FOLD : 0) | profile_flags(profile);
    options.limit = kept(settings, profile);
    options.maps = settings->bound;
    options.seed = settings->seed;
    return options;
}
