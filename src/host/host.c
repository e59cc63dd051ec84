/* The host languages: their table, and the way into the extractors. See host.h. */
#include "host/host.h"

#include <string.h>

#include "host/c/condition.h"
#include "host/c/extract.h"
#include "host/c/lexer.h"
#include "host/common/extraction.h"

struct host_row {
    const char *extensions; /* separated by blanks */
    ptxc_extractor *extract;
    ptxc_host_next *next;
};

static const struct host_row hosts[PTXC_HOST_COUNT] = {
#define HOST(enumerator, extensions, extract, next) [enumerator] = {extensions, extract, next},
#include "hosts.def"
};

/* Whether the text is the word `lower` in any case. */
static bool same_letters(const char *text, const char *lower, size_t length) {
    for (size_t i = 0; i < length; i++) {
        bool upper = text[i] >= 'A' && text[i] <= 'Z';
        if (text[i] + (upper ? 'a' - 'A' : 0) != lower[i])
            return false;
    }
    return true;
}

/* Whether the row lists the extension, its dot included. */
static bool has_extension(const struct host_row *row, const char *extension) {
    for (const char *at = row->extensions;; at++) {
        const size_t length = strcspn(at, " ");
        if (length == strlen(extension) && same_letters(extension, at, length))
            return true;
        at += length;
        if (!*at)
            return false;
    }
}

enum ptxc_host ptxc_host_find(const char *path) {
    const char *extension = strrchr(path, '.');
    if (!extension || strchr(extension, '/'))
        return PTXC_HOST_NONE;
    for (int i = PTXC_HOST_NONE + 1; i < PTXC_HOST_COUNT; i++)
        if (has_extension(&hosts[i], extension))
            return (enum ptxc_host)i;
    return PTXC_HOST_NONE;
}

const char *ptxc_host_row_extensions(enum ptxc_host host) {
    return hosts[host].extensions;
}

bool ptxc_host_extract(enum ptxc_host host, const char *source, uint32_t length, const struct ptxc_defines *defines,
                       uint64_t seed, struct ptxc_arena *arena, struct ptxc_snippet_list *list) {
    struct ptxc_workspace workspace = {0};
    struct ptxc_extraction extraction = {.source = source,
                                         .length = length,
                                         .arena = arena,
                                         .list = list,
                                         .workspace = &workspace,
                                         .defines = defines,
                                         .embedded = ptxc_extract_c_family,
                                         .embedded_next = ptxc_host_c_next,
                                         .budget = (uint64_t)length * 8 + 65536,
                                         .uses_budget = (uint64_t)length * 8 + (1 << 20),
                                         .seed = seed};
    if (host > PTXC_HOST_NONE && host < PTXC_HOST_COUNT)
        hosts[host].extract(&extraction);
    return !arena->failed;
}

void ptxc_host_comments(enum ptxc_host host, const char *text, uint32_t length, const struct ptxc_defines *defines,
                        const struct ptxc_view *view, struct ptxc_report *report) {
    struct ptxc_comments comments = ptxc_allow_begin(report, text, length, view);
    struct ptxc_host_lexer lexer = {.source = text, .length = length, .comments = &comments};
    struct ptxc_host_conditions conditions;
    ptxc_conditions_begin(&conditions, defines);
    for (struct ptxc_host_token token; (token = hosts[host].next(&lexer)).kind != PTXC_HOST_END;) {
        if (token.kind != PTXC_HOST_DIRECTIVE)
            continue;
        ptxc_conditions_follow(&conditions, text, (struct ptxc_span){token.offset, token.length});
        lexer.comments = ptxc_conditions_facts(&conditions).never ? NULL : &comments;
    }
    ptxc_allow_end(&comments);
}
