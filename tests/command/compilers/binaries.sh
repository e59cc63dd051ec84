#!/bin/sh
# binaries.sh COMMAND: check reads the PTX in binaries that are named, with something that stands for cuobjdump.
set -u
command=$1
# shellcheck disable=SC2034  # for expect
always=--color=never
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$work" || exit 2
unset CUDA_HOME
mkdir bin tmp folder toolkit
export TMPDIR="$work/tmp"
cat >bin/cuobjdump <<'END'
#!/bin/sh
[ "$1 $2 $3" = '-all -xptx all' ] && [ -e "$4" ] || exit 1
base=$(basename "$4" | sed 's/\..*//')
for target in $(sed 1d "$4"); do
    printf '.version 8.6\n.target %s\n.visible .entry k() {\ncp.async.wait_group -1;\nret;\n}\n' "$target" \
        >"$base.1.$target.ptx"
done
[ -z "${SLEEPS:-}" ] || exec sleep 20
[ "$base" != crash ]
END
chmod +x bin/cuobjdump
for name in libtwo.so crash.o; do printf '\177ELF\nsm_90\nsm_80\n' >$name; done
printf '\177ELF\n' >none.cubin
printf '!<arch>\nsm_90\n' >libone.a
printf '\120\355\125\272\nsm_80\n' >one.fatbin
cp libtwo.so folder
echo 'cp.async.wait_all;' >good.ptx
path=$PATH

if [ ! -x /usr/local/cuda/bin/cuobjdump ] && ! command -v cuobjdump >/dev/null; then
    expect 2 'libtwo.so: a binary file, whose PTX cuobjdump takes out; it is neither on PATH' libtwo.so
fi
PATH=$work/bin:$path
expect 1 'libtwo.so(libtwo.1.sm_80.ptx):4:21: error' libtwo.so
ok 'and the other' grep -qF 'libtwo.so(libtwo.1.sm_90.ptx):4:21: error:' output
expect 1 'in 3 instructions of 3 files' good.ptx libtwo.so
expect 1 'libone.a(libone.1.sm_90.ptx):4:21: error' libone.a
expect 1 'one.fatbin(one.1.sm_80.ptx):4:21: error' one.fatbin
expect 2 'none.cubin: a binary file without PTX' none.cubin good.ptx
expect 2 'crash.o: a binary file in which cuobjdump finds no device code' crash.o
expect 1 '"name": "libtwo.so(libtwo.1.sm_80.ptx)"' --format=json libtwo.so
expect 2 '--fix takes sources' --fix libtwo.so
expect 2 'there is no rule' -Wx=error libtwo.so
expect 2 'no file to check' folder # where binaries are not looked for
mv bin/cuobjdump toolkit/cuobjdump && mkdir toolkit/bin && mv toolkit/cuobjdump toolkit/bin
CUDA_HOME=$work/toolkit PATH=/usr/bin:/bin expect 1 'libtwo.so(libtwo.1.sm_80.ptx)' libtwo.so
PATH=$work/toolkit/bin:$path
SLEEPS=1 "$command" libtwo.so >output 2>messages &
process=$!
while [ -z "$(ls tmp)" ]; do sleep 0.05; done
kill $process
wait $process
ok 'killed' [ $? -eq 143 ]
ok 'nothing is left' [ -z "$(ls tmp)" ]
finish
