/* Memory for pictures. Without it the program ends: there would be nothing to show. */
#ifndef PTXC_CLI_PIPELINE_MEMORY_H
#define PTXC_CLI_PIPELINE_MEMORY_H

#include <stddef.h>

/* Gives `count` zeroed elements, at least one. */
void *memory_new(size_t count, size_t size);

/* Gives the array with room for one element more than `count`, which doubles at powers of two. */
void *memory_more(void *array, size_t count, size_t size);

#endif
