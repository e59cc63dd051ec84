/* Makes the indices over the tables anew, in this process: the program that writes them as C when the library is built
 * writes them here too, and the numbers in what it writes go where the compiler would put them.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/characters.h"
#include "mutants.h"
#include "report/rule_index.h"
#include "tables/index.h"

int indices_write(int count, char **arguments);
#define main indices_write
#include "index/make.c"
#include "index/names.c"
#include "index/write.c"
#undef main

enum { PARTS = 4, TEXT = 1 << 20 };

enum {
    SPECIALS = 0
#define SPECIAL(name, type, vector, numbers, gate) +1
#include "specials.def"
};

/* An index is a list of rows, each of which has so many numbers of so many bytes, then so many others. */
static const struct {
    const char *name;
    const void *at;
    size_t size;
    struct {
        unsigned count, size;
    } parts[PARTS];
} indices[] = {
#define NUMBERS_OF(index, bytes)         \
    {                                    \
#index, &index, sizeof(index), { \
            { 1, bytes }                 \
        }                                \
    }
    {"ptxc_form_index",
     ptxc_form_index,
     sizeof(ptxc_form_index),
     {{PTXC_Q_COUNT, 1}, {4, 8}, {1 + PTXC_SLOT_COUNT, 4}, {PTXC_FORM_SLOTS + 2, 1}}},
    NUMBERS_OF(ptxc_forms_sorted, 1),
    NUMBERS_OF(ptxc_forms_begin, 1),
    NUMBERS_OF(ptxc_slot_first, 1),
    NUMBERS_OF(ptxc_slot_second, 1),
    NUMBERS_OF(ptxc_qualifier_buckets, 1),
    NUMBERS_OF(ptxc_target_buckets, 1),
    NUMBERS_OF(ptxc_type_buckets, 1),
    NUMBERS_OF(ptxc_directive_buckets, 1),
    NUMBERS_OF(ptxc_space_buckets, 1),
    NUMBERS_OF(ptxc_opcode_heads, 1),
    {"ptxc_specials_sorted", ptxc_specials_sorted, SPECIALS, {{1, 1}}},
    NUMBERS_OF(ptxc_specials_begin, 1),
    NUMBERS_OF(ptxc_head_letters, 4),
    NUMBERS_OF(ptxc_head_pairs, 1),
    NUMBERS_OF(ptxc_free_letters, 4),
    NUMBERS_OF(ptxc_version_places, 1),
    NUMBERS_OF(ptxc_qualifier_types, 1),
    NUMBERS_OF(ptxc_types_with, 8),
    NUMBERS_OF(ptxc_types_wider, 8),
    NUMBERS_OF(ptxc_types_floating, 8),
    NUMBERS_OF(ptxc_versions, 2),
    NUMBERS_OF(ptxc_versions_measured, 8),
    NUMBERS_OF(ptxc_gate_index, 8),
    NUMBERS_OF(ptxc_target_index, 8),
    NUMBERS_OF(ptxc_evaluated_rules, 2),
    NUMBERS_OF(ptxc_evaluated_legality, 8),
    NUMBERS_OF(ptxc_evaluated_always, 8),
    NUMBERS_OF(ptxc_role_rules, 8),
    NUMBERS_OF(ptxc_qualifier_rules, 8),
};

/* Ends the program: this file must say how the index lies in memory. */
static void stop(const char *name, const char *problem) {
    fprintf(stderr, "tests/mutation/indices.c: %s: %s\n", name, problem);
    exit(2);
}

/* The place from `at` on where a number of so many bytes is aligned. */
static size_t aligned(size_t at, size_t size) {
    return (at + size - 1) / size * size;
}

/* The size of the widest number in a row of the index, as which the rows are aligned. */
static unsigned widest(size_t index) {
    unsigned size = 1;
    for (size_t part = 0; part < PARTS; part++)
        size = indices[index].parts[part].size > size ? indices[index].parts[part].size : size;
    return size;
}

/* Writes the numbers of the text into an index, up to the ';'. */
static void fill(size_t index, const char *text, const char *end) {
    char *const begin = (char *)(uintptr_t)indices[index].at;
    size_t at = 0, part = 0;
    unsigned left = indices[index].parts[0].count;
    for (const char *found; (found = strstr(text, "0x")) && found < end; text = found + 2) {
        const uint64_t value = strtoull(found, NULL, 16);
        const unsigned size = indices[index].parts[part].size;
        at = aligned(at, size);
        if (at + size > indices[index].size)
            stop(indices[index].name, "it is smaller than said here");
        memcpy(begin + at, &value, size);
        at += size;
        if (--left > 0)
            continue;
        part = part + 1 < PARTS && indices[index].parts[part + 1].count ? part + 1 : 0;
        left = indices[index].parts[part].count;
        at = part == 0 ? aligned(at, widest(index)) : at;
    }
    if (at != indices[index].size)
        stop(indices[index].name, "it is larger than said here");
}

/* The index that a definition is of: its name stands before the first '[' or '='. */
static size_t index_of(const char *definition) {
    const char *end = definition + strcspn(definition, "[=");
    while (end[-1] == ' ')
        end--;
    const char *name = end;
    while (name[-1] != ' ')
        name--;
    for (size_t i = 0; i < PTXC_COUNT(indices); i++)
        if (ptxc_is_spelled(name, (size_t)(end - name), indices[i].name))
            return i;
    char text[100];
    snprintf(text, sizeof(text), "%.*s", (int)(end - name), name);
    stop(text, "it is not known here");
    return 0;
}

/* Reads the definitions of a text that was written; gives their number. */
static size_t read_indices(const char *text) {
    size_t count = 0;
    for (const char *line = text; (line = strstr(line, "\nconst ")); count++) {
        const char *const values = strchr(line, '='), *const end = strchr(line, ';');
        fill(index_of(line + 1), values, end);
        line = end;
    }
    return count;
}

void indices_make(void) {
    static char text[TEXT];
    char names[2][40], program[] = "make";
    char *arguments[] = {program, names[0], names[1]};
    int files[2];
    size_t count = 0;
    for (int i = 0; i < 2; i++) {
        files[i] = memfd_create("index", 0);
        snprintf(names[i], sizeof(names[i]), "/proc/self/fd/%d", files[i]);
    }
    if (indices_write(3, arguments) != 0)
        exit(2);
    for (int i = 0; i < 2; i++) {
        const ssize_t length = pread(files[i], text, sizeof(text) - 1, 0);
        text[length > 0 ? length : 0] = 0;
        count += read_indices(text);
        close(files[i]);
    }
    if (count != PTXC_COUNT(indices))
        stop("an index", "it is not made any more");
}
