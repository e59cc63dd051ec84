#!/bin/sh
# Each NAME.ptx next to this script holds one instruction; `ptxcheck where` must print of it what NAME.out holds: the
# output, then the exit status. A first line "// options: …" gives options. `UPDATE=1 run.sh COMMAND` writes the outputs
# anew. And what can be wrong with a question is said.
set -u
command=$1
cd "$(dirname "$0")" || exit 2
passed=0 failed=0
actual=$(mktemp)
trap 'rm -f "$actual"' EXIT
for file in *.ptx; do
    options=$(sed -n '1s|^// options: ||p' "$file")
    # shellcheck disable=SC2086  # options are words
    sed '1{/^\/\/ options: /d;}' "$file" | "$command" where --color=never $options - >"$actual" 2>&1
    echo "exit status $?" >>"$actual"
    [ -z "${UPDATE:-}" ] || cp "$actual" "${file%.ptx}.out"
    if diff -u "${file%.ptx}.out" "$actual"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
done

# expect STATUS WORDS ARGUMENTS...: WORDS must be in what the command prints.
expect() {
    status=$1 words=$2
    shift 2
    timeout 20 "$command" where --color=never "$@" >"$actual" 2>&1 </dev/null
    found=$?
    if [ "$found" -eq "$status" ] && grep -qF -- "$words" "$actual"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "expected status $status and '$words' for $*, got status $found and:"
        cat "$actual"
    fi
}
expect 2 'takes one instruction'
expect 2 'takes one instruction' 'cp.async.wait_all' ';'
expect 2 "no target 'sm_1'" --target=sm_1 'cp.async.wait_all'
expect 2 'unrecognized option' --frobnicate 'cp.async.wait_all'
expect 2 '--color takes' --color=red 'cp.async.wait_all'
expect 2 'empty' -
expect 1 'expected an instruction' ''
expect 1 'expected an instruction' 'add.s32 %0, %1, %2;'
expect 1 'nothing behind' 'cp.async.wait_all; cp.async.wait_all;'
expect 0 'from PTX 7.0' 'cp.async.wait_all // all of them'
expect 0 'from PTX 7.0' '@$0 cp.async.wait_all'
# The example of docs/where.md.
example=$(awk '/^```console/ {copy = 1; next} /^```/ {copy = 0} copy' ../../docs/where.md)
question=$(printf '%s\n' "$example" | sed -n "1s/^\$ ptxcheck where '\(.*\)'$/\1/p")
if [ -n "$question" ] && [ "$(printf '%s\n' "$example" | sed 1d)" = "$("$command" where "$question")" ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "docs/where.md shows something else than the command prints"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
