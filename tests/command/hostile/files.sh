#!/bin/sh
# Files in trouble: they shrink or change while they are read, lead to themselves, may not be written or may not grow, and
# signals come while they are replaced. Nothing is lost, one line on stderr says what is wrong, and the status is 2.
set -u
command=$1
always=
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$work" || exit 2

fill() { # FILE LINE...: a file of that line, many times
    yes "$2" | head -n 3000 >"$1"
}
unformatted='cp.async.wait_group   0 ;'
says() { # WORDS: stderr has one line, with the words
    [ "$(wc -l <messages)" -eq 1 ] && grep -qF -- "$1" messages
    verdict $? "stderr is one line with '$1'"
}
same() { # WHAT FILE OTHER: the content is as it was, and nothing else lies there
    cmp "$2" "$3" && [ -z "$(find . -name "$(basename "$2").*")" ]
    count $? "$1"
}

# Links that lead to themselves, alone and in a tree.
mkdir loop && ln -s loop.ptx loop/loop.ptx && ln -s . loop/again && echo 'cp.async.wait_all;' >loop/a.ptx
expect 2 'Too many levels of symbolic links' check loop/loop.ptx
expect 2 'Too many levels of symbolic links' check loop

# A name with a line break is one line.
printf 'cp.async.wait_grou 0;\n' >"$(printf 'two\nlines.ptx')"
expect 1 'two?lines.ptx:1:9' check "$(printf 'two\nlines.ptx')"
"$command" fmt -i "$(printf 'none\nhere.ptx')" >output 2>messages
count $(($? != 2)) 'a missing file: status 2'
says 'none?here.ptx: cannot open'

# A file that shrinks and grows while it is read is checked as it was read.
fill shrinks.cu 'asm volatile("cp.async.wait_all;" ::: "memory");'
cp shrinks.cu whole
(while [ -e whole ]; do
    : >shrinks.cu
    cat whole >shrinks.cu
done) 2>/dev/null &
writer=$!
ended=0
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    timeout 60 "$command" check shrinks.cu >output 2>messages
    [ $? -le 2 ] || ended=1
done
rm whole
wait $writer
count $ended 'a file that shrinks ends no check by a signal'

# What may not grow is not replaced: the limit stands for a full disk.
fill grow.ptx "$unformatted"
cp grow.ptx before
(limit_writes 8 && "$command" fmt -i grow.ptx >output 2>messages)
count $(($? != 2)) 'a file that may not grow: status 2'
says 'grow.ptx: cannot write'
same 'a file that may not grow is as it was' grow.ptx before
echo 'what was there' >report.json
cp report.json before
fill findings.ptx 'cp.async.wait_group -1;'
(limit_writes 8 && "$command" check --format=json --max-diagnostics=0 --output=report.json findings.ptx >output 2>messages)
count $(($? != 2)) 'a report that may not grow: status 2'
says 'report.json: cannot write'
same 'a report that may not grow is as it was' report.json before

# A disk that is full, where one can be made.
mkdir disk
cat >full.sh <<'END'
mount -t tmpfs -o size=256k none disk || exit 77
yes 'cp.async.wait_group   0 ;' | head -n 3000 >disk/a.ptx
cp disk/a.ptx before
head -c 1000000 /dev/zero >disk/filler 2>/dev/null
"$1" fmt -i disk/a.ptx >output 2>messages
[ $? -eq 2 ] && cmp disk/a.ptx before && [ "$(ls disk)" = "$(printf 'a.ptx\nfiller')" ]
END
unshare -rm sh full.sh "$command" 2>/dev/null
full=$?
if [ $full -eq 0 ] || [ $full -eq 1 ]; then
    count $full 'a full disk: status 2, and the file is as it was'
    says 'disk/a.ptx: cannot write: No space left on device'
fi

# A folder in which nothing can be written: root can, as nobody else.
mkdir closed
fill closed/a.ptx "$unformatted"
cp closed/a.ptx before
chmod 755 "$work"
chmod 555 closed
as_other=
[ "$(id -u)" -ne 0 ] || as_other='setpriv --reuid=65534 --clear-groups'
if $as_other true 2>/dev/null && $as_other test -x "$command"; then
    chmod 777 .
    $as_other "$command" fmt -i closed/a.ptx >output 2>messages
    count $(($? != 2)) 'a closed folder: status 2'
    says 'closed/a.ptx: cannot write: Permission denied'
    same 'a file in a closed folder is as it was' closed/a.ptx before
fi
chmod 755 closed

# Signals that come while files are replaced leave the old or the new content, and nothing beside it.
fill fixed "$unformatted"
"$command" fmt fixed >after 2>/dev/null
for signal in INT TERM HUP; do
    lost=0
    for delay in 0 1 2 3 4 5 6 7 8 9; do
        mkdir many
        for name in 1 2 3 4 5 6 7 8; do cp fixed many/$name.ptx; done
        env "$command" fmt -i many/*.ptx >output 2>messages &
        process=$!
        sleep 0.0$delay
        kill -$signal $process 2>/dev/null
        wait $process 2>/dev/null
        for name in 1 2 3 4 5 6 7 8; do
            cmp -s many/$name.ptx fixed || cmp -s many/$name.ptx after || lost=1
        done
        [ "$(find many -type f | wc -l)" -eq 8 ] || lost=1
        rm -r many
    done
    count $lost "SIG$signal while files are replaced"
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
