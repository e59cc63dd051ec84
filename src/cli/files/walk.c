/* Finds the files in directories. Left out are hidden files and directories, what the patterns exclude, extensions
 * that ptxcheck does not know, and links to directories, without which a walk always ends. A file without an extension
 * is one of them unless it begins as a C++ header does.
 */
#include "cli/files/walk.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "cli/files/language.h"
#include "cli/system/memory.h"
#include "cli/system/path.h"
#include "cli/system/source.h"
#include "ptxcheck/ptxcheck.h"

enum kind { KIND_OTHER, KIND_FILE, KIND_FOLDER };

/* The patterns of a directory, and those of the directories that it lies in. */
struct level {
    const struct level *outer;
    struct exclude_list patterns;
    size_t base; /* the paths that the patterns take begin here in walk.path */
};

struct walk {
    struct file_list *files;
    const struct search *search;
    const struct level *options; /* the patterns of --exclude */
    char *path;
    size_t length;
    size_t capacity;
};

struct entry {
    char *name;
    enum kind kind;
};

struct entries {
    struct entry *items;
    size_t count;
    bool ignore; /* there is a .gitignore */
};

/* Adds a file to the list. */
static void add_file(struct file_list *files, const char *path, bool walked, struct problem problem) {
    files->items = memory_more(files->items, files->count, sizeof(*files->items));
    struct file *file = &files->items[files->count++];
    *file = (struct file){.path = memory_text(path, strlen(path)), .walked = walked, .problem = problem};
    file->name = walked && strncmp(path, "./", 2) == 0 ? file->path + 2 : file->path;
}

/* Adds the directory at the path of the walk as a file that could not be read, for the reason in errno. */
static void add_problem(struct walk *walk, const char *text) {
    add_file(walk->files, walk->path, true, (struct problem){text, errno});
}

/* Lengthens the path by a name; returns what `leave` takes to undo it. */
static size_t enter(struct walk *walk, const char *name) {
    size_t before = walk->length, length = strlen(name);
    bool slash = before > 0 && walk->path[before - 1] != '/';
    if (!walk->path || before + slash + length + 1 > walk->capacity) {
        walk->capacity = 2 * (before + slash + length + 1);
        walk->path = memory_sure(realloc(walk->path, walk->capacity));
    }
    if (slash)
        walk->path[before] = '/';
    memcpy(walk->path + before + slash, name, length + 1);
    walk->length = before + slash + length;
    return before;
}

/* Shortens the path to what it was before `enter`. */
static void leave(struct walk *walk, size_t before) {
    walk->length = before;
    walk->path[before] = 0;
}

/* Whether the extension is one that ptxcheck checks; of a file without one only its text can say. */
static bool is_known(const char *name) {
    const char *extension = strrchr(name, '.');
    return extension ? strcasecmp(extension, ".ptx") == 0 || ptxc_host_known(name) : language_is_open(name);
}

/* Returns whether an entry is a file or a directory. A link to a file counts as that file, and so does a broken link,
 * which is then reported. A link to a directory is neither. */
static enum kind kind_of(struct walk *walk, const struct dirent *found) {
    struct stat status;
    if (found->d_type == DT_REG || found->d_type == DT_DIR)
        return found->d_type == DT_REG ? KIND_FILE : KIND_FOLDER;
    if (found->d_type != DT_LNK && found->d_type != DT_UNKNOWN)
        return KIND_OTHER;
    size_t before = enter(walk, found->d_name);
    enum kind kind = KIND_FILE;
    if (lstat(walk->path, &status) == 0 && S_ISDIR(status.st_mode))
        kind = KIND_FOLDER;
    else if (stat(walk->path, &status) == 0 && !S_ISREG(status.st_mode))
        kind = KIND_OTHER;
    leave(walk, before);
    return kind;
}

/* Orders entries by name, for qsort. */
static int by_name(const void *left, const void *right) {
    return strcmp(((const struct entry *)left)->name, ((const struct entry *)right)->name);
}

/* Adds an entry of a directory if it is a directory or a file that ptxcheck knows. */
static void add_entry(struct walk *walk, struct entries *entries, const struct dirent *found) {
    if (strcmp(found->d_name, ".gitignore") == 0 && kind_of(walk, found) == KIND_FILE)
        entries->ignore = true;
    if (found->d_name[0] == '.')
        return;
    struct entry entry = {NULL, kind_of(walk, found)};
    if (entry.kind == KIND_OTHER || (entry.kind == KIND_FILE && !is_known(found->d_name)))
        return;
    entry.name = memory_text(found->d_name, strlen(found->d_name));
    entries->items = memory_more(entries->items, entries->count, sizeof(entry));
    entries->items[entries->count++] = entry;
}

/* Reads the names in a directory, sorted. All names are read and the directory is closed before anything in it is
 * entered, so that only one directory is open however deep the tree is. */
static void read_entries(struct walk *walk, struct entries *entries) {
    DIR *directory = opendir(walk->path);
    if (!directory) {
        add_problem(walk, "cannot open the directory");
        return;
    }
    for (const struct dirent *found; (errno = 0, found = readdir(directory));)
        add_entry(walk, entries, found);
    if (errno)
        add_problem(walk, "cannot read the directory");
    closedir(directory);
    if (entries->count > 1)
        qsort(entries->items, entries->count, sizeof(*entries->items), by_name);
}

