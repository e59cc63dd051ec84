/* The indices over what is looked up by its spelling. */
#ifndef PTXC_INDEX_NAMES_H
#define PTXC_INDEX_NAMES_H

void index_write_names(void);

#endif
