/* Plans as JSON: see plan_json.h. */
#include "cli/commands/plan_json.h"

#include <stdlib.h>

#include "cli/output/json.h"
#include "cli/output/trouble.h"

static json_t *from_number(uint64_t number) {
    return json_sure(json_integer((json_int_t)number));
}

/* Gives the tensor map as the library writes it, null where the plan has none. */
static json_t *from_map(const struct ptxc_plan *plan) {
    const size_t length = plan->map.rank ? ptxc_tensormap_emit(&plan->map, NULL, 0) : 0;
    if (length == 0)
        return json_null();
    char *text = malloc(length + 1);
    if (!text)
        exit(trouble("not enough memory"));
    ptxc_tensormap_emit(&plan->map, text, length + 1);
    json_t *map = json_sure(json_loads(text, 0, NULL));
    free(text);
    return map;
}

/* Gives the loops, from the outermost to the innermost. */
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

/* Gives the plan, null where there is none. */
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

void plan_write_json(FILE *stream, const struct planned *planned) {
    struct ptxc_lines lines;
    json_t *document = json_envelope("plan");
    json_t *diagnostics = json_sure(json_array());
    ptxc_lines_init(&lines, planned->source->text, planned->source->length);
    for (size_t i = 0; i < ptxc_report_count(planned->report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(planned->report, i);
        json_push(diagnostics, json_from_diagnostic(&lines, diagnostic, diagnostic->severity));
    }
    json_put(document, "file", json_from_name(planned->source->name));
    json_put(document, "plan", from_plan(planned));
    json_put(document, "diagnostics", diagnostics);
    json_write(stream, document);
}
