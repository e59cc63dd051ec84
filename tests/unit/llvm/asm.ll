; Inline asm in a module for NVPTX: what the pass of docs/examples/llvm says of it is in asm.out.
source_filename = "asm.cu"
target triple = "nvptx64-nvidia-cuda"

; Sound, with operands of all kinds that a constraint may have.
define i32 @sound(i32 %shared, i64 %global) #0 {
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %shared, i64 %global)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], $2, $3;", "r,l,n,r"(i32 %shared, i64 %global, i32 8, i32 4)
  call void asm sideeffect "cp.async.wait_group $0;", "n"(i32 1)
  %ready = call i32 asm sideeffect "{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [$1], $2; selp.u32 $0, 1, 0, p; }", "=r,r,r,~{memory}"(i32 %shared, i32 0)
  ret i32 %ready
}

; The target of the function has no such copy; with !srcloc, of which each line has its own cookie.
define void @old(i32 %shared, i64 %global) #1 {
  call void asm sideeffect "// the first line\0A\09cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 64, [$0];", "r,l"(i32 %shared, i64 %global), !srcloc !5
  ret void
}

; A constraint that does not fit; with a debug location.
define void @narrow(i16 %shared, i64 %global) #0 !dbg !6 {
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "h,l"(i16 %shared, i64 %global), !dbg !8
  ret void
}

; Neither.
define void @misspelt() #0 {
  call void asm sideeffect "cp.async.wait_grop 0;", ""()
  ret void
}

; No such size; with one cookie for all lines.
define void @odd(i64 %global, i32 %shared) #2 {
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 5;", "r,l"(i32 %shared, i64 %global), !srcloc !9
  ret void
}

; No such target, so that nothing can be said.
define void @strange() #3 {
  call void asm sideeffect "cp.async.wait_all;", ""()
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "target-features"="+ptx80,+sm_90" }
attributes #1 = { "target-cpu"="sm_80" "target-features"="+ptx70" }
attributes #2 = { "target-cpu"="sm_80" }
attributes #3 = { "target-cpu"="sm_999" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "none", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "asm.cu", directory: "/source")
!4 = !DISubroutineType(types: !{})
!5 = !{i64 1001, i64 1002}
!6 = distinct !DISubprogram(name: "narrow", scope: !2, file: !2, line: 20, type: !4, scopeLine: 20, spFlags: DISPFlagDefinition, unit: !1)
!8 = !DILocation(line: 21, column: 5, scope: !6)
!9 = !{i64 2001}
