/* Programs that this one runs: see process.h. */
#include "cli/system/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/system/memory.h"
#include "cli/system/path.h"
#include "cli/system/signals.h"

/* ---- finding programs ---- */

bool process_is_self(const char *path) {
    struct stat self, other;
    return stat("/proc/self/exe", &self) == 0 && stat(path, &other) == 0 && self.st_dev == other.st_dev &&
           self.st_ino == other.st_ino;
}

/* Returns the path of the program in a directory, to be freed; NULL where there is none but this one. */
static char *find_in(const char *folder, size_t length, const char *name) {
    struct stat status;
    char *path = memory_format("%.*s/%s", length ? (int)length : 1, length ? folder : ".", name);
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0 && !process_is_self(path))
        return path;
    free(path);
    return NULL;
}

char *process_find(const char *name) {
    const char *folder = getenv("PATH"), *home = getenv("CUDA_HOME"), *const usual = "/usr/local/cuda/bin";
    char *found = NULL;
    while (folder && !found) {
        const size_t length = strcspn(folder, ":");
        found = find_in(folder, length, name);
        folder = folder[length] ? folder + length + 1 : NULL;
    }
    char *bin = !found && home && *home ? path_join(home, "bin") : NULL;
    if (bin)
        found = find_in(bin, strlen(bin), name);
    free(bin);
    return found ? found : find_in(usual, strlen(usual), name);
}

/* ---- signals ---- */

static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
enum { ENDING = sizeof(ending) / sizeof(*ending) };

static struct sigaction before[ENDING]; /* what held before process_guard */
static volatile sig_atomic_t caught;    /* the last signal that came since */
static volatile sig_atomic_t running;   /* the process that runs, or 0 */

/* Notes the signal, and passes it on to the process that runs. */
static void note(int number) {
    const int reason = errno;
    caught = number;
    if (running > 0)
        kill((pid_t)running, number);
    errno = reason;
}

void process_guard(void) {
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < ENDING; i++)
        if (sigaction(ending[i], NULL, &before[i]) == 0 && before[i].sa_handler != SIG_IGN)
            sigaction(ending[i], &action, NULL);
}

/* Lets the signals have the effect that they had. */
static void restore(void) {
    for (size_t i = 0; i < ENDING; i++)
        sigaction(ending[i], &before[i], NULL);
}

void process_release(void) {
    restore();
    if (caught)
        raise(caught);
}

bool process_is_ending(void) {
    return caught != 0;
}

/* ---- running ---- */

/* Waits for the process; returns its status as process_run does. */
static int wait_for(pid_t process) {
    int status;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            return PROCESS_NONE;
    running = 0;
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

int process_run(int (*work)(void *user), void *user) {
    fflush(NULL);
    sigset_t mask;
    signals_hold(&mask); /* a signal that comes now finds the process or none */
    if (caught) {
        signals_release(&mask);
        return -caught;
    }
    const pid_t process = fork();
    if (process == 0) {
        restore();
        signals_release(&mask);
        exit(work(user));
    }
    running = process;
    signals_release(&mask);
    return process < 0 ? PROCESS_NONE : wait_for(process);
}

int process_become(char **argv) {
    signal(SIGXFSZ, SIG_DFL); /* which main has changed */
    execvp(argv[0], argv);
    return errno == ENOENT ? 127 : 126;
}

/* A program that is asked, and the file that its answer goes to. */
struct process_question {
    char **argv;
    FILE *answer;
};

/* Becomes the program, with the file as standard output. */
static int ask(void *user) {
    const struct process_question *question = user;
    const int null = open("/dev/null", O_RDWR);
    dup2(null, STDIN_FILENO);
    dup2(fileno(question->answer), STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    return process_become(question->argv);
}

/* The answer goes into a file and not through a pipe, which would have to be read before the program ends. */
char *process_ask(char **argv, size_t *length) {
    struct process_question question = {argv, tmpfile()};
    char *answer = NULL;
    if (!question.answer)
        return NULL;
    if (process_run(ask, &question) == 0) {
        const long size = fseek(question.answer, 0, SEEK_END) == 0 ? ftell(question.answer) : 0;
        rewind(question.answer);
        answer = memory_new((size_t)size + 1, 1);
        *length = fread(answer, 1, (size_t)size, question.answer);
    }
    fclose(question.answer);
    return answer;
}

int process_end_as(int status) {
    if (status >= 0)
        return status;
    signal(-status, SIG_DFL);
    raise(-status);
    return 128 - status;
}
