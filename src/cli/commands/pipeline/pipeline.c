/* ptxcheck pipeline: executes the kernels of files and shows what they do with their copies, as text, as JSON or as a
 * page. This file reads what is asked, and finds the kernels.
 */
#include "cli/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/pipeline/picture.h"
#include "cli/commands/pipeline/slots.h"
#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/options/options.h"
#include "cli/options/request.h"
#include "cli/options/values.h"
#include "cli/system/destination.h"
#include "cli/system/source.h"

/* ---- as JSON: the events as the library has them, with the names of slots ---- */

/* Returns a place in shared memory. */
static json_t *from_place(const struct ptxc_pipeline_place *place) {
    return json_sure(json_pack("{s:o, s:I, s:I}", "variable", json_from_name(place->variable), "offset",
                               (json_int_t)place->offset, "address", (json_int_t)place->address));
}

/* Whether events of this kind are about shared memory or an mbarrier. */
static bool has_place(enum ptxc_event_kind kind) {
    switch (kind) {
    case PTXC_EVENT_COMMIT:
    case PTXC_EVENT_WAIT_GROUP:
    case PTXC_EVENT_BARRIER:
    case PTXC_EVENT_CLUSTER:
    case PTXC_EVENT_FENCE:
    case PTXC_EVENT_EXIT: return false;
    default: return true;
    }
}

/* Returns one event; members that do not apply to its kind are left out, but for those that all have. */
static json_t *from_event(const struct picture *picture, const struct ptxc_pipeline_event *event) {
    const size_t slot = slots_about(picture, event);
    const bool copies = event->kind == PTXC_EVENT_COPY || event->kind == PTXC_EVENT_COMPLETE;
    json_t *object = json_sure(
        json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:o, s:o}", "kind", ptxc_event_kind_name(event->kind), "cta",
                  (json_int_t)event->cta, "warp", (json_int_t)event->warp, "role", (json_int_t)event->role, "lanes",
                  (json_int_t)event->lanes, "iteration", (json_int_t)event->iteration, "cause",
                  event->cause == PTXC_NO_EVENT ? json_null() : json_sure(json_integer((json_int_t)event->cause)),
                  "position", event->span.length ? json_from_span(picture->lines, event->span) : json_null()));
    if (has_place(event->kind)) {
        json_put(object, "place", from_place(&event->place));
        json_put(object, "slot", slot == NOWHERE ? json_null() : json_sure(json_integer((json_int_t)slot)));
    }
    if (event->completion != PTXC_COMPLETION_NONE)
        json_put(object, "completion", json_from_name(ptxc_event_completion_name(event->completion)));
    if (copies)
        json_put(object, "outward", json_boolean(event->outward));
    if (copies && event->completion == PTXC_COMPLETION_BARRIER)
        json_put(object, "barrier", from_place(&event->barrier));
    json_put(object, "bytes", json_sure(json_integer((json_int_t)event->bytes)));
    json_put(object, "count", json_sure(json_integer((json_int_t)event->count)));
    if (event->kind == PTXC_EVENT_HAZARD) {
        json_put(object, "rule", json_from_name(event->rule));
        json_put(object, "message", json_from_name(event->message));
    }
    return object;
}

/* Returns the roles, each with its warps. */
static json_t *from_roles(const struct picture *picture) {
    const struct ptxc_pipeline_kernel *kernel = picture->kernel;
    json_t *roles = json_sure(json_array());
    for (uint32_t role = 0; role < kernel->role_count; role++) {
        json_t *warps = json_sure(json_array());
        for (uint32_t w = 0; w < kernel->warps * kernel->ctas; w++)
            if (kernel->roles[w] == role)
                json_push(warps, json_sure(json_pack("{s:I, s:I}", "cta", (json_int_t)(w / kernel->warps), "warp",
                                                     (json_int_t)(w % kernel->warps))));
        json_push(roles, json_sure(json_pack("{s:s, s:o}", "name", picture->lanes[picture->lane_of[role]].name, "warps",
                                             warps)));
    }
    return roles;
}

