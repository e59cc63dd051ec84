/* JSON for the commands that print it: texts, places and diagnostics as values, and a writer that holds one value at a
 * time, so that a document may be larger than memory. Where there is no memory for a value the program ends with a
 * message and EXIT_ERROR: nothing could go on.
 */
#ifndef PTXC_CLI_JSON_H
#define PTXC_CLI_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "cli/system/source.h"
#include "ptxcheck/ptxcheck.h"
#include "ptxcheck/render.h"

/* Returns the value, or ends the program where it is NULL: for want of memory. */
json_t *json_sure(json_t *value);

/* Appends a value to an array, sets a member of an object; both take the value over. */
void json_push(json_t *array, json_t *value);
void json_put(json_t *object, const char *key, json_t *value);

/* Returns a string. A byte that is no part of a UTF-8 character becomes \xNN, four characters. */
json_t *json_from_bytes(const char *bytes, size_t length);
json_t *json_from_text(const char *text);

/* Returns the same, and null for NULL. */
json_t *json_from_name(const char *name);

/* Returns a PTX version, major * 100 + minor, as "8.6"; null for 0. */
json_t *json_from_ptx(uint32_t ptx);

/* Writes an object without its closing brace, so that members can follow; frees it. */
void json_open(FILE *stream, json_t *object);

/* Returns the members that every document begins with; `command` is the one that writes it. */
json_t *json_envelope(const char *command);

/* Writes the same, without the closing brace. */
void json_begin(FILE *stream, const char *command);

/* Returns {"offset", "length", "line", "column", "utf16"}: bytes from 0, lines and columns (in bytes, in UTF-16)
 * from 1.
 */
json_t *json_from_span(struct ptxc_lines *lines, struct ptxc_span span);

/* Returns everything that the diagnostic says, with this severity. The report is the one that it is of, if that is of
 * PTX that was compiled from a source; else it may be NULL. Leaves the map at its place. */
json_t *json_from_diagnostic(const struct ptxc_report *report, struct ptxc_lines *lines,
                             const struct ptxc_diagnostic *diagnostic, enum ptxc_severity severity);

/* Returns the diagnostics of a report of a source, with their severities. */
json_t *json_from_report(const struct ptxc_report *report, const struct source *source);

/* Adds to an object what was executed of a kernel. */
void json_put_execution(json_t *object, const struct ptxc_kernel *kernel);

/* Writes the value and lets go of it. What goes wrong with the stream is seen when it is closed. */
void json_write(FILE *stream, json_t *value);

/* A JSON array that is written element by element, one a line. */
struct json_list {
    FILE *stream;
    bool any; /* an element is written */
};
void json_list_open(struct json_list *list, FILE *stream);
void json_list_next(struct json_list *list); /* what separates the elements; the caller writes the next one */
void json_list_add(struct json_list *list, json_t *value);
void json_list_close(struct json_list *list);

#endif
