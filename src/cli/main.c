/* The command: finds the subcommand and runs it. `check` is the default. */
#include <string.h>

#include "cli.h"

static int command_help(int argc, char **argv) {
    (void)argc;
    (void)argv;
    usage_print(stdout);
    return finish(EXIT_CLEAN);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } commands[] = {
        {"check", command_check},     {"fmt", command_fmt},
        {"where", command_where},     {"dump", command_dump},
        {"explain", command_explain}, {"rules", command_rules},
        {"forms", command_forms},     {"reference", command_reference},
        {"help", command_help},
    };
    for (size_t i = 0; argc > 1 && i < sizeof(commands) / sizeof(commands[0]); i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    return command_check(argc, argv);
}
