/* The command: finds the subcommand and runs it. `check` is the default.
 *
 * The rooms, each of which includes those to its left and the public headers of the library, and nothing else:
 *
 *     system ◀─ files ◀─ format ◀─ options ◀─ config ◀─ lsp ◀─ commands ◀─ commands/<command> ◀─ main.c
 *
 * - system: hides the operating system: memory, files, processes, signals
 * - files: finds the files to check, and tells their languages
 * - format: prints messages, diagnostics as text, JSON and diffs, and knows no option
 * - options: reads the command line, and reports what is wrong with it
 * - config: reads .ptxcheck.yaml, and lays what it asks for under what the command line does
 * - lsp: serves an editor
 * - commands: a file or a folder for each subcommand; commands/compile stands before ptxas and nvcc
 *
 * No two files call each other in a circle.
 */
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/commands/commands.h"
#include "cli/format/error.h"
#include "cli/options/vocabulary.h"

/* Whether an argument is no file and looks like a command. */
static bool is_misspelt(const char *argument) {
    struct stat status;
    return argument[0] != '-' && lstat(argument, &status) != 0 && hint_for(VALUES_COMMANDS, argument, "").text[0];
}

/* Whether `explain` is asked for a report about a finding, which takes the options of `check`. */
static bool is_report(int argc, char **argv) {
    bool report = false;
    for (int i = 2; i < argc && strcmp(argv[1], "explain") == 0 && strcmp(argv[i], "--") != 0; i++)
        report |= strcmp(argv[i], "--report") == 0;
    return report;
}

/* Returns the exit code of the subcommand that the first argument names, or of `check`. */
int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } commands[] = {
#define COMMAND(id, bit, name, run, ...) {name, run},
#include "cli/options/commands.def"
    };
    const char *slash = strrchr(argc > 0 ? argv[0] : "", '/'), *name = slash ? slash + 1 : argc > 0 ? argv[0] : "";
    if (strncmp(name, "ptxas", 5) == 0) /* a link that stands for an assembler, such as Triton's ptxas-blackwell */
        return command_ptxas(argc, argv);
    if (strcmp(name, "ptxcheck-launch") == 0)
        return command_launch(argc, argv);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a write that fails, and is reported */
    if (is_report(argc, argv))
        return command_check(argc - 1, argv + 1);
    for (size_t i = 0; argc > 1 && i < sizeof(commands) / sizeof(commands[0]); i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    if (argc > 1 && is_misspelt(argv[1]))
        return report_error("there is neither a file nor a command '%s'%s", argv[1],
                            hint_for(VALUES_COMMANDS, argv[1], "").text);
    return command_check(argc, argv);
}
