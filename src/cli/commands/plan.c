/* ptxcheck plan: reads a copy, has it planned, and prints the module that does it, or the plan as JSON. */
#include "cli/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/format/print.h"
#include "cli/options/options.h"
#include "cli/options/request.h"
#include "cli/options/values.h"
#include "cli/system/destination.h"
#include "cli/system/source.h"
#include "ptxcheck/plan.h"

/* ---- as JSON ---- */

/* What came of planning a copy. */
struct planned {
    const struct source *source;
    struct ptxc_copy copy;
    struct ptxc_plan plan; /* of kind PTXC_PLAN_NONE where there is none */
    struct ptxc_report *report;
    char *module; /* the text of the plan, or NULL */
};

static json_t *from_number(uint64_t number) {
    return json_sure(json_integer((json_int_t)number));
}

/* Returns the tensor map as the library writes it, null where the plan has none. */
static json_t *from_map(const struct ptxc_plan *plan) {
    const size_t length = plan->map.rank ? ptxc_tensormap_emit(&plan->map, NULL, 0) : 0;
    if (length == 0)
        return json_null();
    char *text = memory_sure(malloc(length + 1));
    ptxc_tensormap_emit(&plan->map, text, length + 1);
    json_t *map = json_sure(json_loads(text, 0, NULL));
    free(text);
    return map;
}

/* Returns the loops, from the outermost to the innermost. */
static json_t *from_loops(const struct ptxc_plan *plan) {
    json_t *loops = json_sure(json_array());
    for (uint32_t i = 0; i < plan->loop_count; i++) {
        const struct ptxc_plan_loop *loop = &plan->loops[i];
        json_t *object = json_sure(json_object());
        json_put(object, "extent", from_number(loop->extent));
        json_put(object, "sourceStep", json_sure(json_integer((json_int_t)loop->source_step)));
        json_put(object, "destinationStep", json_sure(json_integer((json_int_t)loop->destination_step)));
        if (loop->coordinate_step) {
            json_put(object, "dimension", from_number(loop->dimension));
            json_put(object, "coordinateStep", from_number(loop->coordinate_step));
        }
        json_push(loops, object);
    }
    return loops;
}

/* Returns the plan, null where there is none. */
static json_t *from_plan(const struct planned *planned) {
    const struct ptxc_plan *plan = &planned->plan;
    if (!plan->kind)
        return json_null();
    json_t *object = json_sure(json_object());
    json_put(object, "kind", json_from_name(ptxc_plan_kind_name(plan->kind)));
    json_put(object, "target", json_from_name(ptxc_target_name(plan->target)));
    json_put(object, "ptx", json_from_ptx(plan->ptx));
    json_put(object, "bytes", from_number(plan->bytes));
    json_put(object, "run", from_number(plan->run));
    json_put(object, "copies", from_number(plan->copies));
    json_put(object, "loops", from_loops(plan));
    json_put(object, "expectTx", from_number(plan->expect_tx));
    json_put(object, "sourceAlignment", from_number(plan->source_alignment));
    json_put(object, "destinationAlignment", from_number(plan->destination_alignment));
    json_put(object, "dynamicShared", from_number(plan->dynamic_shared));
    json_put(object, "cluster", from_number(plan->cluster));
    json_put(object, "tensorMap", from_map(plan));
    json_put(object, "module", json_from_name(planned->module));
    return object;
}

/* Writes the plan, its text and what was found; what goes wrong with the stream is seen when it is closed. */
static void plan_write_json(FILE *stream, const struct planned *planned) {
    json_t *document = json_envelope("plan");
    json_put(document, "file", json_from_name(planned->source->name));
    json_put(document, "plan", from_plan(planned));
    json_put(document, "diagnostics", json_from_report(planned->report, planned->source));
    json_write(stream, document);
}

/* ---- the command ---- */

/* Reads the options, and decides whether one file is named; false after a message on stderr. */
static bool parse(struct request *request, int argc, char **argv) {
    if (!request_read(request, COMMAND_PLAN, argc, argv, NULL, NULL) || !request_has_file(argc - optind))
        return false;
    if (argc - optind > 1)
        return report_error("plan takes one file"), false;
    return true;
}

/* Returns the module of a plan, to be freed; ends the program without memory. */
static char *module_of(const struct ptxc_copy *copy, const struct ptxc_plan *plan) {
    const size_t length = ptxc_plan_emit(copy, plan, NULL, 0);
    char *text = memory_new(length + 1, 1);
    ptxc_plan_emit(copy, plan, text, length + 1);
    return text;
}

/* Prints the plan as it is asked for; false after a message on stderr. */
static bool print_plan(const struct request *request, const struct planned *planned) {
    struct destination destination;
    struct problem problem = destination_open(&destination, request->output);
    if (problem.text)
        return report_problem(request->output, problem), false;
    if (request->json)
        plan_write_json(destination.stream, planned);
    else if (planned->module)
        fputs(planned->module, destination.stream);
    problem = destination_close(&destination, request->json || planned->module);
    if (problem.text)
        report_problem(request->output, problem);
    return !problem.text;
}

/* Plans the copy in the file and prints what comes of it; returns the exit code. */
static int plan_file(const struct request *request, const struct source *source) {
    struct planned planned = {.source = source};
    planned.copy.size = sizeof(planned.copy);
    planned.plan.size = sizeof(planned.plan);
    const enum ptxc_status status =
        ptxc_plan_json(source->text, source->length, &request->options, &planned.copy, &planned.plan, &planned.report);
    if (status != PTXC_OK)
        return report_error("%s: %s", source->name, status_text(status));
    planned.module = planned.plan.kind ? module_of(&planned.copy, &planned.plan) : NULL;
    if (!request->json)
        print_report(stderr, planned.report, source, color_wanted(request->color, stderr));
    const bool printed = print_plan(request, &planned);
    const int code = planned.plan.kind ? EXIT_CLEAN : EXIT_FINDINGS;
    free(planned.module);
    ptxc_report_free(planned.report);
    return printed ? finish(code) : EXIT_ERROR;
}

int command_plan(int argc, char **argv) {
    struct request request;
    struct source source = {NULL, NULL, 0};
    if (!parse(&request, argc, argv))
        return EXIT_ERROR;
    if (destination_is(request.output, argv[optind]))
        return report_error("--output names a file that is not read, and %s is", argv[optind]);
    if (!source_read(&source, argv[optind]))
        return EXIT_ERROR;
    if (strcmp(argv[optind], "-") == 0 && request.standard)
        source.name = request.standard;
    const int code = plan_file(&request, &source);
    source_free(&source);
    return code;
}
