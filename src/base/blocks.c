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

#if defined(__x86_64__)

/* One bit for each of 16 bytes: its highest; or whether it has any of these bits. Shifted left by n, a byte has its bit
 * 7 - n there: what comes over from the byte below it stands lower. */
__attribute__((target("ssse3"))) static inline uint64_t highest_16(__m128i bytes) {
    return (uint16_t)_mm_movemask_epi8(bytes);
}

__attribute__((target("ssse3"))) static inline uint64_t with_any_16(__m128i bytes, int bits) {
    const __m128i chosen = _mm_and_si128(bytes, _mm_set1_epi8((char)bits));
    return highest_16(_mm_cmpeq_epi8(chosen, _mm_setzero_si128())) ^ UINT16_MAX;
}

__attribute__((target("ssse3"))) static void classify_16(const char *text, size_t count, const ptxc_pairs pairs,
                                                         struct ptxc_bytes *blocks) {
    const __m128i word_low = _mm_loadu_si128((const void *)words[LOW]), half = _mm_set1_epi8(15);
    const __m128i word_high = _mm_loadu_si128((const void *)words[HIGH]);
    const __m128i mark_low = _mm_loadu_si128((const void *)marks[LOW]);
    const __m128i mark_high = _mm_loadu_si128((const void *)marks[HIGH]);
    const __m128i first_low = _mm_loadu_si128((const void *)pairs[0]);
    const __m128i first_high = _mm_loadu_si128((const void *)pairs[1]);
    const __m128i second_low = _mm_loadu_si128((const void *)pairs[2]);
    const __m128i second_high = _mm_loadu_si128((const void *)pairs[3]);
    for (size_t i = 0; i < count; i++) {
        struct ptxc_bytes block = {0};
        for (unsigned at = 0; at < PTXC_BLOCK; at += 16) {
            const __m128i bytes = _mm_loadu_si128((const void *)(text + i * PTXC_BLOCK + at));
            const __m128i low = _mm_and_si128(bytes, half), high = _mm_and_si128(_mm_srli_epi16(bytes, 4), half);
            const __m128i word = _mm_and_si128(_mm_shuffle_epi8(word_low, low), _mm_shuffle_epi8(word_high, high));
            const __m128i mark = _mm_and_si128(_mm_shuffle_epi8(mark_low, low), _mm_shuffle_epi8(mark_high, high));
            block.word |= with_any_16(word, WORD) << at;
            block.letter |= highest_16(_mm_slli_epi16(bytes, 1)) << at;
            block.digit |= highest_16(_mm_slli_epi16(word, 5)) << at;
            block.blank |= with_any_16(word, BLANK) << at;
            block.semicolon |= highest_16(_mm_slli_epi16(mark, 7)) << at;
            block.open |= highest_16(_mm_slli_epi16(mark, 6)) << at;
            block.close |= highest_16(_mm_slli_epi16(mark, 5)) << at;
            block.at |= highest_16(_mm_slli_epi16(mark, 4)) << at;
            block.mark |= with_any_16(mark, MARK) << at;
            const __m128i next = _mm_loadu_si128((const void *)(text + i * PTXC_BLOCK + at + 1));
            const __m128i first = _mm_and_si128(_mm_shuffle_epi8(first_low, low), _mm_shuffle_epi8(first_high, high));
            const __m128i second =
                _mm_and_si128(_mm_shuffle_epi8(second_low, _mm_and_si128(next, half)),
                              _mm_shuffle_epi8(second_high, _mm_and_si128(_mm_srli_epi16(next, 4), half)));
            block.pair |= with_any_16(_mm_and_si128(first, second), UINT8_MAX) << at;
        }
        block.letter &= block.word;
        block.pair &= block.letter;
        blocks[i] = block;
    }
}

/* The same for 64 bytes in two halves. */
__attribute__((target("avx2"))) static inline uint64_t highest_32(const __m256i *halves, int shift) {
    const uint32_t low = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(halves[0], shift));
    const uint32_t high = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(halves[1], shift));
    return low | (uint64_t)high << 32;
}

__attribute__((target("avx2"))) static inline uint64_t with_any_32(const __m256i *halves, int bits) {
    const __m256i chosen = _mm256_set1_epi8((char)bits), zero = _mm256_setzero_si256();
    const uint32_t low = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_and_si256(halves[0], chosen), zero));
    const uint32_t high = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_and_si256(halves[1], chosen), zero));
    return ~(low | (uint64_t)high << 32);
}

