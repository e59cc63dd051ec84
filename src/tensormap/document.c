/* Tensor maps as JSON: see document.h. When one is read, the members of an object come in any order, so that what
 * depends on the kind or the rank is looked at when the object is closed. */
#include "tensormap/document.h"

#include <string.h>

#include "base/buffer.h"
#include "tables/suggest.h"
#include "tensormap/fields.h"
#include "tensormap/walk.h"

/* ---- writing ---- */

/* Writes one number of a field, or null where it is not known. */
static void put_number(struct ptxc_buffer *text, const struct ptxc_tensormap *map, int field, size_t index) {
    const uint64_t bits = ptxc_map_bits(map, field, index);
    const struct ptxc_map_value_row *named =
        ptxc_map_fields[field].type == PTXC_MAP_ENUMERATOR ? ptxc_map_value(field, (uint32_t)bits) : NULL;
    if (!ptxc_map_known(map, field, index))
        ptxc_buffer_add(text, "null");
    else if (named)
        ptxc_buffer_add(text, "\"%s%s\"", ptxc_map_fields[field].prefix, named->name);
    else if (field == PTXC_TENSORMAP_ADDRESS)
        ptxc_buffer_add(text, "\"0x%llx\"", (unsigned long long)bits);
    else if (ptxc_map_fields[field].type == PTXC_MAP_I32)
        ptxc_buffer_add(text, "%lld", (long long)(int64_t)bits);
    else
        ptxc_buffer_add(text, "%llu", (unsigned long long)bits);
}

static struct ptxc_span span_from(const struct ptxc_buffer *text, size_t begin) {
    return (struct ptxc_span){(uint32_t)begin, (uint32_t)(text->length - begin)};
}

/* Writes the value of a field. */
static void put_field(struct ptxc_buffer *text, const struct ptxc_tensormap *map, int field,
                      struct ptxc_map_place *place) {
    const bool list = ptxc_map_fields[field].count != PTXC_MAP_ONE;
    const size_t begin = text->length, count = ptxc_map_count(map, field);
    ptxc_buffer_add(text, "%s", list ? "[" : "");
    for (size_t i = 0; i < count; i++) {
        ptxc_buffer_add(text, "%s", i > 0 ? ", " : "");
        const size_t at = text->length;
        put_number(text, map, field, i);
        place->numbers[i] = span_from(text, at);
    }
    ptxc_buffer_add(text, "%s", list ? "]" : "");
    place->whole = span_from(text, begin);
}

/* Decides whether a field is written: the function of the map has it, and it is known, or a document without it says
 * something else than that it is not known. */
static bool is_written(const struct ptxc_tensormap *map, int field) {
    const struct ptxc_map_field_row *row = &ptxc_map_fields[field];
    return ptxc_map_has(map, field) &&
           (row->count != PTXC_MAP_ONE || row->without != PTXC_MAP_UNKNOWN || ptxc_map_known(map, field, 0));
}

/* Writes a name as a string of JSON. What such a string cannot hold as it is becomes a question mark: no name has it.
 */
static void put_name(struct ptxc_buffer *text, const char *name) {
    ptxc_buffer_add(text, ", \"name\": \"");
    for (; *name; name++)
        ptxc_buffer_add(text, "%c", (unsigned char)*name < 0x20 || *name == '"' || *name == '\\' ? '?' : *name);
    ptxc_buffer_add(text, "\"");
}

size_t ptxc_map_emit(const struct ptxc_tensormap *map, char *buffer, size_t size, struct ptxc_map *placed) {
    struct ptxc_buffer text = {buffer, size, 0};
    struct ptxc_map_place place;
    for (int i = 0; i < PTXC_MAP_FIELD_COUNT; i++) {
        if (!is_written(map, i))
            continue;
        memset(&place, 0, sizeof(place));
        ptxc_buffer_add(&text, "%s\"%s\": ", text.length ? ", " : "{", ptxc_map_fields[i].name);
        put_field(&text, map, i, &place);
        if (placed)
            placed->places[i] = place;
        if (i == PTXC_TENSORMAP_KIND && map->name)
            put_name(&text, map->name);
    }
    ptxc_buffer_add(&text, "}");
    if (placed)
        placed->span = span_from(&text, 0);
    return text.length;
}

