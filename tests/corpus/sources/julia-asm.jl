# Julia: @asmcall with \$0 and a constraint string, llvmcall with LLVM IR in a string, interpolation.
sound(dst, src) = @asmcall("cp.async.cg.shared.global [\$0], [\$1], 16;", "r,l,~{memory}", true, Cvoid,
                           Tuple{UInt32, UInt64}, dst, src)
wrong(dst, src) = @asmcall("cp.async.cg.shared.global [\$0], [\$1], 8;", "r,l,~{memory}", true, Cvoid,
                           Tuple{UInt32, UInt64}, dst, src)
swapped(dst, src) = @asmcall("cp.async.ca.shared.global [\$0], [\$1], 4, \$2;", "r,l,l,~{memory}", true, Cvoid,
                             Tuple{UInt32, UInt64, UInt64}, dst, src, src)
text(n) = "cp.async.wait_group $n;"
more(n) = """
    cp.async.ca.shared.global [%r$(n + 1)], [%rd$n], 16;
    cp.async.ca.shared.global [%r$(n + 1)], [%rd$n], 17;
    """
call() = Base.llvmcall("""
    call void asm sideeffect "cp.async.commit_group;", ""()
    call void asm sideeffect "cp.async.wait_grp 0;", ""()
    ret void""", Cvoid, Tuple{})
