#!/bin/sh
# run.sh COMMAND: what .ptxcheck.yaml asks of the files in and below its directory. Each case must print what NAME.out
# holds, then the exit status. With UPDATE=1 the outputs are written anew.
set -u
command=$1 always=
expected=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
mkdir "$work/project"
cd -P "$work/project" || exit 2

# check NAME ARGUMENTS...: fails unless the command prints what NAME.out holds.
check() {
    name=$1
    shift
    "$command" check --color=never "$@" >../actual 2>&1 </dev/null
    echo "exit status $?" >>../actual
    sed "s|$PWD|PROJECT|" ../actual >../output
    golden "$expected/$name.out" ../output
}

# found NAME ARGUMENTS...: likewise, with the first line alone of each finding.
found() {
    name=$1
    shift
    "$command" check --color=never "$@" >../actual 2>&1 </dev/null
    echo "exit status $?" >>../actual
    grep -v '^  ' ../actual >../output
    golden "$expected/$name.out" ../output
}

# ---- a tree: the nearest configuration holds; sections, excludes ----

wrong='cp.async.cg.shared.global [a], [b], 8;'
mkdir -p src/legacy/deep tests/deep made own own/below inherits/below
for file in top.ptx src/a.ptx src/legacy/a.ptx src/legacy/deep/a.ptx src/legacy/deep/keep.ptx tests/a.ptx \
    tests/deep/b.ptx made/a.ptx own/a.ptx own/below/a.ptx inherits/a.ptx inherits/below/a.ptx inherits/below/made.ptx; do
    echo "$wrong" >$file
done
cat >.ptxcheck.yaml <<'END'
# of the project
target: sm_90
ptx: 8.6
rules:
  cp-size-cg: warning
exclude: [/made/, "deep/b.ptx", "made.*"]
overrides:
  - files: ["src/legacy/**", "!keep.ptx"]
    rules: {cp-size-cg: note}
  - files: [tests/]
    rules: {cp-size-cg: off}
    werror: true
END
printf 'ptx: 8.7\nwerror: true\n' >own/.ptxcheck.yaml
printf 'inherit: true\nassembler: 12.8\noverrides: [{files: ["*.ptx"], rules: {cp-size-cg: error}}]\n' \
    >inherits/.ptxcheck.yaml
found tree .
found tree-no-config --no-config .
found tree-werror -Werror .
found tree-no-werror -Wno-error own
found tree-rule -W cp-size-cg=error src
found tree-named made/a.ptx
found tree-limit --max-diagnostics=1 .
found input -

# Standard input is the file that it is said to be.
for file in src/a.ptx src/legacy/a.ptx src/legacy/new.ptx tests/a.ptx own/a.ptx ./own/../src/a.ptx "$PWD/own/a.ptx"; do
    "$command" check --color=never --stdin-filename="$file" - <src/a.ptx >../output 2>&1
    echo "exit status $?" >>../output
    [ -e "$file" ] || cp src/a.ptx "$file"
    "$command" check --color=never "$file" >../named 2>&1 </dev/null
    echo "exit status $?" >>../named
    [ "$file" != src/legacy/new.ptx ] || rm "$file"
    cmp ../output ../named
    verdict $? "standard input as $file"
    "$command" check --stdin-filename="$file" --show-config - >../output
    "$command" check --show-config "$file" | cmp - ../output
    verdict $? "what holds for standard input as $file"
done
(cd src/legacy && "$command" check --color=never . - <a.ptx) >../output 2>&1
grep -q '^<stdin>:1:37: warning' ../output && grep -q '^a.ptx:1:37: note' ../output
verdict $? 'in a directory below'
"$command" check --color=never "$PWD/src/../src/legacy/a.ptx" >../output 2>&1
grep -q 'legacy/a.ptx:1:37: note' ../output
verdict $? 'an absolute path'
ln -s ../src/legacy/deep tests/link
"$command" check --color=never tests/link/a.ptx >../output 2>&1
grep -q '^tests/link/a.ptx:1:37: note' ../output
verdict $? 'a path through a link'

# ---- --force-exclude: what is left out of directories is so where it is named, too ----

