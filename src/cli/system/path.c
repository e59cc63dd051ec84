/* The path of a file as it is seen from a directory: see path.h. */
#include "cli/system/path.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/system/memory.h"

bool path_is_file(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool path_is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

const char *path_base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *path_join(const char *folder, const char *name) {
    const size_t length = strlen(folder);
    return memory_format("%s%s%s", folder, length > 0 && folder[length - 1] == '/' ? "" : "/", name);
}

char *path_directory(const char *path) {
    const char *slash = strrchr(path, '/');
    char *parent = slash ? memory_text(path, (size_t)(slash - path) + 1) : memory_text(".", 1);
    char *directory = realpath(parent, NULL);
    free(parent);
    return directory;
}

char *path_encode(const char *path) {
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    char *encoded = memory_new(3 * strlen(path) + 1, 1), *end = encoded;
    for (; *path; path++)
        end += sprintf(end, strchr(plain, *path) ? "%c" : "%%%02X", (unsigned char)*path);
    return encoded;
}

const char *path_below(const char *directory, const char *path) {
    const size_t length = strlen(directory);
    const bool below = length > 1 && strncmp(path, directory, length) == 0 && path[length] == '/';
    return below ? path + length + 1 : path;
}

/* Returns how many of the first bytes of two absolute paths are directories that both have. */
static size_t shared(const char *left, const char *right) {
    size_t same = 0, length = 0;
    for (; left[same] && left[same] == right[same]; same++)
        if (left[same] == '/')
            length = same;
    const bool ends = (!left[same] || left[same] == '/') && (!right[same] || right[same] == '/');
    return ends ? same : length;
}

/* Returns "../" as often as there are directories in the rest of a path. */
static size_t climb(const char *rest, char *out) {
    size_t length = 0;
    for (const char *at = rest; *at; at++)
        if (*at == '/' && at[1]) {
            out[length++] = '.';
            out[length++] = '.';
            out[length++] = '/';
        }
    return length;
}

char *path_relative(const char *directory, const char *path) {
    const char *name = path_base(path);
    char *parent = path_directory(path);
    if (!parent)
        return memory_text(path, strlen(path));
    const size_t same = shared(directory, parent);
    const char *below = parent + same;
    const size_t size = 3 * strlen(directory) + strlen(parent) + strlen(name) + 3;
    char *relative = memory_new(size, 1);
    const size_t length = climb(directory + same, relative);
    while (*below == '/')
        below++;
    snprintf(relative + length, size - length, "%s%s%s", below, *below ? "/" : "", name);
    free(parent);
    return relative;
}
