"""Puts around the module of a plan what a test needs, and leaves each of its own lines as it is: the side in shared
memory is filled before the copies and handed out after them, by the threads of the CTA.

The global variables test_in and test_out hold addresses of global memory: what the source holds, and where the
destination goes. What the destination holds before the copies is FILL.
"""

import re

FILL = 0xEE
GLOBALS = ".visible .global .align 8 .b64 test_in;\n.visible .global .align 8 .b64 test_out;\n"
LOOP = """    {{
    .reg .pred %over;
    .reg .b32 %n, %step, %place, %byte;
    .reg .b64 %base, %wide;
    {load}mov.u32 %n, %tid.x;
    mov.u32 %step, %ntid.x;
TURN_{name}:
    setp.ge.u32 %over, %n, {count};
    @%over bra OVER_{name};
    mov.b32 %place, {room};
    add.u32 %place, %place, %n;
{body}
    add.u32 %n, %n, %step;
    bra TURN_{name};
OVER_{name}:
    }}
"""
GLOBAL = "    cvt.u64.u32 %wide, %n;\n    add.u64 %wide, %wide, %base;\n"
FILLING = f"    mov.b32 %byte, {FILL};\n    st.shared.u8 [%place], %byte;"
READING = GLOBAL + "    ld.global.u8 %byte, [%wide];\n    st.shared.u8 [%place], %byte;"
WRITING = "    ld.shared.u8 %byte, [%place];\n" + GLOBAL + "    st.global.u8 [%wide], %byte;"


def loop(name, room, count, body):
    """Something that the threads do for each byte of a room."""
    pointer = {READING: "test_in", WRITING: "test_out"}.get(body)
    load = f"ld.global.b64 %base, [{pointer}];\n    cvta.to.global.u64 %base, %base;\n    " if pointer else ""
    return LOOP.format(name=name, room=room, count=count, body=body, load=load)


def room_of(module, register, variable):
    """The place in shared memory that the module moves into the register of a side."""
    found = re.search(rf"mov\.b32 %{register}, ([\w+]+);", module)
    return found[1] if found else variable


def insert(module, before, text):
    """Puts text in front of a line."""
    assert module.count(before) == 1, before
    return module.replace(before, text + before)


def wrap(kind, module, source_bytes, destination_bytes):
    """The module with what the test needs."""
    module = re.sub(r"(\.address_size 64\n)", r"\1" + GLOBALS, module)
    source, destination = room_of(module, "from", "source"), room_of(module, "to", "destination")
    fill = loop("FILL", destination, destination_bytes, FILLING)
    read = loop("READ", source, source_bytes, READING)
    write = loop("WRITE", destination, destination_bytes, WRITING)
    fence = "    fence.proxy.async.shared::cta;\n"
    if kind == "cp-async":
        module = insert(module, "NEXT:\n", fill + "    bar.sync 0;\n")
    elif kind.endswith("load"):
        module = insert(module, "    @%first mbarrier.init", fill + fence)
    elif kind == "bulk-cluster":
        module = insert(module, "    fence.proxy.async.shared::cta;\n", fill + read)
    else:
        module = insert(module, "    fence.proxy.async.shared::cta;\n", read)
    if not kind.endswith("store"):
        lines = module.split("\n")
        place = next(n for n, line in enumerate(lines) if "Here the destination is complete" in line)
        module = "\n".join(lines[:place + 1]) + "\n" + write + "\n".join(lines[place + 1:])
    return module
