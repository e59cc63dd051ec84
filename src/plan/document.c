/* The reader of copies: see planner.h. The members come in any order, so that strides are compared with the shape when
 * all is read. */
#include "plan/planner.h"

#include <string.h>

#include "report/rules.h"
#include "tables/suggest.h"
#include "tensormap/fields.h"
#include "tensormap/json.h"

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
struct plan_reader {
    struct ptxc_json json;
    struct ptxc_copy *copy;
    struct ptxc_copy_places *places;
    uint32_t counts[2]; /* of the strides of the source and the destination; UINT32_MAX: none are given */
    bool wrong;
};

static void report(struct plan_reader *reader, enum ptxc_rule_id rule, struct ptxc_span place, const char *words) {
    reader->wrong |= ptxc_rules[rule].severity == PTXC_SEVERITY_ERROR;
    ptxc_json_report(&reader->json, rule, place, words);
}

#define REPORT(reader, rule, place, ...) \
    report((reader), (rule), (place), ptxc_arena_format((reader)->json.sink->arena, __VA_ARGS__))

/* Reports a value that is none of the member. */
static void report_value(struct plan_reader *reader, const struct field *field, struct ptxc_span place,
                         const char *wanted) {
    reader->wrong = true;
    ptxc_json_report_value(&reader->json, PTXC_RULE_PLAN_VALUE, field->name, place, wanted);
}

/* Moves past a string and returns its text; of length 0, and reported, where there is another value. */
static struct ptxc_span take_text(struct plan_reader *reader, const struct field *field, const char *wanted) {
    const struct ptxc_span place = reader->json.token;
    const bool string = reader->json.kind == PTXC_JSON_STRING;
    ptxc_json_pass(&reader->json);
    if (!string && !reader->json.failed)
        report_value(reader, field, place, wanted);
    return string ? ptxc_json_inside(place) : (struct ptxc_span){0, 0};
}

/* Moves past a number and returns it. */
static uint64_t take_number(struct plan_reader *reader, const struct field *field, enum ptxc_tensormap_type type,
                            const char *wanted) {
    const struct ptxc_span place = reader->json.token;
    uint64_t number = 0;
    const bool good = reader->json.kind == PTXC_JSON_NUMBER &&
                      ptxc_tensormap_read_number(ptxc_json_text(&reader->json, place), place.length, type, &number);
    ptxc_json_pass(&reader->json);
    if (!good && !reader->json.failed)
        report_value(reader, field, place, wanted);
    return number;
}

/* Reads a number for each dimension; returns how many there are. */
static uint32_t read_list(struct plan_reader *reader, const struct field *field, uint64_t *numbers) {
    const struct ptxc_span place = reader->json.token;
    uint32_t count = 0;
    if (reader->json.kind != PTXC_JSON_OPEN_LIST) {
        ptxc_json_pass(&reader->json);
        if (!reader->json.failed)
            report_value(reader, field, place, "a list of numbers");
        return 0;
    }
    for (bool more = ptxc_json_open(&reader->json, PTXC_JSON_CLOSE_LIST); more;
         more = ptxc_json_another(&reader->json, PTXC_JSON_CLOSE_LIST)) {
        const uint64_t number =
            take_number(reader, field, PTXC_MAP_U64, "a list of whole numbers from 0 to 18446744073709551615");
        if (count < PTXC_COPY_MAX_RANK)
            numbers[count] = number;
        count++;
    }
    return count;
}

static void read_target(struct plan_reader *reader, const struct field *field) {
    static const char wanted[] = "the name of a target, as \"sm_90a\"";
    const struct ptxc_span place = reader->json.token, text = take_text(reader, field, wanted);
    const enum ptxc_target target = ptxc_target_find(ptxc_json_text(&reader->json, text), text.length);
    if (text.length && target == PTXC_TARGET_NONE)
        report_value(reader, field, place, wanted);
    else if (text.length && !reader->copy->target)
        reader->copy->target = ptxc_targets[target].name;
}

static void read_version(struct plan_reader *reader, const struct field *field) {
    static const char wanted[] = "a PTX version in quotes, as \"8.0\"";
    const struct ptxc_span place = reader->json.token, text = take_text(reader, field, wanted);
    char version[16];
    ptxc_json_copy(&reader->json, text, version, sizeof(version));
    const uint32_t ptx = ptxc_ptx_from_text(version);
    if (text.length && !ptx)
        report_value(reader, field, place, wanted);
    else if (text.length && !reader->copy->ptx)
        reader->copy->ptx = ptx;
}

