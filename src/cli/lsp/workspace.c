/* The workspace: its folders, and what is found in their files, which are those that `ptxcheck check` takes of these
 * folders. A request for all of that is a scan. It is done a file at a time while no message waits; its progress is
 * shown, and it can be cancelled. What is open in the editor is taken from there.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/config/find.h"
#include "cli/files/walk.h"
#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/lsp/lsp.h"
#include "cli/system/path.h"
#include "cli/system/source.h"

enum {
    PATIENCE = 10,      /* how often the client is waited for, */
    PATIENCE_TIME = 100 /* in milliseconds, until it has made the token of a progress */
};

/* A folder of the workspace. Neither its URI nor its path ends with a '/'. */
struct workspace_folder {
    char *uri, *path;
    struct workspace_folder *next;
};

/* A request for what is found in all files, which is not answered yet. */
struct workspace_scan {
    json_t *id;       /* of the request */
    json_t *partial;  /* the token of partial results; NULL: all come in the answer */
    json_t *progress; /* the token of the progress; NULL: none is shown */
    int patience;     /* how often to wait for that before files are looked at */
    size_t creating;  /* the request that has the client make that token; 0: it needs none, or has */
    json_t *previous; /* of files that the client knows: their URIs and results */
    json_t *seen;     /* the files that were looked at */
    struct file_list files;
    bool walked;       /* the files were found */
    size_t looked_at;  /* how many of them */
    size_t percentage; /* that the client was told */
    json_t *items;     /* what the answer has */
    struct workspace_scan *next;
};

/* Objects have files by their paths as URIs have them: a path need be no UTF-8. */
struct lsp_workspace {
    struct workspace_folder *folders;
    struct workspace_scan *scans; /* the oldest first */
    json_t *known;                /* of files that were looked at: their times, sizes and results */
    bool scanned;                 /* once, as a whole */
};

/* ---- folders ---- */

/* Returns a copy of a text without the '/' at its end. */
static char *without_slash(const char *text) {
    size_t length = strlen(text);
    while (length > 1 && text[length - 1] == '/')
        length--;
    return memory_text(text, length);
}

/* Adds a folder that is on disk, unless it is there. */
static void add_folder(struct lsp_workspace *workspace, const char *uri) {
    char *path = uri ? lsp_uri_path(uri) : NULL;
    struct workspace_folder **link = &workspace->folders;
    if (!path)
        return;
    char *bare = without_slash(path);
    free(path);
    while (*link && strcmp((*link)->path, bare) != 0)
        link = &(*link)->next;
    if (*link) {
        free(bare);
        return;
    }
    *link = memory_new(1, sizeof(**link));
    **link = (struct workspace_folder){without_slash(uri), bare, NULL};
}

static void free_folder(struct workspace_folder *folder) {
    free(folder->uri);
    free(folder->path);
    free(folder);
}

static void remove_folder(struct lsp_workspace *workspace, const char *uri) {
    char *bare = uri ? without_slash(uri) : NULL;
    struct workspace_folder **link = &workspace->folders;
    while (bare && *link && strcmp((*link)->uri, bare) != 0)
        link = &(*link)->next;
    struct workspace_folder *found = bare ? *link : NULL;
    if (found) {
        *link = found->next;
        free_folder(found);
    }
    free(bare);
}

/* Calls a function with the URI of each item of a list. */
static void each_folder(struct lsp_workspace *workspace, const json_t *list,
                        void (*call)(struct lsp_workspace *workspace, const char *uri)) {
    for (size_t i = 0; i < json_array_size(list); i++)
        call(workspace, json_string_value(json_object_get(json_array_get(list, i), "uri")));
}

void lsp_workspace_begin(struct lsp_server *server, const json_t *params) {
    const json_t *folders = json_object_get(params, "workspaceFolders");
    server->workspace = memory_new(1, sizeof(*server->workspace));
    server->workspace->known = json_sure(json_object());
    each_folder(server->workspace, folders, add_folder);
    if (!json_is_array(folders)) /* what clients said before there could be several */
        add_folder(server->workspace, json_string_value(json_object_get(params, "rootUri")));
}

json_t *lsp_did_change_folders(struct lsp_server *server, struct lsp_call *call) {
    const json_t *event = json_object_get(call->params, "event");
    each_folder(server->workspace, json_object_get(event, "removed"), remove_folder);
    each_folder(server->workspace, json_object_get(event, "added"), add_folder);
    lsp_refresh(server);
    return NULL;
}

