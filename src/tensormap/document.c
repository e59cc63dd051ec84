/* Tensor maps as JSON: see document.h. When one is read, the members of an object come in any order, so that what
 * depends on the kind or the rank is looked at when the object is closed. */
#include "tensormap/document.h"

#include <string.h>

#include "base/buffer.h"
#include "tables/suggest.h"
#include "tensormap/fields.h"
#include "tensormap/json.h"

/* ---- writing ---- */

/* Writes one number of a field, or null where it is not known. */
static void put_number(struct ptxc_buffer *text, const struct ptxc_tensormap *map, int field, size_t index) {
    const uint64_t bits = ptxc_tensormap_bits(map, field, index);
    const struct ptxc_tensormap_value_row *named =
        ptxc_tensormap_fields[field].type == PTXC_MAP_ENUMERATOR ? ptxc_tensormap_value(field, (uint32_t)bits) : NULL;
    if (!ptxc_tensormap_known(map, field, index))
        ptxc_buffer_add(text, "null");
    else if (named)
        ptxc_buffer_add(text, "\"%s%s\"", ptxc_tensormap_fields[field].prefix, named->name);
    else if (field == PTXC_TENSORMAP_ADDRESS)
        ptxc_buffer_add(text, "\"0x%llx\"", (unsigned long long)bits);
    else if (ptxc_tensormap_fields[field].type == PTXC_MAP_I32)
        ptxc_buffer_add(text, "%lld", (long long)(int64_t)bits);
    else
        ptxc_buffer_add(text, "%llu", (unsigned long long)bits);
}

static struct ptxc_span span_from(const struct ptxc_buffer *text, size_t begin) {
    return (struct ptxc_span){(uint32_t)begin, (uint32_t)(text->length - begin)};
}

