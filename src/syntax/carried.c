/* What is carried from function to function: see carried.h. */
#include "syntax/carried.h"

struct ptxc_carried ptxc_carried_get(const struct ptxc_module *module) {
    return (struct ptxc_carried){
        .environment = module->environment,
        .header = module->header,
        .version_span = module->version_span,
        .has_version = module->has_version,
        .has_target = module->has_target,
        .names_known = module->parser.module,
        .outside_raised = module->outside_raised,
        .debug_raised = module->debug_raised,
    };
}

void ptxc_carried_apply(const struct ptxc_carried *carried, struct ptxc_module *module) {
    module->environment = carried->environment;
    module->header = carried->header;
    module->version_span = carried->version_span;
    module->has_version = carried->has_version;
    module->has_target = carried->has_target;
    module->parser.module = carried->names_known;
    module->outside_raised = carried->outside_raised;
    module->debug_raised = carried->debug_raised;
}

static bool same_span(struct ptxc_span a, struct ptxc_span b) {
    return a.offset == b.offset && a.length == b.length;
}

static bool same_environment(const struct ptxc_environment *a, const struct ptxc_environment *b) {
    return a->ptx == b->ptx && a->target == b->target && a->among == b->among && a->newer == b->newer &&
           a->assembler == b->assembler;
}

static bool same_header(const struct ptxc_header *a, const struct ptxc_header *b) {
    return a->stage == b->stage && same_span(a->end, b->end) && a->reported == b->reported &&
           a->has_size == b->has_size && a->has_section == b->has_section &&
           same_span(a->needs_sections, b->needs_sections) && a->option == b->option &&
           same_span(a->option_span, b->option_span);
}

bool ptxc_carried_same(const struct ptxc_carried *a, const struct ptxc_carried *b) {
    return same_environment(&a->environment, &b->environment) && same_header(&a->header, &b->header) &&
           same_span(a->version_span, b->version_span) && a->has_version == b->has_version &&
           a->has_target == b->has_target && a->names_known == b->names_known &&
           a->outside_raised == b->outside_raised && a->debug_raised == b->debug_raised;
}

uint32_t ptxc_carried_end(const struct ptxc_carried *carried) {
    const struct ptxc_span spans[] = {carried->header.end, carried->header.needs_sections, carried->header.option_span,
                                      carried->version_span};
    uint32_t end = 0;
    for (size_t i = 0; i < sizeof(spans) / sizeof(spans[0]); i++)
        end = spans[i].offset + spans[i].length > end ? spans[i].offset + spans[i].length : end;
    return end;
}
