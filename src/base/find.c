/* The search for two characters that follow one another: see find.h. Pieces of 16, 32 or 64 bytes are held against the
 * one, and those that begin a byte later against the other.
 */
#include "base/find.h"

#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

static const char *find_one_by_one(const char *text, const char *limit, char first, char second) {
    for (const char *at = text; limit - at > 1 && (at = memchr(at, first, (size_t)(limit - at - 1))); at++)
        if (at[1] == second)
            return at;
    return NULL;
}

#if defined(__x86_64__)

static const char *find_16(const char *text, const char *limit, char first, char second) {
    enum { SIZE = sizeof(__m128i) };
    const __m128i one = _mm_set1_epi8(first), other = _mm_set1_epi8(second);
    for (; limit - text > SIZE; text += SIZE) {
        const __m128i begins = _mm_cmpeq_epi8(_mm_loadu_si128((const void *)text), one);
        const __m128i ends = _mm_cmpeq_epi8(_mm_loadu_si128((const void *)(text + 1)), other);
        const unsigned found = (unsigned)_mm_movemask_epi8(_mm_and_si128(begins, ends));
        if (found)
            return text + __builtin_ctz(found);
    }
    return find_one_by_one(text, limit, first, second);
}

__attribute__((target("avx2"))) static const char *find_32(const char *text, const char *limit, char first,
                                                           char second) {
    enum { SIZE = sizeof(__m256i) };
    const __m256i one = _mm256_set1_epi8(first), other = _mm256_set1_epi8(second);
    for (; limit - text > SIZE; text += SIZE) {
        const __m256i begins = _mm256_cmpeq_epi8(_mm256_loadu_si256((const void *)text), one);
        const __m256i ends = _mm256_cmpeq_epi8(_mm256_loadu_si256((const void *)(text + 1)), other);
        const unsigned found = (unsigned)_mm256_movemask_epi8(_mm256_and_si256(begins, ends));
        if (found)
            return text + __builtin_ctz(found);
    }
    return find_one_by_one(text, limit, first, second);
}

__attribute__((target("avx512bw"))) static const char *find_64(const char *text, const char *limit, char first,
                                                               char second) {
    enum { SIZE = sizeof(__m512i) };
    const __m512i one = _mm512_set1_epi8(first), other = _mm512_set1_epi8(second);
    for (; limit - text > SIZE; text += SIZE) {
        const __mmask64 begins = _mm512_cmpeq_epi8_mask(_mm512_loadu_si512((const void *)text), one);
        const __m512i ends = _mm512_loadu_si512((const void *)(text + 1));
        const uint64_t found = _mm512_mask_cmpeq_epi8_mask(begins, ends, other);
        if (found)
            return text + __builtin_ctzll(found);
    }
    return find_one_by_one(text, limit, first, second);
}

ptxc_pair_finder *ptxc_pair_choose(unsigned enough) {
    if (__builtin_cpu_supports("avx512bw") && enough-- == 0)
        return find_64;
    if (__builtin_cpu_supports("avx2") && enough-- == 0)
        return find_32;
    return enough == 0 ? find_16 : enough == 1 ? find_one_by_one : NULL;
}

#else

ptxc_pair_finder *ptxc_pair_choose(unsigned enough) {
    return enough == 0 ? find_one_by_one : NULL;
}

#endif

const char *ptxc_find_pair(const char *text, const char *limit, char first, char second) {
    return ptxc_pair_choose(0)(text, limit, first, second);
}
