/* The threads of `ptxcheck check`. Each takes the next file of the list, reads and checks it; the main thread does so,
 * too, and takes the outcomes in order. A source is kept only while it has findings that are not printed yet, and not
 * more of them than HELD_MAX bytes: beyond it the threads wait for the printing.
 */
#include "cli/commands/check/jobs.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include <string.h>

#include "cli/files/language.h"
#include "cli/format/error.h"
#include "cli/system/signals.h"
#include "ptxcheck/tensormap.h"

enum {
    HELD_MAX = 64 << 20,
    STACK_SIZE = 8 << 20, /* as the main thread has it; some libraries give much less */
    KEPT = 8 << 20        /* bytes that are free: the next file takes them */
};

struct job {
    struct outcome outcome;
    bool done;
};

struct pool {
    const struct file_list *files;
    const struct settings *settings;
    const struct baseline *baseline;
    struct job *jobs; /* one a file */
    pthread_mutex_t lock;
    pthread_cond_t finished;             /* the file that is to be printed next */
    pthread_cond_t room;                 /* a source was released */
    size_t next;                         /* the file that the next idle thread takes */
    size_t printed;                      /* files that are done with */
    bool waiting;                        /* the main thread waits for that file */
    size_t held;                         /* bytes of source */
    char unknown[LANGUAGE_UNKNOWN_SIZE]; /* what is said of a file whose language cannot be told */
};

/* Whether there is text to check. Of an empty file that was named as PTX this is reported; a binary file that
 * was found in a directory is passed over in silence. */
static bool is_text(const struct file *file, struct outcome *outcome, bool host) {
    struct problem problem = source_validate(&outcome->source);
    if (!problem.text)
        return true;
    outcome->problem = source_whole(&outcome->source);
    if (outcome->problem.text)
        return false;
    bool empty = outcome->source.length == 0;
    outcome->read = empty && (host || file->walked);
    if (empty ? !outcome->read : !(host && file->walked))
        outcome->problem = problem;
    return false;
}

/* Reads one file; whether there is something to check. `*path` says in which language, as language_of does. */
static bool load(const struct pool *pool, const struct file *file, struct outcome *outcome, const char **path) {
    struct source *source = &outcome->source;
    const bool written = pool->settings->writes || pool->settings->diff;
    const enum source_origin origin = file->walked ? SOURCE_FOUND : SOURCE_NAMED;
    outcome->problem = file->problem.text ? file->problem : source_take(source, file->path, origin, !written);
    source->name = file->name;
    *path = NULL;
    if (pool->settings->command == COMMAND_TENSORMAP)
        return !outcome->problem.text && !file->excluded && is_text(file, outcome, false);
    bool told = language_of(file->anonymous ? NULL : file->name, source->text, source->length, path);
    if (!told && file->walked) { /* of files without an extension, only headers are taken from directories */
        *path = LANGUAGE_HEADER;
        told = true;
    }
    const bool later = source->mapped && told && !*path; /* it is judged with the check */
    if (outcome->problem.text || file->excluded || !(later || is_text(file, outcome, *path)))
        return false;
    if (!told)
        outcome->problem.text = file->anonymous ? LANGUAGE_UNKNOWN_INPUT : pool->unknown;
    return told;
}

/* Checks a source, as PTX, in another language or as tensor maps. */
static enum ptxc_status check_source(const struct pool *pool, const char *path, const struct source *source,
                                     const struct ptxc_options *options, struct ptxc_report **report) {
    if (pool->settings->command == COMMAND_TENSORMAP)
        return ptxc_tensormap_check_json(source->text, source->length, options, report);
    return source_check(path, source, options, report);
}

/* Takes what came of the check of a source; nothing of one that was not there to its end. */
static void take_report(struct outcome *outcome, enum ptxc_status status) {
    outcome->problem = source_whole(&outcome->source);
    source_close(&outcome->source); /* its text may wait for long until it is printed */
    if (!outcome->problem.text)
        outcome->problem = source_validated(&outcome->source);
    if (outcome->problem.text) {
        ptxc_report_free(outcome->report);
        outcome->report = NULL;
        return;
    }
    outcome->read = status == PTXC_OK;
    outcome->problem.text = status == PTXC_OK ? NULL : status_text(status);
    outcome->instructions = ptxc_report_instructions(outcome->report);
    outcome->kernels = ptxc_report_kernels(outcome->report);
    outcome->unfinished = ptxc_report_unfinished(outcome->report);
    outcome->allowed = ptxc_report_suppressed(outcome->report);
}

/* Who knows findings, and of which file. */
struct known_by {
    const struct baseline *baseline;
    const char *name;
};

/* Marks the findings that the baseline knows. */
static void know(const void *user, const struct source *source, const struct ptxc_report *report, bool *known) {
    const struct known_by *by = user;
    struct baseline_view view;
    baseline_look(&view, by->baseline, by->name);
    for (size_t i = 0; view.count > 0 && i < ptxc_report_count(report); i++)
        known[i] = baseline_find(&view, source, ptxc_report_get(report, i)) != NULL;
    baseline_leave(&view);
}

/* Applies the fixes, and adds the comments, that are asked for. */
static enum ptxc_status edit(const struct pool *pool, const struct file *file, const char *path,
                             const struct ptxc_options *options, struct outcome *outcome) {
    const struct settings *settings = pool->settings;
    const struct known_by by = {pool->baseline, file->name};
    const struct fix_request request = {path, options, know, &by};
    enum ptxc_status status = PTXC_OK;
    if (settings->fix || (settings->diff && !settings->reason))
        status = fix_source(&request, &outcome->fixed, &outcome->source);
    if (settings->reason && status == PTXC_OK)
        status = allow_source(&request, settings->reason, &outcome->fixed, &outcome->source);
    return status;
}

