/* Options and files: see request.h. */
#include "cli/options/request.h"

#include <string.h>

#include "cli/files/language.h"
#include "cli/format/error.h"
#include "cli/options/options.h"
#include "cli/system/environment.h"
#include "ptxcheck/ptxcheck.h"

/* Takes the target over; false after a message on stderr. */
static bool take_target(struct request *request, const char *value) {
    const struct given given = given_option("--target", value);
    enum ptxc_target target;
    const bool known = target_parse(&given, &target);
    request->options.target = ptxc_target_name(target);
    return known;
}

/* Takes one option over that several commands have; false after a message on stderr. `*common`: it is one. */
static bool take(struct request *request, enum option_id option, char *value, bool *common) {
    const struct given ptx = given_option("--ptx", value), assembler = given_option("--assembler", value);
    const struct given define = given_option("-D", value), undefine = given_option("-U", value);
    const struct given assume = given_option("--assume", value);
    switch (option) {
    case OPTION_TARGET: return take_target(request, value);
    case OPTION_PTX: return version_parse(&ptx, &request->options.ptx);
    case OPTION_ASSEMBLER: return assembler_parse(&assembler, &request->options.assembler);
    case OPTION_DEFINE: return define_add(&request->defines, &define, value, true);
    case OPTION_UNDEFINE: return define_add(&request->defines, &undefine, value, false);
    case OPTION_ASSUME: return assumption_add(&request->assumptions, &assume, value);
    case OPTION_STDIN_FILENAME: request->standard = value; return true;
    case OPTION_OUTPUT: request->output = value; return true;
    case OPTION_JSON: request->json = true; return true;
    case OPTION_FORMAT: request->json = strcmp(value, "json") == 0; return true;
    case OPTION_COLOR: request->color = color_of(value); return true;
    case OPTION_WRONG: return false; /* option_next has reported what is wrong */
    default: *common = false; return false;
    }
}

bool request_read(struct request *request, enum command_id command, int argc, char **argv,
                  bool (*own)(void *user, enum option_id option, char *value), void *user) {
    struct ptxc_options *options = &request->options;
    *request = (struct request){.options = {.size = sizeof(*options), .seed = environment_seed()}, .color = COLOR_AUTO};
    for (enum option_id option; (option = option_next(argc, argv, command)) != OPTION_END;) {
        bool common = true;
        if (!take(request, option, optarg, &common) && (common || !own || !own(user, option, optarg)))
            return false;
    }
    options->defines = request->defines.items;
    options->define_count = request->defines.count;
    options->assumptions = request->assumptions.items;
    options->assumption_count = request->assumptions.count;
    return true;
}

bool request_has_file(int count) {
    if (count == 0)
        report_error("no input file; - stands for standard input, 'ptxcheck help' tells more");
    return count > 0;
}

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
