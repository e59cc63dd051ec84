#!/bin/sh
# run.sh COMMAND: what `ptxcheck plan` makes of the copies in copies/, one .out for each, and what it says of documents
# that are none. With UPDATE=1 the outputs are written anew.
set -u
command=$1 always='plan --color=never'
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" || exit 2
for file in copies/*.json; do
    "$command" plan --color=never "$file" >"$work/actual" 2>&1
    status=$?
    # What is printed is in canonical form, and there is nothing to find in it.
    if [ "$status" -eq 0 ]; then
        "$command" fmt --check - <"$work/actual" >/dev/null 2>&1
        count $? "$file: the module is not in canonical form"
        "$command" check --no-config --quiet -Wlikely - <"$work/actual" >"$work/found" 2>&1
        count $? "$file: there is something to find in the module: $(cat "$work/found")"
    fi
    echo "exit status $status" >>"$work/actual"
    golden "${file%.*}.out" "$work/actual"
done

# wrong STATUS WORDS TEXT: a document of this text.
wrong() {
    printf "$3" >"$work/copy.json"
    expect "$1" "$2" "$work/copy.json"
}
head='"target": "sm_90", "elementSize": 4, "shape": [32]'
ends='"source": {"space": "global", "alignment": 16}, "destination": {"space": "shared::cta"}'
wrong 0 'cp.async.bulk.shared::cluster.global' "{$head, $ends}"
wrong 0 '.version 8.0' "\\357\\273\\277{$head,\\r\\n$ends}"
wrong 2 'empty' ''
wrong 1 'error: a copy must stand here, not the end of the document [plan-document]' ' '
wrong 1 "a copy must stand here, not '['" '[]'
wrong 1 "a comma or } must stand here, not the end of the document" "{$head, $ends"
wrong 1 "the end of the document must stand here, not '{'" "{$head, $ends} {}"
wrong 1 "a side of a copy must stand here, not '3'" "{$head, \"source\": 3}"
wrong 1 "a comma or ] must stand here, not '}'" '{"shape": [3}'
wrong 1 'and this one has no target' '{}'
wrong 1 'and this one has no space' "{$head, \"source\": {}, \"destination\": {\"space\": \"shared::cta\"}}"
wrong 1 'and this one has shape twice' "{$head, \"shape\": [32], $ends}"
wrong 1 'not "alignmnt"; did you mean alignment?' "{$head, \"source\": {\"alignmnt\": 16}}"
wrong 1 'not "dtype"' "{$head, $ends, \"dtype\": {\"a\": [1, true, null]}, \"x\": }"
wrong 1 'target must be the name of a target, as "sm_90a", not "sm_91"' '{"target": "sm_91"}'
wrong 1 'target must be the name of a target, as "sm_90a", not 90' '{"target": 90}'
wrong 1 'ptx must be a PTX version in quotes, as "8.0", not 8.0' '{"ptx": 8.0}'
wrong 1 'ptx must be a PTX version in quotes, as "8.0", not "8"' '{"ptx": "8"}'
wrong 1 'elementSize must be a whole number from 0 to 4294967295, not 2.5' '{"elementSize": 2.5}'
wrong 1 'elementSize must be at least 1 byte' "{\"target\": \"sm_90\", \"elementSize\": 0, \"shape\": [32], $ends}"
wrong 1 'shape must be a list of numbers, not 32' '{"shape": 32}'
wrong 1 'shape must be a list of whole numbers' '{"shape": ["32"]}'
wrong 1 'shape must have from 1 to 5 dimensions' "{\"target\": \"sm_90\", \"elementSize\": 1, \"shape\": [], $ends}"
wrong 1 'shape must have from 1 to 5 dimensions' "{\"target\": \"sm_90\", \"elementSize\": 1, \"shape\": [1, 1, 1, 1, 1, 1], $ends}"
wrong 1 'extents must be at least 1' "{\"target\": \"sm_90\", \"elementSize\": 1, \"shape\": [32, 0], $ends}"
wrong 1 'at most 2^40 bytes' "{\"target\": \"sm_90\", \"elementSize\": 1, \"shape\": [1099511627777], $ends}"
wrong 1 'strides must be as many as extents, 1, not 2' "{$head, \"source\": {\"space\": \"global\", \"strides\": [4, 4]}, \"destination\": {\"space\": \"shared::cta\"}}"
wrong 1 'a stride must be at most 2^40 bytes' "{$head, \"source\": {\"space\": \"global\", \"strides\": [1099511627777]}, \"destination\": {\"space\": \"shared::cta\"}}"
wrong 1 'alignment must be a power of two, or 0' "{$head, \"source\": {\"space\": \"global\", \"alignment\": 24}, \"destination\": {\"space\": \"shared::cta\"}}"
wrong 1 'ctaRank must be from 0 to 15' "{$head, \"source\": {\"space\": \"shared::cta\", \"ctaRank\": 16}, \"destination\": {\"space\": \"shared::cluster\"}}"
wrong 1 'space must be "global", "shared::cta" or "shared::cluster", not "shared"' '{"source": {"space": "shared"}}'
wrong 1 'swizzle must be a swizzle, as "128B", not "128"' '{"swizzle": "128"}'
wrong 1 'swizzle must be one that tensor maps have' "{$head, $ends, \"swizzle\": 9}"
wrong 1 'kinds must be a list of kinds of plans, as ["bulk-load"], not "bulk"' '{"kinds": ["bulk"]}'
wrong 1 'kinds must be a list of kinds of plans, as ["bulk-load"], not 3' '{"kinds": 3}'
wrong 1 'none that is allowed goes between these spaces [no-plan]' "{$head, $ends, \"kinds\": [\"bulk-store\"]}"
awk 'BEGIN {printf "{\"x\": "; for (i = 0; i < 100000; i++) printf "["; print ""}' >"$work/deep.json"
expect 1 'must stand here' "$work/deep.json"
expect 2 'cannot open' "$work/none.json"
expect 2 'no input file'
expect 2 'plan takes one file' copies/load.json copies/load.json
expect 2 "unrecognized option '--portable'" --portable=sm_90 copies/load.json
expect 2 "there is no target 'sm_91'" --target=sm_91 copies/load.json

# Options.
expect 0 '.target sm_80' --target=sm_80 copies/load.json
expect 0 '.version 8.6' --ptx=8.6 copies/load.json
expect 1 'bulk-store on sm_90 in PTX 7.8' --ptx=7.8 copies/store.json
expect 0 '"kind": "tensor-load"' --format=json copies/tensor-load.json
expect 1 '"rule": "no-plan"' --format=json copies/columns.json
expect 1 '"plan": null' --format=json copies/columns.json
expect 0 '' --output="$work/out.ptx" copies/load.json
"$command" plan copies/load.json | cmp -s - "$work/out.ptx"
count $? 'with --output the file has what would be printed'
cp copies/load.json "$work/same.json"
expect 2 "--output names a file that is not read, and $work/same.json is" --output="$work/same.json" "$work/same.json"
cmp -s copies/load.json "$work/same.json"
count $? 'the copy is not overwritten'
"$command" plan copies/load.json >/dev/full 2>/dev/null
[ $? -eq 2 ]
count $? 'a full disk is trouble'
"$command" plan --stdin-filename=tile.json - <copies/columns.json 2>&1 | grep -q '^tile.json:1:48: error'
count $? 'standard input has the name that it is given'
finish
