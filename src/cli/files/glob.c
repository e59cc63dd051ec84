/* Decides whether a path matches a pattern of .gitignore. Pattern and path are split at '/'; '**' stands for any number
 * of parts, and within a part there are '*', '?', '[...]' and '\'. Either level goes back to its last star only, so the
 * time is bounded by the product of the lengths, squared, whatever the pattern.
 */
#include "cli/files/glob.h"

#include <stddef.h>
#include <string.h>

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
