/* Checks files with several threads and hands the outcomes over in the order of the files. */
#ifndef PTXC_CLI_JOBS_H
#define PTXC_CLI_JOBS_H

#include <stdbool.h>

#include "cli/commands/check/baseline.h"
#include "cli/commands/check/settings.h"
#include "cli/files/origins.h"
#include "cli/files/walk.h"
#include "cli/format/fix.h"
#include "cli/system/problem.h"
#include "cli/system/source.h"

/* The result of reading and checking a file. */
struct outcome {
    struct problem problem;     /* why it could not be checked, or text NULL */
    bool read;                  /* false also for a binary file that was passed over */
    size_t instructions;        /* of the family */
    size_t kernels, unfinished; /* that were executed; of these, those that came to no end */
    size_t allowed;             /* findings that comments in the file allow */
    struct ptxc_report *report; /* NULL where there is nothing to print; then `source` is gone too, if not `changed` */
    struct source source;
    struct origins origins;  /* of a module with findings */
    struct fix_result fixed; /* with --fix, --add-allow or --diff: what was made of the source */
};

/* Calls `take` on this thread once for each file, in the order of the list; the outcome lives until it returns. What
 * `take` gets does not depend on the number of threads. Of the baseline the threads read what it holds. */
void jobs_run(const struct file_list *files, const struct settings *settings, const struct baseline *baseline,
              void (*take)(void *user, const struct file *file, const struct outcome *outcome), void *user);

#endif
