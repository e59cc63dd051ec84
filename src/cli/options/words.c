/* The arguments of another program: see words.h. */
#include "cli/options/words.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/system/source.h"

enum { DEEPEST = 8 /* files that name files */ };

/* Adds a word that is the list's own from now on. */
static void add(struct words *words, char *word) {
    words->items = memory_sure(realloc(words->items, (words->count + 2) * sizeof(*words->items)));
    words->items[words->count++] = memory_sure(word);
    words->items[words->count] = NULL;
}

void words_add(struct words *words, const char *word) {
    add(words, strdup(word));
}

void words_split(struct words *words, const char *text, size_t length) {
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

bool words_entries(struct words *words, const char *folder) {
    const size_t before = words->count;
    DIR *stream = opendir(folder);
    if (!stream)
        return false;
    for (struct dirent *entry; (entry = readdir(stream));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            words_add(words, entry->d_name);
    closedir(stream);
    if (words->count > before)
        qsort(words->items + before, words->count - before, sizeof(*words->items), by_name);
    return true;
}

bool words_option(const struct words *words, size_t index, const char *name, const char **value) {
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

static void take(struct words *words, const struct words *given, int depth);

/* Adds the words of each file in a list such as "a.rsp,b.rsp". */
static void take_files(struct words *words, const char *list, int depth) {
    while (*list) {
        const size_t length = strcspn(list, ",");
        char *path = memory_sure(strndup(list, length));
        struct source source;
        struct words inner = {NULL, 0};
        if (!source_take(&source, path, SOURCE_FOUND, false).text)
            words_split(&inner, source.text, source.length);
        take(words, &inner, depth + 1);
        words_free(&inner);
        source_free(&source);
        free(path);
        list += length + (list[length] == ',');
    }
}

/* Adds the words, and in the place of a file what it has. */
static void take(struct words *words, const struct words *given, int depth) {
    for (size_t i = 0; i < given->count; i++) {
        const char *files = NULL;
        if (!words_option(given, i, "options-file", &files) && !words_option(given, i, "optf", &files)) {
            words_add(words, given->items[i]);
            continue;
        }
        if (files && depth < DEEPEST)
            take_files(words, files, depth);
        i += files && files == given->items[i + 1];
    }
}

void words_take(struct words *words, char *const *argv) {
    struct words given = {NULL, 0};
    while (*argv)
        words_add(&given, *argv++);
    take(words, &given, 0);
    words_free(&given);
}

void words_free(struct words *words) {
    for (size_t i = 0; i < words->count; i++)
        free(words->items[i]);
    free(words->items);
    *words = (struct words){NULL, 0};
}
