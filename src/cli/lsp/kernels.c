/* The kernels of a document as they are executed, each once for each text (ptxcheck/pipeline.h), and what that has made
 * of names and waits, in words: who arrives on an mbarrier and with how many bytes, which slots copies fill, and which
 * of them a wait leaves pending. What is said goes by the events of the first CTA.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/lsp/lsp.h"
#include "cli/options/profile.h"
#include "ptxcheck/outline.h"
#include "ptxcheck/pipeline.h"

enum {
    MOST_LINES = 8,   /* that are named */
    MOST_PLACES = 64, /* in a variable that are told apart */
    MOST_NAMED = 8,   /* of these that are named */
    WARPS = 64
};

/* ---- executions ---- */

const struct ptxc_declaration *lsp_document_kernel(struct lsp_document *document, size_t place) {
    const struct ptxc_outline *outline = lsp_document_outline(document);
    const struct ptxc_declaration *kernel;
    for (size_t i = 0; (kernel = ptxc_outline_get(outline, i)) && kernel->text.offset <= place; i++)
        if (kernel->kind == PTXC_DECLARED_KERNEL && place <= (size_t)kernel->text.offset + kernel->text.length)
            return kernel;
    return NULL;
}

/* A text without some pieces of another one. */
struct cut_text {
    char *bytes;
    size_t length;
    struct cut {
        size_t place, before; /* where a piece was, and how many bytes were left out up to there */
    } * cuts;
    size_t count;
};

/* Adds a piece of the whole text. */
static void keep(struct cut_text *cut, const struct lsp_text *text, struct lsp_range range) {
    cut->cuts = memory_more(cut->cuts, cut->count, sizeof(*cut->cuts));
    cut->cuts[cut->count++] = (struct cut){cut->length, range.begin - cut->length};
    memcpy(cut->bytes + cut->length, text->bytes + range.begin, range.end - range.begin);
    cut->length += range.end - range.begin;
}

/* Returns the text without all other kernels, which have no say in this one, so that a large text takes no longer than
 * its one kernel. */
static struct cut_text cut_from(const struct lsp_document *document, const struct ptxc_declaration *kernel) {
    const struct lsp_text *text = &document->text;
    struct cut_text cut = {.bytes = memory_new(text->length + 1, 1)};
    const struct ptxc_declaration *other;
    size_t begin = 0;
    for (size_t i = 0; (other = ptxc_outline_get(document->outline, i)); i++) {
        if (other->kind != PTXC_DECLARED_KERNEL || other == kernel || other->text.offset < begin)
            continue;
        keep(&cut, text, (struct lsp_range){begin, other->text.offset});
        begin = (size_t)other->text.offset + other->text.length;
    }
    keep(&cut, text, (struct lsp_range){begin, text->length});
    return cut;
}

/* Returns the place in the whole text of one in the cut text. */
static uint32_t place_in_whole(const struct cut_text *cut, uint32_t place) {
    size_t low = 0, high = cut->count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (cut->cuts[middle].place <= place)
            low = middle;
        else
            high = middle;
    }
    return place + (uint32_t)cut->cuts[low].before;
}

/* Takes the events of an execution. */
static void take_events(struct lsp_kernel *kernel, const struct cut_text *cut) {
    const struct ptxc_pipeline_kernel *executed = ptxc_pipeline_get(kernel->pipeline, 0);
    kernel->count = executed ? executed->event_count : 0;
    kernel->events = memory_new(kernel->count, sizeof(*kernel->events));
    for (size_t i = 0; i < kernel->count; i++) {
        kernel->events[i] = *ptxc_pipeline_event_get(kernel->pipeline, 0, i);
        kernel->events[i].span.offset = place_in_whole(cut, kernel->events[i].span.offset);
    }
}

/* Executes a kernel. */
static void execute(const struct lsp_server *server, const struct lsp_document *document,
                    const struct ptxc_declaration *declaration, struct lsp_kernel *kernel) {
    struct ptxc_options options = document->profile->options;
    struct cut_text cut = cut_from(document, declaration);
    char *name = memory_text(document->text.bytes + declaration->name.offset, declaration->name.length);
    options.seed = server->seed;
    if (ptxc_pipeline_read(cut.bytes, cut.length, &options, name, &kernel->pipeline) == PTXC_OUT_OF_MEMORY)
        memory_sure(NULL);
    take_events(kernel, &cut);
    free(cut.bytes);
    free(cut.cuts);
    free(name);
}

