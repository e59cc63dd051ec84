unsafe { asm!("cp.async.wait_group 1;"); }
