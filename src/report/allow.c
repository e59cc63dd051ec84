/* Reading allow comments: see allow.h.
 *
 * A comment beside code is about its line. One that stands alone is about the lines from its own to the first below it
 * that holds anything but such a comment, so that several can stand above a line, with more words between them.
 */
#include "report/allow.h"

#include <string.h>

#include "base/characters.h"
#include "base/find.h"
#include "report/assume.h"
#include "tables/suggest.h"

/* The character at RARE seldom stands before the next one elsewhere. */
enum { SIGN = PTXC_COMMENT_SIGN, RARE = 7, LONGEST_SHOWN = 60 };
static const char sign[SIGN + 1] = "ptxcheck:";

/* Returns the next place of the sign at or after `at`; NULL where there is none. */
static const char *find_sign(const char *at, const char *limit) {
    return limit - at < SIGN ? NULL : ptxc_find(at, limit, sign, SIGN, RARE);
}

bool ptxc_allow_mentioned(const char *text, uint32_t length) {
    return find_sign(text, text + length) != NULL;
}

struct ptxc_comments ptxc_allow_begin(struct ptxc_report *report, const char *text, uint32_t length,
                                      const struct ptxc_view *view) {
    return (struct ptxc_comments){
        .report = report, .text = text, .length = length, .view = view, .function = UINT32_MAX};
}

/* ---- places ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* Returns the place of the first character of the line. */
static uint32_t line_start(const char *text, uint32_t position) {
    while (position > 0 && text[position - 1] != '\n')
        position--;
    return position;
}

/* Returns the place of the line feed that ends the line, or of the end of the text. */
static uint32_t line_end(const char *text, uint32_t length, uint32_t position) {
    const char *end = position < length ? memchr(text + position, '\n', length - position) : NULL;
    return end ? (uint32_t)(end - text) : length;
}

/* Returns the place of the first character from `position` on that is no blank. */
static uint32_t skip_blanks(const char *text, uint32_t length, uint32_t position) {
    while (position < length && is_blank(text[position]))
        position++;
    return position;
}

/* Returns the place of a span of the text in the source. */
static struct ptxc_span placed(const struct ptxc_comments *comments, struct ptxc_span span) {
    return comments->view ? comments->view->locate(comments->view->snippet, span, false) : span;
}

/* Returns the place in the source after the byte before `end`. */
static uint32_t placed_end(const struct ptxc_comments *comments, uint32_t end) {
    const struct ptxc_span last = placed(comments, (struct ptxc_span){end - 1, 1});
    return end > 0 ? last.offset + last.length : 0;
}

/* ---- items ---- */

static void add_item(struct ptxc_report *report, const struct ptxc_allow *item) {
    struct ptxc_allowed *allowed = &report->allowed;
    void *grown =
        ptxc_arena_grow(&report->lasting, allowed->items, &allowed->capacity, allowed->count + 1, sizeof(*item));
    if (!grown)
        return;
    allowed->items = grown;
    allowed->items[allowed->count++] = *item;
}

/* Reports what is wrong with a comment, at a span of the text. */
static void complain(const struct ptxc_comments *comments, struct ptxc_span span, const char *message) {
    const struct ptxc_finding finding = {
        .rule = PTXC_RULE_UNKNOWN_ALLOW, .span = placed(comments, span), .message = message, .in_host = true};
    ptxc_report_add(comments->report, &finding);
}

/* Returns the rule whose id is nearest to the word, or PTXC_RULE_COUNT where none is near. */
static enum ptxc_rule_id nearest_rule(const char *word, size_t length) {
    enum ptxc_rule_id nearest = PTXC_RULE_COUNT;
    unsigned least = length < 8 ? 2 : 4;
    for (int i = 0; i < PTXC_RULE_COUNT; i++) {
        const size_t size = strlen(ptxc_rules[i].id);
        const bool comparable = size < length + least && length < size + least;
        const unsigned slips = comparable ? ptxc_suggest_slips(word, length, ptxc_rules[i].id) : least;
        if (slips < least) {
            least = slips;
            nearest = (enum ptxc_rule_id)i;
        }
    }
    return nearest;
}

static void complain_unknown(const struct ptxc_comments *comments, struct ptxc_span name) {
    struct ptxc_arena *arena = &comments->report->words;
    const char *word = comments->text + name.offset;
    const enum ptxc_rule_id meant = nearest_rule(word, name.length);
    const int shown = name.length < LONGEST_SHOWN ? (int)name.length : LONGEST_SHOWN;
    complain(comments, name,
             meant == PTXC_RULE_COUNT ? ptxc_arena_format(arena, "there is no rule %.*s to allow", shown, word)
                                      : ptxc_arena_format(arena, "there is no rule %.*s to allow; did you mean %s?",
                                                          shown, word, ptxc_rules[meant].id));
}

