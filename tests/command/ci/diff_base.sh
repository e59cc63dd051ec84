#!/bin/sh
# diff_base.sh COMMAND: --diff-base reports what stands on lines that differ from a revision of git, whatever the files
# are named, from where it is called, and whatever the configuration of git asks for.
set -u
command=$1 always='check --color=never'
command -v git >/dev/null || exit 77
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
export HOME="$work" GIT_CONFIG_NOSYSTEM=1 GIT_CEILING_DIRECTORIES="$work"
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
mkdir "$work/none" "$work/empty" "$work/tree" "$work/tree/sub"
cp "$(dirname "$0")/../source/inlined.ptx" "$work"
cp -r "$(dirname "$0")/../source/code" "$work"
git config --global user.name somebody
git config --global user.email somebody@example.org
small() { # SIZE: an instruction with a wrong size
    echo "cp.async.ca.shared.global [%r1], [%rd1], $1;"
}
commit() { # everything, as it is
    git add -A && git commit -q --allow-empty -m more
}
places() { # EXPECTED WHAT ARGUMENTS...: the places that are reported of --diff-base=HEAD
    wanted=$1 what=$2
    shift 2
    "$command" check --diff-base=HEAD --format=gcc -W cp-size=warning "$@" 2>"$work/messages" |
        sed -n 's/:[0-9]*: warning:.*//p' >"$work/output"
    [ "$(tr '\n' ' ' <"$work/output")" = "$wanted" ]
    verdict $? "$what"
}

# ---- where there is nothing to compare with ----

cd "$work/none" || exit 2
small 12 >a.ptx
expect 2 'ptxcheck: --diff-base needs a work tree of git around this directory' --diff-base=HEAD a.ptx
cd "$work/empty" || exit 2
git init -q . && small 12 >a.ptx
expect 2 "ptxcheck: --diff-base takes a revision, and git knows none that is named 'HEAD'" --diff-base=HEAD a.ptx
cd "$work/tree" || exit 2
git init -q . && small 12 >old.ptx && small 5 >>old.ptx && small 7 >>old.ptx && commit
for name in nowhere '' -h --all old.ptx; do
    expect 2 "git knows none that is named '$name'" --diff-base="$name" old.ptx
done
expect 2 'only one of --diff-base and --fix' --diff-base=HEAD --fix old.ptx
expect 2 'only one of --diff-base and --diff' --diff-base=HEAD --diff old.ptx

# ---- what counts ----

expect 0 '0 errors, 0 warnings, 0 notes in 3 instructions of 1 file; 3 on unchanged lines' --diff-base=HEAD old.ptx
expect 0 '3 on unchanged lines' --diff-base=HEAD --max-diagnostics=1 .
{ small 12 && small 6 && small 7 && small 9; } >old.ptx
places 'old.ptx:2 old.ptx:4 ' 'a line that is changed, and one that is added' .
expect 1 '2 errors, 0 warnings, 0 notes in 4 instructions of 1 file; 2 on unchanged lines' --diff-base=HEAD .
expect 0 '0 errors, 0 warnings, 2 notes' --diff-base=HEAD -W cp-size=note .
git add old.ptx
places 'old.ptx:2 old.ptx:4 ' 'what is staged' .
small 12 >new.ptx
echo ignored.ptx >.gitignore
small 12 >ignored.ptx
places 'new.ptx:1 old.ptx:2 old.ptx:4 ' 'a file that git does not track' .
places 'ignored.ptx:1 ' 'one that it ignores' ignored.ptx
commit
places '' 'nothing, after the commit' .
places 'ignored.ptx:1 ' 'and what it still ignores' . ignored.ptx
expect 1 '3 errors' --diff-base=HEAD~ .
expect 1 '3 errors' --diff-base="$(git rev-parse --short HEAD~)" .
expect 1 '4 errors' --diff-base="$(git hash-object -t tree /dev/null)" old.ptx
git rm -q --cached new.ptx
places 'new.ptx:1 ' 'a file that it tracks no more' .
git reset -q --hard
git mv old.ptx renamed.ptx && small 3 >>renamed.ptx
places 'renamed.ptx:5 ' 'a file that has another name' .
commit
sed -i 2d renamed.ptx
places '' 'a line that is gone' .
git checkout -q .
printf '/*\n- a/renamed.ptx\nx\n*/\n' >>renamed.ptx
commit
sed -i 's/^- a.*/-- a\/new.ptx/; s/^x/++ b\/new.ptx\n@@ -1,9 +1,9 @@/; s/ 3;/ 2;/' renamed.ptx
places 'renamed.ptx:5 ' 'lines that look like those of a difference' renamed.ptx new.ptx
git checkout -q . && printf '%s' "$(small 13)" >>renamed.ptx
places 'renamed.ptx:10 ' 'a line without an end' renamed.ptx
small 12 | "$command" check --diff-base=HEAD - >"$work/output" 2>&1
[ $? -eq 1 ]
verdict $? 'standard input'
git checkout -q .