void lsp_workspace_forget(struct lsp_server *server) {
    json_object_clear(server->workspace->known);
}

/* ---- what is found in a file ---- */

/* Returns the URI of a file, as the client has it where it does; to be freed. */
static char *uri_of(const struct lsp_workspace *workspace, const struct workspace_scan *scan, const char *key,
                    const char *path) {
    const char *known = json_string_value(json_object_get(json_object_get(scan->previous, key), "uri"));
    const struct workspace_folder *folder = workspace->folders;
    while (folder && path_below(folder->path, path) == path)
        folder = folder->next;
    if (known)
        return memory_text(known, strlen(known));
    if (!folder)
        return memory_format("file://%s", key);
    char *encoded = path_encode(path_below(folder->path, path)), *uri = memory_format("%s/%s", folder->uri, encoded);
    free(encoded);
    return uri;
}

/* Returns what names a result: the same for the same findings. It is FNV-1a of them. */
static char *result_id(const json_t *items) {
    char *text = memory_sure(json_dumps(items, JSON_COMPACT));
    uint64_t hash = UINT64_C(14695981039346656037);
    for (const char *at = text; *at; at++)
        hash = (hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
    free(text);
    return memory_format("=%016llx", (unsigned long long)hash);
}

/* Returns what tells whether a file has changed; NULL where there is none. */
static json_t *stamp_of(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0)
        return NULL;
    return json_sure(json_pack("[I, I, I]", (json_int_t)status.st_mtim.tv_sec, (json_int_t)status.st_mtim.tv_nsec,
                               (json_int_t)status.st_size));
}

/* Returns what is found in a file on disk. */
static json_t *items_of_file(struct lsp_server *server, const char *uri, const char *path) {
    struct source source;
    struct lsp_document *document = lsp_document_new(uri, NULL);
    const struct problem problem = source_take(&source, path, SOURCE_FOUND, false);
    lsp_text_set(&document->text, !problem.text && source.text ? source.text : "", problem.text ? 0 : source.length);
    source_free(&source);
    document->has_origins = true; /* the text is checked once, and nothing is kept for the next time */
    lsp_document_changed(server, document, true);
    json_t *items = lsp_document_items(server, document, true);
    lsp_document_free(document);
    return items;
}

/* Returns a report: that nothing has changed since the result that the client has, or what is found. */
static json_t *report_of(const char *id, const char *previous, json_t *items) {
    if (!previous || strcmp(id, previous) != 0)
        return json_sure(json_pack("{s:s, s:s, s:o}", "kind", "full", "resultId", id, "items", items));
    json_decref(items);
    return json_sure(json_pack("{s:s, s:s}", "kind", "unchanged", "resultId", id));
}

/* Returns the report of a file on disk. One that has not changed is not looked at again where the client has its
 * findings. */
static json_t *report_file(struct lsp_server *server, const char *uri, const char *key, const char *path,
                           const char *previous) {
    const json_t *known = json_object_get(server->workspace->known, key);
    const char *id = json_string_value(json_object_get(known, "id"));
    json_t *stamp = stamp_of(path);
    if (id && previous && strcmp(id, previous) == 0 && stamp && json_equal(stamp, json_object_get(known, "stamp"))) {
        json_decref(stamp);
        return report_of(id, previous, NULL);
    }
    json_t *items = items_of_file(server, uri, path);
    char *made = result_id(items);
    if (stamp)
        json_put(server->workspace->known, key, json_sure(json_pack("{s:s, s:o}", "id", made, "stamp", stamp)));
    json_t *report = report_of(made, previous, items);
    free(made);
    return report;
}

/* Returns the document that the client has open of a file; NULL where there is none. */
static struct lsp_document *open_document(const struct lsp_server *server, const char *path) {
    struct lsp_document *document = server->documents;
    while (document && !(document->path && strcmp(document->path, path) == 0))
        document = document->next;
    return document;
}

/* Hands over the report of a file. */
static void deliver(struct lsp_server *server, struct workspace_scan *scan, const char *uri, json_t *version,
                    json_t *report) {
    json_put(report, "uri", json_from_text(uri));
    json_put(report, "version", json_is_integer(version) ? json_incref(version) : json_null());
    if (scan->partial)
        lsp_notify(server, "$/progress",
                   json_sure(json_pack("{s:O, s:{s:[o]}}", "token", scan->partial, "value", "items", report)));
    else
        json_push(scan->items, report);
}

