/* The public entries of pipeline.h. The source is read to its end, and what it has of functions and kernels is kept;
 * then the kernels are executed, with the functions that they call.
 */
#include "ptxcheck/pipeline.h"

#include <string.h>

#include "api/pipeline_rows.h"
#include "analysis/rules/flow.h"
#include "analysis/execution/executor.h"
#include "legality/verdict.h"
#include "ptxcheck/instruction.h"
#include "syntax/collect.h"
#include "report/comments.h"
#include "syntax/reader.h"
#include "report/assume.h"
#include "report/options.h"
#include "report/suppression.h"

/* A kernel that is to be executed. */
struct kept_kernel {
    const struct ptxc_body *body; /* NULL: there was no room for it */
    struct ptxc_span name;
    struct ptxc_environment environment;
};

/* The state of the reading of one source. */
struct timeline {
    struct ptxc_pipeline *pipeline;
    struct ptxc_library library;
    struct ptxc_arena arena;     /* of one execution after another */
    struct kept_kernel *kernels; /* in the order of the source */
    size_t count, capacity;
    size_t reported;    /* kernels of the report that stand before the one that is executed */
    const char *kernel; /* the one that is wanted; NULL: all */
    bool is_function;   /* there is a function of that name, which is no kernel */
};

/* Whether the name is the one that is wanted. */
static bool is_named(const struct timeline *reading, const char *source, struct ptxc_span name) {
    return !reading->kernel ||
           (strlen(reading->kernel) == name.length && memcmp(reading->kernel, source + name.offset, name.length) == 0);
}

/* Keeps a kernel that is wanted, and each function, which kernels may call. */
static void take_body(struct timeline *reading, const struct ptxc_module *module) {
    const struct ptxc_body *body = &module->collection.body;
    const char *source = module->parser.lexer.source;
    const struct ptxc_program function = {.source = source, .body = body, .symbols = &module->parser.symbols};
    const bool named = is_named(reading, source, body->name);
    if (!body->entry && body->name.length > 0) {
        ptxc_library_add(&reading->library, &function, module->environment);
        reading->is_function |= reading->kernel && named;
    }
    struct kept_kernel *kernel = body->entry && named
                                     ? ptxc_arena_add(&reading->pipeline->arena, &reading->kernels, &reading->count,
                                                      &reading->capacity, sizeof(*kernel))
                                     : NULL;
    if (kernel)
        *kernel = (struct kept_kernel){ptxc_library_keep(&reading->library, body), body->name, module->environment};
}

/* Whether the trace has a copy. */
static bool has_copy(const struct ptxc_trace *trace) {
    for (uint32_t i = 0; i < trace->count; i++)
        if (trace->events[i].kind == PTXC_EVENT_COPY)
            return true;
    return false;
}

/* Whether the body has a copy itself. */
static bool starts_copy(const struct ptxc_body *body) {
    for (size_t i = 0; i < body->count; i++) {
        const struct ptxc_statement *statement = &body->statements[i];
        const struct ptxc_event *event = statement->kind == PTXC_STATEMENT_FAMILY ? ptxc_event_of(statement) : NULL;
        if (event && (event->action == PTXC_ACT_COPY || event->action == PTXC_ACT_STORE_ASYNC))
            return true;
    }
    return false;
}

/* A kernel that is being executed. */
struct executing {
    struct timeline *reading;
    const struct ptxc_module *module;
    const struct ptxc_body *body;
    const char *why; /* why it is not executed */
    bool added;
};

/* Whether something goes wrong in the body, as far as the report tells. */
static bool goes_wrong(const struct ptxc_report *report, const struct ptxc_body *body) {
    const struct ptxc_span last = body->statements[body->count - 1].span;
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        if (diagnostic->rule_class == PTXC_CLASS_HAZARD && diagnostic->severity >= PTXC_SEVERITY_WARNING &&
            diagnostic->span.offset >= body->name.offset && diagnostic->span.offset < last.offset + last.length)
            return true;
    }
    return false;
}

/* Returns what the report says of the execution of a kernel; of none where it says nothing. */
static struct ptxc_kernel known_execution(struct timeline *reading, const struct ptxc_body *body) {
    const struct ptxc_kernel *known;
    while ((known = ptxc_report_kernel(reading->pipeline->report, reading->reported)) &&
           known->span.offset < body->name.offset)
        reading->reported++;
    return known && known->span.offset == body->name.offset ? *known : (struct ptxc_kernel){.name = NULL};
}

