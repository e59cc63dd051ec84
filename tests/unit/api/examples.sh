#!/bin/sh
# examples.sh DIRECTORY: each program of docs/examples, from the directory where they were built, prints what NAME.out
# holds, the exit status last; and says so when it cannot do its job. `UPDATE=1` writes the outputs anew.
set -u
programs=$1
examples=$(cd "$(dirname "$0")/../../../docs/examples" && pwd)
actual=$(mktemp)
trap 'rm -f "$actual"' EXIT
cd "$examples" || exit 2
failed=0

# expect NAME ARGUMENTS...
expect() {
    name=$1
    shift
    "$programs/$name" "$@" <kernel.ptx >"$actual" 2>&1
    echo "exit status $?" >>"$actual"
    [ -z "${UPDATE:-}" ] || cp "$actual" "$name.out"
    diff -u "$name.out" "$actual" || failed=1
}

# expect_trouble INPUT NAME ARGUMENTS...: exit status 2.
expect_trouble() {
    input=$1 name=$2
    shift 2
    "$programs/$name" "$@" <"$input" >/dev/full 2>/dev/null
    status=$?
    [ "$status" -eq 2 ] || { echo "$name: expected exit status 2, got $status"; failed=1; }
}

expect validate
expect build_load
expect rewrite
expect requirement kernel.ptx
for name in validate build_load rewrite; do
    expect_trouble kernel.ptx "$name" # nothing can be written
done
expect_trouble kernel.ptx requirement kernel.ptx
expect_trouble kernel.ptx requirement no-such-file
expect_trouble kernel.ptx requirement
expect_trouble . rewrite
for file in *.c; do
    [ -e "${file%.c}.out" ] || { echo "$file has no expected output"; failed=1; }
    [ "$(wc -l <"$file")" -le 90 ] || { echo "$file is too long for an example"; failed=1; }
done
exit "$failed"
