/* The parts of a SARIF log: rules, results, locations. Sections (§) are those of SARIF 2.1.0 with errata 01. */
#ifndef PTXC_CLI_SARIF_H
#define PTXC_CLI_SARIF_H

#include <jansson.h>

#include "cli/output/output.h"
#include "cli/output/tally.h"
#include "ptxcheck/render.h"

/* A file of which results are made. */
struct sarif_file {
    const char *name;
    size_t artifact; /* its place in the list of artifacts */
    json_t *rules;   /* of the log: those of its results are added */
    struct ptxc_lines lines;
    struct tally fingerprints; /* of its results; tally_free when done */
};

/* Gives an artifactLocation (§3.4) without an index: a relative path is one from where the command ran. */
json_t *sarif_location(const char *name);

/* Gives what URIs of relative paths begin from (§3.14.14). */
json_t *sarif_bases(void);

/* Gives a level (§3.27.10). */
const char *sarif_level(enum ptxc_severity severity);

/* Gives the result (§3.27) for a finding in the file. Fastest in source order. */
json_t *sarif_result(struct sarif_file *file, const struct finding *finding);

#endif
