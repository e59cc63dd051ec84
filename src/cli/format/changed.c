/* A text that edits have changed: see changed.h. Edits that were made one after another are joined: where two of them
 * touch, what they changed together is one.
 */
#include "cli/format/changed.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/system/destination.h"

/* ---- printing what differs ---- */

struct comparison {
    const char *name; /* of the file */
    const char *text;
    size_t length; /* of the text */
    const char *result;
    const struct edit *edits; /* all that differs, in the order of the text */
    size_t edit_count;
};

enum { CONTEXT = 3 }; /* lines around a change */

/* Whole lines that changed: bytes `before` to `before_end` of the text became `after` to `after_end` of the result.
 * Lines are counted from 0. */
struct block {
    size_t before, before_end, after, after_end;
    size_t line, lines, new_lines;
};

/* Returns where the line of an offset starts. */
static size_t line_start(const char *text, size_t offset) {
    while (offset > 0 && text[offset - 1] != '\n')
        offset--;
    return offset;
}

/* Returns where the line of an offset ends, after its newline. */
static size_t line_end(const char *text, size_t length, size_t offset) {
    const char *end = memchr(text + offset, '\n', length - offset);
    return end ? (size_t)(end - text) + 1 : length;
}

/* Counts the lines from one line start to another, or to the end of a text without a last newline. */
static size_t count_lines(const char *text, size_t offset, size_t end) {
    size_t count = 0;
    for (; offset < end; offset = line_end(text, end, offset))
        count++;
    return count;
}

/* Makes blocks of the edits, one of those that share a line; returns how many. */
static size_t make_blocks(const struct comparison *comparison, struct block *blocks) {
    size_t count = 0, counted = 0, line = 0;
    for (size_t i = 0; i < comparison->edit_count; i++) {
        const struct piece before = comparison->edits[i].before, after = comparison->edits[i].after;
        size_t end = before.offset + before.length;
        if (count == 0 || before.offset >= blocks[count - 1].before_end) {
            size_t start = line_start(comparison->text, before.offset);
            line += count_lines(comparison->text, counted, start);
            counted = start;
            blocks[count++] = (struct block){
                .before = start, .after = after.offset - (before.offset - start), .line = line, .before_end = start};
        }
        struct block *block = &blocks[count - 1];
        if (end > block->before_end) /* else its line has been looked through */
            block->before_end = line_end(comparison->text, comparison->length, end);
        block->after_end = after.offset + after.length + (block->before_end - end);
    }
    for (size_t i = 0; i < count; i++) {
        blocks[i].lines = count_lines(comparison->text, blocks[i].before, blocks[i].before_end);
        blocks[i].new_lines = count_lines(comparison->result, blocks[i].after, blocks[i].after_end);
    }
    return count;
}

/* Prints whole lines, each after a sign. */
static void print_lines(char sign, const char *text, size_t offset, size_t end) {
    while (offset < end) {
        size_t next = line_end(text, end, offset);
        putchar(sign);
        fwrite(text + offset, 1, next - offset, stdout);
        if (text[next - 1] != '\n')
            fputs("\n\\ No newline at end of file\n", stdout);
        offset = next;
    }
}

/* Prints blocks that are near each other; `grown` is by how many lines those before them made the result longer. */
static void print_hunk(const struct comparison *comparison, const struct block *blocks, size_t count, ptrdiff_t grown) {
    const struct block *last = &blocks[count - 1];
    size_t start = blocks[0].before, end = last->before_end, above = 0, below = 0, old_lines, new_lines;
    for (; above < CONTEXT && start > 0; above++)
        start = line_start(comparison->text, start - 1);
    for (; below < CONTEXT && end < comparison->length; below++)
        end = line_end(comparison->text, comparison->length, end);
    old_lines = new_lines = last->line + last->lines - blocks[0].line + above + below;
    for (size_t i = 0; i < count; i++)
        new_lines = new_lines - blocks[i].lines + blocks[i].new_lines;
    size_t first = blocks[0].line - above + 1;
    printf("@@ -%zu,%zu +%zu,%zu @@\n", first, old_lines, (size_t)((ptrdiff_t)first + grown), new_lines);
    for (size_t i = 0; i < count; i++) {
        print_lines(' ', comparison->text, start, blocks[i].before);
        print_lines('-', comparison->text, blocks[i].before, blocks[i].before_end);
        print_lines('+', comparison->result, blocks[i].after, blocks[i].after_end);
        start = blocks[i].before_end;
    }
    print_lines(' ', comparison->text, start, end);
}

/* Prints a file name as git writes it: quoted where it has a control character or would look quoted, and with a tab
 * after blanks.
 */
static void print_name(const char *sign, const char *name) {
    static const char special[] = "\"\\\n\r\t", letters[] = "\"\\nrt";
    bool quoted = false;
    for (const char *c = name; *c; c++)
        quoted |= (unsigned char)*c < 0x20 || *c == 0x7f || *c == '"' || *c == '\\';
    printf("%s %s", sign, quoted ? "\"" : "");
    for (; *name; name++) {
        const char *place = strchr(special, *name);
        if (place)
            printf("\\%c", letters[place - special]);
        else if ((unsigned char)*name < 0x20 || *name == 0x7f)
            printf("\\%03o", (unsigned)*name);
        else
            putchar(*name);
    }
    puts(quoted ? "\"" : "\t");
}

