/* Texts that change while they are checked: see include/ptxcheck/document.h. The text is one piece of memory, in which
 * an edit moves what stands after it, so that a function is read in its place, with all that is around it.
 */
#include "ptxcheck/document.h"

#include <string.h>

#include "analysis/values/values.h"
#include "api/check.h"
#include "api/incremental.h"
#include "base/buffer.h"
#include "base/find.h"
#include "ptxcheck/instruction.h"
#include "syntax/parse_state.h"
#include "syntax/reader.h"
#include "report/keep.h"
#include "report/options.h"

enum {
    ROOM = 4096,           /* bytes for more text, beside an eighth of it */
    MOST_FINDINGS = 20000, /* more are not kept: to move them takes as long as to look for them */
    MOST_KEPT = 256        /* functions with a report of their own, until the whole text is checked again */
};

/* Makes room for so many bytes of text; false where there is none. */
static bool reserve(struct ptxc_document *document, size_t length) {
    struct ptxc_arena words;
    if (document->text && length <= document->capacity)
        return true;
    const size_t capacity = length + length / 8 + ROOM;
    ptxc_arena_init(&words, document->options.allocator);
    char *text = ptxc_arena_take(&words, capacity);
    if (!text)
        return false;
    if (document->text)
        memcpy(text, document->text, document->length);
    ptxc_arena_free(&document->words);
    document->words = words;
    document->text = text;
    document->capacity = capacity;
    return true;
}

enum ptxc_status ptxc_document_open(const char *source, size_t length, const struct ptxc_options *options,
                                    struct ptxc_document **document) {
    struct ptxc_options given;
    struct ptxc_arena arena;
    if (!document)
        return PTXC_BAD_ARGUMENT;
    *document = NULL;
    if (!source && length > 0)
        return PTXC_BAD_ARGUMENT;
    if (length > INT32_MAX)
        return PTXC_TOO_LARGE;
    const enum ptxc_status status = ptxc_options_read(options, &given);
    if (status != PTXC_OK)
        return status;
    ptxc_arena_init(&arena, given.allocator);
    struct ptxc_document *made = ptxc_arena_alloc(&arena, sizeof(*made));
    if (!made)
        return PTXC_OUT_OF_MEMORY;
    given.ahead = NULL;
    given.sources = NULL;
    given.scratch = NULL;
    made->arena = arena;
    made->options = given;
    ptxc_arena_init(&made->words, given.allocator);
    if (!reserve(made, length)) {
        ptxc_document_close(made);
        return PTXC_OUT_OF_MEMORY;
    }
    if (length > 0)
        memcpy(made->text, source, length);
    made->length = (uint32_t)length;
    *document = made;
    return PTXC_OK;
}

void ptxc_document_close(struct ptxc_document *document) {
    if (!document)
        return;
    struct ptxc_arena arena = document->arena; /* the document itself lives in it */
    ptxc_incremental_free(&document->incremental);
    ptxc_arena_free(&document->words);
    ptxc_arena_free(&arena);
}

const char *ptxc_document_text(const struct ptxc_document *document, size_t *length) {
    if (length)
        *length = document ? document->length : 0;
    return document ? document->text : NULL;
}

/* ---- edits ---- */

/* Words with a say in what is found elsewhere, and the flags with any of which they have. */
static const struct {
    const char *word;
    uint32_t flags;
} far_words[] = {
    {"ptxcheck:", PTXC_CHECK_ALLOW | PTXC_CHECK_FLOW},
    {".func", PTXC_CHECK_FLOW},
    {".extern", PTXC_CHECK_FLOW},
};

/* Whether something in these bytes, or that they are part of, has a say in what is found elsewhere. A quote may close a
 * string that is open in a function before it. */
static bool reaches_far(const struct ptxc_document *document, uint32_t begin, uint32_t end) {
    for (size_t i = 0; i < sizeof(far_words) / sizeof(far_words[0]); i++) {
        const size_t size = strlen(far_words[i].word), beside = size - 1;
        const char *from = document->text + (begin < beside ? 0 : begin - beside);
        const char *limit = document->text + (document->length - end < beside ? document->length : end + beside);
        if ((document->options.flags & far_words[i].flags) && (size_t)(limit - from) >= size &&
            ptxc_find(from, limit, far_words[i].word, size, size / 2))
            return true;
    }
    for (uint32_t at = begin; at < end; at++)
        if (document->text[at] == '"' || document->text[at] == 0 || (unsigned char)document->text[at] >= 0x80)
            return true;
    return false;
}

