/* What must hold of every instruction: see equivalence.h. */
#include "equivalence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "syntax/reader.h"

enum { TEXT = 4096, SHOWN = 30, FINDINGS = 64, EVERY = 64 /* instructions, one is printed into all sizes */ };

static void differ(struct equivalence *result, const char *what, const char *text, int length, const char *detail) {
    if (result->differ++ < SHOWN)
        printf("%s:\n    %.*s\n    %s\n", what, length, text, detail);
}

/* Reads the printed text, and counts it as different where the result is not equal or prints otherwise. */
static void parse_again(const struct ptxc_instruction *instruction, const char *text, size_t length,
                        struct equivalence *result) {
    struct ptxc_instruction again;
    char second[TEXT];
    if (ptxc_instruction_parse(text, length, &again, NULL) != PTXC_OK) {
        differ(result, "what is printed cannot be read", text, (int)length, "");
        return;
    }
    if (!ptxc_instruction_equal(instruction, &again) || !ptxc_instruction_equal(&again, instruction))
        differ(result, "what is printed reads as another instruction", text, (int)length, "");
    size_t length_again = ptxc_instruction_emit(&again, second, sizeof(second));
    if (length_again != length || memcmp(text, second, length) != 0)
        differ(result, "printing twice gives another text", text, (int)length, second);
}

/* Tests the contract of snprintf at each size. */
static void print_into_less(const struct ptxc_instruction *instruction, const char *text, size_t length,
                            struct equivalence *result) {
    char part[TEXT];
    for (size_t size = 0; size <= length + 1; size += size < 8 || size + 8 > length ? 1 : 7) {
        memset(part, '#', length + 2);
        size_t kept = size == 0 ? 0 : size - 1 < length ? size - 1 : length;
        int same = ptxc_instruction_emit(instruction, size ? part : NULL, size) == length;
        same &= memcmp(part, text, kept) == 0 && (size == 0 || part[kept] == 0) && part[size] == '#';
        if (!same)
            differ(result, "printing into a small buffer gives no prefix", text, (int)length, "");
    }
}

void equivalence_value(const struct ptxc_instruction *instruction, struct equivalence *result) {
    char text[TEXT];
    size_t length = ptxc_instruction_emit(instruction, text, sizeof(text));
    result->instructions++;
    if (length == 0 || length >= sizeof(text))
        return;
    result->printed++;
    parse_again(instruction, text, length, result);
    if (result->instructions % EVERY == 0)
        print_into_less(instruction, text, length, result);
}

/* A finding counts where it is not about how the text is written: not about the order of the qualifiers, which printing
 * mends, nor about its syntax. That is a ';' that is missing before the instruction, or a byte of a comment in it. */
static int counts(const struct ptxc_diagnostic *diagnostic) {
    return strcmp(diagnostic->rule, "qualifier-order") != 0 && diagnostic->rule_class != PTXC_CLASS_SYNTAX;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Writes the rules that the report raises inside the span (length 0: anywhere), in one line. */
static void rules_in(const struct ptxc_report *report, struct ptxc_span span, char *line, size_t size) {
    const char *rules[FINDINGS];
    size_t count = 0;
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        int inside = span.length == 0 || diagnostic->span.offset - span.offset < span.length;
        if (inside && counts(diagnostic) && count < FINDINGS)
            rules[count++] = diagnostic->rule;
    }
    if (count > 0)
        qsort(rules, count, sizeof(*rules), by_name);
    line[0] = 0;
    for (size_t i = 0; i < count; i++)
        snprintf(line + strlen(line), size - strlen(line), "%s ", rules[i]);
}

/* Gives the value its name at another address. What the walk has said of a name is not said again of a value that still
 * points to where the walk found it. */
static void rename_value(struct ptxc_value *value, char *names, size_t size, size_t *used) {
    if (value->name_length == 0 || value->name_length > size - *used)
        return;
    memcpy(names + *used, value->name, value->name_length);
    value->name = names + *used;
    *used += value->name_length;
}

/* Makes a copy of an instruction that has nothing in common with the source; its names go to `names`. */
static struct ptxc_instruction stranger_of(const struct ptxc_instruction *instruction, char *names, size_t size) {
    struct ptxc_instruction stranger = *instruction;
    size_t used = 0;
    stranger.span = (struct ptxc_span){0, 0};
    rename_value(&stranger.guard, names, size, &used);
    for (size_t i = 0; i < stranger.value_count; i++)
        rename_value(&stranger.values[i], names, size, &used);
    return stranger;
}

