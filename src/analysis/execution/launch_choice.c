/* Choices: see launch_choice.h. */
#include "analysis/execution/launch_choice.h"

#include <string.h>

#include "analysis/automata/violations.h"
#include "analysis/execution/launch.h"
#include "analysis/execution/scheduler.h"

#include "analysis/findings/boxes.h"
#include "analysis/values/parameters.h"
#include "report/report.h"
#include "tables/tables.h"

enum {
    DEFAULT_THREADS = 128,
    STEPS = 10000,           /* of a short run, to choose threads, */
    STEPS_OF_CTA = 20000,    /* or a cluster: for each CTA; */
    STEPS_TO_IMPROVE = 50000 /* to find a better cluster than one that will do: for all short runs together */
};

/* Whether the code asks for other CTAs of its cluster. */
static bool uses_remote_ctas(const struct ptxc_flow *flow) {
    for (uint32_t i = 0; i < flow->program->count; i++) {
        const struct ptxc_step *step = &flow->program->steps[i];
        if (ptxc_step_action(step) == PTXC_ACT_MAP_ADDRESS || ptxc_step_action(step) == PTXC_ACT_CLUSTER_WAIT ||
            ptxc_step_operand(step, PTXC_NAME_CTA_MASK))
            return true;
    }
    return false;
}

/* Sets the CTAs of a cluster in each dimension, and a grid of several clusters. */
static void set_cluster(struct ptxc_launch *launch, uint32_t x, uint32_t y, uint32_t z) {
    launch->cluster[0] = x, launch->cluster[1] = y, launch->cluster[2] = z;
    launch->grid[0] = 4 * x, launch->grid[1] = 2 * y, launch->grid[2] = z;
}

/* Sets the cluster of the text, or as many CTAs in a row as the caller says. */
static void set_given_cluster(const struct ptxc_flow *flow, struct ptxc_launch *launch) {
    const uint32_t *text = flow->program->body->cluster;
    const uint32_t y = text[1] ? text[1] : 1, z = text[2] ? text[2] : 1;
    if (text[0] && text[0] * y * z == flow->cluster)
        set_cluster(launch, text[0], y, z);
    else
        set_cluster(launch, flow->cluster ? flow->cluster : 1, 1, 1);
}

/* Returns the launch configuration with which the others begin: what the function and the caller say, and what is
 * likely beyond that. */
static struct ptxc_launch first_launch(const struct ptxc_flow *flow) {
    const uint32_t threads = flow->threads ? flow->threads : flow->at_most ? flow->at_most : DEFAULT_THREADS;
    struct ptxc_launch launch = {.threads = {threads, 1, 1}, .scale = 512};
    for (int i = 0; i < 3 && !flow->threads; i++)
        if (flow->program->body->maximum_threads[i])
            launch.threads[i] = flow->program->body->maximum_threads[i];
    for (int i = 0; i < 3; i++)
        if (flow->program->body->required_threads[i])
            launch.threads[i] = flow->program->body->required_threads[i];
    set_given_cluster(flow, &launch);
    return launch;
}

uint32_t *ptxc_launch_boxes(const struct ptxc_flow *flow) {
    const struct ptxc_program *program = flow->program;
    uint32_t *boxes = ptxc_arena_alloc(program->arena, (program->count + 1) * sizeof(*boxes));
    for (uint32_t i = 0; boxes && i < program->count; i++)
        if (ptxc_step_action(&program->steps[i]) == PTXC_ACT_COPY)
            boxes[i] = ptxc_flow_box(flow, i);
    return boxes;
}

uint8_t *ptxc_launch_swizzles(const struct ptxc_flow *flow) {
    const struct ptxc_program *program = flow->program;
    uint8_t *swizzles =
        flow->report && flow->report->maps ? ptxc_arena_alloc(program->arena, program->count + 1) : NULL;
    for (uint32_t i = 0; swizzles && i < program->count; i++) {
        const struct ptxc_tensormap *map =
            ptxc_step_action(&program->steps[i]) == PTXC_ACT_COPY ? ptxc_flow_map(flow, i) : NULL;
        if (map && ptxc_tensormap_known(map, PTXC_TENSORMAP_SWIZZLE, 0))
            swizzles[i] = (uint8_t)(ptxc_tensormap_bits(map, PTXC_TENSORMAP_SWIZZLE, 0) + 1);
    }
    return swizzles;
}

