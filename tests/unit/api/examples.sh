#!/bin/sh
# examples.sh DIRECTORY: each program of docs/examples, from the directory where they were built, prints what NAME.out
# holds, the exit status last; and says so when it cannot do its job. `UPDATE=1` writes the outputs anew.
set -u
programs=$1
examples=$(cd "$(dirname "$0")/../../../docs/examples" && pwd)
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$examples" || exit 2

# prints NAME ARGUMENTS...: what NAME.out holds.
prints() {
    name=$1
    shift
    "$programs/$name" "$@" <kernel.ptx >"$work/actual" 2>&1
    echo "exit status $?" >>"$work/actual"
    golden "$name.out" "$work/actual"
}

# troubled INPUT NAME ARGUMENTS...: exit status 2.
troubled() {
    input=$1 name=$2
    shift 2
    "$programs/$name" "$@" <"$input" >/dev/full 2>/dev/null
    status=$?
    [ "$status" -eq 2 ]
    count $? "$name: expected exit status 2, got $status"
}

prints validate
prints build_load
prints rewrite
prints requirement kernel.ptx
for name in validate build_load rewrite; do
    troubled kernel.ptx "$name" # nothing can be written
done
troubled kernel.ptx requirement kernel.ptx
troubled kernel.ptx requirement no-such-file
troubled kernel.ptx requirement
troubled . rewrite
for file in *.c; do
    ok "$file has no expected output" [ -e "${file%.c}.out" ]
    ok "$file is too long for an example" [ "$(wc -l <"$file")" -le 90 ]
done
finish
