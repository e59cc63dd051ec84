#include "ptxas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "module.h"

enum { LINE = 4096, CRASHES = 4 };

enum answer { ACCEPTED, REJECTED, CRASHED, WRONG_OPTION };

/* The statements of a module, by line, and what the messages say of them. */
struct lines {
    long first;
    size_t count;
    char *rejected;
    size_t found; /* statements rejected this time */
};

static const char *command(void) {
    const char *name = getenv("PTXAS");
    return name && *name ? name : "ptxas";
}

const char *ptxas_release(void) {
    static char release[32];
    char line[LINE];
    snprintf(line, sizeof(line), "'%s' --version 2>/dev/null", command());
    FILE *output = popen(line, "r");
    while (output && fgets(line, sizeof(line), output)) {
        const char *mark = strstr(line, ", V");
        if (mark && sscanf(mark, ", V%31[0-9.]", release) == 1)
            break;
    }
    if (output)
        pclose(output);
    return *release ? release : NULL;
}

/* Marks the statement on whose line the message reports an error; ends the program where it names another line. What is
 * wrong with code that ptxas itself has put in place of a statement (<builtin>, <macro util>) names none. */
static void read_message(const char *message, struct lines *lines) {
    const char *at = strstr(message, ", line ");
    long place = at ? strtol(at + 7, NULL, 10) - lines->first : -1;
    if ((!strstr(message, "; fatal") && !strstr(message, "error")) || strstr(message, "aborted") ||
        strstr(message, "ptxas <"))
        return;
    if (place < 0 || (size_t)place >= lines->count) {
        fprintf(stderr, "ptxas: %s", message);
        exit(1);
    }
    lines->found += !lines->rejected[place];
    lines->rejected[place] = 1;
}

/* Whether a message says that the option does not suit the target, or is not known. */
static int is_about_option(const char *message) {
    return strncmp(message, "ptxas fatal", 11) == 0 && !strstr(message, "32-Bit") && /* a verdict on an address */
           (strstr(message, "architecture") || strstr(message, "option") || strstr(message, "SM version"));
}

/* Runs the assembler once with the option and reads its messages; gives what came of it. */
static enum answer run(const char *option, const char *suffix, const char *path, struct lines *lines) {
    char line[LINE];
    int messages = 0, wrong_option = 0;
    snprintf(line, sizeof(line), "'%s' -arch=%s%s -o /dev/null '%s' 2>&1", command(), option, suffix, path);
    FILE *output = popen(line, "r");
    if (!output)
        abort();
    while (fgets(line, sizeof(line), output)) {
        messages++;
        wrong_option |= is_about_option(line);
        if (lines && !wrong_option)
            read_message(line, lines);
    }
    int status = pclose(output);
    if (wrong_option)
        return WRONG_OPTION;
    return status == 0 ? ACCEPTED : messages ? REJECTED : CRASHED;
}

/* The verdict depends on .version and .target only, but the option has to suit the target. compute_ asks for no code,
 * which is quicker; some assemblers know an architecture only as sm_, or by its other name, and any option will do
 * where .target names none. An assembler that dies without a message is asked again.
 */
static enum answer ask(const char *path, const char *target, struct lines *lines) {
    const char *suffix = strncmp(target, "sm_", 3) == 0 ? target + 3 : "";
    const char *renamed = strncmp(suffix, "101", 3) == 0 ? suffix + 3 : "";
    char plain[24]; /* of the suffix f earlier assemblers know nothing */
    snprintf(plain, sizeof(plain), "%lu", strtoul(suffix, NULL, 10));
    const char *const options[][2] = {{"compute_", suffix}, {"sm_", suffix},      {"compute_110", renamed},
                                      {"compute_", plain},  {"compute_90", ""},   {"compute_90", "a"},
                                      {"compute_100", "a"}, {"compute_110", "f"}, {"compute_120", ""}};
    for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
        enum answer answer = CRASHED;
        for (int tries = 0; tries < CRASHES && answer == CRASHED; tries++)
            answer = run(options[i][0], options[i][1], path, lines);
        if (answer != WRONG_OPTION)
            return answer;
    }
    return WRONG_OPTION;
}

