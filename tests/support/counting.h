/* An allocator that fails one request and counts what is live. */
#ifndef TEST_COUNTING_H
#define TEST_COUNTING_H

#include <stddef.h>

struct counting {
    long requests;
    long fail_at; /* number of the request, from 0; below 0: none */
    long live;
    size_t bytes; /* that were asked for, all together */
};

/* The `resize` of a ptxc_allocator whose `user` is a struct counting. */
void *counting_resize(void *user, void *pointer, size_t old_size, size_t new_size);

#endif
