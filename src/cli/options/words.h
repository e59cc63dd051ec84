/* The arguments of another program, such as a compiler: with those in the files that it is told to take more from. */
#ifndef PTXC_CLI_WORDS_H
#define PTXC_CLI_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Fill with zeros; free with words_free. */
struct words {
    char **items; /* ends with NULL */
    size_t count;
};

/* Adds a copy of a word. Ends the program without memory. */
void words_add(struct words *words, const char *word);

/* Adds the arguments, and in the place of -optf FILE and --options-file FILE those in the file, as nvcc and ptxas take
 * them. A file that cannot be read adds nothing. */
void words_take(struct words *words, char *const *argv);

/* Adds the words of a text: blanks are between them, "a b" is one word, and so is a\ b. */
void words_split(struct words *words, const char *text, size_t length);

/* Adds the names in a directory, sorted, but for "." and ".."; false with errno where it cannot be read. */
bool words_entries(struct words *words, const char *folder);

void words_free(struct words *words);

/* Whether word `index` is this option, written with one '-' or two: `name` has none. `*value` is what follows '=', or
 * the next word; NULL where there is neither. */
bool words_option(const struct words *words, size_t index, const char *name, const char **value);

#endif
