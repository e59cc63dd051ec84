/* SipHash with one round a word and three at the end (Aumasson and Bernstein, "SipHash: a fast short-input PRF"), which
 * other tables under attack use, too. See hash.h.
 */
#include "base/hash.h"

#include <string.h>

struct state {
    uint64_t a, b, c, d;
};

static uint64_t rotate(uint64_t word, int count) {
    return word << count | word >> (64 - count);
}

static void mix(struct state *state) {
    state->a += state->b;
    state->c += state->d;
    state->b = rotate(state->b, 13) ^ state->a;
    state->d = rotate(state->d, 16) ^ state->c;
    state->a = rotate(state->a, 32);
    state->c += state->b;
    state->a += state->d;
    state->b = rotate(state->b, 17) ^ state->c;
    state->d = rotate(state->d, 21) ^ state->a;
    state->c = rotate(state->c, 32);
}

static void take(struct state *state, uint64_t word) {
    state->d ^= word;
    mix(state);
    state->a ^= word;
}

/* The bytes after the last whole word, fewer than eight, as one number. They are read from both ends, so that those in
 * the middle may be read twice. */
static uint64_t last_bytes(const unsigned char *at, size_t count) {
    uint32_t first, last;
    if (count == 0)
        return 0;
    if (count < sizeof(first))
        return at[0] | (uint64_t)at[count / 2] << 8 * (count / 2) | (uint64_t)at[count - 1] << 8 * (count - 1);
    memcpy(&first, at, sizeof(first));
    memcpy(&last, at + count - sizeof(last), sizeof(last));
    return first | (uint64_t)last << 8 * (count - sizeof(last));
}

uint64_t ptxc_hash(uint64_t seed, const void *bytes, size_t length) {
    const uint64_t other = ~seed; /* the second half of the key */
    struct state state = {seed ^ 0x736f6d6570736575u, other ^ 0x646f72616e646f6du, seed ^ 0x6c7967656e657261u,
                          other ^ 0x7465646279746573u};
    const unsigned char *at = bytes;
    size_t left = length;
    uint64_t word;
    for (; left >= sizeof(word); left -= sizeof(word), at += sizeof(word)) {
        memcpy(&word, at, sizeof(word));
        take(&state, word);
    }
    take(&state, (uint64_t)length << 56 | last_bytes(at, left));
    state.c ^= 0xff;
    for (int i = 0; i < 3; i++)
        mix(&state);
    return state.a ^ state.b ^ state.c ^ state.d;
}
