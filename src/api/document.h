/* A text that changes while it is checked: its state. */
#ifndef PTXC_API_DOCUMENT_H
#define PTXC_API_DOCUMENT_H

#include "api/pieces.h"
#include "ptxcheck/document.h"

struct ptxc_document {
    struct ptxc_arena arena; /* the document itself */
    struct ptxc_arena words; /* the text */
    struct ptxc_options options;
    char *text;
    uint32_t length;
    size_t capacity;
    bool known; /* the pieces are those of the text: only those that were edited need to be checked */
    struct ptxc_pieces pieces;
};

#endif
