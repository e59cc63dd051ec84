/* Labels by scope: see branch_targets.h. A branch may go to a label further down, so the steps are first sorted by
 * scope; then the scopes are entered and left in the order in which they open, with one visible label for each name at
 * a time.
 */
#include "analysis/program/branch_targets.h"

#include <string.h>

#include "base/hash.h"

/* How often a branch is compared with a table at most, and how many steps are added. */
enum { MOST_LOOKS = 1 << 20, MOST_ADDED = 1 << 16 };

struct expansion {
    struct ptxc_program *program;
    uint32_t *lists; /* the steps that list the labels of a table */
    uint32_t list_count;
    struct ptxc_step *steps;
    uint32_t count;
    uint32_t looks, added;
};

/* Finds the steps that list the labels of a table; false without memory. A label stands before each. */
static bool find_lists(struct expansion *expansion) {
    const struct ptxc_program *program = expansion->program;
    uint32_t count = 0;
    for (uint32_t i = 1; i < program->count; i++)
        count += ptxc_step_does(&program->steps[i], PTXC_ACT_LABELS);
    expansion->lists = ptxc_arena_alloc(program->arena, (count + 1) * sizeof(*expansion->lists));
    for (uint32_t i = 1; expansion->lists && i < program->count; i++)
        if (ptxc_step_does(&program->steps[i], PTXC_ACT_LABELS))
            expansion->lists[expansion->list_count++] = i;
    return expansion->lists != NULL;
}

/* Whether a step is a label of this name. */
static bool is_named(const struct ptxc_program *program, const struct ptxc_step *step, const struct ptxc_value *name) {
    const struct ptxc_span span = step->statement->word;
    return step->statement->kind == PTXC_STATEMENT_LABEL && span.length == name->name_length &&
           memcmp(program->source + span.offset, name->name, span.length) == 0;
}

/* Whether a statement has nothing but plain names as operands. */
static bool has_names_alone(const struct ptxc_statement *statement) {
    for (uint16_t i = 0; i < statement->value_count; i++)
        if (statement->values[i].kind != PTXC_VALUE_UNKNOWN || !statement->values[i].name || statement->values[i].flags)
            return false;
    return statement->value_count > 0 && statement->value_count == statement->operand_count && !statement->open;
}

/* Returns the statement with the labels that a branch chooses from; NULL: that is not known. */
static const struct ptxc_statement *table_of(struct expansion *expansion, const struct ptxc_statement *branch) {
    const struct ptxc_program *program = expansion->program;
    const struct ptxc_statement *found = NULL;
    if (branch->guarded || branch->open || branch->operand_count != 2 || branch->value_count != 2 ||
        !branch->values[1].name)
        return NULL;
    for (uint32_t i = 0; i < expansion->list_count; i++) {
        const struct ptxc_step *step = &program->steps[expansion->lists[i]];
        if (++expansion->looks > MOST_LOOKS)
            return NULL;
        if (!is_named(program, step - 1, &branch->values[1]))
            continue;
        if (found || !has_names_alone(step->statement))
            return NULL;
        found = step->statement;
    }
    return found;
}

/* Adds a step that stands for part of a branch, with these operands. */
static void add(struct expansion *expansion, const struct ptxc_statement *branch, const struct ptxc_event *event,
                const struct ptxc_value *guard, const struct ptxc_value *values, uint8_t count) {
    struct ptxc_arena *arena = expansion->program->arena;
    struct ptxc_statement *statement = ptxc_arena_alloc(arena, sizeof(*statement));
    struct ptxc_value *kept = ptxc_arena_alloc(arena, count * sizeof(*kept));
    struct ptxc_operand *operands = ptxc_arena_alloc(arena, count * sizeof(*operands));
    if (!statement || !kept || !operands)
        return;
    *statement = *branch;
    statement->guarded = guard != NULL;
    if (guard)
        statement->guard = *guard;
    for (uint8_t i = 0; i < count; i++) {
        kept[i] = values[i];
        operands[i] = (struct ptxc_operand){.shape = PTXC_OPERAND_SCALAR, .first = i, .count = 1};
    }
    statement->values = kept;
    statement->operands = operands;
    statement->value_count = statement->operand_count = count;
    expansion->steps[expansion->count++] =
        (struct ptxc_step){.statement = statement, .target = PTXC_NO_STEP, .event = event};
}

/* Adds the steps of a branch through a table. The predicate of a comparison has a name that no text can have, with a
 * number of its own. */
