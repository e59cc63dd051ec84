/* The files that a module was compiled from: see origins.h. */
#include "cli/files/origins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/system/memory.h"
#include "cli/system/path.h"

enum { LARGEST = 16 << 20 }; /* bytes of a source that is read */

/* Whether the path is that of a source that may be read. */
static bool is_source(const char *path) {
    struct stat status;
    return ptxc_host_known(path) && stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= LARGEST;
}

/* Returns the name of a file that is named so: seen from here, or else from the directory of the module. */
static char *name_of(const struct origins *origins, const char *path) {
    char here[4096];
    const char *below = path[0] == '/' && getcwd(here, sizeof(here)) ? path_below(here, path) : path;
    const char *slash = origins->module ? strrchr(origins->module, '/') : NULL;
    if (path[0] == '/' || !slash || is_source(path))
        return memory_text(*below ? below : path, strlen(*below ? below : path));
    char *folder = memory_text(origins->module, (size_t)(slash - origins->module) + 1),
         *joined = path_join(folder, path);
    free(folder);
    if (is_source(joined))
        return joined;
    free(joined);
    return memory_text(path, strlen(path));
}

/* Looks for a file that is named so, and reads it. */
static void seek(const struct origins *origins, const char *path, struct origin *origin) {
    origin->sought = true;
    origin->name = name_of(origins, path);
    if (!is_source(origin->name))
        return;
    struct problem problem = source_take(&origin->source, origin->name, SOURCE_FOUND, false);
    if (!problem.text)
        problem = source_validate(&origin->source);
    if (problem.text)
        source_free(&origin->source);
}

void origins_find(void *user, size_t number, struct ptxc_location *location) {
    struct origins *origins = user;
    while (number >= origins->count) {
        origins->items = memory_more(origins->items, origins->count, sizeof(*origins->items));
        origins->items[origins->count++] = (struct origin){.sought = false};
    }
    struct origin *origin = &origins->items[number];
    if (!origin->sought)
        seek(origins, location->file, origin);
    location->file = origin->name;
    location->text = origin->source.text;
    location->length = origin->source.length;
}

void origins_free(struct origins *origins) {
    for (size_t i = 0; i < origins->count; i++) {
        if (origins->items[i].source.text)
            source_free(&origins->items[i].source);
        free(origins->items[i].name);
    }
    free(origins->items);
    *origins = (struct origins){NULL, NULL, 0};
}
