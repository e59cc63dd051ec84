/* Memory of the command, which ends with a message and the status 2 where there is none. Any number of threads may call
 * these functions.
 */
#ifndef PTXC_CLI_MEMORY_H
#define PTXC_CLI_MEMORY_H

#include <stddef.h>
#include <stdio.h>

/* Returns what was made in memory; ends the program where that is NULL. */
void *memory_sure(void *made);

/* Returns `count` zeroed elements, at least one. */
void *memory_new(size_t count, size_t size);

/* Returns the array with room for one element more than `count`, which doubles at powers of two. */
void *memory_more(void *array, size_t count, size_t size);

/* Gives memory that is not used any more back to the system, as far as that can be told to. It takes a moment. */
void memory_trim(void);

/* Returns what printf prints. */
char *memory_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Returns a copy of the text, closed by a NUL. */
char *memory_text(const char *text, size_t length);

/* A text that is printed into memory. */
struct memory_stream {
    FILE *stream;
    char *bytes;   /* once it is closed: the text, closed by a NUL, to be freed */
    size_t length; /* likewise: its bytes */
};

/* Begins a text, and ends it; returns it. */
void memory_open(struct memory_stream *memory);
char *memory_close(struct memory_stream *memory);

#endif
