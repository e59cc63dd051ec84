/* Writing a file so that it is there whole or not at all: see destination.h. The new content goes to a file without a
 * name, so that nothing is left of it where the program is ended by a signal. What is no regular file, such as a pipe,
 * is written to directly.
 */
#include "cli/files/destination.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/system/replace.h"

static struct problem cannot_write(int reason) {
    return (struct problem){"cannot write", reason};
}

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
        !(destination->stream = beside_unnamed(destination->path)))
        return release(destination, cannot_write(errno));
    return (struct problem){NULL, 0};
}

/* Copies what was written to the end of another stream; false with errno where the one cannot be read. */
static bool copy(FILE *from, FILE *to) {
    char bytes[1 << 14];
    rewind(from);
    for (size_t length; (length = fread(bytes, 1, sizeof(bytes), from)) > 0;)
        if (fwrite(bytes, 1, length, to) < length)
            break; /* beside_move looks at that */
    return !ferror(from);
}

/* Moves what was written to its path; false with errno. */
static bool move(const struct destination *destination) {
    struct stat status;
    struct beside beside;
    const bool exists = stat(destination->path, &status) == 0;
    if (!beside_open(&beside, destination->path))
        return false;
    if (!copy(destination->stream, beside.stream))
        return beside_drop(&beside);
    return beside_move(&beside, destination->path, exists ? &status : NULL);
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

/* Whether a regular file of this name is there, of which `status` then tells. */
static bool is_there(const char *name, struct stat *status) {
    return name && stat(name, status) == 0 && S_ISREG(status->st_mode);
}

/* Whether the path leads to that file. */
static bool leads_to(const char *path, const struct stat *status) {
    struct stat other;
    return stat(path, &other) == 0 && other.st_dev == status->st_dev && other.st_ino == status->st_ino;
}

bool destination_is(const char *name, const char *path) {
    struct stat status;
    return path && is_there(name, &status) && leads_to(path, &status);
}

const char *destination_among(const char *name, const struct file_list *files) {
    struct stat status;
    if (!is_there(name, &status))
        return NULL;
    for (size_t i = 0; i < files->count; i++)
        if (leads_to(files->items[i].path, &status))
            return files->items[i].path;
    return NULL;
}