/* Whether patterns exclude the path. Those of --exclude come first, then what `filter` says, then those of the
 * innermost directory; the first that match decide. */
static bool is_excluded(const struct walk *walk, const struct level *level, enum kind kind) {
    enum exclude_verdict verdict =
        exclude_ask(&walk->options->patterns, walk->path + walk->options->base, kind == KIND_FOLDER);
    if (verdict == EXCLUDE_SILENT && walk->search->filter)
        verdict = walk->search->filter(walk->search->user, walk->path, kind == KIND_FOLDER);
    for (; level && verdict == EXCLUDE_SILENT; level = level->outer)
        verdict = exclude_ask(&level->patterns, walk->path + level->base, kind == KIND_FOLDER);
    return verdict == EXCLUDE_OUT;
}

/* Reads the .gitignore file of the directory into the level. */
static void read_ignore(struct walk *walk, struct level *level) {
    size_t before = enter(walk, ".gitignore");
    enum exclude_status status = exclude_read(&level->patterns, walk->path);
    if (status == EXCLUDE_UNREADABLE)
        add_problem(walk, "cannot read");
    leave(walk, before);
}

/* Whether the file that the walk is at has no extension and is no C++ header either. */
static bool is_foreign(const struct walk *walk, const struct entry *entry) {
    return entry->kind == KIND_FILE && language_is_open(entry->name) && !language_is_header(walk->path);
}

/* Adds the files of a directory, and calls itself for those in it, as deep as the path can be long. */
static void walk_directory(struct walk *walk, const struct level *outer) {
    struct level level = {outer, {NULL, 0}, walk->length + (walk->path[walk->length - 1] != '/')};
    struct entries entries = {NULL, 0, false};
    walk->files->stopped |= walk->search->stops && walk->search->stops(walk->search->asker);
    if (walk->files->stopped)
        return;
    read_entries(walk, &entries);
    if (walk->search->ignore && entries.ignore)
        read_ignore(walk, &level);
    for (size_t i = 0; i < entries.count; i++) {
        const struct entry *entry = &entries.items[i];
        size_t before = enter(walk, entry->name);
        const bool skipped = is_excluded(walk, &level, entry->kind) || is_foreign(walk, entry);
        if (!skipped && entry->kind == KIND_FOLDER)
            walk_directory(walk, &level);
        else if (!skipped)
            add_file(walk->files, walk->path, true, (struct problem){NULL, 0});
        leave(walk, before);
    }
    for (size_t i = 0; i < entries.count; i++)
        free(entries.items[i].name);
    free(entries.items);
    exclude_free(&level.patterns);
}

/* Adds the files in a directory that was named, and below it. */
static void add_directory(struct file_list *files, const struct search *search, const char *name) {
    struct level options = {NULL, *search->excludes, 0};
    struct walk walk = {.files = files, .search = search, .options = &options};
    enter(&walk, name);
    options.base = walk.length + (walk.path[walk.length - 1] != '/');
    walk_directory(&walk, NULL);
    free(walk.path);
}

/* Whether what was named is left out all the same. Patterns of --exclude are relative to the current directory
 * then. */
static bool is_passed(const struct search *search, const char *name, bool folder) {
    size_t length = strlen(name);
    if (!search->filter_named)
        return false;
    while (length > 1 && name[length - 1] == '/')
        length--;
    char *path = memory_text(name, length), *here = path_directory(".");
    char *relative = here ? path_relative(here, path) : NULL;
    enum exclude_verdict verdict = EXCLUDE_SILENT;
    if (relative)
        verdict = exclude_ask_down(search->excludes, relative, folder);
    if (verdict == EXCLUDE_SILENT)
        verdict = search->filter_named(search->user, path, folder);
    free(relative);
    free(here);
    free(path);
    return verdict == EXCLUDE_OUT;
}

/* Adds standard input; `again` where it was named before. */
static void add_input(struct file_list *files, const struct search *search, bool again) {
    const struct problem problem = {again ? "named twice, but it can be read only once" : NULL, 0};
    add_file(files, "-", false, problem);
    struct file *file = &files->items[files->count - 1];
    file->name = search->standard ? search->standard : source_name("-");
    file->anonymous = !search->standard;
    file->excluded = search->standard && is_passed(search, search->standard, false);
    files->passed += file->excluded;
}

/* Adds what was named, unless it is left out. */
static void add_named(struct file_list *files, const struct search *search, const char *name) {
    const bool folder = path_is_folder(name);
    const bool passed = is_passed(search, name, folder);
    files->passed += passed;
    if (!passed && folder)
        add_directory(files, search, name);
    else if (!passed)
        add_file(files, name, false, (struct problem){NULL, 0});
}

void files_find(struct file_list *files, const struct search *search) {
    bool standard = false;
    for (size_t i = 0; i < search->count; i++) {
        const bool input = strcmp(search->names[i], "-") == 0;
        if (input)
            add_input(files, search, standard);
        else
            add_named(files, search, search->names[i]);
        standard |= input;
    }
}

void files_free(struct file_list *files) {
    for (size_t i = 0; i < files->count; i++)
        free(files->items[i].path);
    free(files->items);
    *files = (struct file_list){.items = NULL};
}
