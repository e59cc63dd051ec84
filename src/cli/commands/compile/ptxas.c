/* ptxcheck ptxas: checks the PTX that ptxas is given, and becomes ptxas. A link to ptxcheck whose name begins with
 * ptxas does the same, for compilers that take the path of their assembler.
 *
 * The targets that modules declare decide, as they do for ptxas: -arch allows no instruction that .target does not.
 */
#include "cli/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/commands/compile/keep.h"
#include "cli/commands/compile/wrapper.h"
#include "cli/files/language.h"
#include "cli/format/error.h"
#include "cli/system/path.h"
#include "cli/system/process.h"
#include "cli/system/source.h"

/* Returns the ptxas that PTXCHECK_PTXAS names, or the one of that name in the directory that it names; to be freed.
 * NULL after a message on stderr. */
static char *named_ptxas(const char *named, const char *name) {
    char *path = path_is_folder(named) ? path_join(named, name) : memory_sure(strdup(named));
    if (access(path, X_OK) == 0 && !process_is_self(path))
        return path;
    report_error("PTXCHECK_PTXAS names %s, which %s", path,
                 process_is_self(path) ? "is ptxcheck itself" : "cannot be run");
    free(path);
    return NULL;
}

/* Finds the ptxas of this name: the one that PTXCHECK_PTXAS names, or the first that is not this program; to be freed.
 * NULL after a message on stderr. */
static char *find_ptxas(const char *name) {
    const char *named = getenv("PTXCHECK_PTXAS");
    if (named && *named)
        return named_ptxas(named, name);
    char *path = process_find(name);
    if (!path)
        report_error("%s is neither on PATH nor in $CUDA_HOME/bin or /usr/local/cuda/bin; PTXCHECK_PTXAS can name it",
                     name);
    return path;
}

/* Whether the word is a file with PTX. It must be one that stays as it is when it is read, which a pipe is
 * not. What cannot be read is for ptxas to report. */
static bool is_module(const char *word) {
    struct source source;
    const char *host = NULL, *extension = strrchr(word, '.');
    if (word[0] == '-' || !path_is_file(word) || access(word, R_OK) != 0)
        return false;
    if (extension && strcasecmp(extension, ".ptx") == 0)
        return true;
    const bool ptx = !source_take(&source, word, SOURCE_FOUND, true).text && !source_validate(&source).text &&
                     language_of(NULL, source.text, source.length, &host) && !host;
    source_free(&source);
    return ptx;
}

/* Collects the modules among the arguments: any word may be one but that after -o. */
static void collect(struct wrapper *wrapper, char **argv) {
    struct arguments words = {NULL, 0};
    arguments_take(&words, argv, false);
    for (size_t i = 0; i < words.count; i++) {
        const char *value;
        if (arguments_option(&words, i, "o", &value) || arguments_option(&words, i, "output-file", &value))
            i += value == words.items[i + 1];
        else if (is_module(words.items[i]))
            wrapper_add(wrapper, words.items[i], words.items[i]);
    }
    arguments_free(&words);
}

/* Checks what ptxas is given, by argv as it will have it. Returns EXIT_FINDINGS where it is not to be run. */
static int check(void *user) {
    char **argv = user;
    struct wrapper wrapper;
    int code = EXIT_CLEAN;
    wrapper_open(&wrapper);
    collect(&wrapper, argv + 1);
    const enum compile_mode mode =
        wrapper.products.paths.count ? wrapper_mode(wrapper.products.names.items[0]) : COMPILE_OFF;
    if (mode != COMPILE_OFF) {
        wrapper_ask_release(&wrapper, argv[0]);
        code = wrapper_check(&wrapper);
    }
    wrapper_free(&wrapper);
    return mode == COMPILE_ERROR ? code : EXIT_CLEAN;
}

/* Checks in a process of its own; returns whether ptxas is not to be run. */
static bool fails(char **argv) {
    wrapper_mark();
    process_guard();
    const bool errors = wrapper_run(check, argv);
    process_release();
    return errors;
}

/* Where it stands for the ptxas of a clang behind `launch`, which checks what it is given: keeps that, and returns
 * ptxas, to be freed. Elsewhere NULL. */
static char *keep(char **argv) {
    struct wrapper wrapper = {0};
    char *path = keep_assembler();
    if (path) {
        collect(&wrapper, argv + 1);
        keep_modules(&wrapper.products.paths);
    }
    wrapper_free(&wrapper);
    return path;
}

int command_ptxas(int argc, char **argv) {
    bool inside;
    (void)argc;
    if (!wrapper_enter(&inside))
        return EXIT_ERROR;
    char *kept = keep(argv);
    argv[0] = kept ? kept : find_ptxas(path_base(argv[0]));
    if (!argv[0])
        return EXIT_ERROR;
    if (!inside && fails(argv)) {
        report_error("ptxas is not run, as there are errors");
        free(argv[0]);
        return EXIT_FINDINGS;
    }
    process_become(argv);
    return report_error("%s cannot be run", argv[0]);
}
