/* The life of the server: it hands each message to the row of its method in methods.def, and answers.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config/find.h"
#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/lsp/lsp.h"
#include "cli/system/environment.h"

enum kind { LSP_REQUEST, LSP_NOTIFICATION };

/* A row of the table. */
struct method {
    const char *name;
    enum kind kind;
    lsp_handler *handler;
    const char *capability, *value;
};

static const struct method methods[] = {
#define LSP_METHOD(method, kind, handler, capability, value) {method, kind, handler, capability, value},
#include "cli/lsp/methods.def"
};

/* Returns the row of a method; NULL where there is none. */
static const struct method *method_find(const char *name) {
    for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
        if (strcmp(methods[i].name, name) == 0)
            return &methods[i];
    return NULL;
}

/* ---- the life of the server ---- */

/* Decides how columns are counted: in bytes, if the client can. */
static enum lsp_encoding choose_encoding(const json_t *client) {
    const json_t *offered = json_object_get(json_object_get(client, "general"), "positionEncodings");
    for (size_t i = 0; i < json_array_size(offered); i++) {
        const char *name = json_string_value(json_array_get(offered, i));
        if (name && strcmp(name, "utf-8") == 0)
            return LSP_UTF8;
    }
    return LSP_UTF16;
}

/* Returns what the server can do, as the rows of the methods say. */
static json_t *capabilities(const struct lsp_server *server) {
    json_t *all = json_sure(json_pack("{s:s}", "positionEncoding", server->encoding == LSP_UTF8 ? "utf-8" : "utf-16"));
    for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
        if (methods[i].capability)
            json_put(all, methods[i].capability, json_sure(json_loads(methods[i].value, JSON_DECODE_ANY, NULL)));
    return all;
}

json_t *lsp_initialize(struct lsp_server *server, struct lsp_call *call) {
    const json_t *client = json_object_get(call->params, "capabilities");
    if (!json_is_object(client))
        return lsp_refuse(call, LSP_INVALID_PARAMS, "initialize needs an object 'capabilities'");
    server->client = json_sure(json_deep_copy(client));
    server->encoding = choose_encoding(client);
    server->state = LSP_RUNNING;
    lsp_workspace_begin(server, call->params);
    lsp_settings_begin(server, json_object_get(call->params, "initializationOptions"));
    return json_sure(json_pack("{s:o, s:{s:s, s:s}}", "capabilities", capabilities(server), "serverInfo", "name",
                               "ptxcheck", "version", ptxc_version()));
}

/* Returns the pattern of the files in which PTX is found: "**" "/" "*.{ptx,cu,...}". */
static json_t *pattern_of_files(void) {
    char pattern[400];
    size_t length = (size_t)snprintf(pattern, sizeof(pattern), "**/*.{ptx");
    const char *extensions;
    for (size_t i = 0; (extensions = ptxc_host_extensions(i)); i++)
        for (const char *at = extensions; (at = strchr(at, '.')) && length < sizeof(pattern); at++)
            length += (size_t)snprintf(pattern + length, sizeof(pattern) - length, ",%.*s", (int)strcspn(at + 1, " "),
                                       at + 1);
    return json_sure(json_sprintf("%s}", pattern));
}

/* Asks the client to tell of configurations that change, and one that pulls, of files, too. */
static void watch_files(struct lsp_server *server) {
    if (!lsp_client_can(server, "workspace.didChangeWatchedFiles.dynamicRegistration"))
        return;
    json_t *watchers = json_sure(json_pack("[{s:s}]", "globPattern", "**/.ptxcheck.yaml"));
    if (lsp_client_pulls(server))
        json_push(watchers, json_sure(json_pack("{s:o}", "globPattern", pattern_of_files())));
    lsp_request(server, "client/registerCapability",
                json_sure(json_pack("{s:[{s:s, s:s, s:{s:o}}]}", "registrations", "id", "configurations", "method",
                                    "workspace/didChangeWatchedFiles", "registerOptions", "watchers", watchers)));
}

json_t *lsp_initialized(struct lsp_server *server, struct lsp_call *call) {
    (void)call;
    watch_files(server);
    if (lsp_client_can(server, "workspace.didChangeConfiguration.dynamicRegistration"))
        lsp_request(server, "client/registerCapability",
                    json_sure(json_pack("{s:[{s:s, s:s, s:{s:s}}]}", "registrations", "id", "settings", "method",
                                        "workspace/didChangeConfiguration", "registerOptions", "section", "ptxcheck")));
    lsp_settings_ask(server);
    return NULL;
}

json_t *lsp_shutdown(struct lsp_server *server, struct lsp_call *call) {
    (void)call;
    lsp_workspace_end(server);
    server->state = LSP_SHUT_DOWN;
    return json_null();
}

json_t *lsp_exit(struct lsp_server *server, struct lsp_call *call) {
    (void)call;
    server->clean = server->state == LSP_SHUT_DOWN;
    server->state = LSP_EXITED;
    return NULL;
}

/* ---- dispatch ---- */

