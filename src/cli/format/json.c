/* JSON: see json.h. */
#include "cli/format/json.h"

#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/output.h"

enum { SCHEMA_VERSION = 3 }; /* of docs/ptxcheck.schema.json */

json_t *json_sure(json_t *value) {
    return memory_sure(value);
}

void json_push(json_t *array, json_t *value) {
    if (json_array_append_new(array, value) != 0)
        json_sure(NULL);
}

void json_put(json_t *object, const char *key, json_t *value) {
    if (json_object_set_new(object, key, value) != 0)
        json_sure(NULL);
}

/* Returns a string in which \xNN stands for each byte that is no UTF-8; NULL without memory. */
static json_t *from_escaped(const char *bytes, size_t length) {
    char *text = malloc(4 * length + 1);
    size_t size = 0;
    if (!text)
        return NULL;
    for (size_t i = 0; i < length;) {
        size_t character = ptxc_utf8_length(bytes + i, length - i);
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

json_t *json_envelope(const char *command) {
    return json_sure(json_pack("{s:s, s:i, s:s, s:s}", "schema", "ptxcheck", "version", (int)SCHEMA_VERSION, "ptxcheck",
                               ptxc_version(), "command", command));
}

void json_open(FILE *stream, json_t *object) {
    char *text = memory_sure(json_dumps(object, 0));
    json_decref(object);
    fwrite(text, 1, strlen(text) - 1, stream);
    free(text);
}

void json_begin(FILE *stream, const char *command) {
    json_open(stream, json_envelope(command));
}

json_t *json_from_span(struct ptxc_lines *lines, struct ptxc_span span) {
    ptxc_lines_seek(lines, span.offset);
    return json_sure(json_pack("{s:I, s:I, s:I, s:I, s:I}", "offset", (json_int_t)span.offset, "length",
                               (json_int_t)span.length, "line", (json_int_t)lines->line, "column",
                               (json_int_t)lines->column, "utf16", (json_int_t)lines->utf16));
}

/* Returns null where the span is none. */
static json_t *from_optional_span(struct ptxc_lines *lines, struct ptxc_span span) {
    return span.length ? json_from_span(lines, span) : json_null();
}

/* Returns the edits of the fix, none where there is none. */
static json_t *from_fixes(struct ptxc_lines *lines, const struct ptxc_diagnostic *diagnostic) {
    json_t *fixes = json_sure(json_array());
    for (size_t i = 0; i < diagnostic->fix_count; i++) {
        const struct ptxc_fix *fix = &diagnostic->fixes[i];
        json_push(fixes, json_sure(json_pack("{s:o, s:o}", "text", json_from_text(fix->text), "position",
                                             json_from_span(lines, fix->span))));
    }
    return fixes;
}

/* Sets a number, and null where there is none. */
static void put_number(json_t *object, const char *key, uint32_t number, bool is) {
    json_put(object, key, is ? json_sure(json_integer((json_int_t)number)) : json_null());
}

/* Sets where a place of PTX stands in the source that it was compiled from, if that is known. */
static void put_source(json_t *object, const struct ptxc_report *report, uint32_t offset) {
    struct ptxc_location places[PTXC_MAX_LOCATIONS];
    const size_t count = ptxc_report_locate(report, offset, places, PTXC_MAX_LOCATIONS);
    json_t *source = count > 0 ? json_sure(json_array()) : NULL;
    for (size_t i = 0; i < count; i++) {
        json_t *place = json_sure(
            json_pack("{s:o, s:I}", "file", json_from_text(places[i].file), "line", (json_int_t)places[i].line));
        put_number(place, "column", places[i].column, places[i].column > 0);
        json_put(place, "function", json_from_name(places[i].function));
        json_push(source, place);
    }
    if (source)
        json_put(object, "source", source);
}

/* Returns the notes, each with its place or null. */
static json_t *from_notes(const struct ptxc_report *report, struct ptxc_lines *lines,
                          const struct ptxc_diagnostic *diagnostic) {
    json_t *notes = json_sure(json_array());
    for (size_t i = 0; i < diagnostic->note_count; i++) {
        const struct ptxc_note *note = &diagnostic->notes[i];
        json_t *object = json_sure(json_pack("{s:o, s:o}", "message", json_from_text(note->text), "position",
                                             from_optional_span(lines, note->span)));
        if (note->span.length)
            put_source(object, report, note->span.offset);
        json_push(notes, object);
    }
    return notes;
}

json_t *json_from_diagnostic(const struct ptxc_report *report, struct ptxc_lines *lines,
                             const struct ptxc_diagnostic *diagnostic, enum ptxc_severity severity) {
    json_t *position = json_from_span(lines, diagnostic->span);
    struct ptxc_lines aside = *lines; /* the next diagnostic stands near to this one, whatever its notes point to */
    json_t *object = json_sure(json_pack(
        "{s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:b, s:o}", "rule", diagnostic->rule, "class",
        ptxc_class_name(diagnostic->rule_class), "severity", ptxc_severity_name(severity), "certainty",
        ptxc_level_name(diagnostic->level), "message", json_from_text(diagnostic->message), "section",
        diagnostic->section[0] ? json_from_text(diagnostic->section) : json_null(), "position", position, "cause",
        from_optional_span(&aside, diagnostic->cause), "fixes", from_fixes(&aside, diagnostic), "fixes_certain",
        (int)output_is_fixable(diagnostic), "notes", from_notes(report, &aside, diagnostic)));
    put_source(object, report, diagnostic->span.offset);
    return object;
}

json_t *json_from_report(const struct ptxc_report *report, const struct source *source) {
    json_t *diagnostics = json_sure(json_array());
    struct ptxc_lines lines;
    ptxc_lines_init(&lines, source->text, source->length);
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        json_push(diagnostics, json_from_diagnostic(NULL, &lines, diagnostic, diagnostic->severity));
    }
    return diagnostics;
}

void json_put_execution(json_t *object, const struct ptxc_kernel *kernel) {
    const bool any = kernel->executions > 0;
    json_t *threads = any ? json_sure(json_array()) : json_null();
    for (int i = 0; i < 3 && any; i++)
        json_push(threads, json_sure(json_integer((json_int_t)kernel->threads[i])));
    put_number(object, "executions", kernel->executions, true);
    put_number(object, "finished", kernel->finished, true);
    json_put(object, "threads", threads);
    json_put(object, "threads_from", json_from_name(any ? ptxc_launch_source_name(kernel->threads_from) : NULL));
    put_number(object, "cluster", kernel->cluster, any);
    json_put(object, "cluster_from", json_from_name(any ? ptxc_launch_source_name(kernel->cluster_from) : NULL));
    put_number(object, "parameter", kernel->parameter, kernel->parameter > 0);
    put_number(object, "outer_parameter", kernel->outer_parameter, kernel->outer_parameter > 0);
    put_number(object, "iterations", kernel->iterations, kernel->iterations > 0);
    json_put(object, "complete", json_boolean(kernel->complete));
    json_put(object, "incomplete", json_from_name(kernel->incomplete));
}

void json_write(FILE *stream, json_t *value) {
    const bool written = json_dumpf(value, stream, JSON_ENCODE_ANY) == 0;
    json_decref(value);
    if (!written && !ferror(stream))
        json_sure(NULL);
}

void json_list_open(struct json_list *list, FILE *stream) {
    *list = (struct json_list){.stream = stream};
    fputc('[', stream);
}

void json_list_next(struct json_list *list) {
    fputs(list->any ? ",\n" : "\n", list->stream);
    list->any = true;
}

void json_list_add(struct json_list *list, json_t *value) {
    json_list_next(list);
    json_write(list->stream, value);
}

void json_list_close(struct json_list *list) {
    fputs(list->any ? "\n]" : "]", list->stream);
}
