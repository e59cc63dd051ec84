/* ptxcheck: the names that instructions are made of, as enumerators with their spelling. Their values are permanent.
 * instruction.h has the functions that give the spelling of an enumerator, and that lead back.
 *
 * What follows "the rows" in a list is printed from a table in grammar/: ./run update writes it, and a test compares.
 */
#ifndef PTXCHECK_NAMES_H
#define PTXCHECK_NAMES_H

/* clang-format off */

/* An opcode is a mnemonic of the family: its row has the section of the ISA that describes it. */
enum ptxc_opcode {
    PTXC_OP_NONE = 0,
    /* the rows OPCODE of opcodes.def */
    PTXC_OP_CP_ASYNC_BULK_PREFETCH_TENSOR = 1,      /* cp.async.bulk.prefetch.tensor */
    PTXC_OP_CP_ASYNC_BULK_PREFETCH = 2,             /* cp.async.bulk.prefetch */
    PTXC_OP_CP_ASYNC_BULK_TENSOR = 3,               /* cp.async.bulk.tensor */
    PTXC_OP_CP_ASYNC_BULK_COMMIT_GROUP = 4,         /* cp.async.bulk.commit_group */
    PTXC_OP_CP_ASYNC_BULK_WAIT_GROUP = 5,           /* cp.async.bulk.wait_group */
    PTXC_OP_CP_ASYNC_BULK = 6,                      /* cp.async.bulk */
    PTXC_OP_CP_ASYNC_COMMIT_GROUP = 7,              /* cp.async.commit_group */
    PTXC_OP_CP_ASYNC_WAIT_GROUP = 8,                /* cp.async.wait_group */
    PTXC_OP_CP_ASYNC_WAIT_ALL = 9,                  /* cp.async.wait_all */
    PTXC_OP_CP_ASYNC_MBARRIER_ARRIVE = 10,          /* cp.async.mbarrier.arrive */
    PTXC_OP_CP_ASYNC = 11,                          /* cp.async */
    PTXC_OP_CP_REDUCE_ASYNC_BULK_TENSOR = 12,       /* cp.reduce.async.bulk.tensor */
    PTXC_OP_CP_REDUCE_ASYNC_BULK = 13,              /* cp.reduce.async.bulk */
    PTXC_OP_CREATEPOLICY_FRACTIONAL = 14,           /* createpolicy.fractional */
    PTXC_OP_CREATEPOLICY_RANGE = 15,                /* createpolicy.range */
    PTXC_OP_CREATEPOLICY_CVT = 16,                  /* createpolicy.cvt */
    PTXC_OP_CLUSTERLAUNCHCONTROL_TRY_CANCEL = 58,   /* clusterlaunchcontrol.try_cancel.async */
    PTXC_OP_CLUSTERLAUNCHCONTROL_QUERY_CANCEL = 59, /* clusterlaunchcontrol.query_cancel */
    PTXC_OP_MBARRIER_INIT = 17,                     /* mbarrier.init */
    PTXC_OP_MBARRIER_INVAL = 18,                    /* mbarrier.inval */
    PTXC_OP_MBARRIER_EXPECT_TX = 19,                /* mbarrier.expect_tx */
    PTXC_OP_MBARRIER_COMPLETE_TX = 20,              /* mbarrier.complete_tx */
    PTXC_OP_MBARRIER_ARRIVE_EXPECT_TX = 21,         /* mbarrier.arrive.expect_tx */
    PTXC_OP_MBARRIER_ARRIVE = 22,                   /* mbarrier.arrive */
    PTXC_OP_MBARRIER_ARRIVE_DROP_EXPECT_TX = 23,    /* mbarrier.arrive_drop.expect_tx */
    PTXC_OP_MBARRIER_ARRIVE_DROP = 24,              /* mbarrier.arrive_drop */
    PTXC_OP_MBARRIER_TEST_WAIT_PARITY = 25,         /* mbarrier.test_wait.parity */
    PTXC_OP_MBARRIER_TEST_WAIT = 26,                /* mbarrier.test_wait */
    PTXC_OP_MBARRIER_TRY_WAIT_PARITY = 27,          /* mbarrier.try_wait.parity */
    PTXC_OP_MBARRIER_TRY_WAIT = 28,                 /* mbarrier.try_wait */
    PTXC_OP_MBARRIER_PENDING_COUNT = 29,            /* mbarrier.pending_count */
    PTXC_OP_MBARRIER_CHECK_LAYOUT = 51,             /* mbarrier.check_layout */
    PTXC_OP_MAPA = 30,                              /* mapa */
    PTXC_OP_MULTIMEM_CP_ASYNC_BULK = 31,            /* multimem.cp.async.bulk */
    PTXC_OP_MULTIMEM_CP_REDUCE_ASYNC_BULK = 32,     /* multimem.cp.reduce.async.bulk */
    PTXC_OP_MULTIMEM_RED_ASYNC = 52,                /* multimem.red.async */
    PTXC_OP_MULTIMEM_ST_ASYNC = 60,                 /* multimem.st.async */
    PTXC_OP_FENCE_PROXY_ASYNC_GENERIC = 33,         /* fence.proxy.async::generic */
    PTXC_OP_FENCE_PROXY_ASYNC = 34,                 /* fence.proxy.async */
    PTXC_OP_FENCE_PROXY_TENSORMAP_GENERIC = 35,     /* fence.proxy.tensormap::generic */
    PTXC_OP_FENCE_MBARRIER_INIT = 36,               /* fence.mbarrier_init */
    PTXC_OP_FENCE_PROXY_GENERIC_FABRIC = 69,        /* fence.proxy.generic::fabric.alias */
    PTXC_OP_FENCE_PROXY_FABRIC_GENERIC = 70,        /* fence.proxy.fabric::generic.alias */
    PTXC_OP_FENCE_PROXY_FABRIC = 71,                /* fence.proxy.fabric::fabric.alias */
    PTXC_OP_FENCE_PROXY_ALIAS = 53,                 /* fence.proxy.alias */
    PTXC_OP_FENCE_ACQUIRE = 54,                     /* fence.acquire */
    PTXC_OP_FENCE_RELEASE = 55,                     /* fence.release */
    PTXC_OP_ST_ASYNC = 37,                          /* st.async */
    PTXC_OP_ST_BULK = 38,                           /* st.bulk */
    PTXC_OP_RED_ASYNC = 39,                         /* red.async */
    PTXC_OP_TENSORMAP_REPLACE = 40,                 /* tensormap.replace */
    PTXC_OP_TENSORMAP_CP_FENCEPROXY = 41,           /* tensormap.cp_fenceproxy */
    PTXC_OP_TCGEN05_ALLOC = 64,                     /* tcgen05.alloc */
    PTXC_OP_TCGEN05_DEALLOC = 65,                   /* tcgen05.dealloc */
    PTXC_OP_TCGEN05_RELINQUISH_ALLOC_PERMIT = 66,   /* tcgen05.relinquish_alloc_permit */
    PTXC_OP_TCGEN05_COMMIT = 67,                    /* tcgen05.commit */
    PTXC_OP_TCGEN05_CP = 68,                        /* tcgen05.cp */
    PTXC_OP_PREFETCH_CONST_TENSORMAP = 42,          /* prefetch.const.tensormap */
    PTXC_OP_PREFETCH_PARAM_TENSORMAP = 43,          /* prefetch.param.tensormap */
    PTXC_OP_PREFETCH_TENSORMAP = 44,                /* prefetch.tensormap */
    PTXC_OP_GETCTARANK = 45,                        /* getctarank */
    PTXC_OP_GRIDDEPCONTROL_LAUNCH_DEPENDENTS = 46,  /* griddepcontrol.launch_dependents */
    PTXC_OP_GRIDDEPCONTROL_WAIT = 47,               /* griddepcontrol.wait */
    PTXC_OP_ELECT_SYNC = 48,                        /* elect.sync */
    PTXC_OP_BARRIER_CLUSTER_ARRIVE = 49,            /* barrier.cluster.arrive */
    PTXC_OP_BARRIER_CLUSTER_WAIT = 50,              /* barrier.cluster.wait */
    PTXC_OP_APPLYPRIORITY_ASYNC_BULK_TENSOR = 56,   /* applypriority.async.bulk.tensor */
    PTXC_OP_APPLYPRIORITY_ASYNC_BULK = 57,          /* applypriority.async.bulk */
    PTXC_OP_WGMMA_COMMIT_GROUP = 61,                /* wgmma.commit_group */
    PTXC_OP_WGMMA_WAIT_GROUP = 62,                  /* wgmma.wait_group */
    PTXC_OP_WGMMA_FENCE = 63,                       /* wgmma.fence */
};