/* Returns the rule with this id, or PTXC_RULE_COUNT. */
static enum ptxc_rule_id rule_named(const char *word, size_t length) {
    for (int i = 0; i < PTXC_RULE_COUNT; i++)
        if (strlen(ptxc_rules[i].id) == length && memcmp(ptxc_rules[i].id, word, length) == 0)
            return (enum ptxc_rule_id)i;
    return PTXC_RULE_COUNT;
}

/* Adds the rule of this name, for the lines of `item`. */
static void add_rule(const struct ptxc_comments *comments, struct ptxc_allow item, struct ptxc_span name) {
    item.rule = rule_named(comments->text + name.offset, name.length);
    item.name = placed(comments, name);
    if (item.rule == PTXC_RULE_COUNT)
        complain_unknown(comments, name);
    else
        add_item(comments->report, &item);
}

/* ---- directives ---- */

static bool is_word(char c) {
    return ptxc_is_name(c) || c == '-';
}

/* Returns the span of the word at `position`, which ends before `end`. */
static struct ptxc_span word_at(const char *text, uint32_t position, uint32_t end) {
    const uint32_t start = position;
    while (position < end && is_word(text[position]))
        position++;
    return (struct ptxc_span){start, position - start};
}

/* Takes back the rules that a list names, from item `first` on, and says what is wrong with it. */
static void refuse(const struct ptxc_comments *comments, size_t first, uint32_t position, uint32_t end,
                   const char *message) {
    comments->report->allowed.count = first;
    complain(comments, (struct ptxc_span){position - (position == end), 1}, message);
}

/* Reads the rules up to the closing parenthesis, and gives the place after it. A list that is not closed allows
 * nothing. */
static uint32_t read_rules(const struct ptxc_comments *comments, struct ptxc_allow item, uint32_t position,
                           uint32_t end) {
    const char *text = comments->text;
    const size_t first = comments->report->allowed.count;
    for (char next = ','; next == ',';) {
        position = skip_blanks(text, end, position);
        const struct ptxc_span name = word_at(text, position, end);
        position = skip_blanks(text, end, position + name.length);
        next = (char)(position < end ? text[position] : 0);
        if (name.length == 0) {
            refuse(comments, first, position, end,
                   "allow( must be followed by the names of rules, with commas between them");
            return position;
        }
        add_rule(comments, item, name);
        position += next == ',' || next == ')';
        if (next == ')')
            return position;
    }
    refuse(comments, first, position, end, "the rules after allow( must be separated by commas, and closed with )");
    return position;
}

static bool is(const char *text, struct ptxc_span word, const char *name) {
    return word.length == strlen(name) && memcmp(text + word.offset, name, word.length) == 0;
}

/* Whether what follows the sign was meant as a directive: the word is nearly one, is the only one on its line,
 * is followed by a list, or by a rule. Anything else is a sentence that begins with the name of the command. */
static bool is_meant(const char *text, struct ptxc_span word, uint32_t end) {
    const uint32_t after = word.offset + word.length, next = skip_blanks(text, end, after);
    const bool near = ptxc_suggest_slips(text + word.offset, word.length, "allow") < 2 ||
                      ptxc_suggest_slips(text + word.offset, word.length, "allow-file") < 3 ||
                      ptxc_suggest_slips(text + word.offset, word.length, "assume") < 2;
    const bool closes = next + 1 < end && text[next] == '*' && text[next + 1] == '/';
    const struct ptxc_span second = word_at(text, next, end);
    return near || (word.length > 0 && (next == end || closes || text[next] == '\n' || strchr("([=", text[next]) ||
                                        rule_named(text + next, second.length) != PTXC_RULE_COUNT));
}

