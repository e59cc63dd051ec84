// MLIR: llvm.inline_asm with $0 operands, nvvm.inline_ptx with {$r0}; lines for FileCheck are patterns.
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "cp.async.cg.shared.global [$0], [$1], 8;", "r,l"
func.func @sound(%dst: i32, %src: !llvm.ptr) {
  llvm.inline_asm has_side_effects asm_dialect = att "cp.async.cg.shared.global [$0], [$1], 16;\n", "r,l" %dst, %src : (i32, !llvm.ptr) -> ()
  nvvm.inline_ptx "cp.async.ca.shared.global [{$r0}], [{$r1}], 4;" ro(%dst, %src : i32, !llvm.ptr)
  return
}
func.func @wrong(%dst: i32, %src: !llvm.ptr) {
  llvm.inline_asm has_side_effects asm_dialect = att "cp.async.cg.shared.global [$0], [$1], 8;\n", "r,l" %dst, %src : (i32, !llvm.ptr) -> ()
  llvm.inline_asm has_side_effects "\tcp.async.cg.shared.globl [$0], [$1], 16;", "r,l" %dst, %src : (i32, !llvm.ptr) -> ()
  nvvm.inline_ptx "cp.async.ca.shared.global [{$r0}], [{$r1}], 3;" ro(%dst, %src : i32, !llvm.ptr)
  return
}
