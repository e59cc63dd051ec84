#!/bin/sh
# launch.sh COMMAND: ptxcheck launch before something that stands for nvcc. What is found is on stderr; all else is as
# nvcc has it, and no file is left.
set -u
before=launch compiler=nvcc always=
# shellcheck source=begin.sh
. "$(dirname "$0")/begin.sh"
mkdir src tmp
export MODULE="$work/good" TMPDIR="$work/tmp"
module 8.6 TARGET 'cp.async.wait_all;' >good
module 8.6 TARGET 'cp.async.wait_group -1;' >bad
echo '__global__ void k() {}' >src/good.cu
printf '__global__ void k() {\n#if MODE == 1\n  asm volatile("cp.async.wait_group -1;" ::: "memory");\n#endif\n}\n' >src/bad.cu

# runs STATUS WORDS ARGUMENTS...: WORDS are in what ptxcheck says on stderr after nvcc, which says nothing itself
# where they are ''; stdout is that of nvcc; no file is left.
runs() {
    wanted=$1 words=$2
    shift 2
    call "$@"
    sed '/^what nvcc says$/d' messages >found
    case $words in
    '') [ ! -s found ] ;;
    *) grep -qF -- "$words" found ;;
    esac && [ "$status" -eq "$wanted" ] && [ "$(cat output)" = 'what nvcc prints' ] && [ -z "$(ls tmp)" ]
    verdict $? "launch $*: expected status $wanted and '$words', got status $status"
}
as_given() { # ARGUMENTS...: those that nvcc was called with
    printf '%s\n' "$@" >arguments
    ok "nvcc has its arguments as they are: $*" cmp -s arguments record
}

# ---- compiling ----

runs 0 '' nvcc -c src/good.cu -o good.o
printf '%s\n' -c src/good.cu -o good.o >arguments
sed 1,3d record | cmp -s - arguments && head -n 1 record | grep -qx -- '--keep'
verdict $? 'nvcc is told to keep its files, and else what it was told'
ok 'the output is there' [ "$(cat good.o)" = object ]
MODULE=$work/bad runs 0 'src/good.compute_90.ptx:5:21: error:' nvcc -c src/good.cu -o good.o
MODULE=$work/bad STATUS=7 runs 7 'src/good.compute_90.ptx:5:21: error:' nvcc -c src/good.cu -o good.o
runs 0 'src/bad.cu:3:37: error:' nvcc -c src/bad.cu
runs 0 'src/bad.cu:3:37: error:' nvcc -DMODE=1 -c src/bad.cu
runs 0 '' nvcc -D MODE=2 -c src/bad.cu
runs 0 'src/bad.cu:3:37: error:' nvcc -x cu -dc src/bad.cu
TARGETS='' STATUS=1 runs 1 '' nvcc -c src/bad.cu
TARGETS='' runs 0 'src/good.cu: the asm statements are checked, but no PTX, as nvcc has made none' nvcc -c src/good.cu
cp src/bad.cu src/host.cpp
runs 0 '' nvcc -c src/host.cpp
echo '-c src/bad.cu' >some.rsp
runs 0 'src/bad.cu:3:37: error:' nvcc --options-file some.rsp
ln -s "$command" bin/ptxcheck-launch
bin/ptxcheck-launch nvcc -c src/bad.cu >output 2>messages
ok 'a link named ptxcheck-launch' grep -q 'src/bad.cu:3:37: error:' messages

# Of the source, what is compiled counts: the lines that the preprocessor leaves, and macros.
cat >src/lines.cu <<'END'
#define WAIT asm volatile( \
    "cp.async.wait_group -1;" ::: "memory")
#if FROM_A_HEADER
__device__ void f() { asm volatile("cp.async.wait_group -2;" ::: "memory"); }
#else
__device__ void g() { asm volatile("cp.async.wait_group -3;" ::: "memory"); }
#endif
__device__ void h() { WAIT; }
END
printf '# 1 "src/lines.cu"\n# 1 "<built-in>"\n1\n2\n3\n4\n# 1 "src/lines.cu" 2\n\n\n\n\n\n__device__ g\n\nh\n' >src/lines.cu.ii
runs 0 'src/lines.cu:6:57: error: N must not be negative, but is -3' nvcc -c src/lines.cu
ok 'the macro' grep -q '^src/lines.cu:2:.* -1 ' messages
ok 'and not the other line' [ "$(grep -c error: messages)" -eq 2 ]
rm src/lines.cu.ii
runs 0 'src/lines.cu:4:57: error' nvcc -c src/lines.cu

# What a source and the PTX of several targets have in common is said once; what they have not, of each.
MODULE=$work/bad TARGETS='sm_80 sm_90 sm_100' runs 0 'good.compute_100.ptx:5:21: error:' nvcc -c src/good.cu
ok 'an error is said once' [ "$(grep -c error: messages)" -eq 1 ]
printf 'asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");\n' >src/old.cu
sed 's/wait_group -1/bulk.wait_group 0/' bad >bulk
MODULE=$work/bulk TARGETS='sm_80' runs 0 'src/old.cu:1:15: error: cp.async.bulk.wait_group is not available on sm_80' \
    nvcc -c src/old.cu
MODULE=$work/bulk TARGETS='sm_80 sm_90' runs 0 'src/old.compute_80.ptx:5:1: error:' nvcc -c src/old.cu

# ---- what is handed over ----

for arguments in '-E src/bad.cu' '-M src/bad.cu' 'good.o -o app' '--dryrun -c src/bad.cu' '-V'; do
    # shellcheck disable=SC2086  # words
    runs 0 '' nvcc $arguments
    # shellcheck disable=SC2086
    as_given $arguments
