/* ptxcheck launch: stands before nvcc or clang in a build. The compiler compiles as it is told, and its PTX is kept in
 * a directory of its own: by nvcc, or by what stands for the ptxas of clang (keep.h). The PTX is checked, with the asm
 * statements of the source, and the directory goes.
 *
 * Whatever else a compiler is asked to do, such as to link or to preprocess, it does as if nothing stood before it.
 */
#include "cli/commands/commands.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands/compile/keep.h"
#include "cli/commands/compile/wrapper.h"
#include "cli/format/error.h"
#include "cli/system/path.h"
#include "cli/system/process.h"
#include "cli/system/scratch.h"
#include "cli/system/source.h"
#include "ptxcheck/instruction.h"
#include "ptxcheck/ptxcheck.h"

/* ---- what the compiler is asked to do ---- */

/* An option is not held against the table of one release: what is not known here is passed over, and a word is
 * a source only where it is a file. */

/* Which compiler it is, by its name; values to be added up. */
enum compiler {
    OTHER_COMPILER,
    NVCC = 1, /* which can keep its PTX */
    CLANG = 2 /* which can be told its ptxas */
};

/* The arguments of a compiler. Free with compilation_free. */
struct compilation {
    struct arguments words;   /* the arguments, with what stands in files and in variables of nvcc */
    struct arguments sources; /* those of them that are files in CUDA; each has an extension */
    struct arguments defines; /* -DNAME, -DNAME=VALUE, -UNAME */
    enum compiler compiler;
    bool cuda;          /* sources are CUDA whatever their extensions are */
    bool passes;        /* nothing is compiled */
    bool keeps;         /* intermediate files are kept anyway */
    bool beside;        /* they are put beside the output */
    bool ptx;           /* what is written is PTX */
    bool device;        /* nothing is compiled for the host */
    const char *output; /* of -o; NULL: none is named */
    const char *folder; /* of --keep-dir; NULL: none */
    const char *home;   /* of --output-directory; NULL: none */
};

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
    if ((word[1] == 'D' || word[1] == 'U') && word[2] && word[2] != '=')
        take_option(compilation, word[1] == 'D' ? DEFINE : UNDEFINE, word + 2);
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

