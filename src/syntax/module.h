/* A walk through the statements of a source: its state, which the reader and its parts share. */
#ifndef PTXC_MODULE_H
#define PTXC_MODULE_H

#include "syntax/declarations.h"
#include "syntax/statement.h"
#include "tables/gate.h"
#include "tables/words.h"

struct ptxc_scope {
    uint32_t symbols;          /* the newest one that is visible outside */
    uint32_t opening;          /* offset of its '{' */
    struct ptxc_span function; /* the name of the function around it */
};

/* How far the header has been read. */
enum ptxc_header_stage {
    PTXC_HEADER_BEGINS,
    PTXC_HEADER_HAS_VERSION,
    PTXC_HEADER_HAS_TARGET,
    PTXC_HEADER_ENDED /* by .address_size, or by what belongs to no header */
};

struct ptxc_header {
    enum ptxc_header_stage stage;
    struct ptxc_span end; /* what ended it, or as much of it as a message shows */
    bool reported;        /* something was said of the order of its directives, or of what ended it */
    bool here;            /* the statement that was read last is one of its directives */
    bool has_size;
    bool has_section;                     /* somewhere in the module */
    struct ptxc_span needs_sections;      /* the option that does, or empty */
    const struct ptxc_option_row *option; /* of .target, the last one that excludes others; or NULL */
    struct ptxc_span option_span;
};

/* A body that is being collected: see collect.h. */
struct ptxc_collection {
    struct ptxc_arena arena; /* of the body: empty between two of them */
    struct ptxc_body body;
    bool begun;             /* the walk */
    bool on;                /* a body is being collected */
    bool ready;             /* it is whole, and given next */
    bool fragment;          /* it is text outside of every function */
    bool functions;         /* a .func was collected, or has a prototype */
    size_t depth;           /* how many scopes are open right inside the body */
    uint32_t opening;       /* offset of its '{' */
    uint32_t scope;         /* the innermost one here */
    struct ptxc_arena kept; /* of the list of statements alone, which stays from body to body */
    struct ptxc_statement *statements;
    size_t statement_capacity;
    uint32_t *scopes; /* those of the body, which has them as constants */
    size_t scope_capacity;
    uint32_t looked_from, looked_until; /* where the look ahead was last */
    bool looked_found;                  /* it ended at an instruction of the family; else there is none */
    struct ptxc_function next;          /* whose body begins after the one that is ready */
    uint32_t next_opening;              /* offset of its '{', 0: there is none */
};

struct ptxc_hosted;

/* Who wants to know where nothing is open: outside of functions, between two statements, of which the second begins at
 * `start`, and at the end of the source. The walk ends there if that gives false. */
struct ptxc_watcher {
    void *context;
    bool (*between)(void *context, const struct ptxc_module *module, uint32_t start);
};

struct ptxc_module {
    struct ptxc_parser parser;
    struct ptxc_hosted *hosted; /* whose snippets are walked through one after another; NULL: the source is PTX */
    struct ptxc_environment environment; /* what to check against; zero until the header or the options say */
    uint32_t option_ptx;                 /* as the options say, instead of the header */
    enum ptxc_target option_target;
    uint32_t position; /* of the next statement */
    bool ended;
    bool has_version, has_target;
    struct ptxc_span version_span;
    struct ptxc_header header;
    struct ptxc_scope *scopes; /* outermost first */
    size_t depth, scope_capacity;
    bool outside_raised;                  /* an instruction outside of every function was reported */
    bool debug_raised;                    /* a line of debug information was reported */
    bool guard_lost;                      /* what stands before the next instruction is no guard, and was reported */
    bool found;                           /* `*instruction` is new */
    bool prescans;                        /* the source is PTX itself, and is prescanned */
    uint32_t reached;                     /* so far */
    bool byte_reported;                   /* there was a byte that PTX has not */
    bool mentions;                        /* some comment may say something of findings */
    bool ends_there;                      /* the walk ends when that is seen */
    bool forgets;                         /* nobody asks for the names of a function after its end */
    struct ptxc_instruction *instruction; /* the one that was read last; zero beyond what it uses of its arrays */
    const struct ptxc_watcher *watcher;   /* set before the walk begins; NULL: nobody */
    bool collects;                        /* bodies are given, too; set before the walk begins */
    struct ptxc_collection collection;
    struct ptxc_skip_fast *skip_fast; /* NULL until there is a body to skip */
    struct ptxc_instruction own;      /* room for the instruction, unless the caller has some */
};

#endif
