/* Findings in SARIF 2.1.0, written piece by piece: first the results, then what is known only in the end, such as the
 * rules that they break. In memory is one result at a time, and lists of these rules and of the files that have any.
 */
#include "cli/format/output.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/content.h"
#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/system/path.h"
#include "ptxcheck/render.h"

/* ---- rules, results, locations: sections (§) are those of SARIF 2.1.0 with errata 01 ---- */

/* A file of which results are made. */
struct sarif_file {
    const struct checked *checked;
    size_t artifact; /* its place in the list of artifacts */
    json_t *rules;   /* of the log: those of its results are added */
    struct ptxc_lines lines;
    struct tally fingerprints; /* of its results; tally_free when done */
};

static const char base_id[] = "SRCROOT";

/* Returns a text that was printed, as a string. */
static json_t *from_stream(struct memory_stream *text) {
    memory_close(text);
    json_t *value = json_from_bytes(text->bytes, text->length);
    free(text->bytes);
    return value;
}

/* Returns an artifactLocation (§3.4) without an index: a relative path is one from where the command ran. */
static json_t *sarif_location(const char *name) {
    while (strncmp(name, "./", 2) == 0)
        name += 2 + strspn(name + 2, "/");
    const bool absolute = name[0] == '/';
    char *encoded = path_encode(name);
    json_t *location =
        json_sure(json_pack("{s:o}", "uri", json_sure(json_sprintf("%s%s", absolute ? "file://" : "", encoded))));
    free(encoded);
    if (!absolute)
        json_put(location, "uriBaseId", json_from_text(base_id));
    return location;
}

/* Returns the artifactLocation of the file, with its index. */
static json_t *from_file(const struct sarif_file *file) {
    json_t *location = sarif_location(file->checked->name);
    json_put(location, "index", json_sure(json_integer((json_int_t)file->artifact)));
    return location;
}

/* Returns what URIs of relative paths begin from (§3.14.14). */
static json_t *sarif_bases(void) {
    return json_sure(json_pack("{s:{s:{s:s}}}", base_id, "description", "text", "the directory that ptxcheck ran in"));
}

/* Returns a level (§3.27.10). */
static const char *sarif_level(enum ptxc_severity severity) {
    static const char *const levels[] = {"none", "note", "warning", "error"};
    return levels[severity];
}

static json_t *from_message(const char *text) {
    return json_sure(json_pack("{s:o}", "text", json_from_text(text)));
}

/* Returns what the rule asks for and why, with a wrong and a right example, as plain text or as Markdown. */
static json_t *from_help(const struct ptxc_rule *rule, bool markdown) {
    const char *open = markdown ? "\n```ptx" : "", *close = markdown ? "\n```" : "", *quote = markdown ? "`" : "'";
    struct memory_stream text;
    memory_open(&text);
    fprintf(text.stream, "%s.\n\n%s\n\n", rule->summary, rule->why);
    fprintf(text.stream, "Wrong:%s\n%s%s\n\n", open, rule->wrong, close);
    fprintf(text.stream, "Right:%s\n%s%s\n\n", open, rule->right, close);
    fprintf(text.stream, "%sptxcheck explain %s%s says this, too.", quote, rule->id, quote);
    return from_stream(&text);
}

/* Returns the rule as a reportingDescriptor (§3.49). */
static json_t *from_rule(const char *id) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    ptxc_rule_from_id(id, &rule);
    const char *class_name = ptxc_class_name(rule.rule_class);
    const bool enabled = rule.severity != PTXC_SEVERITY_OFF;
    json_t *properties = json_sure(json_pack("{s:s, s:[s, s]}", "class", class_name, "tags", "ptx", class_name));
    if (*rule.section)
        json_put(properties, "section", json_from_text(rule.section));
    json_t *object = json_sure(json_pack(
        "{s:s, s:o, s:o, s:{s:o, s:o}, s:{s:b, s:s}, s:o}", "id", rule.id, "shortDescription",
        from_message(rule.summary), "fullDescription", from_message(rule.why), "help", "text", from_help(&rule, false),
        "markdown", from_help(&rule, true), "defaultConfiguration", "enabled", (int)enabled, "level",
        sarif_level(enabled ? rule.severity : PTXC_SEVERITY_NOTE), "properties", properties));
    char *page = output_rule_page(id);
    if (page)
        json_put(object, "helpUri", json_from_text(page));
    free(page);
    return object;
}

/* Returns a region (§3.30): lines and columns from 1, the end is the column after it. */
static json_t *from_span(const struct sarif_file *file, struct ptxc_span span) {
    const struct region region = output_region(&file->lines, span);
    return json_sure(json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "startLine", (json_int_t)region.from.line,
                               "startColumn", (json_int_t)region.from.utf16, "endLine", (json_int_t)region.to.line,
                               "endColumn", (json_int_t)region.to.utf16, "byteOffset", (json_int_t)span.offset,
                               "byteLength", (json_int_t)span.length));
}

