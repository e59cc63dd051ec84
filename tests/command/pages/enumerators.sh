#!/bin/sh
# enumerators.sh COMMAND PRINTER HEADERS PAGE: the page lists every enumerator of the public headers: PRINTER prints those
# that are rows of tables; the others stand in the headers. With UPDATE=1 it is written anew.
set -u
printer=$2 headers=$3 page=$4
directory=$(dirname "$0")
# shellcheck source=../../support/expect.sh
. "$directory/../../support/expect.sh"
{
    printf '# Enumerators\n\nPrinted from the tables in `grammar/` and from the public headers; a test keeps it current. The '
    printf 'values are permanent.\n'
    for header in ptxcheck value instruction tensormap plan render edit pipeline outline; do
        [ ! -e "$headers/$header.h" ] || awk -v "name=$header.h" -f "$directory/enumerators.awk" "$headers/$header.h"
    done
    "$printer"
} >"$work/page"
golden "$page" "$work/page"
sed -n 's/^| `\(PTXC_[A-Z0-9_]*\)`.*/\1/p' "$work/page" | sort >"$work/listed"
{
    cat "$headers"/*.h | sed 's|/\*.*||' | grep -oE '\bPTXC_[A-Z0-9_]+ = [0-9(]' | sed 's/ = .*//'
} | sort >"$work/known"
comm -13 "$work/listed" "$work/known" >"$work/missing"
[ ! -s "$work/missing" ]
count $? "every enumerator is listed, but for: $(head -n 5 "$work/missing" | tr '\n' ' ')"
finish
