/* The kernels of a document as they are executed: each once for each text, when something is to be said of it
 * (ptxcheck/pipeline.h).
 */
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/lsp/lsp.h"
#include "cli/options/profile.h"
#include "ptxcheck/outline.h"
#include "ptxcheck/pipeline.h"

const struct ptxc_declaration *lsp_document_kernel(struct lsp_document *document, size_t place) {
    const struct ptxc_outline *outline = lsp_document_outline(document);
    const struct ptxc_declaration *kernel;
    for (size_t i = 0; (kernel = ptxc_outline_get(outline, i)) && kernel->text.offset <= place; i++)
        if (kernel->kind == PTXC_DECLARED_KERNEL && place <= (size_t)kernel->text.offset + kernel->text.length)
            return kernel;
    return NULL;
}

/* Returns the text with blanks in the place of all other kernels, which have no say in this one, to be freed. */
static char *text_of(const struct lsp_document *document, const struct ptxc_declaration *kernel) {
    const struct ptxc_declaration *other;
    char *text = memory_text(document->text.bytes, document->text.length);
    for (size_t i = 0; (other = ptxc_outline_get(document->outline, i)); i++)
        if (other->kind == PTXC_DECLARED_KERNEL && other != kernel)
            memset(text + other->text.offset, ' ', other->text.length);
    return text;
}

/* Executes a kernel. */
static struct ptxc_pipeline *execute(const struct lsp_server *server, const struct lsp_document *document,
                                     const struct ptxc_declaration *kernel) {
    struct ptxc_options options = document->profile->options;
    struct ptxc_pipeline *pipeline = NULL;
    char *name = memory_text(document->text.bytes + kernel->name.offset, kernel->name.length);
    char *text = text_of(document, kernel);
    options.seed = server->seed;
    if (ptxc_pipeline_read(text, document->text.length, &options, name, &pipeline) == PTXC_OUT_OF_MEMORY)
        memory_sure(NULL);
    free(text);
    free(name);
    return pipeline;
}

const struct ptxc_pipeline *lsp_document_pipeline(struct lsp_server *server, struct lsp_document *document,
                                                  const struct ptxc_declaration *kernel) {
    struct lsp_kernel *known = document->kernels;
    if (!lsp_document_profile(server, document))
        return NULL;
    while (known && known->place != kernel->name.offset)
        known = known->next;
    if (!known) {
        known = memory_new(1, sizeof(*known));
        *known = (struct lsp_kernel){kernel->name.offset, execute(server, document, kernel), document->kernels};
        document->kernels = known;
    }
    return known->pipeline;
}
