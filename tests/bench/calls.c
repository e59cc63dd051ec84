/* What one call of the library costs: parse, check, emit and requirement of legal instructions, each on its own; the
 * check of a source that holds nothing else; parse and check in a session, which has had an instruction of this shape;
 * and the check of a whole module as an editor asks for it after a change.
 *
 * usage: bench-calls VERDICTS.tsv.gz ROUNDS EACH | recheck MODULE ROUNDS | recheck-hazards MODULE ROUNDS
 *
 * The instructions are the first EACH of every form that an assembler took for sm_100a and in which the library finds
 * nothing. A line of the output has, with tabs between them, the call, the form, nanoseconds of CPU time (the least of
 * ROUNDS), requests of memory and the instruction.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ptxcheck/document.h"
#include "ptxcheck/session.h"
#include "counting.h"
#include "records.h"

enum { TEXT = 1024, BATCH_NANOSECONDS = 20000, PTX = 900 };
static const char version[] = "9.0", target[] = "sm_100a";

/* Whatever a call writes or gives. */
struct outcome {
    struct ptxc_instruction instruction;
    struct ptxc_requirement requirement;
    char text[TEXT];
};

/* One instruction, and how it is called. */
struct subject {
    const char *text;
    size_t length;
    struct ptxc_instruction instruction;
    struct ptxc_options options;
    struct counting counting;
    struct ptxc_allocator allocator;
    struct outcome outcome;
    struct ptxc_session *session;
    _Alignas(max_align_t) unsigned char scratch[PTXC_SCRATCH_SIZE];
};

struct selection {
    size_t *taken; /* by form */
    size_t each;
    int rounds;
    unsigned long instructions;
    struct ptxc_session *session;
    struct counting counting; /* what the session asks for */
};

typedef int library_call(struct subject *subject); /* gives 0 where it could not do its job, or found something */

static int parse(struct subject *subject) {
    return ptxc_instruction_parse_with(subject->text, subject->length, &subject->options, &subject->outcome.instruction,
                                       NULL) == PTXC_OK;
}

static int check(struct subject *subject) {
    struct ptxc_report *report;
    if (ptxc_instruction_check(&subject->instruction, &subject->options, NULL, &report) != PTXC_OK)
        return 0;
    size_t findings = ptxc_report_count(report);
    ptxc_report_free(report);
    return findings == 0;
}

static int source(struct subject *subject) {
    struct ptxc_report *report;
    if (ptxc_check(subject->text, subject->length, &subject->options, &report) != PTXC_OK)
        return 0;
    size_t findings = ptxc_report_count(report);
    ptxc_report_free(report);
    return findings == 0 || subject->options.flags;
}

static int source_with_hazards(struct subject *subject) {
    subject->options.flags = PTXC_CHECK_FLOW;
    const int done = source(subject); /* whatever it finds */
    subject->options.flags = 0;
    return done;
}

static int session_parse(struct subject *subject) {
    return ptxc_session_parse(subject->session, subject->text, subject->length, &subject->outcome.instruction, NULL) ==
           PTXC_OK;
}

static int session_check(struct subject *subject) {
    struct ptxc_report *report;
    if (ptxc_session_check(subject->session, &subject->instruction, &report) != PTXC_OK)
        return 0;
    ptxc_report_free(report);
    return report == NULL;
}

static int emit(struct subject *subject) {
    size_t length = ptxc_instruction_emit(&subject->instruction, subject->outcome.text, TEXT);
    return length > 0 && length < TEXT;
}

static int requirement(struct subject *subject) {
    subject->outcome.requirement.size = sizeof(subject->outcome.requirement);
    ptxc_instruction_requirement(&subject->instruction, &subject->outcome.requirement);
    return subject->outcome.requirement.ptx > 0;
}

static const struct {
    const char *name;
    library_call *call;
} calls[] = {{"parse", parse},
             {"check", check},
             {"check of a source", source},
             {"check of a source with hazards", source_with_hazards},
             {"parse in a session", session_parse},
             {"check in a session", session_check},
             {"emit", emit},
             {"requirement", requirement}};
enum { CALLS = sizeof(calls) / sizeof(*calls) };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* The least time of a call in nanoseconds; so many calls are timed together that the clock does not count. */
static double least_time(library_call *call, struct subject *subject, int rounds) {
    double least = 0;
    long batch = 1;
    for (int round = 0; round < rounds;) {
        double begin = now();
        for (long i = 0; i < batch; i++)
            call(subject);
        double elapsed = now() - begin;
        if (elapsed < BATCH_NANOSECONDS) {
            batch *= 2;
            continue;
        }
        double each = elapsed / (double)batch;
        if (round == 0 || each < least)
            least = each;
        round++;
    }
    return least;
}

/* Makes the subject of a text; gives 0 unless its form is wanted and all calls do their job, with nothing found. */
static int prepare(struct subject *subject, const struct selection *selection, const char *text) {
    *subject = (struct subject){.text = text,
                                .length = strlen(text),
                                .session = selection->session,
                                .options = {.size = sizeof(subject->options), .target = target, .ptx = PTX},
                                .counting = {.fail_at = -1}};
    subject->allocator = (struct ptxc_allocator){counting_resize, &subject->counting};
    subject->options.allocator = &subject->allocator;
    subject->options.scratch = subject->scratch;
    subject->options.scratch_size = sizeof(subject->scratch);
    if (!parse(subject))
        return 0;
    subject->instruction = subject->outcome.instruction;
    const size_t form = ptxc_instruction_form(&subject->instruction);
    if (form >= ptxc_form_count() || selection->taken[form] == selection->each)
        return 0;
    for (size_t i = 0; i < CALLS; i++)
        if (!calls[i].call(subject))
            return 0;
    return 1;
}

