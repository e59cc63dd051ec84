/* Lists of patterns: how a line of .gitignore is read, and what a list says of a path. See exclude.h. */
#include "cli/files/exclude.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/glob.h"
#include "cli/system/memory.h"
#include "cli/system/path.h"
#include "cli/system/source.h"

enum { LONGEST_PATH = 8192 }; /* bytes */

enum exclude_status exclude_add(struct exclude_list *list, const char *pattern) {
    struct exclude_pattern made = {NULL, false, false, false};
    made.negated = *pattern == '!';
    pattern += made.negated;
    size_t length = strlen(pattern);
    made.folder = length > 0 && pattern[length - 1] == '/';
    length -= made.folder;
    made.anchored = memchr(pattern, '/', length);
    if (length > 0 && *pattern == '/') {
        pattern++;
        length--;
    }
    if (length == 0)
        return EXCLUDE_EMPTY;
    made.glob = memory_text(pattern, length);
    list->items = memory_more(list->items, list->count, sizeof(made));
    list->items[list->count++] = made;
    return EXCLUDE_OK;
}

/* Cuts the end of the line and the blanks before it that no '\' protects. */
static void trim(char *line) {
    size_t kept = 0;
    line[strcspn(line, "\n")] = 0;
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] == '\r')
        line[length - 1] = 0;
    for (size_t i = 0; line[i]; i++) {
        bool blank = line[i] == ' ';
        if (line[i] == '\\' && line[i + 1])
            i++;
        if (!blank)
            kept = i + 1;
    }
    line[kept] = 0;
}

enum exclude_status exclude_read(struct exclude_list *list, const char *path) {
    static const char mark[] = "\xef\xbb\xbf"; /* of UTF-8, as some editors write it */
    char *line = NULL;
    size_t size = 0;
    int file;
    errno = 0;
    FILE *stream = source_open(path, SOURCE_FOUND, &file).text ? NULL : fdopen(file, "r");
    if (!stream)
        return EXCLUDE_UNREADABLE;
    for (bool first = true; getline(&line, &size, stream) >= 0; first = false) {
        const char *start = first && strncmp(line, mark, 3) == 0 ? line + 3 : line;
        trim(line);
        if (*start && *start != '#')
            exclude_add(list, start);
    }
    int error = errno;
    const bool read = !ferror(stream);
    if (read && !feof(stream)) /* a line is too long for the memory that there is */
        memory_sure(NULL);
    fclose(stream);
    free(line);
    errno = error;
    return read ? EXCLUDE_OK : EXCLUDE_UNREADABLE;
}

enum exclude_verdict exclude_ask(const struct exclude_list *list, const char *path, bool folder) {
    const char *name = path_base(path);
    for (size_t i = list->count; i-- > 0;) {
        const struct exclude_pattern *pattern = &list->items[i];
        if (pattern->folder && !folder)
            continue;
        if (pattern->anchored ? glob_match_path(pattern->glob, path) : glob_match_name(pattern->glob, name))
            return pattern->negated ? EXCLUDE_IN : EXCLUDE_OUT;
    }
    return EXCLUDE_SILENT;
}

bool exclude_holds(const struct exclude_list *list, const char *path) {
    char folder[LONGEST_PATH];
    enum exclude_verdict verdict = exclude_ask(list, path, false);
    size_t length = strlen(path);
    if (length >= sizeof(folder)) /* no such file can be opened */
        return verdict == EXCLUDE_OUT;
    memcpy(folder, path, length + 1);
    for (char *slash; verdict == EXCLUDE_SILENT && (slash = strrchr(folder, '/'));) {
        *slash = 0;
        verdict = exclude_ask(list, folder, true);
    }
    return verdict == EXCLUDE_OUT;
}

enum exclude_verdict exclude_ask_down(const struct exclude_list *list, const char *path, bool folder) {
    char above[LONGEST_PATH];
    for (const char *slash = path; (slash = strchr(slash, '/')); slash++) {
        const size_t length = (size_t)(slash - path);
        if (length >= sizeof(above)) /* no such file can be opened */
            break;
        memcpy(above, path, length);
        above[length] = 0;
        if (length > 0 && exclude_ask(list, above, true) == EXCLUDE_OUT)
            return EXCLUDE_OUT;
    }
    return exclude_ask(list, path, folder);
}

void exclude_free(struct exclude_list *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i].glob);
    free(list->items);
    *list = (struct exclude_list){NULL, 0};
}