/* Counts the instruction as different where the check of the value has other findings than the text in its place. */
static void compare_findings(const struct ptxc_instruction *instruction, const char *source,
                             const struct ptxc_module *module, const struct ptxc_report *whole,
                             struct equivalence *result) {
    static char of_text[2048], of_value[2048], both[4200];
    struct ptxc_report *report;
    static char names[TEXT];
    struct ptxc_instruction value = stranger_of(instruction, names, sizeof(names));
    if (ptxc_instruction_check(&value, NULL, module, &report) != PTXC_OK) {
        differ(result, "what can be printed cannot be checked", source + instruction->span.offset,
               (int)instruction->span.length, "");
        return;
    }
    rules_in(whole, instruction->span, of_text, sizeof(of_text));
    rules_in(report, (struct ptxc_span){0, 0}, of_value, sizeof(of_value));
    ptxc_report_free(report);
    snprintf(both, sizeof(both), "text: %s, value: %s", of_text, of_value);
    if (strcmp(of_text, of_value) != 0)
        differ(result, "the value has other findings than its text", source + instruction->span.offset,
               (int)instruction->span.length, both);
}

/* Alone, without what the module says of its names, it is the same instruction and prints alike. */
static void compare_alone(const struct ptxc_instruction *instruction, const char *source, struct equivalence *result) {
    struct ptxc_instruction alone;
    char here[TEXT], there[TEXT];
    const char *text = source + instruction->span.offset;
    ptxc_instruction_emit(instruction, here, sizeof(here));
    if (ptxc_instruction_parse(text, instruction->span.length, &alone, NULL) != PTXC_OK ||
        !ptxc_instruction_equal(&alone, instruction))
        differ(result, "it is another instruction outside the module", text, (int)instruction->span.length, here);
    else if (!ptxc_instruction_emit(&alone, there, sizeof(there)) || strcmp(here, there) != 0)
        differ(result, "equal instructions print otherwise", here, (int)strlen(here), there);
}

/* Findings as lines. */
struct findings {
    char **lines;
    size_t count;
};

/* Adds the findings of a report, and frees it. */
static void add_findings(struct findings *findings, struct ptxc_report *report) {
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *each = ptxc_report_get(report, i);
        char line[1024];
        snprintf(line, sizeof(line), "%u+%u %s: %s, %zu fixes, %zu notes, because of %u+%u",
                 (unsigned)each->span.offset, (unsigned)each->span.length, each->rule, each->message, each->fix_count,
                 each->note_count, (unsigned)each->cause.offset, (unsigned)each->cause.length);
        findings->lines = realloc(findings->lines, (findings->count + 1) * sizeof(*findings->lines));
        findings->lines[findings->count++] = strdup(line);
    }
    ptxc_report_free(report);
}

static void free_findings(struct findings *findings) {
    for (size_t i = 0; i < findings->count; i++)
        free(findings->lines[i]);
    free(findings->lines);
}

void equivalence_walk(const char *text, size_t length, struct equivalence *result) {
    struct findings whole = {NULL, 0}, walked = {NULL, 0};
    struct ptxc_report *report;
    struct ptxc_module *module;
    struct ptxc_instruction instruction;
    if (ptxc_check(text, length, NULL, &report) != PTXC_OK || ptxc_module_open(text, length, NULL, &module) != PTXC_OK)
        abort();
    add_findings(&whole, report);
    while (ptxc_module_next(module, &instruction)) {
        if (ptxc_instruction_check(&instruction, NULL, module, &report) != PTXC_OK || ptxc_report_text(report))
            differ(result, "an instruction of a walk cannot be checked in its place", text + instruction.span.offset,
                   (int)instruction.span.length, "");
        else
            add_findings(&walked, report);
    }
    if (ptxc_module_close(module, &report) != PTXC_OK)
        abort();
    add_findings(&walked, report);
    if (whole.count > 0)
        qsort(whole.lines, whole.count, sizeof(*whole.lines), by_name);
    if (walked.count > 0)
        qsort(walked.lines, walked.count, sizeof(*walked.lines), by_name);
    for (size_t i = 0; i < whole.count || i < walked.count; i++) {
        const char *one = i < whole.count ? whole.lines[i] : "nothing";
        const char *other = i < walked.count ? walked.lines[i] : "nothing";
        if (strcmp(one, other) == 0)
            continue;
        differ(result, "a walk finds other things than the check", one, (int)strlen(one), other);
        break;
    }
    result->walked += whole.count;
    free_findings(&whole);
    free_findings(&walked);
}