/* ---- reading ---- */

/* A document that is being read. */
struct reader {
    struct ptxc_json_walk walk;
    const struct ptxc_map_taker *taker;
    enum ptxc_target target;
    size_t count;
    struct ptxc_map map;
    struct ptxc_span keys[PTXC_MAP_FIELD_COUNT]; /* of the fields that the map has */
    size_t numbers[PTXC_MAP_FIELD_COUNT];        /* in their lists */
    struct ptxc_span name;
};

#define SAY(reader, rule, place, ...) \
    ptxc_json_say(&(reader)->walk, (rule), (place), ptxc_arena_format((reader)->walk.sink->arena, __VA_ARGS__))

/* Passes over a value of which nothing is wanted. */
static void pass_over(struct reader *reader) {
    ptxc_json_pass(&reader->walk, "a value of a tensor map");
}

/* Reports that a value is not one of the field. */
static void say_value(struct reader *reader, int field, struct ptxc_span place, const char *wanted) {
    const uint32_t length = place.length > 40 ? 40 : place.length;
    SAY(reader, PTXC_RULE_MAP_VALUE, place, "%s must be %s, not %.*s", ptxc_map_fields[field].name, wanted, (int)length,
        reader->walk.json.source + place.offset);
}

/* Reports a name that is none of the enumerators of the field, and the nearest that there is. */
static void say_enumerator(struct reader *reader, int field, struct ptxc_span place) {
    const struct ptxc_span text = ptxc_json_inside(place);
    const char *prefix = ptxc_map_fields[field].prefix;
    char name[80] = "";
    struct ptxc_nearest nearest = {.text = name};
    const size_t skip =
        text.length >= strlen(prefix) && memcmp(reader->walk.json.source + text.offset, prefix, strlen(prefix)) == 0
            ? strlen(prefix)
            : 0;
    for (size_t i = skip; i < text.length && i - skip + 1 < sizeof(name); i++)
        name[i - skip] = reader->walk.json.source[text.offset + i];
    for (size_t i = 0; ptxc_map_value_at(field, i); i++)
        ptxc_suggest_offer(&nearest, ptxc_map_value_at(field, i)->name);
    if (nearest.name)
        SAY(reader, PTXC_RULE_MAP_VALUE, place,
            "%s must be the name of an enumerator, not %.*s; did you mean \"%s%s\"?", ptxc_map_fields[field].name,
            (int)(place.length > 80 ? 80 : place.length), reader->walk.json.source + place.offset, prefix,
            nearest.name);
    else
        say_value(reader, field, place, "the name of an enumerator");
}

/* Reads a number of a field, or null; what is neither becomes unknown. */
static void read_number(struct reader *reader, int field, size_t index) {
    static const char *const wanted[] = {
        [PTXC_MAP_U32] = "a whole number from 0 to 4294967295",
        [PTXC_MAP_I32] = "a whole number from -2147483648 to 2147483647",
        [PTXC_MAP_U64] = "a whole number from 0 to 18446744073709551615",
        [PTXC_MAP_ENUMERATOR] = "an enumerator, by its name or its number",
    };
    const enum ptxc_map_type type = ptxc_map_fields[field].type;
    const struct ptxc_span place = ptxc_json_here(&reader->walk);
    const bool string = reader->walk.token.kind == PTXC_JSON_STRING;
    const bool counts = index < PTXC_TENSORMAP_MAX_RANK;
    const struct ptxc_span text = string ? ptxc_json_inside(place) : place;
    const struct ptxc_map_value_row *named =
        string && type == PTXC_MAP_ENUMERATOR
            ? ptxc_map_value_find(field, reader->walk.json.source + text.offset, text.length)
            : NULL;
    uint64_t bits = named ? named->value : 0;
    const bool known =
        named || ((string || reader->walk.token.kind == PTXC_JSON_NUMBER) &&
                  ptxc_map_number_read(reader->walk.json.source + text.offset, text.length, type, &bits));
    const bool null = reader->walk.token.kind == PTXC_JSON_NULL;
    pass_over(reader);
    if (!known && !null && !reader->walk.failed) {
        if (string && type == PTXC_MAP_ENUMERATOR)
            say_enumerator(reader, field, place);
        else
            say_value(reader, field, place, wanted[type]);
    }
    if (!counts)
        return;
    reader->map.places[field].numbers[index] = place;
    reader->map.value.unknown[field] |= (uint8_t)(!known << index);
    ptxc_map_set(&reader->map.value, field, index, bits);
}