# ---- names, and places to call it from ----

mkdir 'sub/a folder'
tab=$(printf 'sub/\ttab "q" \\ .ptx')
for name in 'sub/with space.ptx' 'sub/größe.ptx' 'sub/大小.cu' "$tab" 'sub/a folder/b.ptx' 'sub/@@ -1 +1 @@.ptx'; do
    case $name in
    *.cu) echo 'void f() { asm volatile("cp.async.ca.shared.global [%0], [%1], 12;" :: "r"(1), "l"(2l) : "memory"); }' ;;
    *) small 12 ;;
    esac >"$name"
done
commit
for name in sub/*.* 'sub/a folder/b.ptx'; do
    places '' "$name, unchanged" "$name"
    sed -i p "$name"
    [ "$(cd sub && "$command" check --diff-base=HEAD "../$name" 2>&1 >/dev/null | grep -o '1 error.*[01]* on.*')" = \
        "1 error, 0 warnings, 0 notes in 2 instructions of 1 file; 1 on unchanged lines; 'ptxcheck explain cp-size' says more" ]
    verdict $? "$name, from a directory below"
done
places "$work/tree/sub/a folder/b.ptx:2 " 'a path from the root' "$work/tree/sub/a folder/b.ptx"
cd sub || exit 2
expect 1 '6 errors, 0 warnings, 0 notes in 12 instructions of 6 files; 6 on unchanged lines' --diff-base=HEAD --jobs=4 .
expect 1 '6 errors' --diff-base=HEAD "$work/tree/sub"
ln -s "$work/tree" "$work/link"
expect 1 '6 errors, 0 warnings, 0 notes in 12 instructions of 6 files; 6 on unchanged lines' --diff-base=HEAD "$work/link/sub"
small 12 >"$work/none/b.ptx"
expect 1 '1 error' --diff-base=HEAD "$work/none/b.ptx"
cd ..
commit

printf 'a\0b\n\0\n' >aaa.bin && commit
printf '\0a\n+++ b/new.ptx\n\0' >aaa.bin
sed -i p new.ptx
places 'new.ptx:2 ' 'a binary file before it' .
git checkout -q .

# ---- formats, and a baseline ----

small 5 >>'sub/with space.ptx'
for format in json jsonl sarif github gitlab junit gcc; do
    "$command" check --diff-base=HEAD --format=$format . >"$work/output" 2>"$work/messages"
    [ $? -eq 1 ] && [ "$(grep -c 'not 5' "$work/output")" -eq 1 ] && ! grep -q 'not 12' "$work/output"
    verdict $? "$format"
done
expect 1 '"known": 0, "unchanged": 18}, "exit_status": 1}' --diff-base=HEAD --format=json .
expect 0 'wrote 19 findings' --baseline="$work/known.json" --update-baseline --diff-base=HEAD .
small 6 >>renamed.ptx
expect 1 "1 error, 0 warnings, 0 notes in 20 instructions of 8 files; 19 known; 'ptxcheck" --baseline="$work/known.json" \
    --diff-base=HEAD .
git checkout -q .

# ---- whatever the configuration of git asks for ----

git config diff.noprefix true
git config diff.interHunkContext 9
git config color.ui always
git config diff.external false
git config diff.relative true
git config diff.algorithm patience
git config core.quotePath false
echo '* -diff' >.gitattributes
commit
shown=$(echo "$tab" | tr '\t' '?') # in messages
small 12 >other.ptx && for _ in 1 2 3 4; do small 12; done >>other.ptx && commit
sed -i '1s/12/11/; 4s/12/11/' other.ptx
sed -i '1s/12/11/' "$tab"
places "other.ptx:1 other.ptx:4 $shown:1 " 'a configuration' .
(cd sub && places "$(basename "$shown"):1 " 'a configuration, from a directory below' .)
for name in diff.noprefix diff.interHunkContext color.ui diff.external diff.relative; do
    git config --unset $name
done
git config diff.mnemonicPrefix true
places "other.ptx:1 other.ptx:4 $shown:1 " 'prefixes that say what is compared' .

# ---- hazards: their notes, and what lies between ----

cat >race.ptx <<'END'
.version 8.4
.target sm_90a
.address_size 64
.visible .entry kernel(.param .u64 from, .param .u64 to)
.maxntid 64, 1, 1
{
    .reg .b32 %r<3>;
    .reg .b64 %rd<3>;
    .shared .align 16 .b8 tile[1024];
    ld.param.u64 %rd1, [from];
    ld.param.u64 %rd2, [to];
    cp.async.ca.shared.global [tile], [%rd1], 4;
    mov.u32 %r2, 1;
    cp.async.wait_all;
    mov.u32 %r2, 2;
    ld.shared.u32 %r1, [tile];
    st.global.u32 [%rd2], %r1;
    ret;
}
END
hazards() { # STATUS WHAT EDIT: of the kernel with this edit
    sed "$3" race.ptx >"$work/edited" && cp "$work/edited" race.ptx
    "$command" check --diff-base=HEAD race.ptx >"$work/output" 2>"$work/messages"
    [ $? -eq "$1" ]
    verdict $? "$2"
    git checkout -q race.ptx
}
commit
hazards 1 'a wait that is taken away' /wait_all/d
hazards 1 'a wait that is something else' 's/cp.async.wait_all/cp.async.commit_group/'
sed -i /wait_all/d race.ptx
commit
hazards 0 'nothing of a hazard that was there' ''
hazards 1 'where it is read' 's/ld.shared.u32 %r1/ld.volatile.shared.u32 %r1/'
hazards 1 'where its note is' 's/cp.async.ca/cp.async.cg/; s/\[%rd1\], 4/[%rd1], 16/'
hazards 1 'what lies between' 's/%r2, 1/%r2, 3/'
hazards 0 'what lies elsewhere' 's/st.global.u32/st.volatile.global.u32/; s/maxntid 64/maxntid 32/'

# ---- PTX that was compiled from a source ----

cp -r "$work/inlined.ptx" "$work/code" .
echo inlined.ptx >.gitignore
expect 1 '2 errors' --diff-base=HEAD inlined.ptx
commit
expect 0 '2 on unchanged lines' --diff-base=HEAD inlined.ptx
sed -i '5s/$/ \/\/ more/' code/copy.cuh
expect 1 '2 errors' --diff-base=HEAD inlined.ptx
git checkout -q code
sed -i '10s/$/ \/\/ more/' code/kernel.cu
expect 1 '1 error, 0 warnings, 0 notes in 6 instructions of 1 file; 1 on unchanged lines' --diff-base=HEAD inlined.ptx
git checkout -q code
git add -f inlined.ptx && git commit -q -m PTX
sed -i 's/%rd2\], 12/%rd2], 13/' inlined.ptx
expect 1 '1 error, 0 warnings, 0 notes in 6 instructions of 1 file; 1 on unchanged lines' --diff-base=HEAD inlined.ptx
rm -r code
expect 1 '1 error, 0 warnings, 0 notes in 6 instructions of 1 file; 1 on unchanged lines' --diff-base=HEAD inlined.ptx
finish
