/* Keeps where instructions are legal. The key is everything that the answer depends on, which is the whole instruction
 * except for names and places.
 */
#include "cli/output/requirements.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output/trouble.h"

enum {
    ENTRIES = 1024,
    VALUE_SIZE = 5 * sizeof(uint32_t) + sizeof(int64_t),
    KEY_SIZE = 5 + 2 * PTXC_MAX_QUALIFIERS + 2 * PTXC_MAX_OPERANDS + VALUE_SIZE * (PTXC_MAX_VALUES + 1)
};

struct key {
    size_t length;
    unsigned char bytes[KEY_SIZE];
};

struct requirements {
    uint32_t assembler;
    struct {
        struct key key; /* of length 0: empty */
        struct ptxc_requirement answer;
    } entries[ENTRIES];
};

struct requirements *requirements_new(uint32_t assembler) {
    struct requirements *requirements = calloc(1, sizeof(*requirements));
    if (!requirements)
        exit(trouble("not enough memory"));
    requirements->assembler = assembler;
    return requirements;
}

void requirements_free(struct requirements *requirements) {
    free(requirements);
}

/* Adds a number below 256 to the key. */
static void put_byte(struct key *key, unsigned value) {
    key->bytes[key->length++] = (unsigned char)value;
}

/* Adds all of a value to the key that legality depends on, which is all but its name and place. */
static void put_value(struct key *key, const struct ptxc_value *value) {
    const uint32_t facts[] = {(uint32_t)value->kind, (uint32_t)value->type, (uint32_t)value->space, value->flags,
                              value->alignment};
    memcpy(key->bytes + key->length, facts, sizeof(facts));
    key->length += sizeof(facts);
    memcpy(key->bytes + key->length, &value->integer, sizeof(value->integer));
    key->length += sizeof(value->integer);
}

/* Fills the key with all that the answer for the instruction rests on. */
static void key_of(const struct ptxc_instruction *instruction, struct key *key) {
    key->length = 0;
    put_byte(key, (unsigned)instruction->opcode);
    put_byte(key, instruction->guarded);
    put_byte(key, instruction->qualifier_count);
    put_byte(key, instruction->operand_count);
    put_byte(key, instruction->value_count);
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        put_byte(key, (unsigned)instruction->qualifiers[i].id);
        put_byte(key, (unsigned)instruction->qualifiers[i].slot);
    }
    for (size_t i = 0; i < instruction->operand_count; i++) {
        put_byte(key, (unsigned)instruction->operands[i].shape);
        put_byte(key, instruction->operands[i].count);
    }
    if (instruction->guarded)
        put_value(key, &instruction->guard);
    for (size_t i = 0; i < instruction->value_count; i++)
        put_value(key, &instruction->values[i]);
}

/* Hashes with FNV-1a, and then mixes the bits: the offsets of an unrolled loop differ in a few middle bits, which alone
 * do not reach the low ones.
 */
static uint32_t hash_of(const struct key *key) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < key->length; i++)
        hash = (hash ^ key->bytes[i]) * 16777619u;
    hash = (hash ^ hash >> 16) * 0x85ebca6bu;
    return hash ^ hash >> 13;
}

const struct ptxc_requirement *requirements_ask(struct requirements *requirements,
                                                const struct ptxc_instruction *instruction) {
    struct key key;
    key_of(instruction, &key);
    uint32_t place = hash_of(&key) % ENTRIES;
    struct key *known = &requirements->entries[place].key;
    if (known->length != key.length || memcmp(known->bytes, key.bytes, key.length) != 0) {
        known->length = key.length;
        memcpy(known->bytes, key.bytes, key.length);
        requirements->entries[place].answer.size = sizeof(struct ptxc_requirement);
        ptxc_instruction_requirement_by(instruction, requirements->assembler, &requirements->entries[place].answer);
    }
    return &requirements->entries[place].answer;
}
