/* The PTX in programs, libraries and objects: see binaries.h. */
#include "cli/commands/check/binaries.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/format/error.h"
#include "cli/system/path.h"
#include "cli/system/process.h"
#include "cli/system/scratch.h"
#include "cli/system/source.h"

/* Whether the file begins as those of ELF do, archives, or fat binaries. A pipe is not opened: whoever writes to it
 * would see it close. */
static bool is_binary(const struct file *file) {
    static const char magics[][5] = {"\177ELF", "!<ar", "\x50\xed\x55\xba"};
    char begin[4];
    int descriptor;
    if (file->walked || file->problem.text || strcmp(file->path, "-") == 0 || !path_is_file(file->path) ||
        source_open(file->path, SOURCE_FOUND, &descriptor).text)
        return false;
    bool binary = false;
    if (read(descriptor, begin, sizeof(begin)) == (ssize_t)sizeof(begin))
        for (size_t i = 0; i < sizeof(magics) / sizeof(*magics); i++)
            binary = binary || memcmp(begin, magics[i], sizeof(begin)) == 0;
    close(descriptor);
    return binary;
}

bool binaries_are_among(const struct file_list *files) {
    for (size_t i = 0; i < files->count; i++)
        if (is_binary(&files->items[i]))
            return true;
    return false;
}

/* What cuobjdump is asked for. */
struct extraction {
    const char *tool, *folder;
    char *path; /* of the binary, from the root */
};

/* Becomes cuobjdump, which writes into the current directory. What was compiled to be linked by nvlink (-rdc) has its
 * PTX in sections that only -all reads. */
static int extract(void *user) {
    struct extraction *extraction = user;
    char *argv[] = {(char *)extraction->tool, "-all", "-xptx", "all", extraction->path, NULL};
    const int null = open("/dev/null", O_RDWR);
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    return chdir(extraction->folder) == 0 ? process_become(argv) : 1;
}

/* Adds a file to the list. */
static void add(struct file_list *files, struct file file) {
    files->items = memory_more(files->items, files->count, sizeof(*files->items));
    files->items[files->count++] = file;
}

/* Adds the PTX in the directory, named after the binary; returns how many files that are. */
static size_t add_modules(struct binaries *binaries, struct file_list *files, const char *binary, const char *folder) {
    struct arguments found = {NULL, 0};
    arguments_entries(&found, folder);
    for (size_t i = 0; i < found.count; i++) {
        char *name = memory_format("%s(%s)", binary, found.items[i]);
        arguments_add(&binaries->names, name);
        free(name);
        add(files, (struct file){.path = path_join(folder, found.items[i]),
                                 .name = binaries->names.items[binaries->names.count - 1]});
    }
    const size_t count = found.count;
    arguments_free(&found);
    return count;
}

/* Takes the PTX out of one binary and adds it; returns what is wrong. */
static struct problem take(struct binaries *binaries, struct file_list *files, const struct file *file,
                           const char *tool) {
    if (!tool)
        return (struct problem){"a binary file, whose PTX cuobjdump takes out; it is neither on PATH nor in "
                                "$CUDA_HOME/bin or /usr/local/cuda/bin",
                                0};
    char *folder = scratch_make();
    if (!folder)
        return (struct problem){"a binary file, whose PTX cannot be taken out", errno};
    arguments_add(&binaries->folders, folder);
    struct extraction extraction = {tool, folder, memory_sure(realpath(file->path, NULL))};
    const int status = process_run(extract, &extraction);
    const size_t count = status == 0 ? add_modules(binaries, files, file->name, folder) : 0;
    free(extraction.path);
    free(folder);
    if (status != 0)
        return (struct problem){"a binary file in which cuobjdump finds no device code", 0};
    return (struct problem){count ? NULL : "a binary file without PTX", 0};
}

void binaries_open(struct binaries *binaries, struct file_list *files) {
    struct file_list given = *files;
    char *tool = process_find("cuobjdump");
    files->items = NULL;
    files->count = 0;
    for (size_t i = 0; i < given.count; i++) {
        struct file *file = &given.items[i];
        const bool binary = is_binary(file);
        if (binary)
            file->problem = take(binaries, files, file, tool);
        if (!binary || file->problem.text)
            add(files, *file);
        else
            free(file->path);
    }
    free(given.items);
    free(tool);
}

void binaries_close(struct binaries *binaries) {
    for (size_t i = 0; i < binaries->folders.count; i++)
        if (!scratch_remove(binaries->folders.items[i]))
            report_error("%s cannot be removed: %s", binaries->folders.items[i], strerror(errno));
    arguments_free(&binaries->folders);
    arguments_free(&binaries->names);
}
