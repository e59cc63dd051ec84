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
