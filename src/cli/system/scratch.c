/* A directory for the files of one run: see scratch.h. */
#include "cli/system/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/system/path.h"

enum { TRIES = 20, PAUSE = 50000000 /* nanoseconds */ };

char *scratch_make(void) {
    const char *top = getenv("TMPDIR");
    char *path = path_join(top && *top ? top : "/tmp", "ptxcheck-XXXXXX");
    if (mkdtemp(path))
        return path;
    const int reason = errno;
    free(path);
    errno = reason;
    return NULL;
}

/* Removes the files of the directory, and directories in it that are empty. */
static void empty(const char *folder) {
    DIR *stream = opendir(folder);
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        char *path = path_join(folder, entry->d_name);
        if (unlink(path) != 0)
            rmdir(path); /* "." and ".." stay */
        free(path);
    }
    if (stream)
        closedir(stream);
}

bool scratch_remove(const char *path) {
    const struct timespec pause = {.tv_nsec = PAUSE};
    for (int i = 0; i < TRIES; i++) {
        empty(path);
        if (rmdir(path) == 0 || errno == ENOENT)
            return true;
        nanosleep(&pause, NULL);
    }
    return false;
}
