/* ptxcheck: reads PTX, checks every instruction of the asynchronous-copy family against what the assembler accepts
 * and what the PTX ISA defines, and reports what is wrong.
 *
 * In short:
 *
 *     struct ptxc_report *report = NULL;
 *     if (ptxc_check(text, length, NULL, &report) != PTXC_OK)
 *         return failure;
 *     for (size_t i = 0; i < ptxc_report_count(report); i++)
 *         use(ptxc_report_get(report, i));
 *     ptxc_report_free(report);
 *
 * Threads: the library has no global state. Any function may be called from any thread, and different reports have
 * nothing to do with each other. Several threads may read one report; it must not be freed while one of them does.
 *
 * NULL: a pointer may be NULL where its comment says so. Elsewhere a NULL does no harm: a function that gives a status
 * says PTXC_BAD_ARGUMENT, any other one does nothing and gives 0, NULL or the NONE value.
 *
 * Versions: the values of enumerators are permanent, and so are rule ids and the names of forms. The structures are of
 * three kinds:
 *
 * - Those that begin with `size` may grow at their end: ptxc_options, ptxc_format_options, ptxc_tensormap and
 *   ptxc_copy, which the caller fills, and ptxc_rule, ptxc_place, ptxc_requirement, ptxc_asm_argument, ptxc_plan and
 *   ptxc_descriptor_field, which the library fills in the caller's memory. The caller sets `size` to the size of the
 *   structure in bytes, {.size = sizeof(x)}. The library reads and writes no more than that, and leaves `size` as it
 *   is. Fields that the library is too old to know become zero. A size that is smaller than the member itself, such as
 *   0, or larger than 4096 was never set: the function does nothing then, and gives 0 or PTXC_BAD_ARGUMENT.
 * - ptxc_diagnostic, ptxc_kernel, ptxc_remark, ptxc_pipeline_event and ptxc_pipeline_kernel may grow at their end. The
 *   library makes them, and hands them out one by one.
 * - All others are frozen until the soname changes.
 *
 * Sections are those of the PTX ISA, in the edition that ptxc_isa_version names. docs/api.md goes through this header
 * and instruction.h task by task.
 */
#ifndef PTXCHECK_PTXCHECK_H
#define PTXCHECK_PTXCHECK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of these headers. PTXC_VERSION_AT_LEAST serves #if; ptxc_version gives the version of the library. */
#define PTXC_VERSION_MAJOR 0
#define PTXC_VERSION_MINOR 3
#define PTXC_VERSION_PATCH 0
#define PTXC_VERSION_NUMBER (PTXC_VERSION_MAJOR * 10000 + PTXC_VERSION_MINOR * 100 + PTXC_VERSION_PATCH)
#define PTXC_VERSION_AT_LEAST(major, minor, patch) (PTXC_VERSION_NUMBER >= (major)*10000 + (minor)*100 + (patch))

/* PTXC_API marks what the shared library exports. Define PTXC_STATIC where a static one must not make its functions
 * visible. */
#if defined(PTXC_STATIC) || !defined(__GNUC__)
#define PTXC_API
#else
#define PTXC_API __attribute__((visibility("default")))
#endif

/* A status says whether a call could do its job. Illegal PTX is a normal result, not a failure. */
enum ptxc_status {
    PTXC_OK = 0,            /* it is done; what is wrong with the PTX is in the report */
    PTXC_OUT_OF_MEMORY = 1, /* the allocator gave no memory */
    PTXC_BAD_ARGUMENT = 2,  /* the library does not know an option or a value, or a NULL stands where none may */
    PTXC_TOO_LARGE = 3,     /* the source has 2^31 bytes or more, or an instruction has no room for more */
    PTXC_UNREADABLE = 4,    /* the text is no instruction of the family, or the instruction has no text */
    PTXC_OVERLAP = 5        /* an edit changes what another edit changes (edit.h) */
};

