/* ptxcheck help: what all commands do, or one of them. */
#include "cli/commands/help.h"

#include <stdbool.h>
#include <stdio.h>

#include "cli/arguments/manual.h"
#include "cli/arguments/options.h"
#include "cli/arguments/usage.h"
#include "cli/arguments/vocabulary.h"
#include "cli/output/trouble.h"

/* Prints the help or the manual page of one command, or of all where it is NULL. */
static void print(const struct command_row *command, bool manual) {
    if (manual && command)
        manual_print_command(stdout, command);
    else if (manual)
        manual_print(stdout);
    else if (command)
        usage_print_command(stdout, command);
    else
        usage_print(stdout);
}

int command_help(int argc, char **argv) {
    const struct command_row *command = NULL;
    bool manual = false;
    for (enum option_id option; (option = option_next(argc, argv, COMMAND_HELP)) != OPTION_END;) {
        if (option != OPTION_MAN)
            return EXIT_TROUBLE; /* option_next has said what is wrong */
        manual = true;
    }
    if (argc - optind > 1)
        return trouble("help takes at most one command");
    if (optind < argc && !(command = command_find(argv[optind])))
        return trouble("there is no command '%s'%s", argv[optind],
                       hint_for(VALUES_COMMANDS, argv[optind], "; 'ptxcheck help' lists them").text);
    print(command, manual);
    return finish(EXIT_CLEAN);
}
