"""Strings that name instructions: of a message, a test, a pattern; and strings that are instructions."""


def strings(emit, text, map):
    assert_error("cp.async.bulk;", "cp.async.cg.shared.global;")
    wanted = ["cp.async.bulk.tensor;", "mbarrier.arrive;", "see mbarrier.h;", "mbarrier.h;"]
    search("cp.async.wait_group [0-9]+;", text)
    search("cp.async.ca.shared.global %r{{[0-9]+}}, [[SRC]], 5;", text)
    search("cp.async.ca.shared.global [%0], .*, 5;", text)
    # TableGen puts text at $name; what touches a word there is unknown, and operands are checked.
    pattern("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes$cg [$dst], [$map, $bar], 1;")
    pattern("cp.async.bulk.tensor.2d.shared::cluster.global$mode.mbarrier::complete_tx::bytes [$dst], $map, [$bar];")
    # Of these each is judged.
    emit("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes;")
    emit("mbarrier.arive.shared.b64 _, [%r1];")
    emit("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b64 [%r1], [%r2];")
    neighbour = "mbarrier.try_wayt.parity.shared.b64 %p1, [%r1], %r2;"
    waits = "cp.async.wait_all.foo;"
    return "cp.async.ca.shared.global [$dst], [$src], 5;"
