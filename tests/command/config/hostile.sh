#!/bin/sh
# hostile.sh COMMAND: configurations that mean harm are refused, in a short time and little memory, and with a place.
# Skipped where valgrind is missing are the cases that it looks at.
set -u
command=$1 always=check
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$work" || exit 2
echo 'cp.async.wait_all;' >a.ptx

# refused PLACE-AND-WORDS: the configuration is refused with these, in little memory.
refused() {
    # shellcheck disable=SC3045  # every sh that we know has -v
    (
        [ -n "${ASAN_OPTIONS:-}" ] || ulimit -v 300000
        timeout 60 "$command" check a.ptx >output 2>messages
        [ $? -eq 2 ] && grep -qF -- "ptxcheck: .ptxcheck.yaml:$1" messages && [ ! -s output ]
    )
    verdict $? "$1"
}

{
    echo 'a: &a [x, x, x, x, x, x, x, x, x]'
    before=a
    for name in b c d e f g h i; do
        echo "$name: &$name [*$before, *$before, *$before, *$before, *$before, *$before, *$before, *$before]"
        before=$name
    done
} >.ptxcheck.yaml
refused '2:8: a configuration takes no aliases'
printf 'a: &a [*a]\n' >.ptxcheck.yaml
refused '1:8: a configuration takes no aliases'
yes 'target: sm_90' | head -c 10000000 >.ptxcheck.yaml
refused '1:1: larger than 1 MiB'
head -c 1000000 /dev/zero >.ptxcheck.yaml
refused '1:1: control characters are not allowed'
printf 'ptx: 8.0\ntarget: sm\000_90\n' >.ptxcheck.yaml
refused '2:11: control characters are not allowed'
printf '\377\376t\000:\000' >.ptxcheck.yaml
refused '1:1: written in UTF-16'
printf '\376\377\000t\000:' >.ptxcheck.yaml
refused '1:1: written in UTF-16'
head -c 900000 /dev/zero | tr '\000' '[' >.ptxcheck.yaml
refused '1:17: nested more deeply'
head -c 900000 /dev/zero | tr '\000' '{' >.ptxcheck.yaml
refused '1:1'
head -c 900000 /dev/zero | tr '\000' '-' >.ptxcheck.yaml
refused '1:1'
head -c 900000 /dev/zero | tr '\000' '?' >.ptxcheck.yaml
refused '1:1'
yes -- '- ' | tr -d '\n' | head -c 900000 >.ptxcheck.yaml
refused '1:33: nested more deeply'
yes 'a: 1' | head -n 200000 >.ptxcheck.yaml
refused '5001:1: a list or map that is longer'
{ printf 'exclude: ['; yes 'a,' | tr -d '\n' | head -c 1000000; } >.ptxcheck.yaml
refused '1:20011: a list or map that is longer'
{ printf 'target: '; head -c 900000 /dev/zero | tr '\000' 'a'; } >.ptxcheck.yaml
refused '1:9: target takes a target'
{ printf '"'; head -c 900000 /dev/zero | tr '\000' 'a'; } >.ptxcheck.yaml
refused ''
head -c 900000 /dev/urandom >.ptxcheck.yaml
refused ''
awk 'BEGIN { print "overrides:"; for (i = 0; i < 70; i++) print "  - files: [a]" }' >.ptxcheck.yaml
refused '66:5: overrides takes up to 64 sections'
{ printf 'exclude: [ok, "'; head -c 900000 /dev/zero | tr '\000' '*'; printf '"]'; } >.ptxcheck.yaml
refused '1:15: exclude takes patterns of up to 1000 bytes'
awk 'BEGIN { print "exclude:"; for (i = 0; i < 9999; i++) print "  - \"**/*" i "*a*a*a*a*a*a*/**\"" }' >.ptxcheck.yaml
expect 0 '' --quiet .
awk 'BEGIN { print "overrides:"; for (i = 0; i < 64; i++) print "  - files: [\"" i ".ptx\"]\n    werror: true" }' \
    >.ptxcheck.yaml
expect 0 '' --quiet .

# Directories as deep as they go have their configurations.
(
    for _ in $(seq 200); do
        echo 'inherit: true' >.ptxcheck.yaml
        mkdir n && cd n || exit 1
    done
    echo 'cp.async.cg.shared.global [a], [b], 8;' >bottom.ptx
)
echo 'rules: {cp-size-cg: warning}' >.ptxcheck.yaml
expect 1 'bottom.ptx:1:37: warning' .

if command -v valgrind >/dev/null && [ -z "${ASAN_OPTIONS:-}" ]; then
    for text in 'target: sm_90\nrules: {cp-size: off}\noverrides: [{files: [a], portable: [sm_90]}]\nexclude: [b]\n' \
        'a: [b, {c: d}]\ntarget: sm_1\noverrides: [{files: [a], frob: 1}]\n' 'a: [b, {c: [d\n' 'x: *a\n' 'target: \377\n'; do
        # shellcheck disable=SC2059  # a format
        printf "$text" >.ptxcheck.yaml
        valgrind -q --leak-check=full --error-exitcode=99 "$command" check --show-config a.ptx >output 2>messages
        [ $? -ne 99 ]
        verdict $? "valgrind: $text"
    done
else
    echo 'skipped: valgrind is missing'
fi
finish
