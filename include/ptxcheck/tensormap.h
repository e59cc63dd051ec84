/* Tensor maps: what cuTensorMapEncodeTiled, cuTensorMapEncodeIm2col and cuTensorMapEncodeIm2colWide are given, judged
 * without a driver.
 *
 * The driver says CUDA_ERROR_INVALID_VALUE to a tensor map that it refuses; a report says which parameter is why:
 *
 *     struct ptxc_tensormap map = {.size = sizeof(map), .kind = PTXC_TENSORMAP_TILED, .data_type = 6, .rank = 2};
 *     map.global_address = address;
 *     ...
 *     if (ptxc_tensormap_check(&map, NULL, &report) == PTXC_OK)
 *         accepted = ptxc_report_total(report, PTXC_SEVERITY_ERROR) == 0;
 *
 * The rules are rows like those about instructions (ptxc_rule_get), with ids that begin with "map-". Rules of class
 * legality are what the driver refuses, as measured on devices of compute capability 9.0; what cuda.h asks for and the
 * driver does not is of other classes, and not an error. docs/tensormaps.md has more.
 *
 * The conventions of ptxcheck.h on threads, NULL and sizes hold here, too.
 */
#ifndef PTXCHECK_TENSORMAP_H
#define PTXCHECK_TENSORMAP_H

#include "ptxcheck.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which function encodes the map. */
enum ptxc_tensormap_kind {
    PTXC_TENSORMAP_TILED = 0,      /* cuTensorMapEncodeTiled */
    PTXC_TENSORMAP_IM2COL = 1,     /* cuTensorMapEncodeIm2col */
    PTXC_TENSORMAP_IM2COL_WIDE = 2 /* cuTensorMapEncodeIm2colWide */
};

/* The parameters of these functions, which are the fields of a tensor map. */
enum ptxc_tensormap_field {
    PTXC_TENSORMAP_KIND = 0,             /* kind: which function it is */
    PTXC_TENSORMAP_DATA_TYPE = 1,        /* tensorDataType */
    PTXC_TENSORMAP_RANK = 2,             /* tensorRank */
    PTXC_TENSORMAP_ADDRESS = 3,          /* globalAddress */
    PTXC_TENSORMAP_DIM = 4,              /* globalDim */
    PTXC_TENSORMAP_STRIDES = 5,          /* globalStrides */
    PTXC_TENSORMAP_BOX = 6,              /* boxDim */
    PTXC_TENSORMAP_LOWER = 7,            /* pixelBoxLowerCorner */
    PTXC_TENSORMAP_UPPER = 8,            /* pixelBoxUpperCorner */
    PTXC_TENSORMAP_LOWER_WIDTH = 9,      /* pixelBoxLowerCornerWidth */
    PTXC_TENSORMAP_UPPER_WIDTH = 10,     /* pixelBoxUpperCornerWidth */
    PTXC_TENSORMAP_CHANNELS = 11,        /* channelsPerPixel */
    PTXC_TENSORMAP_PIXELS = 12,          /* pixelsPerColumn */
    PTXC_TENSORMAP_ELEMENT_STRIDES = 13, /* elementStrides */
    PTXC_TENSORMAP_INTERLEAVE = 14,      /* interleave */
    PTXC_TENSORMAP_MODE = 15,            /* mode */
    PTXC_TENSORMAP_SWIZZLE = 16,         /* swizzle */
    PTXC_TENSORMAP_L2_PROMOTION = 17,    /* l2Promotion */
    PTXC_TENSORMAP_OOB_FILL = 18         /* oobFill */
};

/* No tensor map has more dimensions. */
enum { PTXC_TENSORMAP_MAX_RANK = 5 };

/* No version of the library knows more fields. */
enum { PTXC_TENSORMAP_MAX_FIELDS = 32 };

/* A tensor map as the functions take it: their parameters in their units, enumerators as the numbers of cuda.h. A
 * parameter that the function of its kind has not is not looked at, nor are the numbers of an array after those that
 * the rank asks for. `size` begins it: it may grow at its end. */