/* Looks at a file. */
static void look_at(struct lsp_server *server, struct workspace_scan *scan, const char *path) {
    char *key = path_encode(path), *uri = uri_of(server->workspace, scan, key, path);
    const char *previous = json_string_value(json_object_get(json_object_get(scan->previous, key), "value"));
    struct lsp_document *document = open_document(server, path);
    const bool again = json_object_get(scan->seen, key); /* folders may lie in one another */
    json_put(scan->seen, key, json_true());
    if (document && !again)
        deliver(server, scan, document->uri, document->version, lsp_document_pulled(server, document, previous));
    else if (!again)
        deliver(server, scan, uri, NULL, report_file(server, uri, key, path, previous));
    free(uri);
    free(key);
}

/* Tells the client that nothing is found in files that are no longer there. */
static void report_gone(struct lsp_server *server, struct workspace_scan *scan) {
    const char *key;
    json_t *known;
    json_object_foreach(scan->previous, key, known) {
        const char *uri = json_string_value(json_object_get(known, "uri"));
        if (json_object_get(scan->seen, key) || lsp_document_find(server, uri))
            continue;
        json_object_del(server->workspace->known, key);
        deliver(server, scan, uri, NULL, json_sure(json_pack("{s:s, s:[]}", "kind", "full", "items")));
    }
}

/* ---- progress ---- */

/* Shows how far a scan is. */
static void show(struct lsp_server *server, const struct workspace_scan *scan, json_t *value) {
    if (scan->progress && scan->creating == 0)
        lsp_notify(server, "$/progress", json_sure(json_pack("{s:O, s:o}", "token", scan->progress, "value", value)));
    else
        json_decref(value);
}

static void show_begin(struct lsp_server *server, const struct workspace_scan *scan) {
    show(server, scan,
         json_sure(json_pack("{s:s, s:s, s:b, s:i}", "kind", "begin", "title", "ptxcheck: looking at the workspace",
                             "cancellable", 1, "percentage", 0)));
}

static void show_percentage(struct lsp_server *server, struct workspace_scan *scan) {
    const size_t percentage = scan->looked_at * 100 / (scan->files.count + 1);
    if (percentage == scan->percentage)
        return;
    scan->percentage = percentage;
    show(server, scan,
         json_sure(json_pack("{s:s, s:I, s:o}", "kind", "report", "percentage", (json_int_t)percentage, "message",
                             json_sure(json_sprintf("%zu of %zu files", scan->looked_at, scan->files.count)))));
}

/* Has the client make the token of a progress for the first scan, where the request has none. */
static void create_progress(struct lsp_server *server, struct workspace_scan *scan) {
    if (scan->progress || server->workspace->scanned || !lsp_client_can(server, "window.workDoneProgress"))
        return;
    scan->progress = json_sure(json_sprintf("scan-%zu", server->requests + 1));
    lsp_request(server, "window/workDoneProgress/create", json_sure(json_pack("{s:O}", "token", scan->progress)));
    scan->creating = server->requests;
    scan->patience = PATIENCE;
}

void lsp_workspace_answered(struct lsp_server *server, const json_t *message) {
    const json_int_t id = json_integer_value(json_object_get(message, "id"));
    struct workspace_scan *scan = server->workspace ? server->workspace->scans : NULL;
    while (scan && !(scan->creating > 0 && (json_int_t)scan->creating == id))
        scan = scan->next;
    if (!scan)
        return;
    scan->creating = 0;
    if (json_object_get(message, "error")) {
        json_decref(scan->progress);
        scan->progress = NULL;
    }
    show_begin(server, scan);
}

/* ---- scans ---- */

static void free_scan(struct workspace_scan *scan) {
    json_decref(scan->id);
    json_decref(scan->partial);
    json_decref(scan->progress);
    json_decref(scan->previous);
    json_decref(scan->seen);
    json_decref(scan->items);
    files_free(&scan->files);
    free(scan);
}

/* Ends a scan: with its result, or with an error where it was cancelled. */
static void end_scan(struct lsp_server *server, struct workspace_scan *scan, bool cancelled) {
    struct workspace_scan **link = &server->workspace->scans;
    while (*link != scan)
        link = &(*link)->next;
    *link = scan->next;
    show(server, scan, json_sure(json_pack("{s:s}", "kind", "end")));
    if (cancelled)
        lsp_answer_error(server, scan->id, LSP_REQUEST_CANCELLED, "the client has taken the request back");
    else
        lsp_answer(server, scan->id, json_sure(json_pack("{s:O}", "items", scan->items)));
    free_scan(scan);
}