/* A slot is what a qualifier fills. An instruction has each at most once. */
enum ptxc_slot {
    PTXC_SLOT_NONE = 255,
    /* the rows SLOT of qualifiers.def */
    PTXC_SLOT_DESTINATION = 0,      /* destination */
    PTXC_SLOT_SOURCE = 1,           /* source */
    PTXC_SLOT_CACHE = 2,            /* cache */
    PTXC_SLOT_CACHE_HINT = 3,       /* cache hint */
    PTXC_SLOT_PREFETCH_SIZE = 4,    /* prefetch size */
    PTXC_SLOT_LEVEL = 5,            /* level */
    PTXC_SLOT_COMPLETION = 6,       /* completion */
    PTXC_SLOT_MULTICAST = 7,        /* multicast */
    PTXC_SLOT_MULTICAST_32B = 8,    /* multicast 32b */
    PTXC_SLOT_CP_MASK = 9,          /* cp mask */
    PTXC_SLOT_DIM = 10,             /* dim */
    PTXC_SLOT_LOAD_MODE = 11,       /* load mode */
    PTXC_SLOT_CTA_GROUP = 12,       /* cta group */
    PTXC_SLOT_REDUCTION = 13,       /* reduction */
    PTXC_SLOT_TYPE = 14,            /* type */
    PTXC_SLOT_NOFTZ = 15,           /* noftz */
    PTXC_SLOT_READ = 16,            /* read */
    PTXC_SLOT_NOINC = 17,           /* noinc */
    PTXC_SLOT_SCOPE = 18,           /* scope */
    PTXC_SLOT_WEAK = 19,            /* weak */
    PTXC_SLOT_SEMANTICS = 20,       /* semantics */
    PTXC_SLOT_IGNORE_OOB = 21,      /* ignore oob */
    PTXC_SLOT_REPORT = 22,          /* report */
    PTXC_SLOT_EVICTION = 23,        /* eviction */
    PTXC_SLOT_SECOND_EVICTION = 24, /* second eviction */
    PTXC_SLOT_OVERRIDE = 25,        /* override */
    PTXC_SLOT_OVERRIDE_SIZE = 26,   /* override size */
    PTXC_SLOT_PACKED_TYPE = 27,     /* packed type */
    PTXC_SLOT_MMIO = 28,            /* mmio */
    PTXC_SLOT_VECTOR = 29,          /* vector */
    PTXC_SLOT_RESTRICTION = 30,     /* restriction */
    PTXC_SLOT_FIELD = 31,           /* field */
    PTXC_SLOT_OBJECT_TYPE = 32,     /* object type */
    PTXC_SLOT_PROXY = 33,           /* proxy */
    PTXC_SLOT_SYNC = 34,            /* sync */
    PTXC_SLOT_SECOND_SYNC = 35,     /* second sync */
    PTXC_SLOT_ALIGNED = 36,         /* aligned */
    PTXC_SLOT_NO_COMPLETE = 37,     /* no complete */
    PTXC_SLOT_PHASE_TYPE = 38,      /* phase type */
    PTXC_SLOT_CONDITIONAL = 39,     /* conditional */
    PTXC_SLOT_LAYOUT = 40,          /* layout */
    PTXC_SLOT_SECOND_TYPE = 41,     /* second type */
    PTXC_SLOT_QUERY = 42,           /* query */
    PTXC_SLOT_TESTED = 43,          /* tested */
    PTXC_SLOT_ACCUMULATION = 44,    /* accumulation */
    PTXC_SLOT_ASSUMPTION = 45,      /* assumption */
    PTXC_SLOT_REFERENCE = 46,       /* reference */
    PTXC_SLOT_SHAPE = 47,           /* shape */
    PTXC_SLOT_WARPS = 48,           /* warps */
    PTXC_SLOT_FORMAT = 49,          /* format */
    PTXC_SLOT_SOURCE_FORMAT = 50,   /* source format */
    PTXC_SLOT_EXCLUSIVE = 51,       /* exclusive */
};

