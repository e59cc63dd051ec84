"""PTX of the kernels that compilers are given: a copy of 4 bytes that is read before it is waited for."""

COPY = """{
    .shared .align 16 .b8 slots[16384];
    .reg .b32 %slot, %thread;
    .reg .b64 %source;
    mov.u32 %slot, slots;
    mov.u32 %thread, %tid.x;
    mad.lo.u32 %slot, %thread, 16, %slot;
    FROM %source, $1;
    cp.async.ca.shared.global [%slot], [%source], 4;
    cp.async.commit_group; WAIT
    ld.shared.b32 $0, [%slot];
}"""


def copy(wait, bits=32):
    """Returns the statement, whose source is an address of so many bits; `wait` stands before the read."""
    return COPY.replace("FROM", "mov.b64" if bits == 64 else "cvt.u64.u32").replace("WAIT", wait)
