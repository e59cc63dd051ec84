/* The reader of copies: see planner.h. The members come in any order, so that strides are held against the shape when
 * all is read. */
#include "plan/planner.h"

#include <string.h>

#include "plan/copy.h"
#include "report/rules.h"
#include "tables/suggest.h"
#include "tensormap/fields.h"
#include "tensormap/walk.h"

enum of { OF_COPY, OF_SIDE };
enum type {
    TYPE_TARGET,
    TYPE_VERSION,
    TYPE_KINDS,
    TYPE_U32,
    TYPE_U64,
    TYPE_LIST,
    TYPE_SPACE,
    TYPE_SWIZZLE,
    TYPE_OBJECT
};

static const struct field {
    enum of of;
    const char *name;
    size_t offset;
    enum type type;
    bool needed;
} fields[PTXC_COPY_FIELD_COUNT] = {
#define HOLDER_COPY struct ptxc_copy
#define HOLDER_SIDE struct ptxc_copy_side
#define NEEDED true
#define OPTIONAL false
#define COPY_FIELD(of, name, member, type, needed) {OF_##of, name, offsetof(HOLDER_##of, member), TYPE_##type, needed},
#include "copy_fields.def"
};

/* A document that is being read. */
struct reader {
    struct ptxc_json_walk walk;
    struct ptxc_copy *copy;
    struct ptxc_copy_places *places;
    uint32_t counts[2]; /* of the strides of the source and the destination; UINT32_MAX: none are given */
    bool wrong;
};

static void say(struct reader *reader, enum ptxc_rule_id rule, struct ptxc_span place, const char *words) {
    reader->wrong |= ptxc_rules[rule].severity == PTXC_SEVERITY_ERROR;
    ptxc_json_say(&reader->walk, rule, place, words);
}

#define SAY(reader, rule, place, ...) \
    say((reader), (rule), (place), ptxc_arena_format((reader)->walk.sink->arena, __VA_ARGS__))

/* Reports a value that is none of the member. */
static void say_value(struct reader *reader, const struct field *field, struct ptxc_span place, const char *wanted) {
    SAY(reader, PTXC_RULE_PLAN_VALUE, place, "%s must be %s, not %.*s", field->name, wanted,
        (int)(place.length > 40 ? 40 : place.length), reader->walk.json.source + place.offset);
}

/* Moves past a string and gives its text; of length 0, and said, where there is another value. */
static struct ptxc_span take_text(struct reader *reader, const struct field *field, const char *wanted) {
    const struct ptxc_span place = ptxc_json_here(&reader->walk);
    const bool string = reader->walk.token.kind == PTXC_JSON_STRING;
    ptxc_json_pass(&reader->walk, "a member of a copy");
    if (!string && !reader->walk.failed)
        say_value(reader, field, place, wanted);
    return string ? ptxc_json_inside(place) : (struct ptxc_span){0, 0};
}

/* Moves past a number and gives it. */
static uint64_t take_number(struct reader *reader, const struct field *field, enum ptxc_map_type type,
                            const char *wanted) {
    const struct ptxc_span place = ptxc_json_here(&reader->walk);
    uint64_t number = 0;
    const bool good = reader->walk.token.kind == PTXC_JSON_NUMBER &&
                      ptxc_map_number_read(reader->walk.json.source + place.offset, place.length, type, &number);
    ptxc_json_pass(&reader->walk, "a member of a copy");
    if (!good && !reader->walk.failed)
        say_value(reader, field, place, wanted);
    return number;
}

/* Reads a number for each dimension; gives how many there are. */
static uint32_t read_list(struct reader *reader, const struct field *field, uint64_t *numbers) {
    const struct ptxc_span place = ptxc_json_here(&reader->walk);
    uint32_t count = 0;
    if (reader->walk.token.kind != PTXC_JSON_OPEN_LIST) {
        ptxc_json_pass(&reader->walk, "a member of a copy");
        if (!reader->walk.failed)
            say_value(reader, field, place, "a list of numbers");
        return 0;
    }
    for (bool more = ptxc_json_open(&reader->walk, PTXC_JSON_CLOSE_LIST); more && !reader->walk.failed;
         more = !reader->walk.failed && ptxc_json_another(&reader->walk, PTXC_JSON_CLOSE_LIST, "a comma or ]")) {
        const uint64_t number =
            take_number(reader, field, PTXC_MAP_U64, "a list of whole numbers from 0 to 18446744073709551615");
        if (count < PTXC_COPY_MAX_RANK)
            numbers[count] = number;
        count++;
    }
    return count;
}

