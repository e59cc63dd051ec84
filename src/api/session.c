/* Sessions: see include/ptxcheck/session.h. The options, an empty report, room for the reader and the shapes of clean
 * instructions stay from call to call. A report that something went into is given away, and the next call makes a new
 * one.
 */
#include "ptxcheck/session.h"

#include <string.h>

#include "api/instruction_check.h"
#include "base/characters.h"
#include "legality/instruction.h"
#include "legality/verdict_cache.h"
#include "report/keep.h"
#include "report/options.h"

struct ptxc_session {
    struct ptxc_arena arena;
    struct ptxc_options options; /* read; all counts */
    struct ptxc_environment environment;
    struct ptxc_verdict_cache cache; /* what was checked, and nothing was found */
    struct ptxc_report *report;      /* for the next text, with nothing in it; NULL: there is none */
    struct ptxc_module module;       /* room for the reader */
};

enum ptxc_status ptxc_session_open(const struct ptxc_options *options, struct ptxc_session **session) {
    struct ptxc_options given;
    struct ptxc_arena arena;
    if (!session)
        return PTXC_BAD_ARGUMENT;
    *session = NULL;
    const enum ptxc_status status = ptxc_options_read(options, &given);
    if (status != PTXC_OK)
        return status;
    ptxc_arena_init(&arena, given.allocator);
    struct ptxc_session *made = ptxc_arena_alloc(&arena, sizeof(*made));
    if (!made) {
        ptxc_arena_free(&arena);
        return PTXC_OUT_OF_MEMORY;
    }
    given.scratch = NULL;
    given.scratch_size = 0;
    made->arena = arena;
    made->options = given;
    made->environment = ptxc_instruction_environment(&given, NULL);
    made->cache.arena = &made->arena;
    *session = made;
    return PTXC_OK;
}

/* Whether a report that is closed has findings, kept or counted. */
static bool has_findings(const struct ptxc_report *report) {
    size_t total = ptxc_report_count(report);
    for (size_t i = 0; i < PTXC_COUNT(report->totals); i++)
        total += report->totals[i];
    return total > 0;
}

/* Closes a report. It goes to the caller if there is something in it and it is wanted; else it is freed. */
static enum ptxc_status hand_over(struct ptxc_report *made, struct ptxc_report **report) {
    struct ptxc_report *closed;
    const enum ptxc_status status = ptxc_report_close(made, &closed);
    if (status == PTXC_OK && report && has_findings(closed))
        *report = closed;
    else
        ptxc_report_free(closed);
    return status;
}

/* Whether nothing went into the report, not even words that nobody wants. */
static bool is_empty(const struct ptxc_report *report) {
    return report->count == 0 && report->capacity == 0 && !report->words.blocks && !report->words.failed &&
           !report->arena.failed;
}

enum ptxc_status ptxc_session_parse(struct ptxc_session *session, const char *text, size_t length,
                                    struct ptxc_instruction *instruction, struct ptxc_report **report) {
    if (report)
        *report = NULL;
    if (!session || !instruction || (!text && length > 0))
        return PTXC_BAD_ARGUMENT;
    enum ptxc_status status = length > INT32_MAX ? PTXC_TOO_LARGE : PTXC_OK;
    if (status == PTXC_OK && !session->report)
        status = ptxc_report_make(&session->options, &session->report);
    if (status != PTXC_OK) {
        ptxc_instruction_init(instruction, PTXC_OP_NONE);
        return status;
    }
    struct ptxc_report *made = session->report;
    const bool read = ptxc_instruction_take_in(&session->module, text, length, made, instruction);
    if (!read)
        ptxc_instruction_init(instruction, PTXC_OP_NONE);
    if (is_empty(made)) {
        made->instructions = 0;
    } else {
        session->report = NULL;
        status = hand_over(made, report);
    }
    return status != PTXC_OK ? status : read ? PTXC_OK : PTXC_UNREADABLE;
}

/* Whether the guard has a text, and nothing can be found of it. */
static bool is_usual_guard(const struct ptxc_value *guard) {
    const bool predicate = guard->kind == PTXC_VALUE_REGISTER && guard->type == PTXC_TYPE_PRED;
    return (predicate || guard->kind == PTXC_VALUE_UNKNOWN) && guard->name && guard->name_length > 0 &&
           guard->name_length <= INT32_MAX && !(guard->flags & ~(uint32_t)PTXC_FLAG_NOT);
}

/* Whether the value has a name, if it needs one to be written, and else none, and no flags that the library
 * does not know. Of a name of which a part is unknown text no shape is made where that counts for the kind of value;
 * for the others it is looked for here. */
static bool is_usual_value(const struct ptxc_value *value) {
    const bool counts = value->kind == PTXC_VALUE_UNKNOWN || value->kind == PTXC_VALUE_SPECIAL;
    if (value->flags >= 2 * PTXC_FLAG_FOUR)
        return false;
    if (!ptxc_value_is_name(value))
        return value->name_length == 0;
    return value->name && value->name_length > 0 && value->name_length <= INT32_MAX &&
           (counts || !memchr(value->name, PTXC_UNKNOWN_TEXT, value->name_length));
}

/* Whether the shape of the instruction tells all that a check looks at, and whether it has a text. */
static bool is_usual(const struct ptxc_instruction *instruction) {
    size_t first = 0;
    if (!ptxc_instruction_is_valid(instruction) || (instruction->guarded && !is_usual_guard(&instruction->guard)))
        return false;
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        if (instruction->qualifiers[i].id == PTXC_Q_NONE)
            return false;
    for (size_t i = 0; i < instruction->operand_count; first += instruction->operands[i++].count)
        if (instruction->operands[i].first != first)
            return false;
    for (size_t i = 0; i < instruction->value_count; i++)
        if (!is_usual_value(&instruction->values[i]))
            return false;
    return first == instruction->value_count;
}

enum ptxc_status ptxc_session_check(struct ptxc_session *session, const struct ptxc_instruction *instruction,
                                    struct ptxc_report **report) {
    struct ptxc_report *made;
    if (!report)
        return PTXC_BAD_ARGUMENT;
    *report = NULL;
    if (!session || !instruction)
        return PTXC_BAD_ARGUMENT;
    const bool usual = is_usual(instruction);
    if (usual && ptxc_verdict_cache_has(&session->cache, instruction, &session->environment))
        return PTXC_OK;
    const enum ptxc_status status = ptxc_instruction_judge(instruction, &session->options, NULL, &made);
    if (status != PTXC_OK)
        return status;
    if (has_findings(made)) {
        *report = made;
        return PTXC_OK;
    }
    ptxc_report_free(made);
    if (usual)
        ptxc_verdict_cache_add(&session->cache, instruction, &session->environment);
    return PTXC_OK;
}

void ptxc_session_close(struct ptxc_session *session) {
    if (!session)
        return;
    struct ptxc_arena arena = session->arena; /* the session itself lives in it */
    ptxc_report_free(session->report);
    ptxc_arena_free(&arena);
}
