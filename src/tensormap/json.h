/* The tokens of JSON (RFC 8259): (pointer, length) in, one token at a time out. json.re implements it. */
#ifndef PTXC_TENSORMAP_JSON_H
#define PTXC_TENSORMAP_JSON_H

#include <stdint.h>

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

struct ptxc_json_token {
    enum ptxc_json_kind kind;
    uint32_t offset, length; /* in the source; of a string with its quotes */
};

struct ptxc_json {
    const char *source;
    uint32_t length;
    uint32_t position; /* where the next token is looked for */
};

/* Reads the next token and moves past it; at the end of the source it gives PTXC_JSON_END, however often it is called.
 */
struct ptxc_json_token ptxc_json_next(struct ptxc_json *json);

#endif
