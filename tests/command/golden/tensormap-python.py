# Tensor maps that Python makes by cuda.bindings, as far as their arguments are constants.
from cuda.bindings import driver as cbd
from cuda.bindings.driver import CUtensorMapL2promotion, CUtensorMapFloatOOBfill

TILE_M, TILE_N = 128, 64
TILE_K: int = 2 * TILE_N
SWIZZLE = cbd.CUtensorMapSwizzle.CU_TENSOR_MAP_SWIZZLE_128B
PLAIN = (
    cbd.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE,
)
CHANGED = 64
SHARED_BOX = [cbd.cuuint32_t(512), cbd.cuuint32_t(8)]


def written_out(pointer):
    err, tensor_map = cbd.cuTensorMapEncodeTiled(
        cbd.CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
        2,
        pointer,
        [cbd.cuuint64_t(4096), cbd.cuuint64_t(1024)],
        [cbd.cuuint64_t(8200)],  # no multiple of 16
        (cbd.cuuint32_t(128), cbd.cuuint32_t(257)),  # wider than the swizzle, and too high
        [cbd.cuuint32_t(1), cbd.cuuint32_t(9)],
        cbd.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE,
        cbd.CUtensorMapSwizzle.CU_TENSOR_MAP_SWIZZLE_128B,
        cbd.CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
        cbd.CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
    )
    return tensor_map


def by_names(pointer, rows):
    columns = 1 << 12
    dims = [cbd.cuuint64_t(columns), cbd.cuuint64_t(rows)]
    strides = [cbd.cuuint64_t(columns * 2)]
    box = [cbd.cuuint32_t(TILE_K), cbd.cuuint32_t(TILE_M * 2 + 1)]  # both are too many
    steps = [cbd.cuuint32_t(1)] * 2
    return cbd.cuTensorMapEncodeTiled(
        tensorDataType=cbd.CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_FLOAT16, tensorRank=len(dims),
        globalAddress=pointer.data_ptr(), globalDim=dims, globalStrides=strides, boxDim=box, elementStrides=steps,
        interleave=cbd.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle=SWIZZLE,
        l2Promotion=CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_NONE,
        oobFill=CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)


def encode(pointer, box, rank=2, first=None, swizzle=SWIZZLE):
    """What callers give is not known."""
    return cbd.cuTensorMapEncodeTiled(
        cbd.CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_FLOAT32, rank, pointer, first, first, box, first,
        PLAIN[0], swizzle, CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_NONE,
        CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)


class Maker:
    rank = 7

    def known(self, pointer):
        rank = 6  # too many
        return cbd.cuTensorMapEncodeTiled(
            self.data_type, rank, pointer, self.dims, self.strides, self.box, self.steps, self.interleave,
            self.swizzle, self.promotion, self.fill)

    def of_the_class(self, pointer):
        return cbd.cuTensorMapEncodeTiled(
            self.data_type, self.rank, pointer, self.dims, self.strides, self.box, self.steps, self.interleave,
            self.swizzle, self.promotion, self.fill)


def rebound(pointer, wide):
    """Nothing is said of what may be something else."""
    global CHANGED
    rank = 2
    if wide:
        rank = 9
    boxes = [cbd.cuuint32_t(512), cbd.cuuint32_t(8)]
    boxes[0] = cbd.cuuint32_t(64)
    for swizzle in (0, 77):
        cbd.cuTensorMapEncodeTiled(
            cbd.CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_FLOAT16, rank, pointer, boxes, boxes, boxes, boxes,
            77 if wide else 0, swizzle, [CHANGED for swizzle in range(4)], -7 // 2)
    SHARED_BOX.append(3)
    args = (2, pointer)
    cbd.cuTensorMapEncodeTiled(99, *args, SHARED_BOX, [1], SHARED_BOX, SHARED_BOX, 0, 0, 0, 0)
    cbd.cuTensorMapEncodeTiled(99, 2, pointer, SHARED_BOX, [1], [*args, 512], SHARED_BOX, 0, 0, 0)
    cbd.cuTensorMapEncodeTiled(0, 2, pointer, SHARED_BOX, [*args, 1], [*args, 512], SHARED_BOX, 0, 0, 0, 0)


def of_images(pointer):
    low = cbd_low = (-129, 0)  # one too low
    lower, upper = [-129, 0], [0, 0]  # likewise
    return cbd.cuTensorMapEncodeIm2col(
        cbd.CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 4, pointer, None, None, lower, upper, 64, 0x8, None,
        cbd.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE, SWIZZLE, 0, 0)


def allowed(pointer, dims, strides, steps):
    cbd.cuTensorMapEncodeTiled(
        0, 2, pointer, dims, strides, [16, 300], steps, 0, 0, 0, 0)  # ptxcheck: allow(map-box) a test of the driver
