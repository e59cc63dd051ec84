/* The file that an argument names, for a subcommand that goes through its files one by one. See cli.h. */
#include "cli.h"

bool source_read(struct source *source, const char *name) {
    struct problem problem = source_load(source, name);
    if (!problem.text)
        problem = source_judge(source);
    if (!problem.text)
        return true;
    trouble_with(source->name, problem);
    source_free(source);
    return false;
}

bool source_read_module(struct source *source, const char *name, const char *command) {
    if (!ptxc_host_known(name))
        return source_read(source, name);
    trouble("%s reads PTX modules, and %s is not one", command, name);
    return false;
}
