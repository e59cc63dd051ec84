/* Rewrites a source in canonical form: every asynchronous-copy instruction is printed anew, and every other byte stays
 * as it was. An instruction is left alone where rewriting it would lose something: a comment inside it, or a part that
 * could not be read.
 */
#include "cli/commands/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/reserve.h"
#include "cli/output/clean.h"
#include "cli/output/trouble.h"
#include "ptxcheck/instruction.h"
#include "ptxcheck/ptxcheck.h"
#include "ptxcheck/render.h"

/* Makes room for more text; false without memory. */
static bool reserve_text(struct formatted *formatted, size_t more) {
    void *text = formatted->text;
    bool done = reserve(&text, &formatted->capacity, formatted->length + more, 1);
    formatted->text = text;
    return done;
}

/* Appends text as it is; false without memory. */
static bool append(struct formatted *formatted, const char *text, size_t length) {
    if (!reserve_text(formatted, length))
        return false;
    memcpy(formatted->text + formatted->length, text, length);
    formatted->length += length;
    return true;
}

/* Notes an instruction whose text changed; false without memory. */
static bool add_edit(struct formatted *formatted, struct edit edit) {
    void *edits = formatted->edits;
    bool done = reserve(&edits, &formatted->edit_capacity, formatted->edit_count + 1, sizeof(edit));
    formatted->edits = edits;
    if (done)
        formatted->edits[formatted->edit_count++] = edit;
    return done;
}

/* Notes an instruction that was left as it is; false without memory. */
static bool add_remark(struct formatted *formatted, struct remark remark) {
    void *remarks = formatted->remarks;
    bool done = reserve(&remarks, &formatted->remark_capacity, formatted->remark_count + 1, sizeof(remark));
    formatted->remarks = remarks;
    if (done)
        formatted->remarks[formatted->remark_count++] = remark;
    else
        ptxc_report_free(remark.report);
    return done;
}

/* Decides whether there is a comment. Text that was read as an instruction holds no strings: these letters begin one
 * wherever they stand. */
static bool has_comment(const char *text, size_t length) {
    for (const char *end = text + length; (text = memchr(text, '/', (size_t)(end - text))); text++)
        if (text + 1 < end && (text[1] == '/' || text[1] == '*'))
            return true;
    return false;
}