done
PTXCHECK_MODE=off runs 0 '' nvcc -c src/bad.cu
as_given -c src/bad.cu
PTXCHECK_INSIDE=1 runs 0 '' nvcc -c src/bad.cu
as_given -c src/bad.cu
runs 0 'src/bad.cu:3:37: error:' nvcc -Xcompiler -E -c src/bad.cu
printf '#!/bin/sh\nexec "%s" launch nvcc "$@"\n' "$command" >bin/nvcc-wrapped
chmod +x bin/nvcc-wrapped
runs 0 'src/bad.cu:3:37: error:' nvcc-wrapped -c src/bad.cu
ok 'it is checked once' [ "$(grep -c error: messages)" -eq 1 ]
printf '#!/bin/sh\nexec "$@" launch nvcc -c src/bad.cu\n' >build.sh
chmod +x build.sh
runs 0 'src/bad.cu:3:37: error:' ./build.sh "$command"
expect 2 'launch takes a compiler' launch
expect 127 'nowhere/nvcc cannot be run' launch nowhere/nvcc -c src/good.cu
expect 127 'nowhere/nvcc cannot be run' launch nowhere/nvcc -V

# ---- where no PTX is kept for it ----

mkdir kept other
cp src/good.cu other
MODULE=$work/bad runs 0 'kept/good.compute_90.ptx:5:21: error:' nvcc -c src/good.cu --keep-dir kept
ok 'nothing of the user is removed' [ -e kept/good.cpp1.ii ]
as_given -c src/good.cu --keep-dir kept
cp kept/good.compute_90.ptx kept/good.compute_70.ptx
touch -d '2001-01-01' kept/good.compute_70.ptx
runs 0 '' nvcc -c src/good.cu --keep-dir kept
MODULE=$work/bad NVCC_APPEND_FLAGS='--keep-dir kept' runs 0 '' nvcc -c src/good.cu
runs 0 'no PTX, as another source has the same name' nvcc src/good.cu other/good.cu -o app
as_given src/good.cu other/good.cu -o app
runs 0 'no PTX, as nvcc has --objdir-as-tempdir' nvcc -objtemp -c src/good.cu -o good.o
cp bin/nvcc bin/ccache
runs 0 'no PTX, as ccache is neither nvcc nor clang' ccache nvcc -c src/good.cu
as_given nvcc -c src/good.cu
TMPDIR=$work/nowhere runs 0 'no PTX, as no directory can be made' nvcc -c src/good.cu -o good.o
as_given -c src/good.cu -o good.o
rm good.o
LOSES=1 runs 0 'cannot be read, and its PTX is not checked' nvcc -c src/good.cu -o good.o
ok 'the output stays' [ -e good.o ]
written() { # -ptx writes PTX, and keeps none
    cp bad good.ptx
    TARGETS='' runs 0 "$1:5:21: error:" nvcc -ptx src/good.cu
}
written good.ptx

# ---- modes ----

export PTXCHECK_MODE=error
MODULE=$work/bad runs 1 'src/good.cu: the compilation fails, as there are errors' nvcc -c src/good.cu -o good.o
ok 'the output is gone' [ ! -e good.o ]
MODULE=$work/bad STATUS=7 runs 7 'error:' nvcc -c src/good.cu -o good.o
runs 0 '' nvcc -c src/good.cu -o good.o
unset PTXCHECK_MODE
echo 'mode: error' >src/.ptxcheck.yaml
MODULE=$work/bad runs 1 'the compilation fails' nvcc -c src/good.cu -o good.o
PTXCHECK_MODE=warn MODULE=$work/bad runs 0 'error:' nvcc -c src/good.cu -o good.o
echo 'mode: of' >src/.ptxcheck.yaml
MODULE=$work/bad runs 0 'nothing is checked, as the configuration cannot be read' nvcc -c src/good.cu
rm src/.ptxcheck.yaml

# ---- killed, and at once ----

for signal in TERM INT HUP; do
    rm -f record
    # A process in the background ignores SIGINT, which env takes back.
    SECONDS_TO_WAIT=20 env --default-signal=INT "$command" launch nvcc -c src/good.cu >output 2>messages &
    process=$!
    while [ ! -s record ] || [ -z "$(ls tmp)" ]; do sleep 0.05; done
    kill -$signal "$process"
    wait "$process"
    status=$?
    [ "$status" -gt 128 ] && [ "$(kill -l "$status")" = "$signal" ] && [ -z "$(ls tmp)" ]
    verdict $? "killed by $signal: status $status"
done
printf '#!/bin/sh\nkill -SEGV $$\n' >bin/nvcc-crashes
chmod +x bin/nvcc-crashes
"$command" launch nvcc-crashes -c src/good.cu >output 2>messages
ok 'nvcc crashes' [ $? -eq 139 ]

i=0 processes=
while [ $((i += 1)) -le 32 ]; do
    cp src/good.cu "src/job$i.cu"
    MODULE=$work/bad "$command" launch nvcc -c "src/job$i.cu" -o "job$i.o" >/dev/null 2>"job$i.messages" &
    processes="$processes $!"
done
i=0
for process in $processes; do
    wait "$process" && [ -e "job$((i += 1)).o" ] && grep -q "src/job$i.compute_90.ptx:5:21: error:" "job$i.messages"
    count $? "job $i of 32"
done
ok 'nothing is left of 32 jobs' [ -z "$(ls tmp)" ]
finish