/* A qualifier is what follows the opcode words of a mnemonic, from its dot on. */
enum ptxc_qualifier {
    PTXC_Q_NONE = 0,
    /* the rows QUALIFIER of qualifiers.def */
    PTXC_Q_SHARED = 1,                         /* .shared */
    PTXC_Q_SHARED_CTA = 2,                     /* .shared::cta */
    PTXC_Q_SHARED_CLUSTER = 3,                 /* .shared::cluster */
    PTXC_Q_GLOBAL = 4,                         /* .global */
    PTXC_Q_CONST = 5,                          /* .const */
    PTXC_Q_LOCAL = 6,                          /* .local */
    PTXC_Q_PARAM = 7,                          /* .param */
    PTXC_Q_CA = 8,                             /* .ca */
    PTXC_Q_CG = 9,                             /* .cg */
    PTXC_Q_CACHE_HINT = 10,                    /* .L2::cache_hint */
    PTXC_Q_L2_64B = 11,                        /* .L2::64B */
    PTXC_Q_L2_128B = 12,                       /* .L2::128B */
    PTXC_Q_L2_256B = 13,                       /* .L2::256B */
    PTXC_Q_L2 = 14,                            /* .L2 */
    PTXC_Q_COMPLETE_TX = 15,                   /* .mbarrier::complete_tx::bytes */
    PTXC_Q_BULK_GROUP = 16,                    /* .bulk_group */
    PTXC_Q_MULTICAST = 17,                     /* .multicast::cluster */
    PTXC_Q_MULTICAST_16B = 18,                 /* .multicast::cluster::16b */
    PTXC_Q_MULTICAST_32B = 19,                 /* .multicast::cluster::32b */
    PTXC_Q_CP_MASK = 20,                       /* .cp_mask */
    PTXC_Q_1D = 21,                            /* .1d */
    PTXC_Q_2D = 22,                            /* .2d */
    PTXC_Q_3D = 23,                            /* .3d */
    PTXC_Q_4D = 24,                            /* .4d */
    PTXC_Q_5D = 25,                            /* .5d */
    PTXC_Q_TILE = 26,                          /* .tile */
    PTXC_Q_TILE_GATHER4 = 27,                  /* .tile::gather4 */
    PTXC_Q_TILE_SCATTER4 = 28,                 /* .tile::scatter4 */
    PTXC_Q_IM2COL = 29,                        /* .im2col */
    PTXC_Q_IM2COL_W = 30,                      /* .im2col::w */
    PTXC_Q_IM2COL_W_128 = 31,                  /* .im2col::w::128 */
    PTXC_Q_IM2COL_NO_OFFS = 32,                /* .im2col_no_offs */
    PTXC_Q_IM2COL_NO_OFFS_W = 33,              /* .im2col_no_offs::w */
    PTXC_Q_CTA_GROUP_1 = 34,                   /* .cta_group::1 */
    PTXC_Q_CTA_GROUP_2 = 35,                   /* .cta_group::2 */
    PTXC_Q_ADD = 36,                           /* .add */
    PTXC_Q_MIN = 37,                           /* .min */
    PTXC_Q_MAX = 38,                           /* .max */
    PTXC_Q_INC = 39,                           /* .inc */
    PTXC_Q_DEC = 40,                           /* .dec */
    PTXC_Q_AND = 41,                           /* .and */
    PTXC_Q_OR = 42,                            /* .or */
    PTXC_Q_XOR = 43,                           /* .xor */
    PTXC_Q_NOFTZ = 44,                         /* .noftz */
    PTXC_Q_F16 = 45,                           /* .f16 */
    PTXC_Q_BF16 = 46,                          /* .bf16 */
    PTXC_Q_B32 = 47,                           /* .b32 */
    PTXC_Q_U32 = 48,                           /* .u32 */
    PTXC_Q_S32 = 49,                           /* .s32 */
    PTXC_Q_F32 = 50,                           /* .f32 */
    PTXC_Q_B64 = 51,                           /* .b64 */
    PTXC_Q_U64 = 52,                           /* .u64 */
    PTXC_Q_S64 = 53,                           /* .s64 */
    PTXC_Q_F64 = 54,                           /* .f64 */
    PTXC_Q_B128 = 55,                          /* .b128 */
    PTXC_Q_READ = 56,                          /* .read */
    PTXC_Q_NOINC = 57,                         /* .noinc */
    PTXC_Q_CTA = 58,                           /* .cta */
    PTXC_Q_CLUSTER = 59,                       /* .cluster */
    PTXC_Q_GPU = 60,                           /* .gpu */
    PTXC_Q_SYS = 61,                           /* .sys */
    PTXC_Q_WEAK = 62,                          /* .weak */
    PTXC_Q_RELAXED = 63,                       /* .relaxed */
    PTXC_Q_IGNORE_OOB = 64,                    /* .ignore_oob */
    PTXC_Q_REPORT_DISABLED = 65,               /* .mbarrier::report::disabled */
    PTXC_Q_REPORT_16B_80000000 = 66,           /* .mbarrier::report::validity::per_16bytes::80000000 */
    PTXC_Q_REPORT_16B_8000 = 67,               /* .mbarrier::report::validity::per_16bytes::8000 */
    PTXC_Q_REPORT_16B_80 = 68,                 /* .mbarrier::report::validity::per_16bytes::80 */
    PTXC_Q_REPORT_16B_8 = 69,                  /* .mbarrier::report::validity::per_16bytes::8 */
    PTXC_Q_REPORT_ELEMENT = 70,                /* .mbarrier::report::validity::per_element::ff */
    PTXC_Q_EVICT_LAST = 71,                    /* .L2::evict_last */
    PTXC_Q_OVERRIDE_ADDRESS = 72,              /* .override::global_address */
    PTXC_Q_OVERRIDE_DIM = 73,                  /* .override::global_dim */
    PTXC_Q_OVERRIDE_DIM_STRIDE = 74,           /* .override::global_dim_stride */
    PTXC_Q_B4X16_P64 = 75,                     /* .b4x16_p64 */
    PTXC_Q_B6X16_P32 = 76,                     /* .b6x16_p32 */
    PTXC_Q_PRED = 77,                          /* .pred */
    PTXC_Q_B8 = 78,                            /* .b8 */
    PTXC_Q_U8 = 79,                            /* .u8 */
    PTXC_Q_S8 = 80,                            /* .s8 */
    PTXC_Q_B16 = 81,                           /* .b16 */
    PTXC_Q_U16 = 82,                           /* .u16 */
    PTXC_Q_S16 = 83,                           /* .s16 */
    PTXC_Q_ACQUIRE = 84,                       /* .acquire */
    PTXC_Q_RELEASE = 85,                       /* .release */
    PTXC_Q_MMIO = 86,                          /* .mmio */
    PTXC_Q_V2 = 87,                            /* .v2 */
    PTXC_Q_V4 = 88,                            /* .v4 */
    PTXC_Q_RESTRICT_SHARED_CTA = 89,           /* .sync_restrict::shared::cta */
    PTXC_Q_RESTRICT_SHARED_CLUSTER = 90,       /* .sync_restrict::shared::cluster */
    PTXC_Q_EVICT_NORMAL = 91,                  /* .L2::evict_normal */
    PTXC_Q_EVICT_FIRST = 92,                   /* .L2::evict_first */
    PTXC_Q_EVICT_UNCHANGED = 93,               /* .L2::evict_unchanged */
    PTXC_Q_FIELD_GLOBAL_ADDRESS = 94,          /* .global_address */
    PTXC_Q_FIELD_RANK = 95,                    /* .rank */
    PTXC_Q_FIELD_BOX_DIM = 96,                 /* .box_dim */
    PTXC_Q_FIELD_GLOBAL_DIM = 97,              /* .global_dim */
    PTXC_Q_FIELD_GLOBAL_STRIDE = 98,           /* .global_stride */
    PTXC_Q_FIELD_ELEMENT_STRIDE = 99,          /* .element_stride */
    PTXC_Q_FIELD_ELEMTYPE = 100,               /* .elemtype */
    PTXC_Q_FIELD_INTERLEAVE_LAYOUT = 101,      /* .interleave_layout */
    PTXC_Q_FIELD_SWIZZLE_MODE = 102,           /* .swizzle_mode */
    PTXC_Q_FIELD_SWIZZLE_ATOMICITY = 103,      /* .swizzle_atomicity */
    PTXC_Q_FIELD_FILL_MODE = 104,              /* .fill_mode */
    PTXC_Q_B1024 = 105,                        /* .b1024 */
    PTXC_Q_TENSORMAP_GENERIC = 106,            /* .tensormap::generic */
    PTXC_Q_SYNC = 107,                         /* .sync */
    PTXC_Q_ALIGNED = 108,                      /* .aligned */
    PTXC_Q_NO_COMPLETE = 109,                  /* .noComplete */
    PTXC_Q_PHASE_PRIMARY = 110,                /* .phase_type::primary */
    PTXC_Q_PHASE_CONDITIONAL = 111,            /* .phase_type::conditional */
    PTXC_Q_LAYOUT_V0 = 112,                    /* .layout::v0 */
    PTXC_Q_LAYOUT_V1 = 113,                    /* .layout::v1 */
    PTXC_Q_RESTRICT_SHARED_CLUSTER_READ = 114, /* .sync_restrict::shared::cluster::read */
    PTXC_Q_ACQ_REL = 115,                      /* .acq_rel */
    PTXC_Q_MULTICAST_ALL = 116,                /* .multicast::cluster::all */
    PTXC_Q_IS_CANCELED = 117,                  /* .is_canceled */
    PTXC_Q_GET_FIRST_CTAID = 118,              /* .get_first_ctaid */
    PTXC_Q_GET_FIRST_CTAID_X = 119,            /* .get_first_ctaid::x */
    PTXC_Q_GET_FIRST_CTAID_Y = 120,            /* .get_first_ctaid::y */
    PTXC_Q_GET_FIRST_CTAID_Z = 121,            /* .get_first_ctaid::z */
    PTXC_Q_L1_32B = 122,                       /* .L1::32B */
    PTXC_Q_B8X16 = 123,                        /* .b8x16 */
    PTXC_Q_B2 = 124,                           /* .b2 */
    PTXC_Q_TEXREF = 125,                       /* .texref */
    PTXC_Q_SAMPLERREF = 126,                   /* .samplerref */
    PTXC_Q_SURFREF = 127,                      /* .surfref */
    PTXC_Q_FINITE = 128,                       /* .finite */
    PTXC_Q_INFINITE = 129,                     /* .infinite */
    PTXC_Q_NUMBER = 130,                       /* .number */
    PTXC_Q_NOTANUMBER = 131,                   /* .notanumber */
    PTXC_Q_NORMAL = 132,                       /* .normal */
    PTXC_Q_SUBNORMAL = 133,                    /* .subnormal */
    PTXC_Q_ACC_F16 = 134,                      /* .acc::f16 */
    PTXC_Q_ACC_F32 = 135,                      /* .acc::f32 */
    PTXC_Q_ASSUME_LARGE = 136,                 /* .assume_large */
    PTXC_Q_OOB = 137,                          /* .oob */
    PTXC_Q_ARRIVE_ONE = 138,                   /* .mbarrier::arrive::one */
    PTXC_Q_128X256B = 139,                     /* .128x256b */
    PTXC_Q_4X256B = 140,                       /* .4x256b */
    PTXC_Q_128X128B = 141,                     /* .128x128b */
    PTXC_Q_64X128B = 142,                      /* .64x128b */
    PTXC_Q_32X128B = 143,                      /* .32x128b */
    PTXC_Q_WARPX2_02_13 = 144,                 /* .warpx2::02_13 */
    PTXC_Q_WARPX2_01_23 = 145,                 /* .warpx2::01_23 */
    PTXC_Q_WARPX4 = 146,                       /* .warpx4 */
    PTXC_Q_EXCLUSIVE = 147,                    /* .exclusive */
    PTXC_Q_RESTRICT_READ_MMA_A = 148,          /* .sync_restrict::shared::read::mma::a */
};