/* The class of a rule says on whose word it rests. docs/reference.md lists the rules of each class. */
enum ptxc_class {
    PTXC_CLASS_SYNTAX = 0,      /* it cannot be read */
    PTXC_CLASS_LEGALITY = 1,    /* the assembler rejects it for this version and target, as measured on ptxas; or the
                                 * driver refuses the tensor map, as measured */
    PTXC_CLASS_UNDEFINED = 2,   /* it assembles, and the ISA gives it no meaning, or it must trap */
    PTXC_CLASS_NONSTANDARD = 3, /* it assembles, and the ISA has no such form */
    PTXC_CLASS_PORTABILITY = 4, /* it assembles here, and not on every target asked for */
    PTXC_CLASS_ADVICE = 5,      /* it is legal, and slow or unusual */
    PTXC_CLASS_HAZARD = 6       /* it assembles, and then it races, hangs or traps */
};

/* A severity says how grave a finding is. Each rule has one of its own, which an override replaces. */
enum ptxc_severity {
    PTXC_SEVERITY_OFF = 0, /* it is not reported */
    PTXC_SEVERITY_NOTE = 1,
    PTXC_SEVERITY_WARNING = 2,
    PTXC_SEVERITY_ERROR = 3
};

/* A level says how sure it is that what a finding says happens. What is not certain is reported only where that was
 * asked for (PTXC_CHECK_LIKELY, PTXC_CHECK_PEDANTIC). */
enum ptxc_level {
    PTXC_CERTAIN = 0, /* no execution that comes there escapes it */
    PTXC_LIKELY = 1,  /* it is a warning at most */
    PTXC_POSSIBLE = 2 /* it is a note */
};

/* Who says with how many threads, or CTAs of a cluster, a kernel is executed. */
enum ptxc_launch_source {
    PTXC_LAUNCH_TEXT =
        0, /* its directives: as many as they ask for, or as .maxntid allows; or it asks for no cluster */
    PTXC_LAUNCH_CALLER = 1, /* an assumption, of the caller or of a comment */
    PTXC_LAUNCH_CHOSEN = 2  /* nobody: it is a number with which the kernel does its work, as far as that can be told */
};

/* What fixes are good for: those of a rule at most, and those of a diagnostic. */
enum ptxc_fix_use {
    PTXC_FIX_NONE = 0,   /* there are none */
    PTXC_FIX_SHOWN = 1,  /* they are what may be meant, and a person should look at them */
    PTXC_FIX_APPLIED = 2 /* they are certain: the meaning stays, or nothing else could be meant that is legal */
};

/* A span is a piece of the source. A length of 0 means that there is none. */
struct ptxc_span {
    uint32_t offset; /* from the start of the source, in bytes */
    uint32_t length; /* in bytes */
};

/* A note adds to a diagnostic what is allowed there, or what a part of the instruction needs. */
struct ptxc_note {
    const char *text;      /* is one line without a full stop, closed by a NUL */
    struct ptxc_span span; /* is the part that it is about; none for the place of the diagnostic, or for no place */
};

/* A fix is an edit: `text` should stand in place of what is at `span`. */
struct ptxc_fix {
    const char *text; /* is closed by a NUL */
    struct ptxc_span span;
};

/* A diagnostic is one finding. The library makes it, and all its pointers live as long as the report. Each string is
 * closed by a NUL. */
struct ptxc_diagnostic {
    const char *rule; /* is the id of its rule: "cp-size" */
    enum ptxc_class rule_class;
    enum ptxc_severity severity;
    const char *section;           /* is the section of the ISA that has the rule or the instruction, or "" */
    const char *message;           /* is one line without a full stop */
    struct ptxc_span span;         /* is what is wrong */
    struct ptxc_span cause;        /* is what made the rule apply, or none */
    const struct ptxc_note *notes; /* are `note_count` notes, in the order in which they should be read */
    size_t note_count;
    const struct ptxc_fix *fixes; /* are `fix_count` edits, in source order, which together mend it */
    size_t fix_count;             /* is 0 where no fix is known, or the source has its text from a macro */
    size_t more;                  /* counts notes equal to this one that the report does not have (PTXC_CHECK_FOLD) */
    enum ptxc_level level;        /* is how sure it is that what it says happens; PTXC_CERTAIN where it is no hazard */
    enum ptxc_fix_use fix_use;    /* is what the fixes are good for: what the rule says at most */
};

