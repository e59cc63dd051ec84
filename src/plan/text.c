/* Plans as text: see planner.h. The lines are those of plans.def; what their names in braces stand for is decided here.
 * Few copies are written one by one, with constants; more of them become loops.
 */
#include "plan/planner.h"

#include <inttypes.h>
#include <string.h>

#include "base/buffer.h"
#include "plan/axes.h"
#include "report/rules.h"
#include "tensormap/document.h"

enum { UNROLLED = 4 }; /* more copies than these become loops */

/* A module that is being written. */
struct writer {
    struct ptxc_buffer text;
    const struct ptxc_copy *copy;
    const struct ptxc_plan *plan;
    const struct ptxc_plan_row *row;
    bool looped;
    int64_t source, destination;              /* offsets of the copy that is written, where it is not in a loop */
    uint64_t iterations[PTXC_PLAN_MAX_LOOPS]; /* which copy it is, by loop */
};

/* Returns the alignment of what is declared in shared memory for both sides. */
static uint64_t room_alignment(const struct writer *writer) {
    const uint64_t source = ptxc_plan_is_shared(writer->copy->source.space) ? writer->plan->source_alignment : 1;
    const uint64_t other =
        ptxc_plan_is_shared(writer->copy->destination.space) ? writer->plan->destination_alignment : 1;
    return source > other ? source : other;
}

/* Writes where a side lies in shared memory: a variable of its own, or a part of what the launch gives. */
static void put_room(struct writer *writer, bool source) {
    const bool shares = source && ptxc_plan_is_shared(writer->copy->destination.space);
    const uint64_t alignment = writer->plan->source_alignment;
    const uint64_t before = shares ? (ptxc_plan_copy_span(writer->copy, false) + alignment - 1) & ~(alignment - 1) : 0;
    if (!writer->plan->dynamic_shared)
        ptxc_buffer_add(&writer->text, "%s", source ? "source" : "destination");
    else if (before)
        ptxc_buffer_add(&writer->text, "room+%" PRIu64, before);
    else
        ptxc_buffer_add(&writer->text, "room");
}

static void put_register(struct writer *writer, const char *name, int64_t offset) {
    ptxc_buffer_add(&writer->text, offset ? "%s+%" PRId64 : "%s", name, offset);
}

/* Writes the coordinates of the box that is copied. */
static void put_coordinates(struct writer *writer) {
    const struct ptxc_plan *plan = writer->plan;
    for (uint32_t d = 0; d < plan->map.rank; d++) {
        uint64_t constant = 0;
        bool counted = false;
        for (uint32_t i = 0; i < plan->loop_count; i++) {
            counted |= writer->looped && plan->loops[i].dimension == d;
            if (plan->loops[i].dimension == d)
                constant = writer->iterations[i] * plan->loops[i].coordinate_step;
        }
        ptxc_buffer_add(&writer->text, d ? ", " : "{");
        ptxc_buffer_add(&writer->text, counted ? "%%c%" PRIu64 : "%" PRIu64, counted ? (uint64_t)d : constant);
    }
    ptxc_buffer_add(&writer->text, "}");
}

static void put_map(struct writer *writer) {
    char map[1024];
    if (ptxc_tensormap_document_emit(&writer->plan->map, map, sizeof(map), NULL) < sizeof(map))
        ptxc_buffer_add(&writer->text, "%s", map);
}

/* Returns how words of this width are cached: past L1 where that takes the width. */
static const char *cache_of(const struct ptxc_plan *plan) {
    return (uint64_t)ptxc_rules[PTXC_RULE_CP_SIZE_CG].constraint.values[0] == plan->run ? "cg" : "ca";
}

/* Gives the number that a name stands for; false for a name of something else. */
static bool number_of(const struct writer *writer, const char *name, size_t length, uint64_t *number) {
    const struct ptxc_plan *plan = writer->plan;
    const struct {
        const char *name;
        uint64_t number;
    } numbers[] = {
        {"bytes", plan->bytes},
        {"copies", plan->copies},
        {"count", plan->copies},
        {"run", plan->run},
        {"dynamic", plan->dynamic_shared},
        {"align", room_alignment(writer)},
        {"cluster", plan->cluster},
        {"source_align", plan->source_alignment},
        {"source_bytes", ptxc_plan_copy_span(writer->copy, true)},
        {"source_rank", writer->copy->source.cta_rank},
        {"destination_align", plan->destination_alignment},
        {"destination_bytes", ptxc_plan_copy_span(writer->copy, false)},
        {"destination_rank", writer->copy->destination.cta_rank},
        {"loops", plan->loop_count},
        {"rank", plan->map.rank},
        {"expect_tx", plan->expect_tx},
    };
    for (size_t i = 0; i < PTXC_COUNT(numbers); i++)
        if (strlen(numbers[i].name) == length && memcmp(name, numbers[i].name, length) == 0) {
            *number = numbers[i].number;
            return true;
        }
    return false;
}