/* The analysis is there: executes the kernel and adds it. */
static void execute_kernel(void *context, const struct ptxc_flow *flow) {
    struct executing *executing = context;
    struct ptxc_trace trace = {.count = 0};
    const struct ptxc_kernel known = known_execution(executing->reading, executing->body);
    if (!ptxc_executor_trace(flow, &known, goes_wrong(executing->reading->pipeline->report, executing->body), &trace) ||
        !(executing->reading->kernel || starts_copy(executing->body) || has_copy(&trace)))
        return;
    ptxc_pipeline_add(executing->reading->pipeline, executing->module, executing->body,
                      (struct ptxc_executed){&trace, flow->program}, NULL);
    executing->added = true;
}

/* The analysis says nothing of a kernel but why it cannot be made. */
static bool wants(const void *taker, enum ptxc_rule_id rule) {
    (void)taker;
    return rule == PTXC_RULE_ANALYSIS_INCOMPLETE;
}

/* Takes the reason: what comes after the requirement. */
static void take_reason(void *taker, const struct ptxc_finding *finding) {
    struct executing *executing = taker;
    const char *cause = strstr(finding->message, ", but ");
    executing->why = cause ? cause + strlen(", but ") : finding->message;
}

/* Executes a kernel and adds it; one with copies also where it cannot be executed. */
static void execute_one(struct timeline *reading, const struct ptxc_module *module, const struct kept_kernel *kernel) {
    const struct ptxc_body *body = kernel->body;
    const uint32_t place = body->count > 0 ? body->statements[0].span.offset : 0;
    struct ptxc_pipeline *pipeline = reading->pipeline;
    struct executing executing = {.reading = reading, .module = module, .body = body, .why = "it cannot be executed"};
    const struct ptxc_sink sink = {.arena = &reading->arena,
                                   .source = module->parser.lexer.source,
                                   .taker = &executing,
                                   .wants = wants,
                                   .take = take_reason};
    const struct ptxc_flow_input input = {.source = sink.source,
                                          .body = body,
                                          .symbols = &module->parser.symbols,
                                          .environment = kernel->environment,
                                          .arena = &reading->arena,
                                          .sink = &sink,
                                          .library = &reading->library,
                                          .threads = ptxc_assume_value(module->parser.report, place, "threads", 7),
                                          .cluster = ptxc_assume_value(module->parser.report, place, "cluster", 7),
                                          .report = module->parser.report,
                                          .also = execute_kernel,
                                          .context = &executing};
    if (body->broken)
        executing.why = "parts of it cannot be read";
    else
        ptxc_flow_check(&input);
    if (!executing.added && (reading->kernel || starts_copy(body)))
        ptxc_pipeline_add(pipeline, module, body, (struct ptxc_executed){NULL, NULL}, executing.why);
    pipeline->arena.failed |= reading->arena.failed;
    ptxc_arena_clear(&reading->arena);
}

/* Walks through the module. An instruction that is wrong leaves nothing certain of what it does. */
static void walk(struct ptxc_module *module, struct timeline *reading) {
    struct ptxc_report *report = module->parser.report;
    const struct ptxc_lexer *lexer = &module->parser.lexer;
    module->collects = true;
    if (ptxc_suppression_begin(report, lexer->source, lexer->length))
        ptxc_comments_of_ptx(report, lexer->source, lexer->length, NULL);
    for (enum ptxc_item item; (item = ptxc_reader_next(module));)
        if (item == PTXC_ITEM_BODY)
            take_body(reading, module);
        else if (!ptxc_verdict_is_legal(module->instruction, module->environment))
            ptxc_collect_doubt(module);
    module->collects = false;
}

/* Adds the kernel that is wanted where it has no body with an instruction of the family, if there is one. */
static void add_missing(struct timeline *reading, const struct ptxc_module *module) {
    uint32_t number;
    const char *name = reading->kernel;
    if (!name || reading->pipeline->count > 0)
        return;
    const uint32_t id = ptxc_symbols_find(&module->parser.symbols, name, (uint32_t)strlen(name), &number);
    const struct ptxc_symbol *symbol = ptxc_symbols_get(&module->parser.symbols, id);
    if (symbol && symbol->kind == PTXC_SYMBOL_FUNCTION)
        ptxc_pipeline_add_name(reading->pipeline, name, strlen(name),
                               reading->is_function ? "it is a function, not a kernel"
                                                    : "it has no asynchronous copies");
}

/* Reads the module, and executes its kernels. */
static void execute(struct timeline *reading, struct ptxc_module *module) {
    walk(module, reading);
    for (size_t i = 0; i < reading->count; i++)
        if (reading->kernels[i].body)
            execute_one(reading, module, &reading->kernels[i]);
        else
            ptxc_pipeline_add_name(reading->pipeline, module->parser.lexer.source + reading->kernels[i].name.offset,
                                   reading->kernels[i].name.length, "there is no room for more of this source");
    add_missing(reading, module);
}

