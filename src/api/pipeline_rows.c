/* The events of a pipeline: spans and names in the place of steps and symbols. See pipeline_rows.h. */
#include "api/pipeline_rows.h"

#include <string.h>

#include "report/report.h"

/* A kernel that is being added. */
struct adding {
    struct ptxc_pipeline *pipeline;
    struct ptxc_pipeline_row *row;
    const struct ptxc_program *program;
    const struct ptxc_trace *trace;
    uint32_t *places; /* where each event of the trace has come */
    bool *reported;   /* of each diagnostic of the report: it is an event */
    uint32_t last;    /* where the last event of the first warp stands in the source */
};

/* Makes room for one more kernel and gives it; NULL without memory. */
static struct ptxc_pipeline_row *new_row(struct ptxc_pipeline *pipeline) {
    struct ptxc_pipeline_row *row =
        ptxc_arena_add(&pipeline->arena, &pipeline->rows, &pipeline->count, &pipeline->capacity, sizeof(*row));
    if (row)
        *row = (struct ptxc_pipeline_row){.kernel = {.assumed = ""}};
    return row;
}

static struct ptxc_pipeline_place place_of(const struct adding *adding, const struct ptxc_trace_place *place) {
    const struct ptxc_symbol *symbol = place->symbol ? ptxc_symbols_get(adding->program->symbols, place->symbol) : NULL;
    struct ptxc_pipeline_place made = {NULL, place->offset, place->address};
    if (symbol)
        made.variable = ptxc_arena_copy(&adding->pipeline->arena, symbol->name, symbol->length);
    return made;
}

static enum ptxc_event_completion completion_of(enum ptxc_completion completion) {
    switch (completion) {
    case PTXC_BY_GROUP: return PTXC_COMPLETION_GROUP;
    case PTXC_BY_BULK_GROUP: return PTXC_COMPLETION_BULK_GROUP;
    case PTXC_BY_BARRIER: return PTXC_COMPLETION_BARRIER;
    default: return PTXC_COMPLETION_NONE;
    }
}

/* Adds an event and gives its index; without memory the arena says so. */
static uint32_t add_event(struct adding *adding, const struct ptxc_pipeline_event *event) {
    struct ptxc_pipeline_row *row = adding->row;
    struct ptxc_pipeline_event *added = ptxc_arena_add(&adding->pipeline->arena, &row->events, &row->kernel.event_count,
                                                       &row->capacity, sizeof(*added));
    if (!added)
        return PTXC_NO_EVENT;
    *added = *event;
    return (uint32_t)row->kernel.event_count - 1;
}

/* Returns the place of the source that an event is about; none where it has no step. */
static struct ptxc_span span_of(const struct adding *adding, const struct ptxc_trace_event *event) {
    return event->step < adding->program->count ? ptxc_step_span(adding->program, event->step)
                                                : (struct ptxc_span){0, 0};
}

/* Returns the index of the finding of the report about a rule at a place, which is worth an event; the count of
 * findings where there is none. */
static size_t finding_of(const struct adding *adding, const char *rule, uint32_t offset) {
    const struct ptxc_report *report = adding->pipeline->report;
    size_t i = 0;
    for (; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        if (diagnostic->rule_class == PTXC_CLASS_HAZARD && diagnostic->severity >= PTXC_SEVERITY_WARNING &&
            diagnostic->span.offset == offset && (!rule || strcmp(diagnostic->rule, rule) == 0) &&
            (rule || !adding->reported[i]))
            break;
    }
    return i;
}

/* Adds an event that says what a finding does. */
static void add_finding(struct adding *adding, const struct ptxc_pipeline_event *at, size_t index) {
    struct ptxc_arena *arena = &adding->pipeline->arena;
    const struct ptxc_diagnostic *diagnostic = ptxc_report_get(adding->pipeline->report, index);
    struct ptxc_pipeline_event event = *at;
    event.kind = PTXC_EVENT_HAZARD;
    event.span = diagnostic->span;
    event.rule = ptxc_arena_copy(arena, diagnostic->rule, strlen(diagnostic->rule));
    event.message = ptxc_arena_copy(arena, diagnostic->message, strlen(diagnostic->message));
    adding->reported[index] = true;
    add_event(adding, &event);
}

/* Notes the findings that the trace has of its own. */
static void note_traced(struct adding *adding) {
    for (uint32_t i = 0; i < adding->trace->count; i++) {
        const struct ptxc_trace_event *event = &adding->trace->events[i];
        const size_t found = event->kind == PTXC_EVENT_HAZARD
                                 ? finding_of(adding, ptxc_rules[event->rule].id, span_of(adding, event).offset)
                                 : SIZE_MAX;
        if (found < ptxc_report_count(adding->pipeline->report))
            adding->reported[found] = true;
    }
}

/* Adds the findings about instructions that the first warp has passed on its way to an event, and that have none. */
static void add_passed(struct adding *adding, const struct ptxc_pipeline_event *next) {
    const struct ptxc_report *report = adding->pipeline->report;
    struct ptxc_pipeline_event at = *next;
    at.cause = PTXC_NO_EVENT;
    at.place = (struct ptxc_pipeline_place){NULL, 0, 0};
    for (size_t i = 0; i < ptxc_report_count(report) && next->warp == 0 && next->cta == 0; i++) {
        const uint32_t offset = ptxc_report_get(report, i)->span.offset;
        if (offset > adding->last && offset < next->span.offset && finding_of(adding, NULL, offset) == i)
            add_finding(adding, &at, i);
    }
    if (next->warp == 0 && next->cta == 0)
        adding->last = next->span.offset;
}

/* Adds one event of the trace. A mistake is one where the report has it, too: one execution proves nothing of others.
 * An instruction of which the report says more has that after its first event. */