/* Writes the value of a field. */
static void put_field(struct ptxc_buffer *text, const struct ptxc_tensormap *map, int field,
                      struct ptxc_tensormap_place *place) {
    const bool list = ptxc_tensormap_fields[field].count != PTXC_MAP_ONE;
    const size_t begin = text->length, count = ptxc_tensormap_count(map, field);
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

/* Whether a field is written: the function of the map has it, and it is known, or a document without it says
 * something else than that it is not known. */
static bool is_written(const struct ptxc_tensormap *map, int field) {
    const struct ptxc_tensormap_field_row *row = &ptxc_tensormap_fields[field];
    return ptxc_tensormap_has(map, field) &&
           (row->count != PTXC_MAP_ONE || row->without != PTXC_MAP_UNKNOWN || ptxc_tensormap_known(map, field, 0));
}

/* Writes a name as a string of JSON. What such a string cannot hold as it is becomes a question mark: no name has it.
 */
static void put_name(struct ptxc_buffer *text, const char *name) {
    ptxc_buffer_add(text, ", \"name\": \"");
    for (; *name; name++)
        ptxc_buffer_add(text, "%c", (unsigned char)*name < 0x20 || *name == '"' || *name == '\\' ? '?' : *name);
    ptxc_buffer_add(text, "\"");
}

size_t ptxc_tensormap_document_emit(const struct ptxc_tensormap *map, char *buffer, size_t size,
                                    struct ptxc_map *placed) {
    struct ptxc_buffer text = {buffer, size, 0};
    struct ptxc_tensormap_place place;
    for (int i = 0; i < PTXC_MAP_FIELD_COUNT; i++) {
        if (!is_written(map, i))
            continue;
        memset(&place, 0, sizeof(place));
        ptxc_buffer_add(&text, "%s\"%s\": ", text.length ? ", " : "{", ptxc_tensormap_fields[i].name);
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
struct map_reader {
    struct ptxc_json json;
    const struct ptxc_tensormap_taker *taker;
    enum ptxc_target target;
    size_t count;
    struct ptxc_map map;
    struct ptxc_span keys[PTXC_MAP_FIELD_COUNT]; /* of the fields that the map has */
    size_t numbers[PTXC_MAP_FIELD_COUNT];        /* in their lists */
    struct ptxc_span name;
};

#define REPORT(reader, rule, place, ...) \
    ptxc_json_report(&(reader)->json, (rule), (place), ptxc_arena_format((reader)->json.sink->arena, __VA_ARGS__))

/* Reports that a value is not one of the field. */
static void report_value(struct map_reader *reader, int field, struct ptxc_span place, const char *wanted) {
    ptxc_json_report_value(&reader->json, PTXC_RULE_MAP_VALUE, ptxc_tensormap_fields[field].name, place, wanted);
}

/* Reports a name that is none of the enumerators of the field, and the nearest that there is. */
static void report_enumerator(struct map_reader *reader, int field, struct ptxc_span place) {
    const char *prefix = ptxc_tensormap_fields[field].prefix;
    const uint32_t skip = (uint32_t)strlen(prefix);
    struct ptxc_span text = ptxc_json_inside(place);
    char name[80];
    struct ptxc_nearest nearest = {.text = name};
    if (text.length >= skip && memcmp(ptxc_json_text(&reader->json, text), prefix, skip) == 0)
        text = (struct ptxc_span){text.offset + skip, text.length - skip};
    ptxc_json_copy(&reader->json, text, name, sizeof(name));
    for (size_t i = 0; ptxc_tensormap_value_at(field, i); i++)
        ptxc_suggest_offer(&nearest, ptxc_tensormap_value_at(field, i)->name);
    if (nearest.name)
        REPORT(reader, PTXC_RULE_MAP_VALUE, place,
               "%s must be the name of an enumerator, not %.*s; did you mean \"%s%s\"?",
               ptxc_tensormap_fields[field].name, (int)(place.length > 80 ? 80 : place.length),
               ptxc_json_text(&reader->json, place), prefix, nearest.name);
    else
        report_value(reader, field, place, "the name of an enumerator");
}

/* Reads a number of a field, or null; what is neither becomes unknown. */
static void read_number(struct map_reader *reader, int field, size_t index) {
    static const char *const wanted[] = {
        [PTXC_MAP_U32] = "a whole number from 0 to 4294967295",
        [PTXC_MAP_I32] = "a whole number from -2147483648 to 2147483647",
        [PTXC_MAP_U64] = "a whole number from 0 to 18446744073709551615",
        [PTXC_MAP_ENUMERATOR] = "an enumerator, by its name or its number",
    };
    const enum ptxc_tensormap_type type = ptxc_tensormap_fields[field].type;
    const struct ptxc_span place = reader->json.token;
    const bool string = reader->json.kind == PTXC_JSON_STRING;
    const bool counts = index < PTXC_TENSORMAP_MAX_RANK;
    const struct ptxc_span text = string ? ptxc_json_inside(place) : place;
    const struct ptxc_tensormap_value_row *named =
        string && type == PTXC_MAP_ENUMERATOR
            ? ptxc_tensormap_value_find(field, ptxc_json_text(&reader->json, text), text.length)
            : NULL;
    uint64_t bits = named ? named->value : 0;
    const bool known =
        named || ((string || reader->json.kind == PTXC_JSON_NUMBER) &&
                  ptxc_tensormap_read_number(ptxc_json_text(&reader->json, text), text.length, type, &bits));
    const bool null = reader->json.kind == PTXC_JSON_NULL;
    ptxc_json_pass(&reader->json);
    if (!known && !null && !reader->json.failed) {
        if (string && type == PTXC_MAP_ENUMERATOR)
            report_enumerator(reader, field, place);
        else
            report_value(reader, field, place, wanted[type]);
    }
    if (!counts)
        return;
    reader->map.places[field].numbers[index] = place;
    reader->map.value.unknown[field] |= (uint8_t)(!known << index);
    ptxc_tensormap_set_number(&reader->map.value, field, index, bits);
}

/* Reads a list of numbers. */
static void read_list(struct map_reader *reader, int field) {
    if (reader->json.kind != PTXC_JSON_OPEN_LIST) {
        reader->map.value.unknown[field] = UINT8_MAX;
        reader->numbers[field] = SIZE_MAX;
        if (reader->json.kind != PTXC_JSON_NULL)
            report_value(reader, field, reader->json.token, "a list of numbers");
        ptxc_json_pass(&reader->json);
        return;
    }
    for (bool more = ptxc_json_open(&reader->json, PTXC_JSON_CLOSE_LIST); more;
         more = ptxc_json_another(&reader->json, PTXC_JSON_CLOSE_LIST))
        read_number(reader, field, reader->numbers[field]++);
}

/* Reads the value of a field. */
static void read_field(struct map_reader *reader, int field, struct ptxc_span key) {
    const uint32_t begin = reader->json.token.offset;
    if (reader->keys[field].length) {
        REPORT(reader, PTXC_RULE_MAP_FIELD, key, "%s, and this one has %s twice",
               ptxc_rules[PTXC_RULE_MAP_FIELD].summary, ptxc_tensormap_fields[field].name);
        ptxc_json_pass(&reader->json);
        return;
    }
    reader->keys[field] = key;
    if (ptxc_tensormap_fields[field].count == PTXC_MAP_ONE)
        read_number(reader, field, 0);
    else
        read_list(reader, field);
    uint32_t end = reader->json.token.offset;
    while (end > begin && strchr(" \t\r\n,", reader->json.source[end - 1]))
        end--;
    reader->map.places[field].whole = (struct ptxc_span){begin, end - begin};
}

/* Reads the target that the map is for. */
static void read_target(struct map_reader *reader) {
    const struct ptxc_span place = reader->json.token, text = ptxc_json_inside(place);
    const bool string = reader->json.kind == PTXC_JSON_STRING;
    const enum ptxc_target target =
        string ? ptxc_target_find(ptxc_json_text(&reader->json, text), text.length) : PTXC_TARGET_NONE;
    ptxc_json_pass(&reader->json);
    if (reader->json.failed)
        return;
    if (target == PTXC_TARGET_NONE)
        ptxc_json_report_value(&reader->json, PTXC_RULE_MAP_VALUE, "target", place,
                               "the name of a target, as \"sm_90a\"");
    reader->map.declared = place;
    if (reader->target == PTXC_TARGET_NONE)
        reader->map.target = target;
}

/* Reports a member that is nothing of a tensor map, and the field that may be meant. */
static void report_unknown(struct map_reader *reader, struct ptxc_span key) {
    char name[60];
    struct ptxc_nearest nearest = {.text = name};
    ptxc_json_copy(&reader->json, ptxc_json_inside(key), name, sizeof(name));
    for (int i = 0; i < PTXC_MAP_FIELD_COUNT; i++)
        ptxc_suggest_offer(&nearest, ptxc_tensormap_fields[i].name);
    ptxc_json_report_unknown(&reader->json, PTXC_RULE_MAP_UNKNOWN_FIELD, key, nearest.name);
}

/* Reads a member of a map. */
static void read_member(struct map_reader *reader) {
    struct ptxc_span key;
    if (!ptxc_json_member(&reader->json, &key))
        return;
    const struct ptxc_span text = ptxc_json_inside(key);
    const int field = ptxc_tensormap_field_find(ptxc_json_text(&reader->json, text), text.length);
    if (field < PTXC_MAP_FIELD_COUNT) {
        read_field(reader, field, key);
    } else if (ptxc_json_is(&reader->json, text, "target")) {
        read_target(reader);
    } else {
        if (ptxc_json_is(&reader->json, text, "name") && reader->json.kind == PTXC_JSON_STRING)
            reader->name = ptxc_json_inside(reader->json.token);
        else
            report_unknown(reader, key);
        ptxc_json_pass(&reader->json);
    }
}

/* Gives a field that the map does not have the value that stands for that; returns whether it has to be there. */
static bool complete(struct ptxc_tensormap *value, int field) {
    const struct ptxc_tensormap_field_row *row = &ptxc_tensormap_fields[field];
    if (row->without < 0)
        value->unknown[field] = UINT8_MAX;
    for (size_t i = 0; row->without >= 0 && i < (row->count == PTXC_MAP_ONE ? 1 : PTXC_TENSORMAP_MAX_RANK); i++)
        ptxc_tensormap_set_number(value, field, i, (uint64_t)row->without);
    return row->without == PTXC_MAP_MISSING && ptxc_tensormap_count(value, field) > 0;
}

/* Completes the fields that are left out, and reports those that must not be. */
static void complete_all(struct map_reader *reader) {
    const char *missing = "";
    for (int i = 0; i < PTXC_MAP_FIELD_COUNT; i++)
        if (ptxc_tensormap_has(&reader->map.value, i) && !reader->keys[i].length && complete(&reader->map.value, i))
            missing = ptxc_arena_format(reader->json.sink->arena, "%s%s%s", missing, *missing ? ", " : "",
                                        ptxc_tensormap_fields[i].name);
    if (*missing)
        REPORT(reader, PTXC_RULE_MAP_FIELD, reader->map.places[PTXC_TENSORMAP_KIND].whole, "%s, and this one has no %s",
               ptxc_rules[PTXC_RULE_MAP_FIELD].summary, missing);
}

/* Compares the length of a list with what the rank asks for. */
static void check_length(struct map_reader *reader, int field) {
    const struct ptxc_tensormap *value = &reader->map.value;
    const size_t wanted = ptxc_tensormap_wanted(field, value->rank), count = reader->numbers[field];
    if (ptxc_tensormap_fields[field].count == PTXC_MAP_ONE || value->unknown[PTXC_TENSORMAP_RANK] || count == SIZE_MAX)
        return;
    for (size_t i = count; i < PTXC_TENSORMAP_MAX_RANK; i++)
        reader->map.value.unknown[field] |= (uint8_t)(1 << i);
    if (count < wanted)
        REPORT(reader, PTXC_RULE_MAP_VALUE, reader->map.places[field].whole,
               "%s must have %zu number%s with %u dimension%s, not %zu", ptxc_tensormap_fields[field].name, wanted,
               wanted == 1 ? "" : "s", (unsigned)value->rank, value->rank == 1 ? "" : "s", count);
    else if (count > wanted)
        REPORT(reader, PTXC_RULE_MAP_LONG_LIST, reader->map.places[field].whole, "%s; %s has %zu, and %zu count%s",
               ptxc_rules[PTXC_RULE_MAP_LONG_LIST].summary, ptxc_tensormap_fields[field].name, count, wanted,
               wanted == 1 ? "s" : "");
}

/* Looks at what depends on the kind and the rank; returns whether there is such a kind. */
static bool finish(struct map_reader *reader) {
    struct ptxc_tensormap *value = &reader->map.value;
    if (!reader->keys[PTXC_TENSORMAP_KIND].length)
        REPORT(reader, PTXC_RULE_MAP_FIELD, reader->map.span,
               "a tensor map must have a kind: \"tiled\", \"im2col\" or \"im2colWide\"");
    else if (!value->unknown[PTXC_TENSORMAP_KIND] && value->kind >= PTXC_MAP_KIND_COUNT)
        report_value(reader, PTXC_TENSORMAP_KIND, reader->map.places[PTXC_TENSORMAP_KIND].whole,
                     "\"tiled\", \"im2col\" or \"im2colWide\"");
    if (!reader->keys[PTXC_TENSORMAP_KIND].length || value->unknown[PTXC_TENSORMAP_KIND] ||
        value->kind >= PTXC_MAP_KIND_COUNT)
        return false;
    for (int i = 0; i < PTXC_MAP_FIELD_COUNT; i++) {
        const bool given = reader->keys[i].length > 0;
        if (given && !ptxc_tensormap_has(value, i))
            REPORT(reader, PTXC_RULE_MAP_UNKNOWN_FIELD, reader->keys[i], "%s, and %s does not take %s",
                   ptxc_rules[PTXC_RULE_MAP_UNKNOWN_FIELD].summary, ptxc_tensormap_functions[value->kind],
                   ptxc_tensormap_fields[i].name);
        else if (given)
            check_length(reader, i);
    }
    complete_all(reader);
    return true;
}

/* Reads a map, and hands it over. */
static void read_map(struct map_reader *reader) {
    const uint32_t begin = reader->json.token.offset;
    if (reader->json.kind != PTXC_JSON_OPEN_OBJECT) {
        ptxc_json_fail(&reader->json, "a tensor map");
        return;
    }
    reader->map = (struct ptxc_map){.value = {.size = sizeof(reader->map.value)}, .target = reader->target};
    reader->name = (struct ptxc_span){0, 0};
    memset(reader->keys, 0, sizeof(reader->keys));
    memset(reader->numbers, 0, sizeof(reader->numbers));
    for (bool more = ptxc_json_open(&reader->json, PTXC_JSON_CLOSE_OBJECT); more;
         more = ptxc_json_another(&reader->json, PTXC_JSON_CLOSE_OBJECT))
        read_member(reader);
    reader->map.span = (struct ptxc_span){begin, 1};
    reader->count++;
    if (!reader->json.failed && finish(reader))
        reader->taker->take(reader->taker->user, &reader->map, reader->name);
}

size_t ptxc_tensormap_document_read(const char *source, uint32_t length, enum ptxc_target target,
                                    const struct ptxc_sink *sink, const struct ptxc_tensormap_taker *taker) {
    struct map_reader reader = {
        .json = ptxc_json_begin(source, length, "a value of a tensor map", sink, PTXC_RULE_MAP_DOCUMENT),
        .taker = taker,
        .target = target};
    struct ptxc_json *json = &reader.json;
    do {
        const bool list = json->kind == PTXC_JSON_OPEN_LIST;
        for (bool more = !list || ptxc_json_open(json, PTXC_JSON_CLOSE_LIST); more;
             more = list && ptxc_json_another(json, PTXC_JSON_CLOSE_LIST))
            read_map(&reader);
    } while (json->kind != PTXC_JSON_END && !json->failed);
    return reader.count;
}
