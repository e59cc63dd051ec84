/* A pipeline in memory, and the way from the trace of an execution to the events that programs see. */
#ifndef PTXC_API_PIPELINE_ROWS_H
#define PTXC_API_PIPELINE_ROWS_H

#include "base/arena.h"
#include "analysis/program/program.h"
#include "analysis/semantics/trace.h"
#include "ptxcheck/pipeline.h"
#include "syntax/module.h"

struct ptxc_pipeline_row {
    struct ptxc_pipeline_kernel kernel;
    struct ptxc_pipeline_event *events;
    size_t capacity;
};

struct ptxc_pipeline {
    struct ptxc_arena arena; /* holds all of it, this too */
    struct ptxc_report *report;
    struct ptxc_pipeline_row *rows;
    size_t count, capacity;
};

/* An execution: a trace, with what its steps and symbols are. */
struct ptxc_executed {
    const struct ptxc_trace *trace;
    const struct ptxc_program *program;
};

/* Adds a kernel to the pipeline with its execution, whose trace is NULL where there is none: `why` says why then. What
 * it needs is copied. Findings of the report in the body that the trace does not have become events, too. Without
 * memory the arena says so. */
void ptxc_pipeline_add(struct ptxc_pipeline *pipeline, const struct ptxc_module *module, const struct ptxc_body *body,
                       struct ptxc_executed executed, const char *why);

/* Adds a kernel of which nothing but the name is known. */
void ptxc_pipeline_add_name(struct ptxc_pipeline *pipeline, const char *name, size_t length, const char *why);

#endif
