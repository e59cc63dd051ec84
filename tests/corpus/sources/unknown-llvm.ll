; Constants among the operands of LLVM IR, and results beside each other.
define void @sound(i32 %d, ptr %s) {
  call void asm sideeffect "cp.async.cg.shared.global [$0 + $2], [$1], 16;", "r,l,n"(i32 %d, ptr %s, i32 16)
  call void asm sideeffect "cp.async.wait_group ($0 - 1);", "n"(i32 2)
  %r = call { i32, i1 } asm sideeffect "elect.sync $0|$1, 0xffffffff;", "=r,=b"()
  ret void
}
define void @wrong(i32 %d, ptr %s) {
  call void asm sideeffect "cp.async.cg.shared.global [$0 + $2], [$1], 8;", "r,l,n"(i32 %d, ptr %s, i32 16)
  %r = call { i32, i1 } asm sideeffect "elect.sync $0|, 0xffffffff;", "=r,=b"()
  ret void
}
