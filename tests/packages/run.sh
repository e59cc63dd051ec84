#!/bin/sh
# run.sh: what `./run` says where something is missing: who may install packages sees one line for it, who may not is
# told what to install. The commands that it looks for are not in its path here, and those that install are not real.
root=$(cd "$(dirname "$0")/../.." && pwd)
command=$root/run
# shellcheck source=../support/expect.sh
. "$root/tests/support/expect.sh"
mkdir "$work/bin"
for tool in sh dirname mktemp cat rm sed env; do
    ln -s "$(command -v "$tool")" "$work/bin/$tool"
done

tool() { # NAME LINES: a tool that is not real
    printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

# says STATUS FIRST LAST: `./run prepare` ends so, and these are the first and the last line of what it prints.
says() {
    PATH=$work/bin "$command" prepare >"$work/output" 2>"$work/messages" </dev/null
    [ $? -eq "$1" ] && [ ! -s "$work/output" ] && head -n 1 "$work/messages" | grep -q "^run: $2.* cmake make re2c" &&
        tail -n 1 "$work/messages" | grep -q "^$3"
    verdict $? "$what"
}

what='without apt-get'
tool id 'echo 1000'
says 2 'please install: gcc' run:
what='without sudo'
tool apt-get 'echo "Setting up things"'
says 2 'please install: gcc' run:
what='with a sudo that wants a password'
tool sudo 'echo "sudo: a password is required" >&2; exit 1'
says 2 'please install: gcc' 'run: please'
ok 'nothing but that line' [ "$(wc -l <"$work/messages")" -eq 1 ]
for task in 'check kernel.ptx' test release 'prepare ci' 'command --version'; do
    # shellcheck disable=SC2086  # words
    PATH=$work/bin "$command" $task >"$work/output" 2>"$work/messages" </dev/null
    ok "status 2 of $task" [ $? -eq 2 ]
    ok "one line of $task" [ "$(cat "$work/output" "$work/messages" | wc -l)" -eq 1 ]
    ok "each package once for $task" [ -z "$(sed 's/.*please install: //' "$work/messages" | tr ' ' '\n' | sort | uniq -d)" ]
done
what='with a sudo that works'
tool sudo '[ "$1" != -n ] || shift; [ "$1" = true ] || exec "$@"'
says 0 'installing gcc' 'run: installing'
ok 'nothing of what apt-get says' [ "$(wc -l <"$work/messages")" -eq 1 ]
what='where apt-get fails'
tool apt-get 'echo "E: no such thing"; exit 100'
says 2 'installing gcc' 'run: that failed; please install: gcc'
ok 'all of what apt-get says' grep -q '^E: no such thing' "$work/messages"
what='as root'
tool id 'echo 0'
tool apt-get 'echo "Setting up things"'
rm "$work/bin/sudo"
says 0 'installing gcc' 'run: installing'

# What `./run test` gives to ctest, of a copy that builds in a folder of its own.
mkdir "$work/tree"
cp "$command" "$work/tree/run"
tool cmake 'exit 0'
tool nproc 'echo 2'
tool ctest 'echo "$*"'
always='--output-on-failure --no-tests=error -j 2'
ctest_gets() { # WORDS ARGUMENT...
    words=$1
    shift
    [ "$(PATH=$work/bin "$work/tree/run" test "$@" 2>/dev/null)" = "$always${words:+ $words}" ]
    verdict $? "ctest gets '$words' of ./run test $*"
}
ln -s "$(command -v mkdir)" "$work/bin/mkdir"
ctest_gets '-LE ^long$'
ctest_gets '' --all
ctest_gets '-R golden' --all -R golden
ctest_gets '-LE live' -LE live

# The first build says so, and those after it say nothing.
PATH=$work/bin "$work/tree/run" build >"$work/output" 2>"$work/messages"
ok 'one line of the first build' [ "$(grep -c '^run: building in ' "$work/messages")" -eq 1 ]
: >"$work/tree/build/ptxcheck"
PATH=$work/bin "$work/tree/run" build >"$work/output" 2>"$work/messages"
ok 'no line of the next build' [ "$(grep -c '^run: building' "$work/messages")" -eq 0 ]
finish
