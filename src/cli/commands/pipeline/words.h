/* What a cell of a picture says. */
#ifndef PTXC_CLI_PIPELINE_WORDS_H
#define PTXC_CLI_PIPELINE_WORDS_H

#include <stdint.h>

#include "cli/commands/pipeline/picture.h"

/* Writes a number of bytes: "512 B", "16 KiB", "1.5 KiB". */
void words_bytes(char *buffer, size_t size, uint64_t bytes);

/* Writes what the cell does, in few words: "copy 6 KiB to slot 2", "wait full[0], phase 1". */
void words_cell(char *buffer, size_t size, const struct picture *picture, const struct cell *cell);

/* Writes more about the cell, in a sentence or two; "" where there is no more to say. */
void words_detail(char *buffer, size_t size, const struct picture *picture, const struct cell *cell);

/* Writes a fact about what was executed, the one of this number from 0, and gives its name: "executed". Both are ""
 * where there is nothing to say. Returns false after the last: "5 warps in 2 roles: warps 0-3; warp 4" "128 threads
 * (chosen); 12 for integer parameters (chosen); 12 iterations; to the end" what is not known and for each stream that
 * is the first of those which fill the same slots where these are: "slot 0 to 3: 4 KiB from tile on, 4096 bytes apart"
 */
bool words_fact(char *buffer, size_t size, const struct picture *picture, size_t index, const char **name);

#endif
