"""Disguises that say the same with other instructions. The table stands in disguises.py."""

import re

from body import Statement
import edit

BARRIERS = ["bar.sync", "bar.cta.sync", "barrier.sync.aligned", "barrier.cta.sync.aligned", "barrier.sync",
            "barrier.cta.sync"]
ALIGNED = 4  # so many of them are aligned
LINEAR_STORE = "cp.async.bulk.global.shared::cta.bulk_group"
LINEAR_LOAD = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"


def barriers(kernel, rnd, rule):
    """Writes barriers of a CTA, and those of a cluster, in their other forms."""
    changed = False
    forms = BARRIERS[:ALIGNED] if rule == "aligned-barrier-divergent" else BARRIERS
    for statement in kernel.body:
        if statement.head() == "bar.sync":
            changed, rest = True, ", ".join(statement.operands())
            statement.text = f"{rnd.choice(forms[1:])} {rest}"
            if rnd.random() < 0.3:
                statement.text = reduction(kernel, rnd, rest)
        elif re.fullmatch(r"barrier\.cluster\.(arrive|wait)(\.aligned)?", statement.text):
            changed, word = True, "arrive.release" if "arrive" in statement.text else "wait.acquire"
            statement.text = f"barrier.cluster.{word}" + rnd.choice(["", ".aligned"])
    return changed


def reduction(kernel, rnd, rest):
    """Gives a barrier that also counts."""
    threads, vote = kernel.register("b32"), kernel.register("pred")
    kernel.prelude += [Statement(f"mov.u32 {threads}, %ntid.x"), Statement(f"setp.ne.u32 {vote}, {threads}, 0")]
    if rnd.random() < 0.5:
        return f"bar.red.popc.u32 {kernel.register('b32')}, {rest}, {vote}"
    return f"bar.red.or.pred {kernel.register('pred')}, {rest}, {vote}"


def waits(kernel, rnd, _rule):
    """Writes the loops around waits as they are written elsewhere."""
    places = edit.wait_loops(kernel)
    for at in reversed(places):
        wait, back = kernel.body[at], kernel.body[at + 1]
        done, ready = kernel.label("DONE"), wait.operands()[0]
        label = wait.labels[-1]
        if "try_wait" in wait.head():
            timed = rnd.choice(["", "", ", 10000000", f", {limit(kernel)}"])
            if rnd.random() < 0.3:
                wait.text = wait.text.replace("try_wait", "test_wait")
            else:
                wait.text += timed
        way = rnd.choice(["over", "sleep", "number", "negated"] + ["peek"] * (not wait.expected))  # the first use
        after = [Statement(f"bra {label}"), Statement("", None, [done])]
        if way == "over":
            kernel.body[at + 1:at + 2] = [Statement(f"bra {done}", ("", ready)), *after]
        elif way == "sleep":
            kernel.body[at + 1:at + 2] = [Statement(f"bra {done}", ("", ready)), Statement("nanosleep.u32 32"), *after]
        elif way == "number":
            number, again = kernel.register("b32"), kernel.register("pred")
            kernel.body[at + 1:at + 2] = [Statement(f"selp.b32 {number}, 1, 0, {ready}"),
                                          Statement(f"setp.eq.s32 {again}, {number}, 0"),
                                          back.copy(guard=("", again))]
        elif way == "peek":
            early = kernel.register("pred")
            peek = wait.copy(text=wait.text.replace(f" {ready},", f" {early},", 1), labels=wait.labels[:-1],
                             expected=None)
            wait.labels = [label]
            kernel.body[at + 2:at + 2] = [Statement("", None, [done])]
            kernel.body[at:at] = [peek, Statement(f"bra {done}", ("", early))]
        else:
            no = kernel.register("pred")
            kernel.body[at + 1:at + 2] = [Statement(f"not.pred {no}, {ready}"), back.copy(guard=("", no))]
    return bool(places)


def limit(kernel):
    """Gives a register with a time in nanoseconds."""
    kernel.prelude.append(Statement(f"mov.u32 {(time := kernel.register('b32'))}, 1000000"))
    return time


def writes(kernel, rnd, rule):
    """Writes to shared memory with other instructions."""
    changed = False
    for statement in kernel.body:
        if statement.head() != "st.shared.u32":
            continue
        where, what = statement.operands()
        forms = [f"st.shared.v4.u32 {where}, {{{what}, {what}, {what}, {what}}}", f"st.shared.b32 {where}, {what}",
                 f"st.volatile.shared.u32 {where}, {what}", f"st.weak.shared.u32 {where}, {what}",
                 f"st.shared.v2.u32 {where}, {{{what}, {what}}}"]
        if rule != "undrained-group-reuse":  # where to read is wrong as well
            forms += [f"atom.shared.add.u32 {kernel.register('b32')}, {where}, {what}",
                      f"atom.shared.exch.b32 {kernel.register('b32')}, {where}, {what}",
                      f"red.shared.add.u32 {where}, {what}"]
        if not statement.guard and kernel.target != "sm_80":
            forms.append(f"stmatrix.sync.aligned.m8n8.x1.shared.b16 {where}, {{{what}}}")
        statement.text, changed = rnd.choice(forms), True
    return changed


