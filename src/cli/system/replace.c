/* Replaces the content of a file: see replace.h. Links are followed, and the owner and the mode are kept. */
#include "cli/system/replace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/system/signals.h"

/* ---- a file beside another ---- */

/* Lets go of the name, and of signals that came meanwhile; errno stays. */
static void release(struct beside *beside) {
    const sigset_t signals = beside->signals;
    free(beside->name);
    *beside = (struct beside){.stream = NULL};
    signals_release(&signals);
}

/* Returns the mode of a file that is made anew. */
static mode_t new_mode(void) {
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

bool beside_drop(struct beside *beside) {
    const int reason = errno;
    if (beside->stream)
        fclose(beside->stream);
    if (beside->name)
        unlink(beside->name);
    errno = reason;
    release(beside);
    return false;
}

bool beside_open(struct beside *beside, const char *path) {
    static const char ending[] = ".XXXXXX";
    const size_t size = strlen(path) + sizeof(ending);
    *beside = (struct beside){.name = malloc(size)};
    if (!beside->name)
        return false;
    signals_hold(&beside->signals);
    snprintf(beside->name, size, "%s%s", path, ending);
    const int descriptor = mkstemp(beside->name);
    if (descriptor < 0) {
        release(beside);
        return false;
    }
    beside->stream = fdopen(descriptor, "w+b");
    if (beside->stream)
        return true;
    const int reason = errno;
    close(descriptor);
    errno = reason;
    return beside_drop(beside);
}

/* Gives the file its owner and its mode; false with errno. A user who may write the old file may still be unable to
 * give the new one to its owner. */
static bool dress(FILE *stream, const struct stat *old) {
    const int reason = errno;
    if (old && fchown(fileno(stream), old->st_uid, old->st_gid) != 0)
        errno = reason;
    return fchmod(fileno(stream), old ? old->st_mode & 07777 : new_mode()) == 0;
}

bool beside_move(struct beside *beside, const char *path, const struct stat *old) {
    FILE *stream = beside->stream;
    if (fflush(stream) != 0 || ferror(stream) || !dress(stream, old))
        return beside_drop(beside);
    beside->stream = NULL;
    if (fclose(stream) != 0 || rename(beside->name, path) != 0)
        return beside_drop(beside);
    release(beside);
    return true;
}

FILE *beside_unnamed(const char *path) {
    struct beside beside;
    if (!beside_open(&beside, path))
        return NULL;
    if (unlink(beside.name) != 0) {
        beside_drop(&beside);
        return NULL;
    }
    FILE *stream = beside.stream;
    release(&beside);
    return stream;
}

/* ---- replacing one ---- */

/* Replaces the file at `path`, which is no link; false with errno. */
static bool replace(const char *path, const struct stat *status, const char *text, size_t length) {
    struct beside beside;
    if (!beside_open(&beside, path))
        return false;
    fwrite(text, 1, length, beside.stream); /* beside_move looks whether that went well */
    return beside_move(&beside, path, status);
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
    return done ? (struct problem){NULL, 0} : (struct problem){"cannot write", reason};
}
