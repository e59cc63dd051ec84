// Rust: asm! with {} and {name} operands, raw strings, several literals, and CUDA kept in a constant.
pub unsafe fn sound(dst: u32, src: *const u8, size: u32) {
    asm!("cp.async.cg.shared.global [{}], [{}], 16;", in(reg32) dst, in(reg64) src);
    asm!("cp.async.ca.shared.global [{dst}], [{src}], 16, {size};",
         dst = in(reg32) dst, src = in(reg64) src, size = in(reg32) size, options(nostack));
    asm!("{{", ".reg .pred p;", "@p cp.async.wait_all;", "}}");
}

pub unsafe fn wrong(dst: u32, src: *const u8, size: u32) {
    asm!("cp.async.cg.shared.global [{}], [{}], 8;", in(reg32) dst, in(reg64) src);
    asm!("cp.async.ca.shared.global [{dst}], [{src}], 3, {size};",
         dst = in(reg32) dst, src = in(reg64) src, size = in(reg32) size);
    asm!(
        "cp.async.bulk.commit_group;",
        "cp.async.bulk.wait_group.reed 0;",
    );
}

const KERNEL: &str = r#"
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p) {
    .reg .b64 %rd<2>;
    .shared .align 16 .b8 tile[64];
    ld.param.u64 %rd1, [p];
    cp.async.cg.shared.global [tile], [%rd1], 16; // "quoted"
    cp.async.cg.shared.global [tile], [%rd1], 12;
    ret;
}
"#;

fn message() -> &'static str {
    "cp.async.cg needs 16 bytes; use cp.async.ca"
}


pub unsafe fn misspelt() {
    asm!("cp.async.commit_grp;", options(nostack));
    asm!("cp.async.commit_grp;");
    core::arch::global_asm!("cp.async.commit_grp;");
    println!("cp.async.commit_grp;");
}