/* A type is that of a register, a variable or a constant (ISA 5.2, 5.3). */
enum ptxc_type {
    PTXC_TYPE_NONE = 0, /* it is not known */
    /* the rows TYPE of types.def */
    PTXC_TYPE_PRED = 1,        /* .pred */
    PTXC_TYPE_B8 = 2,          /* .b8 */
    PTXC_TYPE_U8 = 3,          /* .u8 */
    PTXC_TYPE_S8 = 4,          /* .s8 */
    PTXC_TYPE_B16 = 5,         /* .b16 */
    PTXC_TYPE_U16 = 6,         /* .u16 */
    PTXC_TYPE_S16 = 7,         /* .s16 */
    PTXC_TYPE_F16 = 8,         /* .f16 */
    PTXC_TYPE_BF16 = 9,        /* .bf16 */
    PTXC_TYPE_B32 = 10,        /* .b32 */
    PTXC_TYPE_U32 = 11,        /* .u32 */
    PTXC_TYPE_S32 = 12,        /* .s32 */
    PTXC_TYPE_F32 = 13,        /* .f32 */
    PTXC_TYPE_F16X2 = 14,      /* .f16x2 */
    PTXC_TYPE_BF16X2 = 15,     /* .bf16x2 */
    PTXC_TYPE_TF32 = 16,       /* .tf32 */
    PTXC_TYPE_B64 = 17,        /* .b64 */
    PTXC_TYPE_U64 = 18,        /* .u64 */
    PTXC_TYPE_S64 = 19,        /* .s64 */
    PTXC_TYPE_F64 = 20,        /* .f64 */
    PTXC_TYPE_B128 = 21,       /* .b128 */
    PTXC_TYPE_TEXREF = 22,     /* .texref */
    PTXC_TYPE_SAMPLERREF = 23, /* .samplerref */
    PTXC_TYPE_SURFREF = 24,    /* .surfref */
};

