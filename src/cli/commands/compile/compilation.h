/* What a compiler is asked to do: its arguments, as far as they say what it compiles and what it leaves behind. */
#ifndef PTXC_CLI_COMPILATION_H
#define PTXC_CLI_COMPILATION_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options/arguments.h"

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

/* Reads the arguments of a compiler, of which the first is its name. */
void compilation_read(struct compilation *compilation, char **argv);

void compilation_free(struct compilation *compilation);

/* Whether the sources have names of their own: compilers keep the files of two that are called the same under one name.
 */
bool compilation_is_distinct(const struct compilation *compilation);

/* Returns the source from which the compiler has made a file of this name; NULL: from none. */
const char *compilation_source(const struct compilation *compilation, const char *name);

#endif