/* Gives what the check says of the place of a remark, such as what a misspelt qualifier was meant for; or NULL. */
static const char *ask_check(struct remark *remark, const struct ptxc_instruction *instruction,
                             const struct ptxc_module *module) {
    if (ptxc_instruction_check(instruction, NULL, module, &remark->report) != PTXC_OK)
        return NULL;
    for (size_t i = 0; i < ptxc_report_count(remark->report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(remark->report, i);
        if (diagnostic->span.offset == remark->place)
            return diagnostic->message;
    }
    return NULL;
}

/* Says why an instruction cannot be written, and where that stands. */
static void say_unwritable(struct remark *remark, const struct ptxc_instruction *instruction,
                           const struct ptxc_module *module) {
    const char *said;
    remark->reason = "ptxcheck cannot write it";
    for (size_t i = 0; i < instruction->value_count; i++)
        if (instruction->values[i].flags & PTXC_FLAG_REGISTER_INDEX) {
            remark->place = instruction->values[i].span.offset;
            remark->reason = "an index must be a constant";
        }
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        if (!ptxc_qualifier_name(instruction->qualifiers[i].id)) {
            remark->place = instruction->qualifiers[i].span.offset;
            said = ask_check(remark, instruction, module);
            remark->reason = said ? said : "ptxcheck does not know this qualifier";
            return;
        }
}

/* Decides whether canonical text, its ';' included, reads as the instruction that it was made from. */
static bool reads_back(const char *text, size_t length, const struct ptxc_instruction *instruction) {
    struct ptxc_instruction back;
    return ptxc_instruction_parse(text, length, &back, NULL) == PTXC_OK && !back.damaged &&
           ptxc_instruction_equal(instruction, &back);
}

/* Writes the instruction after the text, without its ';': that one stays where it is. `*length` is 0 where it cannot
 * be written; false without memory. */
static bool emit_after(struct formatted *formatted, const struct ptxc_instruction *instruction, size_t *length) {
    size_t room = formatted->capacity - formatted->length;
    size_t whole = ptxc_instruction_emit(instruction, formatted->text + formatted->length, room);
    if (whole >= room) { /* the closing NUL needs a place too */
        if (!reserve_text(formatted, whole + 1))
            return false;
        ptxc_instruction_emit(instruction, formatted->text + formatted->length, whole + 1);
    }
    *length = whole ? whole - 1 : 0;
    return true;
}

/* Adds the text of one instruction, canonical where it can be; false without memory. */
static bool rewrite(struct formatted *formatted, const char *text, const struct ptxc_instruction *instruction,
                    const struct ptxc_module *module) {
    struct edit edit = {{instruction->span.offset, instruction->span.length}, {formatted->length, 0}};
    const struct piece span = edit.before;
    struct remark remark = {span, span.offset, NULL, true, NULL};
    const char *before = text + span.offset;
    bool left = true;
    if (!emit_after(formatted, instruction, &edit.after.length))
        return false;
    const char *after = formatted->text + formatted->length;
    bool same = edit.after.length == span.length && memcmp(before, after, span.length) == 0;
    if (instruction->damaged)
        remark.reason = NULL; /* the report has it */
    else if (has_comment(before, span.length))
        remark = (struct remark){span, span.offset, "it contains a comment", false, NULL};
    else if (edit.after.length == 0)
        say_unwritable(&remark, instruction, module);
    else if (!same && !reads_back(after, edit.after.length + 1, instruction))
        remark.reason = "internal error: its canonical form reads as another instruction";
    else
        left = false;
    if (left)
        return add_remark(formatted, remark) && append(formatted, before, span.length);
    formatted->length += edit.after.length;
    return same || add_edit(formatted, edit);
}

/* Prints one line about a place in the source on stderr. */
static void say(const struct source *source, struct ptxc_lines *lines, size_t offset, bool error, bool left,
                const char *message) {
    ptxc_lines_seek(lines, offset);
    print_clean(stderr, source->name, strlen(source->name));
    fprintf(stderr, ":%zu:%zu: %s: %s%s\n", lines->line, lines->column, error ? "error" : "note",
            left ? "left as it is: " : "", message);
}

/* Decides what of the report keeps an instruction from being found or read. Whether the module is legal is no concern
 * here. */
static bool hinders_reading(const struct ptxc_diagnostic *diagnostic) {
    return diagnostic->rule_class == PTXC_CLASS_SYNTAX || strcmp(diagnostic->rule, "unknown-instruction") == 0;
}

/* Says on stderr what was left alone and what could not be read, in source order; gives whether there was no error. */
static bool say_remarks(const struct source *source, const struct formatted *formatted,
                        const struct ptxc_report *report) {
    struct ptxc_lines lines;
    size_t next = 0, count = ptxc_report_count(report);
    bool sound = true;
    ptxc_lines_init(&lines, source->text, source->length);
    for (size_t i = 0; i <= formatted->remark_count; i++) {
        const struct remark *remark = i < formatted->remark_count ? &formatted->remarks[i] : NULL;
        const struct ptxc_diagnostic *diagnostic;
        for (; next < count; next++) {
            diagnostic = ptxc_report_get(report, next);
            if (remark && diagnostic->span.offset >= remark->span.offset)
                break;
            if (hinders_reading(diagnostic)) {
                say(source, &lines, diagnostic->span.offset, true, false, diagnostic->message);
                sound = false;
            }
        }
        if (!remark)
            break;
        const char *reason = remark->reason;
        size_t place = remark->place;
        for (; next < count; next++) { /* one line an instruction */
            diagnostic = ptxc_report_get(report, next);
            if (diagnostic->span.offset >= remark->span.offset + remark->span.length)
                break;
            place = reason ? place : diagnostic->span.offset;
            reason = reason ? reason : diagnostic->message;
        }
        say(source, &lines, place, remark->error, true, reason ? reason : "it has more operands than any instruction");
        sound &= !remark->error;
    }
    return sound;
}

/* Says that memory ran out; gives false. */
static bool no_memory(const struct source *source) {
    trouble("%s: not enough memory", source->name);
    return false;
}

bool source_format(const struct source *source, struct formatted *formatted, bool *sound) {
    static const struct ptxc_override overrides[] = {{"non-ascii", PTXC_SEVERITY_OFF}}; /* no hindrance in a comment */
    const struct ptxc_options options = {.size = sizeof(options), .overrides = overrides, .override_count = 1};
    struct ptxc_module *module;
    struct ptxc_report *report;
    struct ptxc_instruction instruction;
    size_t done = 0;
    *formatted = (struct formatted){0};
    if (ptxc_module_open(source->text, source->length, &options, &module) != PTXC_OK)
        return no_memory(source);
    bool enough = reserve_text(formatted, source->length + 1);
    while (enough && ptxc_module_next(module, &instruction)) {
        enough = append(formatted, source->text + done, instruction.span.offset - done) &&
                 rewrite(formatted, source->text, &instruction, module);
        done = (size_t)instruction.span.offset + instruction.span.length;
    }
    enough = enough && append(formatted, source->text + done, source->length - done);
    if (ptxc_module_close(module, &report) != PTXC_OK || !enough) {
        ptxc_report_free(report);
        return no_memory(source);
    }
    *sound &= say_remarks(source, formatted, report);
    ptxc_report_free(report);
    return true;
}

void formatted_free(struct formatted *formatted) {
    free(formatted->text);
    free(formatted->edits);
    for (size_t i = 0; i < formatted->remark_count; i++)
        ptxc_report_free(formatted->remarks[i].report);
    free(formatted->remarks);
    *formatted = (struct formatted){0};
}