static void read_target(struct reader *reader, const struct field *field) {
    static const char wanted[] = "the name of a target, as \"sm_90a\"";
    const struct ptxc_span place = ptxc_json_here(&reader->walk), text = take_text(reader, field, wanted);
    const enum ptxc_target target = ptxc_target_find(reader->walk.json.source + text.offset, text.length);
    if (text.length && target == PTXC_TARGET_NONE)
        say_value(reader, field, place, wanted);
    else if (text.length && !reader->copy->target)
        reader->copy->target = ptxc_targets[target].name;
}

static void read_version(struct reader *reader, const struct field *field) {
    static const char wanted[] = "a PTX version in quotes, as \"8.0\"";
    const struct ptxc_span place = ptxc_json_here(&reader->walk), text = take_text(reader, field, wanted);
    char version[16] = "";
    if (text.length && text.length < sizeof(version))
        memcpy(version, reader->walk.json.source + text.offset, text.length);
    const uint32_t ptx = ptxc_ptx_from_text(version);
    if (text.length && !ptx)
        say_value(reader, field, place, wanted);
    else if (text.length && !reader->copy->ptx)
        reader->copy->ptx = ptx;
}

static void read_space(struct reader *reader, const struct field *field, enum ptxc_qualifier *space) {
    static const char wanted[] = "\"global\", \"shared::cta\" or \"shared::cluster\"";
    const struct ptxc_span place = ptxc_json_here(&reader->walk), text = take_text(reader, field, wanted);
    char name[24] = ".";
    if (text.length && text.length + 1 < sizeof(name))
        memcpy(name + 1, reader->walk.json.source + text.offset, text.length);
    *space = ptxc_qualifier_from_name(name);
    if (text.length && *space != PTXC_Q_GLOBAL && !ptxc_plan_is_shared(*space))
        say_value(reader, field, place, wanted);
}

static void read_swizzle(struct reader *reader, const struct field *field) {
    static const char wanted[] = "a swizzle, as \"128B\"";
    const struct ptxc_span place = ptxc_json_here(&reader->walk), text = ptxc_json_inside(place);
    if (reader->walk.token.kind == PTXC_JSON_NUMBER) {
        reader->copy->swizzle = (uint32_t)take_number(reader, field, PTXC_MAP_U32, wanted);
        return;
    }
    const struct ptxc_map_value_row *row = NULL;
    if (reader->walk.token.kind == PTXC_JSON_STRING)
        row = ptxc_map_value_find(PTXC_TENSORMAP_SWIZZLE, reader->walk.json.source + text.offset, text.length);
    ptxc_json_pass(&reader->walk, "a member of a copy");
    if (row)
        reader->copy->swizzle = row->value;
    else if (!reader->walk.failed)
        say_value(reader, field, place, wanted);
}

static void read_kinds(struct reader *reader, const struct field *field) {
    static const char wanted[] = "a list of kinds of plans, as [\"bulk-load\"]";
    const struct ptxc_span all = ptxc_json_here(&reader->walk);
    if (reader->walk.token.kind != PTXC_JSON_OPEN_LIST) {
        ptxc_json_pass(&reader->walk, "a member of a copy");
        if (!reader->walk.failed)
            say_value(reader, field, all, wanted);
        return;
    }
    for (bool more = ptxc_json_open(&reader->walk, PTXC_JSON_CLOSE_LIST); more && !reader->walk.failed;
         more = !reader->walk.failed && ptxc_json_another(&reader->walk, PTXC_JSON_CLOSE_LIST, "a comma or ]")) {
        const struct ptxc_span place = ptxc_json_here(&reader->walk), text = take_text(reader, field, wanted);
        char name[24] = "";
        if (text.length && text.length < sizeof(name))
            memcpy(name, reader->walk.json.source + text.offset, text.length);
        const enum ptxc_plan_kind kind = ptxc_plan_kind_from_name(name);
        reader->copy->kinds |= kind ? 1u << kind : 0;
        if (text.length && !kind)
            say_value(reader, field, place, wanted);
    }
}

