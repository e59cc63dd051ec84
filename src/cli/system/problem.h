/* What is wrong with a file. Who reports it adds the name of the file. */
#ifndef PTXC_CLI_PROBLEM_H
#define PTXC_CLI_PROBLEM_H

/* What keeps a file from being read or written: the text of a message, NULL for no problem, and an errno or 0. */
struct problem {
    const char *text;
    int error;
};

#endif