static void read_space(struct plan_reader *reader, const struct field *field, enum ptxc_qualifier *space) {
    static const char wanted[] = "\"global\", \"shared::cta\" or \"shared::cluster\"";
    const struct ptxc_span place = reader->json.token, text = take_text(reader, field, wanted);
    char name[24] = ".";
    ptxc_json_copy(&reader->json, text, name + 1, sizeof(name) - 1);
    *space = ptxc_qualifier_from_name(name);
    if (text.length && *space != PTXC_Q_GLOBAL && !ptxc_plan_is_shared(*space))
        report_value(reader, field, place, wanted);
}

static void read_swizzle(struct plan_reader *reader, const struct field *field) {
    static const char wanted[] = "a swizzle, as \"128B\"";
    const struct ptxc_span place = reader->json.token, text = ptxc_json_inside(place);
    if (reader->json.kind == PTXC_JSON_NUMBER) {
        reader->copy->swizzle = (uint32_t)take_number(reader, field, PTXC_MAP_U32, wanted);
        return;
    }
    const struct ptxc_tensormap_value_row *row = NULL;
    if (reader->json.kind == PTXC_JSON_STRING)
        row = ptxc_tensormap_value_find(PTXC_TENSORMAP_SWIZZLE, ptxc_json_text(&reader->json, text), text.length);
    ptxc_json_pass(&reader->json);
    if (row)
        reader->copy->swizzle = row->value;
    else if (!reader->json.failed)
        report_value(reader, field, place, wanted);
}

static void read_kinds(struct plan_reader *reader, const struct field *field) {
    static const char wanted[] = "a list of kinds of plans, as [\"bulk-load\"]";
    const struct ptxc_span all = reader->json.token;
    if (reader->json.kind != PTXC_JSON_OPEN_LIST) {
        ptxc_json_pass(&reader->json);
        if (!reader->json.failed)
            report_value(reader, field, all, wanted);
        return;
    }
    for (bool more = ptxc_json_open(&reader->json, PTXC_JSON_CLOSE_LIST); more;
         more = ptxc_json_another(&reader->json, PTXC_JSON_CLOSE_LIST)) {
        const struct ptxc_span place = reader->json.token, text = take_text(reader, field, wanted);
        char name[24];
        ptxc_json_copy(&reader->json, text, name, sizeof(name));
        const enum ptxc_plan_kind kind = ptxc_plan_kind_from_name(name);
        reader->copy->kinds |= kind ? 1u << kind : 0;
        if (text.length && !kind)
            report_value(reader, field, place, wanted);
    }
}

static void read_members(struct plan_reader *reader, enum of of, void *holder, struct ptxc_span *places);

