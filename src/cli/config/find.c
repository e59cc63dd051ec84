/* Finds configurations and lays them over one another: see find.h. What holds for a directory is looked up once; what
 * holds for a file is one of few profiles, by the sections that match it.
 */
#include "cli/config/find.h"

#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/format/error.h"
#include "cli/system/path.h"
#include "cli/system/problem.h"

#define CONFIG_NAME ".ptxcheck.yaml"

/* A directory, under the name by which it was asked for. */
struct folder {
    char *path;
    char *real;                  /* absolute and without links; NULL where there is no such directory */
    const struct config *config; /* that holds in it, NULL for none */
    bool broken;                 /* one that holds in it cannot be read */
    struct folder *next;         /* of all */
};

/* A profile that is made of another. */
struct layer {
    const struct layer *under;   /* NULL for the lowest */
    const struct config *config; /* that was laid over it; NULL for the command line */
    uint64_t sections;           /* of the configuration */
    bool sound;
    struct profile profile;
    struct layer *next; /* of all */
};

/* A configuration that was read. */
struct loaded {
    struct config *config;
    struct loaded *next;
};

struct finder {
    const struct profile *profile; /* of the command line */
    const struct config *fixed;    /* that holds for everything */
    bool closed;                   /* none is looked for */
    bool failed;
    char *here; /* the current directory */
    void *tree; /* of the folders, by path */
    struct folder *folders;
    struct layer *layers;
    const struct layer *lowest; /* under the configurations; NULL: there is none */
    struct loaded *entries;
};

/* Orders folders by path, for tsearch. */
static int by_path(const void *left, const void *right) {
    return strcmp(((const struct folder *)left)->path, ((const struct folder *)right)->path);
}

struct finder *finder_new(const struct profile *profile) {
    struct finder *finder = memory_new(1, sizeof(*finder));
    finder->profile = profile;
    finder->here = realpath(".", NULL);
    return finder;
}

void finder_free(struct finder *finder) {
    for (struct folder *folder = finder->folders, *next; folder; folder = next) {
        next = folder->next;
        tdelete(folder, &finder->tree, by_path);
        free(folder->path);
        free(folder->real);
        free(folder);
    }
    for (struct layer *layer = finder->layers, *next; layer; layer = next) {
        next = layer->next;
        free(layer);
    }
    for (struct loaded *entry = finder->entries, *next; entry; entry = next) {
        next = entry->next;
        config_free(entry->config);
        free(entry);
    }
    free(finder->here);
    free(finder);
}

/* Returns how messages call an absolute path: from the current directory where it is below that. A copy. */
static char *shown_name(const struct finder *finder, const char *path) {
    const char *name = finder->here ? path_below(finder->here, path) : path;
    return memory_text(name, strlen(name));
}

/* Reads the configuration of a real directory; NULL after a message on stderr. `name` becomes its own. */
static struct config *load(struct finder *finder, const char *path, char *name, const char *folder) {
    struct config *config = config_read(path, name, memory_text(folder, strlen(folder)));
    finder->failed |= !config;
    if (!config)
        return NULL;
    struct loaded *entry = memory_new(1, sizeof(*entry));
    *entry = (struct loaded){config, finder->entries};
    finder->entries = entry;
    return config;
}

/* Says that the configuration at a path is no file that can be read. */
static void cannot_read(struct finder *finder, const char *name, struct problem problem) {
    report_problem(name, problem);
    finder->failed = true;
}

/* Reads the configuration in a real directory where there is one; also a link to nowhere is one, which is reported. */
static struct config *load_from(struct finder *finder, const char *folder) {
    struct stat status;
    struct config *config = NULL;
    char *path = path_join(folder, CONFIG_NAME), *name = shown_name(finder, path);
    if (lstat(path, &status) != 0)
        free(name);
    else if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
        config = load(finder, path, name, folder);
    else {
        cannot_read(finder, name,
                    S_ISREG(status.st_mode) || S_ISLNK(status.st_mode)
                        ? (struct problem){"cannot open", errno}
                        : (struct problem){"a configuration is a file, which this is not", 0});
        free(name);
    }
    free(path);
    return config;
}

static const struct folder *folder_at(struct finder *finder, const char *path, bool real);

/* Finds what holds in a real directory: its own configuration, or else what holds in the one above. */
static void find_config(struct finder *finder, struct folder *folder) {
    const bool failed = finder->failed;
    const char *real = folder->real, *slash = strrchr(real, '/');
    finder->failed = false;
    struct config *config = load_from(finder, real);
    folder->config = config;
    folder->broken = finder->failed;
    finder->failed |= failed;
    if ((config && !config->inherit) || !slash || !slash[1])
        return;
    char *name = memory_text(real, slash == real ? 1 : (size_t)(slash - real));
    const struct folder *above = folder_at(finder, name, true);
    free(name);
    folder->broken |= above->broken;
    if (config)
        config->outer = above->config;
    else
        folder->config = above->config;
}

/* Returns what is known of a directory, and looks where nothing is yet. It calls itself for the directories above, as
 * deep as a path can be long. */
