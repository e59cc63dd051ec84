# Interpolations inside the operands of PTX: what they are is not known.
from llvmlite import ir

def load(d, tm, coords, bar, src, off, i):
    ptx = f"cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [{d}], [{tm}, {coords}], [{bar}];"
    ptx += f"cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [{d}], [{src}], [{bar}];"
    ptx += f"cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [{d}], [{tm}, {{{coords}}}], [{bar}];"
    call = inline_asm(f"cp.async.cg.shared.global [$0 + {off}], [$1 + $2], 16;", "r,l,n")
    wait = inline_asm("cp.async.wait_group ($0 - 1);", "n")
    text = f"{{ .reg .b32 r{i}; mov.b32 r{i}, 4; cp.async.ca.shared.global [$0], [$1], 4, r{i}; }}"
    return inline_asm("cp.async.cg.shared.global [$0 + $2], [$1], 8;", "r,l,n")
