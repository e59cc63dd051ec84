#!/bin/sh
# design.sh COMMAND PAGE: each row of design.md "| `function` | `file` |" names a file of src/ that defines the function, and
# each file that the page names as `src/…`, `grammar/…` or `include/…` is there.
set -u
page=$2
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
root=$(cd "$(dirname "$page")/.." && pwd)
sed -n 's/^| `\([a-z_]*\)` | `\([^`]*\)` |.*/\1 \2/p' "$page" >"$work/functions"
while read -r function file; do
    ok "$function in $file" grep -qE "^[a-z].*\b$function\(" "$root/src/$file"
done <"$work/functions"
ok 'the page names functions' [ "$(wc -l <"$work/functions")" -gt 40 ]
grep -oE '`(src|grammar|include|tests)/[a-z_/.]*' "$page" | tr -d '`' | sort -u >"$work/files"
while read -r file; do
    ok "$file is there" test -e "$root/$file"
done <"$work/files"
ok 'the page names files' [ "$(wc -l <"$work/files")" -gt 50 ]
finish
