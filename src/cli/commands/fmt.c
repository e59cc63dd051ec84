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
#include "cli/format/error.h"
#include "cli/format/print.h"
#include "cli/options/options.h"
#include "cli/options/request.h"
#include "cli/options/values.h"
#include "ptxcheck/edit.h"
#include "ptxcheck/render.h"

enum mode { MODE_PRINT, MODE_IN_PLACE, MODE_CHECK, MODE_DIFF };

/* What the options ask for. */
struct fmt_settings {
    enum mode mode;
    bool keep_layout;
    struct request request;
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
static bool format_source(const struct fmt_settings *settings, const struct source *source, bool *found) {
    const struct ptxc_format_options options = {
        .size = sizeof(options), .keep_layout = settings->keep_layout, .seed = settings->request.options.seed};
    struct ptxc_edits *edits;
    struct changed changed = {0};
    const enum ptxc_status status = ptxc_format(source->text, source->length, &options, &edits);
    if (status != PTXC_OK)
        return report_error("%s: %s", source->name, status_text(status)), false;
    bool sound = report_remarks(source, edits);
    const bool differs = ptxc_edits_count(edits) > 0;
    changed_apply(&changed, edits);
    if (differs || settings->mode == MODE_PRINT)
        sound &= deliver(settings->mode, source, &changed);
    *found |= differs;
    changed_free(&changed);
    ptxc_edits_free(edits);
    return sound;
}

/* Rewrites one file, likewise. */
static bool format_file(const struct fmt_settings *settings, const char *name, bool *found) {
    struct source source;
    if (settings->mode == MODE_IN_PLACE && strcmp(name, "-") == 0) {
        report_error("-i takes files, not standard input");
        return false;
    }
    if (!source_read_module(&source, name, settings->request.standard, "fmt", ""))
        return false;
    const bool sound = format_source(settings, &source, found);
    source_free(&source);
    return sound;
}

/* Takes one option over that no other command has; false after a message on stderr. */
static bool apply(void *user, enum option_id option, char *value) {
    struct fmt_settings *settings = user;
    const enum mode mode = option == OPTION_IN_PLACE ? MODE_IN_PLACE : option == OPTION_CHECK ? MODE_CHECK : MODE_DIFF;
    (void)value;
    if (option == OPTION_KEEP_LAYOUT)
        return settings->keep_layout = true;
    if (settings->mode != MODE_PRINT && settings->mode != mode)
        return report_error("fmt takes only one of -i, --check and --diff"), false;
    settings->mode = mode;
    return true;
}

int command_fmt(int argc, char **argv) {
    struct fmt_settings settings = {.mode = MODE_PRINT};
    bool sound = true, found = false;
    if (!request_read(&settings.request, COMMAND_FMT, argc, argv, apply, &settings) || !request_has_file(argc - optind))
        return EXIT_ERROR;
    for (int i = optind; i < argc; i++)
        sound &= format_file(&settings, argv[i], &found);
    if (!sound)
        return finish(EXIT_ERROR);
    const bool asked = settings.mode == MODE_CHECK || settings.mode == MODE_DIFF;
    return finish(found && asked ? EXIT_FINDINGS : EXIT_CLEAN);
}
