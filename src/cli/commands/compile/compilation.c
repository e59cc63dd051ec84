/* What nvcc is asked to do: see compilation.h. An option is not held against the table of one release of nvcc: what is
 * not known here is passed over, and a word is a source only where it is a file.
 */
#include "cli/commands/compile/compilation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/format/error.h"
#include "cli/system/path.h"
#include "ptxcheck/ptxcheck.h"

enum { MOST_DEFINES = 200 /* which `check` has room for */ };

/* What an option does here. */
enum effect {
    NO_EFFECT, /* its value could be taken for a source or for an option */
    PASSES,
    KEEPS,
    BESIDE,
    PTX,
    OUTPUT,
    FOLDER,
    HOME,
    LANGUAGE,
    DEFINE,
    UNDEFINE
};

static const struct option {
    const char *name;
    enum effect effect;
} options[] = {
    {"E", PASSES},
    {"preprocess", PASSES},
    {"M", PASSES},
    {"MM", PASSES},
    {"generate-dependencies", PASSES},
    {"generate-nonsystem-dependencies", PASSES},
    {"dryrun", PASSES},
    {"clean", PASSES},
    {"clean-targets", PASSES},
    {"V", PASSES},
    {"version", PASSES},
    {"h", PASSES},
    {"help", PASSES},
    {"keep", KEEPS},
    {"save-temps", KEEPS},
    {"objdir-as-tempdir", BESIDE},
    {"objtemp", BESIDE},
    {"ptx", PTX},
    {"o", OUTPUT},
    {"output-file", OUTPUT},
    {"keep-dir", FOLDER},
    {"odir", HOME},
    {"output-directory", HOME},
    {"x", LANGUAGE},
    {"D", DEFINE},
    {"define-macro", DEFINE},
    {"U", UNDEFINE},
    {"undefine-macro", UNDEFINE},
    {"Xcompiler", NO_EFFECT},
    {"compiler-options", NO_EFFECT},
    {"Xlinker", NO_EFFECT},
    {"linker-options", NO_EFFECT},
    {"Xarchive", NO_EFFECT},
    {"archive-options", NO_EFFECT},
    {"Xptxas", NO_EFFECT},
    {"ptxas-options", NO_EFFECT},
    {"Xnvlink", NO_EFFECT},
    {"nvlink-options", NO_EFFECT},
    {"run-args", NO_EFFECT},
    {"include", NO_EFFECT},
    {"pre-include", NO_EFFECT},
    {"MF", NO_EFFECT},
    {"dependency-output", NO_EFFECT},
    {"MT", NO_EFFECT},
    {"dependency-target-name", NO_EFFECT},
    {"MQ", NO_EFFECT},
};

/* Takes a macro over that decides #if lines, if `check` takes it: nvcc has lists of them, too, and macros with
 * parameters. */
static void take_define(struct compilation *compilation, const char *letter, const char *text) {
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    const bool name = length > 0 && !isdigit((unsigned char)text[0]) && (!text[length] || text[length] == '=');
    if (!name || strchr(text, ',') || compilation->defines.count == MOST_DEFINES)
        return;
    char *word = memory_format("%s%s", letter, text);
    arguments_add(&compilation->defines, word);
    free(word);
}

/* Does what an option asks for; `value` is NULL where there is none. */
static void take_option(struct compilation *compilation, enum effect effect, const char *value) {
    switch (effect) {
    case NO_EFFECT: break;
    case PASSES: compilation->passes = true; break;
    case KEEPS: compilation->keeps = true; break;
    case BESIDE: compilation->beside = true; break;
    case PTX: compilation->ptx = true; break;
    case OUTPUT: compilation->output = value; break;
    case FOLDER: compilation->folder = value; break;
    case HOME: compilation->home = value; break;
    case LANGUAGE: compilation->cuda = value && (strcmp(value, "cu") == 0 || strcmp(value, "cuda") == 0); break;
    case DEFINE: take_define(compilation, "-D", value ? value : ""); break;
    case UNDEFINE: take_define(compilation, "-U", value ? value : ""); break;
    }
}

/* Reads the option at a place; returns how many words after it are its value. */
static size_t read_option(struct compilation *compilation, size_t index) {
    const struct arguments *words = &compilation->words;
    const char *word = words->items[index], *value;
    if (word[1] == 'D' && word[2] && word[2] != '=')
        take_option(compilation, DEFINE, word + 2);
    else if (word[1] == 'U' && word[2] && word[2] != '=')
        take_option(compilation, UNDEFINE, word + 2);
    for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++) {
        if (!arguments_option(words, index, options[i].name, &value))
            continue;
        const enum effect effect = options[i].effect;
        const bool flag = effect == PASSES || effect == KEEPS || effect == BESIDE || effect == PTX;
        take_option(compilation, effect, value);
        return !flag && value && value == words->items[index + 1];
    }
    return 0;
}

/* Whether a word is a source in CUDA that is there. */
static bool is_source(const struct compilation *compilation, const char *word) {
    struct stat status;
    const char *extension = strrchr(path_base(word), '.');
    return extension && (strcmp(extension, ".cu") == 0 || (compilation->cuda && ptxc_host_known(word))) &&
           stat(word, &status) == 0 && S_ISREG(status.st_mode);
}

void compilation_read(struct compilation *compilation, char **argv) {
    static const char *const variables[] = {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"};
    *compilation = (struct compilation){.nvcc = strncmp(path_base(argv[0]), "nvcc", 4) == 0};
    arguments_take(&compilation->words, argv + 1);
    for (size_t i = 0; compilation->nvcc && i < 2; i++) {
        const char *text = getenv(variables[i]);
        if (text)
            arguments_split(&compilation->words, text, strlen(text));
    }
    for (size_t i = 0; i < compilation->words.count; i++) {
        const char *word = compilation->words.items[i];
        if (word[0] == '-')
            i += read_option(compilation, i);
        else if (is_source(compilation, word))
            arguments_add(&compilation->sources, word);
    }
}

void compilation_free(struct compilation *compilation) {
    arguments_free(&compilation->words);
    arguments_free(&compilation->sources);
    arguments_free(&compilation->defines);
}

/* Returns how long the name of a source is without its extension. */
static size_t stem_length(const char *source) {
    const char *base = path_base(source);
    return (size_t)(strrchr(base, '.') - base);
}

bool compilation_is_distinct(const struct compilation *compilation) {
    const struct arguments *sources = &compilation->sources;
    for (size_t i = 0; i < sources->count; i++)
        for (size_t j = 0; j < i; j++)
            if (stem_length(sources->items[i]) == stem_length(sources->items[j]) &&
                memcmp(path_base(sources->items[i]), path_base(sources->items[j]), stem_length(sources->items[i])) == 0)
                return false;
    return true;
}

const char *compilation_source(const struct compilation *compilation, const char *name) {
    const char *found = NULL;
    for (size_t i = 0; i < compilation->sources.count; i++) {
        const char *source = compilation->sources.items[i];
        const size_t length = stem_length(source);
        if (strncmp(name, path_base(source), length) == 0 && name[length] == '.' &&
            (!found || length >= stem_length(found)))
            found = source;
    }
    return found;
}