/* Reads a list of numbers. */
static void read_list(struct reader *reader, int field) {
    if (reader->walk.token.kind != PTXC_JSON_OPEN_LIST) {
        reader->map.value.unknown[field] = UINT8_MAX;
        reader->numbers[field] = SIZE_MAX;
        if (reader->walk.token.kind != PTXC_JSON_NULL)
            say_value(reader, field, ptxc_json_here(&reader->walk), "a list of numbers");
        pass_over(reader);
        return;
    }
    bool more = ptxc_json_open(&reader->walk, PTXC_JSON_CLOSE_LIST);
    while (more && !reader->walk.failed) {
        read_number(reader, field, reader->numbers[field]++);
        more = !reader->walk.failed && ptxc_json_another(&reader->walk, PTXC_JSON_CLOSE_LIST, "a comma or ]");
    }
}

/* Reads the value of a field. */
static void read_field(struct reader *reader, int field, struct ptxc_span key) {
    const uint32_t begin = reader->walk.token.offset;
    if (reader->keys[field].length) {
        SAY(reader, PTXC_RULE_MAP_FIELD, key, "%s, and this one has %s twice", ptxc_rules[PTXC_RULE_MAP_FIELD].summary,
            ptxc_map_fields[field].name);
        pass_over(reader);
        return;
    }
    reader->keys[field] = key;
    if (ptxc_map_fields[field].count == PTXC_MAP_ONE)
        read_number(reader, field, 0);
    else
        read_list(reader, field);
    uint32_t end = reader->walk.token.offset;
    while (end > begin && strchr(" \t\r\n,", reader->walk.json.source[end - 1]))
        end--;
    reader->map.places[field].whole = (struct ptxc_span){begin, end - begin};
}

/* Reads the target that the map is for. */
static void read_target(struct reader *reader) {
    const struct ptxc_span place = ptxc_json_here(&reader->walk), text = ptxc_json_inside(place);
    const bool string = reader->walk.token.kind == PTXC_JSON_STRING;
    const enum ptxc_target target =
        string ? ptxc_target_find(reader->walk.json.source + text.offset, text.length) : PTXC_TARGET_NONE;
    pass_over(reader);
    if (reader->walk.failed)
        return;
    if (target == PTXC_TARGET_NONE)
        SAY(reader, PTXC_RULE_MAP_VALUE, place, "target must be the name of a target, as \"sm_90a\", not %.*s",
            (int)(place.length > 40 ? 40 : place.length), reader->walk.json.source + place.offset);
    reader->map.declared = place;
    if (reader->target == PTXC_TARGET_NONE)
        reader->map.target = target;
}

/* Reports a member that is nothing of a tensor map, and the field that may be meant. */
static void say_unknown(struct reader *reader, struct ptxc_span key) {
    const struct ptxc_span text = ptxc_json_inside(key);
    char name[60] = "";
    struct ptxc_nearest nearest = {.text = name};
    for (size_t i = 0; i < text.length && i + 1 < sizeof(name); i++)
        name[i] = reader->walk.json.source[text.offset + i];
    for (int i = 0; i < PTXC_MAP_FIELD_COUNT; i++)
        ptxc_suggest_offer(&nearest, ptxc_map_fields[i].name);
    SAY(reader, PTXC_RULE_MAP_UNKNOWN_FIELD, key, "%s, not %.*s%s%s%s", ptxc_rules[PTXC_RULE_MAP_UNKNOWN_FIELD].summary,
        (int)(key.length > 60 ? 60 : key.length), reader->walk.json.source + key.offset,
        nearest.name ? "; did you mean " : "", nearest.name ? nearest.name : "", nearest.name ? "?" : "");
}

