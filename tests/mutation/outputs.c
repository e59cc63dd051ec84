/* What the command prints, held against what is kept: a page, and the golden files of directories as golden.sh runs
 * them. The command is part of this process, and each run of it a child, which has the tables as they are here: with a
 * mutant that takes as long as to change them once.
 *
 * usage: outputs PAGE [COMMAND DIRECTORY SOURCES]...
 *
 * PAGE is what `ptxcheck reference` prints. COMMAND is a subcommand, perhaps with options, that is run in DIRECTORY for
 * each of its SOURCES, a pattern as of a shell; NAME.out beside a source has what it prints. Exit status: 0 where all
 * is as kept; it ends at the first that is not.
 */
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "module.h"

enum { ARGUMENTS = 16, LINE = 4096 };

int command_main(int argc, char **argv);
#define main command_main
#include "cli/main.c"
#undef main

/* Gives what the command prints, messages too, and its exit status; to be freed. */
static char *printed(int argc, char **argv, int *status) {
    const int file = memfd_create("printed", 0);
    struct stat size;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        dup2(open("/dev/null", O_RDONLY), 0);
        dup2(file, 1);
        dup2(file, 2);
        exit(command_main(argc, argv));
    }
    waitpid(child, status, 0);
    fstat(file, &size);
    char *text = malloc((size_t)size.st_size + 1);
    if (!text || pread(file, text, (size_t)size.st_size, 0) != size.st_size)
        abort();
    text[size.st_size] = 0;
    close(file);
    return text;
}

/* Whether the file holds the output and, where there is one, the line about the exit status. */
static bool is_kept(const char *path, const char *output, const char *line) {
    char *kept = file_text(path);
    const size_t length = strlen(output);
    const bool same = strncmp(kept, output, length) == 0 && strcmp(kept + length, line) == 0;
    free(kept);
    if (!same)
        printf("%s is not what is printed\n", path);
    return same;
}

static bool page_is_kept(const char *path) {
    char name[] = "ptxcheck", command[] = "reference";
    char *arguments[] = {name, command, NULL};
    int status;
    char *output = printed(2, arguments, &status);
    const bool same = is_kept(path, output, "");
    free(output);
    return same;
}

/* Splits words into arguments, from `count` on; gives their number. */
static int add_words(char *words, char **arguments, int count) {
    for (char *word; count + 1 < ARGUMENTS && (word = strsep(&words, " "));)
        arguments[count++] = word;
    return count;
}

/* The options in the first line of a source, or "". `line` holds them. */
static char *options_of(const char *path, char line[LINE]) {
    char *text = file_text(path);
    const char *const mark = " options: ";
    snprintf(line, LINE, "%.*s", (int)strcspn(text, "\n"), text);
    free(text);
    char *const blank = strchr(line, ' ');
    return blank && strncmp(blank, mark, strlen(mark)) == 0 ? blank + strlen(mark) : NULL;
}

/* Whether the command says of a source what is kept in NAME.out; so too where there is no such file. */
static bool source_is_kept(const char *command, char *path) {
    char name[] = "ptxcheck", color[] = "--color=never", words[LINE], line[LINE], out[LINE], end[40];
    char *arguments[ARGUMENTS + 1] = {name};
    int status;
    snprintf(out, sizeof(out), "%.*s.out", (int)(strrchr(path, '.') - path), path);
    if (strcmp(path, out) == 0 || access(out, R_OK) != 0)
        return true;
    snprintf(words, sizeof(words), "%s", command);
    int count = add_words(words, arguments, 1);
    arguments[count++] = color;
    count = add_words(options_of(path, line), arguments, count);
    arguments[count++] = path;
    char *output = printed(count, arguments, &status);
    snprintf(end, sizeof(end), "exit status %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    const bool same = is_kept(out, output, end);
    free(output);
    return same;
}

int main(int argc, char **argv) {
    bool kept = argc > 1 && page_is_kept(argv[1]);
    for (int i = 2; kept && i + 2 < argc; i += 3) {
        glob_t sources;
        if (chdir(argv[i + 1]) != 0 || glob(argv[i + 2], 0, NULL, &sources) != 0)
            return 2;
        for (size_t j = 0; kept && j < sources.gl_pathc; j++)
            kept = source_is_kept(argv[i], sources.gl_pathv[j]);
        globfree(&sources);
    }
    return !kept;
}
