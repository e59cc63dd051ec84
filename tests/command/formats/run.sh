#!/bin/sh
# run.sh COMMAND: `ptxcheck check` in each format must print what NAME.out holds for the sources here, the exit status
# last; colors come and go as they should, what is written is there whole or not at all.
set -u
command=$1
always=check
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" || exit 2
directory=$PWD
escape=$(printf '\033')
formats=$("$command" check --help | tr '\n' ' ' | sed 's/.*--format=FORMAT *//; s/--output.*//' | grep -o '[a-z]*')

# ---- the formats; of SARIF without the rules and their places, and nowhere the version ----

for format in text json jsonl sarif github gitlab junit gcc; do
    "$command" check --format=$format --portable=sm_100,sm_120 --color=never module.ptx header.ptx host.cu missing.ptx \
        >"$work/output" 2>"$work/messages"
    status=$?
    { grep -v '^{"id": ' "$work/output" && cat "$work/messages" && echo "exit status $status"; } |
        sed 's/"\(ptxcheck\|version\)": "0[0-9.]*"/"\1": "VERSION"/; s/"ruleIndex": [0-9]*/"ruleIndex": N/' >"$work/actual"
    golden "$format.out" "$work/actual"
    echo "$formats" | grep -qx "$format"
    verdict $? "$format in the help"
done
"$command" check --format=json kernels.ptx | sed 's/"ptxcheck": "0[0-9.]*"/"ptxcheck": "VERSION"/' >"$work/actual"
golden kernels.out "$work/actual"
"$command" check --statistics --portable=sm_100,sm_120 module.ptx header.ptx host.cu >"$work/actual" 2>&1
golden statistics.out "$work/actual"
expect 0 '' --statistics --quiet -W cp-size-cg=off host.cu
expect 2 '--statistics goes with --format=text, which is the default, and with --format=json' --statistics --format=gcc host.cu
"$command" check --color=always host.cu 2>&1 | sed "s/$escape/\\\\e/g" >"$work/actual"
golden color.out "$work/actual"
expect 2 "--format takes text, json, jsonl, sarif, github, gitlab, junit or gcc, not 'xml'" --format=xml host.cu

# ---- severities and numbers ----

for format in text json jsonl sarif github gitlab junit gcc; do
    expect 0 '' --format=$format --quiet -W cp-size-cg=off --output="$work/file" host.cu
    expect 0 '' --format=$format --quiet -W cp-size-cg=note --output="$work/file" host.cu
    grep -q 'note\|notice\|"severity": "info"' "$work/file"
    verdict $? "a note in $format"
    expect 1 '' --format=$format --quiet -W cp-size-cg=warning -Werror --output="$work/file" host.cu
    ! grep -q 'warning[ :"]*cp\|"level": "warning", "message"\|type="warning"\|"minor"' "$work/file" && grep -q 'error\|major' "$work/file"
    verdict $? "a warning that is an error in $format"
    case $format in
    text) pattern='^[a-z.]*:[0-9]*:[0-9]*:' ;;
    json | jsonl) pattern='"rule":' ;;
    sarif) pattern='"ruleId":' ;;
    github) pattern='^::' ;;
    gitlab) pattern='"check_name":' ;;
    junit) pattern='<testcase ' ;;
    gcc) pattern='\]$' ;;
    esac
    expect 1 '' --format=$format --quiet --max-diagnostics=1 --output="$work/file" host.cu
    [ "$(grep -c "$pattern" "$work/file")" -eq 1 ]
    verdict $? "one finding in $format"
done
awk 'BEGIN {for (i = 0; i < 150; i++) print "cp.async.cg.shared.global [a], [b], 8;"}' >"$work/many.ptx"
for format in text github gcc; do
    "$command" check --format=$format "$work/many.ptx" 2>&1 | grep -q '^ptxcheck: 150 errors.*; 50 not shown (--max-diagnostics); '
    verdict $? "the hundred of $format"
done
"$command" check --statistics "$work/many.ptx" 2>&1 | grep -q '^ *150  cp-size-cg$'
verdict $? 'all in the statistics'
for format in jsonl sarif json gitlab junit; do
    [ "$("$command" check --format=$format "$work/many.ptx" 2>"$work/messages" | grep -c '"cause"\|"ruleId"\|"check_name"\|<failure')" -eq 150 ] &&
        [ ! -s "$work/messages" ]
    verdict $? "all of $format"