/* What the rows for the lower and for the upper half of each byte have in common. */
__attribute__((target("avx2"))) static inline __m256i look_up_32(const __m256i *rows, __m256i bytes) {
    const __m256i half = _mm256_set1_epi8(15);
    const __m256i low = _mm256_shuffle_epi8(rows[0], _mm256_and_si256(bytes, half));
    const __m256i high = _mm256_shuffle_epi8(rows[1], _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half));
    return _mm256_and_si256(low, high);
}

__attribute__((target("avx2"))) static void classify_32(const char *text, size_t count, const ptxc_pairs pairs,
                                                        struct ptxc_bytes *blocks) {
    const uint8_t *const tables[] = {words[LOW], words[HIGH], marks[LOW], marks[HIGH],
                                     pairs[0],   pairs[1],    pairs[2],   pairs[3]};
    __m256i rows[8];
    for (int i = 0; i < 8; i++)
        rows[i] = _mm256_broadcastsi128_si256(_mm_loadu_si128((const void *)tables[i]));
    for (size_t i = 0; i < count; i++) {
        __m256i bytes[2], word[2], mark[2], pair[2];
        for (int part = 0; part < 2; part++) {
            const char *at = text + i * PTXC_BLOCK + (size_t)part * 32;
            bytes[part] = _mm256_loadu_si256((const void *)at);
            word[part] = look_up_32(rows, bytes[part]);
            mark[part] = look_up_32(rows + 2, bytes[part]);
            pair[part] = _mm256_and_si256(look_up_32(rows + 4, bytes[part]),
                                          look_up_32(rows + 6, _mm256_loadu_si256((const void *)(at + 1))));
        }
        struct ptxc_bytes *block = &blocks[i];
        block->word = with_any_32(word, WORD);
        block->letter = block->word & highest_32(bytes, 1);
        block->digit = highest_32(word, 5);
        block->blank = with_any_32(word, BLANK);
        block->semicolon = highest_32(mark, 7);
        block->open = highest_32(mark, 6);
        block->close = highest_32(mark, 5);
        block->at = highest_32(mark, 4);
        block->mark = with_any_32(mark, MARK);
        block->pair = block->letter & with_any_32(pair, UINT8_MAX);
    }
}

__attribute__((target("avx512bw"))) static void classify_64(const char *text, size_t count, const ptxc_pairs pairs,
                                                            struct ptxc_bytes *blocks) {
    const __m512i word_low = _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)words[LOW]));
    const __m512i word_high = _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)words[HIGH]));
    const __m512i mark_low = _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)marks[LOW]));
    const __m512i mark_high = _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)marks[HIGH]));
    const __m512i first_low = _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)pairs[0]));
    const __m512i first_high = _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)pairs[1]));
    const __m512i second_low = _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)pairs[2]));
    const __m512i second_high = _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)pairs[3]));
    const __m512i half = _mm512_set1_epi8(15);
    for (size_t i = 0; i < count; i++) {
        const __m512i bytes = _mm512_loadu_si512((const void *)(text + i * PTXC_BLOCK));
        const __m512i low = _mm512_and_si512(bytes, half), high = _mm512_and_si512(_mm512_srli_epi16(bytes, 4), half);
        const __m512i word = _mm512_and_si512(_mm512_shuffle_epi8(word_low, low), _mm512_shuffle_epi8(word_high, high));
        const __m512i mark = _mm512_and_si512(_mm512_shuffle_epi8(mark_low, low), _mm512_shuffle_epi8(mark_high, high));
        struct ptxc_bytes *block = &blocks[i];
        block->word = _mm512_test_epi8_mask(word, _mm512_set1_epi8(WORD));
        block->letter = block->word & _mm512_test_epi8_mask(bytes, _mm512_set1_epi8(LETTER));
        block->digit = _mm512_test_epi8_mask(word, _mm512_set1_epi8(DIGIT));
        block->blank = _mm512_test_epi8_mask(word, _mm512_set1_epi8((char)BLANK));
        block->semicolon = _mm512_test_epi8_mask(mark, _mm512_set1_epi8(SEMICOLON));
        block->open = _mm512_test_epi8_mask(mark, _mm512_set1_epi8(OPEN));
        block->close = _mm512_test_epi8_mask(mark, _mm512_set1_epi8(CLOSE));
        block->at = _mm512_test_epi8_mask(mark, _mm512_set1_epi8(AT));
        block->mark = _mm512_test_epi8_mask(mark, _mm512_set1_epi8(MARK));
        const __m512i next = _mm512_loadu_si512((const void *)(text + i * PTXC_BLOCK + 1));
        const __m512i first =
            _mm512_and_si512(_mm512_shuffle_epi8(first_low, low), _mm512_shuffle_epi8(first_high, high));
        const __m512i second =
            _mm512_and_si512(_mm512_shuffle_epi8(second_low, _mm512_and_si512(next, half)),
                             _mm512_shuffle_epi8(second_high, _mm512_and_si512(_mm512_srli_epi16(next, 4), half)));
        block->pair = block->letter & _mm512_test_epi8_mask(first, second);
    }
}

