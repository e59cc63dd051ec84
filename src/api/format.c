/* Writes a module in canonical form, as a list of edits: every instruction of the family is printed anew, and every
 * other byte stays as it was. An instruction is left alone where rewriting it would lose something: a comment inside
 * it, or a part that could not be read. Where the layout is kept, nothing but the order of the qualifiers changes.
 */
#include <string.h>

#include "api/edits.h"
#include "base/characters.h"
#include "base/sized.h"
#include "syntax/blank.h"
#include "syntax/reader.h"
#include "legality/instruction.h"
#include "report/rules.h"

/* An instruction that is left as it is. */
struct left {
    struct ptxc_span span;
    struct ptxc_span place; /* of what the reason is about */
    const char *reason;     /* NULL: the report of the walk has it */
    enum ptxc_remark_kind kind;
};

struct formatting {
    struct ptxc_edits *edits;
    const struct ptxc_allocator *allocator;
    uint64_t seed;
    struct ptxc_module *module; /* the walk */
    const char *source;
    bool keep_layout;
    bool failed; /* there was no memory */
    char *text;  /* the canonical text of one instruction */
    size_t room;
    void *scratch; /* for the check of an instruction that cannot be written, once there is one */
    struct left *left;
    size_t left_count, left_capacity;
};

/* Notes an instruction that is left as it is. */
static void leave(struct formatting *formatting, struct left left) {
    struct left *added = ptxc_arena_add(&formatting->edits->arena, &formatting->left, &formatting->left_count,
                                        &formatting->left_capacity, sizeof(left));
    if (added)
        *added = left;
}

/* Whether there is a comment. Text that was read as an instruction holds no strings: these letters begin one
 * wherever they stand. */
static bool has_comment(const char *text, size_t length) {
    for (const char *end = text + length; (text = memchr(text, '/', (size_t)(end - text))); text++)
        if (text + 1 < end && (text[1] == '/' || text[1] == '*'))
            return true;
    return false;
}

/* Returns what the check says of a place, such as what a misspelt qualifier was meant for; or NULL. */
static const char *ask_check(struct formatting *formatting, const struct ptxc_instruction *instruction,
                             struct ptxc_span place) {
    if (!formatting->scratch)
        formatting->scratch = ptxc_arena_alloc(&formatting->edits->arena, PTXC_SCRATCH_SIZE);
    const struct ptxc_options options = {.size = sizeof(options),
                                         .allocator = formatting->allocator,
                                         .seed = formatting->seed,
                                         .scratch = formatting->scratch,
                                         .scratch_size = formatting->scratch ? PTXC_SCRATCH_SIZE : 0};
    struct ptxc_report *report;
    const char *message = NULL;
    formatting->failed |= ptxc_instruction_check(instruction, &options, formatting->module, &report) != PTXC_OK;
    for (size_t i = 0; !message && i < ptxc_report_count(report); i++)
        if (ptxc_report_get(report, i)->span.offset == place.offset)
            message = ptxc_arena_format(&formatting->edits->arena, "%s", ptxc_report_get(report, i)->message);
    ptxc_report_free(report);
    return message;
}

/* Says why an instruction cannot be written, and where that stands. */
static void say_unwritable(struct formatting *formatting, const struct ptxc_instruction *instruction,
                           struct left *left) {
    left->reason = "ptxcheck cannot write it";
    for (size_t i = 0; i < instruction->value_count; i++)
        if (instruction->values[i].flags & PTXC_FLAG_REGISTER_INDEX) {
            left->place = instruction->values[i].span;
            left->reason = "an index must be a constant";
        }
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        if (!ptxc_qualifier_name(instruction->qualifiers[i].id)) {
            left->place = instruction->qualifiers[i].span;
            const char *message = ask_check(formatting, instruction, left->place);
            left->reason = message ? message : "ptxcheck does not know this qualifier";
            return;
        }
}

/* Whether canonical text, its ';' included, reads as the instruction that it was made from. */
static bool reads_back(struct formatting *formatting, size_t length, const struct ptxc_instruction *instruction) {
    const struct ptxc_options options = {
        .size = sizeof(options), .allocator = formatting->allocator, .seed = formatting->seed};
    struct ptxc_instruction back;
    struct ptxc_module *module;
    if (ptxc_module_open(formatting->text, length, &options, &module) != PTXC_OK)
        return !(formatting->failed = true);
    const bool same =
        ptxc_module_next(module, &back) && !back.damaged && ptxc_instruction_equal(instruction, &back) != 0;
    formatting->failed |= ptxc_module_close(module, NULL) != PTXC_OK;
    return same;
}

/* Writes the instruction into `text`, and where its parts stand there into *placed; gives the length, 0 where it cannot
 * be written or there is no memory. */
