/* ptxcheck fmt: the instructions of the family in canonical form, every other byte as it was. Without an option the
 * result goes to standard output, that of several files one after another.
 *
 * Exit status: 0; 1 where --check or --diff found something to change; 2 where a file could not be read or written,
 * or something in it could not be rewritten (the rest of the file is rewritten all the same). A comment inside an
 * instruction is no error: the instruction is left as it is, and a note says so.
 */
#include "cli/commands/fmt.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/arguments/options.h"
#include "cli/arguments/read.h"
#include "cli/commands/format.h"
#include "cli/files/replace.h"
#include "cli/output/clean.h"
#include "cli/output/diff.h"
#include "cli/output/trouble.h"

enum mode { MODE_PRINT, MODE_IN_PLACE, MODE_CHECK, MODE_DIFF };

/* Writes the file where it changed, for -i; false after a message on stderr. */
static bool put_back(const struct source *source, const struct formatted *formatted) {
    if (formatted->edit_count == 0)
        return true;
    struct problem problem = file_replace(source->name, formatted->text, formatted->length);
    if (problem.text)
        trouble_with(source->name, problem);
    return !problem.text;
}

/* Prints what changed, for --diff; false after a message on stderr. */
static bool show(const struct source *source, const struct formatted *formatted) {
    const struct comparison comparison = {.name = source->name,
                                          .text = source->text,
                                          .length = source->length,
                                          .result = formatted->text,
                                          .edits = formatted->edits,
                                          .edit_count = formatted->edit_count};
    bool shown = diff_print(&comparison);
    if (!shown)
        trouble("%s: not enough memory", source->name);
    return shown;
}

/* Does what the mode asks with one file that could be read; false after a message on stderr. */
static bool deliver(enum mode mode, const struct source *source, const struct formatted *formatted) {
    bool changed = formatted->edit_count > 0;
    switch (mode) {
    case MODE_IN_PLACE: return put_back(source, formatted);
    case MODE_CHECK:
        if (changed) {
            print_clean(stdout, source->name, strlen(source->name));
            putchar('\n');
        }
        return true;
    case MODE_DIFF: return show(source, formatted);
    case MODE_PRINT: fwrite(formatted->text, 1, formatted->length, stdout); return true; /* finish looks at it */
    }
    return true;
}

/* Rewrites one file and sets `*changed` where that made a difference; false where something is wrong with it, after
 * a message on stderr. */
static bool format_file(enum mode mode, const char *name, bool *changed) {
    struct source source;
    struct formatted formatted;
    bool sound = true;
    if (mode == MODE_IN_PLACE && strcmp(name, "-") == 0) {
        trouble("-i takes files, not standard input");
        return false;
    }
    if (!source_read_module(&source, name, "fmt"))
        return false;
    if (!source_format(&source, &formatted, &sound) || !deliver(mode, &source, &formatted))
        sound = false;
    *changed |= formatted.edit_count > 0;
    formatted_free(&formatted);
    source_free(&source);
    return sound;
}

/* Gives the mode that one option asks for; MODE_PRINT for an option that is wrong. */
static enum mode mode_of(enum option_id option) {
    switch (option) {
    case OPTION_IN_PLACE: return MODE_IN_PLACE;
    case OPTION_CHECK: return MODE_CHECK;
    case OPTION_DIFF: return MODE_DIFF;
    default: return MODE_PRINT; /* option_next has said what is wrong */
    }
}

/* Gives the mode that the options ask for; false after a message on stderr. */
static bool parse_mode(int argc, char **argv, enum mode *mode) {
    *mode = MODE_PRINT;
    for (enum option_id option; (option = option_next(argc, argv, COMMAND_FMT)) != OPTION_END;) {
        enum mode wanted = mode_of(option);
        if (wanted == MODE_PRINT)
            return false;
        if (*mode != MODE_PRINT && *mode != wanted) {
            trouble("fmt takes only one of -i, --check and --diff");
            return false;
        }
        *mode = wanted;
    }
    return true;
}

int command_fmt(int argc, char **argv) {
    enum mode mode;
    bool sound = true, changed = false;
    if (!parse_mode(argc, argv, &mode))
        return EXIT_TROUBLE;
    if (optind == argc)
        return trouble("no input file; - stands for standard input");
    for (int i = optind; i < argc; i++)
        sound &= format_file(mode, argv[i], &changed);
    if (!sound)
        return finish(EXIT_TROUBLE);
    return finish(changed && (mode == MODE_CHECK || mode == MODE_DIFF) ? EXIT_FINDINGS : EXIT_CLEAN);
}
