/* Validates PTX that lies in memory, as a compiler does after its code generator: prints each diagnostic with line and
 * column. Exit status 0: nothing found, 1: something found, 2: the check could not be done.
 */
#include <stdio.h>
#include <string.h>

#include <ptxcheck/ptxcheck.h>

static const char kernel[] = ".version 8.5\n"
                             ".target sm_90\n"
                             ".address_size 64\n"
                             ".visible .entry load(.param .u64 source)\n"
                             "{\n"
                             "    .reg .b64 %rd1;\n"
                             "    .shared .align 128 .b8 tile[4096];\n"
                             "    ld.param.u64 %rd1, [source];\n"
                             "    cp.async.cg.shared.global [tile], [%rd1], 8;\n"
                             "    cp.async.bulk.global.shared_cta.bulk_group [%rd1], [tile], 4096;\n"
                             "    ret;\n"
                             "}\n";

/* Spans are byte offsets: lines and columns are counted when one is printed, from 1. */
static void print_position(const char *source, size_t offset) {
    size_t line = 1, start = 0;
    for (size_t i = 0; i < offset; i++) {
        if (source[i] == '\n') {
            line++;
            start = i + 1;
        }
    }
    printf("%zu:%zu: ", line, offset - start + 1);
}

static void print_diagnostic(const struct ptxc_diagnostic *diagnostic) {
    print_position(kernel, diagnostic->span.offset);
    printf("%s: %s [%s]\n", ptxc_severity_name(diagnostic->severity), diagnostic->message, diagnostic->rule);
    for (size_t i = 0; i < diagnostic->note_count; i++)
        printf("    %s\n", diagnostic->notes[i].text);
    for (size_t i = 0; i < diagnostic->fix_count; i++)
        printf("    '%.*s' should be '%s'\n", (int)diagnostic->fixes[i].span.length,
               kernel + diagnostic->fixes[i].span.offset, diagnostic->fixes[i].text);
}

int main(void) {
    struct ptxc_report *report;
    enum ptxc_status status = ptxc_check(kernel, strlen(kernel), NULL, &report);
    if (status != PTXC_OK) {
        fprintf(stderr, "validate: %s\n", ptxc_status_name(status));
        return 2;
    }
    size_t count = ptxc_report_count(report);
    for (size_t i = 0; i < count; i++)
        print_diagnostic(ptxc_report_get(report, i));
    printf("%zu found in %zu instructions\n", count, ptxc_report_instructions(report));
    ptxc_report_free(report);
    if (fflush(stdout) != 0 || ferror(stdout))
        return 2;
    return count > 0;
}