enum ptxc_status ptxc_document_edit(struct ptxc_document *document, size_t offset, size_t removed, const char *inserted,
                                    size_t length) {
    if (!document || (!inserted && length > 0) || offset > document->length || removed > document->length - offset)
        return PTXC_BAD_ARGUMENT;
    if (length > INT32_MAX || document->length - removed + length > INT32_MAX)
        return PTXC_TOO_LARGE;
    const uint32_t begin = (uint32_t)offset, end = (uint32_t)(offset + removed);
    if (!reserve(document, document->length - removed + length))
        return PTXC_OUT_OF_MEMORY;
    const struct ptxc_incremental_change change = {begin, (uint32_t)removed, (uint32_t)length};
    struct ptxc_incremental_function *function =
        document->known ? ptxc_incremental_find(&document->incremental, document->text, change) : NULL;
    document->known = function && !reaches_far(document, begin, end);
    if (removed != length)
        memmove(document->text + begin + length, document->text + end, document->length - end);
    if (length > 0)
        memcpy(document->text + begin, inserted, length);
    document->length += (uint32_t)length - (uint32_t)removed;
    document->known = document->known && !reaches_far(document, begin, begin + (uint32_t)length) &&
                      ptxc_incremental_move(&document->incremental, function, change);
    return PTXC_OK;
}

/* ---- checks ---- */

/* How the walk through one function ends. */
struct landing {
    uint32_t begin, end; /* the end is that of what was read */
    struct ptxc_parse_state state;
    bool landed;
    bool alone; /* nothing else was begun or declared than the function */
};

static bool land(void *context, const struct ptxc_module *module, uint32_t start) {
    struct landing *landing = context;
    (void)start;
    if (module->position == landing->begin)
        return true;
    landing->end = module->position;
    landing->state = ptxc_parse_state_get(module);
    landing->landed = true;
    landing->alone = !ptxc_incremental_looked_beyond(module) && module->parser.symbols.innermost == 1;
    return false;
}

/* Checks one function again. It is no longer known on its own where it ends otherwise than before, or leaves something
 * else to what follows. */
static enum ptxc_status check_function(struct ptxc_document *document, struct ptxc_incremental_function *function) {
    struct ptxc_incremental *incremental = &document->incremental;
    struct ptxc_options options = document->options;
    struct ptxc_report *report;
    struct landing landing = {.begin = function->begin};
    const struct ptxc_watcher watcher = {&landing, land};
    options.limit = 0;
    enum ptxc_status status = ptxc_report_make(&options, &report);
    if (status != PTXC_OK)
        return status;
    struct ptxc_module *module =
        ptxc_parse_begin_within(document->text, document->length, &options, report, function->begin,
                                &incremental->states[function->before], &incremental->names, function->names);
    if (!module) {
        ptxc_report_free(report);
        return PTXC_OUT_OF_MEMORY;
    }
    module->watcher = &watcher;
    const bool apart = ptxc_check_walk(module);
    status = ptxc_module_close(module, &report);
    if (status != PTXC_OK)
        return status;
    document->known = apart && landing.landed && landing.alone && landing.end == function->end &&
                      ptxc_parse_state_same(&landing.state, &incremental->states[function->after]);
    if (document->known)
        ptxc_incremental_replace(incremental, function, report);
    else
        ptxc_report_free(report);
    return PTXC_OK;
}

/* Checks the functions that were edited, as long as all is known. */
static enum ptxc_status check_functions(struct ptxc_document *document) {
    struct ptxc_incremental *incremental = &document->incremental;
    enum ptxc_status status = PTXC_OK;
    for (size_t i = 0; status == PTXC_OK && document->known && i < incremental->count; i++)
        if (incremental->items[i].edited)
            status = check_function(document, &incremental->items[i]);
    const size_t findings = document->known ? ptxc_incremental_findings(incremental) : 0,
                 limit = document->options.limit;
    document->known =
        document->known && (!limit || findings <= limit) && findings <= MOST_FINDINGS && incremental->kept <= MOST_KEPT;
    return status;
}

/* Makes a report of what is known. */
static enum ptxc_status make_report(const struct ptxc_document *document, struct ptxc_report **report) {
    struct ptxc_report *made;
    const enum ptxc_status status = ptxc_report_make(&document->options, &made);
    if (status != PTXC_OK)
        return status;
    ptxc_incremental_report(&document->incremental, made);
    return ptxc_report_close(made, report);
}

/* Whether the report has all findings: none was only counted. */
static bool has_all(const struct ptxc_report *report) {
    size_t all = 0;
    for (int severity = PTXC_SEVERITY_NOTE; severity <= PTXC_SEVERITY_ERROR; severity++)
        all += report->totals[severity];
    return all == report->count;
}

