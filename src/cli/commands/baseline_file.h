/* The file of known findings: what it holds, and how it is read and written. docs/suppression.md describes it. */
#ifndef PTXC_CLI_BASELINE_FILE_H
#define PTXC_CLI_BASELINE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Equal findings, by what they say and of what text, wherever that stands. */
struct known {
    char *path; /* seen from the directory of the baseline */
    char *rule;
    char *message;
    char *text;   /* of the line, each run of blanks as one */
    size_t count; /* of such findings */
    size_t found; /* of these, in this run */
    bool checked; /* the file was, in this run */
    bool applied; /* and its rule */
};

/* Fill with zeros; free with known_free. */
struct known_list {
    struct known *items;
    size_t count;
    size_t capacity;
};

/* Gives the item of a sorted list that is equal, or NULL. */
struct known *known_find(const struct known_list *list, const struct known *known);

/* Adds a finding, whose strings the list takes over. Ends the program where there is no memory. */
void known_add(struct known_list *list, struct known known);

/* Sorts the list by path first, and makes one of equal findings. */
void known_sort(struct known_list *list);

void known_free(struct known_list *list);

/* Adds what the baseline holds, sorted; false after a message on stderr. */
bool known_read(struct known_list *list, const char *path);

/* Writes the baseline, all or nothing of it; false after a message on stderr. */
bool known_write(struct known_list *list, const char *path);

#endif
