/* Reading files: whole, from a path or standard input. */
#include "cli/files/source.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Makes room for `wanted` bytes; false without memory. */
static bool grow(struct source *source, size_t *capacity, size_t wanted) {
    char *text = wanted > *capacity ? realloc(source->text, wanted) : NULL;
    if (!text)
        return false;
    source->text = text;
    *capacity = wanted;
    return true;
}

static const struct problem too_large = {"too large: ptxcheck reads files of up to 2147483647 bytes", 0};

/* Gives the size of the file where it has one, for the first allocation. */
static size_t expected_size(FILE *stream) {
    struct stat status;
    return fstat(fileno(stream), &status) == 0 && S_ISREG(status.st_mode) ? (size_t)status.st_size : 0;
}

/* Reads the stream to its end, and gives up as soon as that is too much. */
static struct problem read_stream(struct source *source, FILE *stream) {
    size_t capacity = 0, expected = expected_size(stream);
    if (expected > INT32_MAX) /* before anything of it is read */
        return too_large;
    for (;;) {
        size_t wanted = capacity ? capacity * 2 : expected > 0 ? expected + 1 : (size_t)1 << 16;
        if (source->length == capacity && !grow(source, &capacity, wanted))
            return (struct problem){"not enough memory", 0};
        errno = 0;
        size_t got = fread(source->text + source->length, 1, capacity - source->length, stream);
        source->length += got;
        if (source->length > INT32_MAX)
            return too_large;
        if (got == 0)
            break;
    }
    return ferror(stream) ? (struct problem){"cannot read", errno} : (struct problem){NULL, 0};
}

const char *source_name(const char *path) {
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

struct problem source_load(struct source *source, const char *path) {
    bool standard = strcmp(path, "-") == 0;
    *source = (struct source){.name = source_name(path)};
    FILE *stream = standard ? stdin : fopen(path, "rb");
    if (!stream)
        return (struct problem){"cannot open", errno};
    struct problem problem = read_stream(source, stream);
    if (!standard)
        fclose(stream);
    return problem;
}

struct problem source_judge(const struct source *source) {
    if (source->length == 0)
        return (struct problem){"empty: there is nothing to check", 0};
    if (memchr(source->text, 0, source->length))
        return (struct problem){"a binary file, not text", 0};
    return (struct problem){NULL, 0};
}

void source_free(struct source *source) {
    free(source->text);
    source->text = NULL;
    source->length = 0;
}
