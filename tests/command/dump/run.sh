#!/bin/sh
# ptxcheck dump: small.ptx must give small.json (UPDATE=1 writes it anew), the example of docs/json.md must be what the
# command prints, every document must describe its source (ir_check), and what goes wrong must be said.
set -u
command=$1 ir_check=$2
always=dump
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")/../../.." || exit 2

(cd tests/command/dump && "$command" dump small.ptx) >"$work/small.json"
verdict $? 'the status of small.ptx'
golden tests/command/dump/small.json "$work/small.json"

# Sources of other languages: the statements and strings that hold instructions, their places, what decides #if lines.
for source in host.cu host.py host.ll host.rs host.jl; do
    (cd tests/command/dump && "$command" dump -D MODE=1 $source) >"$work/$source.json"
    verdict $? "the status of $source"
    golden tests/command/dump/$source.json "$work/$source.json"
done
(cd tests/command/dump && "$command" dump -U MODE host.cu) | grep -q '"opcode": "cp.async"'
[ $? -eq 1 ]
verdict $? 'a branch that is not compiled'
# Where an instruction is legal does not depend on those before it, which may have the same operands with a part that is
# not known.
cat >"$work/known.cu" <<'END'
__device__ void f(unsigned d, const void *s) {
    asm volatile("{ .reg .b32 r" N "; cp.async.ca.shared.global [%0], [%1], 8, r" N "; }" :: "r"(d), "l"(s) : "memory");
    asm volatile("{ .reg .b32 " N "; cp.async.ca.shared.global [%0], [%1], 8, size; }" :: "r"(d), "l"(s) : "memory");
}
END
"$command" dump "$work/known.cu" | grep '8, size;"' | grep -q '"requirement": {"ptx": "7.0"'
verdict $? 'where an instruction is legal after one that is not known'
expect 2 "-D takes the name of a macro, not '9'" -D9 tests/command/dump/host.cu

# The example of docs/json.md is what the command prints.
awk '/^```ptx/ {copy = 1; next} /^```/ {copy = 0} copy' docs/json.md >"$work/kernel.ptx"
awk '/^```json/ {copy = 1; next} /^```/ {copy = 0} copy' docs/json.md >"$work/expected.json"
(cd "$work" && "$command" dump kernel.ptx >kernel.json && "$ir_check" equal expected.json kernel.json)
verdict $? 'the example of docs/json.md'

"$ir_check" names docs/ptxcheck.schema.json
verdict $? 'the names in docs/ptxcheck.schema.json'

# Documents agree with their sources, and ir_check finds fault where there is one.
"$command" dump --format=json tests/corpus/modules/*.ptx tests/command/golden/*.ptx tests/command/dump/*.ptx \
    >"$work/all.json" &&
    "$ir_check" document "$work/all.json"
verdict $? 'all documents'
for change in 's/"name": "%rd1"/"name": "%rd2"/' 's/"line": 14/"line": 15/' 's/"sm_90a": "8.0"/"sm_90a": "8.1"/' \
    's/"name": "membermask"/"name": "mask"/' 's/"value": 16/"value": 8/' 's/"open-brace"//' 's/\[tile+16\]/[tile+17]/' \
    's/"symbol": 6/"symbol": 5/' \
    's/"name": "%rd1", "symbol": 4, "number": 1/"name": "%rd1", "symbol": 4, "number": 2/' \
    's/"CP_ASYNC_CG"/"CP_ASYNC_CA"/' \
    's/{"slot": "cache", "spelling": ".cg"}, //' 's/"ptx": "7.4"/"ptx": "7.5"/'; do
    sed "$change" "$work/small.json" >"$work/changed.json"
    ! cmp -s "$work/small.json" "$work/changed.json" &&
        ! (cd tests/command/dump && "$ir_check" document "$work/changed.json") >"$work/messages" 2>&1
    verdict $? "ir_check accepts $change"
done

# What goes wrong is said, and the document is sound.
expect 2 'no input file'
expect 2 "--format takes json, not 'xml'" --format=xml tests/command/dump/small.ptx
expect 2 "unrecognized option '--frobnicate'" --frobnicate tests/command/dump/small.ptx
expect 2 '--ptx takes a version' --ptx=new tests/command/dump/small.ptx
expect 2 "there is no target 'sm_1'" --target=sm_1 tests/command/dump/small.ptx
expect 2 'cannot open' missing tests/command/dump/small.ptx
"$ir_check" document "$work/output" >"$work/messages" 2>&1 &&
    grep -q '"name": "tests/command/dump/small.ptx"' "$work/output"
verdict $? 'the file after a missing one'
"$command" dump tests/command/dump/small.ptx >/dev/full 2>"$work/messages"
[ $? -eq 2 ] && grep -q 'cannot write' "$work/messages"
verdict $? 'a full disk'
"$command" dump --target=sm_100 --ptx=8.7 - <tests/command/dump/small.ptx |
    grep -qF '{"name": "<stdin>", "ptx": "8.7", "target": "sm_100",'
verdict $? 'standard input, another target'

# Bytes that are no UTF-8, in a name and in a source, are escaped; all else is kept.
odd=$(printf '%s/na\377me\303\251\355\240\200.ptx' "$work")
printf '.version 8.0\n.target sm_80\n// caf\351\ncp.async.ca\303.shared.global [a], [b], 4;\ncp.async.wait_all;\n' \
    >"$odd"
"$command" dump "$odd" >"$work/odd.json" && "$ir_check" equal "$work/odd.json" "$work/odd.json" &&
    grep -qF 'na\\xffme' "$work/odd.json" &&
    grep -qF "$(printf 'me\303\251\\\\xed\\\\xa0\\\\x80.ptx')" "$work/odd.json" &&
    grep -q '"canonical": "cp.async.wait_all;"' "$work/odd.json"
verdict $? 'bytes that are no UTF-8'

# In a large module each instruction is told apart from those for which answers are kept.
awk 'BEGIN {
    print ".version 9.0\n.target sm_90a\n.visible .entry k()\n{\n.reg .b32 %r<9>; .reg .b64 %r1; .reg .b64 %rd<9>;"
    for (i = 0; i < 3000; i++) {
        printf "cp.async.c%s.shared.global [%%r%d+%d], [%%rd1], %d;\n", i % 2 ? "a" : "g", i % 3, i % 7, 2 + i % 15
        printf "{ .reg .b%d %%size; cp.async.bulk.prefetch.L2.global [%%rd2], %%size; }\n", i % 2 ? 32 : 64
    }
    print "}" }' >"$work/large.ptx"
"$command" dump "$work/large.ptx" >"$work/large.json" && "$ir_check" document "$work/large.json"
verdict $? 'a large module'

finish