ptxc_classify *ptxc_blocks_choose(unsigned enough) {
    if (__builtin_cpu_supports("avx512bw") && enough-- == 0)
        return classify_64;
    if (__builtin_cpu_supports("avx2") && enough-- == 0)
        return classify_32;
    if (__builtin_cpu_supports("ssse3") && enough-- == 0)
        return classify_16;
    return ptxc_blocks_classify;
}

#elif defined(__aarch64__)

/* One bit for each of 64 bytes, which are 0 or have all bits set. */
static uint64_t mask_of(const uint8x16_t *bytes) {
    static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bit = vld1q_u8(bits);
    const uint8x16_t first = vpaddq_u8(vandq_u8(bytes[0], bit), vandq_u8(bytes[1], bit));
    const uint8x16_t second = vpaddq_u8(vandq_u8(bytes[2], bit), vandq_u8(bytes[3], bit));
    const uint8x16_t all = vpaddq_u8(first, second);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

/* One bit for each of 64 bytes: whether it has any of these bits. */
static uint64_t with_any(const uint8x16_t *bytes, uint8_t bits) {
    uint8x16_t found[4];
    for (int i = 0; i < 4; i++)
        found[i] = vtstq_u8(bytes[i], vdupq_n_u8(bits));
    return mask_of(found);
}

static void classify_neon(const char *text, size_t count, const ptxc_pairs pairs, struct ptxc_bytes *blocks) {
    for (size_t i = 0; i < count; i++) {
        uint8x16_t bytes[4], word[4], mark[4], pair[4];
        for (int part = 0; part < 4; part++) {
            bytes[part] = vld1q_u8((const uint8_t *)text + i * PTXC_BLOCK + 16 * part);
            const uint8x16_t low = vandq_u8(bytes[part], vdupq_n_u8(15)), high = vshrq_n_u8(bytes[part], 4);
            word[part] = vandq_u8(vqtbl1q_u8(vld1q_u8(words[LOW]), low), vqtbl1q_u8(vld1q_u8(words[HIGH]), high));
            mark[part] = vandq_u8(vqtbl1q_u8(vld1q_u8(marks[LOW]), low), vqtbl1q_u8(vld1q_u8(marks[HIGH]), high));
            const uint8x16_t next = vld1q_u8((const uint8_t *)text + i * PTXC_BLOCK + 16 * part + 1);
            const uint8x16_t first =
                vandq_u8(vqtbl1q_u8(vld1q_u8(pairs[0]), low), vqtbl1q_u8(vld1q_u8(pairs[1]), high));
            const uint8x16_t second = vandq_u8(vqtbl1q_u8(vld1q_u8(pairs[2]), vandq_u8(next, vdupq_n_u8(15))),
                                               vqtbl1q_u8(vld1q_u8(pairs[3]), vshrq_n_u8(next, 4)));
            pair[part] = vandq_u8(first, second);
        }
        struct ptxc_bytes *block = &blocks[i];
        block->word = with_any(word, WORD);
        block->letter = block->word & with_any(bytes, LETTER);
        block->digit = with_any(word, DIGIT);
        block->blank = with_any(word, BLANK);
        block->semicolon = with_any(mark, SEMICOLON);
        block->open = with_any(mark, OPEN);
        block->close = with_any(mark, CLOSE);
        block->at = with_any(mark, AT);
        block->mark = with_any(mark, MARK);
        block->pair = block->letter & with_any(pair, UINT8_MAX);
    }
}

ptxc_classify *ptxc_blocks_choose(unsigned enough) {
    return enough == 0 ? classify_neon : ptxc_blocks_classify;
}

#else

ptxc_classify *ptxc_blocks_choose(unsigned enough) {
    (void)enough;
    return ptxc_blocks_classify;
}

#endif
