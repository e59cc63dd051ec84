/* ptxcheck check --report: what a report about a finding, or about one that is missing, needs, as Markdown: the
 * version, what holds for the file, what is found, and the smallest text that still has it. What is left out of a text
 * are whole pieces: functions of PTX; in another language what stands between lines that are not indented.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/check/settings.h"
#include "cli/config/find.h"
#include "cli/format/error.h"
#include "cli/format/fix.h"
#include "cli/format/print.h"
#include "cli/options/request.h"
#include "cli/system/path.h"
#include "ptxcheck/edit.h"
#include "ptxcheck/outline.h"

enum { MOST_TRIES = 100 /* pieces that are left out one by one */ };

/* What is reported of. */
struct report_subject {
    const struct source *source;
    const char *host; /* as language_of says */
    struct ptxc_options options;
    const struct ptxc_report *report;
    const struct ptxc_diagnostic *finding; /* NULL: one is missing */
    size_t place;                          /* of the finding, or where one should be; SIZE_MAX: anywhere */
    struct ptxc_span *pieces;              /* in their order */
    bool *dropped;
    size_t count;
};

/* ---- pieces ---- */

/* Adds a piece, with the empty lines after it. */
static void add_piece(struct report_subject *subject, size_t begin, size_t end) {
    while (end < subject->source->length && subject->source->text[end] == '\n')
        end++;
    subject->pieces = memory_more(subject->pieces, subject->count, sizeof(*subject->pieces));
    subject->pieces[subject->count++] = (struct ptxc_span){(uint32_t)begin, (uint32_t)(end - begin)};
}

/* Returns where the line of a place ends, after its newline. */
static size_t line_end(const struct source *source, size_t place) {
    const char *end = memchr(source->text + place, '\n', source->length - place);
    return end ? (size_t)(end - source->text) + 1 : source->length;
}

/* Finds the functions of PTX; where nothing is found, the kernels, for which the others may matter. */
static void find_functions(struct report_subject *subject) {
    struct ptxc_outline *outline = NULL;
    const struct ptxc_declaration *item;
    if (ptxc_outline_make(subject->source->text, subject->source->length, NULL, &outline) != PTXC_OK)
        return;
    for (size_t i = 0; (item = ptxc_outline_get(outline, i)); i++)
        if (item->kind == PTXC_DECLARED_KERNEL || (item->kind == PTXC_DECLARED_FUNCTION && subject->finding))
            add_piece(subject, item->text.offset, line_end(subject->source, item->text.offset + item->text.length));
    ptxc_outline_free(outline);
}

/* Cuts a text of another language where a line begins with a name or a sign that opens something. */
static void find_blocks(struct report_subject *subject) {
    const struct source *source = subject->source;
    size_t begin = 0;
    for (size_t at = 0; at < source->length; at = line_end(source, at)) {
        const bool joined = at > 1 && source->text[at - 2] == '\\';
        if (at > begin && !joined && !strchr(" \t\r\n})]#:", source->text[at])) {
            add_piece(subject, begin, at);
            begin = at;
        }
    }
    add_piece(subject, begin, source->length);
}

/* ---- leaving pieces out ---- */

/* Returns the text without what is dropped, to be freed. */
static struct source text_of(const struct report_subject *subject) {
    struct source made = {.name = subject->source->name, .text = memory_new(subject->source->length + 1, 1)};
    size_t from = 0;
    for (size_t i = 0; i <= subject->count; i++) {
        const size_t end = i < subject->count ? subject->pieces[i].offset : subject->source->length;
        if (end > from)
            memcpy(made.text + made.length, subject->source->text + from, end - from);
        made.length += end > from ? end - from : 0;
        from = end > from ? end : from;
        if (i < subject->count && subject->dropped[i] && from < end + subject->pieces[i].length)
            from = end + subject->pieces[i].length;
    }
    return made;
}

/* Returns the finding in a report of another text, or NULL. */
static const struct ptxc_diagnostic *find_same(const struct report_subject *subject, const struct ptxc_report *report) {
    for (size_t i = 0; subject->finding && i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *other = ptxc_report_get(report, i);
        if (strcmp(other->rule, subject->finding->rule) == 0 && strcmp(other->message, subject->finding->message) == 0)
            return other;
    }
    return NULL;
}

/* Whether the finding is there without what is dropped. Of one that is missing nobody knows. */
static bool holds(const struct report_subject *subject) {
    struct ptxc_report *report = NULL;
    struct source made = text_of(subject);
    source_check(subject->host, &made, &subject->options, &report);
    const bool found = !subject->finding || find_same(subject, report);
    ptxc_report_free(report);
    free(made.text);
    return found;
}

