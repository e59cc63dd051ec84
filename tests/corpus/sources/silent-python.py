"""Notes on cp.async.cg.shared.global [dst], [src], 8; and on cp.async.wait_group %r1;"""


def copy(size):
    """Emits cp.async.cg.shared.global [%r1], [%rd1], 8;

    With a size of 4: cp.async.ca.shared.global [%r1], [%rd1], 5;
    """
    # cp.async.cg.shared.global [%r1], [%rd1], 8;
    if size != 16:
        raise ValueError("cp.async.cg takes 16 bytes, not %d; see cp.async.ca" % size)
    assert "cp.async.cg.shared.global.L2::96B" not in TABLE, f"cp.async with {size} bytes"
    return ["cp.async", "cp.async.bulk.tensor", "llvm.nvvm.cp.async.cg.shared.global.16"]


NOTEBOOK = '{"source": ["The instruction cp.async.bulk; then wait"], "outputs": []}'
PATTERN = r"cp\.async\.(ca|cg)\.shared\.global \[(%r\d+)\], \[(%rd\d+)\], (\d+);"
SYNTAX = "cp.async.cg.shared.global{.level::cache_hint} [dst], [src], 16{, cache-policy};"
CHECK = "// CHECK: cp.async.cg.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 8;"