static int is_inside(struct ptxc_span span, size_t length) {
    return span.offset <= length && span.length <= length - span.offset;
}

/* Whether all that the statement refers to is there. */
static int is_whole(const struct ptxc_statement *statement, const struct ptxc_body *body, size_t length) {
    int whole = statement->scope < body->scope_count && is_inside(statement->span, length) &&
                is_inside(statement->word, length) && (statement->open || statement->word.length > 0);
    for (size_t i = 0; i < statement->operand_count; i++)
        whole &= statement->operands[i].first + statement->operands[i].count <= statement->value_count &&
                 is_inside(statement->operands[i].span, length);
    for (size_t i = 0; i < statement->value_count; i++)
        whole &= is_inside(statement->values[i].span, length) &&
                 (statement->values[i].name_length == 0 || statement->values[i].name);
    for (size_t i = 0; i < statement->qualifier_count; i++)
        whole &= is_inside(statement->qualifiers[i].span, length);
    return whole;
}

/* Whether the body that was given last lacks a part. */
static int body_lacks_part(const struct ptxc_module *module) {
    const size_t length = module->parser.lexer.length;
    const struct ptxc_body *body = &module->collection.body;
    int whole = body->scope_count > 0 && is_inside(body->name, length);
    for (size_t i = 1; i < body->scope_count; i++)
        whole &= body->scopes[i] < i;
    for (size_t i = 0; i < body->count; i++)
        whole &= is_whole(&body->statements[i], body, length);
    return !whole;
}

/* Reads on to the next instruction; the bodies before it that lack a part are counted. */
static int next_instruction(struct ptxc_module *module, size_t *faults) {
    enum ptxc_item item;
    while ((item = ptxc_reader_next(module)) == PTXC_ITEM_BODY)
        *faults += (size_t)body_lacks_part(module);
    return item == PTXC_ITEM_INSTRUCTION;
}

void equivalence_bodies(const char *text, size_t length, struct equivalence *result) {
    struct findings findings[2] = {{NULL, 0}, {NULL, 0}};
    struct ptxc_report *report;
    struct ptxc_module *modules[2];
    size_t faults = 0;
    if (ptxc_module_open(text, length, NULL, &modules[0]) != PTXC_OK ||
        ptxc_module_open(text, length, NULL, &modules[1]) != PTXC_OK)
        abort();
    modules[1]->collects = true;
    while (ptxc_reader_next(modules[0]))
        if (!next_instruction(modules[1], &faults) ||
            memcmp(modules[0]->instruction, modules[1]->instruction, sizeof(*modules[0]->instruction)) != 0)
            faults++;
    faults += (size_t)next_instruction(modules[1], &faults);
    for (int i = 0; i < 2; i++) {
        if (ptxc_module_close(modules[i], &report) != PTXC_OK)
            abort();
        add_findings(&findings[i], report);
    }
    faults += findings[0].count != findings[1].count;
    for (size_t i = 0; faults == 0 && i < findings[0].count; i++)
        faults += strcmp(findings[0].lines[i], findings[1].lines[i]) != 0;
    if (faults > 0)
        differ(result, "asking for bodies changes what is found, or gives what is not there", text, (int)length, "");
    free_findings(&findings[0]);
    free_findings(&findings[1]);
}

void equivalence_module(const char *text, size_t length, struct equivalence *result) {
    struct ptxc_report *whole;
    struct ptxc_module *module;
    struct ptxc_instruction instruction;
    equivalence_walk(text, length, result);
    if (ptxc_check(text, length, NULL, &whole) != PTXC_OK || ptxc_module_open(text, length, NULL, &module) != PTXC_OK)
        abort();
    while (ptxc_module_next(module, &instruction)) {
        unsigned long printed = result->printed;
        equivalence_value(&instruction, result);
        if (printed == result->printed)
            continue;
        compare_alone(&instruction, text, result);
        struct ptxc_place place = {.size = sizeof(place)};
        ptxc_module_place(module, &place);
        if (place.depth > 0) /* that it stands outside of every function is no fault of the value */
            compare_findings(&instruction, text, module, whole, result);
    }
    ptxc_module_close(module, NULL);
    ptxc_report_free(whole);
}
