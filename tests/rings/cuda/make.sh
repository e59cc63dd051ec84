#!/bin/sh
# make.sh [SOURCE...]: compiles the rings of tests/corpus/rings/rings.txt anew, all or those of these sources, with nvcc
# 13.0. Its comments are left out.
set -eu
cd "$(dirname "$0")"
to=../../corpus/rings

arch() { # SOURCE
    case $1 in
    groups | late) echo sm_80 ;;
    *) echo sm_90a ;;
    esac
}

compile() { # SOURCE STYLE STAGES MISTAKE
    nvcc -ptx -O3 -std=c++17 -arch="$(arch "$1")" -DSTYLE="$2" -DSTAGES="$3" -DMISTAKE="$4" -o - "$1.cu" |
        sed -e 's|[[:space:]]*//.*||' -e '/^[[:space:]]*$/d'
}

grep -v '^#' "$to/rings.txt" | while read -r source style stages mistake; do
    case " ${*:-$source} " in *" $source "*) ;; *) continue ;; esac
    if [ "$mistake" != none ] && ! grep -q "MISTAKEN($mistake)" "$source.cu"; then
        echo "$source.cu: there is no mistake $mistake" >&2
        exit 1
    fi
    compile "$source" "$style" "$stages" "$mistake" >"$to/$source-$style-$stages.$mistake.ptx"
done