/* Fills the pipeline; what there is of it is freed by the caller. */
static enum ptxc_status read(struct ptxc_pipeline *pipeline, const char *source, size_t length,
                             const struct ptxc_options *options, const char *kernel) {
    struct ptxc_module *module;
    struct timeline reading = {.pipeline = pipeline, .kernel = kernel};
    enum ptxc_status status = ptxc_check(source, length, options, &pipeline->report);
    if (status == PTXC_OK)
        status = ptxc_module_open(source, length, options, &module);
    if (status != PTXC_OK)
        return status;
    ptxc_library_init(&reading.library, &pipeline->arena.allocator);
    ptxc_arena_init(&reading.arena, &pipeline->arena.allocator);
    execute(&reading, module);
    status = ptxc_module_close(module, NULL);
    if (reading.library.arena.failed || reading.arena.failed || pipeline->arena.failed)
        status = PTXC_OUT_OF_MEMORY;
    ptxc_library_free(&reading.library);
    ptxc_arena_free(&reading.arena);
    return status;
}

enum ptxc_status ptxc_pipeline_read(const char *source, size_t length, const struct ptxc_options *options,
                                    const char *kernel, struct ptxc_pipeline **pipeline) {
    struct ptxc_arena arena;
    struct ptxc_options given;
    if (!pipeline)
        return PTXC_BAD_ARGUMENT;
    *pipeline = NULL;
    if (!source && length > 0)
        return PTXC_BAD_ARGUMENT;
    enum ptxc_status status = ptxc_options_read(options, &given);
    if (status != PTXC_OK)
        return status;
    given.flags |= PTXC_CHECK_FLOW;
    ptxc_arena_init(&arena, given.allocator);
    struct ptxc_pipeline *made = ptxc_arena_alloc(&arena, sizeof(*made));
    if (!made)
        return PTXC_OUT_OF_MEMORY;
    made->arena = arena;
    status = read(made, source, length, &given, kernel);
    if (status == PTXC_OK)
        *pipeline = made;
    else
        ptxc_pipeline_free(made);
    return status;
}

size_t ptxc_pipeline_count(const struct ptxc_pipeline *pipeline) {
    return pipeline ? pipeline->count : 0;
}

const struct ptxc_pipeline_kernel *ptxc_pipeline_get(const struct ptxc_pipeline *pipeline, size_t index) {
    return index < ptxc_pipeline_count(pipeline) ? &pipeline->rows[index].kernel : NULL;
}

const struct ptxc_pipeline_event *ptxc_pipeline_event_get(const struct ptxc_pipeline *pipeline, size_t kernel,
                                                          size_t index) {
    const struct ptxc_pipeline_kernel *found = ptxc_pipeline_get(pipeline, kernel);
    return found && index < found->event_count ? &pipeline->rows[kernel].events[index] : NULL;
}

const struct ptxc_report *ptxc_pipeline_report(const struct ptxc_pipeline *pipeline) {
    return pipeline ? pipeline->report : NULL;
}

void ptxc_pipeline_free(struct ptxc_pipeline *pipeline) {
    if (!pipeline)
        return;
    struct ptxc_arena arena = pipeline->arena; /* the pipeline itself lives in it */
    ptxc_report_free(pipeline->report);
    ptxc_arena_free(&arena);
}

const char *ptxc_event_kind_name(enum ptxc_event_kind kind) {
    static const char *const names[] = {
        [PTXC_EVENT_COPY] = "copy",       [PTXC_EVENT_COMPLETE] = "complete",
        [PTXC_EVENT_COMMIT] = "commit",   [PTXC_EVENT_WAIT_GROUP] = "wait_group",
        [PTXC_EVENT_INIT] = "init",       [PTXC_EVENT_INVALIDATE] = "invalidate",
        [PTXC_EVENT_EXPECT] = "expect",   [PTXC_EVENT_ARRIVE] = "arrive",
        [PTXC_EVENT_PHASE] = "phase",     [PTXC_EVENT_WAIT] = "wait",
        [PTXC_EVENT_BARRIER] = "barrier", [PTXC_EVENT_CLUSTER] = "cluster",
        [PTXC_EVENT_FENCE] = "fence",     [PTXC_EVENT_READ] = "read",
        [PTXC_EVENT_WRITE] = "write",     [PTXC_EVENT_MULTIPLY] = "multiply",
        [PTXC_EVENT_EXIT] = "exit",       [PTXC_EVENT_HAZARD] = "hazard",
        [PTXC_EVENT_STUCK] = "stuck",
    };
    return (unsigned)kind < sizeof(names) / sizeof(names[0]) ? names[kind] : NULL;
}

const char *ptxc_event_completion_name(enum ptxc_event_completion completion) {
    static const char *const names[] = {"none", "group", "bulk_group", "mbarrier"};
    return (unsigned)completion < sizeof(names) / sizeof(names[0]) ? names[completion] : NULL;
}
