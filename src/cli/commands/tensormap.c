/* ptxcheck tensormap: the files are named one by one, and then reported on as those of check. */
#include "cli/commands/tensormap.h"

#include <sys/stat.h>

#include "cli/commands/check.h"
#include "cli/output/trouble.h"

/* Decides whether an argument is a directory, in which files of JSON would have to be guessed. */
static bool is_directory(const char *argument) {
    struct stat status;
    return argument[0] != '-' && stat(argument, &status) == 0 && S_ISDIR(status.st_mode);
}

int command_tensormap(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (is_directory(argv[i]))
            return trouble("tensormap takes files, and '%s' is a directory", argv[i]);
    return check_run(COMMAND_TENSORMAP, argc, argv);
}
