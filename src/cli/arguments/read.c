/* Reads the file that an argument names: see read.h. */
#include "cli/arguments/read.h"

#include "cli/files/language.h"
#include "cli/output/trouble.h"
#include "ptxcheck/ptxcheck.h"

bool source_read(struct source *source, const char *path) {
    struct problem problem = source_load(source, path);
    if (!problem.text)
        problem = source_judge(source);
    if (!problem.text)
        return true;
    trouble_with(source->name, problem);
    source_free(source);
    return false;
}

bool source_read_module(struct source *source, const char *path, const char *command) {
    if (!ptxc_host_known(path)) {
        if (!source_read(source, path))
            return false;
        if (!language_path(path, source->text, source->length))
            return true;
        source_free(source);
    }
    trouble("%s reads PTX modules, but %s is not one", command, path);
    return false;
}
