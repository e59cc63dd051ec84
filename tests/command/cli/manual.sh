#!/bin/sh
# manual.sh COMMAND: the manual pages. That of a command has each of its options, that of the library each exported
# function; man and mandoc, where they are here, find nothing wrong with any of them.
set -u
command=$1
top=$(cd "$(dirname "$0")/../../.." && pwd)
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$work" || exit 2
mkdir pages

"$command" help --man >pages/ptxcheck.1
ok 'the page of all commands' grep -q '^\.SH COMMANDS' pages/ptxcheck.1
for name in $(sed -n 's/^COMMAND([A-Z_]*, [^,]*, "\([a-z]*\)".*/\1/p' "$top/src/cli/options/commands.def"); do
    page=pages/ptxcheck-$name.1
    "$command" help --man "$name" >"$page"
    ok "ptxcheck(1) refers to $name" grep -qF "ptxcheck\\-$name (1)" pages/ptxcheck.1
    for option in $("$command" help "$name" | sed -n 's/^  \(-[a-zA-Z]\)\{0,1\}[, ]*\(--[a-z-]*\).*/\1 \2/p'); do
        ok "$option of $name" grep -qF -- "\\fB$(printf '%s' "$option" | sed 's/-/\\-/g')\\fR" "$page"
    done
done
ok 'help --man=x' sh -c '! "$1" help --man=x >output 2>&1' sh "$command"

awk -v version=1.2.3 -v date=2026-01-02 -f "$top/src/packages/manual.awk" "$top/docs/api.md" >pages/libptxcheck.3
for name in $(sed -n 's/^ *\(ptxc_[a-z_]*\);/\1/p' "$top/src/ptxcheck.map"); do
    ok "$name in libptxcheck(3)" grep -q "$name\\>" pages/libptxcheck.3
done
sed -n 's/^## //p' "$top/docs/api.md" | tr 'a-z' 'A-Z' | while read -r section; do
    grep -qxF ".SH $section" pages/libptxcheck.3 || echo "$section"
done >missing
ok 'the sections of docs/api.md' test ! -s missing

judged=
if command -v man >/dev/null && LC_ALL=C.UTF-8 man -l pages/ptxcheck.1 2>/dev/null | grep -q 'EXIT STATUS'; then
    judged=man
    for page in pages/*; do
        LC_ALL=C.UTF-8 MANWIDTH=100 man --warnings -l "$page" 2>messages >output
        [ ! -s messages ] && [ -s output ]
        verdict $? "man of $page"
    done
fi
if command -v mandoc >/dev/null; then
    judged="$judged mandoc"
    for page in pages/*; do
        mandoc -T lint "$page" >output 2>messages
        [ ! -s messages ] && [ ! -s output ]
        verdict $? "mandoc of $page"
    done
fi
[ "$failed" -gt 0 ] || [ -n "$judged" ] || {
    echo 'skipped: neither man nor mandoc, which judge the pages, is here'
    exit 77
}
finish