static void add_traced(struct adding *adding, uint32_t index) {
    const struct ptxc_trace *trace = adding->trace;
    const struct ptxc_trace_event *from = &trace->events[index];
    const size_t findings = ptxc_report_count(adding->pipeline->report);
    const struct ptxc_pipeline_event event = {
        .kind = from->kind,
        .completion = completion_of(from->completion),
        .span = span_of(adding, from),
        .cause = from->cause < index ? adding->places[from->cause] : PTXC_NO_EVENT,
        .cta = from->cta,
        .warp = from->warp,
        .role = trace->roles[from->cta * trace->warps + from->warp],
        .lanes = from->lanes,
        .outward = from->outward,
        .iteration = from->iteration,
        .place = place_of(adding, &from->place),
        .barrier = place_of(adding, &from->barrier),
        .ring = place_of(adding, &from->ring),
        .bytes = from->kind == PTXC_EVENT_EXPECT && !from->bytes ? from->count : from->bytes,
        .count = from->kind == PTXC_EVENT_EXPECT ? 0 : from->count};
    adding->places[index] = PTXC_NO_EVENT;
    if (from->kind == PTXC_EVENT_HAZARD) {
        const size_t found = finding_of(adding, ptxc_rules[from->rule].id, event.span.offset);
        if (found < findings)
            add_finding(adding, &event, found);
        return;
    }
    add_passed(adding, &event);
    adding->places[index] = add_event(adding, &event);
    for (size_t found; (found = finding_of(adding, NULL, event.span.offset)) < findings;)
        add_finding(adding, &event, found);
}

/* Adds the findings of the body that are about no instruction of the trace. */
static void add_others(struct adding *adding) {
    const struct ptxc_report *report = adding->pipeline->report;
    const struct ptxc_span body = adding->row->kernel.body;
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        if (diagnostic->span.offset >= body.offset && diagnostic->span.offset < body.offset + body.length &&
            finding_of(adding, NULL, diagnostic->span.offset) == i)
            add_finding(adding, &(struct ptxc_pipeline_event){.cause = PTXC_NO_EVENT, .lanes = 1}, i);
    }
}

/* Takes over who took part in the execution. */
static void add_roles(struct adding *adding) {
    const struct ptxc_trace *trace = adding->trace;
    struct ptxc_pipeline_kernel *kernel = &adding->row->kernel;
    const size_t count = (size_t)trace->warps * trace->ctas;
    uint16_t *roles = ptxc_arena_alloc(&adding->pipeline->arena, (count ? count : 1) * sizeof(*roles));
    for (size_t i = 0; roles && i < count; i++) {
        roles[i] = trace->roles[i];
        if (roles[i] >= kernel->role_count)
            kernel->role_count = roles[i] + 1u;
    }
    kernel->roles = roles;
    kernel->warps = trace->warps;
    kernel->ctas = trace->ctas;
}

/* Returns a copy of a text, and NULL of NULL. */
static const char *copy_text(struct ptxc_pipeline *pipeline, const char *text) {
    return text ? ptxc_arena_copy(&pipeline->arena, text, strlen(text)) : NULL;
}

/* Takes over what was executed. */
static void add_execution(struct adding *adding) {
    struct ptxc_pipeline_kernel *kernel = &adding->row->kernel;
    struct ptxc_kernel *execution = ptxc_arena_alloc(&adding->pipeline->arena, sizeof(*execution));
    kernel->execution = execution;
    if (!execution)
        return;
    *execution = adding->trace->kernel;
    execution->name = kernel->name;
    execution->span = kernel->span;
    execution->incomplete = kernel->stopped;
}

void ptxc_pipeline_add(struct ptxc_pipeline *pipeline, const struct ptxc_module *module, const struct ptxc_body *body,
                       struct ptxc_executed executed, const char *why) {
    const struct ptxc_trace *trace = executed.trace;
    const char *source = module->parser.lexer.source;
    const struct ptxc_span last = body->count > 0 ? body->statements[body->count - 1].span : body->name;
    struct adding adding = {
        .pipeline = pipeline, .row = new_row(pipeline), .program = executed.program, .trace = trace};
    if (!adding.row)
        return;
    struct ptxc_pipeline_kernel *kernel = &adding.row->kernel;
    kernel->name = ptxc_arena_copy(&pipeline->arena, source + body->name.offset, body->name.length);
    kernel->span = body->name;
    kernel->body = (struct ptxc_span){body->name.offset, last.offset + last.length - body->name.offset};
    kernel->stopped = copy_text(pipeline, trace ? trace->stopped : why);
    if (!trace)
        return;
    if (trace->assumed)
        kernel->assumed = copy_text(pipeline, trace->assumed);
    kernel->unknown = trace->unknown; /* a constant */
    add_execution(&adding);
    add_roles(&adding);
    adding.places = ptxc_arena_alloc(&pipeline->arena, (trace->count + 1) * sizeof(*adding.places));
    adding.last = body->name.offset;
    adding.reported = ptxc_arena_alloc(&pipeline->arena, ptxc_report_count(pipeline->report) + 1);
    if (!adding.places || !adding.reported)
        return;
    note_traced(&adding);
    for (uint32_t i = 0; i < trace->count && !pipeline->arena.failed; i++)
        add_traced(&adding, i);
    if (!pipeline->arena.failed)
        add_others(&adding);
}

void ptxc_pipeline_add_name(struct ptxc_pipeline *pipeline, const char *name, size_t length, const char *why) {
    struct ptxc_pipeline_row *row = new_row(pipeline);
    if (!row)
        return;
    row->kernel.name = ptxc_arena_copy(&pipeline->arena, name, length);
    row->kernel.stopped = ptxc_arena_copy(&pipeline->arena, why, strlen(why));
}
