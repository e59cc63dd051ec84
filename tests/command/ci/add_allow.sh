#!/bin/sh
# add_allow.sh COMMAND TOP: --add-allow writes comments where the text takes them. After it nothing is reported, a second
# run changes nothing, and without the comments the text is what it was.
set -u
command=$1 top=$2 always='check --no-config --quiet -Wlikely'
command -v git >/dev/null || exit 77
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" && here=$PWD
cd "$work" || exit 2
small='cp.async.ca.shared.global [%r1], [%rd1], 12;'

# ---- what is written ----

for name in allow.ptx allow.cu allow.py; do
    cp "$here/$name" .
    expect 0 '' --add-allow='the board knows' $name
    golden "$here/$name.after" $name
    expect 0 '' --add-allow='the board knows' $name
    ok "$name: nothing more" cmp -s "$here/$name.after" $name
    cp "$here/$name" .
    "$command" $always --diff --add-allow='the board knows' $name >patch 2>messages
    [ $? -eq 1 ] && [ ! -s messages ] && cmp -s "$here/$name" $name && git apply --whitespace=nowarn -p0 patch && cmp -s "$here/$name.after" $name
    verdict $? "$name: what would change"
    "$command" $always --add-allow='the board knows' --stdin-filename=$name - <"$here/$name" >output 2>messages
    [ $? -eq 0 ] && [ ! -s messages ] && cmp -s "$here/$name.after" output
    verdict $? "$name: standard input"
done
cp "$here/allow.ptx" .
"$command" --add-allow=x --only=syntax,legality allow.ptx 2>&1 | grep -q '0 errors, 0 warnings, 0 notes in 6 instructions of 1 file; 3 comments added; 4 allowed'
verdict $? 'the summary'

# ---- line ends, a byte-order mark, permissions ----

printf '\357\273\277%s\r\n%s\r\n' "$small" "$small" >crlf.ptx && chmod 640 crlf.ptx
expect 0 '' --add-allow=x crlf.ptx
printf '\357\273\277%s /* ptxcheck: allow(%s) x */\r\n// ptxcheck: allow(cp-size) x\r\n%s\r\n' "$small" \
    'non-ascii, cp-size' "$small" |
    cmp -s - crlf.ptx && [ "$(stat -c %a crlf.ptx)" = 640 ]
verdict $? 'line ends and a byte-order mark'

# ---- with fixes, with a baseline, and what goes together ----

printf '%s\n%s\n%s\n' 'cp.async.comit_group;' "$small" 'cp.async.ca.shared.global [%r1], [%rd1], 7;' >two.ptx
cp two.ptx both.ptx
expect 0 '' --fix --add-allow=x both.ptx
printf '%s\n// ptxcheck: allow(cp-size) x\n%s\n// ptxcheck: allow(cp-size) x\n%s\n' 'cp.async.commit_group;' "$small" \
    'cp.async.ca.shared.global [%r1], [%rd1], 7;' | cmp -s - both.ptx
verdict $? 'fixes first'
sed -n 2p two.ptx >known.ptx && cp known.ptx copy.ptx
"$command" $always --baseline=known.json --update-baseline known.ptx 2>messages
expect 0 '' --baseline=known.json --add-allow=x known.ptx
ok 'what is known needs no comment' cmp -s copy.ptx known.ptx
printf '// ptxcheck: allow(cp-size) y\ncp.async.wait_all;\n' >unused.ptx && cp unused.ptx copy.ptx
expect 0 'there is no finding of cp-size here to allow' --add-allow=x unused.ptx
ok 'a comment that allows nothing gets none' cmp -s copy.ptx unused.ptx
for reason in '' '  ' 'a\nb' 'a */' 'a"b' '100%' 'a{b}' '$1' 'a\'; do
    expect 2 '--add-allow takes a reason, one line of text' --add-allow="$(printf "%b" "$reason" | sed 's/^$//')" two.ptx
done
expect 2 'only one of --add-allow and --ignore-allow' --add-allow=x --ignore-allow two.ptx
expect 2 'only one of --diff-base and --add-allow' --add-allow=x --diff-base=HEAD two.ptx
expect 2 '--add-allow takes files, or standard input alone' --add-allow=x two.ptx -
if [ "$(id -u)" -ne 0 ]; then
    chmod 555 . && expect 2 'two.ptx' --add-allow=x two.ptx && chmod 755 .
fi

# ---- whatever there is in the sources of other tests ----

mkdir all
cp -r "$top/tests/command/golden" "$top/tests/corpus/sources" "$top/tests/corpus/bugs" all
cp -r all before
"$command" $always --pedantic --add-allow='for now' all >output 2>&1
grep '^[^ ].*: \(note\|warning\|error\):' output | grep -v '\[unused-allow\]$'
[ $? -eq 1 ]
verdict $? 'all is silent'
cp -r all once
"$command" $always --pedantic --add-allow='for now' all >output 2>&1
ok 'a second run changes nothing' diff -r once all
find all -type f | while read -r file; do
    sed 's|[ 	]*/\* ptxcheck: allow[a-z-]*([a-z0-9, -]*) for now \*/||; /^[ 	]*\(\/\/\|#\|;\) ptxcheck: allow[a-z-]*([a-z0-9, -]*) for now\r\{0,1\}$/d; /\xef\xbb\xbf\/\/ ptxcheck: allow(.*) for now$/{N; s|//.*\n||}' \
        "$file" | cmp -s - "before/${file#all/}" || echo "$file"
done >different
[ ! -s different ]
verdict $? 'without the comments all is as it was'
cat different
finish
