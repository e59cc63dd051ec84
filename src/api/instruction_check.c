/* The public entries that take one instruction: check it, on its own or where a walk through a module stands; parse it.
 *
 * An instruction on its own has no source, so its canonical text is made and checked, and spans are places in that. The
 * one that a walk gave last, unchanged, has its place in the source: it is checked there, and nothing that was written
 * is lost on the way, be it a qualifier that does not exist.
 */
#include "api/instruction_check.h"

#include <stddef.h>
#include <string.h>

#include "legality/instruction.h"
#include "legality/explain/check.h"
#include "legality/explain/mismatch.h"
#include "syntax/name.h"
#include "syntax/reader.h"
#include "report/keep.h"
#include "report/options.h"

struct ptxc_environment ptxc_instruction_environment(const struct ptxc_options *options,
                                                     const struct ptxc_module *module) {
    struct ptxc_environment environment = {0};
    if (module)
        environment = module->environment;
    if (options->ptx) {
        environment.ptx = options->ptx;
        environment.newer = false;
    }
    if (options->target)
        environment.target = ptxc_target_find(options->target, strlen(options->target));
    if (options->assembler)
        environment.assembler = options->assembler;
    return environment;
}

/* Whether the reader has judged this value: it stands as it is in the instruction that the walk gave last, as a
 * guard or in an operand. */
static bool is_reported(const struct ptxc_module *module, const struct ptxc_value *value, bool guard) {
    const struct ptxc_instruction *last = module->instruction;
    const struct ptxc_value *values = guard ? &last->guard : last->values;
    for (size_t i = 0; module->found && i < (guard ? last->guarded : last->value_count); i++)
        if (values[i].name == value->name && values[i].name_length == value->name_length &&
            values[i].kind == value->kind && values[i].flags == value->flags)
            return true;
    return false;
}

/* Gives a name the meaning that it has in the module, as the reader does, if the caller has left that open. Reports
 * what the reader would report about the name, and has not (`reported`). */
static void resolve(const struct ptxc_module *module, struct ptxc_instruction *instruction, struct ptxc_value *value,
                    struct ptxc_report *report, bool reported) {
    struct ptxc_value found;
    const uint32_t stem = ptxc_value_stem(value);
    const bool component = value->flags & PTXC_FLAG_COMPONENT, unknown = value->kind == PTXC_VALUE_UNKNOWN;
    if (!ptxc_value_is_name(value) || !(unknown || instruction->damaged))
        return;
    if (!ptxc_name_resolve(&module->parser, value->name, stem, &found)) {
        if (module->parser.module && unknown) {
            instruction->damaged = true;
            if (!reported)
                ptxc_name_missing(&module->parser, report, value->span, value->name, stem);
        }
        return;
    }
    if (component && !(found.flags & PTXC_FLAG_WHOLE)) {
        instruction->damaged = true;
        if (!reported)
            ptxc_component_misplaced(report, value->span);
    }
    if (!unknown)
        return;
    value->kind = found.kind;
    value->type = found.type;
    value->space = found.space;
    value->alignment = found.alignment;
    value->symbol = found.symbol;
    value->number = found.number;
    value->flags |= component ? found.flags & ~(uint32_t)PTXC_FLAG_WHOLE : found.flags;
    if (value->flags & PTXC_FLAG_INDEX)
        value->integer = (int64_t)((uint64_t)value->integer * ptxc_element_size(value));
}

/* Reports what the reader would report about names before anything is matched, and has not on the walk. */
static void check_names(struct ptxc_report *report, struct ptxc_instruction *instruction,
                        const struct ptxc_module *module) {
    const bool guard_reported = module && is_reported(module, &instruction->guard, true);
    if (module && instruction->guarded)
        resolve(module, instruction, &instruction->guard, report, guard_reported);
    if (instruction->guarded && !guard_reported)
        ptxc_guard_check(report, &instruction->guard);
    for (size_t i = 0; i < instruction->value_count; i++) {
        struct ptxc_value *value = &instruction->values[i];
        const bool reported = module && is_reported(module, value, false);
        if (module)
            resolve(module, instruction, value, report, reported);
        bool array = (value->flags & PTXC_FLAG_ARRAY) || value->kind == PTXC_VALUE_UNKNOWN;
        if (!array && (value->flags & PTXC_FLAG_INDEX)) {
            instruction->damaged = true;
            if (!reported)
                ptxc_index_misplaced(report, value->span);
        }
    }
}

/* Whether the walk gave this instruction last, unchanged. The bytes between its members count, which the reader has
 * cleared; `damaged` does not, since the walk may have set it. */
static bool is_in_place(const struct ptxc_instruction *instruction, const struct ptxc_module *module) {
    const size_t end = offsetof(struct ptxc_instruction, damaged), begin = end + sizeof(instruction->damaged);
    if (!module || !module->found)
        return false;
    const char *given = (const char *)instruction, *last = (const char *)module->instruction;
    return memcmp(given, last, end) == 0 && memcmp(given + begin, last + begin, sizeof(*instruction) - begin) == 0;
}

/* Checks the instruction that the walk gave last where it stands in the source. What the reader found there is in the
 * report of the walk. */
