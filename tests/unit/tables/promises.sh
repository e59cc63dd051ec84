#!/bin/sh
# promises.sh COMMAND CMAKE COMPILER: what docs/contributing.md promises of the tables. In a copy of the
# sources a qualifier is two rows, a rule is one and a target is one; the copy is built, and the reader, the verdict, the
# printer, `forms`, `where`, `explain` and the witness test know the new ones, while the witnesses of the old rules hold.
set -u
command=$1 cmake=$2 compiler=$3
root=$(cd "$(dirname "$0")/../../.." && pwd)
# shellcheck source=../../support/expect.sh
. "$root/tests/support/expect.sh"
# shellcheck source=../../support/copy.sh
. "$root/tests/support/copy.sh"

rows() { # FILE PATTERN: the rows from standard input, put before the first line that fits the pattern
    cat >rows
    awk -v pattern="$2" 'FNR == NR { rows = rows $0 "\n"; next } !done && $0 ~ pattern { printf "%s", rows; done = 1 } 1' \
        rows "copy/grammar/$1" >changed
    mv changed "copy/grammar/$1"
}

next() { # FILE MACRO: the value that a new row takes
    echo $(($(grep -c "^$2( " "$root/grammar/$1") + 1))
}

echo "TARGET( PTXC_TARGET_SM_999, $(next targets.def TARGET), \"sm_999\", 999, PLAIN, PTX(9, 0), NATIVE, UNMEASURED )" |
    rows targets.def '^#undef TARGET$'
echo "QUALIFIER( PTXC_Q_PROMISED, $(next qualifiers.def QUALIFIER), \".promised\", PTXC_SLOT_LEVEL, 0 )" |
    rows qualifiers.def '^#undef QUALIFIER$'
echo '      MAY_FROM( PTXC_GATE_PTX_8_0_SM_90, LEVEL, PTXC_Q_PROMISED )' >entry
awk 'FNR == NR { entry = $0; next } 1; /^FORM\( PTXC_FORM_CP_ASYNC_WAIT_ALL,/ { print entry }' entry \
    "$root/grammar/forms.def" >copy/grammar/forms.def
cat >rule <<'END'
RULE( PTXC_RULE_PROMISED_SIZE, "promised-size", ADVICE, WARNING, NO_FIX, "9.7.9.25.4.1",
      MULTIPLE_OF( ROLES( PTXC_ROLE_BULK_SIZE ), 128 ),
      "a bulk size should be a multiple of 128",
      "This rule stands in a test alone.",
      "cp.async.bulk.global.shared::cta.bulk_group [gmem], [smem], 144;",
      "cp.async.bulk.global.shared::cta.bulk_group [gmem], [smem], 256;" )
END
rows rules.def '^/\* ---- the asm statement' <rule

diff -r "$root/grammar" copy/grammar | grep '^[<>]' >difference
ok 'four rows, and no other line' [ "$(grep -c '^> *[A-Z_]*( ' difference):$(grep -c '^<' difference)" = '5:0' ]

UPDATE=1 sh "$root/tests/command/pages/names.sh" copy >output
verdict $? 'the enumerators are written'

# A PTX version of which no assembler was asked is a number in versions.def.
newest=$("$command" --version | sed -n 's/.*PTX up to \([0-9.]*\).*/\1/p')
major=${newest%.*} minor=$((${newest#*.} + 1))
sed "s/^VERSIONS( $major,  *[0-9]* )/VERSIONS( $major, $minor )/" "$root/grammar/versions.def" >copy/grammar/versions.def

if ! { "$cmake" -S copy -B built -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O0 &&
    "$cmake" --build built -j 2 --target ptxcheck-command test_legality_witnesses; } >output 2>messages; then
    tail -n 20 output messages
    echo 'failed: the build'
    exit 1
fi
command=$work/built/ptxcheck always=''

module() { # VERSION TARGET INSTRUCTION: a module that has it, in module.ptx
    printf '.version %s\n.target %s\n.global .align 16 .b8 gmem[4096];\n.shared .align 16 .b8 smem[4096];\n' "$1" "$2"
    printf '.visible .entry kernel()\n{\n    %s\n    ret;\n}\n' "$3"
} >module.ptx

# The qualifier.
expect 0 'cp.async.wait_all{.promised}' forms cp.async.wait_all
module 8.0 sm_90 'cp.async.wait_all.promised;'
expect 0 '' --quiet module.ptx
expect 0 'cp.async.wait_all.promised;' fmt module.ptx
expect 0 '.promised          needs PTX 8.0 and sm_90 or higher' where 'cp.async.wait_all.promised'
module 7.8 sm_90 'cp.async.wait_all.promised;'
expect 1 '.promised requires PTX 8.0' module.ptx
module 8.0 sm_90 'cp.async.wait_all.promised.promised;'
expect 1 'duplicate cache level qualifier .promised' module.ptx
module 8.0 sm_90 'cp.async.wait_all.promissed;'
expect 1 "did you mean .promised" module.ptx
module 8.0 sm_90 'cp.async.commit_group.promised;'
expect 1 '[qualifier-not-allowed]' module.ptx

# The rule.
expect 0 'multiple of 128' explain promised-size
module 8.0 sm_90 'cp.async.bulk.global.shared::cta.bulk_group [gmem], [smem], 144;'
expect 1 '[promised-size]' module.ptx
expect 0 '' --quiet --no-flow -W promised-size=off module.ptx
"$work/built/tests/unit/test_legality_witnesses" >output 2>&1
verdict $? 'the witnesses of all rules'

# The target, of which no assembler was asked.
module 9.0 sm_999 'cp.async.wait_all;'
expect 1 'warning: sm_999 is unmeasured' module.ptx
module 9.0 sm_90 'cp.async.wait_all;'
expect 0 '' --quiet module.ptx
expect 1 'sm_999 is unmeasured' --portable=sm_999 module.ptx
printf 'void f() { asm volatile("cp.async.wait_all;" ::: "memory"); }\n' >host.cu
expect 1 'sm_999 is unmeasured' --target=sm_999 host.cu
printf 'const char *m = R"(.version 9.0\n.target sm_999\n.entry k() { cp.async.wait_all; })";\n' >module.cu
expect 1 'sm_999 is unmeasured' module.cu
ok 'it is said once' [ "$(grep -c 'sm_999 is unmeasured' output)" -eq 1 ]
expect 0 'needs PTX 7.0 and sm_80 or higher (unmeasured: ' where 'cp.async.wait_all'
grep -q '^  unmeasured  .*sm_999' output && grep -q '(unmeasured: .*sm_999)' output
verdict $? 'where lists the target as unmeasured'
expect 1 'unmeasured on sm_999' where --target=sm_999 'cp.async.wait_all'
expect 0 '"unmeasured": [' where --json 'cp.async.wait_all'

# The version.
module "$major.$minor" sm_90 'cp.async.wait_all;'
expect 1 "warning: PTX $major.$minor is unmeasured" module.ptx
expect 0 '  from PTX 7.0     sm_80' where 'cp.async.wait_all'
finish
