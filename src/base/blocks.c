/* Blocks of text: see blocks.h. What a byte is depends on its upper and its lower half: a class is one bit or some in
 * a row for each value of the one and a row for each value of the other, and a byte is of it where both rows have a
 * bit in common. So two look-ups in tables of 16 bytes, which processors do for many bytes at once, tell eight bits.
 */
#include "base/blocks.h"

#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

/* The bits of the tables. Those of a class are one mask. */
enum {
    A_TO_O = 0x01, /* and a to o */
    P_TO_Z = 0x02, /* and p to z */
    DIGIT = 0x04,
    SIGN = 0x08, /* $ % . */
    UNDERSCORE = 0x10,
    WORD = 0x1f,
    SPACE = 0x20,
    CONTROL = 0x40, /* \t \n \f \r */
    SUBSTITUTE = 0x80,
    BLANK = 0xe0,
    LETTER = 0x40 /* of a byte itself that is in WORD: in this half of ASCII these are letters and _ */
};
enum { SEMICOLON = 0x01, OPEN = 0x02, CLOSE = 0x04, AT = 0x08, COLON = 0x10, QUOTE_SLASH = 0x20, MARK = 0x30 };

enum { LOW, HIGH };
static const uint8_t words[2][16] = {
    {P_TO_Z | DIGIT | SPACE, A_TO_O | P_TO_Z | DIGIT, A_TO_O | P_TO_Z | DIGIT, A_TO_O | P_TO_Z | DIGIT,
     A_TO_O | P_TO_Z | DIGIT | SIGN, A_TO_O | P_TO_Z | DIGIT | SIGN, A_TO_O | P_TO_Z | DIGIT, A_TO_O | P_TO_Z | DIGIT,
     A_TO_O | P_TO_Z | DIGIT, A_TO_O | P_TO_Z | DIGIT | CONTROL, A_TO_O | P_TO_Z | CONTROL | SUBSTITUTE, A_TO_O,
     A_TO_O | CONTROL, A_TO_O | CONTROL, A_TO_O | SIGN, A_TO_O | UNDERSCORE},
    {CONTROL, SUBSTITUTE, SIGN | SPACE, DIGIT, A_TO_O, P_TO_Z | UNDERSCORE, A_TO_O, P_TO_Z},
};
static const uint8_t marks[2][16] = {
    {AT, 0, QUOTE_SLASH, 0, 0, 0, 0, 0, 0, 0, COLON, SEMICOLON | OPEN, 0, CLOSE, 0, QUOTE_SLASH},
    {0, 0, QUOTE_SLASH, SEMICOLON | COLON, AT, 0, 0, OPEN | CLOSE},
};

void ptxc_blocks_classify(const char *text, size_t count, const ptxc_pairs pairs, struct ptxc_bytes *blocks) {
    for (size_t i = 0; i < count; i++) {
        struct ptxc_bytes block = {0};
        for (unsigned at = 0; at < PTXC_BLOCK; at++) {
            const unsigned byte = (unsigned char)text[i * PTXC_BLOCK + at];
            const unsigned next = (unsigned char)text[i * PTXC_BLOCK + at + 1];
            const unsigned first = pairs[0][byte & 15] & pairs[1][byte >> 4];
            const unsigned second = pairs[2][next & 15] & pairs[3][next >> 4];
            const unsigned word = words[LOW][byte & 15] & words[HIGH][byte >> 4];
            const unsigned mark = marks[LOW][byte & 15] & marks[HIGH][byte >> 4];
            block.word |= (uint64_t)((word & WORD) != 0) << at;
            block.letter |= (uint64_t)((word & WORD) != 0 && (byte & LETTER)) << at;
            block.digit |= (uint64_t)((word & DIGIT) != 0) << at;
            block.blank |= (uint64_t)((word & BLANK) != 0) << at;
            block.semicolon |= (uint64_t)((mark & SEMICOLON) != 0) << at;
            block.open |= (uint64_t)((mark & OPEN) != 0) << at;
            block.close |= (uint64_t)((mark & CLOSE) != 0) << at;
            block.at |= (uint64_t)((mark & AT) != 0) << at;
            block.mark |= (uint64_t)((mark & MARK) != 0) << at;
            block.pair |= (uint64_t)((word & WORD) != 0 && (byte & LETTER) && (first & second)) << at;
        }
        blocks[i] = block;
    }
}

/* Defines such a function for many bytes at once, with what one kind of processor has for it: `vector` holds the bytes
 * of a block, which load_kind takes from a text; look_up_kind gives what two rows have in common for each of its bytes,
 * share_kind what two vectors have, and any_kind one bit for each byte: whether it has any of these bits.
 */
