/* The language server: a client, which is an editor, sends messages of the Language Server Protocol 3.17, and the
 * server answers. It reads one message after another and does what that asks for; between two messages it looks for
 * hazards.
 *
 *     channel.c       messages on standard input and output
 *     server.c        the life of the server; hands each message to its row in methods.def
 *     text.c          a text that is edited, and the positions in it
 *     client.c        what the client can do, and what it is told
 *     documents.c     the documents that the client has open
 *     sync.c          what the client does to them, and what it is set to
 *     diagnostics.c   what is found in them, pushed and pulled
 *     workspace.c     what is found in all files of the workspace
 *     edits.c         edits, and formatting
 *     actions.c       what can be done about a finding, and commands
 *     names.c         where names are declared and used
 *     links.c         links from PTX to the sources that it was compiled from
 *     statement.c     the statement around a place, and what is selected there
 *     hover.c         what is said of the word under the cursor
 *     forms.c         the forms of an instruction while it is typed, and what is offered
 *     completion.c    how the word before the cursor may go on
 *     kernels.c       kernels as they are executed, and what that has made of names and waits
 *     settings.c      how a line of .ptxcheck.yaml may go on
 *     inlays.c        what an execution has made of instructions
 *     tokens.c        what the pieces of a text are, for colours
 *
 * What is true of PTX the server asks the library. The server is the one object that lasts, and is passed along.
 */
#ifndef PTXC_CLI_LSP_H
#define PTXC_CLI_LSP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

#include "ptxcheck/ptxcheck.h"

struct finder;
struct origins;
struct profile;
struct ptxc_declaration;
struct ptxc_document;
struct ptxc_edits;
struct ptxc_instruction;
struct ptxc_outline;
struct ptxc_pipeline;
struct ptxc_pipeline_event;

/* Serves the client on standard input and output until it ends; returns the exit code. `program` is the path of
 * ptxcheck, which draws pipelines; NULL: nothing does. */
int lsp_serve(const char *program);

/* ---- channel.c ---- */

/* The error codes of the protocol. */
enum lsp_code {
    LSP_NO_ERROR = 0,
    LSP_PARSE_ERROR = -32700,
    LSP_INVALID_REQUEST = -32600,
    LSP_METHOD_NOT_FOUND = -32601,
    LSP_INVALID_PARAMS = -32602,
    LSP_NOT_INITIALIZED = -32002,
    LSP_REQUEST_CANCELLED = -32800,
    LSP_CONTENT_MODIFIED = -32801,
    LSP_REQUEST_FAILED = -32803
};

/* A message of the client. */
struct lsp_message {
    json_t *json;       /* NULL: there is none, as the problem says */
    char *problem;      /* what is wrong with the message, or NULL */
    enum lsp_code code; /* of the problem */
    bool damaged;       /* some text in it is no Unicode; U+FFFD stands for that in `json` */
};

enum { LSP_QUEUE_MAX = 64 };

struct lsp_channel {
    int input;
    FILE *output;
    char *bytes; /* what was read and is no message yet */
    size_t length, capacity;
    size_t skipped;                          /* so many bytes that come next are passed over */
    struct lsp_message queue[LSP_QUEUE_MAX]; /* what was read */
    size_t count;
    bool ended;  /* nothing more comes */
    bool broken; /* the client takes no more */
};

void lsp_channel_open(struct lsp_channel *channel);
void lsp_channel_close(struct lsp_channel *channel);

/* Waits for the next message; false after the last. Free it with lsp_message_free. */
bool lsp_channel_next(struct lsp_channel *channel, struct lsp_message *message);
void lsp_message_free(struct lsp_message *message);

/* Whether something more can be read, or comes within so many milliseconds. */
bool lsp_channel_waits(struct lsp_channel *channel, int milliseconds);

/* Whether the client has taken back the request of this id, as far as its messages have come; forgets that it has. */
bool lsp_channel_cancelled(struct lsp_channel *channel, const json_t *id);

/* Sends a message and lets go of it. */
void lsp_channel_send(struct lsp_channel *channel, json_t *message);

/* ---- text.c ---- */

/* How the client counts columns. */
enum lsp_encoding { LSP_UTF16, LSP_UTF8 };