/* A kernel that was executed to find hazards, under some launch configurations (docs/hazards.md). What it says of one
 * execution is of the one that came furthest; where there is none, that is 0. The library makes it, and all its
 * pointers live as long as what it belongs to. */
struct ptxc_kernel {
    const char *name;       /* is closed by a NUL */
    struct ptxc_span span;  /* is its name in the source */
    uint32_t executions;    /* counts the launch configurations with which it was executed */
    uint32_t finished;      /* counts those of them in which all threads came to the end */
    uint32_t threads[3];    /* of a CTA, along x, y and z */
    uint32_t cluster;       /* CTAs of the cluster that was executed */
    uint32_t parameter;     /* is what each integer parameter was, a chosen value; 0 where none was read */
    uint32_t iterations;    /* of the loop with copies that went around most often; 0 where there is none */
    int complete;           /* is 1 where all that it does was followed to an end in some execution, else 0 */
    const char *incomplete; /* is why it is not complete, one line without a full stop; NULL where it is */
    enum ptxc_launch_source threads_from, cluster_from; /* are who says how many threads and CTAs there are */
    uint32_t outer_parameter; /* is what those integer parameters were that bound no inner loop; 0: all were the same */
};

/* An allocator has a function that gives, resizes and frees memory. It takes `user`, a `pointer` that it gave before
 * (NULL for a new piece), the size of that piece in bytes (0 for a new one) and the size wanted in bytes. It returns
 * memory that holds what the old piece held and that is aligned for any type, as malloc's is. Where there is no memory
 * it returns NULL and leaves the old piece as it was. For a size of 0 it frees the piece and returns NULL. It is called
 * by the thread alone that calls the library. */
struct ptxc_allocator {
    void *(*resize)(void *user, void *pointer, size_t old_size, size_t new_size);
    void *user; /* is handed to `resize` */
};

/* An override sets the severity of one rule in place of its own. */
struct ptxc_override {
    const char *rule; /* is the id of the rule, closed by a NUL */
    enum ptxc_severity severity;
};

/* A define says of a macro of C what a compiler is told by -D and -U. */
struct ptxc_define {
    const char *name;  /* is the name of the macro, closed by a NUL */
    const char *value; /* is what it stands for, closed by a NUL, "1" for -D NAME; NULL: it is not defined, -U NAME */
};

/* An assumption says what a text does not, and the analysis of hazards takes it for true: "threads" is how many threads
 * a block has, exactly; "cluster" how many CTAs a cluster has; "box(NAME)" how many bytes one copy with the tensor map
 * NAME, a parameter or a variable, delivers, and "box(NAME+128)" one with the map at byte 128 of it. */
struct ptxc_assumption {
    const char *name; /* is closed by a NUL */
    uint64_t value;
};

/* A set of tensor maps (tensormap.h). */
struct ptxc_tensormaps;

/* A location is a place in the source that PTX was compiled from, as .loc says it (ISA 11.5). Its strings are closed by
 * a NUL. */
struct ptxc_location {
    const char *file;     /* is the name of the file: the one that .file has, or that ptxc_sources gives it */
    const char *function; /* is the name of the function that the place is in, mangled as in the PTX; NULL: not known */
    uint32_t line;        /* counts from 1 */
    uint32_t column;      /* counts from 1, in bytes; 0: not known */
    const char *text;     /* is the text of the file, `length` bytes without a NUL; NULL where nobody has it */
    size_t length;
};

/* The sources that PTX was compiled from, as the caller knows them. `find` takes `user`, the number of a file and a
 * location in it that lacks only the text. It may give the location the text of the file, and another name: one that
 * is looked for in another directory. The number is the same for the same .file, and less than the count of these
 * directives, so that what was found can be kept by it. What `find` gives must stay until the report is freed. */
struct ptxc_sources {
    void (*find)(void *user, size_t number, struct ptxc_location *location);
    void *user; /* is handed to `find` */
};