static void put_version(struct ptxc_buffer *text, const struct ptxc_plan *plan) {
    ptxc_buffer_add(text, "%u.%u", (unsigned)plan->ptx / 100, (unsigned)plan->ptx % 100);
}

/* Writes what a name that stands for no number stands for. */
static void put_name(struct writer *writer, const char *name, size_t length) {
    const struct ptxc_plan *plan = writer->plan;
#define IS(word) (length == sizeof(word) - 1 && memcmp(name, word, length) == 0)
    if (IS("name"))
        ptxc_buffer_add(&writer->text, "%s", writer->row->name);
    else if (IS("version"))
        put_version(&writer->text, plan);
    else if (IS("target"))
        ptxc_buffer_add(&writer->text, "%s", ptxc_targets[plan->target].name);
    else if (IS("source") || IS("destination"))
        put_room(writer, IS("source"));
    else if (IS("from"))
        put_register(writer, "%from", writer->source);
    else if (IS("to"))
        put_register(writer, "%to", writer->destination);
    else if (IS("global"))
        ptxc_buffer_add(&writer->text, ptxc_plan_is_shared(writer->row->from) ? "destination" : "source");
    else if (IS("coordinates"))
        put_coordinates(writer);
    else if (IS("map"))
        put_map(writer);
    else if (IS("cache"))
        ptxc_buffer_add(&writer->text, "%s", cache_of(plan));
#undef IS
}

/* Writes a line with its names filled in. */
static void put_line(struct writer *writer, const char *line, bool indented) {
    ptxc_buffer_add(&writer->text, indented ? "    " : "");
    for (uint64_t number; *line; line++) {
        const char *close = *line == '{' ? strchr(line, '}') : NULL;
        if (!close) {
            ptxc_buffer_put(&writer->text, line, 1);
            continue;
        }
        const size_t length = (size_t)(close - line) - 1;
        if (number_of(writer, line + 1, length, &number))
            ptxc_buffer_add(&writer->text, "%" PRIu64, number);
        else
            put_name(writer, line + 1, length);
        line = close;
    }
    ptxc_buffer_add(&writer->text, "\n");
}

/* Returns how wide an address of a side is. */
static int width_of(enum ptxc_qualifier space) {
    return ptxc_plan_is_shared(space) ? 32 : 64;
}

/* Writes the step of the addresses from one iteration of a loop to the next. The loop inside it has moved them on. */
static void put_steps(struct writer *writer, uint32_t loop) {
    const struct ptxc_plan *plan = writer->plan;
    int64_t source = plan->loops[loop].source_step, destination = plan->loops[loop].destination_step;
    if (loop + 1 < plan->loop_count) {
        const struct ptxc_plan_loop *inner = &plan->loops[loop + 1];
        source -= inner->source_step * (int64_t)inner->extent;
        destination -= inner->destination_step * (int64_t)inner->extent;
    }
    if (source)
        ptxc_buffer_add(&writer->text, "    add.s%d %%from, %%from, %" PRId64 ";\n", width_of(writer->row->from),
                        source);
    if (destination)
        ptxc_buffer_add(&writer->text, "    add.s%d %%to, %%to, %" PRId64 ";\n", width_of(writer->row->to),
                        destination);
    if (plan->loops[loop].coordinate_step)
        ptxc_buffer_add(&writer->text, "    add.s32 %%c%u, %%c%u, %u;\n", (unsigned)plan->loops[loop].dimension,
                        (unsigned)plan->loops[loop].dimension, (unsigned)plan->loops[loop].coordinate_step);
}

/* Writes the copy inside of its loops. */
static void put_loops(struct writer *writer, const char *line) {
    const struct ptxc_plan *plan = writer->plan;
    for (uint32_t i = 0; i < plan->loop_count; i++) {
        if (plan->loops[i].coordinate_step)
            ptxc_buffer_add(&writer->text, "    mov.b32 %%c%u, 0;\n", (unsigned)plan->loops[i].dimension);
        ptxc_buffer_add(&writer->text, "    mov.b32 %%i%u, 0;\nLOOP%u:\n", (unsigned)i, (unsigned)i);
    }
    put_line(writer, line, true);
    for (uint32_t i = plan->loop_count; i-- > 0;) {
        put_steps(writer, i);
        ptxc_buffer_add(&writer->text,
                        "    add.u32 %%i%u, %%i%u, 1;\n    setp.lt.u32 %%more, %%i%u, %" PRIu64
                        ";\n    @%%more bra LOOP%u;\n",
                        (unsigned)i, (unsigned)i, (unsigned)i, plan->loops[i].extent, (unsigned)i);
    }
}

/* Writes few copies, each with its own constants. */
static void put_each(struct writer *writer, const char *line) {
    const struct ptxc_plan *plan = writer->plan;
    for (uint64_t n = 0; n < plan->copies; n++) {
        uint64_t rest = n;
        writer->source = writer->destination = 0;
        for (uint32_t i = plan->loop_count; i-- > 0; rest /= plan->loops[i].extent) {
            writer->iterations[i] = rest % plan->loops[i].extent;
            writer->source += (int64_t)writer->iterations[i] * plan->loops[i].source_step;
            writer->destination += (int64_t)writer->iterations[i] * plan->loops[i].destination_step;
        }
        put_line(writer, line, true);
    }
}