/* Reads the directive after the sign at `at`, and gives a place after it. */
static uint32_t read_directive(const struct ptxc_comments *comments, struct ptxc_allow item, uint32_t at,
                               uint32_t end) {
    const char *text = comments->text;
    const struct ptxc_span word = word_at(text, skip_blanks(text, end, at + SIGN), end);
    const uint32_t after = skip_blanks(text, end, word.offset + word.length);
    const bool whole = is(text, word, "allow-file"), listed = after < end && text[after] == '(';
    item.comment = placed(comments, (struct ptxc_span){at, SIGN}).offset;
    if (whole) {
        item.whole = true;
        item.begin = 0;
        item.end = UINT32_MAX;
    }
    if (is(text, word, "assume"))
        return ptxc_assume_read(comments, at, after, end);
    if (!comments->report->honours_allow)
        return at + SIGN;
    if ((whole || is(text, word, "allow")) && listed)
        return read_rules(comments, item, after + 1, end);
    if (is_meant(text, word, end))
        complain(comments, (struct ptxc_span){at, word.offset + word.length - at},
                 "a comment to ptxcheck must be written 'ptxcheck: allow(RULE) REASON', "
                 "'ptxcheck: allow-file(RULE) REASON' or 'ptxcheck: assume NAME=VALUE'");
    return at + SIGN;
}

/* Whether the sign at `at` begins the comment, a line of it, or what looks like another comment in it. */
static bool begins(const char *text, uint32_t start, uint32_t at) {
    while (at > start && is_blank(text[at - 1]))
        at--;
    return at > start && strchr("/*#;!=\n", text[at - 1]);
}

/* Reads what a comment allows in the lines of `item`. */
static void read_comment(const struct ptxc_comments *comments, struct ptxc_span comment, struct ptxc_allow item) {
    const char *text = comments->text;
    const uint32_t end = comment.offset + comment.length;
    uint32_t position = comment.offset;
    for (const char *found; (found = find_sign(text + position, text + end));) {
        const uint32_t at = (uint32_t)(found - text);
        position = at + SIGN;
        if (begins(text, comment.offset, at))
            position = read_directive(comments, item, at, end);
    }
}

/* ---- lines ---- */

/* Returns the start of the line after the one on which nothing but blanks follows `position`; UINT32_MAX where
 * something else does, or the text ends. */
static uint32_t next_line(const struct ptxc_comments *comments, uint32_t position) {
    const uint32_t end = skip_blanks(comments->text, comments->length, position);
    return end < comments->length && comments->text[end] == '\n' ? end + 1 : UINT32_MAX;
}

/* Ends a run of comments that stand alone: they are about the line after it, too. */
static void end_run(struct ptxc_comments *comments) {
    struct ptxc_allowed *allowed = &comments->report->allowed;
    const uint32_t next = next_line(comments, comments->run_end);
    uint32_t end = comments->run_end;
    if (next != UINT32_MAX)
        end = line_end(comments->text, comments->length, next);
    for (size_t i = comments->run_first; comments->in_run && i < allowed->count; i++)
        if (!allowed->items[i].whole)
            allowed->items[i].end = placed_end(comments, end);
    comments->in_run = false;
}

/* Returns the lines of a comment beside code: the line of the source on which it begins. The line of the comment before
 * is kept, so that a line of many comments is gone through once. */
static struct ptxc_allow beside(const struct ptxc_comments *comments, uint32_t position) {
    struct ptxc_allowed *allowed = &comments->report->allowed;
    struct ptxc_span *line = &allowed->line;
    const uint32_t at = placed(comments, (struct ptxc_span){position, 1}).offset;
    if (at < line->offset || at >= line->offset + line->length) {
        line->offset = line_start(allowed->source, at);
        line->length = line_end(allowed->source, allowed->length, at) - line->offset;
    }
    return (struct ptxc_allow){.begin = line->offset, .end = line->offset + line->length};
}

void ptxc_allow_take(struct ptxc_comments *comments, struct ptxc_span comment) {
    const char *text = comments->text;
    const uint32_t end = comment.offset + comment.length;
    uint32_t start = comment.offset;
    if (!find_sign(text + comment.offset, text + end) && !comments->in_run)
        return;
    while (start > 0 && is_blank(text[start - 1]))
        start--;
    const bool first = start == 0 || text[start - 1] == '\n';
    const bool last =
        skip_blanks(text, comments->length, end) == comments->length || next_line(comments, end) != UINT32_MAX;
    const bool alone = first && last;
    if (!(alone && comments->in_run && next_line(comments, comments->run_end) == start)) {
        end_run(comments);
        comments->run_first = comments->report->allowed.count;
    }
    struct ptxc_allow item = {.alone = true};
    if (alone)
        item.begin = placed(comments, (struct ptxc_span){start, 1}).offset;
    else
        item = beside(comments, comment.offset);
    comments->in_run = alone;
    comments->run_end = end;
    read_comment(comments, comment, item);
}

void ptxc_allow_end(struct ptxc_comments *comments) {
    end_run(comments);
}
