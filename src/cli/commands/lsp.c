/* ptxcheck lsp: the language server, on standard input and output. */
#include "cli/commands/commands.h"

#include "cli/format/error.h"
#include "cli/lsp/lsp.h"
#include "cli/options/options.h"

int command_lsp(int argc, char **argv) {
    enum option_id option;
    while ((option = option_next(argc, argv, COMMAND_LSP)) == OPTION_STDIO)
        ; /* editors give it, and it changes nothing */
    if (option != OPTION_END)
        return EXIT_ERROR;
    if (optind < argc)
        return report_error("lsp takes no argument; the client sends the files");
    return lsp_serve("/proc/self/exe");
}
