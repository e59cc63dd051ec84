/* What a compiler is asked to do: see compilation.h. */
#include "cli/commands/compile/compilation.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/system/memory.h"
#include "cli/system/path.h"
#include "ptxcheck/instruction.h"
#include "ptxcheck/ptxcheck.h"

/* An option is not held against the table of one release: what is not known here is passed over, and a word is
 * a source only where it is a file. */

enum { MOST_DEFINES = 200 /* which `check` has room for */ };

/* What an option does here. */
enum effect {
    NO_EFFECT, /* its value could be taken for a source or for an option */
    PASSES,
    KEEPS,
    BESIDE,
    PTX,
    DEVICE,
    OUTPUT,
    FOLDER,
    HOME,
    LANGUAGE,
    DEFINE,
    UNDEFINE
};

enum { MOST_NAMES = 24, BOTH = NVCC | CLANG };

static const struct option {
    enum effect effect;
    unsigned compilers; /* that have it */
    const char *names[MOST_NAMES];
} options[] = {
    {PASSES, BOTH, {"E", "M", "MM", "version", "help"}},
    {PASSES,
     NVCC,
     {"preprocess", "generate-dependencies", "generate-nonsystem-dependencies", "dryrun", "clean", "clean-targets", "V",
      "h"}},
    {PASSES, CLANG, {"###", "print-file-name", "print-prog-name", "dumpmachine"}},
    {KEEPS, NVCC, {"keep", "save-temps"}},
    {BESIDE, NVCC, {"objdir-as-tempdir", "objtemp"}},
    {PTX, NVCC, {"ptx"}},
    {PTX, CLANG, {"S"}},
    {DEVICE, CLANG, {"cuda-device-only", "offload-device-only"}},
    {OUTPUT, BOTH, {"o"}},
    {OUTPUT, NVCC, {"output-file"}},
    {FOLDER, NVCC, {"keep-dir"}},
    {HOME, NVCC, {"odir", "output-directory"}},
    {LANGUAGE, BOTH, {"x"}},
    {DEFINE, BOTH, {"D", "define-macro"}},
    {UNDEFINE, BOTH, {"U", "undefine-macro"}},
    {NO_EFFECT, BOTH, {"include", "MF", "MT", "MQ", "Xlinker"}},
    {NO_EFFECT,
     NVCC,
     {"Xcompiler", "compiler-options", "linker-options", "Xarchive", "archive-options", "Xptxas", "ptxas-options",
      "Xnvlink", "nvlink-options", "run-args", "pre-include", "dependency-output", "dependency-target-name"}},
    {NO_EFFECT, CLANG, {"Xclang", "Xcuda-ptxas", "Xcuda-fatbinary", "Xassembler", "Xpreprocessor", "mllvm"}},
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
    case DEVICE: compilation->device = true; break;
    case OUTPUT: compilation->output = value; break;
    case FOLDER: compilation->folder = value; break;
    case HOME: compilation->home = value; break;
    case LANGUAGE: compilation->cuda = value && (strcmp(value, "cu") == 0 || strcmp(value, "cuda") == 0); break;
    case DEFINE: take_define(compilation, "-D", value ? value : ""); break;
    case UNDEFINE: take_define(compilation, "-U", value ? value : ""); break;
    }
}

/* Returns the option at a place, and its value; NULL for one that does nothing here. */
static const struct option *find_option(const struct compilation *compilation, size_t index, const char **value) {
    /* Another compiler is a launcher, such as ccache, or a script before nvcc. */
    const unsigned compilers = compilation->compiler ? compilation->compiler : NVCC;
    for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++)
        for (size_t j = 0; options[i].compilers & compilers && j < MOST_NAMES && options[i].names[j]; j++)
            if (arguments_option(&compilation->words, index, options[i].names[j], value))
                return &options[i];
    return NULL;
}

/* Reads the option at a place; returns how many words after it are its value. */
static size_t read_option(struct compilation *compilation, size_t index) {
    const struct arguments *words = &compilation->words;
    const char *word = words->items[index], *value;
    if (word[1] == 'D' && word[2] && word[2] != '=')
        take_option(compilation, DEFINE, word + 2);
    else if (word[1] == 'U' && word[2] && word[2] != '=')
        take_option(compilation, UNDEFINE, word + 2);
    const struct option *option = find_option(compilation, index, &value);
    if (!option)
        return 0;
    const enum effect effect = option->effect;
    const bool flag = effect == PASSES || effect == KEEPS || effect == BESIDE || effect == PTX || effect == DEVICE;
    take_option(compilation, effect, value);
    return !flag && value && value == words->items[index + 1];
}

/* Whether a word is a source in CUDA that is there. */
static bool is_source(const struct compilation *compilation, const char *word) {
    const char *extension = strrchr(path_base(word), '.');
    return extension && (strcmp(extension, ".cu") == 0 || (compilation->cuda && ptxc_host_known(word))) &&
           path_is_file(word);
}

/* Returns the compiler of this name, which may have a release in it: nvcc-12.9, clang++-19. */
static enum compiler compiler_of(const char *path) {
    const char *name = path_base(path);
    return strncmp(name, "nvcc", 4) == 0 ? NVCC : strncmp(name, "clang", 5) == 0 ? CLANG : OTHER_COMPILER;
}

void compilation_read(struct compilation *compilation, char **argv) {
    static const char *const variables[] = {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"};
    *compilation = (struct compilation){.compiler = compiler_of(argv[0])};
    arguments_take(&compilation->words, argv + 1, compilation->compiler == CLANG);
    for (size_t i = 0; compilation->compiler == NVCC && i < 2; i++) {
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
    compilation->ptx = compilation->ptx && (compilation->compiler == NVCC || compilation->device);
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
    const char *found = NULL, end = compilation->compiler == CLANG ? '-' : '.';
    for (size_t i = 0; i < compilation->sources.count; i++) {
        const char *source = compilation->sources.items[i];
        const size_t length = stem_length(source);
        if (strncmp(name, path_base(source), length) == 0 && name[length] == end &&
            (!found || length >= stem_length(found)))
            found = source;
    }
    return found;
}