static void read_members(struct reader *reader, enum of of, void *holder, struct ptxc_span *places);

/* Reads the value of a member into its place in the copy or the side. */
static void read_value(struct reader *reader, const struct field *field, void *holder) {
    void *member = (char *)holder + field->offset;
    const bool source = holder == &reader->copy->source;
    switch (field->type) {
    case TYPE_TARGET: read_target(reader, field); return;
    case TYPE_VERSION: read_version(reader, field); return;
    case TYPE_KINDS: read_kinds(reader, field); return;
    case TYPE_SPACE: read_space(reader, field, member); return;
    case TYPE_SWIZZLE: read_swizzle(reader, field); return;
    case TYPE_U32:
        *(uint32_t *)member = (uint32_t)take_number(reader, field, PTXC_MAP_U32, "a whole number from 0 to 4294967295");
        return;
    case TYPE_U64:
        *(uint64_t *)member = take_number(reader, field, PTXC_MAP_U64, "a whole number from 0 to 18446744073709551615");
        return;
    case TYPE_LIST:
        *(field->of == OF_COPY ? &reader->copy->rank : &reader->counts[source ? 0 : 1]) =
            read_list(reader, field, member);
        return;
    case TYPE_OBJECT: {
        const bool is_source = member == (void *)&reader->copy->source;
        read_members(reader, OF_SIDE, member, is_source ? reader->places->source : reader->places->destination);
    }
    }
}

/* Reports a member that is nothing of a copy, and the one that may be meant. */
static void say_unknown(struct reader *reader, enum of of, struct ptxc_span key) {
    const struct ptxc_span text = ptxc_json_inside(key);
    char name[60] = "";
    struct ptxc_nearest nearest = {.text = name};
    memcpy(name, reader->walk.json.source + text.offset, text.length < sizeof(name) ? text.length : sizeof(name) - 1);
    for (size_t i = 0; i < PTXC_COPY_FIELD_COUNT; i++)
        if (fields[i].of == of)
            ptxc_suggest_offer(&nearest, fields[i].name);
    SAY(reader, PTXC_RULE_PLAN_UNKNOWN_FIELD, key, "%s, not %.*s%s%s%s",
        ptxc_rules[PTXC_RULE_PLAN_UNKNOWN_FIELD].summary, (int)(key.length > 60 ? 60 : key.length),
        reader->walk.json.source + key.offset, nearest.name ? "; did you mean " : "", nearest.name ? nearest.name : "",
        nearest.name ? "?" : "");
}

/* Reads a member. */
static void read_member(struct reader *reader, enum of of, void *holder, struct ptxc_span *places) {
    const struct ptxc_span key = ptxc_json_here(&reader->walk);
    if (!ptxc_json_expect(&reader->walk, PTXC_JSON_STRING, "the name of a member") ||
        !ptxc_json_expect(&reader->walk, PTXC_JSON_COLON, "a colon"))
        return;
    const struct ptxc_span value = ptxc_json_here(&reader->walk);
    for (size_t i = 0; i < PTXC_COPY_FIELD_COUNT; i++) {
        if (fields[i].of != of || !ptxc_json_is(&reader->walk, ptxc_json_inside(key), fields[i].name))
            continue;
        if (places[i].length) {
            SAY(reader, PTXC_RULE_PLAN_FIELD, key, "%s, and this one has %s twice",
                ptxc_rules[PTXC_RULE_PLAN_FIELD].summary, fields[i].name);
            ptxc_json_pass(&reader->walk, "a member of a copy");
            return;
        }
        places[i] = value;
        read_value(reader, &fields[i], holder);
        return;
    }
    say_unknown(reader, of, key);
    ptxc_json_pass(&reader->walk, "a member of a copy");
}

