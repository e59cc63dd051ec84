/* The arguments of another program, such as a compiler: with those in the files that it is told to take more from. */
#ifndef PTXC_CLI_ARGUMENTS_H
#define PTXC_CLI_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

/* Fill with zeros; free with arguments_free. */
struct arguments {
    char **items; /* ends with NULL */
    size_t count;
};

/* Adds a copy of a word. Ends the program without memory. */
void arguments_add(struct arguments *words, const char *word);

/* Puts a copy of a word before word `index`, or behind the last. */
void arguments_insert(struct arguments *words, size_t index, const char *word);

/* Adds the arguments, and in the place of -optf FILE and --options-file FILE those in the file, as nvcc and ptxas take
 * them; with `at`, of @FILE too, as clang does. A file that cannot be read adds nothing. */
void arguments_take(struct arguments *words, char *const *argv, bool at);

/* Adds the words of a text: blanks are between them, "a b" is one word, and so is a\ b. */
void arguments_split(struct arguments *words, const char *text, size_t length);

/* Adds the names in a directory, sorted, but for "." and ".."; false with errno where it cannot be read. */
bool arguments_entries(struct arguments *words, const char *folder);

void arguments_free(struct arguments *words);

/* Whether word `index` is this option, written with one '-' or two: `name` has none. `*value` is what follows '=', or
 * the next word; NULL where there is neither. */
bool arguments_option(const struct arguments *words, size_t index, const char *name, const char **value);

#endif
