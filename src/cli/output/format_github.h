/* Findings as workflow commands, which GitHub shows as annotations in the changed files. */
#ifndef PTXC_CLI_FORMAT_GITHUB_H
#define PTXC_CLI_FORMAT_GITHUB_H

#include "cli/output/output.h"

extern const struct output_format format_github;

#endif
