/* JSON: see json.h. */
#include "json.h"

#include <stdlib.h>
#include <string.h>

struct lines lines_of(const char *text) {
    return (struct lines){.text = text, .line = 1};
}

void lines_seek(struct lines *lines, size_t offset) {
    const char *text = lines->text;
    for (const char *end;
         offset > lines->offset && (end = memchr(text + lines->offset, '\n', offset - lines->offset));) {
        lines->offset = lines->start = (size_t)(end - text) + 1;
        lines->line++;
    }
    while (offset < lines->start) {
        lines->start--; /* the end of the line before */
        while (lines->start > 0 && text[lines->start - 1] != '\n')
            lines->start--;
        lines->line--;
    }
    lines->offset = offset;
}

json_t *json_sure(json_t *value) {
    if (!value)
        exit(trouble("not enough memory"));
    return value;
}

void json_push(json_t *array, json_t *value) {
    if (json_array_append_new(array, value) != 0)
        json_sure(NULL);
}

void json_put(json_t *object, const char *key, json_t *value) {
    if (json_object_set_new(object, key, value) != 0)
        json_sure(NULL);
}

/* How many bytes the UTF-8 character at `bytes` has; 0 where there is none (Unicode 15.0, table 3-7). */
static size_t utf8_length(const unsigned char *bytes, size_t left) {
    static const unsigned char rows[][5] = {
        /* first byte  second byte  length */
        {0x00, 0x7f, 0x00, 0x00, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    const unsigned char *row = NULL;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]) && !row; i++)
        if (bytes[0] >= rows[i][0] && bytes[0] <= rows[i][1])
            row = rows[i];
    if (!row || row[4] > left || (row[4] > 1 && (bytes[1] < row[2] || bytes[1] > row[3])))
        return 0;
    for (size_t i = 2; i < row[4]; i++)
        if (bytes[i] < 0x80 || bytes[i] > 0xbf)
            return 0;
    return row[4];
}

static json_t *from_escaped(const char *bytes, size_t length) {
    char *text = malloc(4 * length + 1);
    size_t size = 0;
    if (!text)
        return NULL;
    for (size_t i = 0; i < length;) {
        size_t character = utf8_length((const unsigned char *)bytes + i, length - i);
        if (character == 0) {
            size += (size_t)snprintf(text + size, 5, "\\x%02x", (unsigned char)bytes[i++]);
            continue;
        }
        memcpy(text + size, bytes + i, character);
        size += character;
        i += character;
    }
    json_t *value = json_stringn(text, size);
    free(text);
    return value;
}

json_t *json_from_bytes(const char *bytes, size_t length) {
    json_t *value = json_stringn(bytes, length); /* NULL where it is no UTF-8, too */
    return json_sure(value ? value : from_escaped(bytes, length));
}

json_t *json_from_text(const char *text) {
    return json_from_bytes(text, strlen(text));
}

json_t *json_from_name(const char *name) {
    return name ? json_from_text(name) : json_null();
}

json_t *json_from_ptx(uint32_t ptx) {
    return ptx ? json_sure(json_sprintf("%u.%u", ptx / 100, ptx % 100)) : json_null();
}

json_t *json_from_span(struct lines *lines, struct ptxc_span span) {
    lines_seek(lines, span.offset);
    return json_sure(json_pack("{s:I, s:I, s:I, s:I}", "offset", (json_int_t)span.offset, "length",
                               (json_int_t)span.length, "line", (json_int_t)lines->line, "column",
                               (json_int_t)span.offset - (json_int_t)lines->start + 1));
}

/* null where the span is none. */
static json_t *from_optional_span(struct lines *lines, struct ptxc_span span) {
    return span.length ? json_from_span(lines, span) : json_null();
}

json_t *json_from_diagnostic(struct lines *lines, const struct ptxc_diagnostic *diagnostic,
                             enum ptxc_severity severity) {
    json_t *notes = json_sure(json_array());
    for (size_t i = 0; i < diagnostic->note_count; i++) {
        const struct ptxc_note *note = &diagnostic->notes[i];
        json_push(notes, json_sure(json_pack("{s:o, s:o}", "message", json_from_text(note->text), "position",
                                             from_optional_span(lines, note->span))));
    }
    return json_sure(json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "rule", diagnostic->rule, "class",
                               ptxc_class_name(diagnostic->rule_class), "severity", ptxc_severity_name(severity),
                               "message", json_from_text(diagnostic->message), "section",
                               diagnostic->section[0] ? json_from_text(diagnostic->section) : json_null(), "position",
                               json_from_span(lines, diagnostic->span), "cause",
                               from_optional_span(lines, diagnostic->cause), "replacement",
                               json_from_name(diagnostic->replacement), "notes", notes));
}

bool json_write(FILE *stream, json_t *value) {
    bool written = json_dumpf(value, stream, JSON_ENCODE_ANY) == 0;
    json_decref(value);
    if (!written && !ferror(stream))
        json_sure(NULL);
    return written;
}

bool json_list_open(struct json_list *list, FILE *stream) {
    *list = (struct json_list){.stream = stream};
    return fputc('[', stream) != EOF;
}

bool json_list_next(struct json_list *list) {
    bool written = fputs(list->any ? ",\n" : "\n", list->stream) != EOF;
    list->any = true;
    return written;
}

bool json_list_add(struct json_list *list, json_t *value) {
    bool separated = json_list_next(list);
    return json_write(list->stream, value) && separated;
}

bool json_list_close(struct json_list *list) {
    return fputs(list->any ? "\n]" : "]", list->stream) != EOF;
}
