/* The reader of JSON: see json.h. */
#include "tensormap/json.h"

#include <string.h>

/*!include:re2c "base/lexer.re" */

enum { DEPTH_MAX = 64, LONGEST_VALUE = 40, LONGEST_KEY = 60 }; /* of values that are passed over; in messages */

/* Reads the next token; at the end of the source it is PTXC_JSON_END, however often. */
static void advance(struct ptxc_json *json) {
    const char *cursor = json->source + json->position;
    const char *const limit = json->source + json->length;
    const char *marker = cursor;
    const char *start = cursor;

#define TOKEN(read) { json->kind = (read); break; }

    for (;;) {
        start = cursor;
        /*!re2c
        digits = "0" | [1-9] [0-9]*;
        number = "-"? digits ("." [0-9]+)? ([eE] [+-]? [0-9]+)?;
        escape = "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4});
        string = ["] ([^"\\\x00-\x1f] | escape)* ["];

        [ \t\r\n]+ { continue; }
        "{"        { TOKEN(PTXC_JSON_OPEN_OBJECT); }
        "}"        { TOKEN(PTXC_JSON_CLOSE_OBJECT); }
        "["        { TOKEN(PTXC_JSON_OPEN_LIST); }
        "]"        { TOKEN(PTXC_JSON_CLOSE_LIST); }
        ":"        { TOKEN(PTXC_JSON_COLON); }
        ","        { TOKEN(PTXC_JSON_COMMA); }
        string     { TOKEN(PTXC_JSON_STRING); }
        number     { TOKEN(PTXC_JSON_NUMBER); }
        "true"     { TOKEN(PTXC_JSON_TRUE); }
        "false"    { TOKEN(PTXC_JSON_FALSE); }
        "null"     { TOKEN(PTXC_JSON_NULL); }
        $          { TOKEN(PTXC_JSON_END); }
        *          { TOKEN(PTXC_JSON_OTHER); }
        */
    }
#undef TOKEN
    json->position = (uint32_t)(cursor - json->source);
    json->token = (struct ptxc_span){(uint32_t)(start - json->source), (uint32_t)(cursor - start)};
}

struct ptxc_json ptxc_json_begin(const char *source, uint32_t length, const char *value, const struct ptxc_sink *sink,
                                 enum ptxc_rule_id rule) {
    static const char mark[] = "\xef\xbb\xbf"; /* a byte order mark */
    const bool marked = length >= strlen(mark) && memcmp(source, mark, strlen(mark)) == 0;
    struct ptxc_json json = {.source = source,
                             .length = length,
                             .position = marked ? (uint32_t)strlen(mark) : 0,
                             .value = value,
                             .sink = sink,
                             .rule = rule};
    advance(&json);
    return json;
}

struct ptxc_span ptxc_json_inside(struct ptxc_span string) {
    return (struct ptxc_span){string.offset + 1, string.length - 2};
}

const char *ptxc_json_text(const struct ptxc_json *json, struct ptxc_span place) {
    return json->source + place.offset;
}

bool ptxc_json_is(const struct ptxc_json *json, struct ptxc_span place, const char *word) {
    return place.length == strlen(word) && memcmp(ptxc_json_text(json, place), word, place.length) == 0;
}

void ptxc_json_copy(const struct ptxc_json *json, struct ptxc_span place, char *text, size_t size) {
    const size_t length = place.length < size ? place.length : size - 1;
    memcpy(text, ptxc_json_text(json, place), length);
    text[length] = '\0';
}

void ptxc_json_report(const struct ptxc_json *json, enum ptxc_rule_id rule, struct ptxc_span place,
                      const char *message) {
    const struct ptxc_finding finding = {.rule = rule, .span = place, .message = message};
    ptxc_sink_give(json->sink, &finding);
}

/* Returns how much of a place a message has. */
static int shown(struct ptxc_span place, uint32_t most) {
    return (int)(place.length < most ? place.length : most);
}

void ptxc_json_report_value(const struct ptxc_json *json, enum ptxc_rule_id rule, const char *member,
                            struct ptxc_span place, const char *wanted) {
    ptxc_json_report(json, rule, place,
                     ptxc_arena_format(json->sink->arena, "%s must be %s, not %.*s", member, wanted,
                                       shown(place, LONGEST_VALUE), ptxc_json_text(json, place)));
}

void ptxc_json_report_unknown(const struct ptxc_json *json, enum ptxc_rule_id rule, struct ptxc_span key,
                              const char *nearest) {
    ptxc_json_report(json, rule, key,
                     ptxc_arena_format(json->sink->arena, "%s, not %.*s%s%s%s", ptxc_rules[rule].summary,
                                       shown(key, LONGEST_KEY), ptxc_json_text(json, key),
                                       nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : ""));
}

void ptxc_json_fail(struct ptxc_json *json, const char *wanted) {
    struct ptxc_arena *arena = json->sink->arena;
    if (json->failed)
        return;
    json->failed = true;
    ptxc_json_report(json, json->rule, json->token,
                     json->kind == PTXC_JSON_END
                         ? ptxc_arena_format(arena, "%s must stand here, not the end of the document", wanted)
                         : ptxc_arena_format(arena, "%s must stand here, not '%.*s'", wanted,
                                             shown(json->token, LONGEST_VALUE), ptxc_json_text(json, json->token)));
}

bool ptxc_json_expect(struct ptxc_json *json, enum ptxc_json_kind kind, const char *wanted) {
    if (json->kind == kind)
        advance(json);
    else
        ptxc_json_fail(json, wanted);
    return !json->failed;
}

bool ptxc_json_open(struct ptxc_json *json, enum ptxc_json_kind close) {
    advance(json);
    if (json->kind != close)
        return true;
    advance(json);
    return false;
}

bool ptxc_json_another(struct ptxc_json *json, enum ptxc_json_kind close) {
    if (!json->failed && json->kind == PTXC_JSON_COMMA) {
        advance(json);
        return true;
    }
    ptxc_json_expect(json, close, close == PTXC_JSON_CLOSE_OBJECT ? "a comma or }" : "a comma or ]");
    return false;
}

bool ptxc_json_member(struct ptxc_json *json, struct ptxc_span *key) {
    *key = json->token;
    return ptxc_json_expect(json, PTXC_JSON_STRING, "the name of a member") &&
           ptxc_json_expect(json, PTXC_JSON_COLON, "a colon");
}

static void pass_over(struct ptxc_json *json, int depth) {
    const bool object = json->kind == PTXC_JSON_OPEN_OBJECT;
    const enum ptxc_json_kind close = object ? PTXC_JSON_CLOSE_OBJECT : PTXC_JSON_CLOSE_LIST;
    struct ptxc_span key;
    switch (json->kind) {
    case PTXC_JSON_OPEN_OBJECT:
    case PTXC_JSON_OPEN_LIST:
        if (depth > DEPTH_MAX)
            return ptxc_json_fail(json, json->value);
        for (bool more = ptxc_json_open(json, close); more; more = ptxc_json_another(json, close))
            if (!object || ptxc_json_member(json, &key))
                pass_over(json, depth + 1);
        return;
    case PTXC_JSON_STRING:
    case PTXC_JSON_NUMBER:
    case PTXC_JSON_TRUE:
    case PTXC_JSON_FALSE:
    case PTXC_JSON_NULL: return advance(json);
    default: ptxc_json_fail(json, "a value");
    }
}

void ptxc_json_pass(struct ptxc_json *json) {
    pass_over(json, 0);
}
