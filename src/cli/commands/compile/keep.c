/* How the PTX of clang is kept: see keep.h. clang says with -### which ptxas it would run. */
#include "cli/commands/compile/keep.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/format/error.h"
#include "cli/system/destination.h"
#include "cli/system/path.h"
#include "cli/system/process.h"
#include "cli/system/source.h"

/* What the link is told: the directory, and the ptxas for which it stands. */
#define FOLDER "PTXCHECK_KEEP"
#define ASSEMBLER "PTXCHECK_KEEP_PTXAS"

/* ---- the link ---- */

/* A compiler that is asked what it would run, the file for its answer, and the directory for what else it leaves. */
struct compiler_question {
    char **argv;
    const char *answer, *folder;
};

/* Becomes the compiler, which answers on standard error. */
static int ask(void *user) {
    const struct compiler_question *question = user;
    const int null = open("/dev/null", O_RDWR), answer = open(question->answer, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (answer < 0)
        return EXIT_FAILURE;
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
    dup2(answer, STDERR_FILENO);
    setenv("TMPDIR", question->folder, 1); /* clang 14 and 16 leave directories there */
    return process_become(question->argv);
}

/* Returns the program of a line of the answer if it is ptxas, to be freed; else NULL. It may have any name, and no
 * other program is given such an option. */
static char *read_line(const char *line, size_t length) {
    struct arguments words = {NULL, 0};
    char *found = NULL;
    arguments_split(&words, line, length);
    for (size_t i = 1; i < words.count && !found; i++)
        if (strcmp(words.items[i], "--gpu-name") == 0)
            found = memory_sure(strdup(words.items[0]));
    arguments_free(&words);
    return found;
}

/* Returns the ptxas that the compiler would run, to be freed; NULL where it runs none. */
static char *find_assembler(const struct arguments *command, const char *answer, const char *folder) {
    struct arguments asked = {NULL, 0};
    struct source source;
    char *found = NULL;
    arguments_add(&asked, command->items[0]);
    arguments_add(&asked, "-###");
    for (size_t i = 1; i < command->count; i++)
        arguments_add(&asked, command->items[i]);
    struct compiler_question question = {asked.items, answer, folder};
    const bool answered = process_run(ask, &question) == 0;
    arguments_free(&asked);
    if (!answered)
        return NULL;
    if (!source_take(&source, answer, SOURCE_FOUND, false).text)
        for (size_t at = 0; at < source.length && !found;) {
            const char *newline = memchr(source.text + at, '\n', source.length - at);
            const size_t end = newline ? (size_t)(newline - source.text) : source.length;
            found = read_line(source.text + at, end - at);
            at = end + 1;
        }
    source_free(&source);
    return found;
}

/* Adds an option behind all others, so that it counts; what follows "--" are files. */
static void add_option(struct arguments *command, const char *option) {
    size_t place = 1;
    while (place < command->count && strcmp(command->items[place], "--") != 0)
        place++;
    arguments_insert(command, place, option);
}

/* Makes a link to this program, which can be run; false after a message on stderr. */
static bool make_link(const char *path) {
    char self[PATH_MAX] = "";
    const ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (length >= 0 && symlink(self, path) == 0 && process_is_self(path))
        return true;
    report_error("no link to ptxcheck can be made: %s", strerror(errno));
    return false;
}

void keep_begin(struct arguments *command, const char *folder) {
    char *answer = path_join(folder, "commands"), *link = path_join(folder, "ptxas");
    char *assembler = find_assembler(command, answer, folder), *option = memory_format("--ptxas-path=%s", link);
    if (assembler && access(assembler, X_OK) == 0 && make_link(link)) {
        add_option(command, option);
        setenv(FOLDER, folder, 1);
        setenv(ASSEMBLER, assembler, 1);
    }
    free(option);
    free(assembler);
    free(link);
    free(answer);
}

/* ---- in the link ---- */

/* Copies a file, whole or not at all. */
static void copy(const char *from, const char *to) {
    struct source source;
    struct destination destination = {NULL, NULL};
    struct problem problem = source_take(&source, from, SOURCE_FOUND, false);
    if (!problem.text)
        problem = destination_open(&destination, to);
    if (!problem.text) {
        fwrite(source.text, 1, source.length, destination.stream);
        problem = destination_close(&destination, true);
    }
    if (problem.text)
        report_problem(to, problem);
    source_free(&source);
}

char *keep_assembler(void) {
    const char *assembler = getenv(ASSEMBLER);
    return assembler ? memory_sure(strdup(assembler)) : NULL;
}

void keep_modules(const struct arguments *modules) {
    const char *folder = getenv(FOLDER);
    for (size_t i = 0; folder && i < modules->count; i++) {
        char *path = memory_format("%s/%s.ptx", folder, path_base(modules->items[i]));
        copy(modules->items[i], path);
        free(path);
    }
    unsetenv(FOLDER); /* ptxas may be ptxcheck again, which stands there by itself */
    unsetenv(ASSEMBLER);
}