/* What a short run shows of a choice. */
struct short_run {
    uint32_t reached; /* steps of the family that it comes to */
    bool fits;
    bool few;     /* threads wait for an mbarrier on which more should arrive than there are */
    bool stopped; /* it ended before its end, and not by its bound */
    bool late;    /* it was not, but another one with smaller numbers, which may not go together */
    bool bound;   /* it ended by its bound */
    bool beyond;  /* it named a CTA that the cluster has not */
    uint64_t work;
};

bool ptxc_launch_fits(const struct ptxc_machine *machine) {
    return (machine->vague || !machine->starved) &&
           !ptxc_violations_have(machine->findings, PTXC_VIOLATION_OUT_OF_RANGE, machine->findings->run);
}

/* The best choice so far, and what others are tried with. */
struct choosing {
    const struct ptxc_code *code;
    const uint32_t *boxes;
    struct ptxc_launch *launch;
    struct ptxc_arena scratch;
    struct short_run best;
    uint32_t all;     /* steps of the family */
    uint32_t in_vain; /* numbers of threads that were tried and came no further before it took too long */
};

/* Makes a short run. */
static struct short_run try(struct choosing *choosing, const struct ptxc_launch *launch, uint64_t steps) {
    struct ptxc_violations findings = {.arena = &choosing->scratch};
    struct ptxc_machine machine;
    ptxc_arena_clear(&choosing->scratch);
    if (!ptxc_launch_start(&machine, choosing->code, launch, &choosing->scratch))
        return (struct short_run){.stopped = true};
    machine.findings = &findings;
    machine.boxes = choosing->boxes;
    machine.most_steps = steps;
    ptxc_scheduler_run(&machine);
    const bool stopped = machine.stopped && ptxc_machine_work(&machine) <= machine.most_steps;
    return (struct short_run){.reached = ptxc_launch_reached(&machine),
                              .fits = ptxc_launch_fits(&machine),
                              .few = ptxc_violations_have(&findings, PTXC_VIOLATION_ARRIVALS_MISSING, findings.run),
                              .stopped = stopped,
                              .bound = machine.stopped && !stopped,
                              .beyond = machine.beyond,
                              .work = ptxc_machine_work(&machine)};
}

/* Makes short runs with smaller and smaller numbers, until one ends in time: in a cluster of the wrong shape a kernel
 * may wait for ever only once it has come far. Shows what the first one reached, and how the last one ended. */
static struct short_run try_to_end(struct choosing *choosing, const struct ptxc_launch *launch) {
    static const uint32_t small[] = {96, 16};
    const uint64_t steps = (uint64_t)STEPS_OF_CTA * ptxc_launch_ctas(launch);
    struct ptxc_launch other = *launch;
    struct short_run shown = try(choosing, launch, steps);
    for (size_t i = 0; i < PTXC_COUNT(small) && shown.bound; i++) {
        other.scale = small[i];
        const struct short_run here = try(choosing, &other, steps);
        shown.late = here.stopped;
        shown.bound = here.bound;
        shown.beyond |= here.beyond;
        shown.work += here.work;
    }
    return shown;
}

/* How well a choice lets the kernel do its work: of two that come as far, one with which it comes to its end is better,
 * then one that fits, and then one with enough threads for the counts of mbarriers. */
static uint64_t merit_of(struct short_run shown) {
    return (uint64_t)shown.reached * 8 + (shown.stopped ? 0 : 4) + (shown.fits ? 2 : 0) + (shown.few ? 0 : 1);
}

/* Tries the threads that there are, with the smallest scale that leads to as many steps of the family as others. */
static void try_first(struct choosing *choosing) {
    static const uint32_t others[] = {512, 96};
    struct ptxc_launch other = *choosing->launch;
    choosing->launch->scale = 16;
    choosing->best = try(choosing, choosing->launch, STEPS);
    if (choosing->best.bound)
        return; /* with larger ones it takes longer */
    for (size_t i = 0; i < PTXC_COUNT(others) && choosing->best.reached < choosing->all; i++) {
        other.scale = others[i];
        const struct short_run here = try(choosing, &other, STEPS);
        if (i == 0 ? here.reached <= choosing->best.reached : here.reached < choosing->best.reached)
            return;
        choosing->best = here;
        *choosing->launch = other;
        if (!here.bound)
            return;
    }
}

/* Tries a number of threads, unless the best one so far leaves nothing to be desired, or several have come no further
 * before they took too long. */
