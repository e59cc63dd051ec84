#!/bin/sh
# manual.sh: docs/api.md names every public function and no other, every constant in it exists, and its code
# compiles.
set -eu
top=$(cd "$(dirname "$0")/../../.." && pwd)
# shellcheck source=functions.sh
. "$top/tests/unit/api/functions.sh"
manual=$top/docs/api.md
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
failed=0

declared_functions >declared
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

# Each block of C as a file, which compiles as it stands, with the headers of the source tree alone.
awk '/^```c$/ {file = "block" ++count ".c"; inside = 1; next}
    /^```/ {inside = 0}
    inside {sub(/^ +/, ""); print > file}' "$manual"
count=0
for block in block*.c; do
    count=$((count + 1))
    ${CC:-cc} -std=c11 -Wall -Wextra -Werror -fsyntax-only -I "$top/include" "$block" || failed=1
done
[ "$count" -gt 5 ] || { echo "docs/api.md shows too little code to be true"; failed=1; }
exit "$failed"
