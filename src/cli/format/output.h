/* How `ptxcheck check` hands over what it found. A format is three functions; check.c knows no more of one than this.
 */
#ifndef PTXC_CLI_OUTPUT_H
#define PTXC_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/system/problem.h"
#include "cli/system/source.h"
#include "ptxcheck/ptxcheck.h"
#include "ptxcheck/render.h"

/* A finding that is to be reported, as one of this severity. */
struct finding {
    const struct ptxc_diagnostic *diagnostic;
    enum ptxc_severity severity;
};

/* What came of one file. */
struct checked {
    const char *name;
    struct problem problem; /* why it could not be checked, or text NULL */
    bool read;
    size_t instructions;
    const struct source *source; /* its text; without findings there may be none */
    const struct finding *findings;
    size_t count;                     /* of them */
    const struct ptxc_report *report; /* has its kernels; NULL: there are none, or the format does not tell of them */
};

/* The sums over all files. */
struct totals {
    size_t files; /* read */
    size_t instructions;
    size_t kernels, unfinished;             /* that were executed; of these, those that came to no end */
    size_t counts[PTXC_SEVERITY_ERROR + 1]; /* of findings, by severity */
    size_t fixed;                           /* findings that were fixed, or with --diff would be */
    size_t added;                           /* comments that allow findings, which were added, or would be */
    size_t allowed;                         /* findings that comments allow, which are in no other count */
    size_t known;                           /* findings that the baseline has, likewise */
    size_t unchanged;                       /* findings on lines that do not differ from --diff-base, likewise */
    bool failed;                            /* a file could not be checked or written */
    int code;                               /* the exit code, unless the writing fails */
};

struct output;

struct output_format {
    const char *name;
    bool is_document; /* a whole that machines read: it has all findings, and stderr has no summary */
    bool has_kernels; /* it says of each kernel what was executed */
    size_t folds;     /* so many equal notes become one line; 1: none do */
    void (*begin)(struct output *output);
    void (*file)(struct output *output, const struct checked *checked);
    void (*end)(struct output *output, const struct totals *totals);
};

/* A format at work. What goes wrong with the stream is seen when it is closed. */
struct output {
    const struct output_format *format;
    FILE *stream;
    bool color;
    bool links;        /* the name of a rule leads to its page, if there is one */
    size_t limit;      /* of findings to print; 0: all */
    size_t printed;    /* up to now */
    size_t reported;   /* findings that the printed ones stand for */
    const char *first; /* the rule of the first of the gravest among them, a constant; NULL: none yet */
    enum ptxc_severity gravest;
    void *state; /* of the format, from begin to end */
};

/* Where a span begins, and where the character after it does. */
struct region {
    struct ptxc_lines from, to;
};

/* Returns the region of a span; `near` is a map of its text, and the nearer to it the better. */
struct region output_region(const struct ptxc_lines *near, struct ptxc_span span);

/* Where a place of PTX stands in the source that it was compiled from: the code, and the calls that were inlined around
 * it, the outermost last. */
struct origin_chain {
    struct ptxc_location places[PTXC_MAX_LOCATIONS];
    size_t count; /* 0: that is not known */
};

/* Gives the places of a place in the file. */
void output_origin(const struct checked *checked, uint32_t offset, struct origin_chain *chain);

/* Returns the file in which a place of a file stands, and sets its line: in the source where that is known, else in the
 * file itself. Leaves the map at the place. */
const char *output_nearest(const struct checked *checked, struct ptxc_lines *lines, uint32_t offset, size_t *line);

/* Returns the words of a note, to be freed, and the places of its place in the source. If there are any, the words say
 * where the outermost call is that was inlined, and where the note is in the PTX. `near` is a map of the file. */
char *output_note(const struct checked *checked, const struct ptxc_note *note, const struct ptxc_lines *near,
                  struct origin_chain *chain);

/* Prints a place in the source, "a.cu:1:2", as `print` prints names. */
void output_place(FILE *stream, const struct ptxc_location *place,
                  void (*print)(FILE *stream, const char *text, size_t length));

/* Returns the column of a place in UTF-16 code units, in bytes where its text is not there; 1 where it is not known. */
size_t output_utf16(const struct ptxc_location *place);

/* Gives the words for a call that was inlined: "inlined here, in main". */
enum { OUTPUT_CALL_SIZE = 100 };
void output_call(const struct ptxc_location *call, char words[OUTPUT_CALL_SIZE]);

/* Returns the address of the page of a rule, to be freed; NULL where this program was built without one. */
char *output_rule_page(const char *id);

/* Whether the diagnostic has fixes that may be applied unseen. */
bool output_is_fixable(const struct ptxc_diagnostic *diagnostic);

/* Whether one more finding may be printed, which stands for `count`, and counts it. */
bool output_takes(struct output *output, const struct finding *finding, size_t count);

/* Returns the words for a problem, to be freed; ends the program without memory. */
char *output_problem(struct problem problem);

/* For a format that needs no such function. */
void output_nothing(struct output *output);
void output_no_end(struct output *output, const struct totals *totals);

/* The formats. */
extern const struct output_format format_text;   /* for people: the source line and what points into it */
extern const struct output_format format_json;   /* one document, in the dialect of docs/json.md */
extern const struct output_format format_jsonl;  /* JSON, a finding a line */
extern const struct output_format format_sarif;  /* Static Analysis Results Interchange Format, SARIF 2.1.0 */
extern const struct output_format format_github; /* workflow commands: GitHub shows annotations in the changed files */
extern const struct output_format format_gitlab; /* a Code Quality report, which GitLab shows in merge requests */
extern const struct output_format format_junit;  /* JUnit XML, which systems for continuous integration show */
extern const struct output_format format_gcc;    /* as gcc and clang print: a line each, for editors and build tools */
extern const struct output_format format_statistics;      /* how often each rule is broken */
extern const struct output_format format_statistics_json; /* the same as JSON */

#endif
