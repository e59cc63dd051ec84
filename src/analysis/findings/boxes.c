/* Tensor maps by name: see boxes.h. */
#include "analysis/findings/boxes.h"

#include <stdio.h>

#include "report/assume.h"
#include "report/report.h"
#include "tensormap/map.h"
#include "tensormap/quantities.h"

#define TILED PTXC_TENSORMAP_TILED
#define IM2COL PTXC_TENSORMAP_IM2COL
#define WIDE PTXC_TENSORMAP_IM2COL_WIDE
#define VALUE(n) (UINT32_C(1) << (n))
#define ANY false
#define ZERO true

enum { LONGEST_NAME = 1024 };

static const struct ptxc_load_mode_row load_modes[] = {
#define LOAD_MODE(qualifier, kind, modes, rows, corners) {qualifier, kind, modes, rows, corners},
#include "load_modes.def"
};

const struct ptxc_load_mode_row *ptxc_flow_load_mode(const struct ptxc_flow *flow, uint32_t step) {
    const enum ptxc_qualifier mode = ptxc_step_qualifier(ptxc_flow_step(flow, step), PTXC_SLOT_LOAD_MODE);
    for (size_t i = 0; i < PTXC_COUNT(load_modes); i++)
        if (load_modes[i].qualifier == mode)
            return &load_modes[i];
    return &load_modes[0];
}

/* Returns the parameter or variable in which a map lies at this address, or that holds the address, and adds to `at`
 * the byte of it; 0 where there is none.
 */
static uint32_t named_by(const struct ptxc_affines *all, ptxc_affine address, int64_t *at, unsigned depth) {
    const struct ptxc_linear *linear = ptxc_affine_get(all, address);
    if (!address || depth == 0 || linear->count != 1 || linear->parts[0].coefficient != 1)
        return 0;
    const struct ptxc_term *term = ptxc_affine_term_get(all, linear->parts[0].term);
    *at += linear->constant;
    if (term->kind == PTXC_TERM_SYMBOL)
        return term->a;
    if (term->kind == PTXC_TERM_PARAMETER && *at == 0) {
        *at = term->b;
        return term->a;
    }
    return term->kind == PTXC_TERM_OPERATION &&
                   (term->operation == PTXC_DO_TO_GENERIC || term->operation == PTXC_DO_FROM_GENERIC)
               ? named_by(all, term->a, at, depth - 1)
               : 0;
}

/* Writes how the tensor map of a step is named, "map" or "parameters+128", between two texts; returns how long that is,
 * 0 where it is not known.
 */
static uint32_t name_of(const struct ptxc_flow *flow, uint32_t step, const char *before, const char *after,
                        char text[LONGEST_NAME]) {
    enum { DEEPEST = 4 };
    const struct ptxc_value *map = ptxc_step_value(ptxc_flow_step(flow, step), PTXC_NAME_TENSOR_MAP);
    int64_t at = 0;
    const uint32_t symbol =
        map ? named_by(ptxc_values_expressions(flow->values), ptxc_values_of(flow->values, step, map), &at, DEEPEST)
            : 0;
    const struct ptxc_symbol *name = ptxc_symbols_get(flow->program->symbols, symbol);
    char place[24] = "";
    if (!name || at < 0)
        return 0;
    if (at > 0)
        snprintf(place, sizeof(place), "+%lld", (long long)at);
    const int length = snprintf(text, LONGEST_NAME, "%s%.*s%s%s", before, (int)name->length, name->name, place, after);
    return length > 0 && length < LONGEST_NAME ? (uint32_t)length : 0;
}

const struct ptxc_tensormap *ptxc_flow_map(const struct ptxc_flow *flow, uint32_t step) {
    char text[LONGEST_NAME];
    const uint32_t length = flow->report && flow->report->maps ? name_of(flow, step, "", "", text) : 0;
    return length > 0 ? ptxc_tensormap_set_find(flow->report->maps, text, length) : NULL;
}

/* Returns the bytes that are assumed of the map; 0 where nothing is. */
static uint32_t assumed(const struct ptxc_flow *flow, uint32_t step) {
    char text[LONGEST_NAME];
    const uint32_t length = flow->report ? name_of(flow, step, "box(", ")", text) : 0;
    const uint32_t place = ptxc_step_span(flow->program, step).offset;
    return length > 0 ? (uint32_t)ptxc_assume_value(flow->report, place, text, length) : 0;
}

uint32_t ptxc_flow_box(const struct ptxc_flow *flow, uint32_t step) {
    const uint32_t assumption = assumed(flow, step);
    const struct ptxc_tensormap *map = assumption ? NULL : ptxc_flow_map(flow, step);
    const struct ptxc_load_mode_row *mode = ptxc_flow_load_mode(flow, step);
    if (!map || map->kind != mode->kind)
        return assumption;
    const struct ptxc_tensormap_amount bytes =
        ptxc_tensormap_amount(&(struct ptxc_map){.value = *map}, PTXC_TENSORMAP_COPIED_BYTES, 0);
    return bytes.known && bytes.value <= INT32_MAX ? (uint32_t)bytes.value * mode->rows : 0;
}