done

# ---- the summary ----

says() { # WORDS ARGUMENTS...: these words end the summary
    words=$1
    shift
    "$command" check "$@" 2>&1 >"$work/output" | tail -n 1 >"$work/messages"
    grep -q "$words\$" "$work/messages"
    verdict $? "'$words' of $*"
}
says " of 1 file; 'ptxcheck explain cp-size-cg' says more" host.cu
says " of 1 file; 'ptxcheck explain cp-size-cg' says more" --format=gcc host.cu
says " of 1 file" -W cp-size-cg=off host.cu
printf 'asm volatile("cp.async.wait_all;");\nasm volatile("cp.async.cg.shared.global [%%0], [%%1], 8;" ::"r"(s), "l"(g) : "memory");\n' \
    >"$work/grave.cu"
says "1 error, 0 warnings, 1 note in .*; 'ptxcheck explain cp-size-cg' says more" "$work/grave.cu"
says "0 errors, 0 warnings, 1 note in .*; 'ptxcheck explain asm-memory-clobber' says more" -W cp-size-cg=off "$work/grave.cu"
expect 0 '' --quiet -W cp-size-cg=off host.cu

# ---- equal notes ----

printf '// options\n.version 8.6\n.target sm_90\n' >"$work/notes.ptx"
for count in 2 3; do
    "$command" check --max-diagnostics=0 -W cp-size-cg=note --target=sm_90 --ptx=8.6 - >"$work/output" 2>"$work/messages" <<END
$(awk -v count=$count 'BEGIN {for (i = 0; i < count; i++) print "cp.async.cg.shared.global [a], [b], 8;"}')
END
    grep -qF "(3 times in this file, here first) [cp-size-cg]" "$work/output"
    [ $? -eq $((3 - count)) ] && [ "$(grep -c 'note: cp-size' "$work/output")" -eq $((count == 3 ? 1 : 2)) ] &&
        grep -q "0 warnings, $count notes" "$work/messages" && ! grep -q 'not shown' "$work/messages"
    verdict $? "$count equal notes"
done

# However many there are, they do not use up the limit.
{
    echo 'cp.async.ca.shared.global [a], [b], 12;'
    awk 'BEGIN {for (i = 0; i < 20000; i++) print "cp.async.cg.shared.global [a], [b], 8;"}'
    echo 'cp.async.ca.shared.global [a], [b], 12;'
} >"$work/many.ptx"
for limit in 3 100 0; do
    "$command" check --max-diagnostics=$limit -W cp-size-cg=note "$work/many.ptx" >"$work/output" 2>"$work/messages"
    grep -qF '(20000 times in this file, here first) [cp-size-cg]' "$work/output" &&
        [ "$(grep -cE '^[^ ].*: (note|error):' "$work/output")" -eq 3 ] &&
        grep -q '2 errors, 0 warnings, 20000 notes' "$work/messages" && ! grep -q 'not shown' "$work/messages"
    verdict $? "many equal notes, and --max-diagnostics=$limit"
done
"$command" check --max-diagnostics=1 -W cp-size-cg=note "$work/many.ptx" >"$work/output" 2>"$work/messages"
grep -q '; 20001 not shown' "$work/messages"
verdict $? 'equal notes beyond the limit'

# ---- colors: on a terminal, unless somebody does not want them ----

