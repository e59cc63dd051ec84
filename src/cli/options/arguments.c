/* The arguments of another program: see arguments.h. */
#include "cli/options/arguments.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/system/source.h"

enum { DEEPEST = 8 /* files that name files */ };

/* Adds a word that is the list's own from now on. */
static void add(struct arguments *words, char *word) {
    words->items = memory_sure(realloc(words->items, (words->count + 2) * sizeof(*words->items)));
    words->items[words->count++] = memory_sure(word);
    words->items[words->count] = NULL;
}

void arguments_add(struct arguments *words, const char *word) {
    add(words, strdup(word));
}

void arguments_insert(struct arguments *words, size_t index, const char *word) {
    arguments_add(words, word);
    char *added = words->items[words->count - 1];
    memmove(words->items + index + 1, words->items + index, (words->count - 1 - index) * sizeof(*words->items));
    words->items[index] = added;
}

void arguments_split(struct arguments *words, const char *text, size_t length) {
    for (size_t at = 0; at < length;) {
        char *word = memory_sure(malloc(length - at + 1));
        size_t count = 0;
        bool quoted = false, any = false;
        for (; at < length && (quoted || !strchr(" \t\r\n", text[at])); at++) {
            any = true;
            if (text[at] == '"') {
                quoted = !quoted;
                continue;
            }
            at += text[at] == '\\' && at + 1 < length;
            word[count++] = text[at];
        }
        word[count] = 0;
        if (any)
            add(words, word);
        else
            free(word);
        at++;
    }
}

static int by_name(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

bool arguments_entries(struct arguments *words, const char *folder) {
    const size_t before = words->count;
    DIR *stream = opendir(folder);
    if (!stream)
        return false;
    for (struct dirent *entry; (entry = readdir(stream));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            arguments_add(words, entry->d_name);
    closedir(stream);
    if (words->count > before)
        qsort(words->items + before, words->count - before, sizeof(*words->items), by_name);
    return true;
}

bool arguments_option(const struct arguments *words, size_t index, const char *name, const char **value) {
    const char *word = words->items[index];
    const size_t length = strlen(name);
    if (word[0] != '-')
        return false;
    word += word[1] == '-' ? 2 : 1;
    if (strncmp(word, name, length) != 0 || (word[length] && word[length] != '='))
        return false;
    *value = word[length] ? word + length + 1 : words->items[index + 1];
    return true;
}

/* Which files are taken, and how many name each other. */
struct taking {
    bool at;
    int depth;
};

static void take(struct arguments *words, const struct arguments *given, struct taking taking);

/* Adds the words of each file in a list such as "a.rsp,b.rsp". */
static void take_files(struct arguments *words, const char *list, struct taking taking) {
    while (*list) {
        const size_t length = strcspn(list, ",");
        char *path = memory_sure(strndup(list, length));
        struct source source;
        struct arguments inner = {NULL, 0};
        if (!source_take(&source, path, SOURCE_FOUND, false).text)
            arguments_split(&inner, source.text, source.length);
        take(words, &inner, (struct taking){taking.at, taking.depth + 1});
        arguments_free(&inner);
        source_free(&source);
        free(path);
        list += length + (list[length] == ',');
    }
}

/* Adds the words, and in the place of a file what it has. */
static void take(struct arguments *words, const struct arguments *given, struct taking taking) {
    for (size_t i = 0; given->items && given->items[i]; i++) {
        const char *files = NULL;
        if (taking.at && given->items[i][0] == '@') {
            files = given->items[i] + 1;
        } else if (!arguments_option(given, i, "options-file", &files) && !arguments_option(given, i, "optf", &files)) {
            arguments_add(words, given->items[i]);
            continue;
        }
        if (files && taking.depth < DEEPEST)
            take_files(words, files, taking);
        i += files && files == given->items[i + 1];
    }
}

void arguments_take(struct arguments *words, char *const *argv, bool at) {
    struct arguments given = {NULL, 0};
    while (*argv)
        arguments_add(&given, *argv++);
    take(words, &given, (struct taking){at, 0});
    arguments_free(&given);
}

void arguments_free(struct arguments *words) {
    for (size_t i = 0; i < words->count; i++)
        free(words->items[i]);
    free(words->items);
    *words = (struct arguments){NULL, 0};
}
