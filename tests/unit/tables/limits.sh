#!/bin/sh
# limits.sh COMMAND CMAKE COMPILER: the tables have room for more. In a copy of the sources rows that nothing uses stand
# before those of slots, targets, gates and rules, whose numbers so become higher, and the rows of mistakes and operations
# are in reverse: the copy is built, and says of recorded instructions, of forms and of kernels what COMMAND says.
set -u
command=$1 cmake=$2 compiler=$3
root=$(cd "$(dirname "$0")/../../.." && pwd)
# shellcheck source=../../support/expect.sh
. "$root/tests/support/expect.sh"
# shellcheck source=../../support/copy.sh
. "$root/tests/support/copy.sh"

# rows FILE MACRO FIRST COUNT ROW: puts COUNT rows before the row number FIRST of the macro. # in ROW stands for the
# number of the row, which is the value that rows of slots and targets have in their second column.
rows() {
    awk -v macro="$2( " -v first="$3" -v count="$4" -v row="$5" '
        index($0, macro) == 1 {
            if (seen++ == first)
                for (i = 0; i < count; i++) {
                    new = row
                    gsub(/#/, first + i, new)
                    print macro new " )"
                }
            if (match($0, /, *[0-9]+,/)) {
                value = substr($0, RSTART + 1, RLENGTH - 2)
                if (macro ~ /^(SLOT|TARGET)/)
                    $0 = substr($0, 1, RSTART) " " (value + count) substr($0, RSTART + RLENGTH - 1)
            }
        }
        1' "$root/grammar/$1" >"copy/grammar/$1"
}

slot=$(sed -n 's/^SLOT( PTXC_SLOT_OBJECT_TYPE, *[0-9]*,\(.*[^ ]\) *)$/PTXC_SLOT_SPARE_#, #,\1/p' "$root/grammar/qualifiers.def")
rows qualifiers.def SLOT 0 33 "$slot"
rows availability.def GATE 1 50 'PTXC_GATE_SPARE_#, PTX(1, 0), EVER, 90, 0, ANY, EVER, EVER'
rows rules.def RULE 0 360 'PTXC_RULE_SPARE_#, "spare-#", ADVICE, OFF, NO_FIX, "", STRUCTURE, "-", "-", "", ""'
sed -i 's/\(PTXC_RULE_SPARE_1[0-9]*, .*\)STRUCTURE/\1MULTIPLE_OF( ROLES( PTXC_ROLE_FENCED_SIZE ), 1 )/' \
    copy/grammar/rules.def
rows targets.def TARGET 0 60 'PTXC_TARGET_SPARE_#, @, "sm_1000#", 1, PLAIN, PTX(1, 0), NATIVE, UNMEASURED'
awk '{ while (match($0, /_SPARE_[0-9]+, @/)) { n = substr($0, RSTART + 7, RLENGTH - 10); sub(/@/, n + 1) } } 1' \
    copy/grammar/targets.def >changed && mv changed copy/grammar/targets.def

reverse() { # FILE MACRO: the rows in reverse, each of them with the lines that it goes on in
    awk -v macro="$2( " '
        index($0, macro) == 1 { rows[++count] = $0; next }
        count && /^#undef/ { for (; count; count--) print rows[count] }
        count { rows[count] = rows[count] "\n" $0; next }
        1' "$root/$1" >"copy/$1"
}
reverse grammar/events.def OPERATION
reverse src/analysis/findings/violations.def VIOLATION

if ! UPDATE=1 sh "$root/tests/command/pages/names.sh" copy >output; then
    cat output
    echo 'failed: the enumerators'
    exit 1
fi
if ! { "$cmake" -S copy -B built -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O0 &&
    "$cmake" --build built -j 2 --target ptxcheck-command; } >output 2>messages; then
    tail -n 20 output messages
    echo 'failed: the build'
    exit 1
fi

# The recorded instructions of one target in one module.
gzip -dc "$root"/tests/oracle/ptxas-13.0.*.tsv.gz |
    awk -F '\t' '$2 == "9.0" && $3 == "sm_90a" && $6 ~ /^[a-z].*;$/ { print $6 }' >instructions
awk 'FNR == NR { all = all $0 "\n"; next }
    /^<the case>/ { printf "%s", all; next }
    { sub(/<version>/, "9.0"); sub(/<target>/, "sm_90a"); print }' instructions "$root/tests/oracle/module.txt" >module.ptx

# Where the spare targets are said to be is left out.
say() { # COMMAND FILE
    each=$1
    {
        "$each" --no-flow --max-diagnostics=0 --portable=sm_100a,sm_120 module.ptx
        "$each" -Wlikely "$root"/tests/corpus/hazards/bodies/*.ptx
        "$each" forms
        awk 'NR % 20 == 0' instructions | while read -r instruction; do "$each" where "$instruction"; done
    } 2>&1 | grep -v '^  not on \|^  unmeasured ' >"$2"
}
say "$command" output1
say "$work/built/ptxcheck" output2
ok 'what is said fills pages' [ "$(wc -l <output1)" -gt 2000 ]
diff output1 output2 | head -n 20
ok 'the same is said' cmp output1 output2
finish
