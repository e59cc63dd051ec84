"""What the styles with mbarriers share: how they are made and published, how threads wait, how they arrive."""

FORMS = ["cutlass", "cutlass", "back", "hint", "selp", "peek", "test"]
SPACES = [".shared::cta", ".shared::cta", ".shared"]


class Phases:
    """Writes operations on mbarriers of one kernel; form and space are spelled the same way all over."""

    def __init__(self, kernel, form, space):
        self.kernel, self.form, self.space = kernel, form, space

    def init(self, base, counts):
        """Writes the initialisation of mbarriers that lie side by side, with these counts."""
        for number, count in enumerate(counts):
            self.kernel(f"mbarrier.init{self.space}.b64 [{base}+{8 * number}], {count}")

    def wait(self, address, parity, once=False):
        """Writes a wait for the phase with this parity; once, if it does not ask again."""
        k, p = self.kernel, self.kernel.fresh("ok", "pred")
        ask = f"mbarrier.{'test' if self.form == 'test' else 'try'}_wait.parity{self.space}.b64"
        hint = ", 0x989680" if self.form == "hint" else ""
        if once:
            k(f"{ask} {p}, [{address}], {parity}{hint}")
        elif self.form == "cutlass":
            k.raw("{", ".reg .pred P1;", "LAB_WAIT:", f"{ask} P1, [{address}], {parity};", "@P1 bra DONE;",
                  "bra LAB_WAIT;", "DONE:", "}")
        elif self.form == "selp":
            again, done = k.label("wait"), k.fresh("done")
            k.place(again)
            k(f"{ask} {p}, [{address}], {parity}", f"selp.b32 {done}, 1, 0, {p}", f"setp.eq.u32 {p}, {done}, 0",
              f"@{p} bra {again}")
        else:
            again, passed = k.label("wait"), k.label("passed")
            if self.form == "peek":
                k(f"{ask} {p}, [{address}], {parity}", f"@{p} bra {passed}")
            k.place(again)
            k(f"{ask} {p}, [{address}], {parity}{hint}", f"@!{p} bra {again}")
            k.place(passed)

    def arrive(self, address, guard="", count=None):
        """Writes an arrival, of several where a count is given."""
        more = f", {count}" if count else ""
        state = "_" if self.kernel.shape.target != "sm_80" else self.kernel.reg("state", "b64")
        self.kernel(f"{guard}mbarrier.arrive{self.space}.b64 {state}, [{address}]{more}")

    def expect(self, address, size, guard="", apart=False, arrives=True):
        """Writes the announcement of bytes, with the arrival or apart from it."""
        k = self.kernel
        if apart or not arrives:
            k(f"{guard}mbarrier.expect_tx.relaxed.cta{self.space}.b64 [{address}], {size}")
            if arrives:
                self.arrive(address, guard)
        else:
            k(f"{guard}mbarrier.arrive.expect_tx{self.space}.b64 _, [{address}], {size}")


def bulk_load(kernel, target, source, size, barrier, guard=""):
    """Writes a bulk copy from global into shared memory that completes on a barrier."""
    kernel(f"{guard}cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [{target}], [{source}], "
           f"{size}, [{barrier}]")
