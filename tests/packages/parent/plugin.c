/* A plugin of someone else's, which uses the library inside and shows one function of its own. */
#include <ptxcheck/ptxcheck.h>

__attribute__((visibility("default"))) unsigned plugin_check(const char *text, unsigned length);

unsigned plugin_check(const char *text, unsigned length) {
    struct ptxc_options options = {.size = sizeof(options)};
    struct ptxc_report *report;
    if (ptxc_check(text, length, &options, &report) != PTXC_OK)
        return 1;
    unsigned count = (unsigned)ptxc_report_count(report);
    ptxc_report_free(report);
    return count;
}
