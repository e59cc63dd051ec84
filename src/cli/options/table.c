/* The rows of commands.def and options.def as C: see table.h. */
#include "cli/options/table.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define NOTHING \
    { VALUES_NONE, false, NULL }
#define ONE(kind) \
    { kind, false, NULL }
#define LIST(kind) \
    { kind, true, NULL }
#define WORDS(words) \
    { VALUES_WORDS, false, words }

static const struct command_row commands[] = {
#define COMMAND(id, bit, name, run, arguments, completes, summary, text, exits) \
    {id, name, arguments, completes, summary, text, exits},
#include "cli/options/commands.def"
};

/* A row of AGAIN has neither name nor letter: they stand in the row of OPTION above it. */
static const struct option_row options[] = {
#define OPTION(id, name, letter, argument, completes, commands, text) \
    {id, name, letter, argument, completes, commands, text},
#define AGAIN(id, argument, completes, commands, text) {id, NULL, 0, argument, completes, commands, text},
#include "cli/options/options.def"
};

const struct command_row *command_get(size_t index) {
    return index < COUNT(commands) ? &commands[index] : NULL;
}

const struct command_row *command_find(const char *name) {
    for (size_t i = 0; i < COUNT(commands); i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

const struct command_row *command_of(enum command_id id) {
    for (size_t i = 0; i < COUNT(commands); i++)
        if (commands[i].id == id)
            return &commands[i];
    return NULL;
}

bool option_get(enum command_id command, size_t index, struct option_row *row) {
    const struct option_row *named = NULL;
    size_t count = 0;
    for (size_t i = 0; i < COUNT(options); i++) {
        if (!named || options[i].id != named->id)
            named = &options[i];
        if (!(options[i].commands & (int)command) || count++ != index)
            continue;
        *row = options[i];
        row->name = named->name;
        row->letter = named->letter;
        return true;
    }
    return false;
}
