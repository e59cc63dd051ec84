/* Mistakes: see mistakes.h. Each thing that is wrong shows in many places and rounds; it is told where it shows first.
 */
#include "flow/walk/mistakes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "flow/walk/copies.h"
#include "flow/walk/iterations.h"

#include "flow/walk/tracer.h"
#include "ptxcheck/swizzle.h"

/* What a mistake explains, and what explains it: see mistakes.def. */
enum nature { GROUP, RACE, HANG, EXCESS, UNMADE, OTHER };

static const struct row {
    enum ptxc_rule_id rule;
    enum nature nature;
    enum ptxc_level level;
    enum needs { NEEDS_TIME, NEEDS_THREADS, NEEDS_SHAPE } needs;
    const char *message, *note, *advice;
} rows[PTXC_MISTAKE_COUNT] = {
#define CERTAIN PTXC_CERTAIN
#define LIKELY PTXC_LIKELY
#define TIME NEEDS_TIME
#define THREADS NEEDS_THREADS
#define SHAPE NEEDS_SHAPE
#define MISTAKE(enumerator, rule, nature, level, needs, message, note, advice) \
    {rule, nature, level, needs, message, note, advice},
#include "flow/walk/mistakes.def"
#undef CERTAIN
#undef LIKELY
#undef TIME
#undef THREADS
#undef SHAPE
};

struct ptxc_mistake ptxc_mistake_about(const struct ptxc_machine *machine, enum ptxc_mistake_kind kind,
                                       const struct ptxc_warp *warp, uint32_t step,
                                       const struct ptxc_async_copy *copy) {
    struct ptxc_mistake mistake = {.kind = kind,
                                   .warp = warp->number,
                                   .step = step,
                                   .event = copy ? copy->event : UINT32_MAX,
                                   .copy = PTXC_NO_STEP,
                                   .wait = PTXC_NO_STEP,
                                   .iteration = ptxc_iteration_of(machine, warp, step)};
    if (copy) {
        mistake.copy = copy->step;
        mistake.copy_iteration = copy->iteration;
        mistake.slot = copy->slot;
        mistake.slots = ptxc_copy_slots(machine, copy);
        mistake.doubtful = copy->doubtful;
    }
    return mistake;
}

void ptxc_mistake_add(struct ptxc_machine *machine, const struct ptxc_mistake *mistake) {
    struct ptxc_findings *all = machine->findings;
    const uint64_t run = UINT64_C(1) << all->run;
    ptxc_trace_mistake(machine, &machine->warps[mistake->warp], mistake->step, rows[mistake->kind].rule,
                       mistake->event);
    for (size_t i = 0; i < all->count; i++) {
        struct ptxc_found *found = &all->list[i];
        if (found->mistake.kind == mistake->kind && found->mistake.step == mistake->step &&
            found->mistake.copy == mistake->copy) {
            found->runs |= run;
            return;
        }
    }
    void *grown = ptxc_arena_grow(all->arena, all->list, &all->capacity, all->count + 1, sizeof(*all->list));
    machine->out_of_memory |= !grown;
    if (!grown)
        return;
    all->list = grown;
    all->list[all->count++] = (struct ptxc_found){*mistake, run};
}

bool ptxc_findings_any(const struct ptxc_findings *findings, uint32_t run) {
    for (size_t i = 0; i < findings->count; i++)
        if (findings->list[i].runs >> run & 1)
            return true;
    return false;
}

bool ptxc_findings_overflow(const struct ptxc_findings *findings, uint32_t run) {
    for (size_t i = 0; i < findings->count; i++)
        if (findings->list[i].mistake.kind == PTXC_MISTAKE_OUT_OF_RANGE && (findings->list[i].runs >> run & 1))
            return true;
    return false;
}

/* Appends text, as far as there is room. */
static void append(char *text, size_t size, const char *format, uint64_t number) {
    const size_t length = strlen(text);
    snprintf(text + length, size - length, format, number);
}