/* Reads the arguments of a compiler, of which the first is its name. */
static void compilation_read(struct compilation *compilation, char **argv) {
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

static void compilation_free(struct compilation *compilation) {
    arguments_free(&compilation->words);
    arguments_free(&compilation->sources);
    arguments_free(&compilation->defines);
}

/* Returns how long the name of a source is without its extension. */
static size_t stem_length(const char *source) {
    const char *base = path_base(source);
    return (size_t)(strrchr(base, '.') - base);
}

/* Whether the sources have names of their own: compilers keep files of two that are called the same under one name. */
static bool compilation_is_distinct(const struct compilation *compilation) {
    const struct arguments *sources = &compilation->sources;
    for (size_t i = 0; i < sources->count; i++)
        for (size_t j = 0; j < i; j++)
            if (stem_length(sources->items[i]) == stem_length(sources->items[j]) &&
                memcmp(path_base(sources->items[i]), path_base(sources->items[j]), stem_length(sources->items[i])) == 0)
                return false;
    return true;
}

/* Returns the source from which the compiler has made a file of this name; NULL: from none. */
static const char *compilation_source(const struct compilation *compilation, const char *name) {
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

/* ---- compiling ---- */

/* A compilation at work. */
struct launch {
    struct compilation compilation;
    struct arguments command; /* the compiler with its arguments */
    char *scratch;            /* the directory that goes; NULL: there is none */
    const char *kept;         /* the directory with PTX; NULL: there is none */
    time_t start;
    int status;
};

/* Says why no PTX is checked. */
static void report_none(const struct launch *launch, const char *who, const char *what) {
    report_error("%s: the asm statements are checked, but no PTX, as %s %s", launch->compilation.sources.items[0], who,
                 what);
}

/* Makes a directory for PTX, if the compiler can keep it there; where it cannot, says why. */
static void make_scratch(struct launch *launch) {
    const struct compilation *compilation = &launch->compilation;
    if (compilation->compiler == OTHER_COMPILER)
        report_none(launch, launch->command.items[0], "is neither nvcc nor clang");
    else if (compilation->beside)
        report_none(launch, "nvcc", "has --objdir-as-tempdir");
    else if (!compilation_is_distinct(compilation))
        report_none(launch, "another source", "has the same name");
    else if (!(launch->scratch = scratch_make()))
        report_none(launch, "no directory can be made:", strerror(errno));
}

/* Has the compiler keep its PTX in the directory. */
static void keep(struct launch *launch) {
    struct arguments *command = &launch->command;
    const char *words[] = {"--keep", "--keep-dir", launch->scratch};
    launch->kept = launch->scratch;
    for (size_t i = 0; launch->compilation.compiler == NVCC && i < sizeof(words) / sizeof(*words); i++)
        arguments_insert(command, 1 + i, words[i]);
    if (launch->compilation.compiler == CLANG)
        keep_begin(command, launch->scratch);
}

/* Makes the command, and decides where the PTX will be. */
static void make_command(struct launch *launch, char **argv) {
    const struct compilation *compilation = &launch->compilation;
    while (*argv)
        arguments_add(&launch->command, *argv++);
    if (compilation->folder)
        launch->kept = compilation->folder;
    else if (compilation->keeps)
        launch->kept = ".";
    else
        make_scratch(launch);
    if (launch->scratch)
        keep(launch);
}

/* Becomes the compiler. */
static int become(char **argv) {
    const int status = process_become(argv);
    report_error("%s cannot be run: %s", argv[0], strerror(errno));
    return status;
}

static int compile(void *user) {
    return become(((struct launch *)user)->command.items);
}

/* ---- checking ---- */

/* Whether the file was made just now. */
static bool is_new(const struct launch *launch, const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_mtime + 1 >= launch->start;
}

/* Returns the target that a module declares; "" where it is not found. */
static const char *target_of(const char *path) {
    static const char directive[] = ".target ";
    struct source source;
    char word[32] = "";
    if (!source_take(&source, path, SOURCE_FOUND, true).text && !source_validate(&source).text) {
        const size_t length = source.length < 4096 ? source.length : 4096;
        char *head = memory_sure(strndup(source.text, length)), *found = strstr(head, directive);
        if (found)
            sscanf(found + strlen(directive), "%31[a-z0-9_]", word);
        free(head);
    }
    source_free(&source);
    const char *name = ptxc_target_name(ptxc_target_from_name(word));
    return name ? name : "";
}

/* Returns how PTX is called that goes: as if it lay beside its source; to be freed. The names that clang gives have a
 * number in them, so that the target stands for it. */
static char *shown_name(const struct launch *launch, const char *path, const char *source) {
    if (launch->compilation.compiler == CLANG)
        return memory_format("%.*s.%s.ptx", (int)(strrchr(source, '.') - source), source, target_of(path));
    return memory_format("%.*s%s", (int)(path_base(source) - source), source, path_base(path));
}

/* Adds a file if it was made just now. */
static bool add_file(const struct launch *launch, struct wrapper *wrapper, const char *path) {
    const char *source = compilation_source(&launch->compilation, path_base(path));
    if (!is_new(launch, path))
        return false;
    char *shown = launch->scratch && source ? shown_name(launch, path, source) : NULL;
    wrapper_add(wrapper, path, shown ? shown : path);
    free(shown);
    return true;
}

static bool ends_in(const char *text, const char *end) {
    const size_t length = strlen(text), size = strlen(end);
    return length > size && strcmp(text + length - size, end) == 0;
}

/* Takes a file that nvcc has kept: PTX is checked, and what the preprocessor has made for a target says which lines of
 * the source are compiled. Returns whether it is PTX. */
static bool take_kept(const struct launch *launch, struct wrapper *wrapper, const char *name) {
    const struct arguments *sources = &launch->compilation.sources;
    const char *source = compilation_source(&launch->compilation, name);
    char *path = path_join(launch->kept, name);
    const bool ptx = ends_in(name, ".ptx") && add_file(launch, wrapper, path);
    for (size_t i = 0; ends_in(name, ".cpp1.ii") && is_new(launch, path) && i < sources->count; i++)
        if (strcmp(sources->items[i], source) == 0)
            compiled_add(&wrapper->products.compiled[i], path, source);
    free(path);
    return ptx;
}

/* Takes what nvcc has kept of the sources, sorted by name; returns how much of it is PTX. */
static size_t add_kept(const struct launch *launch, struct wrapper *wrapper) {
    struct arguments names = {NULL, 0};
    size_t count = 0;
    if (launch->kept && !arguments_entries(&names, launch->kept) && launch->status == 0)
        report_error("%s cannot be read, and its PTX is not checked: %s", launch->kept, strerror(errno));
    for (size_t i = 0; i < names.count; i++)
        if (compilation_source(&launch->compilation, names.items[i]))
            count += take_kept(launch, wrapper, names.items[i]);
    arguments_free(&names);
    return count;
}

/* Adds what nvcc -ptx has written; returns how many files that are. */
static size_t add_written(struct launch *launch, struct wrapper *wrapper) {
    const struct compilation *compilation = &launch->compilation;
    char name[4096];
    size_t count = 0;
    char *scratch = launch->scratch;
    launch->scratch = NULL; /* what is written stays, and is called what it is called */
    if (compilation->output)
        count += add_file(launch, wrapper, compilation->output);
    for (size_t i = 0; !compilation->output && i < compilation->sources.count; i++) {
        const char *source = path_base(compilation->sources.items[i]);
        snprintf(name, sizeof(name), "%s%s%.*s.ptx", compilation->home ? compilation->home : "",
                 compilation->home ? "/" : "", (int)(strrchr(source, '.') - source), source);
        count += add_file(launch, wrapper, name);
    }
    launch->scratch = scratch;
    return count;
}

/* Has the asm statements checked for the target of the PTX, which begins at a place of the list, if all of it has one.
 */
static void choose_target(struct wrapper *wrapper, size_t first) {
    char option[64];
    const char *target = first < wrapper->products.paths.count ? target_of(wrapper->products.paths.items[first]) : "";
    for (size_t i = first + 1; i < wrapper->products.paths.count; i++)
        if (strcmp(target, target_of(wrapper->products.paths.items[i])) != 0)
            return;
    if (!*target)
        return;
    snprintf(option, sizeof(option), "--target=%s", target);
    arguments_add(&wrapper->options, option);
}

/* Collects what is to be checked: the sources and the PTX. False if the compiler found a mistake before there was any.
 */
static bool collect(struct launch *launch, struct wrapper *wrapper) {
    const struct compilation *compilation = &launch->compilation;
    const struct arguments *sources = &compilation->sources, *defines = &compilation->defines;
    for (size_t i = 0; i < sources->count; i++)
        wrapper_add(wrapper, sources->items[i], sources->items[i]);
    wrapper->products.once = sources->count == 1;
    wrapper->products.compiled = memory_sure(calloc(sources->count + 1, sizeof(*wrapper->products.compiled)));
    wrapper->products.compiled_count = sources->count;
    const size_t count = add_kept(launch, wrapper) + (compilation->ptx ? add_written(launch, wrapper) : 0);
    if (count == 0 && launch->status != 0)
        return false;
    if (count == 0 && launch->kept)
        report_none(launch, launch->compilation.compiler == CLANG ? "clang" : "nvcc", "has made none");
    choose_target(wrapper, sources->count);
    for (size_t i = 0; i < defines->count; i++)
        arguments_add(&wrapper->options, defines->items[i]);
    return true;
}

/* Asks the compiler, or the ptxas of clang, for its release. */
static void ask_release(const struct launch *launch, struct wrapper *wrapper) {
    char *assembler = launch->scratch ? path_join(launch->scratch, "ptxas") : NULL; /* see keep.h */
    if (launch->compilation.compiler == NVCC)
        wrapper_ask_release(wrapper, launch->command.items[0]);
    else if (assembler)
        wrapper_ask_release(wrapper, assembler);
    free(assembler);
}

/* Checks what was compiled, and returns an exit code. */
static int check(void *user) {
    struct launch *launch = user;
    struct wrapper wrapper;
    int code = EXIT_CLEAN;
    wrapper_open(&wrapper);
    if (collect(launch, &wrapper)) {
        ask_release(launch, &wrapper);
        code = wrapper_check(&wrapper);
    }
    wrapper_free(&wrapper);
    return code;
}

/* Fails a compilation that was good for the compiler. Its output goes, as it does where compilers fail: a build would
 * take it for up to date next time. */
static void fail(struct launch *launch) {
    const char *output = launch->compilation.output;
    struct stat status;
    launch->status = EXIT_FINDINGS;
    if (output && lstat(output, &status) == 0 && S_ISREG(status.st_mode))
        unlink(output);
    report_error("%s: the compilation fails, as there are errors", launch->compilation.sources.items[0]);
}

/* Compiles and checks; returns the exit status. */
static int run(struct launch *launch, char **argv, enum compile_mode mode) {
    wrapper_mark();
    process_guard();
    make_command(launch, argv);
    launch->start = time(NULL);
    launch->status = process_run(compile, launch);
    if (launch->status == PROCESS_NONE)
        launch->status = report_error("the system starts no process: %s", strerror(errno));
    else if (launch->status >= 0 && wrapper_run(check, launch) && mode == COMPILE_ERROR && launch->status == 0)
        fail(launch);
    if (launch->scratch && !scratch_remove(launch->scratch))
        report_error("%s cannot be removed: %s", launch->scratch, strerror(errno));
    free(launch->scratch);
    arguments_free(&launch->command);
    process_release();
    return launch->status;
}

int command_launch(int argc, char **argv) {
    struct launch launch = {.status = 0};
    bool inside;
    if (argc < 2)
        return report_error("launch takes a compiler and its arguments");
    if (!wrapper_enter(&inside))
        return EXIT_ERROR;
    compilation_read(&launch.compilation, argv + 1);
    const bool idle = inside || launch.compilation.passes || launch.compilation.sources.count == 0;
    const enum compile_mode mode = idle ? COMPILE_OFF : wrapper_mode(launch.compilation.sources.items[0]);
    const int status = mode == COMPILE_OFF ? become(argv + 1) : run(&launch, argv + 1, mode);
    compilation_free(&launch.compilation);
    return process_end_as(status);
}
