/* Writing a file so that it is there whole or not at all: see destination.h. The new content goes to a file beside it,
 * which then takes its place: links are followed, and the owner and the mode are kept. What is written bit by bit goes
 * to a file without a name first, so that nothing is left of it where the program is ended by a signal. What is no
 * regular file, such as a pipe, is written to directly.
 */
#include "cli/system/destination.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/system/signals.h"

static struct problem cannot_write(int reason) {
    return (struct problem){"cannot write", reason};
}

/* ---- a file beside another, which takes the place of it ---- */

struct temporary {
    FILE *stream; /* to write the new content */
    char *name;
    sigset_t signals; /* the mask of the thread before */
};

/* Lets go of the name, and of signals that came meanwhile; errno stays. */
static void temporary_release(struct temporary *temporary) {
    const sigset_t signals = temporary->signals;
    free(temporary->name);
    *temporary = (struct temporary){.stream = NULL};
    signals_release(&signals);
}

/* Returns the mode of a file that is made anew. */
static mode_t new_mode(void) {
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Closes the file and removes it; errno stays. Returns false. */
static bool temporary_drop(struct temporary *temporary) {
    const int reason = errno;
    if (temporary->stream)
        fclose(temporary->stream);
    if (temporary->name)
        unlink(temporary->name);
    errno = reason;
    temporary_release(temporary);
    return false;
}

/* Makes an empty file beside the path, which is no link; false with errno. Signals that end the program wait from then
 * on until the file is moved or gone. */
static bool temporary_open(struct temporary *temporary, const char *path) {
    static const char ending[] = ".XXXXXX";
    const size_t size = strlen(path) + sizeof(ending);
    *temporary = (struct temporary){.name = malloc(size)};
    if (!temporary->name)
        return false;
    signals_hold(&temporary->signals);
    snprintf(temporary->name, size, "%s%s", path, ending);
    const int descriptor = mkstemp(temporary->name);
    if (descriptor < 0) {
        temporary_release(temporary);
        return false;
    }
    temporary->stream = fdopen(descriptor, "w+b");
    if (temporary->stream)
        return true;
    const int reason = errno;
    close(descriptor);
    errno = reason;
    return temporary_drop(temporary);
}

/* Gives the file its owner and its mode; false with errno. A user who may write the old file may still be unable to
 * give the new one to its owner. */
static bool dress(FILE *stream, const struct stat *old) {
    const int reason = errno;
    if (old && fchown(fileno(stream), old->st_uid, old->st_gid) != 0)
        errno = reason;
    return fchmod(fileno(stream), old ? old->st_mode & 07777 : new_mode()) == 0;
}

/* Closes the file and moves it over the path with the owner and the mode of `old`, or those of a new file where that is
 * NULL. False with errno where not all of it could be written; then the path is as it was, and the file is gone. */
static bool temporary_move(struct temporary *temporary, const char *path, const struct stat *old) {
    FILE *stream = temporary->stream;
    if (fflush(stream) != 0 || ferror(stream) || !dress(stream, old))
        return temporary_drop(temporary);
    temporary->stream = NULL;
    if (fclose(stream) != 0 || rename(temporary->name, path) != 0)
        return temporary_drop(temporary);
    temporary_release(temporary);
    return true;
}

/* Makes a file without a name where one beside the path would be, to be written and read: it is gone when it is closed,
 * however the program ends. NULL with errno. */
static FILE *temporary_unnamed(const char *path) {
    struct temporary temporary;
    if (!temporary_open(&temporary, path))
        return NULL;
    if (unlink(temporary.name) != 0) {
        temporary_drop(&temporary);
        return NULL;
    }
    FILE *stream = temporary.stream;
    temporary_release(&temporary);
    return stream;
}

/* ---- replacing one that was read ---- */

/* Replaces the file at `path`, which is no link; false with errno. */
static bool replace(const char *path, const struct stat *status, const char *text, size_t length) {
    struct temporary temporary;
    if (!temporary_open(&temporary, path))
        return false;
    fwrite(text, 1, length, temporary.stream); /* temporary_move looks whether that went well */
    return temporary_move(&temporary, path, status);
}

/* Returns what keeps the file from being replaced, where it can be written: it is no file, or somebody has changed it
 * since it was read, whose work would be lost. */
static struct problem judge(const char *path, const struct stat *status, const struct source *before) {
    struct source now;
    if (!S_ISREG(status->st_mode))
        return (struct problem){"cannot write: not a regular file", 0};
    struct problem problem = source_load(&now, path);
    if (!problem.text && (now.length != before->length || memcmp(now.text, before->text, now.length) != 0))
        problem.text = "changed while it was checked, so that nothing is written";
    source_free(&now);
    return problem;
}

struct problem file_replace(const char *name, const struct source *before, const char *text, size_t length) {
    struct stat status;
    struct problem problem = {NULL, 0};
    char *path = realpath(name, NULL);
    bool done = path && stat(path, &status) == 0 && access(path, W_OK) == 0;
    if (done)
        problem = judge(path, &status, before);
    if (problem.text) {
        free(path);
        return problem;
    }
    done = done && replace(path, &status, text, length);
    int reason = errno;
    free(path);
    return done ? (struct problem){NULL, 0} : cannot_write(reason);
}

/* ---- writing one bit by bit ---- */

/* Lets go of the path, and returns the problem. */
static struct problem release(struct destination *destination, struct problem problem) {
    free(destination->path);
    *destination = (struct destination){NULL, NULL};
    return problem;
}

struct problem destination_open(struct destination *destination, const char *name) {
    struct stat status;
    *destination = (struct destination){stdout, NULL};
    if (!name || strcmp(name, "-") == 0)
        return (struct problem){NULL, 0};
    const bool exists = stat(name, &status) == 0;
    if (exists && !S_ISREG(status.st_mode)) {
        destination->stream = fopen(name, "wb");
        return destination->stream ? (struct problem){NULL, 0} : cannot_write(errno);
    }
    destination->path = exists ? realpath(name, NULL) : strdup(name);
    if (!destination->path || (exists && access(name, W_OK) != 0) ||
        !(destination->stream = temporary_unnamed(destination->path)))
        return release(destination, cannot_write(errno));
    return (struct problem){NULL, 0};
}

/* Copies what was written to the end of another stream; false with errno where the one cannot be read. */
static bool copy(FILE *from, FILE *to) {
    char bytes[1 << 14];
    rewind(from);
    for (size_t length; (length = fread(bytes, 1, sizeof(bytes), from)) > 0;)
        if (fwrite(bytes, 1, length, to) < length)
            break; /* temporary_move looks at that */
    return !ferror(from);
}

/* Moves what was written to its path; false with errno. */
static bool move(const struct destination *destination) {
    struct stat status;
    struct temporary temporary;
    const bool exists = stat(destination->path, &status) == 0;
    if (!temporary_open(&temporary, destination->path))
        return false;
    if (!copy(destination->stream, temporary.stream))
        return temporary_drop(&temporary);
    return temporary_move(&temporary, destination->path, exists ? &status : NULL);
}

struct problem destination_close(struct destination *destination, bool keep) {
    FILE *stream = destination->stream;
    struct problem problem = {NULL, 0};
    if (stream == stdout)
        return problem;
    errno = 0;
    if (fflush(stream) != 0 || ferror(stream) || (destination->path && keep && !move(destination)))
        problem = cannot_write(errno);
    if (fclose(stream) != 0 && !problem.text && !destination->path)
        problem = cannot_write(errno);
    return release(destination, problem);
}

bool destination_is(const char *name, const char *path) {
    struct stat status, other;
    return name && path && stat(name, &status) == 0 && S_ISREG(status.st_mode) && stat(path, &other) == 0 &&
           other.st_dev == status.st_dev && other.st_ino == status.st_ino;
}