/* Reads and checks one file, and keeps the source only where there is something to print from it. */
static void check(const struct pool *pool, const struct file *file, struct outcome *outcome) {
    struct source *source = &outcome->source;
    const char *path;
    const bool asked = pool->settings->writes && strcmp(file->path, "-") == 0; /* the text is to be printed */
    if (!load(pool, file, outcome, &path)) {
        if (!asked || !file->excluded)
            source_free(source);
        return;
    }
    struct ptxc_options options = settings_options(pool->settings, file->profile);
    const struct ptxc_sources sources = {origins_find, &outcome->origins};
    outcome->origins.module = file->anonymous ? NULL : file->name;
    options.sources = pool->settings->ptx_alone || path ? NULL : &sources;
    options.ahead = source->mapped && !path ? source_ahead : NULL;
    options.ahead_user = source;
    enum ptxc_status status = edit(pool, file, path, &options, outcome);
    if (status == PTXC_OK)
        status = check_source(pool, path, source, &options, &outcome->report);
    take_report(outcome, status);
    const bool kernels = pool->settings->format->has_kernels && outcome->kernels > 0;
    if (ptxc_report_count(outcome->report) > 0 || outcome->fixed.before.text || asked || kernels ||
        pool->settings->picture)
        return;
    ptxc_report_free(outcome->report);
    outcome->report = NULL;
    source_free(source);
    origins_free(&outcome->origins);
}

/* Returns the next file, or the count of all; called with the lock held. */
static size_t take_next(struct pool *pool) {
    return pool->next < pool->files->count ? pool->next++ : pool->files->count;
}

/* Checks the file that was taken; called with the lock held, which it gives up in the meantime. */
static void check_taken(struct pool *pool, size_t index) {
    struct job *job = &pool->jobs[index];
    pthread_mutex_unlock(&pool->lock);
    check(pool, &pool->files->items[index], &job->outcome);
    pthread_mutex_lock(&pool->lock);
    job->done = true;
    pool->held += job->outcome.source.length;
    if (pool->waiting && index == pool->printed)
        pthread_cond_signal(&pool->finished);
}

/* Runs on each further thread: checks files until there are no more. Some thread always goes on: files are taken in
 * order, so when any is held, the one to be printed next is with a thread or done. */
static void *work(void *argument) {
    struct pool *pool = argument;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->held > HELD_MAX)
            pthread_cond_wait(&pool->room, &pool->lock);
        const size_t index = take_next(pool);
        if (index == pool->files->count)
            break;
        check_taken(pool, index);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Sees to it that the file of the job is checked. The main thread checks files meanwhile, this one or those after it;
 * it waits where there is nothing else to do. */
static void finish_job(struct pool *pool, const struct job *job) {
    pthread_mutex_lock(&pool->lock);
    while (!job->done) {
        if (pool->held <= HELD_MAX && pool->next < pool->files->count) {
            check_taken(pool, take_next(pool));
            continue;
        }
        pool->waiting = true;
        pthread_cond_wait(&pool->finished, &pool->lock);
        pool->waiting = false;
    }
    pthread_mutex_unlock(&pool->lock);
}

/* Lets go of what was printed, so that threads that wait for room go on. */
static void release(struct pool *pool, struct outcome *outcome) {
    size_t length = outcome->source.length;
    ptxc_report_free(outcome->report);
    origins_free(&outcome->origins);
    fix_result_free(&outcome->fixed, &outcome->source);
    source_free(&outcome->source);
    pthread_mutex_lock(&pool->lock);
    pool->held -= length;
    pool->printed++;
    if (length > 0)
        pthread_cond_broadcast(&pool->room);
    pthread_mutex_unlock(&pool->lock);
}

/* Starts up to `wanted` threads beside the main one; returns how many did start. */
static size_t start(struct pool *pool, pthread_t *threads, size_t wanted) {
    pthread_attr_t attributes;
    sigset_t before;
    size_t count = 0;
    if (wanted == 0 || pthread_attr_init(&attributes) != 0)
        return 0;
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    signals_hold(&before); /* they are for the main thread, which lets them wait while it replaces a file */
    while (count < wanted && pthread_create(&threads[count], &attributes, work, pool) == 0)
        count++;
    signals_release(&before);
    pthread_attr_destroy(&attributes);
    return count;
}

/* Keeps what one file has taken for the next one: by default glibc gives it back to the system after each file of some
 * size, and each page of it has to come again. */
static void keep_memory(void) {
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, KEPT / 8); /* larger files are mapped */
    mallopt(M_TRIM_THRESHOLD, KEPT);
#endif
}

void jobs_run(const struct file_list *files, const struct settings *settings, const struct baseline *baseline,
              void (*take)(void *user, const struct file *file, const struct outcome *outcome), void *user) {
    struct pool pool = {.files = files,
                        .settings = settings,
                        .baseline = baseline,
                        .jobs = memory_new(files->count, sizeof(struct job)),
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .finished = PTHREAD_COND_INITIALIZER,
                        .room = PTHREAD_COND_INITIALIZER};
    language_describe_unknown(pool.unknown, sizeof(pool.unknown));
    keep_memory();
    size_t wanted = settings->jobs < files->count ? settings->jobs : files->count;
    pthread_t *threads = memory_new(wanted, sizeof(*threads));
    const size_t started = wanted > 1 ? start(&pool, threads, wanted - 1) : 0;
    for (size_t i = 0; i < files->count; i++) {
        struct outcome *outcome = &pool.jobs[i].outcome;
        finish_job(&pool, &pool.jobs[i]);
        take(user, &files->items[i], outcome);
        release(&pool, outcome);
    }
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    free(pool.jobs);
}