/* Reads the members of the copy, or of a side; reports those that must be there and are not. */
static void read_members(struct reader *reader, enum of of, void *holder, struct ptxc_span *places) {
    const struct ptxc_span place = ptxc_json_here(&reader->walk);
    if (reader->walk.token.kind != PTXC_JSON_OPEN_OBJECT) {
        ptxc_json_fail(&reader->walk, of == OF_COPY ? "a copy" : "a side of a copy");
        return;
    }
    for (bool more = ptxc_json_open(&reader->walk, PTXC_JSON_CLOSE_OBJECT); more && !reader->walk.failed;
         more = !reader->walk.failed && ptxc_json_another(&reader->walk, PTXC_JSON_CLOSE_OBJECT, "a comma or }"))
        read_member(reader, of, holder, places);
    for (size_t i = 0; i < PTXC_COPY_FIELD_COUNT && !reader->walk.failed; i++)
        if (fields[i].of == of && fields[i].needed && !places[i].length &&
            !(of == OF_COPY && reader->copy->target && fields[i].type == TYPE_TARGET))
            SAY(reader, PTXC_RULE_PLAN_FIELD, place, "%s, and this one has no %s",
                ptxc_rules[PTXC_RULE_PLAN_FIELD].summary, fields[i].name);
}

/* Holds the strides of a side against the shape, or makes those that are left out. */
static void finish_strides(struct reader *reader, bool source) {
    struct ptxc_copy_side *side = source ? &reader->copy->source : &reader->copy->destination;
    const uint32_t count = reader->counts[source ? 0 : 1], rank = reader->copy->rank;
    if (rank > PTXC_COPY_MAX_RANK)
        return;
    if (count == UINT32_MAX)
        ptxc_copy_pack(reader->copy, side);
    else if (count != rank && !reader->wrong)
        SAY(reader, PTXC_RULE_PLAN_VALUE,
            ptxc_copy_member(reader->places, source ? "source" : "destination", "strides"),
            "strides must be as many as extents, %u, not %u", (unsigned)rank, (unsigned)count);
}

struct ptxc_span ptxc_copy_member(const struct ptxc_copy_places *places, const char *side, const char *member) {
    const struct ptxc_span *list = !side                         ? places->members
                                   : strcmp(side, "source") == 0 ? places->source
                                                                 : places->destination;
    for (size_t i = 0; i < PTXC_COPY_FIELD_COUNT; i++)
        if (fields[i].of == (side ? OF_SIDE : OF_COPY) && strcmp(fields[i].name, member) == 0 && list[i].length)
            return list[i];
    return side ? ptxc_copy_member(places, NULL, side) : places->whole;
}

bool ptxc_copy_read(const char *source, uint32_t length, const char *target, uint32_t ptx, const struct ptxc_sink *sink,
                    struct ptxc_copy *copy, struct ptxc_copy_places *places) {
    struct reader reader = {.walk = ptxc_json_walk(source, length, sink, PTXC_RULE_PLAN_DOCUMENT),
                            .copy = copy,
                            .places = places,
                            .counts = {UINT32_MAX, UINT32_MAX}};
    struct ptxc_copy_fault fault;
    *copy = (struct ptxc_copy){.size = sizeof(*copy), .target = target, .ptx = ptx};
    memset(places, 0, sizeof(*places));
    places->whole = (struct ptxc_span){reader.walk.token.offset, 1};
    read_members(&reader, OF_COPY, copy, places->members);
    if (!reader.walk.failed)
        ptxc_json_expect(&reader.walk, PTXC_JSON_END, "the end of the document");
    if (reader.walk.failed)
        return false;
    finish_strides(&reader, true);
    finish_strides(&reader, false);
    if (!reader.wrong && !ptxc_copy_sound(copy, &fault))
        SAY(&reader, PTXC_RULE_PLAN_VALUE, ptxc_copy_member(places, fault.side, fault.member), "%s", fault.words);
    return !reader.wrong;
}
