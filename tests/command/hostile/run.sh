#!/bin/sh
# Hostile input: every case ends by itself, with the expected exit status and a message that says what is wrong.
set -u
command=$1
always='check --color=never'
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$work" || exit 2

repeat() { # COUNT TEXT
    awk -v count="$1" -v text="$2" 'BEGIN { for (i = 0; i < count; i++) printf "%s", text }'
}

: >empty
mkdir folder
repeat 1000000 '{' >braces.ptx
repeat 1000000 '}' >closing.ptx
repeat 200000 '(' >parentheses_body
{ printf 'cp.async.wait_group '; cat parentheses_body; printf ';\n'; } >parentheses.ptx
{ printf 'cp.async.wait_group '; repeat 200000 '-'; printf '1;\n'; } >minuses
{ printf 'cp.async.wait_group '; repeat 100000 '1?'; printf '1;\n'; } >questions
{ printf 'cp.async.ca.shared.global [a], [b], {'; repeat 100000 '1,'; printf '1};\n'; } >elements
{ printf 'cp.async.ca'; repeat 100000 '.ca'; printf ' [a], [b], 4;\n'; } >qualifiers.ptx
{ printf 'cp.async.ca.shared.global '; repeat 100000 '[a],'; printf '4;\n'; } >operands.ptx
repeat 100000 'cp.async.cg.shared.global [a], [b], 12;
' >errors
repeat 100000 '.reg .b32 %r<2>;
' >declarations
{ printf '.section .x {'; repeat 1000000 '0U'; printf '\n}\n'; } >numbers
repeat 1000000 '/* ' >comments.ptx
repeat 300000 'cp.async.wait_all /* ' >comments_in_instructions.ptx
awk 'BEGIN { for (i = 0; i < 300000; i++) printf ".global .b8 name_%d[4];\n", i }' >symbols
{ printf 'cp.async.wait_all; '; repeat 1000000 'x } '; } >strays
awk 'BEGIN { for (i = 0; i < 50000; i++) printf "cp.async.wait_group -1;%2000s", "" }' >line
printf '.version 9.0\n.target sm_90\n/* no end' >comment
printf '.version 9.0\n.target sm_90\n.file 1 "no end\n' >string
printf 'cp.async.wait_group "no end\n' >operand_string.ptx
printf '.version 9.0\n.target sm_90\n\000\001' >binary
awk 'BEGIN { srand(1); for (i = 0; i < 300000; i++) printf "%c", 1 + int(rand() * 126) }' >ascii_noise
awk 'BEGIN {
    srand(2)
    for (i = 0; i < 100000; i++)
        printf "%s", substr("cp.async[]{}(),;:@!%r1 \n/*\"", 1 + int(rand() * 26), 1 + int(rand() * 4))
}' >token_noise
kernel() { # COUNT TEXT: of a kernel that has the text so many times
    printf '.version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k() {\n.reg .b64 d;\n'
    printf '.shared .align 16 .b8 s[16];\n.shared .b64 m;\n'
    repeat "$1" "$2"
    printf 'ret;\n}\n'
}
kernel 6000 'cp.async.cg.shared.global [s], [d], 16;
' >copies.ptx
kernel 6000 'mbarrier.init.shared.b64 [m], 1;
' >inits.ptx
{ printf '.version 9.0\n.target sm_90\n.visible .entry k() {\n.reg .pred p;\n'
  seq -f 'L%.0f: @p bra L0;' 0 100000
  printf 'cp.async.wait_all;\nret;\n}\n'; } >labels.ptx
{ printf '.version 9.0\n.target sm_90\n.address_size 64\n.func f() {\n.reg .b32 r;\n'
  repeat 2000 'add.s32 r, r, 1;
'
  printf 'cp.async.wait_all;\nret;\n}\n'
  seq -f '.visible .entry k%.0f(.param .u64 p) { call f; ret; }' 10000; } >callers.ptx
