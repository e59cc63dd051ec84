/* Replaces the content of a file: see replace.h. Links are followed, and the owner and the mode are kept. */
#include "cli/files/replace.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/files/beside.h"

/* Replaces the file at `path`, which is no link; false with errno. */
static bool replace(const char *path, const struct stat *status, const char *text, size_t length) {
    struct beside beside;
    if (!beside_open(&beside, path))
        return false;
    fwrite(text, 1, length, beside.stream); /* beside_move looks whether that went well */
    return beside_move(&beside, path, status);
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