def reads(kernel, rnd, rule):
    """Reads shared memory with other instructions."""
    changed = False
    for statement in kernel.body:
        if statement.head() != "ld.shared.u32":
            continue
        what, where = statement.operands()
        other = [kernel.register("b32") for _ in range(3)]
        forms = [f"ld.shared.v4.u32 {{{what}, {', '.join(other)}}}, {where}", f"ld.shared.b32 {what}, {where}",
                 f"ld.shared.v2.u32 {{{what}, {other[0]}}}, {where}", f"ld.volatile.shared.u32 {what}, {where}",
                 f"ld.shared.u8 {what}, {where}"]
        if not statement.guard and rule != "wait-without-cta-barrier":
            forms += [f"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{{what}}}, {where}",
                      f"ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {{{what}, {', '.join(other)}}}, {where}"]
        statement.text, changed = rnd.choice(forms), True
    return changed


def copies(kernel, rnd, _rule):
    """Copies with cache hints, source sizes and in other forms of the same instruction."""
    changed = False
    for statement in kernel.body:
        parts = statement.operands()
        if statement.head() == "cp.async.ca.shared.global" and parts[2:] == ["16"]:
            tail = rnd.choice(["", ", 16", ", 8", f", {size(kernel)}"])
            cached = rnd.random() < 0.4
            statement.text = f"cp.async.{rnd.choice(['ca', 'cg'])}.shared.global" + \
                (".L2::cache_hint" if cached else "") + rnd.choice(["", ".L2::128B"]) + \
                f" {', '.join(parts)}{tail}" + (f", {policy(kernel)}" if cached else "")
            changed = True
        elif statement.head() == LINEAR_LOAD:
            hint = rnd.random() < 0.6
            head = LINEAR_LOAD.replace("cluster", "cta") if rnd.random() < 0.5 or not hint else LINEAR_LOAD
            statement.text = head + (".L2::cache_hint" if hint else "") + f" {', '.join(parts)}" + \
                (f", {policy(kernel)}" if hint else "")
            changed = True
        elif statement.head() == LINEAR_STORE:
            statement.text = rnd.choice([
                f"{LINEAR_STORE}.L2::cache_hint {', '.join(parts)}, {policy(kernel)}",
                f"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 {', '.join(parts)}",
                f"cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 {', '.join(parts)}"])
            changed = True
        elif statement.head() == "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group":
            statement.text = f"cp.reduce.async.bulk.tensor.2d.global.shared::cta.{rnd.choice(['add', 'min'])}" \
                f"{rnd.choice(['', '.tile'])}.bulk_group {', '.join(parts)}"
            changed = True
    return changed


def size(kernel):
    """Gives a register with a size in bytes that nobody knows."""
    kernel.prelude.append(Statement(f"ld.param.u32 {(count := kernel.register('b32'))}, [{kernel.parameter('u32')}]"))
    return count


def policy(kernel):
    """Gives a register with a cache policy."""
    made = kernel.register("b64")
    kernel.prelude.append(Statement(f"createpolicy.fractional.L2::evict_last.b64 {made}, 1.0"))
    return made


def tensors(kernel, rnd, _rule):
    """Copies boxes of a tensor in place of bytes in a row."""
    changed = False
    for statement in kernel.body:
        if statement.head() not in (LINEAR_LOAD, LINEAR_STORE):
            continue
        parts, tensor = statement.operands(), tensor_map(kernel)
        inner, outer = size(kernel), rnd.choice(["0", size(kernel)])
        if statement.head() == LINEAR_LOAD:
            statement.text = "cp.async.bulk.tensor.2d.shared::cluster.global" + rnd.choice(["", ".tile"]) + \
                f".mbarrier::complete_tx::bytes {parts[0]}, [{tensor}, {{{inner}, {outer}}}], {parts[3]}"
        else:
            statement.text = "cp.async.bulk.tensor.2d.global.shared::cta" + rnd.choice(["", ".tile"]) + \
                f".bulk_group [{tensor}, {{{inner}, {outer}}}], {parts[1]}"
        changed = True
    return changed


def tensor_map(kernel):
    """Gives a register with the address of a tensor map that is a parameter."""
    if ".param .align 64 .b8 box[128]" not in kernel.parameters:
        kernel.parameters.append(".param .align 64 .b8 box[128]")
    made, generic = kernel.register("b64"), kernel.register("b64")
    kernel.prelude += [Statement(f"mov.b64 {made}, box"), Statement(f"cvta.param.u64 {generic}, {made}")]
    return generic


def arrivals(kernel, rnd, rule):
    """Arrives with other forms of the instruction, or with two in place of one."""
    changed = False
    for at in range(len(kernel.body) - 1, -1, -1):
        statement = kernel.body[at]
        if statement.head() == "mbarrier.arrive.shared.b64":
            where = statement.operands()[1]
            statement.text = rnd.choice([f"mbarrier.arrive.shared.b64 {kernel.register('b64')}, {where}",
                                         f"mbarrier.arrive.release.cta.shared::cta.b64 _, {where}",
                                         f"mbarrier.arrive.shared::cta.b64 _, {where}, 1"])
            changed = True
        elif statement.head() == "mbarrier.arrive.expect_tx.shared.b64":
            where, count = statement.operands()[1:]
            forms = [f"mbarrier.arrive.expect_tx.shared.b64 {kernel.register('b64')}, {where}, {count}",
                     f"mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, {where}, {count}"]
            if rule == "rearm-without-wait" or rnd.random() < 0.5:
                statement.text = rnd.choice(forms)
            else:
                statement.text = f"mbarrier.expect_tx.relaxed.cta.shared::cta.b64 {where}, {count}"
                kernel.body.insert(at + 1, Statement(f"mbarrier.arrive.shared::cta.b64 _, {where}", statement.guard))
            changed = True
    return changed