/* Flags of ptxc_options, each a bit. */
enum ptxc_check_flag {
    PTXC_CHECK_ALLOW = 1,     /* comments such as "ptxcheck: allow(cp-size) reason" take findings out of the report,
                               * and wrong and unused ones are findings; docs/suppression.md describes them */
    PTXC_CHECK_FOLD = 2,      /* with a limit, of the notes of one rule with one message no more than three are kept,
                               * and the first of them says how many more there are; the limit has room for others
                               * then */
    PTXC_CHECK_FLOW = 4,      /* hazards are looked for: the rules of PTXC_CLASS_HAZARD, which need whole functions.
                               * Only those that are certain are reported; docs/hazards.md says what counts as
                               * certain */
    PTXC_CHECK_LIKELY = 8,    /* likely hazards are reported, too, as warnings at most */
    PTXC_CHECK_PEDANTIC = 16, /* and so are possible ones, as notes, and likely ones */
    PTXC_CHECK_UNCOUNTED = 32 /* asm statements are not counted, and ptxc_report_statements gives 0: a source of C++
                               * need not be read whole then to see that it has no instruction of the family */
};

/* Options say what to check for and what to report. Fill them with zeros, set `size`, then set what is needed:
 *
 *     struct ptxc_options options = {.size = sizeof(options), .target = "sm_90a", .ptx = 806};
 *
 * Wherever options are taken, NULL stands for options that are all zero. They are read during the call and may go
 * away after it, except for the allocator's `user`, which the report needs until it is freed. PTXC_BAD_ARGUMENT says
 * that `size` was not set, that the library does not know a target, version, assembler, class, rule, severity or flag,
 * that the assembler does not know the target or the version, that an array is NULL and its count is not 0, that a
 * define has a name that no macro can have, that an assumption has a name or a value that none can have, that the
 * allocator or `sources` has no function, or that a field is set which only a newer library has; ptxc_options_explain
 * says which. */
struct ptxc_options {
    size_t size;        /* is sizeof(struct ptxc_options) */
    const char *target; /* is the name of a target, instead of .target (ISA 11.1.2); NULL: as declared */
    uint32_t ptx;       /* is major * 100 + minor, 806 for 8.6, instead of .version (ISA 11.1.1); 0: as declared */
    uint32_t classes;   /* has a bit (1 << ptxc_class) for each class wanted; 0: all */
    const struct ptxc_override *overrides; /* are `override_count` overrides; of two for one rule the last counts */
    size_t override_count;
    const struct ptxc_allocator *allocator; /* NULL: malloc and free */
    const char *const *portable; /* are names of targets on which every instruction must assemble too: with the PTX */
    size_t portable_count;       /* version declared or, where that knows no such target, the first that does */
    uint32_t assembler; /* is major * 100 + minor, 1206 for ptxas 12.6, whose verdicts are wanted (ptxc_assembler); 0:
                         * by the PTX version, the oldest from ptxas 13.0 on that knows it */
    size_t limit;       /* is how many diagnostics the report keeps, the first in source order; the others are only
                         * counted (ptxc_report_total), and take no memory; 0: all */
    const struct ptxc_define *defines; /* are `define_count` macros that decide #if lines in sources of C and C++; of */
    size_t define_count;               /* two for one name the last counts. Of other macros nothing is known */
    uint32_t flags; /* are bits of ptxc_check_flag. A walk through a module, and a check of one instruction, take no
                     * notice of PTXC_CHECK_ALLOW; where a source has such comments, all findings take memory until
                     * they are counted, whatever the limit */
    const struct ptxc_assumption *assumptions; /* are `assumption_count` assumptions for the whole source, where no */
    size_t assumption_count; /* comment such as "ptxcheck: assume threads=128" says more; of two for one name the last
                              * counts */
    const struct ptxc_tensormaps *maps; /* are tensor maps that copies are checked against, with PTXC_CHECK_FLOW
                                         * (tensormap.h); NULL: none is known */
    void (*ahead)(void *user, size_t offset, size_t length); /* is called by a check or a walk of PTX before it looks at
                                                              * these bytes of the source; what stands before them is
                                                              * not looked at for now, but for what findings and names
                                                              * need. The source is gone through more than once: the
                                                              * offset then begins at 0 again. It is called by the
                                                              * thread that calls the library; NULL: nobody asks */
    void *ahead_user;                                        /* is handed to `ahead` */
    void *scratch;       /* is memory that the report, or the walk, is made in before the allocator is asked. It must
                          * stay until that is freed, and serve nothing else; NULL: none */
    size_t scratch_size; /* is its size in bytes: PTXC_SCRATCH_SIZE is enough for one instruction in which nothing is
                          * found, be it a value or a source, with hazards too, so that no memory is allocated */
    uint64_t seed; /* is any number; one that who wrote the source cannot know keeps names from being made to collide in
                    * hash tables. It changes no finding, but for the time that they take; 0 is as good as any */
    const struct ptxc_sources *sources; /* are the sources that PTX was compiled from: ptxc_check then has findings that
                                         * ptxc_report_locate finds there, and takes notice of comments there, too
                                         * (PTXC_CHECK_ALLOW); its `user` must stay until the report is freed; NULL:
                                         * places are those in the PTX alone */
};

