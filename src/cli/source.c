/* Reading files: whole, from a path or standard input. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"

static bool grow(struct source *source, size_t *capacity) {
    size_t wanted = *capacity ? *capacity * 2 : (size_t)1 << 16;
    char *text = wanted > *capacity ? realloc(source->text, wanted) : NULL;
    if (!text)
        return false;
    source->text = text;
    *capacity = wanted;
    return true;
}

static bool too_large(const char *name) {
    trouble("%s: too large: ptxcheck reads files of up to 2147483647 bytes", name);
    return false;
}

/* Refuses a file that is too large before it is read. */
static bool size_allows(const char *name, FILE *stream) {
    struct stat status;
    if (fstat(fileno(stream), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > INT32_MAX)
        return too_large(name);
    return true;
}

static bool read_stream(struct source *source, FILE *stream) {
    size_t capacity = 0;
    for (;;) {
        if (source->length == capacity && !grow(source, &capacity)) {
            trouble("%s: not enough memory", source->name);
            return false;
        }
        errno = 0;
        size_t got = fread(source->text + source->length, 1, capacity - source->length, stream);
        source->length += got;
        if (source->length > INT32_MAX)
            return too_large(source->name);
        if (got == 0)
            break;
    }
    if (ferror(stream)) {
        trouble("%s: cannot read: %s", source->name, strerror(errno));
        return false;
    }
    return true;
}

bool source_read(struct source *source, const char *name) {
    bool standard = strcmp(name, "-") == 0;
    *source = (struct source){.name = standard ? "<stdin>" : name};
    FILE *stream = standard ? stdin : fopen(name, "rb");
    if (!stream) {
        trouble("%s: cannot open: %s", name, strerror(errno));
        return false;
    }
    bool read = size_allows(source->name, stream) && read_stream(source, stream);
    if (!standard)
        fclose(stream);
    if (read && source->length == 0) {
        trouble("%s: empty: there is nothing to check", source->name);
        read = false;
    }
    if (read && memchr(source->text, 0, source->length)) {
        trouble("%s: a binary file, not PTX text", source->name);
        read = false;
    }
    if (!read)
        source_free(source);
    return read;
}

void source_free(struct source *source) {
    free(source->text);
    source->text = NULL;
}