struct ptxc_tensormap {
    size_t size;             /* is sizeof(struct ptxc_tensormap) */
    const char *name;        /* is that of the parameter or variable that holds it, closed by a NUL, or NULL */
    uint32_t kind;           /* is a ptxc_tensormap_kind */
    uint32_t data_type;      /* is a CUtensorMapDataType: 6 for CU_TENSOR_MAP_DATA_TYPE_FLOAT16 */
    uint32_t rank;           /* is how many dimensions the tensor has */
    uint64_t global_address; /* is where it begins */
    uint64_t global_dim[PTXC_TENSORMAP_MAX_RANK];            /* are elements, the innermost dimension first */
    uint64_t global_strides[PTXC_TENSORMAP_MAX_RANK];        /* are bytes, from the second dimension on */
    uint32_t box_dim[PTXC_TENSORMAP_MAX_RANK];               /* tiled: elements */
    int32_t pixel_box_lower_corner[PTXC_TENSORMAP_MAX_RANK]; /* im2col: offsets along W, H, D; two less than the rank */
    int32_t pixel_box_upper_corner[PTXC_TENSORMAP_MAX_RANK]; /* likewise */
    int32_t pixel_box_lower_corner_width;                    /* im2colWide: offset along W */
    int32_t pixel_box_upper_corner_width;                    /* likewise */
    uint32_t channels_per_pixel;                             /* im2col and im2colWide */
    uint32_t pixels_per_column;                              /* likewise */
    uint32_t element_strides[PTXC_TENSORMAP_MAX_RANK];       /* is 1 where every element of the box is copied */
    uint32_t interleave;                                     /* is a CUtensorMapInterleave */
    uint32_t mode;                                           /* im2colWide: a CUtensorMapIm2ColWideMode */
    uint32_t swizzle;                                        /* is a CUtensorMapSwizzle */
    uint32_t l2_promotion;                                   /* is a CUtensorMapL2promotion */
    uint32_t oob_fill;                                       /* is a CUtensorMapFloatOOBfill */
    uint8_t unknown[PTXC_TENSORMAP_MAX_FIELDS]; /* has, for each ptxc_tensormap_field, a bit (1 << i) for each number of
                                                 * it that is not known: what depends on it is not judged */
};

/* Checks a tensor map. The spans of the report are places in its text as JSON, which ptxc_report_text gives. Of the
 * options the target counts (NULL: sm_90), the classes, overrides, limit and the allocator; `options` may be NULL. With
 * PTXC_OK the caller frees `*report` with ptxc_report_free; with anything else it is NULL: PTXC_OUT_OF_MEMORY,
 * PTXC_BAD_ARGUMENT for the options, a NULL, a size that was not set or a kind that is none. Any number of threads may
 * call it at once. */
PTXC_API enum ptxc_status ptxc_tensormap_check(const struct ptxc_tensormap *map, const struct ptxc_options *options,
                                               struct ptxc_report **report);

/* Checks `length` bytes of JSON: a tensor map, a list of them, or one after another, as in a file with one a line.
 * docs/tensormaps.md says how a map is written. All spans are places in `source`, which may be freed as soon as the
 * call returns. ptxc_report_instructions gives how many maps there are. The rest is as with ptxc_tensormap_check;
 * PTXC_TOO_LARGE says that the source has 2^31 bytes or more. */
PTXC_API enum ptxc_status ptxc_tensormap_check_json(const char *source, size_t length,
                                                    const struct ptxc_options *options, struct ptxc_report **report);

/* A set of tensor maps (struct ptxc_tensormaps) is for the `maps` of ptxc_options: copies whose tensor map is a
 * parameter or a variable of the name of one of them are checked against that.
 *
 * Makes an empty set, with the memory of `allocator` (NULL: malloc and free), or one of those in `length` bytes of
 * JSON, which are checked at the same time: `*report` becomes what ptxc_tensormap_check_json gives, and is freed by the
 * caller; `report` may be NULL. With PTXC_OK the caller frees `*maps` with ptxc_tensormaps_free; with anything else
 * both are NULL, for the reasons of ptxc_tensormap_check_json. */
PTXC_API enum ptxc_status ptxc_tensormaps_make(const struct ptxc_allocator *allocator, struct ptxc_tensormaps **maps);
PTXC_API enum ptxc_status ptxc_tensormaps_read(const char *source, size_t length, const struct ptxc_options *options,
                                               struct ptxc_tensormaps **maps, struct ptxc_report **report);

/* Adds a copy of a tensor map, its name included. Of two with one name the last counts. PTXC_BAD_ARGUMENT says what it
 * says of ptxc_tensormap_check. */
PTXC_API enum ptxc_status ptxc_tensormaps_add(struct ptxc_tensormaps *maps, const struct ptxc_tensormap *map);

/* Gives how many there are. */
PTXC_API size_t ptxc_tensormaps_count(const struct ptxc_tensormaps *maps);

/* Fills *map with tensor map `index`, as far as its `size` goes, and gives 1; 0 where there is none, or the size was
 * not set. Its name lives as long as the set. */
