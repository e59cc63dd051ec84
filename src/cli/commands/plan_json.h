/* A plan as JSON. */
#ifndef PTXC_CLI_PLAN_JSON_H
#define PTXC_CLI_PLAN_JSON_H

#include <stdio.h>

#include "cli/files/source.h"
#include "ptxcheck/plan.h"

/* What came of planning a copy. */
struct planned {
    const struct source *source;
    struct ptxc_copy copy;
    struct ptxc_plan plan; /* of kind PTXC_PLAN_NONE where there is none */
    struct ptxc_report *report;
    char *module; /* the text of the plan, or NULL */
};

/* Writes the plan, its text and what was found; what goes wrong with the stream is seen when it is closed. */
void plan_write_json(FILE *stream, const struct planned *planned);

#endif
