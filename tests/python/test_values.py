"""Instructions, modules, tensor maps, plans, swizzles, descriptors and pipelines as values."""

import unittest

from support import WRONG

import ptxcheck
from ptxcheck import Instruction, Side, TensorMap

TILE = Side("global", (8192, 2), 16)


class Instructions(unittest.TestCase):
    def test_parts(self):
        copy = Instruction.parse("@!%p1 cp.async.shared::cta.ca.global.L2::128B [%r1], [%rd1], 0x10;")
        self.assertEqual(str(copy), "@!%p1 cp.async.ca.shared::cta.global.L2::128B [%r1], [%rd1], 16;")
        self.assertIs(copy.opcode, ptxcheck.Opcode.CP_ASYNC)
        self.assertEqual((copy.destination, copy.source, copy.cache), (".shared::cta", ".global", ".ca"))
        self.assertEqual([(each.name, each.text) for each in copy.operands],
                         [("dst", "[%r1]"), ("src", "[%rd1]"), ("cp-size", "0x10")])
        self.assertIsNone(copy.multicast)
        with self.assertRaisesRegex(AttributeError, "slots are"):
            copy.nothing
        with self.assertRaisesRegex(ptxcheck.PtxError, "expected an instruction"):
            Instruction.parse("mov.b32 %r1, %r2;")

    def test_building(self):
        built = Instruction.build("cp.async.bulk", ".bulk_group", ptxcheck.Qualifier.GLOBAL, "shared::cta",
                                  operands=["[%rd1]", "[%r1]", 128], guard="%p1")
        self.assertEqual(str(built), "@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 128;")
        self.assertEqual(built, Instruction.parse(str(built)))
        self.assertEqual(hash(built), hash(Instruction.parse(str(built))))
        self.assertNotEqual(built, Instruction.parse("cp.async.wait_all;"))
        self.assertEqual(len(built.check("sm_90", ptx="8.0")), 0)
        self.assertEqual(built.check("sm_80")[0].rule, "unavailable")
        with self.assertRaisesRegex(ptxcheck.PtxError, "no qualifier .frob"):
            Instruction.build("cp.async", "ca", "frob", operands=["[a]", "[b]", 4])
        with self.assertRaisesRegex(TypeError, "not one text"):
            Instruction.build("cp.async.wait_group", operands="0")
        self.assertEqual(Instruction.parse("cp.async.ca.frob.shared.global [a], [b], 4;").check()[0].rule, "unknown-qualifier")

    def test_replacing(self):
        copy = Instruction.parse("cp.async.cg.shared.global [a], [b], 16;")
        self.assertEqual(str(copy.replace(cache=".ca", destination=".shared::cta")),
                         "cp.async.ca.shared::cta.global [a], [b], 16;")
        self.assertEqual(str(copy), "cp.async.cg.shared.global [a], [b], 16;")
        for slots in ({"cache": ".frob"}, {"cashe": ".ca"}, {"cache": ".global"}):
            with self.subTest(slots), self.assertRaises(ValueError):
                copy.replace(**slots)
        self.assertEqual(copy.replace(cache="ca"), copy.replace(cache=".ca"))
        self.assertEqual(set(copy.choices("cache", target="sm_80")), {".ca", ".cg"})
        with self.assertRaisesRegex(ValueError, "there is no slot 'cashe'"):
            copy.choices("cashe")

    def test_where(self):
        needed = ptxcheck.where("cp.async.bulk.prefetch.L2.global [a], 16;")
        self.assertTrue(needed)
        self.assertEqual(needed.ptx, "8.0")
        self.assertEqual(needed.targets["sm_90"], "8.0")
        self.assertNotIn("sm_80", needed.targets)
        self.assertEqual(needed.reasons[0].needs, "PTX 8.0 and sm_90 or higher")
        nowhere = ptxcheck.where("cp.async.ca.global.shared [a], [b], 4;")
        self.assertIn("destination", nowhere.reasons[0].needs)
        self.assertFalse(ptxcheck.where("cp.async.bulk.prefetch.L2 [a], 16;"))

    def test_modules(self):
        module = ptxcheck.Module(WRONG)
        self.assertEqual((len(module), repr(module), len(module.check(hazards=False))), (1, "<Module <text>>", 1))
        copy, = module
        self.assertEqual((copy.function, copy.damaged), ("wrong", True))
        wait = Instruction.parse("cp.async.bulk.commit_group;")
        module.replace(copy, wait)
        module.insert(0, "// new\n")
        with self.assertRaises(ValueError):
            module.remove(copy)
        text = "// new\n" + WRONG.replace("cp.async.bulk.global.shared::cta.bulk_grup [%rd1], [%r1], 16", str(wait)[:-1])
        self.assertEqual(str(module), text)
        self.assertEqual([str(each) for each in ptxcheck.Module(text)], [str(wait)])


