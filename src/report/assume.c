/* Assumptions: see assume.h. */
#include "report/assume.h"

#include <string.h>

#include "base/characters.h"
#include "tables/tables.h"

/* ---- what can be assumed: the rows of assumptions.def ---- */

enum of { OF_ALL, OF_A_NAME };
enum { LONGEST_SHOWN = 60, MOST_DIGITS = 18 };

static const struct {
    const char *name;
    enum of of;
    uint64_t low, high;
} rows[] = {
#define ASSUMPTION(name, of, low, high) {name, of, low, high},
#include "assumptions.def"
};

/* Whether the name of a tensor map can have this character. */
static bool assumption_has(char c) {
    return ptxc_is_name(c) || c == '$' || c == '%';
}

/* Whether a text is the name of a tensor map: that of a parameter or variable, and maybe the byte of it. */
static bool is_map(const char *text, size_t length) {
    size_t name = 0, end;
    while (name < length && assumption_has(text[name]))
        name++;
    for (end = name + 1; end < length && ptxc_is_digit(text[end]);)
        end++;
    return name > 0 && (name == length || (text[name] == '+' && end == length && end > name + 1));
}

/* Whether a text is the name of the row, with one more in parentheses where it asks for one. */
static bool is_of(size_t row, const char *text, uint32_t length) {
    const size_t size = strlen(rows[row].name);
    if (length < size || memcmp(text, rows[row].name, size) != 0)
        return false;
    if (rows[row].of == OF_ALL)
        return length == size;
    return length >= size + 3 && text[size] == '(' && text[length - 1] == ')' &&
           is_map(text + size + 1, length - size - 2);
}

/* Says which names there are. */
static void list_names(struct ptxc_buffer *why, const char *name, uint32_t length) {
    const int shown = length < LONGEST_SHOWN ? (int)length : LONGEST_SHOWN;
    ptxc_buffer_add(why, "what is assumed must be ");
    for (size_t i = 0; i < PTXC_COUNT(rows); i++)
        ptxc_buffer_add(why, "%s%s%s",
                        i == 0                     ? ""
                        : i + 1 < PTXC_COUNT(rows) ? ", "
                                                   : " or ",
                        rows[i].name, rows[i].of == OF_A_NAME ? "(NAME)" : "");
    ptxc_buffer_add(why, ", not '%.*s'", shown, name);
}

void ptxc_assume_judge(const char *name, uint32_t length, uint64_t value, struct ptxc_buffer *why) {
    for (size_t i = 0; i < PTXC_COUNT(rows); i++) {
        if (!is_of(i, name, length))
            continue;
        if (value < rows[i].low || value > rows[i].high)
            ptxc_buffer_add(why, "%s must lie in [%llu, %llu], not %llu", rows[i].name, (unsigned long long)rows[i].low,
                            (unsigned long long)rows[i].high, (unsigned long long)value);
        return;
    }
    list_names(why, name, length);
}

/* ---- comments ---- */

/* Returns the place of a span of the text in the source. */
static struct ptxc_span placed(const struct ptxc_view *view, struct ptxc_span span) {
    return view ? view->locate(view->snippet, span, false) : span;
}

/* Reports what is wrong with the comment, at a span of the text. */
static void complain(const struct ptxc_comments *comments, struct ptxc_span span, const char *message) {
    const struct ptxc_finding finding = {
        .rule = PTXC_RULE_UNKNOWN_ASSUME, .span = placed(comments->view, span), .message = message, .in_host = true};
    ptxc_report_add(comments->report, &finding);
}

/* Adds what a comment at `at` says for the part of the source that it is about: the function around it or, outside of
 * one, all that follows; in the text of an asm statement all of that. */
static void add(const struct ptxc_comments *comments, uint32_t at, struct ptxc_span name, uint64_t value) {
    struct ptxc_report *report = comments->report;
    struct ptxc_assumptions *known = &report->assumed;
    const bool whole = comments->view != NULL;
    const struct ptxc_span last = placed(comments->view, (struct ptxc_span){comments->length - 1, 1});
    const uint32_t begin = whole ? 0 : comments->function != UINT32_MAX ? comments->function : at;
    char *copy = ptxc_arena_alloc(&report->lasting, name.length + 1);
    void *grown =
        ptxc_arena_grow(&report->lasting, known->items, &known->capacity, known->count + 1, sizeof(*known->items));
    if (!copy || !grown)
        return;
    memcpy(copy, comments->text + name.offset, name.length);
    known->items = grown;
    known->items[known->count++] = (struct ptxc_assumed_here){
        .what = {copy, value},
        .begin = placed(comments->view, (struct ptxc_span){begin, 1}).offset,
        .end = whole ? last.offset + last.length : UINT32_MAX,
    };
}

/* Reads a decimal number that fills the span; false where it is none. */
static bool read_number(const char *text, struct ptxc_span span, uint64_t *value) {
    *value = 0;
    for (uint32_t i = 0; i < span.length; i++) {
        if (!ptxc_is_digit(text[span.offset + i]))
            return false;
        *value = *value * 10 + (uint64_t)(text[span.offset + i] - '0');
    }
    return span.length > 0 && span.length <= MOST_DIGITS;
}

uint32_t ptxc_assume_read(const struct ptxc_comments *comments, uint32_t at, uint32_t position, uint32_t end) {
    const char *text = comments->text;
    struct ptxc_span name = {position, 0}, number;
    uint64_t value;
    char words[200];
    struct ptxc_buffer why = {words, sizeof(words), 0};
    while (position < end && (assumption_has(text[position]) || strchr("()+", text[position])))
        position++;
    name.length = position - name.offset;
    number = (struct ptxc_span){position + 1, 0};
    if (position < end && text[position] == '=')
        while (++position < end && assumption_has(text[position]))
            number.length++;
    if (name.length == 0 || !read_number(text, number, &value)) {
        complain(comments, (struct ptxc_span){at, position - at},
                 "an assume comment must be written 'ptxcheck: assume NAME=VALUE', with a decimal number as value");
        return position;
    }
    ptxc_assume_judge(text + name.offset, name.length, value, &why);
    if (why.length > 0)
        complain(comments, (struct ptxc_span){name.offset, position - name.offset},
                 ptxc_arena_format(&comments->report->words, "%s", words));
    else
        add(comments, at, name, value);
    return position;
}

void ptxc_assume_leave(const struct ptxc_comments *comments, uint32_t end) {
    struct ptxc_assumptions *known = &comments->report->assumed;
    for (size_t i = comments->view ? 0 : known->count; i > 0 && known->items[i - 1].begin == comments->function; i--)
        known->items[i - 1].end = end;
}

/* ---- the question ---- */

static bool is_named(const struct ptxc_assumption *assumption, const char *name, uint32_t length) {
    return strlen(assumption->name) == length && memcmp(assumption->name, name, length) == 0;
}

uint64_t ptxc_assume_value(const struct ptxc_report *report, uint32_t offset, const char *name, uint32_t length) {
    const struct ptxc_assumptions *known = &report->assumed;
    const uint32_t place = placed(report->view, (struct ptxc_span){offset, 1}).offset;
    const struct ptxc_assumption *found = NULL;
    for (size_t i = 0; i < known->given_count; i++)
        if (is_named(&known->given[i], name, length))
            found = &known->given[i];
    for (size_t i = 0; i < known->count; i++)
        if (known->items[i].begin <= place && place < known->items[i].end &&
            is_named(&known->items[i].what, name, length))
            found = &known->items[i].what;
    return found ? found->value : 0;
}
