#!/bin/sh
# site.sh COMMAND: the site as ./run site builds it, in a copy of what it takes. Each rule has a page where messages link
# to, it can be searched for, no page loads anything from elsewhere, and a link that leads nowhere is found.
command=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../support/expect.sh
. "$root/tests/support/expect.sh"
top=$work/top
mkdir -p "$top/src" "$top/build"
cp -R "$root/docs" "$root/grammar" "$root/include" "$root/tests" "$root/README.md" "$root/LICENSE" "$root/run" "$top"
cp -R "$root/src/site" "$root/src/editors" "$top/src"
if ! { python3 -m venv "$top/build/site-tools" &&
    "$top/build/site-tools/bin/pip" install -q -r "$root/src/site/requirements.txt"; } >"$work/pip" 2>&1; then
    echo 'skipped: MkDocs cannot be had'
    exit 77
fi

site=$work/site
code=0
sh "$top/run" site https://example.org/ptxcheck/ "$site" >"$work/said" 2>&1 || code=$?
ok "the site is built" test "$(cat "$work/said") $code" = " 0"
"$command" rules | cut -d ' ' -f 1 >"$work/rules"
while read -r rule; do
    grep -q "<h1 id=\"$rule\">" "$site/rules/$rule/index.html" || echo "$rule"
done <"$work/rules" >"$work/lacking"
ok "each rule has a page" test ! -s "$work/lacking"
ok "rules can be searched for" grep -q '"location":"rules/cp-size-cg/"' "$site/search/search_index.json"
grep -rEl '(<script[^>]* src|<img[^>]* src|stylesheet"? href)="?(https?:)?//' --include='*.html' "$site" >"$work/elsewhere"
ok "nothing comes from elsewhere" test ! -s "$work/elsewhere"

mkdir "$top/build/playground"
echo '<p>The playground</p>' >"$top/build/playground/index.html"
sh "$top/run" site '' "$site" >"$work/said" 2>&1
ok "the playground is taken along" cmp -s "$top/build/playground/index.html" "$site/playground/index.html"
ok "the first page leads to it" grep -q 'href="playground/index.html"' "$site/index.html"

printf '\n[lost](nowhere.md)\n' >>"$top/docs/where.md"
code=0
sh "$top/run" site '' "$site" >"$work/said" 2>&1 || code=$?
ok "a link that leads nowhere" test "$code" -eq 1
ok "it is named" grep -q "'nowhere.md'" "$work/said"
finish
