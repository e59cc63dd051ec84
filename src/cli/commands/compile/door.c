/* What ptxcheck ptxas and ptxcheck launch share: see door.h. */
#include "cli/commands/compile/door.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/config/find.h"
#include "cli/format/error.h"
#include "cli/system/process.h"
#include "ptxcheck/instruction.h"

#define DEPTH "PTXCHECK_DEPTH"
#define INSIDE "PTXCHECK_INSIDE"
enum { DEEPEST = 8 /* a launcher, a wrapper of nvcc, one of ptxas: those that mean it are few */ };

bool door_enter(bool *inside) {
    const char *text = getenv(DEPTH);
    char next[24];
    const long depth = text ? strtol(text, NULL, 10) : 0;
    *inside = getenv(INSIDE) != NULL;
    if (depth >= DEEPEST)
        return trouble("it calls itself: what stands for the compiler or for ptxas runs ptxcheck again"), false;
    snprintf(next, sizeof(next), "%ld", depth + 1);
    return setenv(DEPTH, next, 1) == 0;
}

void door_mark(void) {
    setenv(INSIDE, "1", 1);
}

/* Gives what the configuration asks for. */
static enum compile_mode configured_mode(const char *name) {
    struct profile profile;
    profile_begin(&profile);
    struct finder *finder = memory_sure(finder_new(&profile));
    const struct profile *found = finder_profile(finder, finder_base(finder, name));
    const enum compile_mode mode = found ? found->mode : COMPILE_OFF;
    if (!found)
        trouble("nothing is checked, as the configuration cannot be read");
    finder_free(finder);
    return mode;
}

enum compile_mode door_mode(const char *name) {
    const char *text = getenv("PTXCHECK_MODE");
    enum compile_mode mode;
    if (!text || !*text)
        return configured_mode(name);
    const struct given given = given_option("PTXCHECK_MODE", text);
    return mode_parse(&given, &mode) ? mode : COMPILE_WARN;
}

void door_open(struct door *door) {
    *door = (struct door){0};
    words_add(&door->options, "check");
    words_add(&door->options, "--quiet");  /* compilers print no summary */
    words_add(&door->options, "--jobs=1"); /* the build has its own */
}

void door_add(struct door *door, const char *path, const char *name) {
    words_add(&door->products.paths, path);
    words_add(&door->products.names, name);
}

void door_ask_release(struct door *door, const char *path) {
    char answer[2000], option[40];
    char *argv[] = {(char *)path, "--version", NULL};
    unsigned major, minor;
    if (!process_ask(argv, answer, sizeof(answer)))
        return;
    const char *release = strstr(answer, "release ");
    if (!release || sscanf(release, "release %3u.%2u", &major, &minor) != 2 || !ptxc_assembler_ptx(major * 100 + minor))
        return;
    snprintf(option, sizeof(option), "--assembler=%u.%u", major, minor);
    words_add(&door->options, option);
}

int door_check(const struct door *door) {
    return check_products((int)door->options.count, door->options.items, &door->products);
}

/* What is to be done. */
struct work {
    int (*run)(void *user);
    void *user;
};

/* Does it, with what is printed going to stderr. */
static int run(void *user) {
    const struct work *work = user;
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return work->run(work->user);
}

bool door_run(int (*check)(void *user), void *user) {
    struct work work = {check, user};
    const int status = process_run(run, &work);
    if (process_is_ending())
        return false;
    if (status < 0 && status != PROCESS_NONE)
        trouble("the check ended by signal %d, and what it has not said was not checked", -status);
    else if (status == PROCESS_NONE)
        trouble("nothing is checked, as the system starts no process");
    return status == EXIT_FINDINGS;
}

void door_free(struct door *door) {
    words_free(&door->options);
    words_free(&door->products.paths);
    words_free(&door->products.names);
    for (size_t i = 0; i < door->products.compiled_count; i++)
        compiled_free(&door->products.compiled[i]);
    free(door->products.compiled);
}
