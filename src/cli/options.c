/* The option table of `ptxcheck check`. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "ptxcheck/instruction.h"

enum { OPTION_TARGET = 256, OPTION_PTX, OPTION_ONLY, OPTION_MAX, OPTION_COLOR, OPTION_QUIET, OPTION_PORTABLE };
enum { OPTION_EXCLUDE = 512, OPTION_NO_IGNORE, OPTION_JOBS };
enum { MAX_JOBS = 128 }; /* each has a file open, of the 256 that some systems allow */

void usage_print(FILE *stream) {
    fputs("usage: ptxcheck [check] [options] FILE... | DIRECTORY... | -\n"
          "       ptxcheck fmt [-i | --check | --diff] FILE... | -\n"
          "       ptxcheck dump [--format=json] [--target=NAME] [--ptx=VERSION] FILE... | -\n"
          "       ptxcheck where [--json] [--target=NAME] [--color=WHEN] INSTRUCTION | -\n"
          "       ptxcheck explain RULE\n"
          "       ptxcheck rules\n"
          "       ptxcheck forms [MNEMONIC]\n"
          "       ptxcheck reference\n"
          "\n"
          "Checks the asynchronous-copy instructions of PTX modules: cp.async, cp.async.bulk,\n"
          "cp.async.bulk.tensor, cp.reduce.async.bulk and their kin.\n"
          "\n"
          "  --target=NAME           check for this target (sm_90a), whatever the file declares\n"
          "  --ptx=VERSION           check for this PTX version (8.0), whatever the file declares\n"
          "  --only=CLASS,...        only these classes of rule: syntax, legality, undefined,\n"
          "                          nonstandard, portability, advice\n"
          "  --portable=NAME,...     every instruction must assemble on these targets too\n"
          "  -W RULE=SEVERITY        error, warning, note or off for this rule\n"
          "  -Werror                 treat warnings as errors\n"
          "  --max-diagnostics=N     print at most N, count all (default 100, 0 for all)\n"
          "  --exclude=PATTERN       leave this out in directories, written as in .gitignore: build/,\n"
          "                          *.inl, /third_party/**, with / the DIRECTORY; may be repeated\n"
          "  --no-ignore             read what the .gitignore files in directories leave out\n"
          "  --jobs=N                check N files at a time (default: one for each processor)\n"
          "  --color=WHEN            auto, always or never\n"
          "  --quiet                 no summary line\n"
          "  --version  --help\n"
          "\n"
          "fmt rewrites these instructions in canonical form, every other byte stays as it is. It reads PTX\n"
          "modules alone, and so does dump: a source of another language is refused.\n"
          "\n"
          "  -i                      change the files; without an option the result is printed\n"
          "  --check                 print the names of the files that would change\n"
          "  --diff                  print what would change\n"
          "\n"
          "exit status: 0 nothing found, 1 findings (notes do not count), 2 could not do the job\n",
          stream);
}

bool version_parse(const char *text, uint32_t *ptx) {
    unsigned major, minor;
    char rest;
    if (sscanf(text, "%2u.%2u%c", &major, &minor, &rest) != 2) {
        trouble("--ptx takes a version such as 8.0, not '%s'", text);
        return false;
    }
    *ptx = major * 100 + minor;
    return true;
}

static bool parse_classes(char *text, uint32_t *classes) {
    for (char *name = strtok(text, ","); name; name = strtok(NULL, ",")) {
        int found = -1;
        for (int i = 0; i <= PTXC_CLASS_ADVICE; i++)
            if (strcmp(name, ptxc_class_name((enum ptxc_class)i)) == 0)
                found = i;
        if (found < 0) {
            trouble("there is no class '%s'", name);
            return false;
        }
        *classes |= 1u << found;
    }
    return true;
}

static bool parse_portable(struct settings *settings, char *text) {
    for (char *name = strtok(text, ","); name; name = strtok(NULL, ",")) {
        if (!ptxc_target_from_name(name) || settings->options.portable_count == MAX_PORTABLE) {
            trouble("--portable takes targets such as sm_90,sm_100a; '%s' is none", name);
            return false;
        }
        settings->portable[settings->options.portable_count++] = name;
    }
    return true;
}

