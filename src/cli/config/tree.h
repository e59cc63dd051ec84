/* A YAML text as nodes. It is somebody else's: what is large, deep, or means more than it says (aliases, tags, several
 * documents) is refused.
 */
#ifndef PTXC_CLI_TREE_H
#define PTXC_CLI_TREE_H

#include <stdbool.h>
#include <stddef.h>

enum node_kind { NODE_NONE, NODE_WORD, NODE_LIST, NODE_MAP };

struct yaml_node {
    enum node_kind kind;     /* NODE_NONE: of an empty text */
    size_t line;             /* from 1 */
    size_t column;           /* from 1, in characters */
    char *text;              /* of a word; "" for the other kinds */
    struct yaml_node *items; /* of a list; of a map each key and its value */
    size_t count;
};

/* Reads `length` bytes of YAML, which messages call `name`; false after a message on stderr. Free with tree_free, in
 * either case. */
bool tree_read(struct yaml_node *root, const char *name, const char *text, size_t length);

void tree_free(struct yaml_node *root);

#endif
