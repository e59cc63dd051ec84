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
 * Threads: the library has no global state. Any function may be called from any thread; one report must not be
 * freed while another thread reads it.
 *
 * NULL: a pointer may be NULL where its comment says so. Elsewhere a NULL harms nobody: a function that gives a status
 * says PTXC_BAD_ARGUMENT, any other one does nothing and gives 0, NULL or the NONE value.
 *
 * Versions: the values of enumerators are permanent, and so are rule ids and the names of forms. Of the structures,
 *   - those that begin with `size` may grow at their end: ptxc_options, which the caller fills, and ptxc_rule,
 * ptxc_place and ptxc_requirement, which the library fills in the caller's memory. The caller sets `size` to the size
 * of the structure, {.size = sizeof(x)}; the library reads and writes no more than that, and leaves `size` as it is.
 * Fields that an older library does not know become zero. A size that is less than that of the member itself, 0 above
 * all, or more than 4096 was never set: the function does nothing, and gives 0 or PTXC_BAD_ARGUMENT;
 *   - ptxc_diagnostic, which lives in the library's memory, may grow at its end;
 *   - all others are frozen until the soname changes: ptxc_span, ptxc_note, ptxc_fix, ptxc_allocator, ptxc_override,
 *     ptxc_value, ptxc_operand, ptxc_qualifier_use, ptxc_instruction and ptxc_reason.
 *
 * docs/api.md goes through this header and instruction.h task by task.
 */
#ifndef PTXCHECK_PTXCHECK_H
#define PTXCHECK_PTXCHECK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the shared library exports. Define PTXC_STATIC where a static one must not make its functions visible. */
#if defined(PTXC_STATIC) || !defined(__GNUC__)
#define PTXC_API
#else
#define PTXC_API __attribute__((visibility("default")))
#endif

/* Whether a call could do its job. Illegal PTX is a normal result, not a failure. */
enum ptxc_status {
    PTXC_OK = 0,
    PTXC_OUT_OF_MEMORY = 1,
    PTXC_BAD_ARGUMENT = 2, /* an option or a value that the library does not know, or a NULL where none may stand */
    PTXC_TOO_LARGE = 3,    /* the source has 2^31 bytes or more, or an instruction has no room for more */
    PTXC_UNREADABLE = 4    /* the text is no instruction of the family, or the instruction has no text */
};

/* Who says so: see docs/reference.md. */
enum ptxc_class {
    PTXC_CLASS_SYNTAX = 0,      /* cannot be read */
    PTXC_CLASS_LEGALITY = 1,    /* the assembler rejects it for this version and target */
    PTXC_CLASS_UNDEFINED = 2,   /* it assembles, and the ISA gives it no meaning, or it must trap */
    PTXC_CLASS_NONSTANDARD = 3, /* it assembles, and the ISA has no such form */
    PTXC_CLASS_PORTABILITY = 4, /* assembles here, not on every target asked for */
    PTXC_CLASS_ADVICE = 5       /* legal, and slow or unusual */
};

enum ptxc_severity {
    PTXC_SEVERITY_OFF = 0,
    PTXC_SEVERITY_NOTE = 1,
    PTXC_SEVERITY_WARNING = 2,
    PTXC_SEVERITY_ERROR = 3
};

/* A piece of the source: byte offset and length in bytes. Length 0 means that there is none. */
struct ptxc_span {
    uint32_t offset;
    uint32_t length;
};

struct ptxc_note {
    const char *text;
    struct ptxc_span span; /* what the note points at, or length 0 */
};

/* An edit: `text` should stand in place of `span`. */
struct ptxc_fix {
    const char *text;
    struct ptxc_span span;
};

/* One finding. All pointers live as long as the report. */
struct ptxc_diagnostic {
    const char *rule; /* "cp-size" */
    enum ptxc_class rule_class;
    enum ptxc_severity severity;
    const char *section;    /* of the PTX ISA 9.1, or "" */
    const char *message;    /* one line, no full stop */
    struct ptxc_span span;  /* what is wrong */
    struct ptxc_span cause; /* what made the rule apply, or length 0 */
    const struct ptxc_note *notes;
    size_t note_count;
    const struct ptxc_fix *fixes; /* a certain fix: edits that mend it together, in source order; or none */
    size_t fix_count;
};