/* A text in UTF-8. A line ends with "\n", "\r\n" or "\r". */
struct lsp_text {
    char *bytes; /* closed by a NUL, which does not count */
    size_t length, capacity;
    bool ascii;    /* all of it */
    size_t *lines; /* where each begins */
    size_t line_count, line_capacity;
};

/* A piece of a text. */
struct lsp_range {
    size_t begin, end; /* bytes */
};

void lsp_text_set(struct lsp_text *text, const char *bytes, size_t length);
void lsp_text_replace(struct lsp_text *text, struct lsp_range range, const char *bytes, size_t length);
void lsp_text_free(struct lsp_text *text);

/* Returns the bytes of a text, with any NUL in it, closed by another; to be freed. */
char *lsp_text_copy(const struct lsp_text *text);

/* Reads a position of the protocol as a place in the text. A column beyond the end of its line is that end, and the
 * line after the last is the end of the text. False where it is no position of the text; one within a character counts
 * as before it. */
bool lsp_text_place(const struct lsp_text *text, enum lsp_encoding encoding, const json_t *position, size_t *place);

/* The same for a range; false where it ends before it begins, too. */
bool lsp_text_range(const struct lsp_text *text, enum lsp_encoding encoding, const json_t *json,
                    struct lsp_range *range);

/* Returns what a span of the library is. */
struct lsp_range lsp_span_range(struct ptxc_span span);

/* Returns the line of a place, from 0. */
size_t lsp_text_line(const struct lsp_text *text, size_t place);

/* Returns how many columns a piece of one line takes. */
size_t lsp_text_columns(const struct lsp_text *text, enum lsp_encoding encoding, struct lsp_range range);

/* Return the position or the range of the protocol. */
json_t *lsp_position(const struct lsp_text *text, enum lsp_encoding encoding, size_t place);
json_t *lsp_range(const struct lsp_text *text, enum lsp_encoding encoding, struct lsp_range range);

/* A kernel that was executed. */
struct lsp_kernel {
    size_t place;                       /* of its name */
    struct ptxc_pipeline *pipeline;     /* has what the events point to; NULL: there is none */
    struct ptxc_pipeline_event *events; /* with their places in the text of the document */
    size_t count;
    struct lsp_kernel *next;
};

/* What edits have made of a text, taken together. */
struct lsp_edited {
    size_t offset, removed, inserted; /* bytes; all are 0 where there was none */
};

/* A document that the client has open. */
struct lsp_document {
    char *uri;
    char *path;     /* of its file; NULL: it has none */
    char *language; /* a name by whose extension its language is known; NULL: the text says which it is */
    struct lsp_text text;
    json_t *version;               /* as the client counts */
    size_t generation;             /* of its text and configuration, as the server counts */
    bool stale;                    /* an edit could not be read, and its text is not known until it comes whole */
    bool has_origins;              /* the text may name the sources that it was compiled from */
    bool pending;                  /* hazards are to be looked for */
    int took;                      /* the last look for them, in milliseconds */
    json_t *published;             /* what the client was told; NULL: nothing yet */
    const struct profile *profile; /* what is asked of it; NULL: not known yet */
    struct ptxc_document *verdicts, *hazards; /* of PTX: what checks it without hazards, and with them */
    struct ptxc_report *report;               /* of the text as it is now; NULL: it was not checked */
    bool complete;                            /* hazards are in the report */
    struct origins *origins;
    json_t *inlays;               /* by the name of a kernel, what is shown in it; NULL: in none yet */
    struct lsp_kernel *kernels;   /* that were executed */
    struct ptxc_outline *outline; /* of PTX; NULL: it was not made */
    uint32_t *tokens;             /* the numbers of the semantic tokens that the client has */
    size_t token_count, tokens_generation;
    struct lsp_edited edited; /* since the outline was made */
    struct lsp_document *next;
};

enum lsp_state { LSP_NEW, LSP_RUNNING, LSP_SHUT_DOWN, LSP_EXITED };

struct lsp_workspace;

/* What the editor is set to. */
struct lsp_settings {
    json_t *given;           /* as the client has said it; NULL: it has not */
    struct profile *profile; /* lies under the configurations */
    char **texts;            /* that the profile points to */
    size_t text_count;
    bool wrong; /* the user was told that one cannot be read */
    bool inlay_hints;
    int delay; /* from the last message to the look for hazards, in milliseconds */
};