/* Whether the functions of the text can be checked each on its own from here on. */
static bool is_apart(const struct ptxc_incremental *incremental, const struct ptxc_watch *watch,
                     const struct ptxc_report *report) {
    return watch->apart && incremental->apart && has_all(report) && report->count <= MOST_FINDINGS;
}

/* Checks all of the text, and takes its functions apart if they can be checked alone; else the report is all there is.
 */
static enum ptxc_status check_all(struct ptxc_document *document, struct ptxc_report **report) {
    struct ptxc_incremental *incremental = &document->incremental;
    struct ptxc_report *whole;
    ptxc_incremental_free(incremental);
    ptxc_incremental_begin(incremental, document->options.allocator);
    struct ptxc_watch watch = {.watcher = &incremental->watcher};
    enum ptxc_status status = ptxc_check_watched(document->text, document->length, &document->options, &watch, &whole);
    if (status == PTXC_OK && incremental->arena.failed) {
        ptxc_report_free(whole);
        status = PTXC_OUT_OF_MEMORY;
    } else if (status == PTXC_OK && is_apart(incremental, &watch, whole)) {
        ptxc_incremental_end(incremental, whole);
        status = make_report(document, report);
        document->known = status == PTXC_OK;
    } else if (status == PTXC_OK) {
        *report = whole;
    }
    if (!document->known)
        ptxc_incremental_free(incremental);
    return status;
}

enum ptxc_status ptxc_document_check(struct ptxc_document *document, struct ptxc_report **report) {
    if (report)
        *report = NULL;
    if (!document || !report)
        return PTXC_BAD_ARGUMENT;
    const enum ptxc_status status = check_functions(document);
    if (status != PTXC_OK) {
        document->known = false;
        return status;
    }
    return document->known ? make_report(document, report) : check_all(document, report);
}

/* ---- questions ---- */

/* Begins a walk to the function around an offset: there, where the functions are known, else where the text begins.
 * NULL without memory, and where no function is around it. */
static struct ptxc_module *begin_before(const struct ptxc_document *document, uint32_t offset,
                                        struct ptxc_report *report) {
    const struct ptxc_incremental *incremental = &document->incremental;
    if (!document->known)
        return ptxc_parse_begin(document->text, document->length, &document->options, report);
    const struct ptxc_incremental_function *function = ptxc_incremental_around(incremental, offset);
    return function
               ? ptxc_parse_begin_within(document->text, document->length, &document->options, report, function->begin,
                                         &incremental->states[function->before], &incremental->names, function->names)
               : NULL;
}

/* Whether the body has a statement at an offset; `*passed`: it lies after it. */
static bool has_statement(const struct ptxc_body *body, uint32_t offset, bool *passed) {
    const struct ptxc_span first = body->count > 0 ? body->statements[0].span : (struct ptxc_span){0, 0},
                           last = body->count > 0 ? body->statements[body->count - 1].span : (struct ptxc_span){0, 0};
    *passed = first.offset > offset;
    return body->count > 0 && first.offset <= offset && offset <= last.offset + last.length;
}

/* Walks to the body with a statement at an offset, and describes the operand there. */
static size_t describe_value(struct ptxc_module *module, uint32_t offset, char *buffer, size_t size) {
    struct ptxc_arena arena;
    size_t length = 0;
    bool passed = false;
    module->collects = true;
    ptxc_arena_init(&arena, &module->parser.report->lasting.allocator);
    for (enum ptxc_item item; !passed && (item = ptxc_reader_next(module));) {
        const struct ptxc_body *body = &module->collection.body;
        struct ptxc_program program = {
            .arena = &arena, .source = module->parser.lexer.source, .body = body, .symbols = &module->parser.symbols};
        if (item != PTXC_ITEM_BODY || !has_statement(body, offset, &passed))
            continue;
        length = ptxc_value_describe(&program, module->environment, offset, buffer, size);
        passed = true;
    }
    ptxc_arena_free(&arena);
    return length;
}

size_t ptxc_document_value(const struct ptxc_document *document, size_t offset, char *buffer, size_t size) {
    struct ptxc_report *report;
    ptxc_buffer_begin(buffer, size);
    if (!document || offset > document->length || ptxc_report_make(&document->options, &report) != PTXC_OK)
        return 0;
    struct ptxc_module *module = begin_before(document, (uint32_t)offset, report);
    if (!module) {
        ptxc_report_free(report);
        return 0;
    }
    const size_t length = describe_value(module, (uint32_t)offset, buffer, size);
    ptxc_module_close(module, NULL);
    return length;
}