/* Bytes of memory that a program may lend. */
enum {
    PTXC_SCRATCH_SIZE = 32768 /* is enough `scratch` to parse or check one instruction */
};

/* Says in words why these options are a PTXC_BAD_ARGUMENT: "ptx is major * 100 + minor: 708 for PTX 7.8, not 780",
 * "there is no target 'sm_91'; did you mean sm_90?". It is one line without a full stop about the first thing that is
 * wrong, "" and 0 where nothing is. It keeps the contract of snprintf: at most `size` bytes go to `buffer`, the closing
 * NUL among them, and it gives the length of the whole text in bytes. Any number of threads may call it. */
PTXC_API size_t ptxc_options_explain(const struct ptxc_options *options, char *buffer, size_t size);

/* Gives the PTX version that a text closed by a NUL spells, "8.6", as ptxc_options takes it: 806. It gives 0 for what
 * is no version that the tables know, "780" and "8.06" among them. Any number of threads may call it. */
PTXC_API uint32_t ptxc_ptx_from_text(const char *text);

/* A report has the findings of one check. It belongs to the caller, who frees it. */
struct ptxc_report;

/* Checks `length` bytes of PTX: a module, or instructions without a header. The source needs no NUL, is not written,
 * and may be freed as soon as the call returns. `options` may be NULL. With PTXC_OK the caller frees `*report` with
 * ptxc_report_free; with anything else it is NULL: PTXC_OUT_OF_MEMORY, PTXC_BAD_ARGUMENT for the options or a NULL,
 * PTXC_TOO_LARGE for 2^31 bytes or more. Any number of threads may call it at once. */
PTXC_API enum ptxc_status ptxc_check(const char *source, size_t length, const struct ptxc_options *options,
                                     struct ptxc_report **report);

/* Says whether the extension of a path is that of a language in whose sources PTX is looked for, such as C++, Python or
 * LLVM IR: 1 or 0. The path is closed by a NUL; no file is opened. */
PTXC_API int ptxc_host_known(const char *path);

/* Gives the extensions of one of these languages, a constant: ".cu .cuh .cpp", with blanks between them; NULL from
 * their count on. */
PTXC_API const char *ptxc_host_extensions(size_t index);

/* Checks the PTX in `length` bytes of another language: asm statements, and string literals that hold instructions. The
 * extension of `path`, which is closed by a NUL, says which language it is; no file is opened. All spans are places in
 * `source`. Where neither the options nor #if lines of C++ say what target the code is for, an instruction is an error
 * if no target has it. The rest is as with ptxc_check; a path of no such language is a PTXC_BAD_ARGUMENT, too. */
PTXC_API enum ptxc_status ptxc_check_host(const char *path, const char *source, size_t length,
                                          const struct ptxc_options *options, struct ptxc_report **report);

/* Checks the text of one inline asm, `length` bytes. An operand begins with `sign`: '%' as in GCC and CUDA, where %0,
 * %[name] are operands and %% is one sign, or '$' as in LLVM. `constraints` is a list such as "=r,[dst]r,l,~{memory}",
 * outputs first, closed by a NUL: its letters give the types of the operands, and a name in brackets is the one that
 * %[name] means. It is NULL where neither the operands nor the clobbers are known. All spans are places in `text`. The
 * rest is as with ptxc_check; another sign is a PTXC_BAD_ARGUMENT, too. */
