/* How the lexers read: from `cursor` to `limit`, where no byte need stand. Each includes this in front of its rules. */
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
*/
