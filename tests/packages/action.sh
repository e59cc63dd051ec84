#!/bin/sh
# action.sh COMMAND: the GitHub Action. What its steps run is taken from it and run here, as a runner would, in a
# repository of someone else's; and where check-jsonschema is here, the action is held against the schema of actions.
command=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../support/expect.sh
. "$root/tests/support/expect.sh"
python=python3
"$python" -c 'import yaml' 2>/dev/null || python=/usr/bin/python3
if ! "$python" -c 'import yaml' 2>/dev/null || ! command -v bash >/dev/null; then
    echo 'skipped: bash or the Python package yaml is not here'
    exit 77
fi

# The action stands three folders below its repository, in which it builds.
action=$work/there/.github/actions/ptxcheck
mkdir -p "$action" "$work/there/build" "$work/here/a folder"
ln -s "$command" "$work/there/build/ptxcheck"
printf '#!/bin/sh\necho "$0 $*"\n' >"$work/there/run"
chmod +x "$work/there/run"
for step in 0 1; do
    "$python" -B "$root/tests/packages/action.py" "$step" >"$work/step$step" || exit 1
done
cd "$work/here" || exit 2
printf '.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\ncp.async.wait_all;\n}\n' >right.ptx
sed 's/wait_all/wait_all.frob/' right.ptx >'a folder/wrong.ptx'

# step STATUS WORDS STEP PATHS OPTIONS FORMAT SARIF: the step ends so, and says WORDS.
step() {
    GITHUB_ACTION_PATH=$action PTXCHECK_PATHS=$4 PTXCHECK_OPTIONS=$5 PTXCHECK_FORMAT=$6 PTXCHECK_SARIF=$7 \
        bash --noprofile --norc -e -o pipefail "$work/step$3" >"$work/output" 2>"$work/messages"
    status=$?
    [ "$status" -eq "$1" ] && cat "$work/output" "$work/messages" | grep -qF -- "$2"
    verdict $? "step $3 with '$4', '$5', '$6', '$7': expected $1 and '$2', got $status"
}

step 0 'run build' 0 . '' github ''
step 1 'a folder/wrong.ptx,line=6,' 1 . '' github ''
step 0 '0 errors' 1 right.ptx '' text ''
step 1 'in 2 instructions of 2 files' 1 'right.ptx
a folder' '' text ''
step 0 '0 errors' 1 . '--only=advice

' text ''
step 1 'it needs PTX 7.0 and sm_80' 1 right.ptx '--target=sm_75
--quiet' gcc ''
step 2 'nothing' 1 nothing '' github ''
if "$command" help check | grep -q sarif; then
    step 1 'a folder/wrong.ptx,line=6,' 1 . '' github out.sarif
    ok 'the SARIF file is there' grep -q '"version": *"2.1.0"' out.sarif
    step 2 '' 1 . '' github /nowhere/out.sarif
fi

# Every input is one that a step takes, and the other way round.
grep -o '^  [a-z-]*:$' "$root/.github/actions/ptxcheck/action.yml" | tr -d ' :' | grep -v steps | sort >declared
grep -o 'inputs\.[a-z-]*' "$root/.github/actions/ptxcheck/action.yml" | sed 's/inputs\.//' | sort >used
ok 'each input is used' diff declared used
if command -v check-jsonschema >/dev/null; then
    ok 'it follows the schema of actions' check-jsonschema --builtin-schema vendor.github-actions \
        "$root/.github/actions/ptxcheck/action.yml"
else
    echo 'not tried: check-jsonschema is not here'
fi
finish