static size_t emit(struct formatting *formatting, const struct ptxc_instruction *instruction,
                   struct ptxc_instruction *placed) {
    size_t length = ptxc_emit(instruction, formatting->text, formatting->room, NULL);
    void *grown = ptxc_arena_grow(&formatting->edits->arena, formatting->text, &formatting->room, length + 1, 1);
    if (!grown)
        return 0;
    formatting->text = grown;
    return ptxc_emit(instruction, formatting->text, formatting->room, placed);
}

/* Adds an edit. */
static void change(struct formatting *formatting, struct ptxc_span span, const char *text, size_t length) {
    formatting->failed |= ptxc_edits_replace(formatting->edits, span, text, length) != PTXC_OK;
}

/* Returns the place of a mnemonic with its qualifiers. */
static struct ptxc_span head_of(const struct ptxc_instruction *instruction) {
    struct ptxc_span head = instruction->opcode_span;
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_span word = instruction->qualifiers[i].span;
        const uint32_t end = word.offset + word.length;
        if (end > head.offset + head.length)
            head.length = end - head.offset;
    }
    return head;
}

/* Returns where the words of an instruction end in the source: those of its mnemonic may stand after its qualifiers,
 * and after them an operand such as .5 may. */
static uint32_t words_end(const struct formatting *formatting, const struct ptxc_instruction *instruction) {
    const struct ptxc_span head = head_of(instruction);
    const uint32_t length = instruction->span.offset + instruction->span.length;
    uint32_t end = head.offset + head.length, next = ptxc_skip_blanks(formatting->source, length, end);
    while (next + 1 < length && formatting->source[next] == '.' && !ptxc_is_digit(formatting->source[next + 1])) {
        end = ptxc_word_end(formatting->source, length, next);
        while (length - end > 2 && formatting->source[end] == ':' && formatting->source[end + 1] == ':')
            end = ptxc_word_end(formatting->source, length, end + 2);
        next = ptxc_skip_blanks(formatting->source, length, end);
    }
    return end;
}

/* Returns the qualifier that belongs in place `place`, counted in the order of the canonical text. */
static size_t belongs_at(const struct ptxc_instruction *placed, size_t place) {
    for (size_t i = 0; i < placed->qualifier_count; i++) {
        size_t before = 0;
        for (size_t j = 0; j < placed->qualifier_count; j++)
            before += placed->qualifiers[j].span.offset < placed->qualifiers[i].span.offset;
        if (before == place)
            return i;
    }
    return place;
}

/* Puts the qualifiers in order, each in the place of another, so that what stands between them stays. */
static void order_words(struct formatting *formatting, const struct ptxc_instruction *instruction,
                        const struct ptxc_instruction *placed) {
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const size_t other = belongs_at(placed, i);
        const char *word = ptxc_qualifier_name(instruction->qualifiers[other].id);
        if (other != i)
            change(formatting, instruction->qualifiers[i].span, word, strlen(word));
    }
}

/* Whether blanks or a comment stand between the words. */
static bool is_spread(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (ptxc_is_blank(text[i]))
            return true;
    return has_comment(text, length);
}

/* Puts the words of the mnemonic and the qualifiers in order, and nothing else. */
static void order(struct formatting *formatting, const struct ptxc_instruction *instruction,
                  const struct ptxc_instruction *placed) {
    const struct ptxc_span after = head_of(placed), own = instruction->opcode_span;
    const struct ptxc_span before = {own.offset, words_end(formatting, instruction) - own.offset};
    const char *words = formatting->source + before.offset, *mnemonic = ptxc_opcode_name(instruction->opcode);
    const bool whole = own.length == strlen(mnemonic) && memcmp(words, mnemonic, own.length) == 0;
    if (!is_spread(words, before.length)) {
        if (after.length != before.length || memcmp(words, formatting->text + after.offset, after.length) != 0)
            change(formatting, before, formatting->text + after.offset, after.length);
    } else if (whole) {
        order_words(formatting, instruction, placed);
    } else {
        leave(formatting, (struct left){instruction->span, before, "blanks stand between the words of its mnemonic",
                                        PTXC_REMARK_LEFT});
    }
}

/* Adds the edits of one instruction, or notes why it is left as it is. */
static void rewrite(struct formatting *formatting, const struct ptxc_instruction *instruction) {
    struct ptxc_instruction placed = *instruction;
    const struct ptxc_span span = instruction->span;
    const char *before = formatting->source + span.offset;
    struct left left = {span, {span.offset, 1}, NULL, PTXC_REMARK_WRONG};
    const size_t length = emit(formatting, instruction, &placed);
    const size_t after = length > 0 ? length - 1 : 0; /* the ';' stays where it is */
    const bool same = after == span.length && memcmp(before, formatting->text, after) == 0;
    if (same && !instruction->damaged)
        return;
    if (instruction->damaged)
        left.reason = NULL; /* the report has it */
    else if (has_comment(before, span.length) && !formatting->keep_layout)
        left = (struct left){span, left.place, "it contains a comment", PTXC_REMARK_LEFT};
    else if (length == 0)
        say_unwritable(formatting, instruction, &left);
    else if (!reads_back(formatting, length, instruction))
        left.reason = "internal error: its canonical form reads as another instruction";
    else if (formatting->keep_layout)
        return order(formatting, instruction, &placed);
    else
        return change(formatting, span, formatting->text, after);
    leave(formatting, left);
}

