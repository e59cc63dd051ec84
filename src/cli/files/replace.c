/* Replaces the content of a file: see replace.h. Links are followed, and the owner and the mode are kept. */
#include "cli/files/replace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
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

/* Gives what keeps the file from being replaced, where it can be written: it is no file, or somebody has changed it
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
