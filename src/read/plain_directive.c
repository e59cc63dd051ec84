/* Directives as compilers write them: see plain_directive.h. */
#include "read/plain_directive.h"

#include <string.h>

#include "base/characters.h"
#include "ptxcheck/ptxcheck.h"
#include "read/blank.h"
#include "tables/spaces.h"
#include "tables/words.h"

enum { MOST_DIGITS = 8 };

/* A text on its way; once something is not as it should be, nothing more is. */
struct scan {
    const char *source;
    uint32_t length, at;
    bool failed;
};

/* The character here, or 0. */
static char here(const struct scan *scan) {
    return (char)(scan->at < scan->length ? scan->source[scan->at] : 0);
}

/* Whether this very text comes, and passes over it. */
static bool take(struct scan *scan, const char *text, uint32_t size) {
    if (scan->length - scan->at < size || memcmp(scan->source + scan->at, text, size) != 0)
        return false;
    scan->at += size;
    return true;
}

static void need(struct scan *scan, const char *text) {
    scan->failed |= !take(scan, text, (uint32_t)strlen(text));
}

static void need_blanks(struct scan *scan) {
    const uint32_t start = scan->at;
    while (here(scan) == ' ' || here(scan) == '\t')
        scan->at++;
    scan->failed |= scan->at == start;
}

/* Passes over a number in decimal, and gives whether it is 0. */
static bool need_number(struct scan *scan) {
    const uint32_t start = scan->at;
    const bool zero = here(scan) == '0';
    while (ptxc_is_digit(here(scan)))
        scan->at++;
    const uint32_t digits = scan->at - start;
    scan->failed |= digits == 0 || digits > MOST_DIGITS || (zero && digits > 1);
    return zero;
}

/* Passes over a name. */
static void need_name(struct scan *scan) {
    const uint32_t start = scan->at;
    const bool sign = here(scan) == '_' || here(scan) == '$' || here(scan) == '%';
    scan->failed |= !sign && (!ptxc_is_name(here(scan)) || ptxc_is_digit(here(scan)));
    scan->at += sign;
    while (ptxc_is_name(here(scan)) || here(scan) == '$')
        scan->at++;
    scan->failed |= scan->at - start < 1u + sign;
}

/* Passes over a dot and the word after it. */
static struct ptxc_span need_dotted(struct scan *scan) {
    const uint32_t start = scan->at;
    scan->failed |= here(scan) != '.';
    scan->at++;
    while (ptxc_is_name(here(scan)))
        scan->at++;
    return (struct ptxc_span){start, scan->at - start};
}

static void need_place(struct scan *scan) {
    for (int i = 0; i < 3 && !scan->failed; i++) {
        need_blanks(scan);
        need_number(scan);
    }
}

/* What follows begins a statement, and no blank or comment comes before it. */
static bool begins_statement(char c) {
    return (ptxc_is_name(c) && !ptxc_is_digit(c)) || c == '$' || c == '%' || c == '@' || c == '.' || c == '{' ||
           c == '}';
}

uint32_t ptxc_plain_location(const char *source, uint32_t length, uint32_t position) {
    struct scan scan = {source, length, position, false};
    need(&scan, ".loc");
    if (scan.failed)
        return 0;
    need_place(&scan);
    if (here(&scan) == ',') {
        need(&scan, ", function_name ");
        need_name(&scan);
        need(&scan, ", inlined_at");
        need_place(&scan);
    }
    scan.failed |= here(&scan) != '\n';
    while (here(&scan) == '\n' || here(&scan) == '\t' || here(&scan) == ' ')
        scan.at++;
    return scan.failed || !begins_statement(here(&scan)) ? 0 : scan.at;
}

/* Whether names that are declared in this space matter to those alone who use them. */
static bool is_own(enum ptxc_space space) {
    return space == PTXC_SPACE_REG || space == PTXC_SPACE_PARAM || space == PTXC_SPACE_LOCAL;
}

/* Passes over a name with its range or its extent, and counts the symbols. */
static void need_declarator(struct scan *scan, uint32_t *names) {
    bool empty = false;
    need_name(scan);
    if (here(scan) == '<') {
        need(scan, "<");
        empty = need_number(scan);
        need(scan, ">");
    } else if (here(scan) == '[') {
        need(scan, "[");
        need_number(scan);
        need(scan, "]");
    }
    *names += !empty;
}

uint32_t ptxc_plain_declaration(const char *source, uint32_t length, uint32_t position, uint32_t *names) {
    struct scan scan = {source, length, position, false};
    *names = 0;
    const struct ptxc_span space = need_dotted(&scan);
    if (scan.failed || !is_own(ptxc_space_declared(source + space.offset, space.length, true)))
        return 0;
    need_blanks(&scan);
    if (take(&scan, ".align", strlen(".align"))) {
        need_blanks(&scan);
        need_number(&scan);
        need_blanks(&scan);
    }
    const struct ptxc_span type = need_dotted(&scan);
    if (scan.failed || ptxc_type_find(source + type.offset, type.length) == PTXC_TYPE_NONE)
        return 0;
    need_blanks(&scan);
    need_declarator(&scan, names);
    while (here(&scan) == ',' && !scan.failed) {
        need(&scan, ",");
        need_blanks(&scan);
        need_declarator(&scan, names);
    }
    need(&scan, ";");
    return scan.failed ? 0 : scan.at;
}
