/* JSON (RFC 8259), read token after token. The first error ends the reading, and is reported to the sink. json.re
 * implements it.
 */
#ifndef PTXC_TENSORMAP_JSON_H
#define PTXC_TENSORMAP_JSON_H

#include "report/rules.h"
#include "report/sink.h"

enum ptxc_json_kind {
    PTXC_JSON_END,
    PTXC_JSON_OPEN_OBJECT,
    PTXC_JSON_CLOSE_OBJECT,
    PTXC_JSON_OPEN_LIST,
    PTXC_JSON_CLOSE_LIST,
    PTXC_JSON_COLON,
    PTXC_JSON_COMMA,
    PTXC_JSON_STRING,
    PTXC_JSON_NUMBER,
    PTXC_JSON_TRUE,
    PTXC_JSON_FALSE,
    PTXC_JSON_NULL,
    PTXC_JSON_OTHER /* what no token begins with, and a string that does not end */
};

struct ptxc_json {
    const char *source;
    uint32_t length;
    uint32_t position;        /* after the token */
    enum ptxc_json_kind kind; /* of the token that is looked at */
    struct ptxc_span token;   /* of a string with its quotes */
    const char *value;        /* what a value is, for messages: "a member of a copy" */
    const struct ptxc_sink *sink;
    enum ptxc_rule_id rule; /* of an error of JSON */
    bool failed;            /* there was one */
};

/* Begins at the first token of the source, after a byte order mark. */
struct ptxc_json ptxc_json_begin(const char *source, uint32_t length, const char *value, const struct ptxc_sink *sink,
                                 enum ptxc_rule_id rule);

/* Returns the place of the text inside the quotes of a string. */
struct ptxc_span ptxc_json_inside(struct ptxc_span string);

/* Returns where a place begins in the source. */
const char *ptxc_json_text(const struct ptxc_json *json, struct ptxc_span place);

/* Whether a place of the source holds this word. */
bool ptxc_json_is(const struct ptxc_json *json, struct ptxc_span place, const char *word);

/* Copies a place of the source, as much as there is room for, and closes it by NUL. */
void ptxc_json_copy(const struct ptxc_json *json, struct ptxc_span place, char *text, size_t size);

/* Reports a finding at a place, with a message of its own. */
void ptxc_json_report(const struct ptxc_json *json, enum ptxc_rule_id rule, struct ptxc_span place,
                      const char *message);

/* Reports that a value is not what a member should have. */
void ptxc_json_report_value(const struct ptxc_json *json, enum ptxc_rule_id rule, const char *member,
                            struct ptxc_span place, const char *wanted);

/* Reports a member that nothing is known of, and the nearest name of those that are (NULL: none is near). */
void ptxc_json_report_unknown(const struct ptxc_json *json, enum ptxc_rule_id rule, struct ptxc_span key,
                              const char *nearest);

/* Ends the reading: `wanted` should stand where the token is. */
void ptxc_json_fail(struct ptxc_json *json, const char *wanted);

/* Moves past a token of this kind; false, and the reading ends, where it is another. */
bool ptxc_json_expect(struct ptxc_json *json, enum ptxc_json_kind kind, const char *wanted);

/* Moves past the beginning of an object or a list, which ends with `close`; returns whether something is in it. */
bool ptxc_json_open(struct ptxc_json *json, enum ptxc_json_kind close);

/* Moves past the comma after a member or an element, or past what closes the whole. Returns whether there is another.
 */
bool ptxc_json_another(struct ptxc_json *json, enum ptxc_json_kind close);

/* Moves past the name of a member and its colon; false, and the reading ends, where something else stands. */
bool ptxc_json_member(struct ptxc_json *json, struct ptxc_span *key);

/* Passes over a value of which nothing is wanted. */
void ptxc_json_pass(struct ptxc_json *json);

#endif