/* The same, and ends the program where no option suits. */
static enum answer ask_surely(const char *path, const char *target, struct lines *lines) {
    enum answer answer = ask(path, target, lines);
    if (answer == WRONG_OPTION) {
        fprintf(stderr, "ptxas: no option suits %s\n", target);
        exit(1);
    }
    return answer;
}

static void make_file(char *path) {
    int descriptor = mkstemp(path);
    if (descriptor < 0 || close(descriptor) != 0)
        abort();
}

int ptxas_verdict(const char *module, const char *target) {
    char path[] = "/tmp/ptxcheck-XXXXXX";
    make_file(path);
    FILE *file = fopen(path, "w");
    if (!file || fputs(module, file) < 0 || fclose(file) != 0)
        abort();
    enum answer answer = ask(path, target, NULL);
    unlink(path);
    return answer == WRONG_OPTION ? -1 : answer != ACCEPTED;
}

int ptxas_rejects(const char *module, const char *target) {
    int verdict = ptxas_verdict(module, target);
    if (verdict < 0) {
        fprintf(stderr, "ptxas: no option suits %s\n", target);
        exit(1);
    }
    return verdict;
}

/* Some of the statements of a module. */
struct batch {
    const char *path, *module, *target;
    char *const *statements;
    char *rejected;
    size_t count;
};

/* Writes the module with the statements from `first` to `end` that are not rejected yet; gives the line of the first
 * statement of all. */
static long write_statements(const struct batch *batch, size_t first, size_t end) {
    FILE *file = fopen(batch->path, "w");
    const char *body = strstr(batch->module, "<body>");
    long line = 1;
    if (!file)
        abort();
    for (const char *c = batch->module; c < body; c++)
        line += *c == '\n';
    fwrite(batch->module, 1, (size_t)(body - batch->module), file);
    for (size_t i = 0; i < batch->count; i++)
        fprintf(file, "%s\n", i < first || i >= end || batch->rejected[i] ? "" : batch->statements[i]);
    fputs(body + strlen("<body>"), file);
    if (fclose(file) != 0)
        abort();
    return line;
}

/* Asks until the rest is accepted, for some checks run only when no earlier one has failed. Where the assembler names
 * no statement, or dies of one, the halves are asked. */
static void mark(const struct batch *batch, size_t first, size_t end) {
    struct lines lines = {.count = batch->count, .rejected = batch->rejected};
    enum answer answer;
    do {
        lines.found = 0;
        lines.first = write_statements(batch, first, end);
        answer = ask_surely(batch->path, batch->target, &lines);
    } while (answer != ACCEPTED && lines.found > 0);
    if (answer == ACCEPTED)
        return;
    if (end - first == 1) {
        batch->rejected[first] = 1;
        return;
    }
    mark(batch, first, first + (end - first) / 2);
    mark(batch, first + (end - first) / 2, end);
}

void ptxas_mark_rejected(const char *pattern, const char *version, const char *target, char *const *statements,
                         size_t count, char *rejected) {
    char path[] = "/tmp/ptxcheck-XXXXXX";
    char *module = module_fill(pattern, version, target, "<body>");
    const struct batch batch = {path, module, target, statements, rejected, count};
    make_file(path);
    mark(&batch, 0, count);
    unlink(path);
    free(module);
}

char *ptxas_compile(const char *source, size_t length, const char *target, const char *options, size_t *size) {
    char path[] = "/tmp/ptxcheck-XXXXXX", cubin[] = "/tmp/ptxcheck-XXXXXX", line[LINE];
    char *code = NULL;
    int renamed = strncmp(target, "sm_101", 6) == 0;
    make_file(path);
    make_file(cubin);
    FILE *file = fopen(path, "w");
    if (!file || fwrite(source, 1, length, file) != length || fclose(file) != 0)
        abort();
    snprintf(line, sizeof(line), "'%s' %s -arch=sm_%s%s -o %s %s >/dev/null 2>&1", command(), options,
             renamed ? "110" : target + 3, renamed ? target + 6 : "", cubin, path);
    if (system(line) == 0)
        code = file_bytes(cubin, size);
    unlink(path);
    unlink(cubin);
    return code;
}
