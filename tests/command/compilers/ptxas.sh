#!/bin/sh
# ptxas.sh COMMAND: ptxcheck ptxas before something that stands for ptxas. What is found comes first on stderr; all else
# is as ptxas has it.
set -u
before=ptxas compiler=ptxas
# shellcheck source=begin.sh
. "$(dirname "$0")/begin.sh"
mkdir modules link
ln -s "$command" link/ptxas
PATH="$work/link:$PATH"
module 8.5 sm_90 'cp.async.wait_all;' >modules/good.ptx
module 8.5 sm_90 'cp.async.wait_group -1;' >modules/bad.ptx
module 8.5 sm_90 'cp.async.wait_all.b4x16_p64;' >modules/newer.ptx
bad='modules/bad.ptx:5:21: error:'

# runs STATUS FIRST ARGUMENTS...: the first line on stderr begins with FIRST, the last is that of ptxas, whose arguments
# are these.
runs() {
    wanted=$1 first=$2
    shift 2
    call "$@"
    printf '%s\n' "$@" >arguments
    [ "$status" -eq "$wanted" ] && [ "$(cat output)" = 'what ptxas prints' ] &&
        [ "$(tail -n 1 messages)" = 'what ptxas says' ] && head -n 1 messages | grep -qF -- "$first" &&
        cmp -s arguments record
    verdict $? "ptxas $*: expected status $wanted and '$first', got status $status"
}

# stops STATUS WORDS ARGUMENTS...: the last line on stderr has WORDS, and ptxas does not run.
stops() {
    wanted=$1 words=$2
    shift 2
    call "$@"
    [ "$status" -eq "$wanted" ] && [ ! -s output ] && [ ! -e record ] && tail -n 1 messages | grep -qF -- "$words"
    verdict $? "ptxas $*: '$words'"
}
nothing='what ptxas says'

# ---- what comes through ----

runs 0 "$nothing" -arch=sm_90 modules/good.ptx -o 'a b.cubin'
runs 0 "$bad" -arch=sm_90 modules/bad.ptx -o a.cubin
STATUS=255 runs 255 "$bad" --gpu-name sm_90 -v modules/bad.ptx
runs 0 "$bad" modules/good.ptx modules/bad.ptx
runs 0 "$nothing" --help
runs 0 "$nothing" -V
runs 0 "$nothing" missing.ptx
runs 0 "$nothing" -arch=sm_90
runs 0 "$bad" -arch=sm_100a modules/bad.ptx
ok 'there is no summary' sh -c '! grep -q "^ptxcheck:" "$1"' sh messages
link/ptxas modules/bad.ptx >output 2>messages
[ $? -eq 0 ] && [ "$(cat output)" = 'what ptxas prints' ] && head -n 1 messages | grep -qF "$bad"
verdict $? 'a link named ptxas'
[ "$("$command" ptxas --version)" = "$(bin/ptxas --version)" ]
verdict $? 'the version is that of ptxas'

# ---- which files are PTX ----

printf -- '-arch=sm_90\n"modules/b a.ptx" -o b.cubin' >some.rsp
cp modules/bad.ptx 'modules/b a.ptx'
runs 0 'modules/b a.ptx:5:21: error:' --options-file some.rsp
runs 0 'modules/b a.ptx:5:21: error:' -optf=some.rsp
printf -- '-optf again.rsp\n' >again.rsp
runs 0 "$nothing" -optf again.rsp
runs 0 "$nothing" -optf missing.rsp,again.rsp
cp modules/bad.ptx modules/clang.s
runs 0 'modules/clang.s:5:21: error:' modules/clang.s -o clang.o
runs 0 "$nothing" modules/good.ptx -o modules/bad.ptx
mkfifo pipe.ptx
runs 0 "$nothing" pipe.ptx
head -c 1000 /dev/zero >binary.ptx
runs 0 'ptxcheck: binary.ptx:' binary.ptx

# ---- modes ----