/* Returns a location (§3.28) with a message, or without one (NULL). */
static json_t *from_place(const struct sarif_file *file, struct ptxc_span span, const char *message) {
    json_t *place = json_sure(json_pack("{s:{s:o, s:o}}", "physicalLocation", "artifactLocation", from_file(file),
                                        "region", from_span(file, span)));
    if (message)
        json_put(place, "message", from_message(message));
    return place;
}

/* Returns the location of a place in the source that PTX was compiled from, with a message, or without one (NULL). */
static json_t *from_origin(const struct ptxc_location *place, const char *message) {
    json_t *location = json_sure(json_pack("{s:{s:o, s:{s:I, s:I}}}", "physicalLocation", "artifactLocation",
                                           sarif_location(place->file), "region", "startLine", (json_int_t)place->line,
                                           "startColumn", (json_int_t)output_utf16(place)));
    if (message)
        json_put(location, "message", from_message(message));
    return location;
}

/* Returns the location of a place of the file: in the source where that is known, else in the file. */
static json_t *from_nearest(const struct sarif_file *file, struct ptxc_span span, const char *message) {
    struct origin_chain chain;
    output_origin(file->checked, span.offset, &chain);
    return chain.count > 0 ? from_origin(&chain.places[0], message) : from_place(file, span, message);
}

/* Returns the location of a note: in the source where that is known, and then its message names its place in the PTX.
 */
static json_t *from_note(const struct sarif_file *file, const struct ptxc_note *note) {
    struct origin_chain chain;
    char *words = output_note(file->checked, note, &file->lines, &chain);
    json_t *location =
        chain.count > 0 ? from_origin(&chain.places[0], words) : from_place(file, note->span, note->text);
    free(words);
    return location;
}

/* Adds the calls that were inlined around a finding, and where it is in the PTX. */
static void push_calls(json_t *places, const struct sarif_file *file, const struct ptxc_diagnostic *diagnostic) {
    struct origin_chain chain;
    char words[OUTPUT_CALL_SIZE];
    output_origin(file->checked, diagnostic->span.offset, &chain);
    for (size_t i = 1; i < chain.count; i++) {
        output_call(&chain.places[i], words);
        json_push(places, from_origin(&chain.places[i], words));
    }
    if (chain.count > 0)
        json_push(places, from_place(file, diagnostic->span, "in the PTX"));
}

/* Adds what made the rule apply, and the notes that have a place. */
static void push_related(json_t *places, const struct sarif_file *file, const struct ptxc_diagnostic *diagnostic) {
    if (diagnostic->cause.length)
        json_push(places, from_place(file, diagnostic->cause, "this is what the rule applies to"));
    for (size_t i = 0; i < diagnostic->note_count; i++)
        if (diagnostic->notes[i].span.length)
            json_push(places, from_note(file, &diagnostic->notes[i]));
}

/* Returns the places that explain the finding, and its own last, as the one code flow (§3.36) that leads to it. */
static json_t *from_flow(const struct sarif_file *file, const struct ptxc_diagnostic *diagnostic) {
    json_t *related = json_sure(json_array()), *steps = json_sure(json_array());
    push_related(related, file, diagnostic);
    json_push(related, from_nearest(file, diagnostic->span, diagnostic->message));
    for (size_t i = 0; i < json_array_size(related); i++)
        json_push(steps, json_sure(json_pack("{s:O}", "location", json_array_get(related, i))));
    json_decref(related);
    return json_sure(json_pack("[{s:[{s:o}]}]", "threadFlows", "locations", steps));
}

/* Returns the edits as one fix (§3.55). */
static json_t *from_fixes(const struct sarif_file *file, const struct ptxc_diagnostic *diagnostic) {
    json_t *replacements = json_sure(json_array());
    for (size_t i = 0; i < diagnostic->fix_count; i++)
        json_push(replacements,
                  json_sure(json_pack("{s:o, s:o}", "deletedRegion", from_span(file, diagnostic->fixes[i].span),
                                      "insertedContent", from_message(diagnostic->fixes[i].text))));
    return json_sure(json_pack("[{s:{s:s}, s:[{s:o, s:o}]}]", "description", "text",
                               output_is_fixable(diagnostic) ? "what certainly mends it" : "what may be meant",
                               "artifactChanges", "artifactLocation", from_file(file), "replacements", replacements));
}

/* Returns the message with the notes that have no place of their own, each on a line. */
static json_t *from_words(const struct ptxc_diagnostic *diagnostic) {
    struct memory_stream text;
    memory_open(&text);
    fputs(diagnostic->message, text.stream);
    for (size_t i = 0; i < diagnostic->note_count; i++)
        if (!diagnostic->notes[i].span.length)
            fprintf(text.stream, "\nnote: %s", diagnostic->notes[i].text);
    return json_sure(json_pack("{s:o}", "text", from_stream(&text)));
}

/* Returns what the finding is known by when the lines around it move, as a baseline knows it, too: a hash of its
 * content, and how many of the same hash there are up to here. */
static json_t *from_fingerprint(struct sarif_file *file, const struct ptxc_diagnostic *diagnostic) {
    struct content content = content_of(file->lines.text, file->lines.length, diagnostic);
    const uint64_t hash = content_hash(&content);
    content_free(&content);
    return json_sure(json_sprintf("%016" PRIx64 ":%zu", hash, tally_add(&file->fingerprints, hash, 1)));
}

