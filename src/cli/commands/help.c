/* ptxcheck help. */
#include "cli/commands/help.h"

#include "cli/arguments/usage.h"
#include "cli/output/trouble.h"

int command_help(int argc, char **argv) {
    (void)argc;
    (void)argv;
    usage_print(stdout);
    return finish(EXIT_CLEAN);
}