/* Reads a member of a map. */
static void read_member(struct reader *reader) {
    const struct ptxc_span key = ptxc_json_here(&reader->walk);
    if (!ptxc_json_expect(&reader->walk, PTXC_JSON_STRING, "the name of a member") ||
        !ptxc_json_expect(&reader->walk, PTXC_JSON_COLON, "a colon"))
        return;
    const struct ptxc_span text = ptxc_json_inside(key);
    const int field = ptxc_map_field_find(reader->walk.json.source + text.offset, text.length);
    if (field < PTXC_MAP_FIELD_COUNT) {
        read_field(reader, field, key);
    } else if (ptxc_json_is(&reader->walk, text, "target")) {
        read_target(reader);
    } else {
        if (ptxc_json_is(&reader->walk, text, "name") && reader->walk.token.kind == PTXC_JSON_STRING)
            reader->name = ptxc_json_inside(ptxc_json_here(&reader->walk));
        else
            say_unknown(reader, key);
        pass_over(reader);
    }
}

/* Gives a field that the map does not have the value that stands for that; gives whether it has to be there. */
static bool complete(struct ptxc_tensormap *value, int field) {
    const struct ptxc_map_field_row *row = &ptxc_map_fields[field];
    if (row->without < 0)
        value->unknown[field] = UINT8_MAX;
    for (size_t i = 0; row->without >= 0 && i < (row->count == PTXC_MAP_ONE ? 1 : PTXC_TENSORMAP_MAX_RANK); i++)
        ptxc_map_set(value, field, i, (uint64_t)row->without);
    return row->without == PTXC_MAP_MISSING && ptxc_map_count(value, field) > 0;
}

/* Completes the fields that are left out, and reports those that must not be. */
static void complete_all(struct reader *reader) {
    const char *missing = "";
    for (int i = 0; i < PTXC_MAP_FIELD_COUNT; i++)
        if (ptxc_map_has(&reader->map.value, i) && !reader->keys[i].length && complete(&reader->map.value, i))
            missing = ptxc_arena_format(reader->walk.sink->arena, "%s%s%s", missing, *missing ? ", " : "",
                                        ptxc_map_fields[i].name);
    if (*missing)
        SAY(reader, PTXC_RULE_MAP_FIELD, reader->map.places[PTXC_TENSORMAP_KIND].whole, "%s, and this one has no %s",
            ptxc_rules[PTXC_RULE_MAP_FIELD].summary, missing);
}

/* Compares the length of a list with what the rank asks for. */
static void check_length(struct reader *reader, int field) {
    const struct ptxc_tensormap *value = &reader->map.value;
    const size_t wanted = ptxc_map_wanted(field, value->rank), count = reader->numbers[field];
    if (ptxc_map_fields[field].count == PTXC_MAP_ONE || value->unknown[PTXC_TENSORMAP_RANK] || count == SIZE_MAX)
        return;
    for (size_t i = count; i < PTXC_TENSORMAP_MAX_RANK; i++)
        reader->map.value.unknown[field] |= (uint8_t)(1 << i);
    if (count < wanted)
        SAY(reader, PTXC_RULE_MAP_VALUE, reader->map.places[field].whole,
            "%s must have %zu number%s with %u dimension%s, not %zu", ptxc_map_fields[field].name, wanted,
            wanted == 1 ? "" : "s", (unsigned)value->rank, value->rank == 1 ? "" : "s", count);
    else if (count > wanted)
        SAY(reader, PTXC_RULE_MAP_LONG_LIST, reader->map.places[field].whole, "%s; %s has %zu, and %zu count%s",
            ptxc_rules[PTXC_RULE_MAP_LONG_LIST].summary, ptxc_map_fields[field].name, count, wanted,
            wanted == 1 ? "s" : "");
}