/* Returns the index of the rule in the list of the log, to which it is added where it is new. */
static size_t rule_index(json_t *rules, const char *id) {
    size_t index = 0;
    for (; index < json_array_size(rules); index++)
        if (strcmp(json_string_value(json_object_get(json_array_get(rules, index), "id")), id) == 0)
            return index;
    json_push(rules, from_rule(id));
    return index;
}

/* Returns the result (§3.27) for a finding in the file. Fastest in source order. */
static json_t *sarif_result(struct sarif_file *file, const struct finding *finding) {
    const struct ptxc_diagnostic *diagnostic = finding->diagnostic;
    ptxc_lines_seek(&file->lines, diagnostic->span.offset);
    json_t *related = json_sure(json_array());
    push_calls(related, file, diagnostic);
    const size_t before = json_array_size(related) + (diagnostic->cause.length != 0);
    push_related(related, file, diagnostic);
    const size_t others = json_array_size(related);
    json_t *properties = json_sure(json_pack("{s:s}", "class", ptxc_class_name(diagnostic->rule_class)));
    if (*diagnostic->section)
        json_put(properties, "section", json_from_text(diagnostic->section));
    json_t *result = json_sure(json_pack("{s:s, s:I, s:s, s:o, s:[o], s:{s:o}, s:o}", "ruleId", diagnostic->rule,
                                         "ruleIndex", (json_int_t)rule_index(file->rules, diagnostic->rule), "level",
                                         sarif_level(finding->severity), "message", from_words(diagnostic), "locations",
                                         from_nearest(file, diagnostic->span, NULL), "partialFingerprints",
                                         "ptxcheck/v1", from_fingerprint(file, diagnostic), "properties", properties));
    if (others > 0)
        json_put(result, "relatedLocations", related);
    else
        json_decref(related);
    if (others > before) /* a note has a place */
        json_put(result, "codeFlows", from_flow(file, diagnostic));
    if (diagnostic->fix_count > 0)
        json_put(result, "fixes", from_fixes(file, diagnostic));
    return result;
}

/* ---- the log ---- */

static const char schema[] = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                             "sarif-schema-2.1.0.json";

struct log {
    struct json_list results;
    json_t *rules, *artifacts, *notifications;
};

static void begin(struct output *output) {
    struct log *log = memory_sure(calloc(1, sizeof(*log)));
    output->state = log;
    log->rules = json_sure(json_array());
    log->artifacts = json_sure(json_array());
    log->notifications = json_sure(json_array());
    fprintf(output->stream, "{\"$schema\": \"%s\", \"version\": \"2.1.0\", \"runs\": [{", schema);
    fputs("\"columnKind\": \"utf16CodeUnits\", \"originalUriBaseIds\": ", output->stream);
    json_write(output->stream, sarif_bases());
    fputs(", \"results\": ", output->stream);
    json_list_open(&log->results, output->stream);
}

/* Keeps what is wrong with the file until the end. */
static void keep_problem(struct log *log, const struct checked *checked) {
    char *text = output_problem(checked->problem);
    json_push(log->notifications, json_sure(json_pack("{s:s, s:{s:o}, s:[{s:{s:o}}]}", "level", "error", "message",
                                                      "text", json_from_text(text), "locations", "physicalLocation",
                                                      "artifactLocation", sarif_location(checked->name))));
    free(text);
}

static void print_file(struct output *output, const struct checked *checked) {
    struct log *log = output->state;
    struct sarif_file file = {.checked = checked, .artifact = json_array_size(log->artifacts), .rules = log->rules};
    ptxc_lines_init(&file.lines, checked->source->text, checked->source->length);
    if (checked->problem.text)
        keep_problem(log, checked);
    if (checked->count > 0)
        json_push(log->artifacts, json_sure(json_pack("{s:o, s:[s]}", "location", sarif_location(checked->name),
                                                      "roles", "analysisTarget")));
    for (size_t i = 0; i < checked->count && output_takes(output, &checked->findings[i], 1); i++)
        json_list_add(&log->results, sarif_result(&file, &checked->findings[i]));
    tally_free(&file.fingerprints);
}

static void end(struct output *output, const struct totals *totals) {
    struct log *log = output->state;
    json_list_close(&log->results);
    fputs(", \"artifacts\": ", output->stream);
    json_write(output->stream, log->artifacts);
    fputs(", \"invocations\": [", output->stream);
    json_write(output->stream,
               json_sure(json_pack("{s:b, s:i, s:o}", "executionSuccessful", (int)!totals->failed, "exitCode",
                                   totals->code, "toolExecutionNotifications", log->notifications)));
    fprintf(output->stream,
            "], \"tool\": {\"driver\": {\"name\": \"ptxcheck\", \"version\": \"%s\", \"rules\": ", ptxc_version());
    json_write(output->stream, log->rules);
    fputs("}}}]}\n", output->stream);
    free(log);
}

const struct output_format format_sarif = {"sarif", true, false, 1, begin, print_file, end};
