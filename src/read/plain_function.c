/* Whole functions: see plain_function.h. */
#include "read/plain_function.h"

#include "read/collect.h"
#include "read/plain.h"
#include "read/plain_blocks.h"
#include "read/plain_directive.h"

/* Declares the function, and passes over all that it declares. */
static void declare(struct ptxc_module *module, const struct ptxc_plain_header *header) {
    struct ptxc_symbols *symbols = &module->parser.symbols;
    const struct ptxc_symbol symbol = {.kind = PTXC_SYMBOL_FUNCTION,
                                       .name = ptxc_parser_text(&module->parser, header->name),
                                       .length = header->name.length};
    uint32_t names = header->names;
    for (size_t i = 0; i < module->plain->deferred_count; i++)
        names += module->plain->deferred[i].names;
    ptxc_symbols_add(symbols, &symbol);
    ptxc_symbols_pass(symbols, names);
}

uint32_t ptxc_plain_function(struct ptxc_module *module, uint32_t position) {
    const struct ptxc_lexer *lexer = &module->parser.lexer;
    struct ptxc_plain_header header;
    unsigned depth = 0;
    bool calls;
    if (module->depth > 0 || module->parser.asm_text || module->collection.on || !ptxc_plain_begin(module))
        return 0;
    const uint32_t opening = ptxc_plain_header(module, position, &header);
    if (opening == 0)
        return 0;
    const uint32_t end = ptxc_plain_look(module, opening + 1, &depth, &calls);
    if (end == lexer->length || lexer->source[end] != '}' ||
        ptxc_collect_wants(module, header.entry, calls, end + 1 - opening))
        return 0;
    declare(module, &header);
    ptxc_plain_forget(module);
    return end + 1;
}
