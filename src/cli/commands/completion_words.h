/* What the completions for all shells are made of. */
#ifndef PTXC_CLI_COMPLETION_WORDS_H
#define PTXC_CLI_COMPLETION_WORDS_H

#include "cli/arguments/table.h"

/* Gives the kinds of value that have words in the tables, one after another; VALUES_NONE after the last. */
enum values_kind word_kind_get(size_t index);

/* Gives the name by which the scripts call the words of a kind: "targets"; NULL where it has none. */
const char *word_kind_name(enum values_kind kind);

/* Prints the words with blanks between them. */
void print_words(const struct values *values);

/* Prints a text with `escape` before each of the characters. */
void print_escaped(const char *text, const char *characters, const char *escape);

#endif
