#!/bin/sh
# release.sh: ./run release makes nothing of a tree that is no release. The rest of its checklist is tried by
# `./run release --rehearse`, which takes longer.
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../support/expect.sh
. "$root/tests/support/expect.sh"
if ! command -v git >/dev/null; then
    echo 'skipped: git is not here'
    exit 77
fi
cd "$work" || exit 2
mkdir -p tree/docs out
version=$(sed -n 's/^project(ptxcheck VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
cp "$root/CMakeLists.txt" tree/
git init -q tree
commit() { # HEADING: the first of the changelog
    printf '# Changes\n\n## %s\n' "$1" >tree/docs/changelog.md
    git -C tree add . && git -C tree -c user.name=A -c user.email=a@b.invalid commit -q -m "$1"
}

# says WORDS...: the release fails, makes nothing, and says each.
says() {
    sh "$root/src/packages/release.sh" "$work/tree" "$work/out" >output 2>messages </dev/null
    [ $? -eq 1 ] && [ -z "$(ls out)" ]
    verdict $? "$what: it fails and makes nothing"
    for words; do
        grep -qF -- "$words" output
        verdict $? "$what: it says '$words'"
    done
}

what='an unreleased version'
commit "$version (unreleased)"
says 'ok      the tree has no changes' "FAILED  docs/changelog.md begins with $version"
what='another version'
commit '9.9.9 (2026-01-01)'
says "FAILED  docs/changelog.md begins with $version"
what='a changed tree'
commit "$version (2026-01-01)"
echo more >>tree/docs/changelog.md
says 'FAILED  the tree has no changes' "ok      docs/changelog.md begins with $version"
what='an untracked file'
git -C tree checkout -q . && echo >tree/new
says 'FAILED  the tree has no changes'
rm tree/new
what='a tag of another commit'
git -C tree -c user.name=A -c user.email=a@b.invalid tag "v$version" HEAD~
says 'ok      the tree has no changes' "ok      docs/changelog.md begins with $version" "FAILED  v$version is a tag of no other"
finish
