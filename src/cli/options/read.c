/* Reads the file that an argument names: see read.h. */
#include "cli/options/read.h"

#include <string.h>

#include "cli/files/language.h"
#include "cli/format/error.h"
#include "ptxcheck/ptxcheck.h"

bool source_read(struct source *source, const char *path) {
    struct problem problem = source_load(source, path);
    if (!problem.text)
        problem = source_validate(source);
    if (!problem.text)
        return true;
    report_problem(source->name, problem);
    source_free(source);
    return false;
}

bool source_read_language(struct source *source, const char *path, const char *standard, const char **host) {
    const char *name = strcmp(path, "-") == 0 ? standard : path;
    char unknown[LANGUAGE_UNKNOWN_SIZE];
    if (!source_read(source, path))
        return false;
    source->name = name ? name : source->name;
    if (language_of(name, source->text, source->length, host))
        return true;
    language_describe_unknown(unknown, sizeof(unknown));
    report_error("%s: %s", source->name, name ? unknown : LANGUAGE_UNKNOWN_INPUT);
    source_free(source);
    return false;
}

bool source_read_module(struct source *source, const char *path, const char *standard, const char *command,
                        const char *advice) {
    const char *name = strcmp(path, "-") == 0 ? standard : path, *host;
    if (!name || !ptxc_host_known(name)) {
        if (!source_read_language(source, path, standard, &host))
            return false;
        if (!host)
            return true;
        source_free(source);
    }
    report_error("%s reads PTX modules, but %s is not one%s", command, name ? name : source_name(path), advice);
    return false;
}
