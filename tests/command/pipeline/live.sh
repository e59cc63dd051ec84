#!/bin/sh
# live.sh COMMAND EXAMPLES: ptxas 13.0 ($PTXAS, or the one on the path) assembles the kernels whose pictures are in
# docs/. Skipped (77) without it.
set -u
examples=$2
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
needs_ptxas
for file in "$examples"/*.ptx; do
    [ "${file##*/}" = kernel.ptx ] && continue # an example of what is wrong
    target=$(sed -n 's/^\.target \(sm_[0-9a-z]*\).*/\1/p' "$file")
    "$assembler" -arch="$target" -o "$work/cubin" "$file" >"$work/messages" 2>&1
    verdict $? "$file"
done
finish
