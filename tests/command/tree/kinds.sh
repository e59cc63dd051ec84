#!/bin/sh
# kinds.sh COMMAND: what is neither a regular file nor a pipe is not opened, whoever names it; in directories pipes are
# not, either. What does not say its size is read up to a limit.
set -u
command=$1 always=
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$work" || exit 2
wrong='cp.async.cg.shared.global [a], [b], 8;'
echo "$wrong" >wrong
odd='neither a regular file nor a pipe'

# run STATUS WORDS COMMAND...: any command, for ten seconds at most.
run() {
    wanted=$1 words=$2
    shift 2
    timeout 10 "$@" >output 2>messages
    status=$?
    [ $status -eq "$wanted" ] && cat output messages | grep -qF -- "$words"
    verdict $? "$*: expected status $wanted and '$words', got status $status"
}

# Devices, terminals and sockets are refused by every option and command that reads a file.
ln -s /dev/zero link.ptx
python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket.ptx")'
for file in /dev/zero /dev/urandom /dev/full /dev/tty link.ptx socket.ptx; do
    [ -e "$file" ] || continue
    for use in check fmt dump pipeline tensormap plan 'fmt -i' 'fmt --check' 'check --fix' 'check --diff'; do
        # shellcheck disable=SC2086  # words
        expect 2 "$file: $odd" $use "$file"
    done
    for option in config baseline maps; do
        expect 2 "$file: $odd" check --$option="$file" wrong
    done
done
expect 2 '.: cannot read: Is a directory' fmt .
expect 2 '.: cannot read: Is a directory' check --config=. wrong
expect 2 'wrong/: cannot open: Not a directory' check wrong/

# /dev/null is empty.
expect 2 '/dev/null: empty' check /dev/null
expect 1 cp-size-cg check --config=/dev/null wrong

# What is named may be a pipe, however it is spelt; so may standard input.
command -v bash >/dev/null &&
    for file in '<(cat wrong)' '/dev/stdin < <(cat wrong)' '/dev/fd/7 7<wrong' '- < <(cat wrong)' '/proc/self/fd/0 <wrong'; do
        run 1 '37: error: ' bash -c "'$command' check $file"
    done
mkfifo named
(cat wrong >named) &
run 1 'named:1:37: error: ' "$command" check named
(echo 'target: sm_80' >named) &
run 1 'wrong:1:37: error: ' "$command" check --config=named wrong
"$command" check --baseline=known.json --update-baseline wrong 2>/dev/null
(cat known.json >named) &
run 0 '; 1 known' "$command" check --baseline=named wrong
(echo 'cp.async.comit_group;' >named) &
run 2 'named: cannot write: not a regular file' "$command" check --fix named
(echo 'cp.async.wait_group   0;' >named) &
run 2 'named: cannot write: not a regular file' "$command" fmt -i named

# A file of the kernel has the size 0, and says something all the same.
[ ! -r /proc/version ] || run 2 '/proc/version: its name and text do not' "$command" check /proc/version

# A stream without an end is read up to its first byte 0, or to a limit.
run 2 '<stdin>: a binary file, not text' sh -c "'$command' check - </dev/zero"
run 2 '<stdin>: a binary file, not text' sh -c "cat /dev/zero | '$command' check -"
run 2 '<stdin>: too large: ptxcheck reads up to 268435456 bytes' \
    sh -c "[ -n '${ASAN_OPTIONS:-}' ] || ulimit -v 3000000; yes | '$command' check --jobs=1 -"

# In a directory all of these are passed over, and so are links to them and to directories.
mkdir -p tree/loop
mv socket.ptx tree
mkfifo tree/pipe.ptx tree/pipe
for device in zero tty stdin fd/0 full null; do
    ln -s "/dev/$device" "tree/$(basename $device).ptx"
    ln -s "/dev/$device" "tree/$(basename $device)"
done
ln -s ../pipe.ptx tree/loop/pipe.ptx
ln -s .. tree/loop/up
ln -s /dev/zero tree/loop/.gitignore
ln -s /proc/version tree/loop/version.ptx
ln -s ../../wrong tree/loop/wrong.ptx
for use in '' --format=gcc --jobs=3 --no-ignore; do
    # shellcheck disable=SC2086  # words
    run 1 'in 1 instruction of 2 files' sh -c "cat /dev/zero | '$command' check $use tree"
    ok 'only the file' [ "$(grep '^tree' output | cut -d: -f1 | sort -u)" = tree/loop/wrong.ptx ]
done
mkdir silent
cp -P tree/zero.ptx tree/tty silent
run 2 'no file to check' "$command" check silent
finish