static void try_shape(struct choosing *choosing, uint32_t x, uint32_t y) {
    enum { MOST_IN_VAIN = 4 };
    struct ptxc_launch other = *choosing->launch;
    if ((choosing->best.reached == choosing->all && choosing->best.fits && !choosing->best.stopped) ||
        choosing->in_vain == MOST_IN_VAIN)
        return;
    other.threads[0] = x;
    other.threads[1] = y;
    const struct short_run here = try(choosing, &other, STEPS);
    choosing->in_vain += here.bound && choosing->best.bound && here.reached <= choosing->best.reached;
    if (merit_of(here) <= merit_of(choosing->best))
        return;
    choosing->best = here;
    *choosing->launch = other;
}

uint32_t ptxc_launch_wanted(const struct ptxc_code *code) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < code->count; i++)
        count += code->program->steps[code->ops[i].step].names != NULL;
    return count;
}

/* Makes pointers null that the code compares with null, where a run leaves out most steps of the family, and comes to
 * many more of them so: arguments that may be left out change what a kernel does, and hardly ever is each of them
 * given. */
static void choose_pointers(struct choosing *choosing) {
    enum { PART = 4, MUCH = 2 };
    struct ptxc_launch other = *choosing->launch;
    if (choosing->best.reached * PART >= choosing->all)
        return;
    other.sparse = true;
    const struct short_run here = try(choosing, &other, STEPS);
    if (choosing->best.reached * MUCH >= here.reached)
        return;
    choosing->best = here;
    *choosing->launch = other;
}

/* Whether more threads come to no other step than those of the best choice, with which all is well. */
static bool are_enough(struct choosing *choosing) {
    enum { WIDE = 640 };
    struct ptxc_launch other = *choosing->launch;
    if (!choosing->best.fits || choosing->best.stopped || choosing->best.bound)
        return false;
    if (choosing->best.reached == choosing->all)
        return true;
    other.threads[0] = WIDE;
    const struct short_run wide = try(choosing, &other, STEPS);
    return !wide.stopped && !wide.bound && wide.reached <= choosing->best.reached;
}

/* Chooses the threads of a CTA where nothing says how many there are. */
static void choose_threads(struct choosing *choosing, const struct ptxc_flow *flow, bool pointers) {
    static const uint32_t usual[] = {160, 256, 288, 384, 512, 640, 64, 32, 1024}, columns[] = {32, 16, 64, 8};
    const bool plane = ptxc_code_reads(choosing->code, "%tid.y"), bounded = flow->at_most != 0;
    const bool given = flow->threads || (bounded && (!plane || choosing->launch->threads[1] > 1));
    pointers &= choosing->code->optional != NULL;
    if (given && !pointers)
        return;
    const uint32_t scale = choosing->launch->scale;
    try_first(choosing);
    if (pointers)
        choose_pointers(choosing);
    const bool open = !given && !bounded && !are_enough(choosing);
    for (size_t i = 0; i < PTXC_COUNT(usual) && open; i++)
        try_shape(choosing, usual[i], 1);
    for (size_t i = 0; i < PTXC_COUNT(columns) && !given && bounded; i++)
        if (columns[i] < choosing->launch->threads[0])
            try_shape(choosing, columns[i], flow->at_most / columns[i]);
    choosing->launch->scale = scale;
}

/* Whether the code has instructions that two CTAs of a cluster execute as a pair. */
static bool pairs_ctas(const struct ptxc_program *program) {
    for (uint32_t i = 0; i < program->count; i++)
        if (program->steps[i].traits & PTXC_TRAIT_OF_TWO_CTAS)
            return true;
    return false;
}

bool ptxc_launch_cluster(const struct ptxc_flow *flow, uint32_t index, struct ptxc_launch *launch) {
    static const uint8_t usual[][2] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {4, 1}, {1, 4},  {4, 2}, {2, 4},
                                       {8, 1}, {1, 8}, {4, 4}, {3, 1}, {6, 1}, {12, 1}, {16, 1}};
    const bool pairs = pairs_ctas(flow->program); /* of an odd number of CTAs one has no peer */
    for (size_t i = 0; i < PTXC_COUNT(usual); i++) {
        if ((pairs && usual[i][0] * usual[i][1] % 2 == 1) || index-- > 0)
            continue;
        set_cluster(launch, usual[i][0], usual[i][1], 1);
        return true;
    }
    return false;
}

/* Whether a shape of the cluster suits a kernel better than the one before: with it the kernel comes to its end, or at
 * least far. Of two with which it waits for ever the one counts with which it comes further. */
