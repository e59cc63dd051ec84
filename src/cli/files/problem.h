/* What is wrong with a file, without a word about who says it. */
#ifndef PTXC_CLI_PROBLEM_H
#define PTXC_CLI_PROBLEM_H

/* What keeps a file from being read or written: words, or NULL for nothing, and an errno, or 0. */
struct problem {
    const char *text;
    int error;
};

#endif
