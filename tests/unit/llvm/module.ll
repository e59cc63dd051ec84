; A kernel in which each instruction is legal, and the whole is not sound: the pass over the printed module finds it.
source_filename = "module.cu"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @load(i64 %global) #0 !dbg !6 {
  call void asm sideeffect ".shared .align 16 .b8 tile[4096]; cp.async.cg.shared.global [tile], [$0], 16;", "l"(i64 %global), !dbg !8
  call void asm sideeffect "cp.async.commit_group;", ""(), !dbg !9
  %word = call i32 asm sideeffect "ld.shared.u32 $0, [tile];", "=r"(), !dbg !10
  call void asm sideeffect "st.global.u32 [$0], $1;", "l,r"(i64 %global, i32 %word), !dbg !10
  ret void, !dbg !10
}

attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx70" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "none", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly)
!2 = !DIFile(filename: "module.cu", directory: "/source")
!4 = !DISubroutineType(types: !{})
!6 = distinct !DISubprogram(name: "load", scope: !2, file: !2, line: 20, type: !4, scopeLine: 20, spFlags: DISPFlagDefinition, unit: !1)
!8 = !DILocation(line: 21, column: 5, scope: !6)
!9 = !DILocation(line: 22, column: 5, scope: !6)
!10 = !DILocation(line: 23, column: 5, scope: !6)
