/* A text that edits have changed: see changed.h. Edits that were made one after another are joined: where two of them
 * touch, what they changed together is one.
 */
#include "cli/output/changed.h"

#include <stdlib.h>
#include <string.h>

#include "cli/files/replace.h"
#include "cli/output/trouble.h"

static size_t end_of(struct piece piece) {
    return piece.offset + piece.length;
}

/* Gives the edits of a list as pieces of the text before them and after them; NULL without memory. */
static struct edit *pieces_of(const struct ptxc_edits *edits) {
    const size_t count = ptxc_edits_count(edits);
    struct edit *pieces = calloc(count + 1, sizeof(*pieces));
    size_t shift = 0; /* of what stands after the edits so far; it may wrap around */
    for (size_t i = 0; pieces && i < count; i++) {
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

/* Gives the next edit of both lists together. */
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

/* Makes of the edits so far and those of their result the edits that do both, in `joined`; gives how many. */
static size_t join_edits(struct join join, struct edit *joined) {
    size_t count = 0;
    while (join.i < join.first_count || join.j < join.second_count)
        joined[count++] = next_joined(&join);
    return count;
}

bool changed_apply(struct changed *changed, const struct ptxc_edits *edits) {
    const size_t count = ptxc_edits_count(edits), length = ptxc_edits_apply(edits, NULL, 0);
    char *text = malloc(length + 1);
    struct edit *more = pieces_of(edits), *joined = malloc((changed->count + count + 1) * sizeof(*joined));
    const bool done = text && more && joined;
    if (done) {
        const struct join join = {
            .first = changed->edits, .second = more, .first_count = changed->count, .second_count = count};
        ptxc_edits_apply(edits, text, length + 1);
        const size_t all = join_edits(join, joined);
        changed_free(changed);
        *changed = (struct changed){text, length, joined, all};
    } else {
        free(text);
        free(joined);
    }
    free(more);
    return done;
}

bool changed_write(const struct changed *changed, const struct source *source) {
    const struct problem problem = file_replace(source->name, source, changed->text, changed->length);
    if (problem.text)
        trouble_with(source->name, problem);
    return !problem.text;
}

bool changed_show(const struct changed *changed, const struct source *source) {
    const struct comparison comparison = {.name = source->name,
                                          .text = source->text,
                                          .length = source->length,
                                          .result = changed->text,
                                          .edits = changed->edits,
                                          .edit_count = changed->count};
    const bool shown = diff_print(&comparison);
    if (!shown)
        trouble("%s: not enough memory", source->name);
    return shown;
}

void changed_free(struct changed *changed) {
    free(changed->text);
    free(changed->edits);
    *changed = (struct changed){0};
}
