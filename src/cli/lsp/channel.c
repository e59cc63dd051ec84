/* Messages on standard input and output: a header with the length, and JSON. Whatever comes, the next message that can
 * be read is read, and what is wrong with the others is said of them.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/format/error.h"
#include "cli/lsp/lsp.h"
#include "ptxcheck/render.h"

enum {
    PIECE = 64 << 10,          /* bytes that are read at a time */
    HEADER_MAX = 4 << 10,      /* bytes of a header */
    BODY_MAX = 1 << 30,        /* bytes of a message */
    LONG_BODY = 1 << 20,       /* likewise, of one that is sent */
    NEWEST = LSP_QUEUE_MAX - 2 /* with so many messages that wait no more is read: one may come with a problem */
};

void lsp_channel_open(struct lsp_channel *channel) {
    *channel = (struct lsp_channel){.input = STDIN_FILENO, .output = stdout};
}

void lsp_message_free(struct lsp_message *message) {
    json_decref(message->json);
    free(message->problem);
}

void lsp_channel_close(struct lsp_channel *channel) {
    for (size_t i = 0; i < channel->count; i++)
        lsp_message_free(&channel->queue[i]);
    free(channel->bytes);
}

/* ---- from bytes to JSON ---- */

/* Returns the four hexadecimal digits of "\uXXXX" as a number, or 0 where there is none. */
static unsigned escape_at(const char *text, size_t left) {
    char digits[5] = "";
    char *end;
    if (left < 6 || text[0] != '\\' || text[1] != 'u')
        return 0;
    memcpy(digits, text + 2, 4);
    const unsigned long value = strtoul(digits, &end, 16);
    return end == digits + 4 ? (unsigned)value : 0;
}

static bool is_high_surrogate(unsigned value) {
    return value >= 0xd800 && value <= 0xdbff;
}

static bool is_low_surrogate(unsigned value) {
    return value >= 0xdc00 && value <= 0xdfff;
}

/* Puts U+FFFD in the place of surrogates that stand alone, and '?' in that of bytes that are no UTF-8; whether there
 * were any. */
static bool mend(char *text, size_t length) {
    bool mended = false;
    for (size_t i = 0; i < length;) {
        const unsigned value = escape_at(text + i, length - i);
        const size_t character = ptxc_utf8_length(text + i, length - i);
        if (is_high_surrogate(value) && is_low_surrogate(escape_at(text + i + 6, length - i - 6))) {
            i += 12;
        } else if (is_high_surrogate(value) || is_low_surrogate(value)) {
            memcpy(text + i, "\\ufffd", 6);
            mended = true;
        } else if (character == 0) {
            text[i++] = '?';
            mended = true;
        } else {
            i += text[i] == '\\' && i + 1 < length && (text[i + 1] & 0x80) == 0 ? 2 : character;
        }
    }
    return mended;
}

/* Adds a message; there is room. */
static void push(struct lsp_channel *channel, struct lsp_message message) {
    channel->queue[channel->count++] = message;
}

static void push_problem(struct lsp_channel *channel, enum lsp_code code, char *problem, bool damaged) {
    push(channel, (struct lsp_message){.problem = problem, .code = code, .damaged = damaged});
}

/* Whether what is no JSON may have been an edit. */
static bool mentions_edit(const char *body, size_t length) {
    static const char word[] = "textDocument/did";
    const char *limit = body + length;
    for (const char *at = body; (at = memchr(at, 't', (size_t)(limit - at))); at++)
        if ((size_t)(limit - at) >= strlen(word) && memcmp(at, word, strlen(word)) == 0)
            return true;
    return false;
}

/* Takes a message. */
static void take_body(struct lsp_channel *channel, char *body, size_t length) {
    struct lsp_message message = {0};
    json_error_t error;
    message.json = json_loadb(body, length, JSON_ALLOW_NUL, &error);
    if (!message.json && mend(body, length)) {
        message.damaged = true;
        message.json = json_loadb(body, length, JSON_ALLOW_NUL, &error);
    }
    if (message.json)
        push(channel, message);
    else
        push_problem(channel, LSP_PARSE_ERROR,
                     memory_format("the message is no JSON: %s, at byte %d of %zu", error.text, error.position, length),
                     mentions_edit(body, length));
}

/* ---- headers ---- */

/* Returns the length of the header with the empty line that ends it; 0 where it has no end yet. */
static size_t header_length(const char *bytes, size_t length) {
    for (const char *at = bytes, *limit = bytes + length; (at = memchr(at, '\n', (size_t)(limit - at))); at++) {
        if (limit - at > 1 && at[1] == '\n')
            return (size_t)(at - bytes) + 2;
        if (limit - at > 2 && at[1] == '\r' && at[2] == '\n')
            return (size_t)(at - bytes) + 3;
    }
    return 0;
}

/* Finds the length of the body that a header announces, whatever else is in it; false where it announces none. */
static bool body_length(const char *header, size_t length, size_t *body) {
    static const char name[] = "Content-Length:";
    bool found = false;
    for (size_t i = 0; i + strlen(name) < length; i++) {
        size_t at = i + strlen(name), value = 0, digits = 0;
        if (strncasecmp(header + i, name, strlen(name)) != 0)
            continue;
        while (at < length && header[at] == ' ')
            at++;
        for (; at < length && header[at] >= '0' && header[at] <= '9' && digits < 18; at++, digits++)
            value = value * 10 + (size_t)(header[at] - '0');
        if (digits > 0 && (header[at] == '\r' || header[at] == '\n')) {
            *body = value;
            found = true;
        }
    }
    return found;
}

