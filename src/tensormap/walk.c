/* Walks through JSON: see walk.h. */
#include "tensormap/walk.h"

#include <string.h>

enum { DEPTH_MAX = 64 }; /* of values that are passed over */

static void advance(struct ptxc_json_walk *walk) {
    walk->token = ptxc_json_next(&walk->json);
}

struct ptxc_json_walk ptxc_json_walk(const char *source, uint32_t length, const struct ptxc_sink *sink,
                                     enum ptxc_rule_id rule) {
    static const char mark[] = "\xef\xbb\xbf"; /* a byte order mark */
    const bool marked = length >= strlen(mark) && memcmp(source, mark, strlen(mark)) == 0;
    struct ptxc_json_walk walk = {
        .json = {source, length, marked ? (uint32_t)strlen(mark) : 0}, .sink = sink, .rule = rule};
    advance(&walk);
    return walk;
}

struct ptxc_span ptxc_json_here(const struct ptxc_json_walk *walk) {
    return (struct ptxc_span){walk->token.offset, walk->token.length};
}

struct ptxc_span ptxc_json_inside(struct ptxc_span string) {
    return (struct ptxc_span){string.offset + 1, string.length - 2};
}

bool ptxc_json_is(const struct ptxc_json_walk *walk, struct ptxc_span text, const char *word) {
    return text.length == strlen(word) && memcmp(walk->json.source + text.offset, word, text.length) == 0;
}

void ptxc_json_say(const struct ptxc_json_walk *walk, enum ptxc_rule_id rule, struct ptxc_span place,
                   const char *message) {
    const struct ptxc_finding finding = {.rule = rule, .span = place, .message = message};
    ptxc_sink_give(walk->sink, &finding);
}

void ptxc_json_fail(struct ptxc_json_walk *walk, const char *wanted) {
    const struct ptxc_span place = ptxc_json_here(walk);
    struct ptxc_arena *arena = walk->sink->arena;
    if (walk->failed)
        return;
    walk->failed = true;
    if (walk->token.kind == PTXC_JSON_END)
        ptxc_json_say(walk, walk->rule, place,
                      ptxc_arena_format(arena, "%s must stand here, not the end of the document", wanted));
    else
        ptxc_json_say(walk, walk->rule, place,
                      ptxc_arena_format(arena, "%s must stand here, not '%.*s'", wanted,
                                        (int)(place.length > 40 ? 40 : place.length),
                                        walk->json.source + place.offset));
}

bool ptxc_json_expect(struct ptxc_json_walk *walk, enum ptxc_json_kind kind, const char *wanted) {
    if (walk->token.kind != kind) {
        ptxc_json_fail(walk, wanted);
        return false;
    }
    advance(walk);
    return true;
}

bool ptxc_json_another(struct ptxc_json_walk *walk, enum ptxc_json_kind close, const char *wanted) {
    if (walk->token.kind == PTXC_JSON_COMMA) {
        advance(walk);
        return true;
    }
    ptxc_json_expect(walk, close, wanted);
    return false;
}

bool ptxc_json_open(struct ptxc_json_walk *walk, enum ptxc_json_kind close) {
    advance(walk);
    if (walk->token.kind != close)
        return true;
    advance(walk);
    return false;
}

static void pass_over(struct ptxc_json_walk *walk, const char *whole, int depth);

/* Passes over the members of an object, or the elements of a list. */
static void pass_parts(struct ptxc_json_walk *walk, bool object, const char *whole, int depth) {
    const enum ptxc_json_kind close = object ? PTXC_JSON_CLOSE_OBJECT : PTXC_JSON_CLOSE_LIST;
    bool more = ptxc_json_open(walk, close);
    while (more && !walk->failed) {
        if (object && (!ptxc_json_expect(walk, PTXC_JSON_STRING, "the name of a member") ||
                       !ptxc_json_expect(walk, PTXC_JSON_COLON, "a colon")))
            return;
        pass_over(walk, whole, depth + 1);
        more = !walk->failed && ptxc_json_another(walk, close, object ? "a comma or }" : "a comma or ]");
    }
}

static void pass_over(struct ptxc_json_walk *walk, const char *whole, int depth) {
    switch (walk->token.kind) {
    case PTXC_JSON_OPEN_OBJECT:
    case PTXC_JSON_OPEN_LIST:
        if (depth > DEPTH_MAX)
            ptxc_json_fail(walk, whole);
        else
            pass_parts(walk, walk->token.kind == PTXC_JSON_OPEN_OBJECT, whole, depth);
        return;
    case PTXC_JSON_STRING:
    case PTXC_JSON_NUMBER:
    case PTXC_JSON_TRUE:
    case PTXC_JSON_FALSE:
    case PTXC_JSON_NULL: advance(walk); return;
    default: ptxc_json_fail(walk, "a value");
    }
}

void ptxc_json_pass(struct ptxc_json_walk *walk, const char *whole) {
    pass_over(walk, whole, 0);
}
