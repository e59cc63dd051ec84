/* The prescan of a source: see prescan.h. A source is gone through in windows, so that what is looked at twice is still
 * in the caches then.
 */
#include "syntax/prescan.h"

#include <string.h>

#include "report/allow.h"

enum { STRETCH = 256 * 1024, WINDOW = 32 * 1024, AHEAD = 64 * 1024, PIECE = 256 }; /* bytes */

/* How much of the text, in whole pieces, is known to be ASCII without a 0. Eight bytes at a time: where none is above
 * 0x7f, taking one from each leaves a highest bit only where one is 0. */
static uint32_t ascii_length(const char *source, uint32_t length) {
    const uint64_t highest = UINT64_C(0x8080808080808080), ones = UINT64_C(0x0101010101010101);
    uint32_t known = 0;
    for (; length - known >= PIECE; known += PIECE) {
        uint64_t any = 0;
        for (uint32_t i = 0; i < PIECE; i += (uint32_t)sizeof(any)) {
            uint64_t bytes;
            memcpy(&bytes, source + known + i, sizeof(bytes));
            any |= bytes | (bytes - ones);
        }
        if (any & highest)
            break;
    }
    return known;
}

/* Returns the encoding whose byte-order mark begins the text, NULL where none does; `*length` becomes that of the mark.
 */
static const char *marked_encoding(const char *source, uint32_t size, uint32_t *length) {
    static const char *const marks[][2] = {{"\xef\xbb\xbf", "UTF-8"}, {"\xff\xfe", "UTF-16"}, {"\xfe\xff", "UTF-16"}};
    for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
        if (size >= strlen(marks[i][0]) && memcmp(source, marks[i][0], strlen(marks[i][0])) == 0) {
            *length = (uint32_t)strlen(marks[i][0]);
            return marks[i][1];
        }
    return NULL;
}

bool ptxc_prescan_ascii(struct ptxc_report *report, const char *source, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin + ascii_length(source + begin, end - begin); i < end; i++) {
        if (source[i] != 0 && (unsigned char)source[i] < 0x80)
            continue;
        uint32_t mark = 1;
        const char *encoding = i == 0 ? marked_encoding(source, end, &mark) : NULL;
        const char *message =
            encoding
                ? ptxc_arena_format(&report->words, "PTX is ASCII, and this is the byte-order mark of %s", encoding)
                : ptxc_arena_format(&report->words, "PTX is ASCII, and this is byte 0x%02x", (unsigned char)source[i]);
        ptxc_report_raise(report, PTXC_RULE_NON_ASCII, (struct ptxc_span){i, mark}, message);
        return true;
    }
    return false;
}

/* Looks at the window from `begin` to `end`. */
static void look(struct ptxc_module *module, uint32_t begin, uint32_t end) {
    struct ptxc_report *report = module->parser.report;
    const char *source = module->parser.lexer.source;
    const uint32_t overlap = begin < PTXC_COMMENT_SIGN ? begin : PTXC_COMMENT_SIGN;
    const char *text = source + begin - overlap;
    const uint32_t length = end - begin + overlap;
    if (!module->byte_reported)
        module->byte_reported = ptxc_prescan_ascii(report, source, begin, end);
    if (!module->mentions)
        module->mentions = ptxc_allow_mentioned(text, length);
}

void ptxc_prescan_reach(struct ptxc_module *module, uint32_t position) {
    const struct ptxc_report *report = module->parser.report;
    const uint32_t length = module->parser.lexer.length;
    const uint32_t wanted = length - position > AHEAD ? position + AHEAD : length;
    while (module->prescans && module->reached < wanted) {
        const uint32_t begin = module->reached;
        if (begin % STRETCH == 0 && report->ahead)
            report->ahead(report->ahead_user, begin, length - begin < STRETCH ? length - begin : STRETCH);
        module->reached = length - begin > WINDOW ? begin + WINDOW : length;
        look(module, begin, module->reached);
    }
}
