/* Programs of a few words: see steps.h. */
#include "steps.h"

#include <string.h>

static const struct ptxc_event ROWS[] = {
    {.mnemonic = "bra", .length = 3, .action = PTXC_ACT_BRANCH},
    {.mnemonic = "ret", .length = 3, .action = PTXC_ACT_RETURN},
    {.mnemonic = "exit", .length = 4, .action = PTXC_ACT_EXIT},
    {.mnemonic = "trap", .length = 4, .action = PTXC_ACT_TRAP},
    {.mnemonic = "brx", .length = 3, .action = PTXC_ACT_INDIRECT},
    {.mnemonic = "call", .length = 4, .action = PTXC_ACT_CALL},
    {.mnemonic = "bar", .length = 3, .action = PTXC_ACT_BARRIER},
};

/* Gives the next word at or after *at, and its length, which is 0 at the end. */
static const char *next_word(const char **at, size_t *length) {
    const char *word = *at + strspn(*at, " \n");
    *length = strcspn(word, " \n");
    *at = word + *length;
    return word;
}

static void name_target(struct steps *steps, struct ptxc_statement *statement, const char *word, size_t length) {
    struct ptxc_value *value = ptxc_arena_alloc(&steps->arena, sizeof(*value));
    if (!value)
        return;
    value->kind = PTXC_VALUE_UNKNOWN;
    value->name = word;
    value->name_length = (uint32_t)length;
    statement->values = value;
    statement->value_count = 1;
}

static void add(struct steps *steps, struct ptxc_statement *statement, const char *word, size_t length) {
    struct ptxc_step *step = &steps->program.steps[steps->program.count++];
    const uint32_t offset = (uint32_t)(word - steps->program.source);
    *step = (struct ptxc_step){.statement = statement, .target = PTXC_NO_STEP};
    statement->kind = PTXC_STATEMENT_ORDINARY;
    statement->span = statement->word = (struct ptxc_span){offset, (uint32_t)length};
    if (word[length - 1] == ':') {
        statement->kind = PTXC_STATEMENT_LABEL;
        statement->word.length--;
        return;
    }
    statement->guarded = word[0] == '@';
    word += statement->guarded;
    length -= statement->guarded;
    for (size_t i = 0; i < sizeof(ROWS) / sizeof(*ROWS); i++)
        if (length >= ROWS[i].length && memcmp(word, ROWS[i].mnemonic, ROWS[i].length) == 0)
            step->event = &ROWS[i];
    if (length > 4 && word[3] == '=')
        name_target(steps, statement, word + 4, length - 4);
}

bool steps_make(struct steps *steps, const char *text, const struct ptxc_allocator *allocator) {
    size_t count = 1, length;
    uint32_t scope = 0;
    *steps = (struct steps){.program = {.source = text, .body = &steps->body, .arena = &steps->arena}};
    ptxc_arena_init(&steps->arena, allocator);
    for (const char *at = text; next_word(&at, &length), length > 0;)
        count++;
    steps->program.steps = ptxc_arena_alloc(&steps->arena, count * sizeof(struct ptxc_step));
    struct ptxc_statement *statements = ptxc_arena_alloc(&steps->arena, count * sizeof(*statements));
    steps->scopes = ptxc_arena_alloc(&steps->arena, count * sizeof(*steps->scopes));
    if (steps->arena.failed)
        return false;
    steps->body.scopes = steps->scopes;
    steps->body.scope_count = 1;
    steps->body.statements = statements;
    for (const char *at = text;;) {
        const char *word = next_word(&at, &length);
        if (length == 0)
            return !steps->arena.failed;
        if (*word == '{') {
            steps->scopes[steps->body.scope_count] = scope;
            scope = (uint32_t)steps->body.scope_count++;
        } else if (*word == '}') {
            scope = steps->scopes[scope];
        } else {
            struct ptxc_statement *statement = &statements[steps->body.count++];
            statement->scope = scope;
            add(steps, statement, word, length);
        }
    }
}

void steps_free(struct steps *steps) {
    ptxc_arena_free(&steps->arena);
}
