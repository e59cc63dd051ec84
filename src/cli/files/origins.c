/* The files that a module was compiled from: see origins.h. */
#include "cli/files/origins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/system/memory.h"

enum { LARGEST = 16 << 20 }; /* bytes of a source that is read */

/* Whether the path is that of a source that may be read. */
static bool is_source(const char *path) {
    struct stat status;
    return ptxc_host_known(path) && stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= LARGEST;
}

/* Returns the path of a file in the directory of another one; NULL without memory. */
static char *beside(const char *module, const char *path) {
    const char *slash = strrchr(module, '/');
    const size_t directory = slash ? (size_t)(slash - module) + 1 : 0, length = strlen(path);
    char *joined = malloc(directory + length + 1);
    if (!joined)
        return NULL;
    memcpy(joined, module, directory);
    memcpy(joined + directory, path, length + 1);
    return joined;
}

/* Returns what is left of a path in the directory that the program runs in, or the path where it is elsewhere. */
static const char *seen_from_here(const char *path) {
    char here[4096];
    const size_t length = getcwd(here, sizeof(here)) ? strlen(here) : 0;
    const bool below = length > 1 && strncmp(path, here, length) == 0 && path[length] == '/' && path[length + 1];
    return below ? path + length + 1 : path;
}

/* Returns the name of a file that is named so; NULL without memory. */
static char *name_of(const struct origins *origins, const char *path) {
    if (path[0] == '/')
        return strdup(seen_from_here(path));
    char *joined = origins->module && !is_source(path) ? beside(origins->module, path) : strdup(path);
    if (!joined || is_source(joined))
        return joined;
    free(joined);
    return strdup(path);
}

/* Looks for a file that is named so, and reads it. */
static void seek(const struct origins *origins, const char *path, struct origin *origin) {
    origin->sought = true;
    origin->name = name_of(origins, path);
    if (!origin->name || !is_source(origin->name))
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
    if (origin->name)
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