if script -qec true /dev/null >"$work/output" 2>&1; then
    colored() { # STATUS WHAT COMMAND: 0, it prints colors on a terminal; 1, it does not
        env -u NO_COLOR -u FORCE_COLOR TERM=xterm script -qec "$3" /dev/null 2>&1 </dev/null | grep -q "$escape\["
        [ $? -eq "$1" ]
        verdict $? "$2"
    }
    colored 0 'a terminal' "'$command' check --quiet '$directory/host.cu'"
    colored 1 'NO_COLOR' "NO_COLOR=1 '$command' check --quiet '$directory/host.cu'"
    colored 0 'an empty NO_COLOR' "NO_COLOR= '$command' check --quiet '$directory/host.cu'"
    colored 1 'a dumb terminal' "TERM=dumb '$command' check --quiet '$directory/host.cu'"
    colored 0 'colors that are asked for' "NO_COLOR=1 TERM=dumb '$command' check --quiet --color=always '$directory/host.cu'"
    colored 0 'FORCE_COLOR without a terminal' "FORCE_COLOR=1 TERM=dumb '$command' check -q '$directory/host.cu' | cat"
    colored 1 'an empty FORCE_COLOR' "FORCE_COLOR= '$command' check --quiet '$directory/host.cu' | cat"
    colored 1 'NO_COLOR before FORCE_COLOR' "NO_COLOR=1 FORCE_COLOR=1 '$command' check --quiet '$directory/host.cu'"
    colored 1 '--color before FORCE_COLOR' "FORCE_COLOR=1 '$command' check --quiet --color=never '$directory/host.cu'"
    colored 0 'FORCE_COLOR of where' "FORCE_COLOR=1 '$command' where 'cp.async.wait_all;' | cat"
    colored 1 'gcc has none' "'$command' check --quiet --format=gcc --color=always '$directory/host.cu'"
    colored 1 'a file has none' "'$command' check --quiet --output='$work/file' '$directory/host.cu' && cat '$work/file'"
    colored 1 'where' "NO_COLOR=1 '$command' where 'cp.async.wait_all;'"
else
    echo "script(1) is not here: colors on a terminal were not tried"
fi

# ---- files that are written ----

cp host.cu "$work/source.cu"
echo old >"$work/old" && chmod 640 "$work/old" && ln -s old "$work/link"
for format in text json jsonl sarif github gitlab junit gcc; do
    "$command" check --format=$format host.cu >"$work/printed" 2>"$work/messages"
    expect 1 '' --format=$format --quiet --output="$work/link" host.cu
    cmp "$work/printed" "$work/old" && [ -L "$work/link" ] && [ "$(stat -c %a "$work/old")" = 640 ]
    verdict $? "$format in a file"
    expect 2 'cannot write' --format=$format --output=/dev/full host.cu
    "$command" check --format=$format host.cu >/dev/full 2>"$work/messages"
    [ $? -eq 2 ] && grep -q '^ptxcheck: cannot write standard output' "$work/messages"
    verdict $? "$format for a full device"
done
"$command" check --output=- host.cu >"$work/output" 2>"$work/messages"
[ $? -eq 1 ] && grep -q cp-size-cg "$work/output"
verdict $? '- is standard output'
expect 2 "cannot write: No such file or directory" --output="$work/none/file" host.cu
expect 2 "cannot write: Is a directory" --output="$work" host.cu
expect 2 "--output names a file that is not read, and $work/source.cu is" --output="$work/source.cu" "$work/source.cu"
cmp host.cu "$work/source.cu"
verdict $? 'the source is not overwritten'
echo old >"$work/old"
(
    limit_writes 8 # less than fifty results of SARIF
    trap '' XFSZ
    exec "$command" check --format=sarif --max-diagnostics=50 --output="$work/old" "$work/many.ptx"
) >"$work/output" 2>"$work/messages"
[ $? -eq 2 ] && [ "$(cat "$work/old")" = old ] && grep -q 'cannot write' "$work/messages"
verdict $? 'the old file stays where the new one is too large'
mkfifo "$work/pipe"
"$command" check --output="$work/old" - <"$work/pipe" 2>"$work/messages" &
process=$!
exec 3>"$work/pipe"
head -c 200000 /dev/zero | tr '\0' '\n' >&3 # more than a pipe holds: the command is at work when this ends
kill -TERM $process
wait $process
[ $? -eq 143 ] && [ "$(cat "$work/old")" = old ]
verdict $? 'the old file stays where the command is ended'
exec 3>&-
(cd "$work" && ls) | grep -q '\.......$'
[ $? -ne 0 ]
verdict $? 'nothing is left beside the files'

# ---- many findings cost what they should ----

awk 'BEGIN {for (i = 0; i < 30000; i++) printf "cp.async.cg.shared.global [a], [b], 8; "; print ""}' >"$work/line.ptx"
for format in text json sarif github gitlab junit gcc; do
    timeout 120 "$command" check --format=$format --max-diagnostics=0 "$work/line.ptx" \
        >"$work/output" 2>"$work/messages"
    [ $? -eq 1 ]
    verdict $? "a line of a megabyte in $format"
done

finish
