/* The language of a file, by its extension or its text. C++ headers such as <barrier> have no extension; they are told
 * from PTX by how their text begins.
 */
#ifndef PTXC_CLI_LANGUAGE_H
#define PTXC_CLI_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

/* Decides how a text is read: by the extension of its name (NULL: it has none), or where that is none that ptxcheck
 * knows, by the text. `*host` is a path by whose extension the library knows the language, or NULL: the text is PTX.
 * False where neither says what it is. */
bool language_of(const char *name, const char *text, size_t length, const char **host);

/* A path by whose extension the library knows C++. */
#define LANGUAGE_HEADER "text.h"

/* What is wrong with a file whose language cannot be told; it names the extensions that ptxcheck knows. */
enum { LANGUAGE_UNKNOWN_SIZE = 512 };
void language_describe_unknown(char *buffer, size_t size);
#define LANGUAGE_UNKNOWN_INPUT "its text does not say which language it is; --stdin-filename=NAME can"

/* Whether the name has no extension at all, as those of the headers. */
bool language_is_open(const char *name);

/* Whether the file begins as a C++ header does, with a comment or a preprocessor line. */
bool language_is_header(const char *path);

#endif
