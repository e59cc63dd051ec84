/* Fuzz target: each line of the bytes is a comment in a module and in a source of C++. What comments take out of a
 * report is counted, and all else stays in it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target.h"

enum { LONGEST = 1 << 14 };

static const char *const modules[][2] = {
    {NULL, ".version 8.0\n.target sm_90\n.visible .entry k(.param .u64 p) {\n.reg .b64 %rd<2>; .shared .b8 s[64];\n"},
    {"a.cu", "__global__ void k(void *p) {\n"}};
static const char *const copies[] = {"cp.async.ca.shared.global [s], [%rd1], 12; ",
                                     "asm volatile(\"cp.async.ca.shared.global [%0], [%1], 12;\" :: \"l\"(p), "
                                     "\"l\"(p)); "};

/* Makes a source in which each line of the text is a comment beside a copy or above one; gives its length. */
static size_t fill(char *out, size_t room, int language, const char *text, size_t size) {
    size_t length = (size_t)snprintf(out, room, "%s", modules[language][1]);
    for (size_t line = 0, begin = 0, end; begin < size && length + size + 400 < room; begin = end + 1, line++) {
        const char *found = memchr(text + begin, '\n', size - begin);
        end = found ? (size_t)(found - text) : size;
        length += (size_t)snprintf(out + length, room - length, "%s// ptxcheck: ", line % 2 ? "" : copies[language]);
        memcpy(out + length, text + begin, end - begin);
        length += end - begin;
        length += (size_t)snprintf(out + length, room - length, "\n%s", line % 2 ? copies[language] : "");
    }
    return length + (size_t)snprintf(out + length, room - length, "\n}\n");
}

/* Counts the findings but for those about the comments themselves. */
static size_t count(const struct ptxc_report *report) {
    size_t found = 0;
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const char *rule = ptxc_report_get(report, i)->rule;
        found += !strstr(rule, "-allow") && !strstr(rule, "-assume");
    }
    return found;
}

static enum ptxc_status check(int language, const char *text, size_t length, uint32_t flags,
                              struct ptxc_report **report) {
    const struct ptxc_options options = {
        .size = sizeof(options), .target = "sm_90", .flags = flags | PTXC_CHECK_FLOW | PTXC_CHECK_PEDANTIC};
    return modules[language][0] ? ptxc_check_host(modules[language][0], text, length, &options, report)
                                : ptxc_check(text, length, &options, report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char filled[LONGEST];
    for (int language = 0; language < 2 && size < LONGEST / 4; language++) {
        struct ptxc_report *whole, *report;
        const size_t length = fill(filled, LONGEST, language, (const char *)data, size);
        char *text = target_copy((const uint8_t *)filled, length);
        if (check(language, text, length, 0, &whole) != PTXC_OK ||
            check(language, text, length, PTXC_CHECK_ALLOW, &report) != PTXC_OK)
            abort();
        if (count(report) + ptxc_report_suppressed(report) < count(whole))
            target_broken("a finding is lost", text, length);
        target_reached += ptxc_report_suppressed(report) > 0;
        target_read_report(report, text, length);
        ptxc_report_free(whole);
        free(text);
    }
    return 0;
}