struct lsp_server {
    struct lsp_channel channel;
    enum lsp_state state;
    bool clean; /* the client has asked for the end before it ended */
    enum lsp_encoding encoding;
    json_t *client;          /* its capabilities */
    struct profile *profile; /* what is asked of every document: nothing */
    struct finder *finder;   /* of the configurations */
    struct lsp_settings *settings;
    size_t asked; /* the last request for settings; 0: there was none */
    bool warned;  /* the user knows that one of them cannot be read */
    uint64_t seed;
    struct lsp_document *documents;
    struct lsp_workspace *workspace; /* NULL until the server is initialized */
    size_t generation;
    size_t requests;     /* that were sent to the client */
    const char *program; /* draws pipelines; NULL: nothing does */
    char *scratch;       /* the directory of files that are shown; NULL: there is none yet */
    size_t shown;        /* files that were made there */
};

/* A message as its handler sees it. */
struct lsp_call {
    const json_t *id; /* of a request */
    const json_t *params;
    bool later;         /* the handler answers the request itself, and not yet */
    bool damaged;       /* some text in it is no Unicode */
    enum lsp_code code; /* LSP_NO_ERROR, or why there is no result */
    char *error;        /* in words */
};

/* A handler returns the result of a request, and NULL for a notification, after lsp_refuse or with `later`. */
typedef json_t *lsp_handler(struct lsp_server *server, struct lsp_call *call);

/* The handlers, which methods.def names. */
lsp_handler lsp_initialize, lsp_initialized, lsp_shutdown, lsp_exit;
lsp_handler lsp_did_change_settings, lsp_did_open, lsp_did_change, lsp_did_save, lsp_did_close, lsp_did_change_files;
lsp_handler lsp_pull, lsp_pull_workspace, lsp_did_change_folders, lsp_cancel, lsp_cancel_progress;
lsp_handler lsp_code_action, lsp_format, lsp_format_range;
lsp_handler lsp_definition, lsp_references, lsp_highlight, lsp_prepare_rename, lsp_rename;
lsp_handler lsp_document_symbol, lsp_folding_range, lsp_hover, lsp_complete, lsp_inlay_hint;
lsp_handler lsp_execute_command, lsp_selection_range, lsp_document_link, lsp_signature_help, lsp_tokens,
    lsp_tokens_delta, lsp_tokens_range;

/* ---- client.c ---- */

