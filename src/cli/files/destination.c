/* Writing a file so that it is there whole or not at all: see destination.h. The new content goes to a file beside it,
 * which is moved over it in the end. What is no regular file, such as a pipe, is written to directly.
 */
#include "cli/files/destination.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct problem cannot_write(int reason) {
    return (struct problem){"cannot write", reason};
}

/* Gives the mode of a file that is made anew. */
static mode_t new_mode(void) {
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Opens the file beside the path; false with errno. */
static bool open_beside(struct destination *destination, mode_t mode) {
    static const char ending[] = ".XXXXXX";
    const size_t size = strlen(destination->path) + sizeof(ending);
    destination->beside = malloc(size);
    if (!destination->beside)
        return false;
    snprintf(destination->beside, size, "%s%s", destination->path, ending);
    const int descriptor = mkstemp(destination->beside);
    if (descriptor < 0)
        return false;
    destination->stream = fchmod(descriptor, mode) == 0 ? fdopen(descriptor, "wb") : NULL;
    if (destination->stream)
        return true;
    const int reason = errno;
    close(descriptor);
    unlink(destination->beside);
    errno = reason;
    return false;
}

/* Lets go of the names, and gives the problem. */
static struct problem release(struct destination *destination, struct problem problem) {
    free(destination->path);
    free(destination->beside);
    *destination = (struct destination){NULL, NULL, NULL};
    return problem;
}

struct problem destination_open(struct destination *destination, const char *name) {
    struct stat status;
    *destination = (struct destination){stdout, NULL, NULL};
    if (!name || strcmp(name, "-") == 0)
        return (struct problem){NULL, 0};
    const bool exists = stat(name, &status) == 0;
    if (exists && !S_ISREG(status.st_mode)) {
        destination->stream = fopen(name, "wb");
        return destination->stream ? (struct problem){NULL, 0} : cannot_write(errno);
    }
    destination->path = exists ? realpath(name, NULL) : strdup(name);
    if (!destination->path || (exists && access(name, W_OK) != 0) ||
        !open_beside(destination, exists ? status.st_mode & 07777 : new_mode()))
        return release(destination, cannot_write(errno));
    return (struct problem){NULL, 0};
}

struct problem destination_close(struct destination *destination, bool keep) {
    FILE *stream = destination->stream;
    struct problem problem = {NULL, 0};
    if (stream == stdout)
        return problem;
    errno = 0;
    if (fflush(stream) != 0 || ferror(stream))
        problem = cannot_write(errno);
    if (fclose(stream) != 0 && !problem.text)
        problem = cannot_write(errno);
    if (!destination->path)
        return release(destination, problem);
    if (keep && !problem.text && rename(destination->beside, destination->path) != 0)
        problem = cannot_write(errno);
    if (!keep || problem.text)
        unlink(destination->beside);
    return release(destination, problem);
}

const char *destination_among(const char *name, const struct file_list *files) {
    struct stat status, other;
    if (!name || stat(name, &status) != 0 || !S_ISREG(status.st_mode))
        return NULL;
    for (size_t i = 0; i < files->count; i++)
        if (stat(files->items[i].path, &other) == 0 && other.st_dev == status.st_dev && other.st_ino == status.st_ino)
            return files->items[i].path;
    return NULL;
}
