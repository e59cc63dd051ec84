# Mojo: inlined_assembly with $0 operands and a constraint string.
fn sound(dst: UInt32, src: UInt64):
    inlined_assembly["cp.async.cg.shared.global [$0], [$1], 16;", NoneType, constraints="r,l,~{memory}", has_side_effect=True](dst, src)

fn wrong(dst: UInt32, src: UInt64):
    inlined_assembly["cp.async.cg.shared.global [$0], [$1], 4;", NoneType, constraints="r,l,~{memory}", has_side_effect=True](dst, src)