static bool is_better(struct short_run here, struct short_run best) {
    if (here.stopped != best.stopped || here.stopped)
        return here.stopped < best.stopped || (here.stopped == best.stopped && merit_of(here) > merit_of(best));
    return here.late < best.late;
}

/* Chooses the CTAs of a cluster. Where none can be meant, or without memory, the launch configuration stays as it is.
 */
static enum ptxc_cluster_choice choose_shape(struct choosing *choosing, const struct ptxc_flow *flow) {
    enum ptxc_cluster_choice choice = PTXC_CLUSTER_UNKNOWN;
    struct ptxc_launch other = *choosing->launch;
    struct short_run best = {.stopped = true};
    uint64_t spent = 0;
    if (flow->cluster || !uses_remote_ctas(flow))
        return PTXC_CLUSTER_GIVEN;
    for (uint32_t i = 0;
         (best.stopped || (best.late && spent < STEPS_TO_IMPROVE)) && ptxc_launch_cluster(flow, i, &other); i++) {
        const struct short_run here = try_to_end(choosing, &other);
        spent += best.stopped ? 0 : here.work;
        if (here.beyond || !is_better(here, best))
            continue;
        *choosing->launch = other;
        best = here;
        choice = here.stopped                    ? PTXC_CLUSTER_DEADLOCKED
                 : ptxc_launch_ctas(&other) == 1 ? PTXC_CLUSTER_ALONE
                                                 : PTXC_CLUSTER_CHOSEN;
    }
    return choice;
}

/* Whether a register holds the special one of this name: it is that, or what copies it. */
static bool holds_special(const struct ptxc_code *code, uint32_t reg, const char *name) {
    const uint32_t special = ptxc_code_special(code, name, strlen(name));
    for (uint32_t i = 0; i < code->count && special != PTXC_NO_REGISTER && reg != special; i++) {
        const struct ptxc_op *op = &code->ops[i];
        if (op->evaluator == PTXC_EVALUATE_MOVE && op->result_count > 0 && op->input_count > 0 &&
            code->results[op->first_result] == reg)
            reg = code->inputs[op->first_input].reg;
    }
    return special != PTXC_NO_REGISTER && reg == special;
}

/* Returns the only number that the code asks a special register to be; 0: there is none, or there are several. */
static uint32_t asked_number(const struct ptxc_code *code, const char *name) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < code->count; i++) {
        const struct ptxc_op *op = &code->ops[i];
        const struct ptxc_input *inputs = &code->inputs[op->first_input];
        if (op->evaluator != PTXC_EVALUATE_COMPARE || (op->comparison != PTXC_EQ && op->comparison != PTXC_NE) ||
            op->input_count < 2 || inputs[1].reg != PTXC_NO_REGISTER || inputs[0].reg == PTXC_NO_REGISTER ||
            !holds_special(code, inputs[0].reg, name))
            continue;
        if (number && number != inputs[1].constant)
            return 0;
        number = (uint32_t)inputs[1].constant;
    }
    return number;
}

/* Sets the shape of the cluster that the code asks for by comparing that with constants; false where it does not. */
static bool set_asked_cluster(const struct ptxc_code *code, struct ptxc_launch *launch) {
    enum { MOST = 16 };
    const uint32_t x = asked_number(code, "%cluster_nctaid.x"), y = asked_number(code, "%cluster_nctaid.y");
    if (x == 0 || y == 0 || x > MOST || y > MOST || x * y == 1 || x * y > MOST)
        return false;
    set_cluster(launch, x, y, 1);
    return true;
}

/* Chooses the CTAs of a cluster. Threads that were chosen with one CTA may be too many for those of a larger one. */
static enum ptxc_cluster_choice choose_cluster(struct choosing *choosing, const struct ptxc_flow *flow) {
    const struct ptxc_launch before = *choosing->launch;
    if (!flow->cluster && uses_remote_ctas(flow) && set_asked_cluster(choosing->code, choosing->launch))
        return PTXC_CLUSTER_GIVEN;
    const enum ptxc_cluster_choice choice = choose_shape(choosing, flow);
    if (choice != PTXC_CLUSTER_UNKNOWN || flow->threads || flow->at_most || before.threads[0] <= DEFAULT_THREADS)
        return choice;
    choosing->launch->threads[0] = DEFAULT_THREADS;
    choosing->launch->threads[1] = choosing->launch->threads[2] = 1;
    const enum ptxc_cluster_choice other = choose_shape(choosing, flow);
    if (other == PTXC_CLUSTER_UNKNOWN)
        *choosing->launch = before;
    return other;
}

