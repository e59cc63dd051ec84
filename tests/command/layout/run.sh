#!/bin/sh
# run.sh COMMAND: tests ptxcheck swizzle and descriptor. What each line of `cases` asks for must print what NAME.out
# holds, the exit status last; pictures are whole or not there, and the same as the text says; what is wrong with an
# argument is said. With UPDATE=1 the outputs are written anew.
set -u
command=$1
always=
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" || exit 2

while read -r name arguments; do
    # shellcheck disable=SC2086  # words
    "$command" $arguments >"$work/actual" 2>&1
    echo "exit status $?" >>"$work/actual"
    golden "$name.out" "$work/actual"
done <cases
for file in *.out; do
    ok "$file is of no case" grep -q "^${file%.out} " cases
done
cd "$work" || exit 2

# ---- what is wrong with an argument ----

box='--type=bf16 --box=64x64'
always=swizzle
expect 2 'swizzle takes --type and --box, such as --type=bf16 --box=64x64'
expect 2 'swizzle takes --type and --box' --type=bf16
expect 2 'swizzle takes --type and --box' --box=64x64
# shellcheck disable=SC2086  # words
{
    expect 2 'swizzle takes no argument' $box x
    expect 2 '--mode takes NONE, 32B, 64B, 128B, 128B_ATOM_32B, 128B_ATOM_32B_FLIP_8B, 128B_ATOM_64B or 96B, not' \
        $box --mode=256B
    expect 2 "not '128b'; did you mean 128B?" $box --mode=128b
    expect 2 "--access takes row, column, row-16B, column-16B, ldmatrix or wgmma-k, not 'rows'; did you mean row?" \
        $box --access=rows
    for address in 64 -128 x 128x 233600 99999999999999999999999 ''; do
        expect 2 "--address takes a multiple of 128 up to 233472, not '$address'" $box --address="$address"
    done
    expect 2 'the innermost dimension must have at most 64 bytes with --mode=64B, not 128' $box --mode=64B
    expect 2 'the box must end within 233472 bytes of shared memory' $box --address=233472
    expect 2 'no-such/x.svg' $box --svg=no-such/x.svg
    expect 2 '/dev/full' $box --svg=/dev/full
}
expect 2 "--type takes a type of 1 to 8 bytes such as bf16, not 'bf61'; did you mean bf16?" --type=bf61
for type in pred b128 texref .bf16 ''; do
    expect 2 "--type takes a type of 1 to 8 bytes such as bf16, not '$type'" --type=$type
done
for shape in 64x 0x64 64x0 257 64x64x x64 64,64 1x2x3x4x5x6 -1 ''; do
    expect 2 "--box takes 1 to 5 numbers from 1 to 256 such as 64x64, the innermost first, not '$shape'" \
        --type=bf16 --box="$shape"
done
expect 2 'the innermost dimension must have a multiple of 16 bytes, not 18' --type=bf16 --box=9x8
expect 2 'the box must end within 233472 bytes of shared memory' --type=b64 --box=256x256x256x256x256

always=descriptor
expect 2 'descriptor takes a number such as 0x4000004000010040'
for number in x 0x 0xg +1 1.5 0x10000000000000000 18446744073709551616 ''; do
    expect 2 "descriptor takes a number of 64 bits such as 0x4000004000010040, not '$number'" "$number"
done
expect 1 '0xffffffffffffffff: a descriptor for wgmma' --kind=wgmma 18446744073709551615
expect 2 'bits 46 to 48 of 0x800000000000 say neither wgmma nor tcgen05; --kind says which it is' 0x800000000000
expect 2 "--kind takes wgmma or tcgen05, not 'wgma'; did you mean wgmma?" --kind=wgma 0
expect 2 "--map takes NONE, 32B, 64B, 128B" --map=x 0
expect 2 'descriptor takes --kind=wgmma or --kind=tcgen05 to put a descriptor together' start=1024
expect 2 "descriptor takes FIELD=VALUE with start, leading, stride, base, absolute or swizzle, not 'begin=1'" \
    --kind=wgmma begin=1
expect 2 "descriptor takes FIELD=VALUE with start, leading, stride, base, absolute or swizzle, not '1'" \
    --kind=wgmma start=16 1
expect 2 "descriptor takes a number for start, not 'x'" --kind=wgmma start=x
expect 2 "there is no swizzle '128'; did you mean 128B?" --kind=wgmma swizzle=128
expect 2 'a descriptor for wgmma must have addresses and offsets that are multiples of 16 bytes' --kind=wgmma start=8
expect 2 'and no absolute offset' --kind=wgmma absolute=1

# ---- pictures ----

always=swizzle
for mode in NONE 32B 64B 96B 128B 128B_ATOM_32B 128B_ATOM_32B_FLIP_8B 128B_ATOM_64B; do
    for access in '' row column row-16B column-16B ldmatrix wgmma-k; do
        # shellcheck disable=SC2086  # words
        set -- --type=f16 --box=16x64 --mode=$mode ${access:+--access=$access}
        rm -f picture.svg
        expect 0 '' "$@" --svg=picture.svg
        "$command" swizzle "$@" --svg=- >printed.svg 2>/dev/null
        ok "$mode $access: the same on standard output" cmp -s picture.svg printed.svg
        ok "$mode $access: the title" grep -q "<title>box 16x64 of f16, swizzle $mode, shared address 0</title>" \
            picture.svg
        "$command" swizzle "$@" >text
        sed -n 's/^ *[0-9][0-9]* *\([0-9]\)/\1/p' text | tr -s ' ' '\n' | grep -E '^[0-9]+\.[0-9]+~?$' | sort -u >cells
        sed -n 's/.*class="value">\([0-9]*\.[0-9]*\)\( flipped\)\{0,1\}<.*/\1\2/p' picture.svg | sed 's/ flipped/~/' |
            sort -u >drawn
        comm -23 cells drawn >missing
        ok "$mode $access: the cells of the text are drawn" [ ! -s missing ]
        ok "$mode $access: cells" [ -s cells ]
        command -v xmllint >/dev/null || continue
        ok "$mode $access: XML" xmllint --noout picture.svg
    done
done
finish
