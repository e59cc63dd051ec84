/* What differs from a revision of git: see revision.h. git is asked once, for the whole work tree, before any file is
 * checked: what it tracks, and a difference without context, of which the numbers of lines are kept.
 */
#include "cli/commands/check/revision.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/content.h"
#include "cli/format/error.h"
#include "cli/system/path.h"
#include "cli/system/process.h"

/* Lines that were added or changed; with a count of 0, lines after `first` were removed. */
struct hunk {
    size_t first;
    size_t count;
};

struct revised_file {
    char *path; /* below the top of the work tree */
    struct hunk *hunks;
    size_t count;
};

/* What git knows of a path. */
enum standing { STANDING_ABSENT /* there is no such file */, STANDING_UNTRACKED, STANDING_TRACKED };

struct revision {
    char *top;
    struct revised_file *files;
    size_t count;
    struct tally tracked;      /* hashes of paths */
    char *asked;               /* the path that was asked about last, */
    enum standing standing;    /* what became of it, */
    struct revised_file *file; /* and where it differs; NULL: nowhere */
};

/* ---- reading a difference ---- */

/* Reads what follows a backslash, an octal number or a letter as in C, and returns what follows that. */
static const char *read_escape(const char *at, char *c) {
    static const char letters[] = "abfnrtv", meant[] = "\a\b\f\n\r\t\v";
    const char *letter = strchr(letters, *at);
    char digits[4] = "", *end;
    memcpy(digits, at, strnlen(at, 3));
    *c = *at;
    if (letter)
        *c = meant[letter - letters];
    if (*at < '0' || *at > '3')
        return at + 1;
    *c = (char)strtoul(digits, &end, 8);
    return at + (end - digits);
}

/* Returns a name as git prints it, to be freed: one with special characters stands in quotes, with escapes. */
static char *name_of(const char *text, size_t length) {
    char *name = memory_text(text, length), *out = name;
    if (*name != '"') {
        name[strcspn(name, "\t")] = 0; /* which follows a name with blanks */
        return name;
    }
    for (const char *at = name + 1; *at && *at != '"'; out++) {
        const bool escaped = at[0] == '\\' && at[1];
        *out = *at++;
        if (escaped)
            at = read_escape(at, out);
    }
    *out = 0;
    return name;
}

/* Adds the file that a line such as `+++ b/copy.cu` names. A file that is gone gets no lines. */
static void add_file(struct revision *revision, const char *text, size_t length) {
    char *name = name_of(text, length);
    const char *slash = strchr(name, '/');
    revision->files = memory_more(revision->files, revision->count, sizeof(*revision->files));
    revision->files[revision->count++] = (struct revised_file){.path = memory_format("%s", slash ? slash + 1 : name)};
    free(name);
}

/* Reads "3" or "3,2", a line and a count; returns what follows. */
static const char *read_range(const char *at, struct hunk *hunk) {
    char *end;
    hunk->first = strtoul(at, &end, 10);
    hunk->count = 1;
    if (*end == ',')
        hunk->count = strtoul(end + 1, &end, 10);
    return end;
}

/* Adds the hunk that a line such as `@@ -3,2 +3 @@` begins; returns how many lines follow it. */
static size_t add_hunk(struct revision *revision, const char *at) {
    struct revised_file *file = &revision->files[revision->count - 1];
    struct hunk before, after;
    at = read_range(at, &before);
    read_range(at + strspn(at, " +"), &after);
    file->hunks = memory_more(file->hunks, file->count, sizeof(*file->hunks));
    file->hunks[file->count++] = after;
    return before.count + after.count;
}

/* Takes the files and lines of a difference. A line of content may look like anything and hold any bytes, so hunks are
 * counted. */
static void take_difference(struct revision *revision, const char *text, size_t length) {
    size_t content = 0;
    for (const char *at = text, *limit = text + length, *end; at < limit; at = end + 1) {
        end = memchr(at, '\n', (size_t)(limit - at));
        end = end ? end : limit;
        if (content > 0)
            content -= *at != '\\'; /* no newline at the end of the file: not a line of it */
        else if (strncmp(at, "+++ ", 4) == 0)
            add_file(revision, at + 4, (size_t)(end - at) - 4);
        else if (strncmp(at, "@@ -", 4) == 0 && revision->count > 0)
            content = add_hunk(revision, at + 4);
    }
}

/* ---- asking git ---- */

/* Returns what git prints, and where it ends, to be freed; NULL where it fails. `folder` is where it runs. */
static char *ask(const char *folder, const char *const *words, size_t *length) {
    const char *argv[24] = {"git", "-C", folder};
    size_t count = 3;
    while (*words)
        argv[count++] = *words++;
    return process_ask((char **)argv, length);
}

/* Returns a line that git prints, without its end. */
static char *ask_line(const char *folder, const char *const *words) {
    size_t length;
    char *line = ask(folder, words, &length);
    if (line && length > 0 && line[length - 1] == '\n')
        line[length - 1] = 0;
    return line;
}

/* Whatever the configuration of git asks for, names begin with b/ and hunks have no context. */
static bool ask_difference(struct revision *revision, const char *tree) {
    const char *const difference[] = {"diff",
                                      "-U0",
                                      "--inter-hunk-context=0",
                                      "--no-ext-diff",
                                      "--no-textconv",
                                      "--no-color",
                                      "--text",
                                      "--find-renames",
                                      "--ignore-submodules",
                                      "--src-prefix=a/",
                                      "--dst-prefix=b/",
                                      tree,
                                      "--",
                                      NULL};
    const char *const tracked[] = {"ls-files", "-z", NULL};
    size_t length;
    char *text = ask(revision->top, difference, &length);
    if (!text)
        return false;
    take_difference(revision, text, length);
    free(text);
    text = ask(revision->top, tracked, &length);
    for (const char *name = text; text && name < text + length; name += strlen(name) + 1)
        tally_add(&revision->tracked, tally_hash(0, name, strlen(name)), 1);
    const bool known = text != NULL;
    free(text);
    return known;
}

