#!/bin/sh
# run.sh COMMAND: what `ptxcheck tensormap` says of the documents in maps/, one .out for each, and of what is no JSON;
# then what `check --maps` says of kernels. With UPDATE=1 the outputs are written anew.
set -u
command=$1 always='tensormap --color=never'
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" || exit 2
for file in maps/*.json maps/*.jsonl; do
    "$command" tensormap --color=never "$file" >"$work/actual" 2>&1
    echo "exit status $?" >>"$work/actual"
    golden "${file%.*}.out" "$work/actual"
done
for file in kernels/*.ptx; do
    "$command" check --color=never --maps=kernels/maps.json "$file" >"$work/actual" 2>&1
    echo "exit status $?" >>"$work/actual"
    golden "${file%.*}.out" "$work/actual"
done

# Maps on both sides of each limit, of each kind, and with each value of the fields that rules look at.
for file in conditions/*.jsonl; do
    "$command" tensormap --format=gcc --max-diagnostics=0 --color=never "$file" >"$work/actual" 2>&1
    echo "exit status $?" >>"$work/actual"
    golden "${file%.*}.out" "$work/actual"
done

# Pictures as text, one .out for each document, and of each map as SVG.
for file in pictures/*.json; do
    "$command" tensormap --picture "$file" >"$work/actual" 2>/dev/null
    echo "exit status $?" >>"$work/actual"
    golden "${file%.*}.out" "$work/actual"
    grep -o '"name": "[a-z_0-9]*"' "$file" | cut -d '"' -f 4 >"$work/names"
    while read -r name; do
        "$command" tensormap --map="$name" --svg="$work/picture.svg" "$file" >"$work/printed" 2>/dev/null
        count $? "$name: a picture"
        ok "$name: nothing is printed" [ ! -s "$work/printed" ]
        golden "pictures/$name.svg" "$work/picture.svg"
        "$command" tensormap --map="$name" --svg=- "$file" >"$work/printed" 2>/dev/null
        ok "$name: the same on standard output" cmp -s "$work/picture.svg" "$work/printed"
        ! command -v xmllint >/dev/null || ok "$name: XML" xmllint --noout "$work/picture.svg"
    done <"$work/names"
done

# wrong STATUS WORDS TEXT: a document of this text.
wrong() {
    printf "$3" >"$work/map.json"
    expect "$1" "$2" "$work/map.json"
}
map='{"kind": "tiled", "tensorDataType": 0, "tensorRank": 1, "globalDim": [64], "boxDim": [64]'
wrong 0 ' 0 errors, 0 warnings, 0 notes in 1 tensor map of 1 file' "$map}"
wrong 0 ' in 2 tensor maps' "$map}$map}"
wrong 0 ' in 0 tensor maps' '[]'
wrong 0 ' in 2 tensor maps' "\\357\\273\\277[$map},\\r\\n$map}]"
wrong 2 'empty' ''
wrong 1 'error: a tensor map must stand here, not the end' ' '
wrong 1 "a tensor map must stand here, not '7' [map-document]" '7'
wrong 1 "a comma or } must stand here, not the end of the document" "$map"
wrong 1 "a comma or ] must stand here, not '{'" "[$map}$map}]"
wrong 1 "the name of a member must stand here, not '}'" "$map,}"
wrong 1 "a colon must stand here, not '7'" '{"kind" 7}'
wrong 1 "a value must stand here, not '}'" '{"kind":}'
wrong 1 "a value must stand here, not '+'" '{"kind": +1}'
wrong 1 "a comma or } must stand here, not '1'" '{"tensorRank": 01}'
wrong 1 "must stand here, not '\"'" '{"kind": "tiled}'
wrong 1 'error: a tensor map must stand here' '[[{}]]'
wrong 1 'a tensor map must have a kind' '{}'
wrong 1 'globalDim must be a list of numbers, not 64' '{"kind": "tiled", "globalDim": 64}'
wrong 1 'tensorRank must be a whole number from 0 to 4294967295, not 4294967296' '{"kind": "tiled", "tensorRank": 4294967296}'
wrong 1 'tensorRank must be a whole number from 0 to 4294967295, not -1' '{"kind": "tiled", "tensorRank": -1}'
wrong 1 'tensorRank must be a whole number from 0 to 4294967295, not 2.0' '{"kind": "tiled", "tensorRank": 2.0}'
wrong 1 'tensorRank must be a whole number from 0 to 4294967295, not {' '{"kind": "tiled", "tensorRank": {"a": [1, true, null]}}'
wrong 1 'globalAddress must be a whole number from 0 to 18446744073709551615, not "0x10000000000000000"' "$map, \"globalAddress\": \"0x10000000000000000\"}"
wrong 1 "must be below 2^57" "$map, \"globalAddress\": \"0xfffffffffffffff0\"}"
wrong 1 'target must be the name of a target, as "sm_90a", not "sm_91"' "$map, \"target\": \"sm_91\"}"
wrong 1 'and this one has boxDim twice' "$map, \"boxDim\": [64]}"
wrong 1 'boxDim must have 1 number with 1 dimension, not 0' '{"kind": "tiled", "tensorDataType": 0, "tensorRank": 1, "globalDim": [64], "boxDim": []}'
wrong 1 'has no tensorDataType, boxDim' '{"kind": "tiled", "tensorRank": 1, "globalDim": [64]}'
awk 'BEGIN {printf "{\"x\": "; for (i = 0; i < 100000; i++) printf "["; print ""}' >"$work/deep.json"
expect 1 'must stand here' "$work/deep.json"
awk 'BEGIN {printf "["; for (i = 0; i < 20000; i++) printf "%s{\"kind\": \"tild\"}", i ? "," : ""; print "]"}' >"$work/many.json"
expect 1 '20000 errors' "$work/many.json"
expect 2 'cannot open' "$work/none.json"
expect 2 'is a directory' "$work"
expect 2 'no input file'
expect 2 "unrecognized option '--portable'" --portable=sm_90 "$work/map.json"

# Options, formats.
printf '%s, "globalAddress": 8, "tensorRank": 1}' "$map" >"$work/map.json"
sed -i 's/, "tensorRank": 1}$/}/' "$work/map.json"
expect 1 'error: globalAddress must be a multiple of 16, not 0x8' "$work/map.json"
expect 0 'warning' -Wmap-address=note -Wmap-address-null=off --only=legality "$work/map.json"
expect 1 '"rule": "map-address"' --format=json "$work/map.json"
expect 1 '"ruleId": "map-address"' --format=sarif "$work/map.json"
expect 1 'a tensor map must be for a target that has them' --target=sm_80 "$work/map.json"

# Pictures: of maps without errors, of those that are asked for.
always='tensormap --color=never --picture'
expect 1 'map-box-bytes' maps/refused.jsonl
"$command" tensormap --picture maps/refused.jsonl 2>/dev/null >"$work/findings"
"$command" tensormap maps/refused.jsonl 2>/dev/null | cmp -s "$work/findings" -
count $? 'a document with errors has its findings alone'
printf '%s, "name": "a<b>&"}{"kind": "tiled", "tensorDataType": 0, "tensorRank": 1, "globalDim": [null], "boxDim": [64]}' \
    "$map" >"$work/maps.json"
expect 2 'maps.json: there is no picture of tensor map 2: what its copies take is not known' "$work/maps.json"
expect 0 'a<b>&: tiled' --map=1 "$work/maps.json"
expect 2 "maps.json: there is no tensor map '3'" --map=3 "$work/maps.json"
expect 2 "maps.json: there is no tensor map '1x'" --map=1x "$work/maps.json"
expect 2 'maps.json: there are 2 tensor maps to draw; --map=NAME says which one --svg takes' --svg=- "$work/maps.json"
expect 0 '<title>a&lt;b&gt;&amp;: tiled' --svg=- --map=1 "$work/maps.json"
expect 2 'no-such/x.svg' --svg=no-such/x.svg --map=1 "$work/maps.json"
expect 2 '/dev/full' --svg=/dev/full --map=1 "$work/maps.json"
expect 2 '--svg takes the tensor map of one file' --svg=- "$work/maps.json" "$work/maps.json"
cp "$work/maps.json" "$work/same.json"
expect 2 "--svg names a file that is not read, and $work/same.json is" --svg="$work/same.json" --map=1 "$work/same.json"
ok 'the tensor maps are not overwritten' cmp -s "$work/maps.json" "$work/same.json"
expect 2 '--picture goes with --format=text' --format=json "$work/maps.json"
expect 1 'interleave 32B: channels lie in slices of 32 bytes' pictures/noticed.jsonl
expect 1 'map-interleave-swizzle' pictures/noticed.jsonl
"$command" tensormap --picture -Werror pictures/noticed.jsonl 2>/dev/null >"$work/findings"
ok 'with -Werror, a warning is an error' [ "$(grep -c 'a copy takes' "$work/findings")" -eq 0 ]
"$command" tensormap --picture --map=1 - <"$work/maps.json" >"$work/output" 2>/dev/null
ok 'a picture of standard input' grep -q 'a copy takes 64 elements, 64 bytes (expect_tx)' "$work/output"
for zero in '"globalDim": [0], "boxDim": [64]' '"globalDim": [64], "boxDim": [0]' \
    '"globalDim": [18446744073709551615], "boxDim": [1]' \
    '"globalDim": [64], "boxDim": [64], "elementStrides": [0], "interleave": 1'; do
    printf '{"kind": "tiled", "tensorDataType": 0, "tensorRank": 1, %s}' "$zero" >"$work/zero.json"
    expect 2 'there is no picture of tensor map 1' -Wmap-dim=off -Wmap-box=off -Wmap-element-stride=off \
        -Wmap-inner-bytes=off -Wmap-rank-interleave=off "$work/zero.json"
done
always='tensormap --color=never'
expect 2 '--map says which tensor map to draw, and needs --picture or --svg' --map=1 "$work/maps.json"

# --maps.
always='check --color=never'
expect 2 'must be a multiple of 16' --maps="$work/map.json" kernels/load.ptx
expect 2 'cannot open' --maps="$work/none.json" kernels/load.ptx
cp kernels/maps.json "$work/same.json"
expect 2 "--output names a file that is not read, and $work/same.json is" --maps="$work/same.json" \
    --output="$work/same.json" kernels/load.ptx
expect 2 'maps/wrong.json:6:22: globalAddress must be a multiple of 16' --maps=maps/wrong.json kernels/load.ptx
finish