/* Whether each line of a header is one of the two that there are. */
static bool is_header(const char *header, size_t length) {
    static const char *const names[] = {"Content-Length:", "Content-Type:"};
    const char *limit = header + length;
    for (const char *line = header; line < limit && *line != '\r' && *line != '\n';) {
        const char *end = memchr(line, '\n', (size_t)(limit - line));
        if (!end ||
            (strncasecmp(line, names[0], strlen(names[0])) != 0 && strncasecmp(line, names[1], strlen(names[1])) != 0))
            return false;
        line = end + 1;
    }
    return true;
}

/* Forgets the first bytes. */
static void drop(struct lsp_channel *channel, size_t count) {
    channel->length -= count;
    memmove(channel->bytes, channel->bytes + count, channel->length + 1);
}

/* Takes one message from what was read, or what is wrong with it; false where more must be read first. */
static bool take(struct lsp_channel *channel) {
    size_t body = 0;
    const size_t skipped = channel->skipped < channel->length ? channel->skipped : channel->length;
    if (channel->length == 0)
        return false;
    drop(channel, skipped);
    channel->skipped -= skipped;
    const size_t header = header_length(channel->bytes, channel->length);
    if (header == 0 && channel->length <= HEADER_MAX)
        return false;
    if (header == 0 || !body_length(channel->bytes, header, &body)) {
        push_problem(channel, LSP_PARSE_ERROR, memory_format("a message begins with 'Content-Length: N'"), true);
        drop(channel, header ? header : channel->length);
        return true;
    }
    if (body > BODY_MAX) {
        push_problem(channel, LSP_INVALID_REQUEST, memory_format("a message has at most %d bytes", BODY_MAX), true);
        drop(channel, header);
        channel->skipped = body;
        return true;
    }
    if (channel->length - header < body)
        return false;
    if (!is_header(channel->bytes, header))
        push_problem(channel, LSP_PARSE_ERROR, memory_format("a header has lines such as 'Content-Length: N'"), false);
    take_body(channel, channel->bytes + header, body);
    drop(channel, header + body);
    return true;
}

/* ---- input and output ---- */

/* Whether there is something to read within so many milliseconds, -1 for any number; the end is something, too. */
static bool is_readable(const struct lsp_channel *channel, int milliseconds) {
    struct pollfd input = {.fd = channel->input, .events = POLLIN};
    int ready;
    while ((ready = poll(&input, 1, milliseconds)) < 0 && errno == EINTR)
        ;
    return ready != 0;
}

/* Reads what is there, at least one byte. */
static void fill(struct lsp_channel *channel) {
    ssize_t got;
    if (channel->capacity - channel->length < PIECE + 1) {
        channel->capacity = 2 * channel->capacity + PIECE + 1;
        channel->bytes = memory_sure(realloc(channel->bytes, channel->capacity));
    }
    while ((got = read(channel->input, channel->bytes + channel->length, PIECE)) < 0 && errno == EINTR)
        ;
    channel->ended = got <= 0;
    channel->length += got > 0 ? (size_t)got : 0;
    channel->bytes[channel->length] = 0; /* closes the last name for strncasecmp */
}

/* Reads all messages that have come. */
static void fetch(struct lsp_channel *channel) {
    while (channel->count < NEWEST && (take(channel) || (!channel->ended && is_readable(channel, 0))))
        if (!channel->ended && is_readable(channel, 0))
            fill(channel);
}

bool lsp_channel_next(struct lsp_channel *channel, struct lsp_message *message) {
    fetch(channel);
    while (channel->count == 0 && !channel->ended) {
        is_readable(channel, -1);
        fill(channel);
        fetch(channel);
    }
    if (channel->count == 0 || channel->broken)
        return false;
    *message = channel->queue[0];
    channel->count--;
    memmove(channel->queue, channel->queue + 1, channel->count * sizeof(*channel->queue));
    return true;
}

bool lsp_channel_waits(struct lsp_channel *channel, int milliseconds) {
    fetch(channel);
    if (channel->count == 0 && !channel->ended && milliseconds > 0 && is_readable(channel, milliseconds))
        fetch(channel);
    return channel->count > 0 || channel->ended;
}

bool lsp_channel_cancelled(struct lsp_channel *channel, const json_t *id) {
    fetch(channel);
    for (size_t i = 0; i < channel->count; i++) {
        const json_t *message = channel->queue[i].json, *params = json_object_get(message, "params");
        const char *method = json_string_value(json_object_get(message, "method"));
        if (method && strcmp(method, "$/cancelRequest") == 0 && json_equal(json_object_get(params, "id"), id))
            return true;
    }
    return false;
}

void lsp_channel_send(struct lsp_channel *channel, json_t *message) {
    char *text = memory_sure(json_dumps(message, JSON_COMPACT));
    const size_t length = strlen(text);
    json_decref(message);
    fprintf(channel->output, "Content-Length: %zu\r\n\r\n%s", length, text);
    channel->broken |= fflush(channel->output) != 0;
    free(text);
    if (length > LONG_BODY) /* as values of JSON it took several times as much */
        memory_trim();
}