const struct lsp_kernel *lsp_document_execution(struct lsp_server *server, struct lsp_document *document,
                                                const struct ptxc_declaration *kernel) {
    struct lsp_kernel *known = document->kernels;
    if (!lsp_document_profile(server, document))
        return NULL;
    while (known && known->place != kernel->name.offset)
        known = known->next;
    if (!known) {
        known = memory_new(1, sizeof(*known));
        known->place = kernel->name.offset;
        known->next = document->kernels;
        document->kernels = known;
        execute(server, document, kernel, known);
    }
    return known;
}

/* ---- lines and places ---- */

/* Lines, and which warps came there. */
struct line_set {
    size_t lines[MOST_LINES];
    uint64_t warps[MOST_LINES]; /* bit per warp */
    size_t count;
    bool more; /* there are others */
};

/* Places in a variable, each with a number. */
struct place_set {
    struct {
        uint32_t offset, number, sum; /* the sum is of the phase that has begun */
    } items[MOST_PLACES];
    size_t count;
    bool varies; /* one of them has had several numbers */
    bool more;
};

/* An event, and where it stands. */
struct facts_view {
    const struct lsp_text *text;
    const struct lsp_kernel *kernel;
};

/* Returns an event; NULL where there are fewer. */
static const struct ptxc_pipeline_event *event_at(const struct lsp_kernel *kernel, size_t index) {
    return kernel && index < kernel->count ? &kernel->events[index] : NULL;
}

static size_t line_of(const struct facts_view *view, const struct ptxc_pipeline_event *event) {
    return lsp_text_line(view->text, event->span.offset) + 1;
}

/* Adds the line of an event, in the order of the text. */
static void add_line(struct line_set *set, const struct facts_view *view, const struct ptxc_pipeline_event *event) {
    const size_t line = line_of(view, event);
    size_t i = 0;
    while (i < set->count && set->lines[i] < line)
        i++;
    if (i == set->count || set->lines[i] != line) {
        if (set->count == MOST_LINES) {
            set->more = true;
            return;
        }
        memmove(&set->lines[i + 1], &set->lines[i], (set->count - i) * sizeof(set->lines[0]));
        memmove(&set->warps[i + 1], &set->warps[i], (set->count - i) * sizeof(set->warps[0]));
        set->lines[i] = line;
        set->warps[i] = 0;
        set->count++;
    }
    set->warps[i] |= UINT64_C(1) << (event->warp % WARPS);
}

