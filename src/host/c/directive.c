/* Preprocessor lines: see directive.h. */
#include "host/c/directive.h"

#include <string.h>

#include "base/characters.h"

struct ptxc_span ptxc_directive_name(const char *source, struct ptxc_span span) {
    uint32_t start = span.offset + 1, limit = span.offset + span.length, end;
    while (start < limit && (source[start] == ' ' || source[start] == '\t'))
        start++;
    for (end = start; end < limit && source[end] >= 'a' && source[end] <= 'z';)
        end++;
    return (struct ptxc_span){start, end - start};
}

bool ptxc_host_span_is(const char *source, struct ptxc_span name, const char *word) {
    return name.length == strlen(word) && memcmp(source + name.offset, word, name.length) == 0;
}

enum ptxc_directive ptxc_directive_find(const char *source, struct ptxc_span span) {
    struct ptxc_span name = ptxc_directive_name(source, span);
    if (ptxc_host_span_is(source, name, "if") || ptxc_host_span_is(source, name, "ifdef") ||
        ptxc_host_span_is(source, name, "ifndef"))
        return PTXC_DIRECTIVE_IF;
    if (ptxc_host_span_is(source, name, "elif") || ptxc_host_span_is(source, name, "elifdef") ||
        ptxc_host_span_is(source, name, "elifndef"))
        return PTXC_DIRECTIVE_ELIF;
    if (ptxc_host_span_is(source, name, "else"))
        return PTXC_DIRECTIVE_ELSE;
    return ptxc_host_span_is(source, name, "endif") ? PTXC_DIRECTIVE_ENDIF : PTXC_DIRECTIVE_OTHER;
}

struct ptxc_span ptxc_directive_undefines(const char *source, struct ptxc_span line) {
    const struct ptxc_span name = ptxc_directive_name(source, line);
    uint32_t start = name.offset + name.length, limit = line.offset + line.length;
    while (start < limit && (source[start] == ' ' || source[start] == '\t'))
        start++;
    uint32_t end = start;
    while (end < limit && ptxc_is_name(source[end]))
        end++;
    return (struct ptxc_span){start, ptxc_host_span_is(source, name, "undef") ? end - start : 0};
}
