/* What ptxcheck ptxas and ptxcheck launch share: see wrapper.h. */
#include "cli/commands/compile/wrapper.h"

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

bool wrapper_enter(bool *inside) {
    const char *text = getenv(DEPTH);
    char next[24];
    const long depth = text ? strtol(text, NULL, 10) : 0;
    *inside = getenv(INSIDE) != NULL;
    if (depth >= DEEPEST)
        return report_error("it calls itself: what stands for the compiler or for ptxas runs ptxcheck again"), false;
    snprintf(next, sizeof(next), "%ld", depth + 1);
    return setenv(DEPTH, next, 1) == 0;
}

void wrapper_mark(void) {
    setenv(INSIDE, "1", 1);
}

/* Returns what the configuration asks for. */
static enum compile_mode configured_mode(const char *name) {
    struct profile profile;
    profile_begin(&profile);
    struct finder *finder = memory_sure(finder_new(&profile));
    const struct profile *found = finder_profile(finder, finder_base(finder, name));
    const enum compile_mode mode = found ? found->mode : COMPILE_OFF;
    if (!found)
        report_error("nothing is checked, as the configuration cannot be read");
    finder_free(finder);
    return mode;
}

enum compile_mode wrapper_mode(const char *name) {
    const char *text = getenv("PTXCHECK_MODE");
    enum compile_mode mode;
    if (!text || !*text)
        return configured_mode(name);
    const struct given given = given_option("PTXCHECK_MODE", text);
    return mode_parse(&given, &mode) ? mode : COMPILE_WARN;
}

void wrapper_open(struct wrapper *wrapper) {
    *wrapper = (struct wrapper){0};
    arguments_add(&wrapper->options, "check");
    arguments_add(&wrapper->options, "--quiet");  /* compilers print no summary */
    arguments_add(&wrapper->options, "--jobs=1"); /* the build has its own */
}

void wrapper_add(struct wrapper *wrapper, const char *path, const char *name) {
    arguments_add(&wrapper->products.paths, path);
    arguments_add(&wrapper->products.names, name);
}

void wrapper_ask_release(struct wrapper *wrapper, const char *path) {
    char option[40], *argv[] = {(char *)path, "--version", NULL};
    unsigned major, minor;
    size_t length;
    char *answer = process_ask(argv, &length);
    const char *release = answer ? strstr(answer, "release ") : NULL;
    if (release && sscanf(release, "release %3u.%2u", &major, &minor) == 2 && ptxc_assembler_ptx(major * 100 + minor)) {
        snprintf(option, sizeof(option), "--assembler=%u.%u", major, minor);
        arguments_add(&wrapper->options, option);
    }
    free(answer);
}

int wrapper_check(const struct wrapper *wrapper) {
    return check_products((int)wrapper->options.count, wrapper->options.items, &wrapper->products);
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

bool wrapper_run(int (*check)(void *user), void *user) {
    struct work work = {check, user};
    const int status = process_run(run, &work);
    if (process_is_ending())
        return false;
    if (status < 0 && status != PROCESS_NONE)
        report_error("the check ended by signal %d, and what it has not said was not checked", -status);
    else if (status == PROCESS_NONE)
        report_error("nothing is checked, as the system starts no process");
    return status == EXIT_FINDINGS;
}

void wrapper_free(struct wrapper *wrapper) {
    arguments_free(&wrapper->options);
    arguments_free(&wrapper->products.paths);
    arguments_free(&wrapper->products.names);
    for (size_t i = 0; i < wrapper->products.compiled_count; i++)
        compiled_free(&wrapper->products.compiled[i]);
    free(wrapper->products.compiled);
}