/* Returns the slots, each with the places that are copied to in it. */
static json_t *from_slots(const struct picture *picture) {
    json_t *slots = json_sure(json_array());
    for (size_t i = 0; i < picture->slot_count; i++) {
        json_t *places = json_sure(json_array());
        for (size_t j = 0; j < picture->stream_count; j++) {
            const struct stream *stream = &picture->streams[j];
            if (stream->crowded || i < stream->first || i >= stream->first + stream->count)
                continue;
            const uint32_t address = stream->addresses[i - stream->first];
            const struct ptxc_pipeline_place place = {stream->variable, address - stream->base, address};
            json_push(places, from_place(&place));
        }
        json_push(slots,
                  json_sure(json_pack("{s:o, s:o}", "name", json_from_text(picture->slots[i].name), "places", places)));
    }
    return slots;
}

/* Writes the object of a kernel of the source. */
static void pipeline_write_json(FILE *stream, const struct picture *picture) {
    const struct ptxc_pipeline_kernel *kernel = picture->kernel;
    struct json_list list;
    json_t *execution = kernel->execution ? json_sure(json_object()) : json_null();
    if (kernel->execution)
        json_put_execution(execution, kernel->execution);
    json_t *head = json_sure(json_pack(
        "{s:o, s:o, s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "name", json_from_text(kernel->name), "file",
        json_from_text(picture->source->name), "position", json_from_span(picture->lines, kernel->span), "warps",
        (json_int_t)kernel->warps, "ctas", (json_int_t)kernel->ctas, "roles", from_roles(picture), "assumed",
        json_from_text(kernel->assumed), "stopped", json_from_name(kernel->stopped), "execution", execution, "unknown",
        json_from_name(kernel->unknown), "slots", from_slots(picture)));
    json_open(stream, head);
    fputs(", \"events\": ", stream);
    json_list_open(&list, stream);
    for (size_t i = 0; i < kernel->event_count && !ferror(stream); i++)
        json_list_add(&list, from_event(picture, picture->events[i]));
    json_list_close(&list);
    fputc('}', stream);
}

/* ---- the command ---- */

/* What is said of a source in another language. */
static const char how_to_compile[] =
    "; compile it first: with nvcc -ptx from CUDA, llc from LLVM IR, and of a kernel of Triton take asm[\"ptx\"]";

/* What is asked, and how far the answer is. */
struct pipeline_settings {
    struct request request;
    const char *kernel; /* NULL: all */
    const char *html;   /* the file of the page; NULL: no page */
    bool colored;
    struct destination destination;
    struct json_list list; /* of kernels */
    size_t shown;          /* kernels */
    bool failed, hazards;
};

/* Takes one option over that no other command has; false after a message on stderr. */
static bool apply(void *user, enum option_id option, char *value) {
    struct pipeline_settings *asked = user;
    switch (option) {
    case OPTION_KERNEL: asked->kernel = value; return true;
    case OPTION_HTML: asked->html = value; return true;
    default: return false;
    }
}

/* Reads the options, and decides whether a file is named; false after a message on stderr. */
static bool parse(struct pipeline_settings *asked, int argc, char **argv) {
    *asked = (struct pipeline_settings){.kernel = NULL};
    if (!request_read(&asked->request, COMMAND_PIPELINE, argc, argv, apply, asked))
        return false;
    if (asked->request.json && asked->html)
        return report_error("--html writes a page and --json does not; use one of them"), false;
    return request_has_file(argc - optind);
}

/* Reports that the source has nothing to show, and what it has. */
static void report_nothing(const struct pipeline_settings *asked, const struct source *source) {
    struct ptxc_pipeline *others = NULL;
    char names[1000] = "";
    if (!asked->kernel) {
        report_error("%s: no kernel of it has asynchronous copies", source->name);
        return;
    }
    if (ptxc_pipeline_read(source->text, source->length, &asked->request.options, NULL, &others) == PTXC_OK)
        for (size_t i = 0; i < ptxc_pipeline_count(others); i++) {
            const size_t length = strlen(names);
            snprintf(names + length, sizeof(names) - length, "%s%s",
                     i ? ", " : "; those with copies are: ", ptxc_pipeline_get(others, i)->name);
        }
    report_error("%s: there is no kernel '%s'%s", source->name, asked->kernel, names);
    ptxc_pipeline_free(others);
}