static void add_branch(struct expansion *expansion, const struct ptxc_statement *branch,
                       const struct ptxc_statement *table) {
    const struct ptxc_event *compares = ptxc_event_that(PTXC_ACT_COMPUTE, PTXC_DO_COMPUTE);
    const struct ptxc_event *branches = ptxc_event_that(PTXC_ACT_BRANCH, PTXC_DO_NOTHING);
    for (uint16_t i = 0; i + 1 < table->value_count; i++) {
        const struct ptxc_value equal = {.kind = PTXC_VALUE_UNKNOWN,
                                         .type = PTXC_TYPE_PRED,
                                         .name = "brx.idx",
                                         .name_length = sizeof("brx.idx") - 1,
                                         .number = expansion->count};
        const struct ptxc_value place = {.kind = PTXC_VALUE_INTEGER, .integer = i};
        add(expansion, branch, compares, NULL, (struct ptxc_value[]){equal, branch->values[0], place}, 3);
        add(expansion, branch, branches, &equal, &table->values[i], 1);
    }
    add(expansion, branch, branches, NULL, &table->values[table->value_count - 1], 1);
}

bool ptxc_branch_tables_expand(struct ptxc_program *program) {
    struct expansion expansion = {.program = program};
    uint32_t branches = 0;
    for (uint32_t i = 0; i < program->count; i++)
        branches += ptxc_step_does(&program->steps[i], PTXC_ACT_INDIRECT);
    if (branches == 0)
        return true;
    const struct ptxc_statement **tables = ptxc_arena_alloc(program->arena, program->count * sizeof(const void *));
    if (!tables || !find_lists(&expansion))
        return false;
    for (uint32_t i = 0; i < program->count; i++) {
        if (ptxc_step_does(&program->steps[i], PTXC_ACT_INDIRECT))
            tables[i] = table_of(&expansion, program->steps[i].statement);
        if (tables[i] && expansion.added + 2u * tables[i]->value_count > MOST_ADDED)
            tables[i] = NULL;
        expansion.added += tables[i] ? 2u * tables[i]->value_count : 0;
    }
    const size_t size = (program->count + (size_t)expansion.added + 1) * sizeof(*expansion.steps);
    expansion.steps = ptxc_arena_alloc(program->arena, size);
    for (uint32_t i = 0; expansion.steps && i < program->count; i++)
        if (tables[i])
            add_branch(&expansion, program->steps[i].statement, tables[i]);
        else
            expansion.steps[expansion.count++] = program->steps[i];
    program->steps = expansion.steps ? expansion.steps : program->steps;
    program->count = expansion.steps ? expansion.count : program->count;
    return !program->arena->failed;
}

static const uint32_t NONE = UINT32_MAX;

struct name {
    const char *text; /* NULL: this place of the table is free */
    uint32_t length;
    uint32_t visible; /* step of the label that the name means now, or NONE */
};

/* What is known of a step that is a label or a branch to one. */
struct target_place {
    uint32_t next;   /* the next one of the same scope, or NONE */
    uint32_t name;   /* of a label: its place in the table; NONE: it is no label, or another has its name and scope */
    uint32_t hidden; /* of a label: the one that its name meant outside of the scope, or NONE */
    bool twice;      /* of a label: another of its scope has its name */
};

struct resolver {
    struct ptxc_program *program;
    struct ptxc_arena arena;     /* for the time of the search */
    struct name *names;          /* a hash table with open addresses, at most half full */
    size_t capacity;             /* a power of two */
    struct target_place *places; /* one for each step */
    uint32_t *firsts;            /* of each scope the first place, or NONE */
};

/* Finds the place of the name in the table: its own, or a free one. */
static struct name *find(const struct resolver *resolver, const char *text, uint32_t length) {
    const struct ptxc_symbols *symbols = resolver->program->symbols;
    const uint64_t hash = ptxc_hash(symbols ? symbols->seed : 0, text, length);
    for (size_t i = (size_t)hash & (resolver->capacity - 1);; i = (i + 1) & (resolver->capacity - 1)) {
        struct name *name = &resolver->names[i];
        if (!name->text || (name->length == length && memcmp(name->text, text, length) == 0))
            return name;
    }
}

static void be_uncertain(struct ptxc_program *program, const struct ptxc_step *step) {
    ptxc_program_doubt(program, step->statement->word, "it is not known where this branch goes");
}

static bool is_label(const struct ptxc_step *step) {
    return step->statement->kind == PTXC_STATEMENT_LABEL && step->frame == 0;
}

/* Whether the step is a branch of which nobody has said yet where it goes. */
static bool is_branch(const struct ptxc_step *step) {
    return ptxc_step_does(step, PTXC_ACT_BRANCH) && step->target == PTXC_NO_STEP;
}

static size_t scope_count(const struct ptxc_program *program) {
    return program->body->scope_count ? program->body->scope_count : 1;
}