/* One allocator: resizes `pointer` (NULL at first) from `old_size` to `new_size` bytes; new_size 0 frees it and
 * returns NULL. What it returns is aligned for any type, as malloc's memory is. Returns NULL when there is no memory,
 * and then leaves `pointer` as it was. */
struct ptxc_allocator {
    void *(*resize)(void *user, void *pointer, size_t old_size, size_t new_size);
    void *user;
};

/* Set a severity for one rule, whatever its row says. */
struct ptxc_override {
    const char *rule; /* rule id */
    enum ptxc_severity severity;
};

/* Fill with zeros, set `size`, then what is needed:
 *
 *     struct ptxc_options options = {.size = sizeof(options), .target = "sm_90a", .ptx = 806};
 *
 * Wherever options are taken, NULL stands for options that are all zero. They are read during the call and may go
 * away behind it, all but the allocator's `user`, which the report needs until it is freed. PTXC_BAD_ARGUMENT: a `size`
 * of 0, a target, version, class, rule or severity that the library does not know, or a field that is set and that only
 * a newer library has. */
struct ptxc_options {
    size_t size;        /* sizeof(struct ptxc_options) */
    const char *target; /* "sm_90a": instead of what the source declares; NULL: as declared */
    uint32_t ptx;       /* PTX version as major * 100 + minor (8.6 is 806), likewise; 0: as declared */
    uint32_t classes;   /* bit (1 << ptxc_class) for each class wanted; 0: all */
    const struct ptxc_override *overrides;
    size_t override_count;
    const struct ptxc_allocator *allocator; /* NULL: malloc and free */
    const char *const *portable; /* targets that every instruction must assemble on too, with the PTX version */
    size_t portable_count;       /* declared or, where that knows no such target, the first that does */
};

struct ptxc_report;

/* Checks `length` bytes of PTX: a module, or instructions without a header. The source needs no NUL, is not written,
 * and may be freed as soon as the call returns. On PTXC_OK `*report` is to be freed with ptxc_report_free; on
 * anything else it is NULL. Thread-safe. */
PTXC_API enum ptxc_status ptxc_check(const char *source, size_t length, const struct ptxc_options *options,
                                     struct ptxc_report **report);

/* Whether the extension of a path is that of a language in whose sources PTX is looked for: C++, Python, LLVM IR, … */
PTXC_API int ptxc_host_known(const char *path);

/* Checks the PTX in a source of another language: asm statements, and string literals that hold instructions. `path`
 * says by its extension which language it is; the file is not opened. The spans are places in `source`. Without a
 * target, an instruction is an error where no target has it. Otherwise as ptxc_check; PTXC_BAD_ARGUMENT for a path of
 * no such language. Thread-safe. */
PTXC_API enum ptxc_status ptxc_check_host(const char *path, const char *source, size_t length,
                                          const struct ptxc_options *options, struct ptxc_report **report);

/* Checks the text of one inline asm. `sign` is what begins an operand: '%' as in GCC and CUDA (%0, %[name], %% for one
 * sign), '$' as in LLVM. `constraints` (NULL: neither the operands nor the clobbers are known) is a list such as
 * "=r,[dst]r,l,~{memory}", outputs first: its letters give the types of the operands, a name in brackets is the one
 * that
 * %[name] means. The spans are places in `text`. Thread-safe. */
PTXC_API enum ptxc_status ptxc_check_inline_asm(const char *text, size_t length, char sign, const char *constraints,
                                                const struct ptxc_options *options, struct ptxc_report **report);

/* How many diagnostics the report has; they are in source order, at one place the gravest first. */
PTXC_API size_t ptxc_report_count(const struct ptxc_report *report);