static void check_in_place(const struct ptxc_options *options, const struct ptxc_module *module,
                           struct ptxc_report *report) {
    const struct ptxc_instruction *instruction = module->instruction;
    const struct ptxc_sink sink = ptxc_report_sink(report, module->parser.lexer.source);
    const struct ptxc_environment environment = ptxc_instruction_environment(options, module);
    if (options->ptx || options->target)
        ptxc_report_unmeasured(report, options->ptx, instruction->opcode_span,
                               options->target ? environment.target : PTXC_TARGET_NONE, instruction->opcode_span);
    ptxc_check_report(instruction, environment, report->portable, &sink);
}

/* The canonical text of an instruction, and the instruction with places in it. Most texts are short. */
struct emitted {
    struct ptxc_instruction placed;
    char text[512];
    size_t length; /* of the text, of which the array may have the beginning alone */
};

/* Checks the canonical text of the instruction. */
static void check_text(struct emitted *emitted, const struct ptxc_options *options, const struct ptxc_module *module,
                       struct ptxc_report *report) {
    struct ptxc_instruction *placed = &emitted->placed;
    char *text = ptxc_arena_take(&report->arena, emitted->length + 1);
    if (!text)
        return;
    if (emitted->length < sizeof(emitted->text))
        memcpy(text, emitted->text, emitted->length + 1);
    else
        ptxc_emit(placed, text, emitted->length + 1, NULL);
    report->text = text;
    check_names(report, placed, module);
    const struct ptxc_sink sink = ptxc_report_sink(report, text);
    const struct ptxc_environment environment = ptxc_instruction_environment(options, module);
    ptxc_report_unmeasured(report, environment.ptx, placed->opcode_span, environment.target, placed->opcode_span);
    ptxc_check_report(placed, environment, report->portable, &sink);
}

enum ptxc_status ptxc_instruction_judge(const struct ptxc_instruction *instruction, const struct ptxc_options *given,
                                        const struct ptxc_module *module, struct ptxc_report **report) {
    struct ptxc_report *made;
    struct emitted emitted;
    const bool in_place = is_in_place(instruction, module);
    if (!in_place) {
        emitted.length = ptxc_emit(instruction, emitted.text, sizeof(emitted.text), &emitted.placed);
        if (emitted.length == 0)
            return PTXC_UNREADABLE;
    }
    const enum ptxc_status status = ptxc_report_make(given, &made);
    if (status != PTXC_OK)
        return status;
    made->instructions = 1;
    if (in_place)
        check_in_place(given, module, made);
    else
        check_text(&emitted, given, module, made);
    return ptxc_report_close(made, report);
}

enum ptxc_status ptxc_instruction_check(const struct ptxc_instruction *instruction, const struct ptxc_options *options,
                                        const struct ptxc_module *module, struct ptxc_report **report) {
    struct ptxc_options given;
    if (!report)
        return PTXC_BAD_ARGUMENT;
    *report = NULL;
    const enum ptxc_status status = instruction ? ptxc_options_read(options, &given) : PTXC_BAD_ARGUMENT;
    return status == PTXC_OK ? ptxc_instruction_judge(instruction, &given, module, report) : status;
}

bool ptxc_instruction_words_known(const struct ptxc_instruction *instruction) {
    size_t i = 0;
    while (i < instruction->qualifier_count && instruction->qualifiers[i].id != PTXC_Q_NONE)
        i++;
    return i == instruction->qualifier_count;
}

/* Reports the qualifiers of an instruction that are not in the tables: it has no text without them, so that no later
 * check could. */
static void check_words(struct ptxc_instruction *instruction, const char *text, struct ptxc_report *report) {
    if (ptxc_instruction_words_known(instruction))
        return;
    const struct ptxc_match match = {.form = PTXC_FORM_COUNT};
    const struct ptxc_sink sink = ptxc_report_sink(report, text);
    const struct ptxc_subject subject = {instruction, {0}, &match, &sink};
    ptxc_unknown_qualifiers(&subject);
    instruction->damaged = true; /* whether or not the rule is wanted */
}

bool ptxc_instruction_take_in(struct ptxc_module *module, const char *text, size_t length, struct ptxc_report *report,
                              struct ptxc_instruction *instruction) {
    if (!ptxc_reader_read_one(module, length ? text : "", (uint32_t)length, report, instruction))
        return false;
    check_words(instruction, text, report);
    return true;
}

enum ptxc_status ptxc_instruction_parse(const char *text, size_t length, struct ptxc_instruction *instruction,
                                        struct ptxc_report **report) {
    return ptxc_instruction_parse_with(text, length, NULL, instruction, report);
}

enum ptxc_status ptxc_instruction_parse_with(const char *text, size_t length, const struct ptxc_options *options,
                                             struct ptxc_instruction *instruction, struct ptxc_report **report) {
    struct ptxc_options given;
    struct ptxc_report *made;
    if (report)
        *report = NULL;
    if (!instruction || (!text && length > 0))
        return PTXC_BAD_ARGUMENT;
    enum ptxc_status status = ptxc_options_begin(text, length, options, &given, &made);
    if (status != PTXC_OK) {
        ptxc_instruction_init(instruction, PTXC_OP_NONE);
        return status;
    }
    struct ptxc_module *module = ptxc_arena_take(&made->arena, sizeof(*module));
    const bool read = module && ptxc_instruction_take_in(module, text, length, made, instruction);
    if (!read)
        ptxc_instruction_init(instruction, PTXC_OP_NONE);
    struct ptxc_report *closed;
    status = ptxc_report_close(made, &closed);
    if (report)
        *report = closed;
    else
        ptxc_report_free(closed);
    return status != PTXC_OK ? status : read ? PTXC_OK : PTXC_UNREADABLE;
}
