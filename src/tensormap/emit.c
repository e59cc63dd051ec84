/* Writes tensor maps: see emit.h. Enumerators are written by name, addresses in hexadecimal digits, as a string. */
#include "tensormap/emit.h"

#include <string.h>

#include "base/buffer.h"

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