/* Prints a unified diff on standard output. */
static void diff_print(const struct comparison *comparison) {
    ptrdiff_t grown = 0;
    if (comparison->edit_count == 0)
        return;
    struct block *blocks = memory_new(comparison->edit_count, sizeof(*blocks));
    size_t count = make_blocks(comparison, blocks);
    print_name("---", comparison->name);
    print_name("+++", comparison->name);
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count; next++)
            if (blocks[next].line - (blocks[next - 1].line + blocks[next - 1].lines) > 2 * (size_t)CONTEXT)
                break;
        print_hunk(comparison, blocks + i, next - i, grown);
        for (size_t j = i; j < next; j++)
            grown += (ptrdiff_t)blocks[j].new_lines - (ptrdiff_t)blocks[j].lines;
    }
    free(blocks);
}

/* ---- making edits ---- */

static size_t end_of(struct piece piece) {
    return piece.offset + piece.length;
}

/* Returns the edits of a list as pieces of the text before them and after them. */
static struct edit *pieces_of(const struct ptxc_edits *edits) {
    const size_t count = ptxc_edits_count(edits);
    struct edit *pieces = memory_new(count, sizeof(*pieces));
    size_t shift = 0; /* of what stands after the edits so far; it may wrap around */
    for (size_t i = 0; i < count; i++) {
        const struct ptxc_fix *fix = ptxc_edits_get(edits, i);
        pieces[i] = (struct edit){{fix->span.offset, fix->span.length}, {fix->span.offset + shift, strlen(fix->text)}};
        shift += pieces[i].after.length - pieces[i].before.length;
    }
    return pieces;
}

/* Two lists of edits, the second of what the first one makes, and how far each has been gone through. */
struct join {
    const struct edit *first, *second;
    size_t first_count, second_count, i, j;
    size_t first_shift, second_shift; /* of what stands after the edits so far; they may wrap around */
};

/* Takes the edits that touch the place from `low` to `*high` of the text in the middle, which grows by them; false
 * where none does. */
static bool take_touching(struct join *join, size_t *high) {
    if (join->i < join->first_count && join->first[join->i].after.offset <= *high) {
        const struct edit *edit = &join->first[join->i++];
        join->first_shift += edit->after.length - edit->before.length;
        *high = end_of(edit->after) > *high ? end_of(edit->after) : *high;
        return true;
    }
    if (join->j < join->second_count && join->second[join->j].before.offset <= *high) {
        const struct edit *edit = &join->second[join->j++];
        join->second_shift += edit->after.length - edit->before.length;
        *high = end_of(edit->before) > *high ? end_of(edit->before) : *high;
        return true;
    }
    return false;
}

/* Returns the next edit of both lists together. */
static struct edit next_joined(struct join *join) {
    const bool first = join->i < join->first_count, second = join->j < join->second_count;
    size_t low = first ? join->first[join->i].after.offset : join->second[join->j].before.offset;
    if (second && join->second[join->j].before.offset < low)
        low = join->second[join->j].before.offset;
    size_t high = low;
    struct edit edit = {{low - join->first_shift, 0}, {low + join->second_shift, 0}};
    while (take_touching(join, &high))
        ;
    edit.before.length = high - join->first_shift - edit.before.offset;
    edit.after.length = high + join->second_shift - edit.after.offset;
    return edit;
}

/* Makes of the edits so far and those of their result the edits that do both, in `joined`; returns how many. */
static size_t join_edits(struct join join, struct edit *joined) {
    size_t count = 0;
    while (join.i < join.first_count || join.j < join.second_count)
        joined[count++] = next_joined(&join);
    return count;
}

void changed_apply(struct changed *changed, const struct ptxc_edits *edits) {
    const size_t count = ptxc_edits_count(edits), length = ptxc_edits_apply(edits, NULL, 0);
    char *text = memory_new(length + 1, 1);
    struct edit *more = pieces_of(edits), *joined = memory_new(changed->count + count, sizeof(*joined));
    const struct join join = {
        .first = changed->edits, .second = more, .first_count = changed->count, .second_count = count};
    ptxc_edits_apply(edits, text, length + 1);
    const size_t all = join_edits(join, joined);
    changed_free(changed);
    *changed = (struct changed){text, length, joined, all};
    free(more);
}

bool changed_write(const struct changed *changed, const struct source *source) {
    const struct problem problem = file_replace(source->name, source, changed->text, changed->length);
    if (problem.text)
        report_problem(source->name, problem);
    return !problem.text;
}

void changed_show(const struct changed *changed, const struct source *source) {
    const struct comparison comparison = {.name = source->name,
                                          .text = source->text,
                                          .length = source->length,
                                          .result = changed->text,
                                          .edits = changed->edits,
                                          .edit_count = changed->count};
    diff_print(&comparison);
}

void changed_free(struct changed *changed) {
    free(changed->text);
    free(changed->edits);
    *changed = (struct changed){0};
}