PTXC_API int ptxc_tensormaps_get(const struct ptxc_tensormaps *maps, size_t index, struct ptxc_tensormap *map);

/* Frees a set, which no check may use any more. It may be NULL. */
PTXC_API void ptxc_tensormaps_free(struct ptxc_tensormaps *maps);

/* Writes the tensor map as JSON, on one line, as ptxc_tensormap_check_json reads it; what is not known is null, or left
 * out where that says the same. It keeps the contract of snprintf, as ptxc_form_syntax does; 0 for a kind that is none.
 */
PTXC_API size_t ptxc_tensormap_emit(const struct ptxc_tensormap *map, char *buffer, size_t size);

/* Gives the name of a field, as the functions have it, a constant: "boxDim"; NULL for a value that is none. */
PTXC_API const char *ptxc_tensormap_field_name(enum ptxc_tensormap_field field);

/* Gives the name of an enumerator of a field in cuda.h after what all names of the field begin with, a constant:
 * "FLOAT16" for 6 of PTXC_TENSORMAP_DATA_TYPE, "im2col" for 1 of PTXC_TENSORMAP_KIND. It gives NULL for a value that is
 * none, and where the field holds a number. */
PTXC_API const char *ptxc_tensormap_value_name(enum ptxc_tensormap_field field, uint32_t value);

/* What copies with a tiled map take along one dimension, in elements. A box reaches over boxDim of them, and takes
 * every elementStrides-th from its first on; of the innermost dimension without interleave it takes all. */
struct ptxc_tensormap_boxes {
    uint64_t tensor; /* has the tensor */
    uint32_t box;    /* a box reaches over */
    uint32_t step;   /* from one that is taken to the next */
    uint32_t taken;  /* by one box */
    uint64_t boxes;  /* side by side from coordinate 0 on reach over the tensor */
    uint32_t inside; /* of those that the last of these boxes reaches over lie in the tensor */
    uint32_t
        filled; /* of those that it takes lie outside: a load fills them as oobFill says, a store leaves them out */
};

/* Fills *extent for a dimension, 0 for the innermost, and gives 1; 0 where the map is not tiled or has no such
 * dimension, a number that it takes is not known, or the driver takes no such number. */
PTXC_API int ptxc_tensormap_extent(const struct ptxc_tensormap *map, size_t dimension,
                                   struct ptxc_tensormap_boxes *extent);

/* Gives how many bytes a copy with the map brings to shared memory, or takes from there, which an mbarrier counts; a
 * gather or a scatter, of which each has four boxes, four times as many. It gives 0 where that is not known: with
 * im2colWide the copy says it, with interleaved layouts and im2col it was not measured. */
PTXC_API uint64_t ptxc_tensormap_bytes(const struct ptxc_tensormap *map);

/* The box of pixels of a map for im2col (ISA 5.5.4), or for im2colWide (5.5.5): coordinates along W, H and D, as far as
 * the tensor has them and the map says it. That of im2colWide lies in one row, which the copy names. The offsets of a
 * copy move all pixels that it takes, and so the box. */
struct ptxc_tensormap_area {
    size_t dimensions; /* 1 to 3 */
    int64_t first[PTXC_TENSORMAP_MAX_RANK - 2];
    int64_t last[PTXC_TENSORMAP_MAX_RANK - 2]; /* is still in the box */
};

/* Fills *pixels and gives 1; 0 for a tiled map or an interleaved layout, or where a number that it takes is not known
 * or the box is empty. */
PTXC_API int ptxc_tensormap_pixels(const struct ptxc_tensormap *map, struct ptxc_tensormap_area *pixels);

/* Moves the coordinates of a pixel, as many as the tensor has dimensions and the channel first, to the pixel that a
 * copy takes next, and gives 1: elementStrides further along W; after the end of the box at its start again, in the
 * next row along H, then D, and then in the next image, each by elementStrides. A copy takes pixelsPerColumn, from its
 * coordinates on, which must be a pixel of the box; a pixel that lies outside of the tensor once the offsets are added
 * is filled. All this was measured: an H100 copied 44,167 boxes so, and ended the launch where the first pixel was not
 * in the box. With im2colWide pixels lie along W alone, and the ISA does not say what follows the end of the box: it
 * gives 0 there, and where ptxc_tensormap_pixels does. */
PTXC_API int ptxc_tensormap_next_pixel(const struct ptxc_tensormap *map, int64_t coordinates[PTXC_TENSORMAP_MAX_RANK]);

#ifdef __cplusplus
}
#endif

#endif