/* Diagnostic `index`, below ptxc_report_count, or NULL. */
PTXC_API const struct ptxc_diagnostic *ptxc_report_get(const struct ptxc_report *report, size_t index);

/* How many instructions of the family the source has. */
PTXC_API size_t ptxc_report_instructions(const struct ptxc_report *report);

/* How many asm statements a source of C or C++ has, whatever they hold; those in its strings count too. 0 for any
 * other source. */
PTXC_API size_t ptxc_report_statements(const struct ptxc_report *report);

/* The text that the spans point into where the caller has none: the canonical text of an instruction that was checked
 * on its own. NULL in the report of a source. Lives as long as the report. */
PTXC_API const char *ptxc_report_text(const struct ptxc_report *report);

/* Frees a report and all that it points to; NULL is fine. */
PTXC_API void ptxc_report_free(struct ptxc_report *report);

/* A rule in words. All strings are constants. Set `size`: struct ptxc_rule rule = {.size = sizeof(rule)}; */
struct ptxc_rule {
    size_t size; /* sizeof(struct ptxc_rule), as the caller sets it */
    const char *id;
    enum ptxc_class rule_class;
    enum ptxc_severity severity;
    const char *section; /* of the PTX ISA 9.1, or "" */
    const char *summary; /* what it asks for, one line */
    const char *why;     /* where the rule comes from and what goes wrong otherwise */
    const char *wrong;   /* a piece of PTX that raises this rule alone */
    const char *right;   /* a near miss that raises nothing */
};

/* How many rules there are. */
PTXC_API size_t ptxc_rule_count(void);

/* Rule `index`, below ptxc_rule_count, in the order of the table: 1, and *rule is filled as far as its `size` goes. 0
 * and *rule untouched where there is no such rule or `size` was never set. */
PTXC_API int ptxc_rule_get(size_t index, struct ptxc_rule *rule);

/* The rule of this id, as a diagnostic names it; likewise. */
PTXC_API int ptxc_rule_from_id(const char *id, struct ptxc_rule *rule);

/* The text-producing functions below keep the contract of snprintf: they write at most `size` bytes, the closing
 * NUL included, and return the length that the whole text has. */

/* How many forms there are: legal shapes of an instruction, one row of the tables each. The functions below give 0 or
 * NULL for an index that is not below it. */
PTXC_API size_t ptxc_form_count(void);

/* Form `index` as a syntax line: "cp.async.ca.shared{::cta}.global … [dst], [src], cp-size". */
PTXC_API size_t ptxc_form_syntax(size_t index, char *buffer, size_t size);

/* What form `index` and its qualifiers need: "PTX 8.0 and sm_90 or higher; .cta_group::1: PTX 8.6 and …". */
PTXC_API size_t ptxc_form_needs(size_t index, char *buffer, size_t size);

/* The mnemonic of form `index`, or NULL. */
PTXC_API const char *ptxc_form_mnemonic(size_t index);

/* A name for form `index` that stays the same from one version of the tables to the next: "CP_ASYNC_CA"; or NULL. */
PTXC_API const char *ptxc_form_name(size_t index);

/* The version of the library: "0.2.0". */
PTXC_API const char *ptxc_version(void);

/* The newest PTX version that the tables know, as major * 100 + minor. */
PTXC_API uint32_t ptxc_newest_ptx(void);

/* The newest PTX that the tables know: "PTX 9.5". */
PTXC_API const char *ptxc_tables_version(void);

/* The edition of the PTX ISA that the section numbers of rules and diagnostics refer to: "9.1". */
PTXC_API const char *ptxc_isa_version(void);

/* "bad argument", "legality", "warning": the names that messages and options use; NULL for a value that is none. */
PTXC_API const char *ptxc_status_name(enum ptxc_status status);
PTXC_API const char *ptxc_class_name(enum ptxc_class rule_class);
PTXC_API const char *ptxc_severity_name(enum ptxc_severity severity);

#ifdef __cplusplus
}
#endif

#endif