/* Says why a request cannot be taken now; NULL where it can. */
static const char *refusal(const struct lsp_server *server, const struct method *method, const json_t *id,
                           enum lsp_code *code) {
    const bool first = method && method->handler == lsp_initialize;
    *code = LSP_INVALID_REQUEST;
    if (server->state == LSP_SHUT_DOWN)
        return "the server was shut down";
    if (first && server->state != LSP_NEW)
        return "the server was initialized before";
    *code = LSP_NOT_INITIALIZED;
    if (!first && server->state == LSP_NEW)
        return "the first request must be initialize";
    *code = LSP_METHOD_NOT_FOUND;
    if (!method || (method->kind == LSP_REQUEST) != (id != NULL))
        return "there is no such method";
    return NULL;
}

/* Does what a request asks for, and answers it. */
static void answer(struct lsp_server *server, const struct method *method, const json_t *id, struct lsp_call *call) {
    json_t *result = NULL;
    if (lsp_channel_cancelled(&server->channel, id))
        lsp_refuse(call, LSP_REQUEST_CANCELLED, "the client has taken the request back");
    else if (call->damaged)
        lsp_refuse(call, LSP_INVALID_PARAMS, "a text of the request is no Unicode");
    else
        result = method->handler(server, call);
    if (call->later)
        return;
    if (result)
        lsp_answer(server, id, result);
    else
        lsp_answer_error(server, id, call->code, call->error ? call->error : "there is no result");
}

/* Takes a notification, if it is for now. */
static void notice(struct lsp_server *server, const struct method *method, struct lsp_call *call) {
    const bool ends = method && method->handler == lsp_exit;
    if (!method || method->kind != LSP_NOTIFICATION || (server->state != LSP_RUNNING && !ends))
        return;
    json_decref(method->handler(server, call));
    if (call->error)
        lsp_warn(server, "%s: %s", method->name, call->error);
}

/* Whether a message is the answer to a request of the server. */
static bool is_response(const json_t *message) {
    return json_object_get(message, "id") && !json_object_get(message, "method") &&
           (json_object_get(message, "result") || json_object_get(message, "error"));
}

/* Takes a message that is JSON. */
static void dispatch(struct lsp_server *server, const struct lsp_message *message) {
    const json_t *id = json_object_get(message->json, "id"), *params = json_object_get(message->json, "params");
    const char *name = json_string_value(json_object_get(message->json, "method"));
    const bool named = !id || json_is_integer(id) || json_is_string(id);
    struct lsp_call call = {.id = id, .params = params, .damaged = message->damaged};
    enum lsp_code code;
    if (is_response(message->json)) {
        lsp_workspace_answered(server, message->json);
        lsp_settings_answered(server, message->json);
        return;
    }
    if (!name || !named) {
        lsp_answer_error(server, named ? id : NULL, LSP_INVALID_REQUEST,
                         !name ? "a message is an object with a 'method'" : "an 'id' is a number or a text");
        return;
    }
    const struct method *method = method_find(name);
    const char *reason = refusal(server, method, id, &code);
    if (id && reason)
        lsp_answer_error(server, id, code, reason);
    else if (params && !json_is_object(params) && !json_is_array(params) && !json_is_null(params) && id)
        lsp_answer_error(server, id, LSP_INVALID_PARAMS, "'params' must be an object");
    else if (id)
        answer(server, method, id, &call);
    else
        notice(server, method, &call);
    free(call.error);
}

/* Takes a message, whatever it is. */
static void take(struct lsp_server *server, struct lsp_message *message) {
    if (message->problem)
        lsp_answer_error(server, NULL, message->code, message->problem);
    if (message->problem && message->damaged)
        lsp_documents_lose(server);
    if (message->json)
        dispatch(server, message);
    lsp_message_free(message);
}

/* Does what can wait, as long as no message comes. */
static void work(struct lsp_server *server) {
    while (server->state == LSP_RUNNING && !lsp_channel_waits(&server->channel, lsp_publish_delay(server)) &&
           (lsp_publish_pending(server) || lsp_workspace_scan(server)))
        ;
}

int lsp_serve(const char *program) {
    struct lsp_server *server = memory_new(1, sizeof(*server));
    struct lsp_message message;
    signal(SIGPIPE, SIG_IGN); /* a client that is gone is seen where it is written to */
    server->profile = memory_new(1, sizeof(*server->profile));
    profile_begin(server->profile);
    lsp_settings_begin(server, NULL);
    server->seed = environment_seed();
    server->program = program;
    lsp_channel_open(&server->channel);
    while (server->state != LSP_EXITED && lsp_channel_next(&server->channel, &message)) {
        take(server, &message);
        work(server);
    }
    const bool clean = server->clean;
    lsp_documents_free(server);
    lsp_workspace_free(server);
    lsp_settings_free(server);
    free(server->profile);
    lsp_channel_close(&server->channel);
    json_decref(server->client);
    lsp_scratch_free(server);
    free(server);
    return clean ? EXIT_CLEAN : EXIT_FINDINGS;
}