static bool parse_override(struct settings *settings, char *text) {
    char *equals = strchr(text, '=');
    if (strcmp(text, "error") == 0) {
        settings->warnings_as_errors = true;
        return true;
    }
    if (!equals || settings->options.override_count == MAX_OVERRIDES) {
        trouble("-W takes RULE=SEVERITY, not '%s'", text);
        return false;
    }
    *equals = 0;
    for (int i = PTXC_SEVERITY_OFF; i <= PTXC_SEVERITY_ERROR; i++) {
        if (strcmp(equals + 1, ptxc_severity_name((enum ptxc_severity)i)) != 0)
            continue;
        settings->overrides[settings->options.override_count++] = (struct ptxc_override){text, (enum ptxc_severity)i};
        return true;
    }
    trouble("there is no severity '%s': error, warning, note or off", equals + 1);
    return false;
}

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

static bool parse_jobs(const char *text, size_t *jobs) {
    if (!parse_count("--jobs", text, jobs))
        return false;
    if (*jobs > 0 && *jobs <= MAX_JOBS)
        return true;
    trouble("--jobs takes a number from 1 to %d, not '%s'", MAX_JOBS, text);
    return false;
}

static bool parse_exclude(const char *text, struct exclude_list *excludes) {
    enum exclude_status status = exclude_add(excludes, text);
    if (status == EXCLUDE_EMPTY)
        trouble("--exclude takes a pattern such as build/ or *.inl, and '%s' matches nothing", text);
    else if (status != EXCLUDE_OK)
        trouble("not enough memory");
    return status == EXCLUDE_OK;
}

bool color_parse(const char *text, bool *color) {
    if (strcmp(text, "auto") == 0)
        *color = isatty(STDOUT_FILENO);
    else if (strcmp(text, "always") == 0 || strcmp(text, "never") == 0)
        *color = text[0] == 'a';
    else
        return trouble("--color takes auto, always or never, not '%s'", text), false;
    return true;
}

static bool apply(struct settings *settings, int option, char *value) {
    switch (option) {
    case OPTION_TARGET: settings->options.target = value; return true;
    case OPTION_PTX: return version_parse(value, &settings->options.ptx);
    case OPTION_ONLY: return parse_classes(value, &settings->options.classes);
    case OPTION_PORTABLE: return parse_portable(settings, value);
    case OPTION_MAX: return parse_count("--max-diagnostics", value, &settings->max_diagnostics);
    case OPTION_COLOR: return color_parse(value, &settings->color);
    case OPTION_QUIET: settings->quiet = true; return true;
    case OPTION_EXCLUDE: return parse_exclude(value, &settings->excludes);
    case OPTION_NO_IGNORE: settings->no_ignore = true; return true;
    case OPTION_JOBS: return parse_jobs(value, &settings->jobs);
    case 'W': return parse_override(settings, value);
    default: return false; /* getopt has said what is wrong */
    }
}

bool settings_parse(struct settings *settings, int argc, char **argv) {
    static const struct option table[] = {
        {"target", required_argument, NULL, OPTION_TARGET},
        {"ptx", required_argument, NULL, OPTION_PTX},
        {"portable", required_argument, NULL, OPTION_PORTABLE},
        {"only", required_argument, NULL, OPTION_ONLY},
        {"max-diagnostics", required_argument, NULL, OPTION_MAX},
        {"color", required_argument, NULL, OPTION_COLOR},
        {"quiet", no_argument, NULL, OPTION_QUIET},
        {"exclude", required_argument, NULL, OPTION_EXCLUDE},
        {"no-ignore", no_argument, NULL, OPTION_NO_IGNORE},
        {"jobs", required_argument, NULL, OPTION_JOBS},
        {NULL, 0, NULL, 0},
    };
    *settings = (struct settings){.max_diagnostics = 100, .color = isatty(STDOUT_FILENO)};
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    settings->jobs = processors < 1 ? 1 : processors > MAX_JOBS ? MAX_JOBS : (size_t)processors;
    settings->options.size = sizeof(settings->options);
    settings->options.overrides = settings->overrides;
    settings->options.portable = settings->portable;
    optind = 1;
    for (int option; (option = getopt_long(argc, argv, "W:", table, NULL)) != -1;)
        if (!apply(settings, option, optarg))
            return false;
    settings->argc = argc - optind;
    settings->argv = argv + optind;
    return true;
}