/* A target is what .target declares (ISA 11.1.2). */
enum ptxc_target {
    PTXC_TARGET_NONE = 0, /* it may be any */
    /* the rows TARGET of targets.def */
    PTXC_TARGET_SM_10 = 1,    /* sm_10 */
    PTXC_TARGET_SM_11 = 2,    /* sm_11 */
    PTXC_TARGET_SM_12 = 3,    /* sm_12 */
    PTXC_TARGET_SM_13 = 4,    /* sm_13 */
    PTXC_TARGET_SM_20 = 5,    /* sm_20 */
    PTXC_TARGET_SM_21 = 6,    /* sm_21 */
    PTXC_TARGET_SM_30 = 7,    /* sm_30 */
    PTXC_TARGET_SM_32 = 8,    /* sm_32 */
    PTXC_TARGET_SM_35 = 9,    /* sm_35 */
    PTXC_TARGET_SM_37 = 10,   /* sm_37 */
    PTXC_TARGET_SM_50 = 11,   /* sm_50 */
    PTXC_TARGET_SM_52 = 12,   /* sm_52 */
    PTXC_TARGET_SM_53 = 13,   /* sm_53 */
    PTXC_TARGET_SM_60 = 14,   /* sm_60 */
    PTXC_TARGET_SM_61 = 15,   /* sm_61 */
    PTXC_TARGET_SM_62 = 16,   /* sm_62 */
    PTXC_TARGET_SM_70 = 17,   /* sm_70 */
    PTXC_TARGET_SM_72 = 18,   /* sm_72 */
    PTXC_TARGET_SM_75 = 19,   /* sm_75 */
    PTXC_TARGET_SM_80 = 20,   /* sm_80 */
    PTXC_TARGET_SM_86 = 21,   /* sm_86 */
    PTXC_TARGET_SM_87 = 22,   /* sm_87 */
    PTXC_TARGET_SM_88 = 23,   /* sm_88 */
    PTXC_TARGET_SM_89 = 24,   /* sm_89 */
    PTXC_TARGET_SM_90 = 25,   /* sm_90 */
    PTXC_TARGET_SM_90A = 26,  /* sm_90a */
    PTXC_TARGET_SM_100 = 27,  /* sm_100 */
    PTXC_TARGET_SM_100A = 28, /* sm_100a */
    PTXC_TARGET_SM_100F = 29, /* sm_100f */
    PTXC_TARGET_SM_101 = 30,  /* sm_101 */
    PTXC_TARGET_SM_101A = 31, /* sm_101a */
    PTXC_TARGET_SM_101F = 32, /* sm_101f */
    PTXC_TARGET_SM_103 = 33,  /* sm_103 */
    PTXC_TARGET_SM_103A = 34, /* sm_103a */
    PTXC_TARGET_SM_103F = 35, /* sm_103f */
    PTXC_TARGET_SM_107 = 36,  /* sm_107 */
    PTXC_TARGET_SM_107A = 37, /* sm_107a */
    PTXC_TARGET_SM_107F = 38, /* sm_107f */
    PTXC_TARGET_SM_110 = 39,  /* sm_110 */
    PTXC_TARGET_SM_110A = 40, /* sm_110a */
    PTXC_TARGET_SM_110F = 41, /* sm_110f */
    PTXC_TARGET_SM_120 = 42,  /* sm_120 */
    PTXC_TARGET_SM_120A = 43, /* sm_120a */
    PTXC_TARGET_SM_120F = 44, /* sm_120f */
    PTXC_TARGET_SM_121 = 45,  /* sm_121 */
    PTXC_TARGET_SM_121A = 46, /* sm_121a */
    PTXC_TARGET_SM_121F = 47, /* sm_121f */
};

