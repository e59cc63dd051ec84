/* ptxcheck fmt: the instructions of the family in canonical form, every other byte as it was. Without an option the
 * result goes to standard output, that of several files one after another.
 *
 * Exit status: 0; 1 where --check or --diff found something to change; 2 where a file could not be read or written,
 * or something in it could not be rewritten (the rest of the file is rewritten all the same). A comment inside an
 * instruction is no error: the instruction is left as it is, and a note says so.
 */
#include "cli/commands/commands.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/format/changed.h"
#include "cli/format/clean.h"
#include "cli/format/error.h"
#include "cli/options/options.h"
#include "cli/options/read.h"
#include "cli/options/values.h"
#include "ptxcheck/edit.h"
#include "ptxcheck/render.h"

enum mode { MODE_PRINT, MODE_IN_PLACE, MODE_CHECK, MODE_DIFF };

/* What the options ask for. */
struct request {
    enum mode mode;
    bool keep_layout;
    const char *standard; /* the name that standard input goes by; NULL: none */
    uint64_t seed;        /* of the hash tables of the library */
};

/* Says on stderr what was left alone and what could not be read; returns whether there was no error. */
static bool report_remarks(const struct source *source, const struct ptxc_edits *edits) {
    struct ptxc_lines lines;
    bool sound = true;
    ptxc_lines_init(&lines, source->text, source->length);
    for (size_t i = 0; i < ptxc_edits_remarks(edits); i++) {
        const struct ptxc_remark *remark = ptxc_edits_remark(edits, i);
        const bool error = remark->kind != PTXC_REMARK_LEFT;
        ptxc_lines_seek(&lines, remark->span.offset);
        print_clean(stderr, source->name, strlen(source->name));
        fprintf(stderr, ":%zu:%zu: %s: %s%s\n", lines.line, lines.column, error ? "error" : "note",
                remark->kind == PTXC_REMARK_UNREADABLE ? "" : "left as it is: ", remark->text);
        sound &= !error;
    }
    return sound;
}

/* Does what the mode asks with one file that changed; false after a message on stderr. */
static bool deliver(enum mode mode, const struct source *source, const struct changed *changed) {
    switch (mode) {
    case MODE_IN_PLACE: return changed_write(changed, source);
    case MODE_DIFF: changed_show(changed, source); return true;
    case MODE_CHECK:
        print_clean(stdout, source->name, strlen(source->name));
        putchar('\n');
        return true;
    case MODE_PRINT: fwrite(changed->text, 1, changed->length, stdout); return true; /* finish looks at it */
    }
    return true;
}

/* Rewrites one source and sets `*found` where that made a difference; false where something is wrong with it, after
 * a message on stderr. */
static bool format_source(struct request request, const struct source *source, bool *found) {
    const struct ptxc_format_options options = {
        .size = sizeof(options), .keep_layout = request.keep_layout, .seed = request.seed};
    struct ptxc_edits *edits;
    struct changed changed = {0};
    const enum ptxc_status status = ptxc_format(source->text, source->length, &options, &edits);
    if (status != PTXC_OK)
        return report_error("%s: %s", source->name, status_text(status)), false;
    bool sound = report_remarks(source, edits);
    const bool differs = ptxc_edits_count(edits) > 0;
    changed_apply(&changed, edits);
    if (differs || request.mode == MODE_PRINT)
        sound &= deliver(request.mode, source, &changed);
    *found |= differs;
    changed_free(&changed);
    ptxc_edits_free(edits);
    return sound;
}

/* Rewrites one file, likewise. */
static bool format_file(struct request request, const char *name, bool *found) {
    struct source source;
    if (request.mode == MODE_IN_PLACE && strcmp(name, "-") == 0) {
        report_error("-i takes files, not standard input");
        return false;
    }
    if (!source_read_module(&source, name, request.standard, "fmt", ""))
        return false;
    const bool sound = format_source(request, &source, found);
    source_free(&source);
    return sound;
}

/* Returns the mode that one option asks for; MODE_PRINT for an option that is wrong. */
static enum mode mode_of(enum option_id option) {
    switch (option) {
    case OPTION_IN_PLACE: return MODE_IN_PLACE;
    case OPTION_CHECK: return MODE_CHECK;
    case OPTION_DIFF: return MODE_DIFF;
    default: return MODE_PRINT; /* option_next has reported what is wrong */
    }
}

/* Reads the options; false after a message on stderr. */
static bool parse_request(int argc, char **argv, struct request *request) {
    *request = (struct request){MODE_PRINT, false, NULL, seed_draw()};
    for (enum option_id option; (option = option_next(argc, argv, COMMAND_FMT)) != OPTION_END;) {
        if (option == OPTION_STDIN_FILENAME) {
            request->standard = optarg;
            continue;
        }
        enum mode wanted = mode_of(option);
        if (option == OPTION_KEEP_LAYOUT) {
            request->keep_layout = true;
            continue;
        }
        if (wanted == MODE_PRINT)
            return false;
        if (request->mode != MODE_PRINT && request->mode != wanted) {
            report_error("fmt takes only one of -i, --check and --diff");
            return false;
        }
        request->mode = wanted;
    }
    return true;
}

int command_fmt(int argc, char **argv) {
    struct request request;
    bool sound = true, found = false;
    if (!parse_request(argc, argv, &request))
        return EXIT_ERROR;
    if (optind == argc)
        return report_error("no input file; - stands for standard input, 'ptxcheck help' tells more");
    for (int i = optind; i < argc; i++)
        sound &= format_file(request, argv[i], &found);
    if (!sound)
        return finish(EXIT_ERROR);
    const bool asked = request.mode == MODE_CHECK || request.mode == MODE_DIFF;
    return finish(found && asked ? EXIT_FINDINGS : EXIT_CLEAN);
}
