#!/bin/sh
# live.sh COMMAND: ptxas 13.0 ($PTXAS, or the one on the path) makes the same machine code of a module before and after
# ptxcheck fmt. Skipped (77) without it.
set -u
command=$1
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" || exit 2
needs_ptxas

assemble() { # TARGET FILE: the code, without a copy of the text
    "$assembler" -arch="$1" -o "$work/cubin" "$2" >/dev/null 2>&1 || "$assembler" -c -arch="$1" -o "$work/cubin" "$2"
}

for file in canonical.ptx crlf.ptx ../../corpus/modules/*.ptx; do
    case $file in *lineinfo*) continue ;; esac # ptxas puts the text itself into the object file
    target=$(sed 's,/[*/].*,,' "$file" | grep -o '\.target[[:space:]]*sm_[0-9]*[af]*' | head -1 | sed 's/.*sm_/sm_/')
    cp "$file" "$work/module.ptx"
    assemble "$target" "$work/module.ptx" && mv "$work/cubin" "$work/before"
    "$command" fmt -i "$work/module.ptx" 2>/dev/null
    assemble "$target" "$work/module.ptx"
    ok "$file: the same machine code" cmp "$work/before" "$work/cubin"
    rm -f "$work/before" "$work/cubin"
done
finish
