/* See extracted.h. */
#include "extracted.h"

#include <stdio.h>

struct extracted extract(enum ptxc_host host, const char *source, size_t count) {
    struct extracted extracted = {.source = source};
    uint32_t length = (uint32_t)strlen(source);
    ptxc_arena_init(&extracted.arena, NULL);
    assert_true(ptxc_host_extract(host, source, length, NULL, 0, &extracted.arena, &extracted.list));
    for (size_t i = 0; i < extracted.list.count; i++)
        assert_map(&extracted.list.items[i], length);
    if (extracted.list.count != count)
        print_error("in: %s\n", source);
    assert_int_equal(extracted.list.count, count);
    return extracted;
}

void extracted_free(struct extracted *extracted) {
    ptxc_arena_free(&extracted->arena);
}

void assert_map(const struct ptxc_snippet *snippet, uint32_t length) {
    uint32_t decoded = 0;
    for (size_t i = 0; i < snippet->piece_count; i++) {
        const struct ptxc_snippet_piece *piece = &snippet->pieces[i];
        assert_int_equal(piece->decoded, decoded);
        assert_true(piece->length > 0);
        decoded += piece->length;
    }
    assert_int_equal(decoded, snippet->length);
    for (uint32_t i = 0; i < snippet->length; i++) {
        struct ptxc_span span = ptxc_snippet_locate(snippet, (struct ptxc_span){i, 1});
        assert_true(span.offset <= length && span.length <= length - span.offset);
    }
    assert_true(snippet->statement.offset + snippet->statement.length <= length);
    assert_true(snippet->template.offset + snippet->template.length <= length);
}

void assert_text(const struct extracted *extracted, size_t index, const char *text) {
    const struct ptxc_snippet *snippet = &extracted->list.items[index];
    char found[1000];
    assert_true(snippet->length < sizeof(found));
    for (uint32_t i = 0; i < snippet->length; i++)
        found[i] = snippet->text[i] == PTXC_UNKNOWN_TEXT ? '?' : snippet->text[i];
    found[snippet->length] = 0;
    assert_string_equal(found, text);
}

static uint32_t find(const char *text, uint32_t length, const char *part) {
    uint32_t size = (uint32_t)strlen(part);
    for (uint32_t i = 0; i + size <= length; i++)
        if (memcmp(text + i, part, size) == 0)
            return i;
    print_error("not found: %s\n", part);
    fail();
    return 0;
}

static void assert_span(const struct extracted *extracted, struct ptxc_span span, const char *host) {
    char found[300];
    assert_true(span.length < sizeof(found));
    memcpy(found, extracted->source + span.offset, span.length);
    found[span.length] = 0;
    assert_string_equal(found, host);
    assert_int_equal(span.offset, find(extracted->source, (uint32_t)strlen(extracted->source), host));
}

void assert_origin(const struct extracted *extracted, size_t index, const char *decoded, const char *host) {
    const struct ptxc_snippet *snippet = &extracted->list.items[index];
    uint32_t offset = find(snippet->text, snippet->length, decoded);
    struct ptxc_span span = {offset, (uint32_t)strlen(decoded)};
    assert_span(extracted, ptxc_snippet_locate(snippet, span), host);
}

void assert_unknown(const struct extracted *extracted, size_t index, const char *const *hosts) {
    const struct ptxc_snippet *snippet = &extracted->list.items[index];
    for (uint32_t i = 0; i < snippet->length; i++) {
        if (snippet->text[i] != PTXC_UNKNOWN_TEXT)
            continue;
        assert_non_null(*hosts);
        assert_span(extracted, ptxc_snippet_locate(snippet, (struct ptxc_span){i, 1}), *hosts++);
    }
    assert_null(*hosts);
}

void assert_operands(const struct extracted *extracted, size_t index, const char *operands) {
    const struct ptxc_snippet *snippet = &extracted->list.items[index];
    char found[1000] = "";
    for (size_t i = 0; i < snippet->operand_count; i++) {
        const struct ptxc_asm_operand *operand = &snippet->operands[i];
        size_t used = strlen(found);
        snprintf(found + used, sizeof(found) - used, "%s%s%s%s%s%s%.*s", i ? " " : "", operand->name ? "[" : "",
                 operand->name ? operand->name : "", operand->name ? "]" : "", operand->constraint,
                 operand->expression.length ? ":" : "", (int)operand->expression.length,
                 extracted->source + operand->expression.offset);
        assert_int_equal(operand->is_output, strchr("=+", operand->constraint[0]) && operand->constraint[0]);
    }
    assert_string_equal(found, operands);
}
