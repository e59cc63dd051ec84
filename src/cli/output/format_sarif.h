/* Findings in the Static Analysis Results Interchange Format, SARIF 2.1.0. */
#ifndef PTXC_CLI_FORMAT_SARIF_H
#define PTXC_CLI_FORMAT_SARIF_H

#include "cli/output/output.h"

extern const struct output_format format_sarif;

#endif