static const struct folder *folder_at(struct finder *finder, const char *path, bool real) {
    const struct folder wanted = {.path = (char *)path};
    void *found = tfind(&wanted, &finder->tree, by_path);
    if (found)
        return *(struct folder **)found;
    struct folder *folder = memory_new(1, sizeof(*folder));
    folder->path = memory_text(path, strlen(path));
    memory_sure(tsearch(folder, &finder->tree, by_path));
    folder->next = finder->folders;
    finder->folders = folder;
    folder->real = real ? memory_text(path, strlen(path)) : realpath(path, NULL);
    if (!folder->real && errno == ENOMEM)
        memory_sure(NULL);
    if (folder->real && strcmp(folder->real, path) != 0) {
        const struct folder *same = folder_at(finder, folder->real, true);
        folder->config = same->config;
        folder->broken = same->broken;
    } else if (folder->real) {
        find_config(finder, folder);
    }
    return folder;
}

/* Returns what is known of the directory in which a file lies. */
static const struct folder *folder_of(struct finder *finder, const char *path) {
    const char *slash = strrchr(path, '/');
    char *name = !slash ? memory_text(".", 1) : memory_text(path, slash == path ? 1 : (size_t)(slash - path));
    const struct folder *folder = folder_at(finder, name, false);
    free(name);
    return folder;
}

/* Returns the absolute path of a file, to be freed; NULL where there is no such directory. */
static char *real_path(struct finder *finder, const char *path) {
    const struct folder *folder = folder_of(finder, path);
    return folder->real ? path_join(folder->real, path_base(path)) : NULL;
}

const struct config *finder_config(struct finder *finder, const char *path) {
    if (finder->fixed || finder->closed)
        return finder->fixed;
    return folder_of(finder, path)->config;
}

/* Whether a configuration that holds for the path cannot be read. */
static bool is_broken(struct finder *finder, const char *path) {
    return !finder->fixed && !finder->closed && folder_of(finder, path)->broken;
}

const char *finder_base(struct finder *finder, const char *path) {
    return finder_config(finder, path) || is_broken(finder, path) ? path : "-";
}

/* Asks the patterns of the configuration of a path, and of those that it inherits, until some say something. */
static enum exclude_verdict judge(struct finder *finder, const char *path, bool folder,
                                  enum exclude_verdict (*ask)(const struct exclude_list *list, const char *path,
                                                              bool folder)) {
    const struct config *config = finder_config(finder, path);
    char *real = config ? real_path(finder, path) : NULL;
    enum exclude_verdict verdict = EXCLUDE_SILENT;
    for (; real && config && verdict == EXCLUDE_SILENT; config = config->outer)
        verdict = ask(&config->exclude, config_relative(config, real), folder);
    free(real);
    return verdict;
}

enum exclude_verdict finder_filter(void *user, const char *path, bool folder) {
    return judge(user, path, folder, exclude_ask);
}

enum exclude_verdict finder_filter_named(void *user, const char *path, bool folder) {
    return judge(user, path, folder, exclude_ask_down);
}

/* Lays over a layer what a configuration asks for in these sections, or without one what the command line does. The
 * layer is made once. */
static const struct layer *layer_over(struct finder *finder, const struct layer *under, const struct config *config,
                                      uint64_t sections) {
    for (const struct layer *layer = finder->layers; layer; layer = layer->next)
        if (layer->under == under && layer->config == config && layer->sections == sections)
            return layer;
    struct layer *layer = memory_new(1, sizeof(*layer));
    layer->under = under;
    layer->config = config;
    layer->sections = sections;
    layer->next = finder->layers;
    finder->layers = layer;
    profile_begin(&layer->profile);
    if (under)
        profile_lay(&layer->profile, &under->profile);
    profile_lay(&layer->profile, config ? &config->base : finder->profile);
    for (size_t i = 0; config && i < config->section_count; i++)
        if (sections >> i & 1)
            profile_lay(&layer->profile, &config->sections[i]->profile);
    layer->sound = config || profile_suits(&layer->profile);
    finder->failed |= !layer->sound;
    return layer;
}

/* Lays the configurations over one another, the outermost first; `real` is NULL for a file that no section names. */
static const struct layer *layer_of(struct finder *finder, const struct config *config, const char *real) {
    if (!config)
        return finder->lowest;
    const struct layer *under = layer_of(finder, config->outer, real);
    return layer_over(finder, under, config, real ? config_sections(config, config_relative(config, real)) : 0);
}

const struct profile *finder_profile(struct finder *finder, const char *path) {
    const struct config *config = finder_config(finder, path);
    char *real = config && strcmp(path, "-") != 0 ? real_path(finder, path) : NULL;
    const struct layer *layer = layer_over(finder, layer_of(finder, config, real), NULL, 0);
    free(real);
    return is_broken(finder, path) || !layer->sound ? NULL : &layer->profile;
}

void finder_underlay(struct finder *finder, const struct profile *profile) {
    struct layer *layer = memory_new(1, sizeof(*layer));
    layer->sound = true;
    layer->next = finder->layers;
    profile_begin(&layer->profile);
    profile_lay(&layer->profile, profile);
    finder->lowest = finder->layers = layer;
}

bool finder_fix(struct finder *finder, const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = slash ? memory_text(path, slash == path ? 1 : (size_t)(slash - path)) : memory_text(".", 1);
    char *real = realpath(folder, NULL);
    free(folder);
    finder->fixed = load(finder, path, memory_text(path, strlen(path)), real ? real : "/");
    free(real);
    return finder->fixed;
}

void finder_close(struct finder *finder) {
    finder->closed = true;
}

bool finder_sound(const struct finder *finder) {
    return !finder->failed;
}
