/* Reading files: whole, from a path or standard input. A file that is large is mapped. Should another program cut it
 * short meanwhile, the system has no page for what was after its new end, and sends SIGBUS to whoever looks there: a
 * page of zeros is then put in that place, so that the look goes on, and afterwards the size of the file tells.
 */
#include "cli/system/source.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Makes room for `wanted` bytes; false without memory. */
static bool grow(struct source *source, size_t *capacity, size_t wanted) {
    char *text = wanted > *capacity ? realloc(source->text, wanted) : NULL;
    if (!text)
        return false;
    source->text = text;
    *capacity = wanted;
    return true;
}

enum { LONGEST_STREAM = 256 << 20 }; /* bytes that are read of what does not say how long it is */
static const struct problem too_large = {"too large: ptxcheck reads files of up to 2147483647 bytes", 0};
static const struct problem too_long = {"too large: ptxcheck reads up to 268435456 bytes of what does not say its size",
                                        0};
static const struct problem odd = {"neither a regular file nor a pipe", 0};
static const struct problem none = {NULL, 0};

/* Whether this is /dev/null, which is as good as an empty file. */
static bool is_null(const struct stat *status) {
    struct stat null;
    return S_ISCHR(status->st_mode) && stat("/dev/null", &null) == 0 && null.st_rdev == status->st_rdev;
}

struct problem source_open(const char *path, enum source_origin origin, int *file) {
    struct stat status;
    *file = -1;
    if (origin == SOURCE_NAMED) { /* to open a device may have an effect, and to open a terminal may block */
        if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode) &&
            !S_ISFIFO(status.st_mode) && !is_null(&status))
            return odd;
    }
    *file = open(path, O_RDONLY | O_NOCTTY | (origin == SOURCE_FOUND ? O_NONBLOCK : 0));
    if (*file < 0)
        return (struct problem){"cannot open", errno};
    if (origin == SOURCE_NAMED || (fstat(*file, &status) == 0 && S_ISREG(status.st_mode)))
        return none;
    close(*file);
    *file = -1;
    return odd;
}

/* Returns the size of the open file where it has one, otherwise 0. */
static size_t size_of(int file) {
    struct stat status;
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode) ? (size_t)status.st_size : 0;
}

/* Reads the open file, which should have so many bytes, up to there. What does not say its size is read to its end, up
 * to a byte 0, which no text has, or until that is too much. */
static struct problem read_open(struct source *source, int file, size_t expected) {
    size_t capacity = 0;
    if (expected > INT32_MAX) /* before anything of it is read */
        return too_large;
    for (bool ended = false; !ended;) {
        size_t wanted = capacity ? capacity * 2 : expected > 0 ? expected : (size_t)1 << 16;
        if (source->length == capacity && !grow(source, &capacity, wanted))
            return (struct problem){"not enough memory", 0};
        const ssize_t got = read(file, source->text + source->length, capacity - source->length);
        if (got < 0 && errno != EINTR)
            return (struct problem){"cannot read", errno};
        const size_t before = source->length;
        source->length += got > 0 ? (size_t)got : 0;
        if (expected == 0 && source->length > LONGEST_STREAM)
            return too_long;
        ended = got == 0 || (expected > 0 ? source->length == expected
                                          : memchr(source->text + before, 0, source->length - before) != NULL);
    }
    return none;
}