static bool take_memory(struct resolver *resolver) {
    const struct ptxc_program *program = resolver->program;
    const size_t scopes = scope_count(program);
    size_t labels = 0;
    for (uint32_t i = 0; i < program->count; i++)
        labels += is_label(&program->steps[i]);
    for (resolver->capacity = 16; resolver->capacity < 2 * labels; resolver->capacity *= 2)
        ;
    resolver->names = ptxc_arena_alloc(&resolver->arena, resolver->capacity * sizeof(*resolver->names));
    resolver->places = ptxc_arena_alloc(&resolver->arena, program->count * sizeof(*resolver->places));
    resolver->firsts = ptxc_arena_alloc(&resolver->arena, scopes * sizeof(*resolver->firsts));
    if (resolver->arena.failed)
        return false;
    for (size_t i = 0; i < scopes; i++)
        resolver->firsts[i] = NONE;
    return true;
}

static void add_label(struct resolver *resolver, uint32_t step) {
    const struct ptxc_span word = resolver->program->steps[step].statement->word;
    const char *text = resolver->program->source + word.offset;
    struct name *name = find(resolver, text, word.length);
    *name = (struct name){text, word.length, NONE};
    resolver->places[step].name = (uint32_t)(name - resolver->names);
}

/* Sorts labels and branches by scope. */
static void sort(struct resolver *resolver) {
    struct ptxc_program *program = resolver->program;
    for (uint32_t i = program->count; i-- > 0;) {
        const struct ptxc_step *step = &program->steps[i];
        struct target_place *place = &resolver->places[i];
        if (ptxc_step_does(step, PTXC_ACT_INDIRECT))
            be_uncertain(program, step);
        place->name = NONE;
        if (is_label(step))
            add_label(resolver, i);
        else if (!is_branch(step))
            continue;
        else if (step->frame != 0 || step->statement->scope >= scope_count(program)) {
            be_uncertain(program, step);
            continue;
        }
        if (step->statement->scope >= scope_count(program))
            continue;
        place->next = resolver->firsts[step->statement->scope];
        resolver->firsts[step->statement->scope] = i;
    }
}

/* Lets the names of the labels in the scope mean them. */
static void show_labels(struct resolver *resolver, uint32_t scope) {
    const struct ptxc_step *steps = resolver->program->steps;
    for (uint32_t i = resolver->firsts[scope]; i != NONE; i = resolver->places[i].next) {
        struct target_place *place = &resolver->places[i];
        if (place->name == NONE)
            continue;
        struct name *name = &resolver->names[place->name];
        if (name->visible != NONE && steps[name->visible].statement->scope == scope) {
            resolver->places[name->visible].twice = true;
            place->name = NONE;
            continue;
        }
        place->hidden = name->visible;
        name->visible = i;
    }
}

static void find_target(struct resolver *resolver, uint32_t branch) {
    struct ptxc_step *step = &resolver->program->steps[branch];
    const struct ptxc_statement *statement = step->statement;
    uint32_t label = NONE;
    if (statement->value_count > 0 && statement->values[0].name) {
        const struct name *name = find(resolver, statement->values[0].name, statement->values[0].name_length);
        label = name->text ? name->visible : NONE;
    }
    if (label == NONE || resolver->places[label].twice)
        be_uncertain(resolver->program, step);
    else
        step->target = label;
}

static void enter(struct resolver *resolver, uint32_t scope) {
    show_labels(resolver, scope);
    for (uint32_t i = resolver->firsts[scope]; i != NONE; i = resolver->places[i].next)
        if (is_branch(&resolver->program->steps[i]))
            find_target(resolver, i);
}

/* Lets the names mean again what they meant outside. */
static void leave(struct resolver *resolver, uint32_t scope) {
    for (uint32_t i = resolver->firsts[scope]; i != NONE; i = resolver->places[i].next)
        if (resolver->places[i].name != NONE)
            resolver->names[resolver->places[i].name].visible = resolver->places[i].hidden;
}

bool ptxc_branch_targets_resolve(struct ptxc_program *program) {
    struct resolver resolver = {.program = program};
    const uint32_t *scopes = program->body->scopes;
    const size_t count = scope_count(program);
    ptxc_arena_share(&resolver.arena, program->arena);
    if (take_memory(&resolver)) {
        sort(&resolver);
        enter(&resolver, 0);
        /* A scope opens after the one that it lies in, and that one is still open. */
        for (uint32_t scope = 1, innermost = 0; scope < count; innermost = scope++) {
            for (; innermost != 0 && innermost != scopes[scope]; innermost = scopes[innermost])
                leave(&resolver, innermost);
            enter(&resolver, scope);
        }
    }
    if (resolver.arena.failed)
        program->arena->failed = true;
    ptxc_arena_free(&resolver.arena);
    return !resolver.arena.failed;
}
