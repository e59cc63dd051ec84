/* Lists of patterns: how a line of .gitignore is read, and what a list says of a path. See exclude.h. */
#include "cli/files/exclude.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/system/memory.h"
#include "cli/system/path.h"
#include "cli/system/source.h"

/* ---- patterns: split at '/', as paths are; '**' stands for any number of parts, and within a part there are '*', '?',
 * '[...]' and '\'. Either level goes back to its last star only, so the time is bounded by the product of the lengths,
 * squared, whatever the pattern. ---- */

/* A part of a path or a pattern, between two '/'. */
struct part {
    const char *start, *end;
};

/* Returns the character that a set names at `at`, '\' undone; NULL for `next` when the set ends too early. */
static unsigned char member(const char *at, const char *end, const char **next) {
    if (at < end && *at == '\\')
        at++;
    *next = at < end ? at + 1 : NULL;
    return at < end ? (unsigned char)*at : 0;
}

/* Matches `c` with the set after '['. Returns the place after ']', or NULL for no match or a set without end. */
static const char *match_set(const char *at, const char *end, unsigned char c) {
    bool inverted = at < end && (*at == '!' || *at == '^'), found = false;
    at += inverted;
    for (const char *first = at; at && at < end && (*at != ']' || at == first);) {
        unsigned char low = member(at, end, &at), high = low;
        if (at && end - at >= 2 && at[0] == '-' && at[1] != ']')
            high = member(at + 1, end, &at);
        found |= low <= c && c <= high;
    }
    return at && at < end && found != inverted ? at + 1 : NULL;
}

/* Matches `c` with one element of a pattern that is no star. Returns the place after it, or NULL. */
static const char *match_character(const char *at, const char *end, unsigned char c) {
    if (at == end)
        return NULL;
    if (*at == '?')
        return at + 1;
    if (*at == '[')
        return match_set(at + 1, end, c);
    if (*at == '\\' && ++at == end)
        return NULL;
    return (unsigned char)*at == c ? at + 1 : NULL;
}

/* Whether a text without '/' matches a pattern without '/'. */
static bool match_part(struct part pattern, struct part text) {
    const char *at = pattern.start, *star = NULL, *mark = NULL;
    for (const char *c = text.start; c < text.end;) {
        const char *next;
        if (at < pattern.end && *at == '*') {
            star = ++at;
            mark = c;
        } else if ((next = match_character(at, pattern.end, (unsigned char)*c))) {
            at = next;
            c++;
        } else if (star) { /* let the last star take one more */
            at = star;
            c = ++mark;
        } else {
            return false;
        }
    }
    while (at < pattern.end && *at == '*')
        at++;
    return at == pattern.end;
}

/* Returns the part that begins here, up to the next '/'. */
static struct part part_at(const char *start) {
    return (struct part){start, start + strcspn(start, "/")};
}

/* Returns the part after this one; start NULL after the last. */
static struct part part_after(struct part part) {
    return *part.end ? part_at(part.end + 1) : (struct part){NULL, NULL};
}

/* Whether the part is "**", which stands for any number of parts. */
static bool is_stars(struct part part) {
    return part.end - part.start >= 2 && strspn(part.start, "*") == (size_t)(part.end - part.start);
}

bool glob_match_name(const char *pattern, const char *name) {
    return match_part((struct part){pattern, pattern + strlen(pattern)}, (struct part){name, name + strlen(name)});
}

bool glob_match_path(const char *pattern, const char *path) {
    struct part at = part_at(pattern), text = part_at(path), star = {NULL, NULL}, mark = {NULL, NULL};
    while (text.start) {
        if (at.start && is_stars(at)) {
            star = at = part_after(at);
            if (!at.start) /* at the end it takes all that is left, and something is left */
                return true;
            mark = text;
        } else if (at.start && match_part(at, text)) {
            at = part_after(at);
            text = part_after(text);
        } else if (star.start) {
            at = star;
            text = mark = part_after(mark);
        } else {
            return false;
        }
    }
    return !at.start;
}

/* ---- lists of them ---- */

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