/* A state space is where what a name stands for lies (ISA 5.1). PTXC_SPACE_NONE: nowhere, or it is not known. */
enum ptxc_space {
    /* the rows SPACE of spaces.def */
    PTXC_SPACE_NONE = 0,
    PTXC_SPACE_SHARED = 1, /* .shared */
    PTXC_SPACE_GLOBAL = 2, /* .global */
    PTXC_SPACE_CONST = 3,  /* .const */
    PTXC_SPACE_LOCAL = 4,  /* .local */
    PTXC_SPACE_PARAM = 5,  /* .param */
    PTXC_SPACE_REG = 6,    /* .reg */
};

/* A swizzle is a mode of a tensor map (swizzle.h). The values are those of CUtensorMapSwizzle, but for 96B, which only
 * tensormap.replace can set. */
enum ptxc_swizzle {
    PTXC_SWIZZLE_UNKNOWN = 255, /* is no mode */
    /* the rows SWIZZLE of swizzles.def */
    PTXC_SWIZZLE_NONE = 0,                  /* NONE */
    PTXC_SWIZZLE_32B = 1,                   /* 32B */
    PTXC_SWIZZLE_64B = 2,                   /* 64B */
    PTXC_SWIZZLE_96B = 7,                   /* 96B */
    PTXC_SWIZZLE_128B = 3,                  /* 128B */
    PTXC_SWIZZLE_128B_ATOM_32B = 4,         /* 128B_ATOM_32B */
    PTXC_SWIZZLE_128B_ATOM_32B_FLIP_8B = 5, /* 128B_ATOM_32B_FLIP_8B */
    PTXC_SWIZZLE_128B_ATOM_64B = 6,         /* 128B_ATOM_64B */
};

/* Which instructions take the descriptor (descriptor.h): wgmma.mma_async (ISA 9.7.15.5.1.2.2), or tcgen05.mma and
 * tcgen05.cp (ISA 9.7.16.4.1). */
enum ptxc_descriptor_kind {
    PTXC_DESCRIPTOR_NONE = 0, /* is not known */
    /* the rows DESCRIPTOR of descriptors.def */
    PTXC_DESCRIPTOR_WGMMA = 1,   /* wgmma */
    PTXC_DESCRIPTOR_TCGEN05 = 2, /* tcgen05 */
};

/* clang-format on */

#endif
