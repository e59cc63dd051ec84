#!/bin/sh
# clang.sh COMMAND: ptxcheck launch before something that stands for clang, and something that stands for its ptxas.
# What is found is on stderr; all else is as clang has it, and no file is left.
set -u
before=launch compiler=clang always=
# shellcheck source=begin.sh
. "$(dirname "$0")/begin.sh"
cp "$here/ptxas.fake" bin/ptxas.real
# shellcheck disable=SC2016  # for the script
printf '#!/bin/sh\nRECORD=%s/assembled exec %s/bin/ptxas.real "$@"\n' "$work" "$work" >bin/ptxas
chmod +x bin/ptxas bin/ptxas.real
mv bin/clang bin/clang++-16
mkdir src tmp
export WORK="$work" MODULE="$work/good" TMPDIR="$work/tmp" TARGETS=sm_90
module 8.6 TARGET 'cp.async.wait_all;' >good
module 8.6 TARGET 'cp.async.wait_group -1;' >bad
module 8.6 TARGET 'cp.async.wait_all.b4x16_p64;' >newer
echo '__global__ void k() {}' >src/good.cu
printf '__global__ void k() {\n#if MODE == 1\n  asm volatile("cp.async.wait_group -1;" ::: "memory");\n#endif\n}\n' >src/bad.cu

runs() { # STATUS WORDS ARGUMENTS...: WORDS are in what ptxcheck says; it says nothing where they are ''
    wanted=$1 words=$2
    shift 2
    call clang++-16 "$@"
    sed '/^what clang says$/d' messages >found
    case $words in
    '') [ ! -s found ] ;;
    *) grep -qF -- "$words" found ;;
    esac && [ "$status" -eq "$wanted" ] && [ "$(cat output)" = 'what clang prints' ] && [ -z "$(ls tmp)" ]
    verdict $? "clang $*: expected status $wanted and '$words', got status $status"
}
given() { # ARGUMENTS...: those that clang was called with, but for the path of its ptxas
    printf '%s\n' "$@" >arguments
    sed "s,^--ptxas-path=$TMPDIR/ptxcheck-.*/ptxas\$,LINK," record | cmp -s - arguments
    verdict $? "clang has the arguments $*"
}

runs 0 '' -c src/good.cu -o good.o
given -c src/good.cu -o good.o LINK
ok 'the output is there' [ "$(cat good.o)" = object ]
printf '%s\n' -m64 --gpu-name sm_90 --output-file good-sm_90.o good-sm_90-1f.s >arguments
ok 'ptxas has its arguments as they are' cmp -s assembled arguments
ok 'and says what it says' [ "$(cat good-sm_90.printed)" = "$(printf 'what ptxas prints\nwhat ptxas says')" ]
export MODULE="$work/bad"
runs 0 'src/good.sm_90.ptx:5:21: error:' -c src/good.cu -o good.o
TARGETS='sm_80 sm_90' runs 0 'src/good.sm_80.ptx:5:21: error:' -c src/good.cu
ok 'an error is said once' [ "$(grep -c error: messages)" -eq 1 ]
runs 0 'src/bad.cu:3:37: error:' -DMODE=1 -c src/bad.cu
STATUS=7 runs 7 'src/good.sm_90.ptx:5:21: error:' -c src/good.cu -o good.o
TARGETS='' runs 0 'src/good.cu: the asm statements are checked, but no PTX, as clang has made none' -c src/good.cu
given -c src/good.cu
ASKED=1 runs 0 'no PTX, as clang has made none' -c src/good.cu
ASKED=1 STATUS=1 TARGETS='' runs 1 '' -c src/good.cu
runs 0 'src/good.sm_90.ptx:5:21: error:' -c -- src/good.cu
given -c LINK -- src/good.cu
echo '-c src/good.cu' >some.rsp
runs 0 'src/good.sm_90.ptx:5:21: error:' @some.rsp
runs 0 'src/good.sm_90.ptx:5:21: error:' -Xclang -E -c src/good.cu
PTXCHECK_MODE=error runs 1 'src/good.cu: the compilation fails' -c src/good.cu -o good.o
ok 'the output is gone' [ ! -e good.o ]
MODULE=$work/newer RELEASE=12.6 runs 0 'this is ptxas 12.6' -c src/good.cu

# Which ptxas it is.
cp bin/ptxas assembler
rm -f assembled
runs 0 'src/good.sm_90.ptx:5:21: error:' --ptxas-path=./assembler -c src/good.cu
given --ptxas-path=./assembler -c src/good.cu LINK
ok 'it is run' [ -s assembled ]
mkdir links && ln -s "$command" links/ptxas
rm -f assembled
runs 0 'src/good.sm_90.ptx:5:21: error:' --ptxas-path=./links/ptxas -c src/good.cu
ok 'a link of the build leads on to it' [ -s assembled ]
printf '#!/bin/sh\nexec "%s" ptxas "$@"\n' "$command" >script
chmod +x script
rm -f assembled
runs 0 'src/good.sm_90.ptx:5:21: error:' --ptxas-path=./script -c src/good.cu
ok 'and so does a script' [ -s assembled ]
runs 127 '' --ptxas-path=./nowhere -c src/bad.cu
given --ptxas-path=./nowhere -c src/bad.cu
PTXCHECK_INSIDE=1 PTXCHECK_KEEP=$work/nowhere PTXCHECK_KEEP_PTXAS=$work/bin/ptxas \
    expect 0 "$work/nowhere/bad.ptx: cannot write" ptxas bad

# What is handed over.
for arguments in '-E src/bad.cu' '-M src/bad.cu' 'good.o -o app' '-### -c src/good.o' '--version'; do
    # shellcheck disable=SC2086  # words
    PTXCHECK_MODE=error call clang++-16 $arguments
    ok "nothing is checked: $arguments" [ "$(grep -c ptxcheck messages)" -eq 0 ]
    rm -rf tmp/*
done
OBJECT=bad TARGETS='' runs 0 'written.s:5:21: error:' --cuda-device-only -S src/good.cu -o written.s
TARGETS='' runs 0 'no PTX, as clang has made none' -S src/good.cu -o written.s

SECONDS_TO_WAIT=20 "$command" launch clang++-16 -c src/good.cu >output 2>messages &
process=$!
while [ ! -s good-sm_90.printed ] || [ -z "$(ls tmp)" ]; do sleep 0.05; done
kill "$process"
wait "$process"
[ $? -eq 143 ] && [ -z "$(ls tmp)" ]
verdict $? 'killed'
finish