/* Replaces the %x of a text of mistakes.def. */
static void fill(char *text, size_t size, const char *format, const struct ptxc_mistake *mistake) {
    text[0] = '\0';
    for (const char *at = format; *at; at++) {
        if (*at != '%') {
            const char letter[] = {*at, '\0'};
            append(text, size, letter, 0);
            continue;
        }
        switch (*++at) {
        case 'i':
            if (mistake->iteration)
                append(text, size, " in iteration %" PRIu64, mistake->iteration);
            break;
        case 'j':
            append(text, size, mistake->copy_iteration ? " of iteration %" PRIu64 : " from before the loop",
                   mistake->copy_iteration);
            break;
        case 's': append(text, size, mistake->slots > 1 ? "slot %" PRIu64 : "its place", mistake->slot); break;
        case 'x': append(text, size, ptxc_swizzle_name((enum ptxc_swizzle)mistake->number), 0); break;
        case 'y': append(text, size, ptxc_swizzle_name((enum ptxc_swizzle)mistake->other), 0); break;
        case 'n': append(text, size, "%" PRIu64, mistake->number); break;
        default: append(text, size, "%" PRIu64, mistake->other); break;
        }
    }
}

/* Whether a mistake is of this nature. */
static bool is(enum ptxc_mistake_kind kind, enum nature nature) {
    return rows[kind].nature == nature;
}

/* How sure a mistake is, by the runs in which it was met. */
static enum ptxc_level level_of(const struct ptxc_found *found, struct ptxc_runs runs, uint64_t ran) {
    const struct row *row = &rows[found->mistake.kind];
    const uint64_t met = found->runs & runs.good;
    const bool others = row->needs == NEEDS_THREADS && runs.cluster != PTXC_CLUSTER_GIVEN;
    const bool hangs = is(found->mistake.kind, HANG);
    if (!met || !runs.threads || (hangs && !(met & ~runs.blind)) ||
        (others && (hangs || runs.cluster == PTXC_CLUSTER_UNKNOWN)))
        return PTXC_POSSIBLE;
    if (found->mistake.doubtful || others || (row->needs == NEEDS_SHAPE && !runs.shaped) || row->level != PTXC_CERTAIN)
        return PTXC_LIKELY;
    const bool always = (ran & runs.good) == met, again = (met & (met - 1)) != 0 || runs.few;
    if (!again || (!always && is(found->mistake.kind, EXCESS)))
        return PTXC_LIKELY;
    return (met & runs.sound) || (always && row->needs != NEEDS_THREADS) ? PTXC_CERTAIN : PTXC_LIKELY;
}

bool ptxc_findings_any_to_tell(const struct ptxc_findings *findings, struct ptxc_runs runs, const uint64_t *ran) {
    runs.threads = true;
    for (size_t i = 0; i < findings->count; i++)
        if (level_of(&findings->list[i], runs, ran[findings->list[i].mistake.step]) != PTXC_POSSIBLE)
            return true;
    return false;
}

/* Whether a mistake is that something is read, written or filled too early. */
static bool is_early(enum ptxc_mistake_kind kind) {
    return is(kind, GROUP) || is(kind, RACE);
}

/* Whether something is read before its reader has waited for anything. Threads that do not wait for one another come
 * into each other's phases, so that arrivals which are too many follow from it, and not the other way round. */
static bool is_unwaited(const struct ptxc_mistake *mistake) {
    return mistake->kind == PTXC_MISTAKE_READ_BEFORE_PHASE && mistake->wait == PTXC_NO_STEP;
}

/* Whether a mistake follows from the arrivals, which are more than a phase takes: for certain, or by all appearances.
 */
static bool follows(enum ptxc_mistake_kind kind, bool certainly, bool apparently) {
    return (certainly && !is(kind, GROUP) && !is(kind, EXCESS)) ||
           (apparently && is(kind, HANG) && kind != PTXC_MISTAKE_BYTES_MISSING);
}