export PTXCHECK_MODE=error
stops 1 'ptxcheck: ptxas is not run, as there are errors' modules/bad.ptx
runs 0 "$nothing" modules/good.ptx
runs 0 "$nothing" missing.ptx
PTXCHECK_MODE=off runs 0 "$nothing" modules/bad.ptx
PTXCHECK_MODE=eror runs 0 "PTXCHECK_MODE takes warn, error or off, not 'eror'" modules/bad.ptx
unset PTXCHECK_MODE
echo 'mode: error' >.ptxcheck.yaml
stops 1 'ptxas is not run' modules/bad.ptx
PTXCHECK_MODE=warn runs 0 "$bad" modules/bad.ptx
printf 'mode: error\nrules: {group-count: warning}\n' >.ptxcheck.yaml
runs 0 'modules/bad.ptx:5:21: warning:' modules/bad.ptx
echo 'mode: off' >modules/.ptxcheck.yaml
runs 0 "$nothing" modules/bad.ptx
rm modules/.ptxcheck.yaml
echo 'rules: {group-count: off}' >.ptxcheck.yaml # that of the current directory, where there is none nearer
elsewhere=$(mktemp -d)
cp modules/bad.ptx "$elsewhere"
runs 0 "$nothing" "$elsewhere/bad.ptx"
rm -r "$elsewhere"
echo 'mod: off' >.ptxcheck.yaml
runs 0 "there is no key 'mod'" modules/bad.ptx
rm .ptxcheck.yaml

# ---- which ptxas ----

runs 0 'the assembler ignores .b4x16_p64' modules/newer.ptx
RELEASE=12.6 runs 0 'is not accepted before ptxas 12.8, and this is ptxas 12.6' modules/newer.ptx
RELEASE=99.0 runs 0 'the assembler ignores .b4x16_p64' modules/newer.ptx
PTXCHECK_PTXAS="$work/bin/ptxas" PATH=/usr/bin:/bin runs 0 "$bad" modules/bad.ptx
mkdir -p toolkit/bin && cp bin/ptxas toolkit/bin
CUDA_HOME="$work/toolkit" PATH=$work/link:/usr/bin:/bin runs 0 "$bad" modules/bad.ptx
if [ ! -x /usr/local/cuda/bin/ptxas ]; then
    PATH=$work/link:/usr/bin:/bin stops 2 'ptxas is neither on PATH nor in' modules/bad.ptx
fi
PTXCHECK_PTXAS="$work/bin" runs 0 "$bad" modules/bad.ptx
ln -s "$command" link/ptxas-newer
sed 's/what ptxas prints/what the newer prints/' bin/ptxas >bin/ptxas-newer
chmod +x bin/ptxas-newer
for named in '' "$work/bin"; do
    PTXCHECK_PTXAS=$named link/ptxas-newer modules/bad.ptx >output 2>messages
    [ $? -eq 0 ] && [ "$(cat output)" = 'what the newer prints' ] && head -n 1 messages | grep -qF "$bad"
    verdict $? "the ptxas that is called as the link is, with PTXCHECK_PTXAS=$named"
done
PTXCHECK_PTXAS="$work/modules" stops 2 'modules/ptxas, which cannot be run' modules/good.ptx
PTXCHECK_PTXAS="$work/link/ptxas" stops 2 'which is ptxcheck itself' modules/good.ptx
PTXCHECK_PTXAS="$work/nowhere" stops 2 'which cannot be run' modules/good.ptx
printf '#!/bin/sh\nexec "%s" ptxas "$@"\n' "$command" >circle
chmod +x circle
PTXCHECK_PTXAS="$work/circle" stops 2 'it calls itself' modules/good.ptx

# ---- when it is killed ----

printf '#!/bin/sh\n[ "$*" = --version ] || echo $$ >"%s/process"\nexec sleep 60\n' "$work" >slow
chmod +x slow
PTXCHECK_PTXAS="$work/slow" PTXCHECK_MODE=off "$command" ptxas modules/good.ptx &
process=$!
while [ ! -s process ]; do sleep 0.05; done
ok 'ptxas has taken its place' [ "$(cat process)" -eq "$process" ]
kill "$process"
wait "$process"
ok 'and is killed' [ $? -eq 143 ]
PTXCHECK_PTXAS="$work/slow" "$command" ptxas modules/good.ptx & # while it waits for the release
process=$!
sleep 0.3
kill "$process"
wait "$process"
ok 'it is killed while it checks' [ $? -eq 143 ]
finish