/* Shows a kernel in the form that is asked for. */
static void show(struct pipeline_settings *asked, const struct picture *picture) {
    FILE *stream = asked->destination.stream;
    if (asked->request.json) {
        json_list_next(&asked->list);
        pipeline_write_json(stream, picture);
    } else if (asked->html) {
        pipeline_write_html(stream, picture, asked->shown);
    } else {
        if (asked->shown > 0)
            putchar('\n');
        pipeline_print_text(picture, asked->colored);
    }
    asked->shown++;
}

/* Makes the picture of a kernel and shows it. A kernel that was not executed is said on stderr. */
static void show_kernel(struct pipeline_settings *asked, const struct ptxc_pipeline *pipeline, size_t index,
                        const struct source *source, struct ptxc_lines *lines) {
    const struct ptxc_pipeline_kernel *kernel = ptxc_pipeline_get(pipeline, index);
    struct picture picture;
    if (kernel->event_count == 0) {
        asked->failed = true;
        report_error("%s: there is nothing to show of kernel '%s': %s", source->name, kernel->name,
                     kernel->stopped ? kernel->stopped : "it has no asynchronous copies");
        return;
    }
    const struct ptxc_pipeline_event **events = memory_new(kernel->event_count, sizeof(*events));
    for (size_t i = 0; i < kernel->event_count; i++)
        events[i] = ptxc_pipeline_event_get(pipeline, index, i);
    picture_make(&picture, kernel, events);
    picture.source = source;
    picture.lines = lines;
    asked->hazards |= picture.mistake_count > 0;
    show(asked, &picture);
    picture_free(&picture);
    free(events);
}

/* Shows the kernels of a file; where there is something that cannot be shown, says so on stderr. */
static void show_file(struct pipeline_settings *asked, const char *path) {
    struct source source;
    struct ptxc_lines lines;
    struct ptxc_pipeline *pipeline = NULL;
    if (!source_read_module(&source, path, asked->request.standard, "pipeline", how_to_compile)) {
        asked->failed = true;
        return;
    }
    const enum ptxc_status status =
        ptxc_pipeline_read(source.text, source.length, &asked->request.options, asked->kernel, &pipeline);
    asked->failed |= status != PTXC_OK || ptxc_pipeline_count(pipeline) == 0;
    if (status != PTXC_OK)
        report_error("%s: %s", source.name, status_text(status));
    else if (ptxc_pipeline_count(pipeline) == 0)
        report_nothing(asked, &source);
    ptxc_lines_init(&lines, source.text, source.length);
    for (size_t i = 0; i < ptxc_pipeline_count(pipeline); i++)
        show_kernel(asked, pipeline, i, &source, &lines);
    ptxc_pipeline_free(pipeline);
    source_free(&source);
}

/* Begins what is written, before the first kernel. */
static void begin(struct pipeline_settings *asked) {
    FILE *stream = asked->destination.stream;
    if (asked->html)
        pipeline_begin_html(stream);
    if (!asked->request.json)
        return;
    json_begin(stream, "pipeline");
    fputs(", \"kernels\": ", stream);
    json_list_open(&asked->list, stream);
}

/* Ends it, after the last. */
static void end(struct pipeline_settings *asked) {
    FILE *stream = asked->destination.stream;
    if (asked->html)
        pipeline_end_html(stream);
    if (!asked->request.json)
        return;
    json_list_close(&asked->list);
    fputs("}\n", stream);
}

int command_pipeline(int argc, char **argv) {
    struct pipeline_settings asked;
    if (!parse(&asked, argc, argv))
        return EXIT_ERROR;
    for (int i = optind; i < argc; i++)
        if (destination_is(asked.html, argv[i]))
            return report_error("--html names a file that is not read, and %s is", argv[i]);
    struct problem problem = destination_open(&asked.destination, asked.html);
    if (problem.text)
        return report_problem(asked.html, problem);
    asked.colored = color_wanted(asked.request.color, stdout);
    begin(&asked);
    for (int i = optind; i < argc && !ferror(asked.destination.stream); i++)
        show_file(&asked, argv[i]);
    end(&asked);
    problem = destination_close(&asked.destination, asked.shown > 0);
    if (problem.text)
        return report_problem(asked.html, problem);
    return finish(asked.failed ? EXIT_ERROR : asked.hazards ? EXIT_FINDINGS : EXIT_CLEAN);
}