# passed STATUS WORDS ARGUMENTS...: names only what is left out, or as WORDS say.
passed() {
    wanted=$1 words=$2
    shift 2
    "$command" check --color=never --force-exclude "$@" >../output 2>&1 <src/a.ptx
    status=$?
    [ $status -eq "$wanted" ] && grep -qF -- "$words" ../output
    verdict $? "--force-exclude $*: status $status"
}
none='ptxcheck: 0 errors, 0 warnings, 0 notes in 0 instructions of 0 files;'
passed 0 "$none 1 excluded" made/a.ptx
passed 0 "$none 3 excluded" made made/ "$PWD/src/../made"
passed 0 "$none 1 excluded" ./inherits/below/made.ptx
passed 0 "$none 2 excluded" --exclude=src src/legacy/a.ptx src/a.ptx
passed 1 'in 3 instructions of 3 files; 1 excluded' made/a.ptx own/a.ptx tests/deep/b.ptx src/a.ptx
passed 1 'made/a.ptx:1:37' --no-config made/a.ptx
passed 1 'made/a.ptx:1:37' --exclude='!made/*' made/a.ptx
passed 1 'src/a.ptx:1:37' --exclude=a.cu src/a.ptx
passed 2 'cannot open' src/none.ptx
passed 0 "$none 1 excluded" made/none.ptx
passed 0 "$none 1 excluded" --stdin-filename=made/new.ptx -
passed 1 '<stdin>:1:37' -
passed 0 '"exit_status": 0' --format=json made/a.ptx
(cd made && "$command" check --force-exclude a.ptx) >../output 2>&1
verdict $? '--force-exclude in a directory that is left out'
"$command" check --quiet --force-exclude --fix --stdin-filename=made/new.ptx - <src/a.ptx >../output
cmp -s ../output src/a.ptx
verdict $? '--fix of standard input that is left out gives it back'
cp made/a.ptx ../before
"$command" check --quiet --force-exclude --fix made/a.ptx && cmp -s ../before made/a.ptx
verdict $? '--fix of a file that is left out'

# ---- what holds, and who has said so; it can be used again ----

check show-top --show-config top.ptx
check show-legacy --show-config src/legacy/a.ptx
check show-inherits --show-config inherits/below/a.ptx
check show-own --show-config own/below/a.ptx
check show-none --no-config --show-config top.ptx
check show-input --show-config
check show-options --portable=sm_90,sm_100a --only=syntax,legality --target=sm_80 -W cp-size=note -Werror \
    --max-diagnostics=3 --show-config src/legacy/a.ptx
check show-folder --show-config own
check show-two --show-config top.ptx src
printf 'exclude: ["a\\x1b\\x9b\\u00e9\\"\\\\\\\\/", "true", "b c # d"]\n' >../odd.yaml
check show-odd --config ../odd.yaml --show-config
check show-cut -D "$(printf 'CUT=\302')" -D "$(printf 'INSIDE=\302"')" --no-config --show-config
! grep -q "$(printf '\033')" ../output
verdict $? 'no escape in what is shown'
mkdir -p hazards/other
echo 'cp.async.wait_all;' | tee hazards/a.ptx >hazards/other/b.ptx
cat >hazards/.ptxcheck.yaml <<'END'
flow: false
likely: true
assume: [threads=128, "box(map)=16384"]
overrides:
  - files: [other/]
    flow: true
    pedantic: true
    assume: [threads=64]
END
check hazards-show --show-config hazards/other/b.ptx
check hazards-options --no-flow -Wno-likely --assume=threads=32 --assume 'box(m)=1' --show-config hazards/other/b.ptx
for file in top.ptx src/legacy/a.ptx inherits/below/a.ptx own/a.ptx hazards/other/b.ptx; do
    "$command" check --show-config --portable=sm_90 $file >../shown.yaml
    "$command" check --show-config --config ../shown.yaml $file >../again 2>../messages
    sed 's/ *#.*//; /^$/d' ../shown.yaml >../one
    sed 's/ *#.*//; /^$/d' ../again >../output
    [ ! -s ../messages ] && cmp ../one ../output
    verdict $? "what is shown of $file can be used again"
done

# ---- another configuration ----

mkdir ../elsewhere
printf 'rules: {cp-size-cg: note}\n' >../elsewhere/x.yaml
found config --config ../elsewhere/x.yaml src own
check config-missing --config=missing.yaml top.ptx
check config-both --config=../elsewhere/x.yaml --no-config top.ptx
check config-folder --config=src top.ptx

# ---- macros: those of the command line join those of configurations ----

mkdir -p macros/other
printf '#if STAGES > 2 && !defined(OLD)\nasm("%s");\n#endif\n' "$wrong" | tee macros/a.cu >macros/other/b.cu
printf 'define: [STAGES=4, "TEXT=a b"]\nundefine: [OLD]\noverrides: [{files: [other/], define: [OLD]}]\n' \
    >macros/.ptxcheck.yaml
found macros macros
found macros-option -DSTAGES=2 -DMORE macros
check macros-show -DSTAGES=2 -DMORE -UTEXT --show-config macros/other/b.cu

