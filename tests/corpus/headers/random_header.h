/* Random headers of modules: see random_header.c. */
#ifndef TEST_RANDOM_HEADER_H
#define TEST_RANDOM_HEADER_H

/* Gives module number `index` of those of this seed; to be freed. */
char *random_header(unsigned long seed, unsigned long index);

#endif
