/* ptxcheck help: what all commands do, or one of them. */
#include "cli/commands/help.h"

#include "cli/arguments/options.h"
#include "cli/arguments/usage.h"
#include "cli/arguments/vocabulary.h"
#include "cli/output/trouble.h"

int command_help(int argc, char **argv) {
    int first = arguments_begin(argc, argv, COMMAND_HELP);
    if (!first)
        return EXIT_TROUBLE;
    if (argc - first > 1)
        return trouble("help takes at most one command");
    const struct command_row *command = first < argc ? command_find(argv[first]) : NULL;
    if (first < argc && !command)
        return trouble("there is no command '%s'%s", argv[first],
                       hint_for(VALUES_COMMANDS, argv[first], "; 'ptxcheck help' lists them").text);
    if (command)
        usage_print_command(stdout, command);
    else
        usage_print(stdout);
    return finish(EXIT_CLEAN);
}
