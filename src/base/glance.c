/* A first glance: see glance.h. The text is gone through once, and only what all of it has in common is kept: of the
 * bytes the bits that any has, and the least; and whether any begins the pair. The last piece may overlap the one
 * before.
 */
#include "base/glance.h"

#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Without wide instructions this says no more than what anybody may say. */
static struct ptxc_glance glance_at_nothing(const char *text, size_t length, char first, char second) {
    (void)text, (void)first, (void)second;
    return (struct ptxc_glance){length > 0, length > 1};
}

#if defined(__x86_64__)

/* What is known of the pieces that were looked at. */
struct seen_16 {
    __m128i any, least, pairs;
};

static inline void look_at_16(struct seen_16 *seen, const char *piece, __m128i first, __m128i second) {
    const __m128i bytes = _mm_loadu_si128((const void *)piece), next = _mm_loadu_si128((const void *)(piece + 1));
    seen->any = _mm_or_si128(seen->any, bytes);
    seen->least = _mm_min_epu8(seen->least, bytes);
    seen->pairs = _mm_or_si128(seen->pairs, _mm_and_si128(_mm_cmpeq_epi8(bytes, first), _mm_cmpeq_epi8(next, second)));
}

static struct ptxc_glance glance_16(const char *text, size_t length, char first, char second) {
    enum { SIZE = sizeof(__m128i), STEP = 4 * SIZE };
    const __m128i one = _mm_set1_epi8(first), other = _mm_set1_epi8(second);
    size_t at = 0;
    if (length <= SIZE)
        return glance_at_nothing(text, length, first, second);
    const __m128i last = _mm_loadu_si128((const void *)(text + length - SIZE));
    struct seen_16 seen = {last, last, _mm_setzero_si128()};
    for (; length - at > STEP; at += STEP)
        for (size_t part = 0; part < STEP; part += SIZE)
            look_at_16(&seen, text + at + part, one, other);
    for (; length - at > SIZE; at += SIZE)
        look_at_16(&seen, text + at, one, other);
    look_at_16(&seen, text + length - SIZE - 1, one, other);
    const __m128i strange = _mm_or_si128(seen.any, _mm_cmpeq_epi8(seen.least, _mm_setzero_si128()));
    return (struct ptxc_glance){_mm_movemask_epi8(strange) != 0, _mm_movemask_epi8(seen.pairs) != 0};
}

struct seen_32 {
    __m256i any, least, pairs;
};

__attribute__((target("avx2"))) static inline void look_at_32(struct seen_32 *seen, const char *piece, __m256i first,
                                                              __m256i second) {
    const __m256i bytes = _mm256_loadu_si256((const void *)piece);
    const __m256i next = _mm256_loadu_si256((const void *)(piece + 1));
    seen->any = _mm256_or_si256(seen->any, bytes);
    seen->least = _mm256_min_epu8(seen->least, bytes);
    seen->pairs = _mm256_or_si256(seen->pairs,
                                  _mm256_and_si256(_mm256_cmpeq_epi8(bytes, first), _mm256_cmpeq_epi8(next, second)));
}

__attribute__((target("avx2"))) static struct ptxc_glance glance_32(const char *text, size_t length, char first,
                                                                    char second) {
    enum { SIZE = sizeof(__m256i), STEP = 4 * SIZE };
    const __m256i one = _mm256_set1_epi8(first), other = _mm256_set1_epi8(second);
    size_t at = 0;
    if (length <= SIZE)
        return glance_at_nothing(text, length, first, second);
    const __m256i last = _mm256_loadu_si256((const void *)(text + length - SIZE));
    struct seen_32 seen = {last, last, _mm256_setzero_si256()};
    for (; length - at > STEP; at += STEP)
        for (size_t part = 0; part < STEP; part += SIZE)
            look_at_32(&seen, text + at + part, one, other);
    for (; length - at > SIZE; at += SIZE)
        look_at_32(&seen, text + at, one, other);
    look_at_32(&seen, text + length - SIZE - 1, one, other);
    const __m256i strange = _mm256_or_si256(seen.any, _mm256_cmpeq_epi8(seen.least, _mm256_setzero_si256()));
    return (struct ptxc_glance){_mm256_movemask_epi8(strange) != 0, _mm256_movemask_epi8(seen.pairs) != 0};
}

struct seen_64 {
    __m512i any, least;
    __mmask64 pairs;
};

__attribute__((target("avx512bw"))) static inline void look_at_64(struct seen_64 *seen, const char *piece,
                                                                  __m512i first, __m512i second) {
    const __m512i bytes = _mm512_loadu_si512((const void *)piece);
    const __m512i next = _mm512_loadu_si512((const void *)(piece + 1));
    seen->any = _mm512_or_si512(seen->any, bytes);
    seen->least = _mm512_min_epu8(seen->least, bytes);
    seen->pairs |= _mm512_mask_cmpeq_epi8_mask(_mm512_cmpeq_epi8_mask(bytes, first), next, second);
}

__attribute__((target("avx512bw"))) static struct ptxc_glance glance_64(const char *text, size_t length, char first,
                                                                        char second) {
    enum { SIZE = sizeof(__m512i), STEP = 4 * SIZE };
    const __m512i one = _mm512_set1_epi8(first), other = _mm512_set1_epi8(second);
    size_t at = 0;
    if (length <= SIZE)
        return glance_at_nothing(text, length, first, second);
    const __m512i last = _mm512_loadu_si512((const void *)(text + length - SIZE));
    struct seen_64 seen = {last, last, 0};
    for (; length - at > STEP; at += STEP)
        for (size_t part = 0; part < STEP; part += SIZE)
            look_at_64(&seen, text + at + part, one, other);
    for (; length - at > SIZE; at += SIZE)
        look_at_64(&seen, text + at, one, other);
    look_at_64(&seen, text + length - SIZE - 1, one, other);
    const bool strange = _mm512_movepi8_mask(seen.any) | _mm512_testn_epi8_mask(seen.least, seen.least);
    return (struct ptxc_glance){strange, seen.pairs};
}

ptxc_glancer *ptxc_glance_choose(unsigned enough) {
    if (__builtin_cpu_supports("avx512bw") && enough-- == 0)
        return glance_64;
    if (__builtin_cpu_supports("avx2") && enough-- == 0)
        return glance_32;
    return enough == 0 ? glance_16 : enough == 1 ? glance_at_nothing : NULL;
}

#else

ptxc_glancer *ptxc_glance_choose(unsigned enough) {
    return enough == 0 ? glance_at_nothing : NULL;
}

#endif

struct ptxc_glance ptxc_glance(const char *text, size_t length, char first, char second) {
    return ptxc_glance_choose(0)(text, length, first, second);
}
