/* Replaces the content of a file. The new content is written to a file beside it, which is then moved over it, so that
 * at any time the name leads to the whole old or the whole new content. Links are followed, and the mode is kept.
 */
#include "cli/files/replace.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Fills and closes a new file; false with errno. */
static bool fill(int descriptor, const struct stat *status, const char *text, size_t length) {
    FILE *stream = fdopen(descriptor, "wb");
    if (!stream) {
        close(descriptor);
        return false;
    }
    bool written = fwrite(text, 1, length, stream) == length && fflush(stream) == 0;
    if (written && fchown(descriptor, status->st_uid, status->st_gid) != 0)
        errno = 0; /* a user who may write the file may still be unable to give the new one to its owner */
    written = written && fchmod(descriptor, status->st_mode & 07777) == 0;
    int reason = errno;
    if (fclose(stream) != 0 && written)
        return false;
    errno = reason;
    return written;
}

/* Replaces the file at `path`, which is no link; false with errno. */
static bool replace(const char *path, const struct stat *status, const char *text, size_t length) {
    static const char ending[] = ".XXXXXX";
    size_t size = strlen(path) + sizeof(ending);
    char *beside = malloc(size);
    if (!beside)
        return false;
    snprintf(beside, size, "%s%s", path, ending);
    int descriptor = mkstemp(beside);
    bool done = descriptor >= 0 && fill(descriptor, status, text, length) && rename(beside, path) == 0;
    int reason = errno;
    if (descriptor >= 0 && !done)
        unlink(beside);
    free(beside);
    errno = reason;
    return done;
}

struct problem file_replace(const char *name, const char *text, size_t length) {
    struct stat status;
    char *path = realpath(name, NULL);
    bool done = path && stat(path, &status) == 0 && access(path, W_OK) == 0;
    if (done && !S_ISREG(status.st_mode)) {
        free(path);
        return (struct problem){"cannot write: not a regular file", 0};
    }
    done = done && replace(path, &status, text, length);
    int reason = errno;
    free(path);
    return done ? (struct problem){NULL, 0} : (struct problem){"cannot write", reason};
}
