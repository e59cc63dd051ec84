// Tensor maps in host code: what is a constant is judged, and nothing else.
#include <cuda.h>
#define WIDTH 512
#define TWICE 1
#define TWICE 2
constexpr int rows = 128;

template <int COLUMNS = 300, int STAGES = 4>
CUresult by_parameters(CUtensorMap *map, void *p, uint64_t m, uint32_t count = 300) {
    cuuint64_t dims[2] = {m, 64};
    cuuint64_t strides[1] = {m * sizeof(half)};
    cuuint32_t box[2] = {COLUMNS, count};
    cuuint32_t steps[] = {1, TWICE * 9};
    return cuTensorMapEncodeTiled(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, p, dims, strides, box, steps,
                                  CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                  CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

void wrong(CUtensorMap *map, void *p) {
    constexpr auto type = CU_TENSOR_MAP_DATA_TYPE_INT32;
    const uint32_t rank = 2;
    const uint64_t dims[rank] = {(uint64_t)1024, static_cast<uint64_t>(0)};
    uint64_t strides[rank - 1] = {1021 * sizeof(float)};
    std::array<uint32_t, 2> box = {rows / 2, WIDTH / 2 + 1};
    uint32_t steps[2]{1, 9};
    CUtensorMapSwizzle swizzle{CU_TENSOR_MAP_SWIZZLE_128B};
    CUresult result = ::cuTensorMapEncodeTiled(
        map, type, rank, nullptr, dims, strides, box.data(), &steps[0],
        CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
}

void changed(CUtensorMap *map, void *p, bool wide) {
    uint32_t rank = 2, box[2] = {300, 300}, steps[2] = {9, 9};
    uint64_t strides[1] = {8};
    uint64_t dims[2] = {0, 0};
    int kind = 99;
    for (int i = 0; i < 2; i++)
        dims[i] = 64;
    strides[0] <<= 1;
    fill(steps);
    use(&kind);
    box[0] = 8;
    if (wide) {
        uint64_t dims[2] = {0, 0};
        use(dims);
    }
    cuTensorMapEncodeTiled(map, CU_TENSOR_MAP_DATA_TYPE_UINT8, rank, p, dims, strides, box, steps,
                           CU_TENSOR_MAP_INTERLEAVE_NONE, kind, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                           CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

void branches(CUtensorMap *map, void *p, const uint64_t *dims, const uint64_t *strides) {
#ifdef WIDE
    const uint32_t box[3] = {300, 1, 1};
#else
    const uint32_t box[3] = {64, 1, 1};
#endif
    const uint32_t steps[3] = {1, 1, 1};
    const int corner[] = {-129};
    cuTensorMapEncodeTiled(map, CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B, 3, p, dims, strides, box, steps,
                           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B,
                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    cuTensorMapEncodeIm2col(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, p, dims, strides, corner, corner, 63, 1025, steps,
                            CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                            CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    cuTensorMapEncodeIm2colWide(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 5, p, dims, strides, -17, 0, 32, 64, steps,
                                CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_IM2COL_WIDE_MODE_W,
                                CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    cuTensorMapEncodeTiled(map, 99, 9); // ptxcheck: no call of this function
    // ptxcheck: allow(map-enumerator) nobody runs this
    cuTensorMapEncodeIm2colWide(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 5, p, dims, strides, 0, 0, 32, 64, steps, 9, 0, 3, 0, 0);
}
