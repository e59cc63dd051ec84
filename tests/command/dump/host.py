code = "cp.async.wait_all;\n" + barrier
tl.inline_asm_elementwise("cp.async.ca.shared.global [$1], [$2], 4;", "=r,r,l", [a, b], is_pure=False)
def copy(rank, mode):
    return f"cp.async.bulk.tensor.{rank}d.shared::cluster.global.{mode}.mbarrier::complete_tx::bytes [%0], [%1], [%2];"
