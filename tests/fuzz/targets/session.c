/* Fuzz target: lines, each one instruction, for a session that had many inputs before. Whatever came before, it says
 * what the calls for one instruction say: the status, the value, and the findings.
 */
#include <stdlib.h>
#include <string.h>

#include "ptxcheck/session.h"
#include "same.h"
#include "target.h"

enum {
    MOST = 1 << 12,
    OPTIONS = 24,  /* ways to set them */
    LIFE = 1 << 12 /* inputs of a session */
};

static const char *const portable[] = {"sm_80", "sm_90a"};

/* Holds a report of a session, which is NULL where nothing is found, against that of a single call; frees the first. */
static void hold_report(struct ptxc_report *got, struct ptxc_report *expected, const char *text, size_t length) {
    const char *difference = got ? same_reports(expected, got) : ptxc_report_count(expected) > 0 ? "it is none" : NULL;
    ptxc_report_free(got);
    if (difference)
        target_broken(difference, text, length);
}

/* Gives the session one line, and once more where nothing was found. */
static void hold_line(struct ptxc_session *session, const struct ptxc_options *options, const char *line,
                      size_t length) {
    struct ptxc_instruction single, read;
    struct ptxc_report *parsed, *checked = NULL, *got;
    const enum ptxc_status status = ptxc_instruction_parse_with(line, length, options, &single, &parsed);
    const enum ptxc_status verdict =
        status == PTXC_OK ? ptxc_instruction_check(&single, options, NULL, &checked) : status;
    const int times = status == PTXC_OK && ptxc_report_count(parsed) == 0 && ptxc_report_count(checked) == 0 ? 2 : 1;
    for (int i = 0; i < times; i++) {
        if (ptxc_session_parse(session, line, length, &read, &got) != status)
            target_broken("a session does not read what a single call reads", line, length);
        hold_report(got, parsed, line, length);
        if (memcmp((const char *)&single, (const char *)&read, sizeof(single)) != 0)
            target_broken("a session reads another instruction than a single call", line, length);
        if (status != PTXC_OK)
            continue;
        if (ptxc_session_check(session, &single, &got) != verdict)
            target_broken("a session does not check what a single call checks", line, length);
        hold_report(got, checked, line, length);
    }
    ptxc_report_free(parsed);
    ptxc_report_free(checked);
    target_compared++;
    target_reached += verdict == PTXC_OK;
}

/* Gives the session of these options, a new one where it had its share. */
static struct ptxc_session *session_of(const struct ptxc_options *options, unsigned chosen) {
    static struct ptxc_session *sessions[OPTIONS];
    static unsigned inputs[OPTIONS];
    if (inputs[chosen]++ % LIFE == 0) {
        ptxc_session_close(sessions[chosen]);
        if (ptxc_session_open(options, &sessions[chosen]) != PTXC_OK)
            abort();
    }
    return sessions[chosen];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const targets[] = {NULL, "sm_90", "sm_100a", "sm_120"};
    struct ptxc_options options = {.size = sizeof(options)};
    unsigned chosen = 0;
    if (size == 0 || size > MOST)
        return 0;
    for (size_t i = 0; i < size; i++)
        chosen += data[i];
    chosen %= OPTIONS;
    options.target = targets[chosen % 4];
    options.limit = chosen / 4 % 3;
    if (chosen / 12) {
        options.portable = portable;
        options.portable_count = 2;
    }
    struct ptxc_session *session = session_of(&options, chosen);
    for (const uint8_t *line = data, *end; line < data + size; line = end + 1) {
        end = memchr(line, '\n', (size_t)(data + size - line));
        end = end ? end : data + size;
        char *text = target_copy(line, (size_t)(end - line));
        hold_line(session, &options, text, (size_t)(end - line));
        free(text);
    }
    return 0;
}
