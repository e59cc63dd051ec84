# shellcheck shell=sh
# begin.sh: begins a test of `ptxcheck $before`, with something that stands for $compiler and leaves its arguments in the
# file `record`. Sourced with the command as $1.
# shellcheck disable=SC2154  # who sources it sets these
command=$1
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../../support/expect.sh
. "$here/../../support/expect.sh"
cd "$work" || exit 2
unset CUDA_HOME PTXCHECK_PTXAS PTXCHECK_MODE PTXCHECK_DEPTH PTXCHECK_INSIDE NVCC_PREPEND_FLAGS NVCC_APPEND_FLAGS
mkdir bin
cp "$here/$compiler.fake" "bin/$compiler"
export RECORD="$work/record" PATH="$work/bin:$PATH"

# module VERSION TARGET INSTRUCTION: prints a module
module() {
    printf '.version %s\n.target %s\n.address_size 64\n.visible .entry k() {\n%s\nret;\n}\n' "$@"
}

# call ARGUMENTS...: calls the command; its status is in $status
call() {
    rm -f record
    timeout 60 "$command" "$before" "$@" >output 2>messages </dev/null
    status=$?
}
