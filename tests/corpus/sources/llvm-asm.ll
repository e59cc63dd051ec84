; LLVM IR: $0 operands, one list of constraints, \09 and \0A for characters, FileCheck lines, which are patterns.
; CHECK: cp.async.cg.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 8;
; CHECK-NOT: cp.async.wait_group %r1;
define void @sound(i32 %dst, ptr %src, i32 %n) {
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l"(i32 %dst, ptr %src)
  call void asm sideeffect "{\0A\09.reg .pred p;\0A\09setp.ne.b32 p, $2, 0;\0A\09@p cp.async.ca.shared.global [$0], [$1], 4;\0A}", "r,l,r,~{memory}"(i32 %dst, ptr %src, i32 %n)
  ret void
}

define void @wrong(i32 %dst, ptr %src, i64 %n) {
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 8;", "r,l"(i32 %dst, ptr %src)
  call void asm sideeffect "{\0A\09cp.async.ca.shared.global [$0], [$1], 4, $2;\0A\09}", "r,l,l"(i32 %dst, ptr %src, i64 %n)
  call void asm sideeffect "\09cp.async.ca.shared.global\09[${0}], [${1:r}], 5;\0A", "r,l"(i32 %dst, ptr %src)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$3], 4;", "r,l"(i32 %dst, ptr %src)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], $2;", "r,l,n"(i32 %dst, ptr %src, i32 6)
  ret void
}

declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
