/* What the client can do, and what it is told.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/lsp/lsp.h"
#include "cli/system/path.h"
#include "cli/system/scratch.h"

bool lsp_client_can(const struct lsp_server *server, const char *path) {
    const json_t *at = server->client;
    char name[64];
    for (size_t length; at && *path; path += length + (path[length] == '.')) {
        length = strcspn(path, ".");
        snprintf(name, sizeof(name), "%.*s", (int)length, path);
        at = json_object_get(at, name);
    }
    return json_is_true(at);
}

bool lsp_client_pulls(const struct lsp_server *server) {
    return json_object_get(json_object_get(server->client, "textDocument"), "diagnostic");
}

json_t *lsp_refuse(struct lsp_call *call, enum lsp_code code, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    free(call->error);
    call->error = memory_text(text, strlen(text));
    call->code = code;
    return NULL;
}

static json_t *new_message(const char *method, json_t *params) {
    json_t *message = json_sure(json_pack("{s:s, s:s}", "jsonrpc", "2.0", "method", method));
    if (params)
        json_put(message, "params", params);
    return message;
}

void lsp_notify(struct lsp_server *server, const char *method, json_t *params) {
    lsp_channel_send(&server->channel, new_message(method, params));
}

void lsp_request(struct lsp_server *server, const char *method, json_t *params) {
    json_t *message = new_message(method, params);
    json_put(message, "id", json_sure(json_integer((json_int_t)++server->requests)));
    lsp_channel_send(&server->channel, message);
}

/* Shows the user a text. */
static void show_message(struct lsp_server *server, int type, const char *text) {
    lsp_notify(server, "window/showMessage",
               json_sure(json_pack("{s:i, s:o}", "type", type, "message", json_from_text(text))));
}

void lsp_inform(struct lsp_server *server, const char *text) {
    enum { INFORMATION = 3 };
    show_message(server, INFORMATION, text);
}

void lsp_answer(struct lsp_server *server, const json_t *id, json_t *result) {
    lsp_channel_send(&server->channel, json_sure(json_pack("{s:s, s:o, s:o}", "jsonrpc", "2.0", "id",
                                                           json_deep_copy(id), "result", result)));
}

/* The id is null where the message has none that can be read. */
void lsp_answer_error(struct lsp_server *server, const json_t *id, enum lsp_code code, const char *text) {
    lsp_channel_send(&server->channel, json_sure(json_pack("{s:s, s:o, s:{s:i, s:o}}", "jsonrpc", "2.0", "id",
                                                           id ? json_deep_copy(id) : json_null(), "error", "code",
                                                           (int)code, "message", json_from_text(text))));
}

void lsp_refresh(struct lsp_server *server) {
    if (lsp_client_pulls(server) && lsp_client_can(server, "workspace.diagnostics.refreshSupport"))
        lsp_request(server, "workspace/diagnostic/refresh", NULL);
}

void lsp_warn(struct lsp_server *server, const char *format, ...) {
    enum { WARNING = 2 };
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    show_message(server, WARNING, text);
}

json_t *lsp_path_uri(const char *path) {
    char *encoded = path_encode(path);
    json_t *uri = json_sure(json_sprintf("file://%s", encoded));
    free(encoded);
    return uri;
}

bool lsp_show_file(struct lsp_server *server, const char *path, bool external) {
    if (!lsp_client_can(server, "window.showDocument.support"))
        return false;
    lsp_request(
        server, "window/showDocument",
        json_sure(json_pack("{s:o, s:b, s:b}", "uri", lsp_path_uri(path), "external", (int)external, "takeFocus", 1)));
    return true;
}

const char *lsp_scratch(struct lsp_server *server) {
    if (!server->scratch)
        server->scratch = scratch_make();
    return server->scratch;
}

void lsp_scratch_free(struct lsp_server *server) {
    if (server->scratch)
        scratch_remove(server->scratch);
    free(server->scratch);
    server->scratch = NULL;
}