/* Whether two mistakes have one cause: they are about the same steps, in whatever order, or the same wait. */
static bool have_one_cause(const struct ptxc_mistake *a, const struct ptxc_mistake *b) {
    const bool same_rule = rows[a->kind].rule == rows[b->kind].rule;
    return a->step == b->step || a->copy == b->copy || (a->step == b->copy && b->step == a->copy) ||
           (same_rule && a->wait == b->wait) || (is(a->kind, GROUP) && is(b->kind, GROUP));
}

/* Whether something that was told before has the same cause. */
static bool is_told(const struct ptxc_findings *findings, const bool *told, size_t index) {
    const struct ptxc_mistake *mistake = &findings->list[index].mistake;
    for (size_t i = 0; i < index; i++) {
        const struct ptxc_mistake *other = &findings->list[i].mistake;
        if (told[i] &&
            (have_one_cause(other, mistake) || mistake->kind == PTXC_MISTAKE_DEADLOCK ||
             mistake->kind == PTXC_MISTAKE_PEER_ENDED || (is(other->kind, UNMADE) && is(mistake->kind, HANG)) ||
             (is_unwaited(other) && (is(mistake->kind, EXCESS) || is(mistake->kind, HANG))) ||
             (mistake->kind == PTXC_MISTAKE_ARRIVALS_CROWDED && is_early(other->kind))))
            return true;
    }
    return false;
}

static void tell(const struct ptxc_flow *flow, const struct ptxc_mistake *mistake, enum ptxc_level level) {
    enum { LONGEST = 300 };
    const struct row *row = &rows[mistake->kind];
    char text[LONGEST];
    struct ptxc_hazard hazard;
    fill(text, sizeof(text), row->message, mistake);
    ptxc_hazard_begin(&hazard, flow, row->rule, mistake->step, "%s", text);
    hazard.finding.level = level;
    fill(text, sizeof(text), row->note, mistake);
    if (text[0])
        ptxc_hazard_note(&hazard, mistake->copy, "%s", text);
    fill(text, sizeof(text), row->advice, mistake);
    if (text[0])
        ptxc_hazard_note(&hazard, mistake->wait, "%s", text);
    ptxc_hazard_give(&hazard);
}

/* The runs in which a mistake of this kind was met, and nothing that explains crowds. */
static uint64_t runs_with(const struct ptxc_findings *findings, enum ptxc_mistake_kind kind) {
    uint64_t runs = 0, explained = 0;
    for (size_t i = 0; i < findings->count; i++) {
        runs |= findings->list[i].mistake.kind == kind ? findings->list[i].runs : 0;
        explained |= is_unwaited(&findings->list[i].mistake) ? findings->list[i].runs : 0;
    }
    return runs & ~explained;
}

void ptxc_findings_tell(const struct ptxc_findings *findings, const struct ptxc_flow *flow, struct ptxc_runs runs,
                        const uint64_t *ran) {
    bool *told = ptxc_arena_alloc(findings->arena, findings->count + 1);
    const uint64_t many = runs_with(findings, PTXC_MISTAKE_ARRIVALS_MANY);
    const uint64_t crowded = runs_with(findings, PTXC_MISTAKE_ARRIVALS_CROWDED);
    for (size_t i = 0; told && i < findings->count; i++) {
        const struct ptxc_mistake *mistake = &findings->list[i].mistake;
        const enum ptxc_level level = level_of(&findings->list[i], runs, ran[mistake->step]);
        const uint64_t met = findings->list[i].runs;
        if (level == PTXC_POSSIBLE || flow->told[mistake->step] ||
            (!is(mistake->kind, GROUP) && (flow->told[flow->program->count] || runs.explained)) ||
            (mistake->copy != PTXC_NO_STEP && flow->told[mistake->copy]) || is_told(findings, told, i) ||
            follows(mistake->kind, !(met & ~many), !(met & ~crowded)))
            continue;
        told[i] = true;
    }
    for (size_t i = 0; told && i < findings->count; i++) {
        const struct ptxc_mistake *mistake = &findings->list[i].mistake;
        const enum ptxc_level level = level_of(&findings->list[i], runs, ran[mistake->step]);
        if (told[i] && ptxc_sink_wants(flow->sink, rows[mistake->kind].rule))
            tell(flow, mistake, level);
    }
}