class Moves(unittest.TestCase):
    def test_tensor_maps(self):
        good = TensorMap.tiled(dtype="float16", shape=(1024, 2048), box=(128, 64), swizzle="128B", name="map")
        self.assertEqual(good.box_bytes, 128 * 64 * 2)
        self.assertEqual(len(good.check()), 0)
        self.assertEqual(good.boxes(), ((8, 128, 0), (32, 64, 0)))
        self.assertEqual(good.fields["globalStrides"], [4096])
        self.assertEqual(good, TensorMap(good.fields))
        wrong = TensorMap.tiled(dtype="float16", shape=(1024, 2048), box=(64, 128), swizzle="128B")
        self.assertEqual([each.rule for each in wrong.check().errors], ["map-swizzle-span"])
        for given in ({}, {"dtype": "complex64", "shape": (16, 16)}):
            with self.subTest(given), self.assertRaises(ValueError):
                TensorMap.tiled(box=(8, 8), **given)

    def test_arrays(self):
        class Array:
            __cuda_array_interface__ = {"shape": (64, 128), "typestr": "<f4", "data": (0x7f0000000000, False),
                                        "strides": (1024, 4), "version": 3}
        seen = TensorMap.tiled(Array(), box=(8, 32)).fields
        self.assertEqual(seen["globalDim"], [128, 64])
        self.assertEqual(seen["globalStrides"], [1024])
        self.assertEqual(int(seen["globalAddress"], 16), 0x7f0000000000)
        self.assertIn("FLOAT32", seen["tensorDataType"])
        with self.assertRaises(TypeError):
            TensorMap.tiled(object(), box=(8, 32))

    def test_dlpack(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("there is no numpy")

        class Tensor:
            def __init__(self, array):
                self.array = array

            def __dlpack__(self):
                return self.array.__dlpack__()
        array = numpy.zeros((32, 64), numpy.float32)
        self.assertEqual(TensorMap.tiled(Tensor(array), box=(8, 8)), TensorMap.tiled(array, box=(8, 8)))
        for _ in range(1000): # each capsule is freed once
            TensorMap.tiled(Tensor(array), box=(8, 8))

    def test_wrong_tensor_maps(self):
        """What is no tensor map is said when it is made, and never guessed."""
        numbers = {"dtype": "bfloat16", "shape": (4096, 4096), "box": (64, 64)}
        for given, words in (({"swizzle": "128b"}, "SWIZZLE_128B"), ({"oob_fill": "zero"}, "oobFill"),
                             ({"box": (64,)}, "boxDim must have 2 numbers"), ({"box": (64.0, 64)}, "whole number .*, not 64.0"),
                             ({"box": (64, 64, 64)}, "no more numbers"), ({"strides": (8192,)}, "as many strides, not 1"),
                             ({"strides": (8192, 4)}, "2 bytes apart, but they are 4"), ({"strides": (-8192, 2)}, "whole number"),
                             ({"dtype": "complex64"}, "there are UINT8, UINT16")):
            with self.subTest(given), self.assertRaisesRegex(ValueError, words):
                TensorMap.tiled(**{**numbers, **given})
        with self.assertRaisesRegex(ValueError, "there is no|enumerator"):
            TensorMap({**TensorMap.tiled(**numbers).fields, "swizzle": "7B"})

        class Array:
            def __init__(self, typestr, strides, **more):
                self.__array_interface__ = {"typestr": typestr, "shape": (64, 64), "strides": strides, "data": (4096, False)}
                vars(self).update(more)

        with self.assertRaisesRegex(ValueError, "2 bytes apart, but they are 4"):
            TensorMap.tiled(Array("<f2", (512, 4)), box=(8, 8))
        with self.assertRaisesRegex(ValueError, "whose size is not that of BFLOAT16"):
            TensorMap.tiled(Array("<f4", None), dtype="bfloat16", box=(8, 8))
        self.assertEqual(TensorMap.tiled(Array("<u2", None), dtype="bfloat16", box=(8, 8)).box_bytes, 128)
        self.assertEqual(TensorMap.tiled(Array("<V2", None, dtype="bfloat16"), box=(8, 8)).fields["tensorDataType"],
                         "CU_TENSOR_MAP_DATA_TYPE_BFLOAT16")
        self.assertEqual(TensorMap(str(TensorMap.tiled(**numbers))), TensorMap.tiled(**numbers))

    def test_im2col(self):
        image = TensorMap.im2col(dtype="float16", shape=(2, 16, 16, 64), lower=(-1, -1), upper=(-1, -1), channels=64, pixels=32)
        self.assertEqual(len(image.check().errors), 0)
        self.assertEqual(image.fields["pixelBoxLowerCorner"], [-1, -1])

    def test_plans(self):
        plan = ptxcheck.plan((128, 64), 2, TILE, Side("shared::cta"), target="sm_90")
        self.assertEqual((plan.kind, plan.copies, plan.bytes, plan.expect_tx), ("bulk-load", 128, 16384, 16384))
        self.assertEqual(len(ptxcheck.check(plan.module)), 0)
        mapped = ptxcheck.plan((128, 64), 2, TILE, Side("shared::cta"), target="sm_90", kinds="tensor-load", swizzle="128B")
        self.assertIn("cp.async.bulk.tensor", mapped.module)
        self.assertIn("boxDim", mapped.tensor_map)
        with self.assertRaisesRegex(ptxcheck.PtxError, "bulk-load: "):
            ptxcheck.plan((128, 64), 2, Side("global", (8192, 4), 16), Side("shared::cta"), target="sm_90", kinds=["bulk-load"])
        for given, words in (({"target": "sm_91"}, "sm_91"), ({"target": "sm_90", "kinds": "walk"}, "walk"),
                             ({"target": "sm_90", "swizzle": "7B"}, "7B")):
            with self.subTest(given), self.assertRaisesRegex(ValueError, words):
                ptxcheck.plan((128, 64), 2, TILE, Side("shared::cta"), **given)
        for side, words in ((Side("shared"), "'shared'"), (Side("global", alignment=12), "12")):
            with self.subTest(side), self.assertRaisesRegex(ValueError, words):
                ptxcheck.plan((128, 64), 2, side, Side("shared::cta"), target="sm_90")

    def test_swizzles(self):
        rows = ptxcheck.swizzle.offsets("float16", (16, 64), "128B")
        flat = [int(each) for row in rows for each in row]
        self.assertEqual(sorted(flat), list(range(0, 2048, 2)))
        self.assertEqual(flat[64], 128 + 16)
        self.assertEqual(flat[0], ptxcheck.swizzle.offset("128B", 0))
        with self.assertRaises(ValueError):
            ptxcheck.swizzle.offsets("float16", (16, 128), "128B")
        self.assertEqual(ptxcheck.swizzle.bank_passes([128 * lane for lane in range(32)], 4), 32)
        self.assertEqual(ptxcheck.swizzle.bank_passes([4 * lane for lane in range(32)], 4), 1)
        for addresses in ([0] * 33, [0, 2]):
            with self.assertRaises(ValueError):
                ptxcheck.swizzle.bank_passes(addresses, 4)

    def test_descriptors(self):
        made = ptxcheck.Descriptor("wgmma", start=1024, leading=16, stride=1024, swizzle="128B")
        self.assertEqual(ptxcheck.descriptor(int(made)), made)
        self.assertEqual(len(made.check(map_swizzle="128B")), 0)
        self.assertTrue(made.check(map_swizzle="64B"))
        with self.assertRaisesRegex(ValueError, "no room for start=1, base=9$"):
            int(ptxcheck.Descriptor("wgmma", start=1, stride=1024, base=9))
        with self.assertRaises(ValueError):
            ptxcheck.descriptor(0, "mma")
        with self.assertRaisesRegex(ValueError, "there is no swizzle '7B'; there are NONE"):
            int(ptxcheck.Descriptor("wgmma", swizzle="7B"))

    def test_pipelines(self):
        plan = ptxcheck.plan((128, 64), 2, TILE, Side("shared::cta"), target="sm_90")
        seen = ptxcheck.pipeline(plan.module, assume={"threads": 32})
        kernel, = seen.kernels
        self.assertEqual((kernel.name, kernel.warps, kernel.stopped), ("copy", 1, None))
        copies = [event for event in kernel.events if event.kind == "copy"]
        self.assertEqual(sum(event.bytes for event in copies), 16384)
        self.assertIn("copy", str(seen))
        self.assertTrue(seen.html.lower().startswith("<!doctype html>"))
        self.assertEqual(len(seen.svg), 1)
        self.assertIn("<iframe", seen._repr_html_())
        self.assertEqual(len(seen.check()), 0)
        mapped = ptxcheck.plan((128, 64), 2, TILE, Side("shared::cta"), target="sm_90", kinds="tensor-load")
        seen = ptxcheck.pipeline(mapped.module, assume={"threads": 32}, maps=mapped.tensor_map)
        self.assertNotIn("not known", str(seen))


if __name__ == "__main__":
    unittest.main()