/* Whether a message has come. */
static bool is_interrupted(void *asker) {
    struct lsp_server *server = asker;
    return lsp_channel_waits(&server->channel, 0);
}

/* Finds the files. A message goes before that, and they are looked for again after it. */
static void walk(struct lsp_server *server, struct workspace_scan *scan) {
    const struct exclude_list excludes = {NULL, 0};
    for (const struct workspace_folder *folder = server->workspace->folders; folder; folder = folder->next) {
        const struct search search = {.names = &folder->path,
                                      .count = 1,
                                      .excludes = &excludes,
                                      .ignore = true,
                                      .filter = finder_filter,
                                      .user = server->finder,
                                      .stops = is_interrupted,
                                      .asker = server};
        if (path_is_folder(folder->path))
            files_find(&scan->files, &search);
    }
    scan->walked = !scan->files.stopped;
    if (!scan->walked)
        files_free(&scan->files);
}

bool lsp_workspace_scan(struct lsp_server *server) {
    struct workspace_scan *scan = server->workspace ? server->workspace->scans : NULL;
    if (!scan)
        return false;
    if (scan->creating > 0 && scan->patience > 0) {
        scan->patience--;
        lsp_channel_waits(&server->channel, PATIENCE_TIME);
    } else if (!scan->walked) {
        walk(server, scan);
    } else if (scan->looked_at < scan->files.count) {
        const struct file *file = &scan->files.items[scan->looked_at++];
        if (!file->problem.text)
            look_at(server, scan, file->path);
        show_percentage(server, scan);
    } else {
        report_gone(server, scan);
        server->workspace->scanned = true;
        end_scan(server, scan, false);
    }
    return true;
}

/* Takes down what the client has of files. */
static json_t *read_previous(const json_t *list) {
    json_t *previous = json_sure(json_object());
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *item = json_array_get(list, i);
        const char *uri = json_string_value(json_object_get(item, "uri"));
        char *path = uri ? lsp_uri_path(uri) : NULL, *key = path ? path_encode(path) : NULL;
        if (key)
            json_put(previous, key, json_incref(item));
        free(path);
        free(key);
    }
    return previous;
}

/* Returns a token, which is a number or a text; NULL where it is none. */
static json_t *read_token(const json_t *params, const char *name) {
    json_t *token = json_object_get(params, name);
    return json_is_string(token) || json_is_integer(token) ? json_incref(token) : NULL;
}

json_t *lsp_pull_workspace(struct lsp_server *server, struct lsp_call *call) {
    struct workspace_scan **link = &server->workspace->scans, *scan = memory_new(1, sizeof(*scan));
    scan->id = json_deep_copy(call->id);
    scan->partial = read_token(call->params, "partialResultToken");
    scan->progress = read_token(call->params, "workDoneToken");
    scan->previous = read_previous(json_object_get(call->params, "previousResultIds"));
    scan->seen = json_sure(json_object());
    scan->items = json_sure(json_array());
    while (*link)
        link = &(*link)->next;
    *link = scan;
    call->later = true;
    create_progress(server, scan);
    if (scan->creating == 0)
        show_begin(server, scan);
    return NULL;
}

/* Cancels the scan that has a value under a name. */
static void cancel(struct lsp_server *server, const json_t *value, bool by_id) {
    struct workspace_scan *scan = server->workspace->scans;
    while (scan && !json_equal(by_id ? scan->id : scan->progress, value))
        scan = scan->next;
    if (scan)
        end_scan(server, scan, true);
}

json_t *lsp_cancel(struct lsp_server *server, struct lsp_call *call) {
    cancel(server, json_object_get(call->params, "id"), true);
    return NULL;
}

json_t *lsp_cancel_progress(struct lsp_server *server, struct lsp_call *call) {
    cancel(server, json_object_get(call->params, "token"), false);
    return NULL;
}

void lsp_workspace_end(struct lsp_server *server) {
    while (server->workspace && server->workspace->scans)
        end_scan(server, server->workspace->scans, true);
}

void lsp_workspace_free(struct lsp_server *server) {
    struct lsp_workspace *workspace = server->workspace;
    if (!workspace)
        return;
    for (struct workspace_scan *scan = workspace->scans, *next; scan; scan = next) {
        next = scan->next;
        free_scan(scan);
    }
    for (struct workspace_folder *folder = workspace->folders, *next; folder; folder = next) {
        next = folder->next;
        free_folder(folder);
    }
    json_decref(workspace->known);
    free(workspace);
}