# A number of the text is none of rounds: kernels are executed whose loop copies and does this with r1, which is -1.
ring() { # INSTRUCTION COUNT: beside an mbarrier that counts so many arrivals
    kernel 1 ".reg .pred p; .reg .b32 r<4>; .reg .b64 x;
mov.u32 r1, -1; mov.u32 r2, 0; mov.u32 r3, 1000000000;
mbarrier.init.shared.b64 [m], $2;
L:
cp.async.cg.shared.global [s], [d], 16;
$1
add.s32 r2, r2, 1; setp.lt.u32 p, r2, 4;
@p bra L;
"
}
ring 'mbarrier.arrive.shared.b64 x, [m], r1;' 1 >arrivals.ptx
ring 'mbarrier.arrive.shared.b64 x, [m], r1;' 0 >arrivals-of-none.ptx
ring 'mbarrier.arrive.shared.b64 x, [m], r1;' 1048575 >arrivals-of-many.ptx
ring 'mbarrier.arrive_drop.shared.b64 x, [m], r1;' 1 >drops.ptx
ring 'mbarrier.arrive.noComplete.shared.b64 x, [m], r1;' 1 >arrivals-that-complete-nothing.ptx
ring 'mbarrier.arrive.expect_tx.shared.b64 x, [m], r3; mbarrier.arrive.shared.b64 x, [m], r1;' 1 >expected.ptx
ring 'mbarrier.complete_tx.relaxed.cta.shared.b64 [m], r1; mbarrier.arrive.shared.b64 x, [m], r1;' 1 >completed.ptx
ring 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [d], r3, [m];' 1 >bytes.ptx
ring 'cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [s], [s], r3, [m];' 1 >bytes-of-cluster.ptx
printf '// caf\303\251\n' >latin.ptx
truncate -s 2147483648 huge

# Sources of other languages can be hostile too.
lines() { # BYTES LINE
    yes "$2" | head -c "$1"
}
lines 100000000 'int f(int a) { return g(a) + h("text", 12); } // nothing of interest' >plain.cpp
lines 20000000 'asm volatile("cp.async.wait_all;" ::: "memory");' >dense.cu
lines 5000000 'asm volatile("cp.async.cg.shared.global [%0], [%1], 8;" :: "r"(a), "l"(b) : "memory");' >wrong.cu
{ printf 'asm volatile("cp.async.wait_all;'; lines 20000000 'no end'; } >open.cu
{ printf 'asm volatile(R"x(cp.async.wait_all;'; lines 20000000 'no end'; } >raw.cu
{ printf 'text = """cp.async.wait_all;'; lines 20000000 'no end'; } >open.py
{ printf 'asm volatile("cp.async.wait_all;"\n'; lines 5000000 '#if A'; } >conditions.cu
lines 5000000 'x = f"cp.async.cg.shared.global [{a}], [{b}], {c' >unknown-text.py
# A careless reader would read these again and again: a word, an operand, a macro, a name, what closes a brace.
{ printf 'x = "'; repeat 200000 'cp.async:'; printf '"\n'; } >colons.py
{ printf 'asm volatile("'; repeat 20000 'cp.async.cg.shared.global [%0], [%0], 16;'
  printf '" :: "l"('; repeat 500000 'x+'; printf 'x));\n'; } >operand.cu
{ printf '#define M('; repeat 500000 'a '; printf ') "x"\nvoid f() {'
    repeat 200000 'asm(M);'; printf '}\n'; } >parameter.cu
{ printf '#define M '; repeat 300000 '"" '; printf '\nvoid f() {'
    repeat 200000 'asm(M);'; printf 'cp.async.wait_all }\n'; } >literals.cu
{ printf '#define M '; repeat 30000 '"" '; printf '\nvoid f() {'
    repeat 20000 'asm(M);'; printf 'asm volatile("cp.async.wait_all;" ::: "memory"); }\n'; } >macros.cu
{ printf '#define M "'; repeat 1000000 'a'; printf '" x\nasm("cp.async.wait_all;" : '; repeat 300000 'M(x),'
  printf '"r"(y));\n'; } >constraint.cu
{ printf 'asm volatile("cp.async.wait_all; '; repeat 300000 '%[b]'; printf '" :: '; seq -f '[a%.0f] "r"(x),' 300000
  printf '[b] "r"(x) : "memory");\n'; } >names.cu
{ printf 'call void asm sideeffect "cp.async.wait_all; '; repeat 3000000 '${'; printf '", ""()\n'; } >unclosed.ll
{ printf 'x = "cp.async.wait_all; '; repeat 3000000 '\\N{'; printf '"\n'; } >unclosed.py
head -c 3000000 /dev/urandom | tr -d '\000' >noise.cu
cp noise.cu noise.py
printf 'asm("cp.async.wait_all;")\000' >binary.cu
: >empty.cu