#define CLASSIFY(kind, target, vector)                                                                             \
    target static void classify_##kind(const char *text, size_t count, const ptxc_pairs pairs,                     \
                                       struct ptxc_bytes *blocks) {                                                \
        for (size_t i = 0; i < count; i++, text += PTXC_BLOCK) {                                                   \
            const vector bytes = load_##kind(text), next = load_##kind(text + 1);                                  \
            const vector word = look_up_##kind(words[LOW], words[HIGH], bytes);                                    \
            const vector mark = look_up_##kind(marks[LOW], marks[HIGH], bytes);                                    \
            const vector pair =                                                                                    \
                share_##kind(look_up_##kind(pairs[0], pairs[1], bytes), look_up_##kind(pairs[2], pairs[3], next)); \
            struct ptxc_bytes *block = &blocks[i];                                                                 \
            block->word = any_##kind(word, WORD);                                                                  \
            block->letter = block->word & any_##kind(bytes, LETTER);                                               \
            block->digit = any_##kind(word, DIGIT);                                                                \
            block->blank = any_##kind(word, BLANK);                                                                \
            block->semicolon = any_##kind(mark, SEMICOLON);                                                        \
            block->open = any_##kind(mark, OPEN);                                                                  \
            block->close = any_##kind(mark, CLOSE);                                                                \
            block->at = any_##kind(mark, AT);                                                                      \
            block->mark = any_##kind(mark, MARK);                                                                  \
            block->pair = block->letter & any_##kind(pair, UINT8_MAX);                                             \
        }                                                                                                          \
    }

#if defined(__x86_64__)

/* ---- AVX2: two vectors a block ---- */

#define AVX2 __attribute__((target("avx2")))

struct avx2 {
    __m256i half[2];
};

AVX2 static inline struct avx2 load_avx2(const char *text) {
    return (struct avx2){{_mm256_loadu_si256((const void *)text), _mm256_loadu_si256((const void *)(text + 32))}};
}

AVX2 static inline __m256i half_avx2(__m256i low, __m256i high, __m256i bytes) {
    const __m256i half = _mm256_set1_epi8(15);
    return _mm256_and_si256(_mm256_shuffle_epi8(low, _mm256_and_si256(bytes, half)),
                            _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half)));
}

AVX2 static inline struct avx2 look_up_avx2(const uint8_t *low, const uint8_t *high, struct avx2 bytes) {
    const __m256i lows = _mm256_broadcastsi128_si256(_mm_loadu_si128((const void *)low));
    const __m256i highs = _mm256_broadcastsi128_si256(_mm_loadu_si128((const void *)high));
    return (struct avx2){{half_avx2(lows, highs, bytes.half[0]), half_avx2(lows, highs, bytes.half[1])}};
}

AVX2 static inline struct avx2 share_avx2(struct avx2 one, struct avx2 other) {
    return (struct avx2){{_mm256_and_si256(one.half[0], other.half[0]), _mm256_and_si256(one.half[1], other.half[1])}};
}

/* A single bit is shifted to where the processor looks for one; others that the shift brings along stand lower. */
AVX2 static inline uint64_t any_avx2(struct avx2 bytes, uint8_t bits) {
    const __m256i chosen = _mm256_set1_epi8((char)bits), zero = _mm256_setzero_si256();
    uint32_t half[2];
    for (int i = 0; i < 2; i++)
        half[i] =
            (bits & (bits - 1))
                ? ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_and_si256(bytes.half[i], chosen), zero))
                : (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(bytes.half[i], __builtin_clz(bits) - 24));
    return half[0] | (uint64_t)half[1] << 32;
}

CLASSIFY(avx2, AVX2, struct avx2)

#elif defined(__aarch64__)

/* ---- NEON: four vectors a block ---- */

static inline uint8x16x4_t load_neon(const char *text) {
    const uint8_t *bytes = (const uint8_t *)text;
    return (uint8x16x4_t){{vld1q_u8(bytes), vld1q_u8(bytes + 16), vld1q_u8(bytes + 32), vld1q_u8(bytes + 48)}};
}

static inline uint8x16x4_t look_up_neon(const uint8_t *low, const uint8_t *high, uint8x16x4_t bytes) {
    for (int i = 0; i < 4; i++)
        bytes.val[i] = vandq_u8(vqtbl1q_u8(vld1q_u8(low), vandq_u8(bytes.val[i], vdupq_n_u8(15))),
                                vqtbl1q_u8(vld1q_u8(high), vshrq_n_u8(bytes.val[i], 4)));
    return bytes;
}

static inline uint8x16x4_t share_neon(uint8x16x4_t one, uint8x16x4_t other) {
    for (int i = 0; i < 4; i++)
        one.val[i] = vandq_u8(one.val[i], other.val[i]);
    return one;
}

static inline uint64_t any_neon(uint8x16x4_t bytes, uint8_t bits) {
    static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    for (int i = 0; i < 4; i++)
        bytes.val[i] = vandq_u8(vtstq_u8(bytes.val[i], vdupq_n_u8(bits)), vld1q_u8(places));
    const uint8x16_t all = vpaddq_u8(vpaddq_u8(bytes.val[0], bytes.val[1]), vpaddq_u8(bytes.val[2], bytes.val[3]));
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

CLASSIFY(neon, , uint8x16x4_t)

#endif

ptxc_classify *ptxc_blocks_choose(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") ? classify_avx2 : ptxc_blocks_classify;
#elif defined(__aarch64__)
    return classify_neon;
#else
    return ptxc_blocks_classify;
#endif
}
