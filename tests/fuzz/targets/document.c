/* Fuzz target: bytes up to the first line "----" as a module, and each line after it as an edit: an offset, how many
 * bytes go, and after a blank the text that comes, in which '~' stands for the end of a line. After each, the check of
 * the document finds what a check of its text finds.
 */
#include <stdlib.h>
#include <string.h>

#include "api/incremental.h"
#include "same.h"
#include "target.h"

enum { MOST = 1 << 16 };

static const char rule_off[] = "\n----\n";

/* Checks the document, and its text. */
static void check(struct ptxc_document *document, const struct ptxc_options *options) {
    struct ptxc_report *whole, *report;
    size_t length;
    const char *text = ptxc_document_text(document, &length);
    if (ptxc_document_check(document, &report) != PTXC_OK || ptxc_check(text, length, options, &whole) != PTXC_OK)
        abort();
    const char *difference = same_reports(whole, report);
    if (difference)
        target_broken(difference, text, length);
    ptxc_report_free(whole);
    ptxc_report_free(report);
    target_compared++;
}

/* Makes the edit of this line, which ends with a NUL. */
static void edit(struct ptxc_document *document, char *line) {
    size_t length;
    char *after;
    ptxc_document_text(document, &length);
    const size_t offset = strtoul(line, &after, 10) % (length + 1), removed = strtoul(after, &after, 10);
    after += *after == ' ';
    for (char *at = after; (at = strchr(at, '~'));)
        *at = '\n';
    if (ptxc_document_edit(document, offset, removed < length - offset ? removed : length - offset, after,
                           strlen(after)) != PTXC_OK)
        abort();
    target_reached += document->known;
}

static void run(const char *text, size_t length, char *edits, uint32_t flags) {
    const struct ptxc_options options = {.size = sizeof(options), .flags = flags};
    struct ptxc_document *document;
    if (ptxc_document_open(text, length, &options, &document) != PTXC_OK)
        abort();
    check(document, &options);
    for (char *line = edits, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        const char closing = *end;
        *end = 0;
        edit(document, line);
        end += closing != 0;
        check(document, &options);
    }
    ptxc_document_close(document);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint32_t flags[] = {PTXC_CHECK_ALLOW, PTXC_CHECK_FLOW | PTXC_CHECK_PEDANTIC};
    const char *found = memmem(data, size, rule_off, strlen(rule_off));
    if (size > MOST || !found)
        return 0;
    const size_t length = (size_t)(found - (const char *)data) + 1, skipped = length + strlen(rule_off) - 1;
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        char *text = target_copy(data, length), *edits = calloc(1, size - skipped + 1);
        if (!edits)
            abort();
        memcpy(edits, data + skipped, size - skipped);
        run(text, length, edits, flags[i]);
        free(edits);
        free(text);
    }
    return 0;
}