PTXC_API enum ptxc_status ptxc_check_inline_asm(const char *text, size_t length, char sign, const char *constraints,
                                                const struct ptxc_options *options, struct ptxc_report **report);

/* Gives how many diagnostics the report has. They are in source order, and at one place the gravest comes first. */
PTXC_API size_t ptxc_report_count(const struct ptxc_report *report);

/* Gives diagnostic `index`, which lives as long as the report; NULL where ptxc_report_count is not above it. */
PTXC_API const struct ptxc_diagnostic *ptxc_report_get(const struct ptxc_report *report, size_t index);

/* Gives how many findings of this severity there were, those beyond the limit of the options among them. Any number of
 * threads may call it. */
PTXC_API size_t ptxc_report_total(const struct ptxc_report *report, enum ptxc_severity severity);

/* Places in a source. */
enum {
    PTXC_MAX_LOCATIONS = 64 /* is the most that ptxc_report_locate gives for one place of PTX */
};

/* Fills the places in the source that PTX was compiled from for an offset of the PTX, up to `room` of them: first that
 * of the code there, then where each call is that was inlined around it, the outermost last. It gives how many places
 * there are, PTXC_MAX_LOCATIONS at most; 0 where the source is not known, or was not asked for (`sources` of
 * ptxc_options), or the report has no finding. It calls `find` of these for each place. `places` may be NULL where
 * `room` is 0. Any number of threads may call it as far as they may call `find`. */
PTXC_API size_t ptxc_report_locate(const struct ptxc_report *report, size_t offset, struct ptxc_location *places,
                                   size_t room);

/* Gives how many findings are not in the report because comments in the source allow them (PTXC_CHECK_ALLOW). */
PTXC_API size_t ptxc_report_suppressed(const struct ptxc_report *report);

/* Gives how many instructions of the family the source has, wrong ones among them. */
PTXC_API size_t ptxc_report_instructions(const struct ptxc_report *report);

/* Gives how many kernels with instructions of the family the search for hazards has gone through (PTXC_CHECK_FLOW), and
 * how many of them are not complete: there, that nothing was found says less (docs/hazards.md). A kernel with an error
 * is in neither. */
PTXC_API size_t ptxc_report_kernels(const struct ptxc_report *report);
PTXC_API size_t ptxc_report_unfinished(const struct ptxc_report *report);

/* Gives what was executed of kernel `index` of these, in source order; it lives as long as the report. NULL where
 * ptxc_report_kernels is not above the index. Any number of threads may call it. */
PTXC_API const struct ptxc_kernel *ptxc_report_kernel(const struct ptxc_report *report, size_t index);

/* Gives how many asm statements a source of C or C++ has, whatever they hold; those in its strings count too. It gives
 * 0 for any other source. */
PTXC_API size_t ptxc_report_statements(const struct ptxc_report *report);

/* Gives the text that the spans point into where the caller has none: the canonical text of an instruction that was
 * checked on its own, closed by a NUL. It lives as long as the report. For the report of a source it is NULL. */
PTXC_API const char *ptxc_report_text(const struct ptxc_report *report);

/* Frees a report and all that it points to. The report may be NULL. */
PTXC_API void ptxc_report_free(struct ptxc_report *report);

/* A rule in words. All strings are constants, closed by a NUL. The caller sets the size:
 *
 *     struct ptxc_rule rule = {.size = sizeof(rule)};
 */
struct ptxc_rule {
    size_t size;    /* is sizeof(struct ptxc_rule) */
    const char *id; /* is what a diagnostic has as its `rule`: "cp-size" */
    enum ptxc_class rule_class;
    enum ptxc_severity severity;
    const char *section;   /* is the section of the ISA, or "" where it differs by instruction or there is none */
    const char *summary;   /* says in one line what it asks for */
    const char *why;       /* says where the rule comes from and what goes wrong otherwise */
    const char *wrong;     /* is a piece of PTX that raises this rule alone */
    const char *right;     /* is a near miss, which raises nothing */
    enum ptxc_fix_use fix; /* says whether the fixes of its diagnostics may be applied unseen, at most */
    const char *catalogue; /* is the number of a hazard in the catalogue of hazards, "G01"; "" for other rules */
    uint32_t reports;      /* is how many public reports of such a bug were collected; 0 for other rules */
    enum ptxc_level level; /* is how sure findings of the rule are at best */
    int unnecessary;       /* is 1 where what a finding points at can be taken away, else 0 */
};

