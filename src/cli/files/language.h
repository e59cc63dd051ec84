/* The language of a file, where its extension does not say. C++ headers such as <barrier> have no extension; they are
 * told from PTX by how their text begins.
 */
#ifndef PTXC_CLI_LANGUAGE_H
#define PTXC_CLI_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

/* Gives the path by whose extension the library knows the language of a text: `path` itself, or one of C++ where the
 * extension says nothing and the text begins as a header does. NULL: it is read as PTX. */
const char *language_path(const char *path, const char *text, size_t length);

/* Decides whether the name has no extension at all, as those of the headers. */
bool language_is_open(const char *name);

/* Decides whether the file begins as a C++ header does, with a comment or a preprocessor line. */
bool language_is_header(const char *path);

#endif