/* Reads the value of a member into its place in the copy or the side. */
static void read_value(struct plan_reader *reader, const struct field *field, void *holder) {
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
static void report_unknown(struct plan_reader *reader, enum of of, struct ptxc_span key) {
    char name[60];
    struct ptxc_nearest nearest = {.text = name};
    ptxc_json_copy(&reader->json, ptxc_json_inside(key), name, sizeof(name));
    for (size_t i = 0; i < PTXC_COPY_FIELD_COUNT; i++)
        if (fields[i].of == of)
            ptxc_suggest_offer(&nearest, fields[i].name);
    ptxc_json_report_unknown(&reader->json, PTXC_RULE_PLAN_UNKNOWN_FIELD, key, nearest.name);
}

/* Reads a member. */
static void read_member(struct plan_reader *reader, enum of of, void *holder, struct ptxc_span *places) {
    struct ptxc_span key;
    if (!ptxc_json_member(&reader->json, &key))
        return;
    const struct ptxc_span value = reader->json.token;
    for (size_t i = 0; i < PTXC_COPY_FIELD_COUNT; i++) {
        if (fields[i].of != of || !ptxc_json_is(&reader->json, ptxc_json_inside(key), fields[i].name))
            continue;
        if (places[i].length) {
            REPORT(reader, PTXC_RULE_PLAN_FIELD, key, "%s, and this one has %s twice",
                   ptxc_rules[PTXC_RULE_PLAN_FIELD].summary, fields[i].name);
            ptxc_json_pass(&reader->json);
            return;
        }
        places[i] = value;
        read_value(reader, &fields[i], holder);
        return;
    }
    report_unknown(reader, of, key);
    ptxc_json_pass(&reader->json);
}

/* Reads the members of the copy, or of a side; reports those that must be there and are not. */
static void read_members(struct plan_reader *reader, enum of of, void *holder, struct ptxc_span *places) {
    const struct ptxc_span place = reader->json.token;
    if (reader->json.kind != PTXC_JSON_OPEN_OBJECT) {
        ptxc_json_fail(&reader->json, of == OF_COPY ? "a copy" : "a side of a copy");
        return;
    }
    for (bool more = ptxc_json_open(&reader->json, PTXC_JSON_CLOSE_OBJECT); more;
         more = ptxc_json_another(&reader->json, PTXC_JSON_CLOSE_OBJECT))
        read_member(reader, of, holder, places);
    for (size_t i = 0; i < PTXC_COPY_FIELD_COUNT && !reader->json.failed; i++)
        if (fields[i].of == of && fields[i].needed && !places[i].length &&
            !(of == OF_COPY && reader->copy->target && fields[i].type == TYPE_TARGET))
            REPORT(reader, PTXC_RULE_PLAN_FIELD, place, "%s, and this one has no %s",
                   ptxc_rules[PTXC_RULE_PLAN_FIELD].summary, fields[i].name);
}

/* Compares the strides of a side with the shape, or makes those that are left out. */
static void finish_strides(struct plan_reader *reader, bool source) {
    struct ptxc_copy_side *side = source ? &reader->copy->source : &reader->copy->destination;
    const uint32_t count = reader->counts[source ? 0 : 1], rank = reader->copy->rank;
    if (rank > PTXC_COPY_MAX_RANK)
        return;
    if (count == UINT32_MAX)
        ptxc_plan_copy_pack(reader->copy, side);
    else if (count != rank && !reader->wrong)
        REPORT(reader, PTXC_RULE_PLAN_VALUE,
               ptxc_plan_copy_member(reader->places, source ? "source" : "destination", "strides"),
               "strides must be as many as extents, %u, not %u", (unsigned)rank, (unsigned)count);
}

struct ptxc_span ptxc_plan_copy_member(const struct ptxc_copy_places *places, const char *side, const char *member) {
    const struct ptxc_span *list = !side                         ? places->members
                                   : strcmp(side, "source") == 0 ? places->source
                                                                 : places->destination;
    for (size_t i = 0; i < PTXC_COPY_FIELD_COUNT; i++)
        if (fields[i].of == (side ? OF_SIDE : OF_COPY) && strcmp(fields[i].name, member) == 0 && list[i].length)
            return list[i];
    return side ? ptxc_plan_copy_member(places, NULL, side) : places->whole;
}

bool ptxc_plan_copy_read(const char *source, uint32_t length, const char *target, uint32_t ptx,
                         const struct ptxc_sink *sink, struct ptxc_copy *copy, struct ptxc_copy_places *places) {
    struct plan_reader reader = {
        .json = ptxc_json_begin(source, length, "a member of a copy", sink, PTXC_RULE_PLAN_DOCUMENT),
        .copy = copy,
        .places = places,
        .counts = {UINT32_MAX, UINT32_MAX}};
    struct ptxc_plan_copy_error error;
    *copy = (struct ptxc_copy){.size = sizeof(*copy), .target = target, .ptx = ptx};
    memset(places, 0, sizeof(*places));
    places->whole = (struct ptxc_span){reader.json.token.offset, 1};
    read_members(&reader, OF_COPY, copy, places->members);
    if (!reader.json.failed)
        ptxc_json_expect(&reader.json, PTXC_JSON_END, "the end of the document");
    if (reader.json.failed)
        return false;
    finish_strides(&reader, true);
    finish_strides(&reader, false);
    if (!reader.wrong && !ptxc_plan_copy_check(copy, &error))
        REPORT(&reader, PTXC_RULE_PLAN_VALUE, ptxc_plan_copy_member(places, error.side, error.member), "%s",
               error.words);
    return !reader.wrong;
}