/* Gives how many rules there are. */
PTXC_API size_t ptxc_rule_count(void);

/* Fills *rule with rule `index` of the table, as far as its `size` goes, and gives 1. Where ptxc_rule_count is not
 * above the index, or `size` was not set, it leaves *rule untouched and gives 0. */
PTXC_API int ptxc_rule_get(size_t index, struct ptxc_rule *rule);

/* Fills *rule with the rule of this id, which is closed by a NUL, as far as its `size` goes, and gives 1. Where there
 * is none, or `size` was not set, it leaves *rule untouched and gives 0. */
PTXC_API int ptxc_rule_from_id(const char *id, struct ptxc_rule *rule);

/* Functions that write a text keep the contract of snprintf: they write at most `size` bytes to `buffer`, the closing
 * NUL included, and return the length of the whole text in bytes, without the NUL. Where `size` is 0, `buffer` may be
 * NULL. */

/* Gives how many forms there are. A form is a legal shape of an instruction, one row of the tables. Where this is not
 * above the index, the functions below give 0 or NULL. */
PTXC_API size_t ptxc_form_count(void);

/* Writes form `index` as a syntax line: "cp.async.ca(.shared|.shared::cta).global … [dst], [src], cp-size". */
PTXC_API size_t ptxc_form_syntax(size_t index, char *buffer, size_t size);

/* Writes what form `index` and its qualifiers need: "PTX 8.0 and sm_90 or higher; .cta_group::1: PTX 8.6 and …". */
PTXC_API size_t ptxc_form_needs(size_t index, char *buffer, size_t size);

/* Gives the mnemonic of form `index`, a constant: "cp.async". */
PTXC_API const char *ptxc_form_mnemonic(size_t index);

/* Gives a name for form `index`, a constant: "CP_ASYNC_CA". The name stays the same from one version of the tables to
 * the next, and the index does not. */
PTXC_API const char *ptxc_form_name(size_t index);

/* Gives the section of the ISA that has the mnemonic of form `index`, a constant: "9.7.9.25.3.1". */
PTXC_API const char *ptxc_form_section(size_t index);

/* Gives the version of the library, a constant: "0.3.0". */
PTXC_API const char *ptxc_version(void);

/* Gives assembler `index` of those whose verdicts the library knows, from the oldest on, as major * 100 + minor: 1206
 * for ptxas 12.6. After the last it gives 0. */
PTXC_API uint32_t ptxc_assembler(size_t index);

/* Gives the newest PTX version that this assembler knows, 805 for PTX 8.5; 0 where the library has no verdicts of it.
 */
PTXC_API uint32_t ptxc_assembler_ptx(uint32_t assembler);

/* Gives the newest PTX version that the tables know, as major * 100 + minor: 905 for PTX 9.5. */
PTXC_API uint32_t ptxc_newest_ptx(void);

/* Gives the newest PTX version that the tables know in words, a constant: "PTX 9.5". */
PTXC_API const char *ptxc_tables_version(void);

/* Gives the edition of the PTX ISA that has the sections of rules and diagnostics, a constant: "9.1". */
PTXC_API const char *ptxc_isa_version(void);

/* These give the names that messages and options use, constants: "bad argument", "legality", "warning", "likely",
 * "chosen". They give NULL for a value that is none. */
PTXC_API const char *ptxc_status_name(enum ptxc_status status);
PTXC_API const char *ptxc_class_name(enum ptxc_class rule_class);
PTXC_API const char *ptxc_severity_name(enum ptxc_severity severity);
PTXC_API const char *ptxc_level_name(enum ptxc_level level);
PTXC_API const char *ptxc_launch_source_name(enum ptxc_launch_source source);

#ifdef __cplusplus
}
#endif

#endif