/* Leaves out all pieces but that of the place, or else as many as can be, one after another. */
static void reduce(struct report_subject *subject) {
    bool inside = subject->finding;
    for (size_t i = 0; i < subject->count; i++) {
        const struct ptxc_span piece = subject->pieces[i];
        subject->dropped[i] = subject->place < piece.offset || subject->place >= piece.offset + piece.length;
        inside |= !subject->dropped[i];
    }
    if (inside && holds(subject))
        return;
    bool *can = memory_new(subject->count, sizeof(*can));
    memcpy(can, subject->dropped, subject->count * sizeof(*can));
    memset(subject->dropped, 0, subject->count * sizeof(*can));
    for (size_t i = subject->count, tries = 0; inside && i-- > 0 && tries < MOST_TRIES;) {
        subject->dropped[i] = can[i];
        tries += can[i];
        if (can[i] && !holds(subject))
            subject->dropped[i] = false;
    }
    free(can);
}

/* ---- printing ---- */

/* Prints the finding and the smallest text that has it. */
static void print_subject(const struct report_subject *subject) {
    struct source made = text_of(subject);
    struct ptxc_report *report = NULL;
    struct ptxc_lines lines;
    const char *dot = subject->host ? strrchr(subject->host, '.') : NULL;
    source_check(subject->host, &made, &subject->options, &report);
    const struct ptxc_diagnostic *finding = find_same(subject, report);
    ptxc_lines_init(&lines, made.text, made.length);
    puts(subject->finding ? "\n## What is reported\n\n````text" : "\n## What is reported\n\nNothing there.");
    if (finding)
        print_diagnostic(stdout, report, finding, finding->severity, made.name, &lines, 0);
    if (subject->finding)
        puts("````");
    printf("\n## The text%s\n\n````%s\n", made.length < subject->source->length ? ", reduced" : "",
           dot ? dot + 1 : "ptx");
    fwrite(made.text, 1, made.length, stdout);
    printf("%s````\n", made.length > 0 && made.text[made.length - 1] != '\n' ? "\n" : "");
    ptxc_report_free(report);
    free(made.text);
}

/* Finds what is reported of: of a line the gravest finding that begins there, without one the gravest of all. */
static void find_subject(struct report_subject *subject, size_t line) {
    struct ptxc_lines lines;
    ptxc_lines_init(&lines, subject->source->text, subject->source->length);
    subject->place = line > 0 && ptxc_lines_find(&lines, line, 0) ? lines.start : SIZE_MAX;
    for (size_t i = 0; i < ptxc_report_count(subject->report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(subject->report, i);
        ptxc_lines_seek(&lines, diagnostic->span.offset);
        if ((line == 0 || lines.line == line) &&
            (!subject->finding || diagnostic->severity > subject->finding->severity))
            subject->finding = diagnostic;
    }
    if (subject->finding)
        subject->place = subject->finding->span.offset;
}

/* Cuts ":LINE" or ":LINE:COLUMN" off the name of a file that is not there with it; returns the line, or 0. */
static size_t cut_line(char *path) {
    size_t line = 0;
    for (char *colon; !path_is_file(path) && (colon = strrchr(path, ':')) && colon[1];) {
        if (colon[1 + strspn(colon + 1, "0123456789")])
            return line;
        line = strtoul(colon + 1, NULL, 10);
        *colon = 0;
    }
    return line;
}

/* Prints the report of a file that was read. */
static bool print_report_of(const struct settings *settings, struct finder *finder, const struct profile *profile,
                            struct report_subject *subject, size_t line) {
    struct ptxc_report *report = NULL;
    subject->options = settings_options(settings, profile);
    subject->options.limit = 0;
    const enum ptxc_status status = source_check(subject->host, subject->source, &subject->options, &report);
    if (status != PTXC_OK)
        return report_error("%s: %s", subject->source->name, status_text(status)), false;
    subject->report = report;
    find_subject(subject, line);
    if (subject->host)
        find_blocks(subject);
    else
        find_functions(subject);
    subject->dropped = memory_new(subject->count, sizeof(*subject->dropped));
    reduce(subject);
    printf("ptxcheck %s\n\n````yaml\n", ptxc_version());
    const bool shown = config_show(finder, subject->source->name);
    puts("````");
    print_subject(subject);
    free(subject->pieces);
    free(subject->dropped);
    ptxc_report_free(report);
    return shown;
}

int report_print(const struct settings *settings, struct finder *finder) {
    struct source source;
    struct report_subject subject = {.source = &source};
    if (settings->argc != 1)
        return report_error("--report takes one file, FILE or FILE:LINE");
    const size_t line = cut_line(settings->argv[0]);
    const struct profile *profile = finder_profile(finder, settings->argv[0]);
    if (!profile || !source_read_language(&source, settings->argv[0], settings->stdin_filename, &subject.host))
        return EXIT_ERROR;
    const bool done = print_report_of(settings, finder, profile, &subject, line);
    source_free(&source);
    return finish(done ? EXIT_CLEAN : EXIT_ERROR);
}