enum ptxc_cluster_choice ptxc_launch_choose(const struct ptxc_flow *flow, const struct ptxc_code *code,
                                            const uint32_t *boxes, const struct ptxc_kernel *known,
                                            struct ptxc_launch *launch) {
    struct choosing choosing = {.code = code, .boxes = boxes, .launch = launch, .all = ptxc_launch_wanted(code)};
    *launch = first_launch(flow);
    ptxc_arena_lend(flow->program->arena, &choosing.scratch);
    if (known && known->threads[0])
        memcpy(launch->threads, known->threads, sizeof(launch->threads));
    else if (flow->whole)
        choose_threads(&choosing, flow, !known);
    const enum ptxc_cluster_choice cluster = choose_cluster(&choosing, flow);
    ptxc_arena_take_back(flow->program->arena, &choosing.scratch);
    return cluster;
}

/* Whether a special register has the same value in the same thread of all CTAs. */
static bool is_same_in_all(uint32_t special) {
    static const char *const names[] = {"%tid",     "%ntid",   "%laneid",          "%warpid",
                                        "%nwarpid", "%nctaid", "%cluster_nctarank"};
    for (size_t i = 0; i < PTXC_COUNT(names); i++)
        if (ptxc_special_named(special, names[i]))
            return true;
    return false;
}

static bool may_differ(const struct ptxc_flow *flow, ptxc_affine expression, unsigned depth);

/* Whether the term is what all CTAs load from one address of memory that they have in common: not of .shared. */
static bool is_loaded_alike(const struct ptxc_flow *flow, const struct ptxc_term *term, unsigned depth) {
    if (term->kind != PTXC_TERM_RESULT || term->variance != PTXC_UNIFORM || depth == 0)
        return false;
    const struct ptxc_value *address = ptxc_common_address(flow->program, term->a);
    const struct ptxc_span word = flow->program->steps[term->a].statement->word;
    return address && ptxc_word_space(flow->program->source + word.offset, word.length) != PTXC_SPACE_SHARED &&
           !may_differ(flow, ptxc_values_of(flow->values, term->a, address), depth - 1);
}

/* Whether the expression may be another in CTAs of another rank: all but what is known to be none. */
static bool may_differ(const struct ptxc_flow *flow, ptxc_affine expression, unsigned depth) {
    const struct ptxc_affines *all = ptxc_values_expressions(flow->values);
    const struct ptxc_linear *linear = ptxc_affine_get(all, expression);
    for (uint32_t i = 0; i < linear->count; i++) {
        const struct ptxc_term *term = ptxc_affine_term_get(all, linear->parts[i].term);
        const bool elected = term->kind == PTXC_TERM_RESULT && term->a < flow->program->count &&
                             ptxc_step_action(ptxc_flow_step(flow, term->a)) == PTXC_ACT_ELECT;
        if (term->kind == PTXC_TERM_SYMBOL || (term->kind == PTXC_TERM_PARAMETER && flow->whole) || elected ||
            is_loaded_alike(flow, term, depth) || (term->kind == PTXC_TERM_SPECIAL && is_same_in_all(term->a)))
            continue;
        if (term->kind != PTXC_TERM_OPERATION || depth == 0 || (term->a && may_differ(flow, term->a, depth - 1)) ||
            (term->b && may_differ(flow, term->b, depth - 1)) || (term->c && may_differ(flow, term->c, depth - 1)))
            return true;
    }
    return false;
}

/* Whether a thread comes to the step in all CTAs of the cluster where it does in one: what leads there depends on
 * nothing that may be another in a CTA of another rank. */
static bool runs_alike(const struct ptxc_flow *flow, uint32_t step) {
    enum { DEEPEST = 5 };
    const struct ptxc_condition *condition = ptxc_flow_condition(flow, step);
    for (uint8_t i = 0; i < condition->count; i++)
        if (may_differ(flow, condition->atoms[i].predicate, DEEPEST))
            return false;
    return !condition->more;
}

bool *ptxc_launch_alike(const struct ptxc_flow *flow) {
    const struct ptxc_program *program = flow->program;
    bool *alike = ptxc_flow_has(flow, PTXC_ACT_MAP_ADDRESS, NULL)
                      ? ptxc_arena_alloc(program->arena, (program->count + 1) * sizeof(*alike))
                      : NULL;
    for (uint32_t i = 0; alike && i < program->count; i++)
        if (program->steps[i].names && program->steps[i].event->barrier != PTXC_NAME_NONE)
            alike[i] = runs_alike(flow, i);
    return alike;
}