/* Says why there is no result; returns NULL. */
json_t *lsp_refuse(struct lsp_call *call, enum lsp_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether the client has a capability, which is true there: "textDocument.hover.dynamicRegistration". */
bool lsp_client_can(const struct lsp_server *server, const char *path);

/* Whether the client asks for what is found, and is not told. */
bool lsp_client_pulls(const struct lsp_server *server);

/* Sends a notification or a request, and lets go of what it says; NULL where that is nothing. */
void lsp_notify(struct lsp_server *server, const char *method, json_t *params);
void lsp_request(struct lsp_server *server, const char *method, json_t *params);

/* Answer a request that was to be answered later; they let go of the result. */
void lsp_answer(struct lsp_server *server, const json_t *id, json_t *result);
void lsp_answer_error(struct lsp_server *server, const json_t *id, enum lsp_code code, const char *text);

/* Has a client that pulls do so again. */
void lsp_refresh(struct lsp_server *server);

/* Returns the URI of a file, a string. */
json_t *lsp_path_uri(const char *path);

/* Has the client open a file, in a program of its kind if it is `external`; false where it cannot. */
bool lsp_show_file(struct lsp_server *server, const char *path, bool external);

/* Returns a directory for files that are shown, which goes with the server; NULL where none can be made. */
const char *lsp_scratch(struct lsp_server *server);
void lsp_scratch_free(struct lsp_server *server);

/* Shows the user something, and what is wrong. */
void lsp_inform(struct lsp_server *server, const char *text);
void lsp_warn(struct lsp_server *server, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- documents.c ---- */

/* Returns the path of the file that a URI names, to be freed; NULL where it names none. */
char *lsp_uri_path(const char *uri);

/* Returns a document without a text that is none of the server's, to be freed. */
struct lsp_document *lsp_document_new(const char *uri, const char *language);

/* Returns the document of this URI, NULL where it is not open; lsp_document_open has it opened. `language` is what the
 * client calls its language, or NULL. */
struct lsp_document *lsp_document_find(struct lsp_server *server, const char *uri);
struct lsp_document *lsp_document_open(struct lsp_server *server, const char *uri, const char *language);
void lsp_document_free(struct lsp_document *document);

/* Returns the document that the call is about; NULL after lsp_refuse. */
struct lsp_document *lsp_document_named(struct lsp_server *server, struct lsp_call *call);

/* Returns the document that the call is about, whose text is known; NULL after lsp_refuse. */
struct lsp_document *lsp_document_of(struct lsp_server *server, struct lsp_call *call);

/* Does the same, and reads the position, or the range, that the call has. */
struct lsp_document *lsp_document_at(struct lsp_server *server, struct lsp_call *call, size_t *place);
struct lsp_document *lsp_document_in(struct lsp_server *server, struct lsp_call *call, struct lsp_range *range);

/* Takes down an edit of a document, in places of the text before it. */
void lsp_document_edited(struct lsp_document *document, struct lsp_range range, size_t inserted);

/* Forgets what was found in a document, whose text or configuration has changed; with `all` what checks it, too. */
void lsp_document_changed(struct lsp_server *server, struct lsp_document *document, bool all);

void lsp_documents_free(struct lsp_server *server);

/* ---- sync.c ---- */

/* Has no document count as known, as an edit of one of them was lost. */
void lsp_documents_lose(struct lsp_server *server);

/* Begins with the settings in what initialize says, which may be NULL. */
void lsp_settings_begin(struct lsp_server *server, const json_t *options);
void lsp_settings_free(struct lsp_server *server);

/* Reads the configurations anew, and checks all documents by them. */
void lsp_reload(struct lsp_server *server);

/* Asks a client that can say them for the settings, and takes its answer to a request of the server, if it is that. */
void lsp_settings_ask(struct lsp_server *server);
void lsp_settings_answered(struct lsp_server *server, const json_t *message);

/* ---- diagnostics.c ---- */

/* Says how a document is read: whether it can be told. `*host` is a name by whose extension the library knows the
 * language, NULL for PTX. */
bool lsp_document_language(const struct lsp_document *document, const char **host);

/* Returns what is asked of a document; NULL where its configuration cannot be read. */
const struct profile *lsp_document_profile(struct lsp_server *server, struct lsp_document *document);

/* Returns the options with which a document is checked whose profile is known, with hazards if it is to be `complete`.
 */
struct ptxc_options lsp_document_options(const struct lsp_server *server, const struct lsp_document *document,
                                         bool complete);

/* Returns what is found in a document, hazards too if it is to be `complete`; NULL where it is not checked. It lives
 * until the document changes. */
const struct ptxc_report *lsp_document_report(struct lsp_server *server, struct lsp_document *document, bool complete);

/* Returns a finding as the client sees it. */
json_t *lsp_diagnostic(struct lsp_server *server, const struct lsp_document *document,
                       const struct ptxc_diagnostic *diagnostic);

/* Returns what is found in a document, as the client sees it. */
json_t *lsp_document_items(struct lsp_server *server, struct lsp_document *document, bool complete);

/* Returns what is found in a document that is open; that this has not changed since the result `previous`, which may be
 * NULL, where that is so. */
json_t *lsp_document_pulled(struct lsp_server *server, struct lsp_document *document, const char *previous);

/* Tells the client what is found in a document that has changed; hazards later. */
void lsp_publish(struct lsp_server *server, struct lsp_document *document);

/* Tells the client that nothing is known of a document. */
void lsp_publish_nothing(struct lsp_server *server, struct lsp_document *document);

/* Returns how many milliseconds no message must come before hazards are looked for: as many as is set, or as the last
 * look took where that was long, as nothing is answered meanwhile. */
int lsp_publish_delay(const struct lsp_server *server);

/* Looks for the hazards of one document where that is to be done; false where there is none. */
bool lsp_publish_pending(struct lsp_server *server);

/* ---- workspace.c ---- */

/* Takes the folders of the workspace from what initialize says. */
void lsp_workspace_begin(struct lsp_server *server, const json_t *params);

/* Looks at one file where the client waits for what is found in the workspace; false where it does not. */
bool lsp_workspace_scan(struct lsp_server *server);

/* Forgets what is known of files, as their configuration has changed. */
void lsp_workspace_forget(struct lsp_server *server);

/* Takes the client's answer to a request of the server, if it is about a scan. */
void lsp_workspace_answered(struct lsp_server *server, const json_t *message);

/* Ends what the client waits for. */
void lsp_workspace_end(struct lsp_server *server);
void lsp_workspace_free(struct lsp_server *server);

/* ---- edits.c ---- */

/* Returns a list of edits of a document, NULL for one that is too large, and the text that they make of it. Both are to
 * be freed. */
struct ptxc_edits *lsp_edits_new(const struct lsp_document *document);
char *lsp_edits_apply(const struct ptxc_edits *edits, size_t *length);

/* Returns an edit of a document, a TextEdit. */
json_t *lsp_text_edit(const struct lsp_server *server, const struct lsp_document *document, struct lsp_range range,
                      const char *text);

/* Returns those of a list of edits that meet a range, as TextEdits. */
json_t *lsp_text_edits(const struct lsp_server *server, const struct lsp_document *document,
                       const struct ptxc_edits *edits, struct lsp_range range);

/* Returns a WorkspaceEdit with these edits of the document, which become its own. */
json_t *lsp_workspace_edit(const struct lsp_server *server, const struct lsp_document *document, json_t *edits);

/* ---- names.c ---- */

/* Returns the names of a document; NULL where it is no PTX. It lives until the document changes. */
const struct ptxc_outline *lsp_document_outline(struct lsp_document *document);

/* Returns the name of a declaration, "%r<16>" for a range, to be freed. */
char *lsp_declaration_name(const struct lsp_document *document, const struct ptxc_declaration *declaration);

/* ---- settings.c ---- */

struct lsp_completion; /* forms.h */

/* Completes what stands before a place of a .ptxcheck.yaml. */
void lsp_complete_settings(struct lsp_completion *completion, size_t place);

/* ---- kernels.c ---- */

/* Returns the kernel around a place, NULL where none is. */
const struct ptxc_declaration *lsp_document_kernel(struct lsp_document *document, size_t place);

/* Returns the execution of a kernel of a document, without events where it cannot be executed; NULL where the
 * configuration cannot be read. It lives until the document changes. */
const struct lsp_kernel *lsp_document_execution(struct lsp_server *server, struct lsp_document *document,
                                                const struct ptxc_declaration *kernel);

/* Print, in Markdown, what an execution has made of the variable of this name, as mbarriers and as slots of copies; of
 * the variables that a statement is about; and of the statement itself: the copies that a wait leaves pending, and the
 * bytes of a copy. They print nothing where there is nothing to say. */
void lsp_print_variable(FILE *stream, const struct lsp_text *text, const struct lsp_kernel *kernel, const char *name);
void lsp_print_variables(FILE *stream, const struct lsp_text *text, const struct lsp_kernel *kernel,
                         struct lsp_range statement);
void lsp_print_statement(FILE *stream, const struct lsp_text *text, const struct lsp_kernel *kernel,
                         struct lsp_range statement);

/* ---- hover.c ---- */

/* Prints what a rule is, in Markdown. */
void lsp_print_rule(FILE *stream, const struct ptxc_rule *rule);

/* ---- links.c ---- */

/* Returns the place that a .loc, or the file that a .file, is about, as a Location; NULL where none stands at the
 * place. */
json_t *lsp_source_location(const struct lsp_document *document, size_t place);

/* ---- statement.c ---- */

/* Returns the statement of PTX around a place, as far as its text shows where it begins and ends: without its ';', and
 * without a label before it. */
struct lsp_range lsp_statement_at(const struct lsp_text *text, size_t place);

/* Whether an allow comment names rules at a place, and where the word there begins and ends. */
bool lsp_allows_at(const struct lsp_text *text, size_t place, struct lsp_range *word);

#endif
