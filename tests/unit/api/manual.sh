#!/bin/sh
# manual.sh: docs/api.md names every public function and no other, every constant in it exists, and its code is taken
# from docs/examples/ line by line or compiles.
set -eu
top=$(cd "$(dirname "$0")/../../.." && pwd)
# shellcheck source=functions.sh
. "$top/tests/unit/api/functions.sh"
manual=$top/docs/api.md
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
failed=0

{
    declared_functions
    cat "$top"/include/ptxcheck/*.h | sed -n 's/^static inline .* \(ptxc_[a-z_]*\)(.*/\1/p'
} | sort >declared
grep -o 'ptxc_[a-z0-9_]*' "$manual" | sort -u >mentioned
comm -23 declared mentioned | sed 's/$/ is not in docs\/api.md/' >missing
cat "$top"/include/ptxcheck/*.h | grep -o 'ptxc_[a-z0-9_]*' | sort -u >known
comm -13 known mentioned | sed 's/$/, in docs\/api.md, is in no header/' >>missing
cat "$top"/include/ptxcheck/*.h "$top"/grammar/*.def | grep -o 'PTXC_[A-Z0-9_]*' | sort -u >known
grep -o 'PTXC_[A-Z0-9_]*' "$manual" | sort -u | comm -13 known - |
    sed 's/$/, in docs\/api.md, is in no header/' >>missing
if [ -s missing ]; then
    cat missing
    failed=1
fi

# Each block of C as a file; one that begins with #include stands for itself.
awk '/^```c$/ {file = "block" ++count ".c"; inside = 1; next}
    /^```/ {inside = 0}
    inside {sub(/^ +/, ""); print > file}' "$manual"
sed 's/^ *//' "$top"/docs/examples/*.c >examples
count=0
for block in block*.c; do
    count=$((count + 1))
    if head -n 1 "$block" | grep -q '^#include'; then
        ${CC:-cc} -std=c11 -Wall -Wextra -Werror -fsyntax-only -I "$top/include" -I "$top/grammar" "$block" || failed=1
    elif ! awk 'NR == FNR {text = text $0 "\n"; next} {all = all $0 "\n"} END {exit !index(all, text)}' \
        "$block" examples; then
        echo "this code of docs/api.md is in no example:"
        cat "$block"
        failed=1
    fi
done
[ "$count" -gt 5 ] || { echo "docs/api.md shows too little code to be true"; failed=1; }
exit "$failed"
