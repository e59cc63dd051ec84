/* A walk through a document in JSON, token after token. The first mistake ends it, and is said to its sink. */
#ifndef PTXC_TENSORMAP_WALK_H
#define PTXC_TENSORMAP_WALK_H

#include "report/sink.h"
#include "tensormap/json.h"

struct ptxc_json_walk {
    struct ptxc_json json;
    struct ptxc_json_token token; /* that is looked at */
    const struct ptxc_sink *sink;
    enum ptxc_rule_id rule; /* of a mistake of JSON */
    bool failed;            /* there was one */
};

/* Begins at the first token of the source, after a byte order mark. */
struct ptxc_json_walk ptxc_json_walk(const char *source, uint32_t length, const struct ptxc_sink *sink,
                                     enum ptxc_rule_id rule);

/* The place of the token; the text inside the quotes of a string. */
struct ptxc_span ptxc_json_here(const struct ptxc_json_walk *walk);
struct ptxc_span ptxc_json_inside(struct ptxc_span string);

/* Whether a piece of the source is this word. */
bool ptxc_json_is(const struct ptxc_json_walk *walk, struct ptxc_span text, const char *word);

/* Reports a finding at a place, with a message of its own. */
void ptxc_json_say(const struct ptxc_json_walk *walk, enum ptxc_rule_id rule, struct ptxc_span place,
                   const char *message);

/* Ends the walk: `wanted` should stand where the token is. */
void ptxc_json_fail(struct ptxc_json_walk *walk, const char *wanted);

/* Moves past a token of this kind; false, and the walk ends, where it is another. */
bool ptxc_json_expect(struct ptxc_json_walk *walk, enum ptxc_json_kind kind, const char *wanted);

/* Moves past the comma after a member or an element, or past what closes the whole. Gives whether there is another. */
bool ptxc_json_another(struct ptxc_json_walk *walk, enum ptxc_json_kind close, const char *wanted);

/* Moves past the beginning of an object or a list; gives whether something is in it. */
bool ptxc_json_open(struct ptxc_json_walk *walk, enum ptxc_json_kind close);

/* Passes over a value of which nothing is wanted; `whole` is what may not be nested so deep. */
void ptxc_json_pass(struct ptxc_json_walk *walk, const char *whole);

#endif
