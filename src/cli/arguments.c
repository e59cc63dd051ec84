/* The arguments of every subcommand: what is wrong with an option is said in one form, and the values that several
 * options take are read here.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static int version_print(void) {
    printf("ptxcheck %s, PTX up to %u.%u\n", ptxc_version(), ptxc_newest_ptx() / 100, ptxc_newest_ptx() % 100);
    return finish(EXIT_CLEAN);
}

/* Whether this is a beginning that the long options share. */
static bool is_ambiguous(const char *argument, const struct option *table) {
    size_t count = 0, length = strncmp(argument, "--", 2) == 0 ? strcspn(argument + 2, "=") : 0;
    for (; length > 0 && table->name; table++)
        count += strncmp(table->name, argument + 2, length) == 0;
    return count > 1;
}

/* Says what is wrong with the option that getopt_long has given up. */
static void say_wrong(int option, const char *argument, const struct option *table) {
    int length = (int)strcspn(argument, "=");
    if (option == ':')
        trouble("option '%s' takes a value", argument);
    else if (optopt >= OPTION_HELP)
        trouble("option '%.*s' takes no value", length, argument);
    else if (optopt)
        trouble("unrecognized option '-%c'", optopt);
    else
        trouble("%s option '%.*s'", is_ambiguous(argument, table) ? "ambiguous" : "unrecognized", length, argument);
}

int option_next(int argc, char **argv, const char *letters, const struct option *table) {
    char all[16];
    snprintf(all, sizeof(all), ":h%s", letters); /* ':' tells a missing value from an unknown option */
    opterr = 0;
    int option = getopt_long(argc, argv, all, table, NULL);
    if (option == 'h' || option == OPTION_HELP) {
        usage_print(stdout);
        exit(finish(EXIT_CLEAN));
    }
    if (option == OPTION_VERSION)
        exit(version_print());
    if (option != '?' && option != ':')
        return option;
    say_wrong(option, argv[optind - 1], table);
    return '?';
}

int arguments_begin(int argc, char **argv) {
    static const struct option table[] = {COMMON_OPTIONS, {NULL, 0, NULL, 0}};
    return option_next(argc, argv, "", table) == -1 ? optind : 0;
}

bool target_parse(const char *text, enum ptxc_target *target) {
    *target = ptxc_target_from_name(text);
    if (!*target)
        trouble("--target takes a target such as sm_90a; there is no target '%s'", text);
    return *target;
}

bool version_parse(const char *text, uint32_t *ptx) {
    unsigned major, minor;
    char rest;
    if (text[strspn(text, "0123456789.")] || sscanf(text, "%2u.%2u%c", &major, &minor, &rest) != 2) {
        trouble("--ptx takes a version such as 8.0, not '%s'", text);
        return false;
    }
    *ptx = major * 100 + minor;
    struct ptxc_options options = {.size = sizeof(options), .ptx = *ptx};
    struct ptxc_report *report;
    enum ptxc_status status = *ptx ? ptxc_check("", 0, &options, &report) : PTXC_BAD_ARGUMENT;
    if (status == PTXC_OK)
        ptxc_report_free(report);
    else
        trouble("--ptx takes a version such as 8.0; there is no PTX %s", text);
    return status == PTXC_OK;
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