/* Looks at what depends on the kind and the rank; gives whether there is such a kind. */
static bool finish(struct reader *reader) {
    struct ptxc_tensormap *value = &reader->map.value;
    if (!reader->keys[PTXC_TENSORMAP_KIND].length)
        SAY(reader, PTXC_RULE_MAP_FIELD, reader->map.span,
            "a tensor map must have a kind: \"tiled\", \"im2col\" or \"im2colWide\"");
    else if (!value->unknown[PTXC_TENSORMAP_KIND] && value->kind >= PTXC_MAP_KIND_COUNT)
        say_value(reader, PTXC_TENSORMAP_KIND, reader->map.places[PTXC_TENSORMAP_KIND].whole,
                  "\"tiled\", \"im2col\" or \"im2colWide\"");
    if (!reader->keys[PTXC_TENSORMAP_KIND].length || value->unknown[PTXC_TENSORMAP_KIND] ||
        value->kind >= PTXC_MAP_KIND_COUNT)
        return false;
    for (int i = 0; i < PTXC_MAP_FIELD_COUNT; i++) {
        const bool given = reader->keys[i].length > 0;
        if (given && !ptxc_map_has(value, i))
            SAY(reader, PTXC_RULE_MAP_UNKNOWN_FIELD, reader->keys[i], "%s, and %s does not take %s",
                ptxc_rules[PTXC_RULE_MAP_UNKNOWN_FIELD].summary, ptxc_map_functions[value->kind],
                ptxc_map_fields[i].name);
        else if (given)
            check_length(reader, i);
    }
    complete_all(reader);
    return true;
}

/* Reads a map, and hands it over. */
static void read_map(struct reader *reader) {
    const uint32_t begin = reader->walk.token.offset;
    if (reader->walk.token.kind != PTXC_JSON_OPEN_OBJECT) {
        ptxc_json_fail(&reader->walk, "a tensor map");
        return;
    }
    reader->map = (struct ptxc_map){.value = {.size = sizeof(reader->map.value)}, .target = reader->target};
    reader->name = (struct ptxc_span){0, 0};
    memset(reader->keys, 0, sizeof(reader->keys));
    memset(reader->numbers, 0, sizeof(reader->numbers));
    bool more = ptxc_json_open(&reader->walk, PTXC_JSON_CLOSE_OBJECT);
    while (more && !reader->walk.failed) {
        read_member(reader);
        more = !reader->walk.failed && ptxc_json_another(&reader->walk, PTXC_JSON_CLOSE_OBJECT, "a comma or }");
    }
    reader->map.span = (struct ptxc_span){begin, 1};
    reader->count++;
    if (!reader->walk.failed && finish(reader))
        reader->taker->take(reader->taker->user, &reader->map, reader->name);
}

size_t ptxc_map_document_read(const char *source, uint32_t length, enum ptxc_target target,
                              const struct ptxc_sink *sink, const struct ptxc_map_taker *taker) {
    struct reader reader = {
        .walk = ptxc_json_walk(source, length, sink, PTXC_RULE_MAP_DOCUMENT), .taker = taker, .target = target};
    if (reader.walk.token.kind == PTXC_JSON_END)
        ptxc_json_fail(&reader.walk, "a tensor map");
    while (reader.walk.token.kind != PTXC_JSON_END && !reader.walk.failed) {
        const bool list = reader.walk.token.kind == PTXC_JSON_OPEN_LIST;
        bool more = list ? ptxc_json_open(&reader.walk, PTXC_JSON_CLOSE_LIST) : true;
        while (more && !reader.walk.failed) {
            read_map(&reader);
            more = list && !reader.walk.failed && ptxc_json_another(&reader.walk, PTXC_JSON_CLOSE_LIST, "a comma or ]");
        }
    }
    return reader.count;
}