/* Writes how a thread finds its word: the digits of its number are the iterations of the loops. */
static void put_word(struct writer *writer, const char *line) {
    const struct ptxc_plan *plan = writer->plan;
    for (uint32_t i = plan->loop_count; i-- > 0;) {
        const char *digit = i > 0 ? "%digit" : "%rest"; /* the last one is what is left */
        if (i > 0)
            ptxc_buffer_add(&writer->text,
                            "    rem.u32 %%digit, %%rest, %" PRIu64 ";\n    div.u32 %%rest, %%rest, %" PRIu64 ";\n",
                            plan->loops[i].extent, plan->loops[i].extent);
        ptxc_buffer_add(&writer->text,
                        "    cvt.u64.u32 %%wide, %s;\n    mad.lo.u64 %%from, %%wide, %" PRId64
                        ", %%from;\n    mad.lo.u32 %%to, %s, %" PRId64 ", %%to;\n",
                        digit, plan->loops[i].source_step, digit, plan->loops[i].destination_step);
    }
    put_line(writer, line, true);
}

static void put_copies(struct writer *writer, const char *line) {
    if (writer->row->moves == PTXC_PLAN_MOVES_WORDS)
        put_word(writer, line);
    else if (writer->looped)
        put_loops(writer, line);
    else
        put_each(writer, line);
}

/* Whether the module has a line. */
static bool has_line(const struct writer *writer, const struct ptxc_line_row *line) {
    const bool dynamic = writer->plan->dynamic_shared > 0;
    return (line->kinds >> writer->plan->kind & 1) && (line->part != PTXC_LINE_DYNAMIC || dynamic) &&
           (line->part != PTXC_LINE_STATIC || !dynamic) && (line->part != PTXC_LINE_LOOPED || writer->looped);
}

size_t ptxc_plan_text(const struct ptxc_copy *copy, const struct ptxc_plan *plan, char *buffer, size_t size) {
    struct writer writer = {.text = {buffer, size, 0}, .copy = copy, .plan = plan, .row = &ptxc_plan_rows[plan->kind]};
    const struct ptxc_line_row *line;
    writer.looped = plan->copies > UNROLLED && writer.row->moves != PTXC_PLAN_MOVES_WORDS;
    for (size_t i = 0; (line = ptxc_plan_line_at(i)); i++) {
        const bool label = line->text[strlen(line->text) - 1] == ':';
        if (!has_line(&writer, line))
            continue;
        if (line->part == PTXC_LINE_KERNEL)
            ptxc_buffer_add(&writer.text, "\n");
        if (line->part == PTXC_LINE_COPY)
            put_copies(&writer, line->text);
        else
            put_line(&writer, line->text, line->part > PTXC_LINE_KERNEL && !label);
        if (line->part == PTXC_LINE_KERNEL)
            ptxc_buffer_add(&writer.text, "{\n");
    }
    ptxc_buffer_add(&writer.text, "}\n");
    return writer.text.length;
}

/* Writes a name in braces of the text of a reason. */
static void put_reason(struct ptxc_buffer *text, const struct ptxc_plan *plan, const char *name, size_t length) {
    const int rule = plan->rule ? (int)ptxc_rule_find(plan->rule) : PTXC_RULE_COUNT;
#define IS(word) (length == sizeof(word) - 1 && memcmp(name, word, length) == 0)
    if (IS("name"))
        ptxc_buffer_add(text, "%s", ptxc_plan_rows[plan->kind].name);
    else if (IS("wanted"))
        ptxc_buffer_add(text, "%" PRIu64, plan->wanted);
    else if (IS("found"))
        ptxc_buffer_add(text, "%" PRIu64, plan->found);
    else if (IS("target"))
        ptxc_buffer_add(text, "%s", (int)plan->target < (int)PTXC_TARGET_COUNT ? ptxc_targets[plan->target].name : "");
    else if (IS("version"))
        put_version(text, plan);
    else if (IS("rule") && rule < PTXC_RULE_COUNT)
        ptxc_buffer_add(text, "%s", ptxc_rules[rule].summary);
#undef IS
}

size_t ptxc_plan_words(const struct ptxc_plan *plan, char *buffer, size_t size) {
    struct ptxc_buffer text = {buffer, size, 0};
    ptxc_buffer_put(&text, "", 0);
    for (const char *words = ptxc_plan_reasons[plan->reason].text; *words; words++) {
        const char *close = *words == '{' ? strchr(words, '}') : NULL;
        if (close)
            put_reason(&text, plan, words + 1, (size_t)(close - words) - 1);
        else
            ptxc_buffer_put(&text, words, 1);
        words = close ? close : words;
    }
    return text.length;
}