static unsigned count_bits(uint64_t bits) {
    unsigned count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

/* Prints lines, "lines 3, 7", with the number of warps if that is wanted. */
static void print_lines(FILE *stream, const struct line_set *set, bool warps) {
    for (size_t i = 0; i < set->count; i++) {
        const unsigned count = count_bits(set->warps[i]);
        fprintf(stream, "%s%zu", i > 0 ? ", " : set->count > 1 ? "lines " : "line ", set->lines[i]);
        if (warps)
            fprintf(stream, " (%u warp%s)", count, count == 1 ? "" : "s");
    }
    fputs(set->more ? " …" : "", stream);
}

/* Returns the place of a variable in a set; NULL where there is no room. */
static size_t place_index(struct place_set *set, uint32_t offset) {
    size_t i = 0;
    while (i < set->count && set->items[i].offset != offset)
        i++;
    if (i == MOST_PLACES) {
        set->more = true;
    } else if (i == set->count) {
        set->items[i].offset = offset;
        set->items[i].number = set->items[i].sum = 0;
        set->count++;
    }
    return i;
}

/* Notes a number of a place: all that it has had are the same, or they vary. */
static void note_number(struct place_set *set, uint32_t offset, uint32_t number) {
    const size_t i = place_index(set, offset);
    if (i == MOST_PLACES || number == 0)
        return;
    set->varies |= set->items[i].number > 0 && set->items[i].number != number;
    set->items[i].number = number;
}

/* Prints the numbers of the places, if there are any: one where it is the same for all. */
static void print_numbers(FILE *stream, const struct place_set *set) {
    bool same = !set->varies;
    for (size_t i = 1; i < set->count; i++)
        same &= set->items[i].number == set->items[0].number;
    for (size_t i = 0; i < set->count && i < (same ? 1 : MOST_NAMED); i++)
        fprintf(stream, "%s%u", i > 0 ? ", " : "", set->items[i].number);
    fputs(set->varies || (!same && set->count > MOST_NAMED) ? "…" : "", stream);
}

static bool is_named(const struct ptxc_pipeline_place *place, const char *name) {
    return place->variable && strcmp(place->variable, name) == 0;
}

/* ---- mbarriers ---- */

/* What is known of the mbarriers in a variable. */
struct mbarriers {
    struct place_set counts, bytes;
    struct line_set arrivals, copies, waits;
};

/* Takes an event about one of them. */
static void take_mbarrier(struct mbarriers *all, const struct facts_view *view,
                          const struct ptxc_pipeline_event *event) {
    const size_t i = place_index(&all->bytes, event->place.offset);
    switch (event->kind) {
    case PTXC_EVENT_INIT: note_number(&all->counts, event->place.offset, event->count); return;
    case PTXC_EVENT_ARRIVE: add_line(&all->arrivals, view, event); return;
    case PTXC_EVENT_WAIT: add_line(&all->waits, view, event); return;
    case PTXC_EVENT_EXPECT:
        if (i < MOST_PLACES)
            all->bytes.items[i].sum += event->bytes;
        return;
    case PTXC_EVENT_PHASE:
        if (i < MOST_PLACES) {
            note_number(&all->bytes, event->place.offset, all->bytes.items[i].sum);
            all->bytes.items[i].sum = 0;
        }
        return;
    default: return;
    }
}

/* Prints what was said of mbarriers. */
static void print_mbarriers(FILE *stream, const struct mbarriers *all) {
    if (all->counts.count == 0)
        return;
    fprintf(stream, "\n- %zu mbarrier%s, %s ", all->counts.count, all->counts.count == 1 ? "" : "s",
            all->counts.count == 1 ? "arrivals of a phase:" : "arrivals of a phase of each:");
    print_numbers(stream, &all->counts);
    if (all->arrivals.count > 0) {
        fputs("\n- arrive: ", stream);
        print_lines(stream, &all->arrivals, true);
    }
    bool any = false;
    for (size_t i = 0; i < all->bytes.count; i++)
        any |= all->bytes.items[i].number > 0;
    if (any) {
        fputs("\n- bytes of a phase: ", stream);
        print_numbers(stream, &all->bytes);
    }
    if (all->copies.count > 0) {
        fputs("\n- copies: ", stream);
        print_lines(stream, &all->copies, false);
    }
    if (all->waits.count > 0) {
        fputs("\n- wait: ", stream);
        print_lines(stream, &all->waits, true);
    }
    fputc('\n', stream);
}

/* ---- slots ---- */

static int compare_places(const void *a, const void *b) {
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b; /* the offset is the first member */
    return left < right ? -1 : left > right;
}

/* Prints which places of a variable copies fill or read. */
static void print_slots(FILE *stream, struct place_set *places, const struct line_set *lines) {
    if (places->count == 0)
        return;
    fputs("\n- copies: ", stream);
    print_lines(stream, lines, false);
    fprintf(stream, "\n- %zu%s slot%s of ", places->count, places->more ? " or more" : "",
            places->count == 1 ? "" : "s");
    print_numbers(stream, places);
    fputs(" bytes", stream);
    qsort(places->items, places->count, sizeof(places->items[0]), compare_places);
    for (size_t i = 0; i < places->count && i < MOST_NAMED; i++)
        fprintf(stream, "%s%u", i > 0 ? ", " : ", at ", places->items[i].offset);
    fputs(places->count > MOST_NAMED ? " …\n" : "\n", stream);
}

void lsp_print_variable(FILE *stream, const struct lsp_text *text, const struct lsp_kernel *kernel, const char *name) {
    const struct facts_view view = {text, kernel};
    const struct ptxc_pipeline_event *event;
    struct mbarriers *mbarriers = memory_new(1, sizeof(*mbarriers));
    struct place_set *slots = memory_new(1, sizeof(*slots));
    struct line_set lines = {.count = 0};
    for (size_t i = 0; (event = event_at(kernel, i)); i++) {
        if (event->cta > 0)
            continue;
        if (event->kind == PTXC_EVENT_COPY && is_named(&event->barrier, name))
            add_line(&mbarriers->copies, &view, event);
        if (event->kind != PTXC_EVENT_COPY && is_named(&event->place, name))
            take_mbarrier(mbarriers, &view, event);
        if (event->kind == PTXC_EVENT_COPY && is_named(&event->place, name)) {
            note_number(slots, event->place.offset, event->bytes);
            add_line(&lines, &view, event);
        }
    }
    print_mbarriers(stream, mbarriers);
    print_slots(stream, slots, &lines);
    free(mbarriers);
    free(slots);
}

/* ---- statements ---- */

static bool is_of(const struct ptxc_pipeline_event *event, struct lsp_range statement) {
    return event->span.length > 0 && event->span.offset >= statement.begin && event->span.offset < statement.end;
}

/* Prints what is known of a variable that a statement is about, unless it was `last`; returns its name. */
static const char *print_once(FILE *stream, const struct facts_view *view, const char *name, const char *last) {
    if (!name || (last && strcmp(name, last) == 0))
        return last;
    fprintf(stream, "\n`%s`:\n", name);
    lsp_print_variable(stream, view->text, view->kernel, name);
    return name;
}

void lsp_print_variables(FILE *stream, const struct lsp_text *text, const struct lsp_kernel *kernel,
                         struct lsp_range statement) {
    const struct facts_view view = {text, kernel};
    const struct ptxc_pipeline_event *event;
    const char *last = NULL;
    for (size_t i = 0; (event = event_at(kernel, i)); i++) {
        if (!is_of(event, statement) || event->kind > PTXC_EVENT_WAIT)
            continue;
        last = print_once(stream, &view, event->place.variable, last);
        print_once(stream, &view, event->barrier.variable, last);
        return;
    }
}

/* Adds the lines of the copies of one warp that were started before an event, and belong to its newest `left` groups.
 */
static void add_pending(struct line_set *lines, const struct facts_view *view, size_t wait) {
    const struct ptxc_pipeline_event *events = view->kernel->events, *at = &events[wait];
    uint32_t commits = 0;
    for (size_t i = wait; i-- > 0;) {
        const struct ptxc_pipeline_event *event = &events[i];
        if (event->cta != at->cta || event->warp != at->warp || event->completion != at->completion)
            continue;
        commits += event->kind == PTXC_EVENT_COMMIT;
        if (commits > at->count)
            return;
        if (event->kind == PTXC_EVENT_COPY && commits > 0)
            add_line(lines, view, event);
    }
}

/* Prints which copies the waits for groups of a statement leave pending. */
static void print_pending(FILE *stream, const struct facts_view *view, struct lsp_range statement) {
    const struct ptxc_pipeline_event *event;
    struct line_set lines = {.count = 0};
    uint32_t left = 0;
    bool any = false;
    for (size_t i = 0; (event = event_at(view->kernel, i)); i++) {
        if (event->kind != PTXC_EVENT_WAIT_GROUP || event->cta > 0 || !is_of(event, statement))
            continue;
        any = true;
        left = event->count > left ? event->count : left;
        add_pending(&lines, view, i);
    }
    if (!any)
        return;
    fputs(left > 0 && lines.count > 0 ? "\nIt leaves pending: copies of " : "\nIt leaves no copy pending", stream);
    print_lines(stream, &lines, false);
    if (left > 0 && lines.count > 0)
        fprintf(stream, "; %u group%s at most", left, left == 1 ? "" : "s");
    fputs(".\n", stream);
}

/* Prints how many bytes a warp copies with a statement. */
static void print_bytes(FILE *stream, const struct facts_view *view, struct lsp_range statement) {
    const struct ptxc_pipeline_event *event;
    struct place_set bytes = {.count = 0};
    for (size_t i = 0; (event = event_at(view->kernel, i)); i++)
        if (event->kind == PTXC_EVENT_COPY && is_of(event, statement) && event->bytes > 0)
            note_number(&bytes, 0, event->bytes);
    if (bytes.count == 0)
        return;
    fputs("\nA warp copies ", stream);
    print_numbers(stream, &bytes);
    fputs(" bytes with it.\n", stream);
}

void lsp_print_statement(FILE *stream, const struct lsp_text *text, const struct lsp_kernel *kernel,
                         struct lsp_range statement) {
    const struct facts_view view = {text, kernel};
    print_pending(stream, &view, statement);
    print_bytes(stream, &view, statement);
}
