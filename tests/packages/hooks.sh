#!/bin/sh
# hooks.sh COMMAND: the hooks of .pre-commit-hooks.yaml, run by the real pre-commit in a repository of someone else's.
# They take the files that may hold PTX by the table of the host languages.
command=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../support/expect.sh
. "$root/tests/support/expect.sh"
hooks=$root/.pre-commit-hooks.yaml
extensions=$(sed -n 's/^HOST([^"]*"\([^"]*\)".*/\1/p' "$root/grammar/hosts.def" | tr ' ' '\n' |
    sed 's/^\.//' | tr '\n' '|')
pattern="  files: \\.(ptx|${extensions%|})\$"
ok "both hooks that check take the files of grammar/hosts.def: $pattern" [ "$(grep -cxF -- "$pattern" "$hooks")" -eq 2 ]
if ! command -v pre-commit >/dev/null || ! command -v git >/dev/null ||
    ! git -C "$root" rev-parse HEAD >/dev/null 2>&1; then
    echo 'skipped: pre-commit or git is not here, or this is no repository'
    [ "$failed" -eq 0 ] || finish
    exit 77
fi

mkdir "$work/repository" "$work/bin" && cd "$work/repository" || exit 2
export PRE_COMMIT_HOME="$work/home" GIT_CONFIG_GLOBAL="$work/gitconfig" PATH="$work/bin:$PATH"
git config --file "$GIT_CONFIG_GLOBAL" --add safe.directory '*'
git config --file "$GIT_CONFIG_GLOBAL" user.name A
git config --file "$GIT_CONFIG_GLOBAL" user.email a@b.invalid
git init -q .
ln -s "$command" "$work/bin/ptxcheck"
printf '.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n    cp.async.wait_group 1;\n}\n' >right.ptx
printf 'void f(unsigned s, void *g) {\n    asm volatile("cp.async.cg.shared.global [%%0], [%%1], 8;" ::"r"(s), "l"(g) : "memory");\n}\n' >wrong.cu
echo 'cp.async.cg.shared.global [a], [b], 8;' >notes.txt
git add .

# hook STATUS WORDS ID: the hook fails or not, and says WORDS.
hook() {
    pre-commit try-repo "$root" "$3" --all-files >"$work/said" 2>&1
    [ $(($? != 0)) -eq "$1" ] && grep -qF -- "$2" "$work/said" && ! grep -q notes.txt "$work/said"
    status=$?
    [ "$status" -eq 0 ] || tail -n 12 "$work/said" >"$work/output"
    verdict $status "$what: $3: status $1 and '$2'"
}

ok 'pre-commit takes the list of hooks' pre-commit validate-manifest "$hooks"
for kind in '' -installed; do
    what='a wrong source'
    hook 1 'wrong.cu:2:' "ptxcheck$kind"
    what='a module in canonical form'
    hook 0 Passed "ptxcheck-fmt$kind"
    what='a module that is not'
    sed -i 's/wait_group 1;/wait_group   1;/' right.ptx
    git add .
    hook 1 'files were modified by this hook' "ptxcheck-fmt$kind"
    ok 'it is written in canonical form' grep -qx '    cp.async.wait_group 1;' right.ptx
    git add .
done
what='a right source'
sed -i 's/8;"/16;"/' wrong.cu
git add .
hook 0 Passed ptxcheck-installed
what='a source that the configuration excludes'
mkdir old
echo 'cp.async.cg.shared.global [a], [b], 8;' >old/wrong.ptx
printf 'exclude: [old/]\n' >.ptxcheck.yaml
git add .
hook 0 Passed ptxcheck-installed
finish