expect 2 'cannot open' missing
expect 2 'no file to check' folder
printf '\377\376.\000v\000' >wide
expect 2 'wide: UTF-16, as its byte-order mark says' wide
printf '\376\377.version 8.0\n' >wide.ptx
expect 1 'this is the byte-order mark of UTF-16 [non-ascii]' wide.ptx
printf '\n\357\273\277.version 8.0\n' >inside.ptx
expect 1 'this is byte 0xef [non-ascii]' inside.ptx
expect 2 'empty' empty
expect 2 'binary' binary
expect 2 'too large' huge
expect 2 'no input file'
expect 2 "unrecognized option '--frobnicate'" --frobnicate empty
expect 2 "there is no target 'sm_1'" --target=sm_1 errors
expect 2 'there is no PTX 8.9' --ptx=8.9 errors
expect 2 '--portable takes' --portable=sm_90,sm_1 errors
expect 2 'there is no class' --only=nothing errors
expect 2 "there is no rule 'no-such-rule'" -W no-such-rule=off errors
expect 2 'there is no severity' -W cp-size=fatal errors
expect 1 "expected '}' for this '{'" braces.ptx
expect 1 "found an unmatched '}'" closing.ptx
expect 1 'nested less deeply' parentheses.ptx
expect 1 'nested less deeply' minuses
expect 1 'nested less deeply' questions
expect 1 '[operand-kind]' elements
expect 1 '[duplicate-qualifier]' qualifiers.ptx
expect 1 '[operand-count]' operands.ptx
expect 1 '99900 not shown' errors
expect 1 '50000 errors' --max-diagnostics=0 line
expect 0 '0 errors' declarations
expect 0 '0 errors' numbers
expect 1 '[unterminated-comment]' comments.ptx
expect 1 '1 error,' comments_in_instructions.ptx
expect 0 '0 errors' symbols
expect 1 "unmatched '}'" strays
expect 1 '[unterminated-comment]' comment
expect 1 'unterminated string' string
expect 1 'unterminated string' operand_string.ptx
expect 1 '[two-copies-one-location]' --pedantic copies.ptx
expect 1 '[double-init]' --pedantic inits.ptx
expect 1 'more statements than are analysed [analysis-incomplete]' --require-complete labels.ptx
expect 0 '0 errors' callers.ptx
expect 1 '[count-out-of-range]' arrivals.ptx
expect 1 '[count-out-of-range]' arrivals-of-none.ptx
expect 1 '[count-out-of-range]' arrivals-of-many.ptx
expect 1 '[count-out-of-range]' drops.ptx
expect 1 '[count-out-of-range]' arrivals-that-complete-nothing.ptx
expect 1 '[count-out-of-range]' expected.ptx
expect 1 '[count-out-of-range]' completed.ptx
expect 1 '[range-overflow]' bytes.ptx
expect 1 '[range-overflow]' bytes-of-cluster.ptx
expect 1 '[non-ascii]' latin.ptx
expect 1 ': error: ' ascii_noise
expect 1 ': error: ' token_noise
expect 0 '0 errors' plain.cpp
expect 0 '0 errors' dense.cu
expect 1 'not shown' wrong.cu
expect 0 '0 errors' open.cu
expect 0 '0 errors' raw.cu
expect 0 '0 errors' open.py
expect 0 '0 errors' conditions.cu
expect 0 '0 errors' unknown-text.py
expect 0 '0 errors' colons.py
expect 0 'should be an address from __cvta_generic_to_shared' --no-flow operand.cu
expect 0 '0 errors' parameter.cu
expect 0 '0 errors' literals.cu
expect 0 'from here on no macro of the file is known' macros.cu
expect 0 '0 errors' constraint.cu
expect 0 '0 errors' names.cu
expect 0 '0 errors' unclosed.ll
expect 0 '0 errors' unclosed.py
expect 0 '0 errors' noise.cu
expect 0 '0 errors' noise.py
expect 2 'binary' binary.cu
expect 0 '0 errors' empty.cu
finish
