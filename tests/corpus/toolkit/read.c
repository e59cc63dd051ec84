/* Checks host sources and prints for each how many asm statements were read: "COUNT path". Findings that say that
 * something cannot be read or assembled are printed too, and make the exit status 1.
 *
 * usage: read < names of files, one a line
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "ptxcheck/ptxcheck.h"

static int failed;

/* Checks one file and prints how many asm statements it has, and its errors. */
static void check(const char *path) {
    struct ptxc_report *report = NULL;
    char *text = file_text(path);
    if (ptxc_check_host(path, text, strlen(text), NULL, &report) != PTXC_OK)
        abort();
    printf("%zu %s\n", ptxc_report_statements(report), path);
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        if (diagnostic->severity != PTXC_SEVERITY_ERROR)
            continue;
        failed = 1;
        fprintf(stderr, "%s: byte %u: %s [%s]\n", path, (unsigned)diagnostic->span.offset, diagnostic->message,
                diagnostic->rule);
    }
    ptxc_report_free(report);
    free(text);
}

int main(void) {
    char path[4096];
    while (fgets(path, sizeof(path), stdin)) {
        path[strcspn(path, "\n")] = 0;
        if (ptxc_host_known(path))
            check(path);
    }
    return failed;
}
