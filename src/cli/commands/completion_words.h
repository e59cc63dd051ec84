/* The completions for each shell, and what they are made of. */
#ifndef PTXC_CLI_COMPLETION_WORDS_H
#define PTXC_CLI_COMPLETION_WORDS_H

#include "cli/arguments/table.h"

/* Prints the script for the shell on standard output. */
void completion_print_bash(void);
void completion_print_fish(void);
void completion_print_zsh(void);

/* Gives the name by which the scripts call the words of a kind: "targets"; NULL where it has none. */
const char *word_kind_name(enum values_kind kind);

/* Prints for each kind of value that has words in the tables a line that gives them its name: `before`, the name,
 * `between`, the words, `after`. */
void print_kinds(const char *before, const char *between, const char *after);

/* Prints the words with blanks between them. */
void print_words(const struct values *values);

#endif