/* Decides what of the report keeps an instruction from being found or read. Whether the module is legal is no concern
 * here. */
static bool hinders_reading(const struct ptxc_diagnostic *diagnostic) {
    return diagnostic->rule_class == PTXC_CLASS_SYNTAX ||
           strcmp(diagnostic->rule, ptxc_rules[PTXC_RULE_UNKNOWN_INSTRUCTION].id) == 0;
}

/* Adds a remark with a copy of its text, since the report goes away. */
static void say(struct ptxc_edits *edits, enum ptxc_remark_kind kind, struct ptxc_span span, const char *text) {
    ptxc_edits_note(edits, kind, span, ptxc_arena_format(&edits->arena, "%s", text));
}

/* Makes the remarks, in the order of the source: one for each instruction that is left, one for each finding that is in
 * none and hinders reading. */
static void make_remarks(const struct formatting *formatting, const struct ptxc_report *report) {
    size_t next = 0, count = ptxc_report_count(report);
    for (size_t i = 0; i <= formatting->left_count; i++) {
        const struct left *left = i < formatting->left_count ? &formatting->left[i] : NULL;
        const struct ptxc_diagnostic *diagnostic;
        for (; next < count; next++) {
            diagnostic = ptxc_report_get(report, next);
            if (left && diagnostic->span.offset >= left->span.offset)
                break;
            if (hinders_reading(diagnostic))
                say(formatting->edits, PTXC_REMARK_UNREADABLE, diagnostic->span, diagnostic->message);
        }
        if (!left)
            break;
        const struct ptxc_diagnostic *first = NULL;
        for (; next < count; next++) { /* one remark an instruction */
            diagnostic = ptxc_report_get(report, next);
            if (diagnostic->span.offset >= left->span.offset + left->span.length)
                break;
            first = first ? first : diagnostic;
        }
        if (left->reason)
            say(formatting->edits, left->kind, left->place, left->reason);
        else if (first)
            say(formatting->edits, left->kind, first->span, first->message);
        else
            say(formatting->edits, left->kind, left->place, "it has more operands than any instruction");
    }
}

/* Walks through the module; gives the status of the walk. */
static enum ptxc_status walk(struct formatting *formatting) {
    static const struct ptxc_override overrides[] = {{"non-ascii", PTXC_SEVERITY_OFF}}; /* no hindrance in a comment */
    const struct ptxc_options options = {.size = sizeof(options),
                                         .overrides = overrides,
                                         .override_count = 1,
                                         .allocator = formatting->allocator,
                                         .seed = formatting->seed};
    struct ptxc_report *report;
    enum ptxc_status status =
        ptxc_module_open(formatting->source, formatting->edits->length, &options, &formatting->module);
    if (status != PTXC_OK)
        return status;
    formatting->module->parser.lenient = true; /* a name is written as it is, declared or not */
    while (!formatting->failed && ptxc_reader_next(formatting->module))
        rewrite(formatting, formatting->module->instruction);
    status = ptxc_module_close(formatting->module, &report);
    if (status == PTXC_OK)
        make_remarks(formatting, report);
    ptxc_report_free(report);
    return formatting->failed || formatting->edits->arena.failed ? PTXC_OUT_OF_MEMORY : status;
}

enum ptxc_status ptxc_format(const char *source, size_t length, const struct ptxc_format_options *options,
                             struct ptxc_edits **edits) {
    struct ptxc_format_options given = {.size = sizeof(given)};
    if (!edits)
        return PTXC_BAD_ARGUMENT;
    *edits = NULL;
    if (options && !ptxc_sized_read(options, &given, sizeof(given)))
        return PTXC_BAD_ARGUMENT;
    struct ptxc_edits *made;
    enum ptxc_status status = ptxc_edits_make(source, length, given.allocator, &made);
    if (status != PTXC_OK)
        return status;
    struct formatting formatting = {.edits = made,
                                    .allocator = given.allocator,
                                    .seed = given.seed,
                                    .source = made->source,
                                    .keep_layout = given.keep_layout != 0};
    status = walk(&formatting);
    if (status == PTXC_OK)
        *edits = made;
    else
        ptxc_edits_free(made);
    return status;
}