const char *source_name(const char *path) {
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

/* Puts zeros in the place of a page that a file no longer has. With anything else the signal does what it does where
 * nobody takes it: it comes again as soon as this returns. */
static void fill_page(int number, siginfo_t *info, void *context) {
    const size_t size = (size_t)sysconf(_SC_PAGESIZE);
    char *page = (char *)info->si_addr - (uintptr_t)info->si_addr % size;
    (void)context;
    if (info->si_code != BUS_ADRERR ||
        mmap(page, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
        signal(number, SIG_DFL);
}

/* Has the signal taken; false where it cannot be. */
static bool take_signal(void) {
    struct sigaction action = {.sa_sigaction = fill_page, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    return sigaction(SIGBUS, &action, NULL) == 0;
}

/* Maps the open file of so many bytes if it is large enough for that to pay; false where it is to be read. */
static bool map(struct source *source, int file, size_t size) {
    enum { LEAST = 1 << 20 }; /* bytes */
    if (size < LEAST || size > INT32_MAX || !take_signal())
        return false;
    void *text = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (text == MAP_FAILED)
        return false;
    source->text = text;
    source->length = size;
    source->mapped = true;
    source->file = file;
    return true;
}

struct problem source_take(struct source *source, const char *path, enum source_origin origin, bool mapped) {
    int file = STDIN_FILENO;
    const bool standard = strcmp(path, "-") == 0;
    *source = (struct source){.name = source_name(path)};
    struct problem problem = standard ? none : source_open(path, origin, &file);
    if (problem.text)
        return problem;
    const size_t size = size_of(file);
    if (mapped && !standard && map(source, file, size))
        return none;
    if (size > 0 || origin == SOURCE_NAMED) /* else it is empty, or one of those that the kernel makes up */
        problem = read_open(source, file, size);
    if (!standard)
        close(file);
    return problem;
}

struct problem source_load(struct source *source, const char *path) {
    return source_take(source, path, SOURCE_NAMED, false);
}

/* Says of a text with a byte 0 what it is. */
static struct problem binary_problem(const struct source *source) {
    const bool marked =
        source->length > 1 && (memcmp(source->text, "\xff\xfe", 2) == 0 || memcmp(source->text, "\xfe\xff", 2) == 0);
    return (struct problem){
        marked ? "UTF-16, as its byte-order mark says: save it as UTF-8 without one" : "a binary file, not text", 0};
}

struct problem source_validate(const struct source *source) {
    if (source->length == 0)
        return (struct problem){"empty: there is nothing to check", 0};
    return memchr(source->text, 0, source->length) ? binary_problem(source) : none;
}

/* Looks for a byte 0 up to this place. */
static void scan_to(struct source *source, size_t place) {
    if (place <= source->scanned)
        return;
    source->binary = source->binary || memchr(source->text + source->scanned, 0, place - source->scanned);
    source->scanned = place;
}

/* Has the system bring these bytes of the file into memory: with a page that is looked at come those around it. */
static void bring(const struct source *source, size_t offset, size_t length) {
    enum { AROUND = 64 << 10 }; /* bytes */
    for (size_t at = offset; at < offset + length; at += AROUND)
        (void)*(const volatile char *)(source->text + at);
}

void source_ahead(void *user, size_t offset, size_t length) {
    enum { SWEEP = 8 << 20 }; /* bytes */
    struct source *source = user;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t old = offset > length ? (offset - length) / page * page : 0; /* the rest may be looked at yet */
    if (old < source->released)                                               /* it goes through the text again */
        source->released = 0;
    /* now and then from the beginning: names and findings bring back what they need */
    const size_t from = old / SWEEP > source->released / SWEEP ? 0 : source->released;
    if (old > source->released)
        madvise(source->text + from, old - from, MADV_DONTNEED);
    source->released = old;
    bring(source, offset, length);
    scan_to(source, offset); /* what was looked at just now is still in the caches */
}

struct problem source_validated(struct source *source) {
    if (source->scanned > 0)
        scan_to(source, source->length);
    return source->binary ? binary_problem(source) : none;
}

struct problem source_whole(const struct source *source) {
    struct stat status;
    if (source->mapped && source->file >= 0 &&
        (fstat(source->file, &status) != 0 || (size_t)status.st_size < source->length))
        return (struct problem){"cut short while it was read", 0};
    return none;
}

void source_close(struct source *source) {
    if (source->mapped && source->file >= 0)
        close(source->file);
    source->file = -1;
}

void source_free(struct source *source) {
    source_close(source);
    if (source->mapped)
        munmap(source->text, source->length);
    else
        free(source->text);
    source->text = NULL;
    source->length = 0;
    source->mapped = false;
}