static void time_calls(const char *text, struct selection *selection) {
    struct subject subject;
    if (!prepare(&subject, selection, text))
        return;
    const size_t form = ptxc_instruction_form(&subject.instruction);
    selection->taken[form]++;
    selection->instructions++;
    for (size_t i = 0; i < CALLS; i++) {
        subject.counting.requests = selection->counting.requests = 0;
        calls[i].call(&subject);
        long requests = subject.counting.requests + selection->counting.requests;
        subject.options.allocator = NULL; /* as most programs call it */
        double time = least_time(calls[i].call, &subject, selection->rounds);
        subject.options.allocator = &subject.allocator;
        printf("%s\t%s\t%.1f\t%ld\t%s\n", calls[i].name, ptxc_form_name(form), time, requests, text);
    }
}

/* Takes a recorded row, unless it is not one legal instruction alone. */
static void visit(struct record *record, void *user) {
    records_unescape(record->instruction);
    size_t length = strlen(record->instruction);
    if (strcmp(record->version, version) == 0 && strcmp(record->target, target) == 0 &&
        strcmp(record->verdict, "ok") == 0 && length > 0 &&
        memchr(record->instruction, ';', length) == record->instruction + length - 1 &&
        !strpbrk(record->instruction, "\t\n"))
        time_calls(record->instruction, user);
}

/* The whole file, to be freed. */
static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(2);
    }
    long size = ftell(file);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    if (size < 0 || !text || fread(text, 1, (size_t)size, file) != (size_t)size) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(2);
    }
    fclose(file);
    *length = (size_t)size;
    return text;
}

/* An edit, and what takes it back: a text of the same line becomes another. */
static const struct {
    const char *name, *text, *other;
} changes[] = {{"digit", ", 16;", ", 12;"}, {"mnemonic", "cp.async.cg.", "cp.async.c."}};

/* Gives the place of the change in the middle of a text; what it is looked for is there. */
static size_t place_of(const char *text, size_t length, const char *wanted) {
    const char *found = memmem(text + length / 2, length - length / 2, wanted, strlen(wanted));
    if (!found) {
        fprintf(stderr, "no line has %s\n", wanted);
        exit(2);
    }
    return (size_t)(found - text);
}

/* The least time of an edit of a document, with the check after it. */
static double time_edit(struct ptxc_document *document, size_t offset, const char *from, const char *to) {
    struct ptxc_report *report;
    double begin = now();
    if (ptxc_document_edit(document, offset, strlen(from), to, strlen(to)) != PTXC_OK ||
        ptxc_document_check(document, &report) != PTXC_OK)
        exit(2);
    double elapsed = now() - begin;
    ptxc_report_free(report);
    return elapsed;
}

/* The times of a check of a module after edits in its middle, as an editor asks for it: a line for each. */
static void recheck(const char *path, int rounds, uint32_t flags) {
    const struct ptxc_options options = {.size = sizeof(options), .flags = flags};
    struct ptxc_document *document;
    struct ptxc_report *report;
    size_t length;
    char *text = read_file(path, &length);
    if (ptxc_document_open(text, length, &options, &document) != PTXC_OK ||
        ptxc_document_check(document, &report) != PTXC_OK)
        exit(2);
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        const size_t place = place_of(text, length, changes[i].text);
        double least = 0;
        for (int round = 0; round < rounds; round++) {
            double elapsed = time_edit(document, place, changes[i].text, changes[i].other);
            double back = time_edit(document, place, changes[i].other, changes[i].text);
            elapsed = elapsed > back ? elapsed : back;
            if (round == 0 || elapsed < least)
                least = elapsed;
        }
        printf("recheck\t%zu bytes\t%.1f\t%zu\t%zu instructions, a %s\n", length, least, ptxc_report_count(report),
               ptxc_report_instructions(report), changes[i].name);
    }
    ptxc_report_free(report);
    ptxc_document_close(document);
    free(text);
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(
            stderr,
            "usage: bench-calls VERDICTS.tsv.gz ROUNDS EACH | recheck MODULE ROUNDS | recheck-hazards MODULE ROUNDS\n");
        return 2;
    }
    const int hazards = strcmp(argv[1], "recheck-hazards") == 0;
    if (hazards || strcmp(argv[1], "recheck") == 0) {
        recheck(argv[2], atoi(argv[3]), hazards ? PTXC_CHECK_FLOW : 0);
        return 0;
    }
    struct selection selection = {.taken = calloc(ptxc_form_count(), sizeof(size_t)),
                                  .each = (size_t)atol(argv[3]),
                                  .rounds = atoi(argv[2]),
                                  .counting = {.fail_at = -1}};
    const struct ptxc_allocator allocator = {counting_resize, &selection.counting};
    const struct ptxc_options options = {
        .size = sizeof(options), .target = target, .ptx = PTX, .allocator = &allocator};
    if (!selection.taken || ptxc_session_open(&options, &selection.session) != PTXC_OK)
        return 2;
    records_visit(argv[1], visit, &selection);
    ptxc_session_close(selection.session);
    free(selection.taken);
    if (selection.instructions == 0)
        fprintf(stderr, "%s: no instruction there was taken for %s\n", argv[1], target);
    return selection.instructions == 0 ? 2 : 0;
}
