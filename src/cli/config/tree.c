/* Reads YAML with libyaml, event by event: see tree.h. */
#include "cli/config/tree.h"

#include <stdlib.h>
#include <string.h>

#include <yaml.h>

#include "cli/options/values.h"
#include "cli/system/memory.h"
#include "ptxcheck/render.h"

enum {
    LARGEST = 1 << 20, /* text, in bytes */
    DEEPEST = 16,      /* levels of lists and maps */
    LONGEST = 10000    /* nodes in a list or a map */
};

struct yaml_reader {
    yaml_parser_t parser;
    yaml_event_t event; /* the one that is looked at */
    const char *name;
    const char *text;
    size_t length;
};

/* Reports what is wrong at a place; returns false. */
static bool wrong_at(const struct yaml_reader *reader, size_t line, size_t column, const char *text) {
    const struct given place = {.file = reader->name, .line = line, .column = column};
    return given_wrong(&place, "%s", text);
}

/* Reports what is wrong at the event; returns false. */
static bool wrong(const struct yaml_reader *reader, const char *text) {
    return wrong_at(reader, reader->event.start_mark.line + 1, reader->event.start_mark.column + 1, text);
}

/* Says why libyaml cannot go on; returns false. */
static bool unreadable(const struct yaml_reader *reader) {
    const yaml_parser_t *parser = &reader->parser;
    const char *problem = parser->problem ? parser->problem : "no YAML";
    struct given place = {.file = reader->name};
    if (parser->error == YAML_MEMORY_ERROR)
        return wrong_at(reader, 1, 1, "not enough memory");
    if (parser->error == YAML_READER_ERROR) { /* which has a byte and no line */
        struct ptxc_lines lines;
        ptxc_lines_init(&lines, reader->text, reader->length);
        ptxc_lines_seek(&lines, parser->problem_offset);
        return wrong_at(reader, lines.line, lines.points,
                        strncmp(problem, "control", 7) == 0 ? problem : "no text in UTF-8");
    }
    place.line = parser->problem_mark.line + 1;
    place.column = parser->problem_mark.column + 1;
    if (parser->context)
        return given_wrong(&place, "%s %s", problem, parser->context);
    return given_wrong(&place, "%s", problem);
}

/* Goes to the next event; false after a message on stderr. */
static bool next(struct yaml_reader *reader) {
    yaml_event_delete(&reader->event);
    return yaml_parser_parse(&reader->parser, &reader->event) || unreadable(reader);
}

/* Takes a word over; false after a message on stderr. */
static bool read_word(struct yaml_reader *reader, struct yaml_node *node) {
    const char *value = (const char *)reader->event.data.scalar.value;
    if (memchr(value, 0, reader->event.data.scalar.length))
        return wrong(reader, "a word with a NUL in it");
    node->kind = NODE_WORD;
    node->text = memory_text(value, reader->event.data.scalar.length);
    return true;
}

/* Whether an event says more than its text: a tag; false after a message on stderr. */
static bool is_plain(const struct yaml_reader *reader) {
    const yaml_event_t *event = &reader->event;
    bool tagged = (event->type == YAML_SCALAR_EVENT && event->data.scalar.tag) ||
                  (event->type == YAML_SEQUENCE_START_EVENT && event->data.sequence_start.tag) ||
                  (event->type == YAML_MAPPING_START_EVENT && event->data.mapping_start.tag);
    return !tagged || wrong(reader, "a configuration takes no tags");
}

static bool read_items(struct yaml_reader *reader, struct yaml_node *node, int depth);

/* Makes the node of the event, with all that is in it; false after a message on stderr. */
static bool read_node(struct yaml_reader *reader, struct yaml_node *node, int depth) {
    *node =
        (struct yaml_node){.line = reader->event.start_mark.line + 1, .column = reader->event.start_mark.column + 1};
    if (!is_plain(reader))
        return false;
    switch (reader->event.type) {
    case YAML_SCALAR_EVENT: return read_word(reader, node);
    case YAML_SEQUENCE_START_EVENT: node->kind = NODE_LIST; break;
    case YAML_MAPPING_START_EVENT: node->kind = NODE_MAP; break;
    default: return wrong(reader, "a configuration takes no aliases; write the value once more");
    }
    node->text = memory_text("", 0);
    if (depth == DEEPEST)
        return wrong(reader, "nested more deeply than any configuration");
    return read_items(reader, node, depth + 1);
}

/* Reads what is in a list or a map; false after a message on stderr. */
static bool read_items(struct yaml_reader *reader, struct yaml_node *node, int depth) {
    while (next(reader)) {
        if (reader->event.type == YAML_SEQUENCE_END_EVENT || reader->event.type == YAML_MAPPING_END_EVENT)
            return true;
        if (node->count == LONGEST)
            return wrong(reader, "a list or map that is longer than in any configuration");
        node->items = memory_more(node->items, node->count, sizeof(*node->items));
        if (!read_node(reader, &node->items[node->count++], depth))
            return false;
    }
    return false;
}

/* Reads the one document that there may be; false after a message on stderr. */
static bool read_document(struct yaml_reader *reader, struct yaml_node *root) {
    if (!next(reader) || !next(reader)) /* the stream begins */
        return false;
    if (reader->event.type == YAML_STREAM_END_EVENT)
        return true;
    if (!next(reader) || !read_node(reader, root, 0) || !next(reader) || !next(reader)) /* the document ends */
        return false;
    return reader->event.type == YAML_STREAM_END_EVENT || wrong(reader, "a configuration is one document");
}

/* Whether libyaml may see the text; false after a message on stderr. */
static bool is_acceptable(const struct yaml_reader *reader) {
    const unsigned char *text = (const unsigned char *)reader->text;
    if (reader->length > LARGEST)
        return wrong_at(reader, 1, 1, "larger than 1 MiB, which no configuration is");
    if (reader->length >= 2 && text[0] >= 0xfe && text[1] >= 0xfe && text[0] != text[1])
        return wrong_at(reader, 1, 1, "written in UTF-16; a configuration is written in UTF-8");
    return true;
}

bool tree_read(struct yaml_node *root, const char *name, const char *text, size_t length) {
    struct yaml_reader reader = {.name = name, .text = text, .length = length};
    *root = (struct yaml_node){.line = 1, .column = 1};
    if (!is_acceptable(&reader))
        return false;
    if (!yaml_parser_initialize(&reader.parser))
        return wrong_at(&reader, 1, 1, "not enough memory");
    yaml_parser_set_input_string(&reader.parser, (const unsigned char *)text, length);
    bool read = read_document(&reader, root);
    yaml_event_delete(&reader.event);
    yaml_parser_delete(&reader.parser);
    return read;
}

void tree_free(struct yaml_node *root) {
    for (size_t i = 0; i < root->count; i++)
        tree_free(&root->items[i]);
    free(root->items);
    free(root->text);
    *root = (struct yaml_node){.kind = NODE_NONE};
}
