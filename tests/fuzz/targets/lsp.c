/* Fuzz target: lines as what a client sends to the language server. A line is the body of a message, and one that
 * begins with '=' is sent as it is, without a header. Before them the server is begun, and documents of PTX and of C++
 * are opened; after them it is asked for its end. Whatever comes, what it sends can be read, each request is answered
 * once, and so is the last one.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/lsp/lsp.h"
#include "target.h"

enum { LAST = 987654321 }; /* is the id of the last request */

static const char *const begin[] = {
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":{\"textDocument\":{"
    "\"completion\":{"
    "\"completionItem\":{\"snippetSupport\":true}}},\"workspace\":{\"workspaceEdit\":{\"documentChanges\":true}}}}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"initialized\",\"params\":{}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"file:///nowhere/"
    "a.ptx\",\"languageId\":\"ptx\",\"version\":1,\"text\":\".version 8.0\\n.target sm_90\\n.visible .entry k(.param "
    ".u64 "
    "p)\\n{\\n.reg .b32 %r<4>;\\n.reg .b64 %rd<4>;\\n.shared .align 16 .b8 tile[64];\\n// ptxcheck: allow(cp-size) "
    "so\\nmov.u32 %r1, tile;\\nld.param.u64 %rd1, [p];\\ncp.async.ca.shared.global [%r1], [%rd1], 16;\\n"
    "cp.async.commit_group;\\ncp.async.wait_group 0;\\nld.shared.b32 %r2, [tile];\\nret;\\n}\\n\"}}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"file:///nowhere/"
    "b.cu\",\"languageId\":\"cuda-cpp\",\"version\":1,\"text\":\"void f(){asm volatile(\\\"cp.async.cg.shared.global "
    "[%0], [%1], 8;\\\" :: \\\"r\\\"(a), \\\"l\\\"(b));}\\n\"}}}"};
static const char last[] = "{\"jsonrpc\":\"2.0\",\"id\":987654321,\"method\":\"shutdown\"}";

/* Writes a message with its header. */
static void frame(FILE *file, const char *body, size_t length) {
    fprintf(file, "Content-Length: %zu\r\n\r\n", length);
    fwrite(body, 1, length, file);
}

/* Writes the conversation to a file, and counts the requests in it that can be told from others. */
static void write_input(FILE *file, const char *text, size_t length) {
    for (size_t i = 0; i < sizeof(begin) / sizeof(*begin); i++)
        frame(file, begin[i], strlen(begin[i]));
    for (const char *line = text, *end = text + length; line < end;) {
        const char *close = memchr(line, '\n', (size_t)(end - line));
        const size_t size = (size_t)((close ? close : end) - line);
        if (size > 0 && *line == '=')
            fwrite(line + 1, 1, size - 1, file);
        else
            frame(file, line, size);
        line += size + 1;
    }
    fputs("\r\n\r\n", file); /* what was begun without a header ends */
    frame(file, last, sizeof(last) - 1);
    if (fflush(file) != 0 || fseek(file, 0, SEEK_SET) != 0)
        abort();
}

/* Looks through what the server has sent; how often the last request is answered in it. */
static size_t read_output(const char *output, size_t length, const char *text, size_t size) {
    size_t answers = 0;
    for (const char *at = output, *end = output + length; at < end;) {
        const char *body = memmem(at, (size_t)(end - at), "\r\n\r\n", 4);
        const size_t left = strncmp(at, "Content-Length: ", 16) == 0 ? strtoul(at + 16, NULL, 10) : SIZE_MAX;
        if (!body || left > (size_t)(end - body) - 4)
            target_broken("the server sends what is no message", text, size);
        json_t *message = json_loadb(body + 4, left, 0, NULL);
        const char *version = json_string_value(json_object_get(message, "jsonrpc"));
        if (!version || strcmp(version, "2.0") != 0)
            target_broken("the server sends what is no JSON-RPC", text, size);
        answers += json_integer_value(json_object_get(message, "id")) == LAST;
        target_compared++;
        json_decref(message);
        at = body + 4 + left;
    }
    return answers;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static int input = -1;
    char *text = target_copy(data, size), *output = NULL;
    size_t length = 0;
    FILE *conversation = tmpfile(), *standard = stdout;
    if (input < 0)
        input = dup(STDIN_FILENO);
    if (!conversation)
        abort();
    write_input(conversation, text, size);
    if (dup2(fileno(conversation), STDIN_FILENO) < 0)
        abort();
    stdout = open_memstream(&output, &length);
    lsp_serve(NULL);
    fclose(stdout);
    stdout = standard;
    fclose(conversation);
    const size_t answers = read_output(output, length, text, size);
    const bool ends =
        memmem(text, size, "exit", 4) || memmem(text, size, "\\u", 2) || memmem(text, size, "987654321", 9);
    if (answers != 1 && !ends && !memchr(text, '=', size))
        target_broken("the server does not answer any more", text, size);
    target_reached += answers;
    free(output);
    free(text);
    return 0;
}
