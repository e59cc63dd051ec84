/* Asking ptxas: see assembler.h. */
#include "assembler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "module.h"

struct question {
    const char *pattern, *version, *target;
    char *const *statements;
    size_t count;
    char *rejected;
};

int assembler_found(void) {
    return system("ptxas --version 2>/dev/null | grep -q 'V13\\.0'") == 0;
}

/* The number and suffix that -arch takes: sm_101 was renamed. */
static void architecture_of(const char *target, char *text, size_t size) {
    int renamed = strncmp(target, "sm_101", 6) == 0;
    snprintf(text, size, "%s%s", renamed ? "110" : target + 3, renamed ? target + 6 : "");
}

static void make_path(char *path) {
    int descriptor = mkstemp(path);
    if (descriptor < 0 || close(descriptor) != 0)
        abort();
}

/* Writes a module with the statements, one a line, without those that are rejected already; gives the first one's line.
 */
static long write_module(const char *path, const struct question *question) {
    FILE *file = fopen(path, "w");
    char *module = module_fill(question->pattern, question->version, question->target, "<body>");
    char *body = strstr(module, "<body>");
    long first = 1;
    for (const char *c = module; c < body; c++)
        first += *c == '\n';
    *body = 0;
    fputs(module, file);
    for (size_t i = 0; i < question->count; i++)
        fprintf(file, "%s\n", question->rejected[i] ? "" : question->statements[i]);
    fputs(body + strlen("<body>"), file);
    free(module);
    if (fclose(file) != 0)
        abort();
    return first;
}

enum answer { COMPLETE, INCOMPLETE, ELSEWHERE };

/* Marks what ptxas rejects. A syntax error or another fatal one ends its reading: the rest must be asked again. An
 * error may also be in none of the lines, but in what ptxas makes of one. */
static enum answer ask_ptxas(const char *path, const struct question *question, long first) {
    char command[300], line[4096], architecture[32];
    int fatal = 0, elsewhere = 0;
    architecture_of(question->target, architecture, sizeof(architecture));
    snprintf(command, sizeof(command), "ptxas -arch=compute_%s -o /dev/null %s 2>&1", architecture, path);
    FILE *errors = popen(command, "r");
    while (errors && fgets(line, sizeof(line), errors)) {
        const char *at = strstr(line, ", line ");
        long place = at ? strtol(at + 7, NULL, 10) - first : -1;
        int error = strstr(line, "error") != NULL;
        if (place >= 0 && strstr(line, "<builtin>") == NULL)
            fatal |= strstr(line, "syntax error") != NULL || strstr(line, "; fatal") != NULL;
        error |= strstr(line, "; fatal") != NULL;
        if (place >= 0 && (size_t)place < question->count && error && !strstr(line, "<builtin>"))
            question->rejected[place] = 1;
        else if (error && !strstr(line, "aborted"))
            elsewhere = 1;
    }
    pclose(errors);
    return fatal ? INCOMPLETE : elsewhere ? ELSEWHERE : COMPLETE;
}

/* An error that is in no line is in one of two halves, at last in one statement. */
static void ask(const struct question *question, const char *path) {
    enum answer answer;
    do
        answer = ask_ptxas(path, question, write_module(path, question));
    while (answer == INCOMPLETE);
    if (answer == COMPLETE)
        return;
    if (question->count == 1) {
        question->rejected[0] = 1;
        return;
    }
    struct question first = *question, second = *question;
    first.count /= 2;
    second.statements += first.count;
    second.rejected += first.count;
    second.count -= first.count;
    ask(&first, path);
    ask(&second, path);
}

void assembler_ask(const char *pattern, const char *version, const char *target, char *const *statements, size_t count,
                   char *rejected) {
    const struct question question = {pattern, version, target, statements, count, rejected};
    char path[] = "/tmp/ptxcheck-live-XXXXXX";
    make_path(path);
    if (count > 0)
        ask(&question, path);
    unlink(path);
}

char *assembler_compile(const char *source, size_t length, const char *target, const char *options, size_t *size) {
    char path[] = "/tmp/ptxcheck-source-XXXXXX", cubin[] = "/tmp/ptxcheck-cubin-XXXXXX", command[400], architecture[32];
    char *code = NULL;
    make_path(path);
    make_path(cubin);
    FILE *file = fopen(path, "w");
    if (!file || fwrite(source, 1, length, file) != length || fclose(file) != 0)
        abort();
    architecture_of(target, architecture, sizeof(architecture));
    snprintf(command, sizeof(command), "ptxas %s -arch=sm_%s -o %s %s >/dev/null 2>&1", options, architecture, cubin,
             path);
    if (system(command) == 0)
        code = file_bytes(cubin, size);
    unlink(path);
    unlink(cubin);
    return code;
}
