/* The values of options: see values.h. */
#include "cli/arguments/values.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/output/trouble.h"
#include "ptxcheck/ptxcheck.h"

bool target_parse(const char *text, enum ptxc_target *target) {
    *target = ptxc_target_from_name(text);
    if (!*target)
        trouble("--target takes a target such as sm_90a; there is no target '%s'", text);
    return *target;
}

/* Reads "8.0" as 800; false where the text is no such number. */
static bool number_parse(const char *text, uint32_t *number) {
    unsigned major, minor;
    char rest;
    if (text[strspn(text, "0123456789.")] || sscanf(text, "%2u.%2u%c", &major, &minor, &rest) != 2)
        return false;
    *number = major * 100 + minor;
    return true;
}

/* Writes the releases that the library knows: "12.0, 12.1, 12.2". */
static const char *list_assemblers(char *text, size_t size) {
    size_t length = 0;
    for (size_t i = 0; ptxc_assembler(i) && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%u.%u", i ? ", " : "", ptxc_assembler(i) / 100,
                                   ptxc_assembler(i) % 100);
    return text;
}

bool assembler_parse(const char *text, uint32_t *assembler) {
    char known[400] = "";
    if (number_parse(text, assembler) && ptxc_assembler_ptx(*assembler))
        return true;
    trouble("--assembler takes a release of ptxas whose verdicts ptxcheck knows, not '%s': %s", text,
            list_assemblers(known, sizeof(known)));
    return false;
}

/* Decides whether the library takes these options. */
static bool takes(const struct ptxc_options *options) {
    struct ptxc_report *report;
    if (ptxc_check("", 0, options, &report) != PTXC_OK)
        return false;
    ptxc_report_free(report);
    return true;
}

bool assembler_suits(const struct ptxc_options *options) {
    const uint32_t assembler = options->assembler, newest = ptxc_assembler_ptx(assembler);
    const struct ptxc_options named = {.size = sizeof(named), .target = options->target, .assembler = assembler};
    if (assembler && options->ptx > newest)
        trouble("ptxas %u.%u knows PTX up to %u.%u, not %u.%u", assembler / 100, assembler % 100, newest / 100,
                newest % 100, options->ptx / 100, options->ptx % 100);
    else if (assembler && !takes(&named))
        trouble("ptxas %u.%u does not know %s", assembler / 100, assembler % 100, options->target);
    else
        return true;
    return false;
}

bool version_parse(const char *text, uint32_t *ptx) {
    if (!number_parse(text, ptx)) {
        trouble("--ptx takes a version such as 8.0, not '%s'", text);
        return false;
    }
    struct ptxc_options options = {.size = sizeof(options), .ptx = *ptx};
    if (*ptx && takes(&options))
        return true;
    trouble("--ptx takes a version such as 8.0; there is no PTX %s", text);
    return false;
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
