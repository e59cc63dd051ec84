/* The lexer of JSON: see json.h. */
#include "tensormap/json.h"

struct ptxc_json_token ptxc_json_next(struct ptxc_json *json) {
    const char *cursor = json->source + json->position;
    const char *const limit = json->source + json->length;
    const char *marker = cursor;
    const char *start = cursor;

#define TOKEN(kind)                                                                                 \
    return json->position = (uint32_t)(cursor - json->source), (struct ptxc_json_token) {           \
        (kind), (uint32_t)(start - json->source), (uint32_t)(cursor - start)                        \
    }

    for (;;) {
        start = cursor;
        /*!re2c
        re2c:define:YYCTYPE = "unsigned char";
        re2c:define:YYPEEK = "(unsigned char)(cursor < limit ? *cursor : 0)";
        re2c:define:YYSKIP = "++cursor;";
        re2c:define:YYBACKUP = "marker = cursor;";
        re2c:define:YYRESTORE = "cursor = marker;";
        re2c:define:YYLESSTHAN = "cursor >= limit";
        re2c:flags:input = custom;
        re2c:api:style = free-form;
        re2c:yyfill:enable = 0;
        re2c:eof = 0;

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
}
