#!/bin/sh
# What is printed does not depend on the seed of the hash tables: seeds.sh COMMAND DIRECTORY...
set -u
command=$1
shift
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

# Prints all that the command says of the files.
print_all() { # DIRECTORY...
    "$command" check --no-config --pedantic --format=json "$@"
    "$command" check --no-config --pedantic --max-diagnostics=3 "$@"
    find "$@" -name '*.ptx' | LC_ALL=C sort | while read -r file; do
        "$command" dump "$file"
        "$command" fmt "$file"
    done
}

PTXCHECK_SEED=0 print_all "$@" >"$work/expected" 2>&1
[ "$(wc -c <"$work/expected")" -gt 100000 ] || {
    echo "failed: there is little to compare"
    exit 1
}
for seed in 1 0x9e3779b97f4a7c15 18446744073709551615 ''; do # the last is drawn
    if [ "$seed" ]; then
        PTXCHECK_SEED=$seed print_all "$@" >"$work/output" 2>&1
    else
        print_all "$@" >"$work/output" 2>&1
    fi
    cmp "$work/expected" "$work/output" || failed=1
done
exit $failed
