#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(char **out, const char *text) {
    size_t length = strlen(text);
    memcpy(*out, text, length);
    *out += length;
}

char *module_fill(const char *pattern, const char *version, const char *target, const char *body) {
    const char *const keys[] = {"<version>", "<target>", "<the case>"};
    const char *const values[] = {version, target, body};
    size_t room = strlen(pattern) + strlen(version) + strlen(target) + strlen(body) + 1;
    char *text = malloc(room), *out = text;
    if (!text)
        abort();
    while (*pattern) {
        size_t key = 0;
        while (key < 3 && strncmp(pattern, keys[key], strlen(keys[key])) != 0)
            key++;
        if (key < 3) {
            add(&out, values[key]);
            pattern += strlen(keys[key]);
        } else {
            *out++ = *pattern++;
        }
    }
    *out = 0;
    return text;
}

char *file_bytes(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(2);
    }
    size_t length = (size_t)ftell(file);
    char *text = malloc(length + 1);
    rewind(file);
    if (!text || fread(text, 1, length, file) != length) {
        perror(path);
        exit(2);
    }
    text[length] = 0;
    fclose(file);
    *size = length;
    return text;
}

char *file_text(const char *path) {
    size_t size;
    return file_bytes(path, &size);
}