# ---- what is wrong, each with its place, said once for all files ----

mkdir wrong wrong/below
echo "$wrong" | tee wrong/a.ptx wrong/below/a.ptx >wrong/b.ptx

# wrong NAME: the configuration of a directory is refused, with what else is named.
wrong() {
    check "wrong-$1" wrong top.ptx
}
cat >wrong/.ptxcheck.yaml <<'END'
taget: sm_90
ptx: 8.10
target: sm_9O
target: sm_90
portable: sm_90
only: [sintax, legality]
rules: {cp-sise-cg: off, cp-size: eror, cp-size: on, [a]: b}
werror: yes
max-diagnostics: many
exclude: ["/", [x]]
files: [x]
inherit: 3
END
wrong all
cat >wrong/.ptxcheck.yaml <<'END'
assembler:
portable: {a: b}
overrides:
  - target: sm_90
  - files: [a]
    exclude: [b]
  - 3
  - files: []
  - files: a
    overides: []
rules: [cp-size]
frob: 1
werror:
END
wrong sections
printf 'target: sm_90\nrules: {cp-size: off\nptx: 8.0\n' >wrong/.ptxcheck.yaml
wrong yaml
printf 'target: sm_90\n\trules: x\n' >wrong/.ptxcheck.yaml
wrong tab
printf 'target: &a sm_90\nportable: [*a]\n' >wrong/.ptxcheck.yaml
wrong alias
printf 'target: !!str sm_90\n' >wrong/.ptxcheck.yaml
wrong tag
printf 'target: sm_90\n---\ntarget: sm_90\n' >wrong/.ptxcheck.yaml
wrong documents
printf 'sm_90\n' >wrong/.ptxcheck.yaml
wrong word
printf -- '- target: sm_90\n' >wrong/.ptxcheck.yaml
wrong list
printf 'target: "sm_90\\0a"\n' >wrong/.ptxcheck.yaml
wrong nul
printf 'target: sm_90\nptx: 8.0\001\n' >wrong/.ptxcheck.yaml
wrong control
printf 'target: \377\n' >wrong/.ptxcheck.yaml
wrong bytes
printf 'assembler: 12.6\ntarget: sm_100\n' >wrong/.ptxcheck.yaml
wrong suits
printf 'overrides:\n  - files: [a.ptx]\n    assembler: 12.6\n    ptx: 8.6\n' >wrong/.ptxcheck.yaml
wrong suits-section
awk 'BEGIN { print "define:"; for (i = 0; i < 257; i++) print "  - A" i }' >wrong/.ptxcheck.yaml
wrong macros
printf 'define: [1x]\nundefine: [A=1]\n' >wrong/.ptxcheck.yaml
wrong macro-names
awk 'BEGIN { print "define:"; for (i = 0; i < 250; i++) print "  - A" i }' >wrong/.ptxcheck.yaml
check wrong-macros-joined -DB1 -DB2 -DB3 -DB4 -DB5 -DB6 -DB7 wrong
printf 'flow: maybe\nassume: [threads, threads=0, thread=1, threads=x, box=1]\nlikely: []\n' >wrong/.ptxcheck.yaml
wrong assume
awk 'BEGIN { print "assume:"; for (i = 0; i < 65; i++) print "  - box(a" i ")=1" }' >wrong/.ptxcheck.yaml
wrong assume-many
awk 'BEGIN { for (i = 0; i < 100; i++) print "key" i ": 1" }' >wrong/.ptxcheck.yaml
wrong many
printf 'targit: sm_90\n' >wrong/below/.ptxcheck.yaml
printf 'taget: sm_90\n' >wrong/.ptxcheck.yaml
wrong two
printf 'assembler: 12.6\n' >wrong/.ptxcheck.yaml
rm wrong/below/.ptxcheck.yaml
check wrong-with-option --ptx=8.6 wrong
for text in '' '---\n' '# nothing\n' '{}' '\357\273\277werror: false\n' 'werror: false\r\nptx: 8.0\r\n'; do
    # shellcheck disable=SC2059  # a format
    printf -- "$text" >wrong/.ptxcheck.yaml
    expect 1 'a.ptx:1:37: error' check wrong/a.ptx
done

# ---- what is no file ----

rm wrong/.ptxcheck.yaml
ln -s missing wrong/.ptxcheck.yaml
check no-file-dangling wrong
rm wrong/.ptxcheck.yaml
mkdir wrong/.ptxcheck.yaml
check no-file-folder wrong
rmdir wrong/.ptxcheck.yaml
mkfifo wrong/.ptxcheck.yaml
check no-file-pipe wrong
rm wrong/.ptxcheck.yaml
finish