/* Returns the tree of a revision by its hash, to be freed; NULL where there is none of this name. */
static char *tree_of(const char *name) {
    char *tree = memory_format("%s^{tree}", name);
    const char *const words[] = {"rev-parse", "--verify", "--quiet", tree, NULL};
    char *hash = *name == '-' ? NULL : ask_line(".", words); /* no name begins so, and an option does */
    free(tree);
    return hash;
}

struct revision *revision_open(const char *name) {
    static const char *const top[] = {"rev-parse", "--show-toplevel", NULL};
    struct revision *revision = memory_new(1, sizeof(*revision));
    char *tree = NULL;
    revision->top = ask_line(".", top);
    if (!revision->top)
        report_error("--diff-base needs a work tree of git around this directory, and 'git rev-parse --show-toplevel' "
                     "names none");
    else if (!(tree = tree_of(name)))
        report_error("--diff-base takes a revision, and git knows none that is named '%s'", name);
    else if (!ask_difference(revision, tree))
        report_error("--diff-base: git cannot say what differs from '%s'", name);
    else
        return free(tree), revision;
    free(tree);
    revision_free(revision);
    return NULL;
}

void revision_free(struct revision *revision) {
    if (!revision)
        return;
    for (size_t i = 0; i < revision->count; i++) {
        free(revision->files[i].path);
        free(revision->files[i].hunks);
    }
    tally_free(&revision->tracked);
    free(revision->files);
    free(revision->asked);
    free(revision->top);
    free(revision);
}

/* ---- findings ---- */

/* Lines of a file. */
struct extent {
    const char *file;
    size_t first, last;
};

/* Finds out what git knows of a path. */
static enum standing look(struct revision *revision, const char *path) {
    if (revision->asked && strcmp(revision->asked, path) == 0)
        return revision->standing;
    free(revision->asked);
    revision->asked = memory_text(path, strlen(path));
    revision->file = NULL;
    char *whole = realpath(path, NULL);
    const char *below = whole ? path_below(revision->top, whole) : NULL;
    const bool tracked = below && tally_count(&revision->tracked, tally_hash(0, below, strlen(below))) > 0;
    revision->standing = tracked ? STANDING_TRACKED : whole ? STANDING_UNTRACKED : STANDING_ABSENT;
    for (size_t i = 0; tracked && i < revision->count && !revision->file; i++)
        if (strcmp(revision->files[i].path, below) == 0)
            revision->file = &revision->files[i];
    free(whole);
    return revision->standing;
}

/* Whether one of the lines differs, or lines between them were removed. */
static bool differs(struct revision *revision, const struct extent *extent) {
    if (look(revision, extent->file) != STANDING_TRACKED)
        return true;
    for (size_t i = 0; revision->file && i < revision->file->count; i++) {
        const struct hunk *hunk = &revision->file->hunks[i];
        const bool within = hunk->count == 0 ? hunk->first >= extent->first && hunk->first < extent->last
                                             : hunk->first <= extent->last && hunk->first + hunk->count > extent->first;
        if (within)
            return true;
    }
    return false;
}

/* Widens the lines by others, where both are of one file. */
static void widen(struct extent *whole, const struct extent *part) {
    if (!whole->file)
        *whole = *part;
    if (strcmp(whole->file, part->file) != 0)
        return;
    whole->first = part->first < whole->first ? part->first : whole->first;
    whole->last = part->last > whole->last ? part->last : whole->last;
}

/* Whether a span stands on lines that differ, and adds them to `whole`. PTX that was compiled from a source here is
 * what git tracks of it: where that is the source alone, its lines decide. */
static bool stands_on(struct revision *revision, const struct checked *checked, struct ptxc_lines *lines,
                      struct ptxc_span span, struct extent *whole) {
    const struct region region = output_region(lines, span);
    const struct extent own = {checked->name, region.from.line, region.to.line};
    struct origin_chain chain;
    bool sources = false, touched = false;
    *lines = region.from;
    output_origin(checked, span.offset, &chain);
    for (size_t i = 0; i < chain.count; i++) {
        const struct extent place = {chain.places[i].file, chain.places[i].line, chain.places[i].line};
        if (look(revision, place.file) == STANDING_ABSENT)
            continue;
        widen(whole, &place);
        touched |= differs(revision, &place);
        sources = true;
    }
    if (sources && look(revision, own.file) != STANDING_TRACKED)
        return touched;
    widen(whole, &own);
    return touched || differs(revision, &own);
}

bool revision_touches(struct revision *revision, const struct checked *checked, struct ptxc_lines *lines,
                      const struct ptxc_diagnostic *diagnostic) {
    struct extent whole = {NULL, 0, 0};
    bool touched = stands_on(revision, checked, lines, diagnostic->span, &whole);
    if (diagnostic->cause.length > 0)
        touched = touched || stands_on(revision, checked, lines, diagnostic->cause, &whole);
    for (size_t i = 0; i < diagnostic->note_count && !touched; i++)
        if (diagnostic->notes[i].span.length > 0)
            touched = stands_on(revision, checked, lines, diagnostic->notes[i].span, &whole);
    return touched || (diagnostic->rule_class == PTXC_CLASS_HAZARD && differs(revision, &whole));
}
