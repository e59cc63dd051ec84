# Templates that are filled in elsewhere: what is in braces may be anything.
from string import Template

wait = "cp.async.wait_group {n};"
copy = "cp.async.cg.shared.global [{0}], [{1}], {size};"
tensor = "cp.async.bulk.prefetch.tensor.2d.L2.global [{map}, {{{x}, {y}}}];"
dollars = Template("cp.async.cg.shared.global [${dst}], [${src}], ${n};")


def fill(n):
    return wait.format(n=n)


numbered = (
    "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes "
    "[{$r0}], [{$r1}, {{$r3}, {$r4}}], [{$r2}];"
)
wrong = "cp.async.cg.shared.global [{0}], [{1}], 8;"
plain = "{ .reg .b32 x; cp.async.cg.shared.global [x], [x], 8; }"
