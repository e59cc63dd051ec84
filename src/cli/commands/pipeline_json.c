/* A picture as JSON: the events as the library has them, with the names of slots. */
#include "cli/commands/pipeline_json.h"

#include <stdlib.h>
#include <string.h>

#include "cli/commands/pipeline_slots.h"
#include "cli/output/json.h"

/* Gives a place in shared memory. */
static json_t *from_place(const struct ptxc_pipeline_place *place) {
    return json_sure(json_pack("{s:o, s:I, s:I}", "variable", json_from_name(place->variable), "offset",
                               (json_int_t)place->offset, "address", (json_int_t)place->address));
}

/* Decides whether events of this kind are about shared memory or an mbarrier. */
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

/* Gives the slot that an event is about, null where it is about none. */
static json_t *from_slot(const struct picture *picture, const struct ptxc_pipeline_event *event) {
    size_t slot = NOWHERE;
    if (event->kind == PTXC_EVENT_COPY || event->kind == PTXC_EVENT_COMPLETE || event->kind == PTXC_EVENT_READ ||
        event->kind == PTXC_EVENT_WRITE || event->kind == PTXC_EVENT_MULTIPLY)
        slot = slots_of(picture, event->place.address);
    return slot == NOWHERE ? json_null() : json_sure(json_integer((json_int_t)slot));
}

/* Gives one event; members that do not apply to its kind are left out, but for those that all have. */
static json_t *from_event(const struct picture *picture, const struct ptxc_pipeline_event *event,
                          struct ptxc_lines *lines) {
    const bool copies = event->kind == PTXC_EVENT_COPY || event->kind == PTXC_EVENT_COMPLETE;
    json_t *object = json_sure(
        json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:o, s:o}", "kind", ptxc_event_kind_name(event->kind), "cta",
                  (json_int_t)event->cta, "warp", (json_int_t)event->warp, "role", (json_int_t)event->role, "lanes",
                  (json_int_t)event->lanes, "iteration", (json_int_t)event->iteration, "cause",
                  event->cause == PTXC_NO_EVENT ? json_null() : json_sure(json_integer((json_int_t)event->cause)),
                  "position", event->span.length ? json_from_span(lines, event->span) : json_null()));
    if (has_place(event->kind)) {
        json_put(object, "place", from_place(&event->place));
        json_put(object, "slot", from_slot(picture, event));
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

/* Gives what was executed, null where nothing was. */
static json_t *from_execution(const struct ptxc_kernel *execution) {
    json_t *object = execution ? json_sure(json_object()) : json_null();
    if (execution)
        json_put_execution(object, execution);
    return object;
}

/* Gives the roles, each with its warps. */
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

/* Gives the slots, each with the places that are copied to in it. */
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

bool pipeline_write_json(FILE *stream, const struct picture *picture, const struct source *source) {
    const struct ptxc_pipeline_kernel *kernel = picture->kernel;
    struct ptxc_lines lines;
    struct json_list list;
    ptxc_lines_init(&lines, source->text, source->length);
    json_t *head = json_sure(json_pack(
        "{s:o, s:o, s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "name", json_from_text(kernel->name), "file",
        json_from_text(source->name), "position", json_from_span(&lines, kernel->span), "warps",
        (json_int_t)kernel->warps, "ctas", (json_int_t)kernel->ctas, "roles", from_roles(picture), "assumed",
        json_from_text(kernel->assumed), "stopped", json_from_name(kernel->stopped), "execution",
        from_execution(kernel->execution), "unknown", json_from_name(kernel->unknown), "slots", from_slots(picture)));
    json_open(stream, head);
    fputs(", \"events\": ", stream);
    json_list_open(&list, stream);
    for (size_t i = 0; i < kernel->event_count && !ferror(stream); i++)
        json_list_add(&list, from_event(picture, picture->events[i], &lines));
    return json_list_close(&list) && fputs("}", stream) != EOF;
}
