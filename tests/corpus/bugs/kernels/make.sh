#!/bin/sh
# make.sh [FILE...]: makes the modules of the bugs anew, all or those of these files; nvcc 13.0 compiles NAME.cu without
# and with FIXED defined, and the two releases of Triton that NAME.py names compile what is there. These are installed
# into $TRITON, a directory that has one for each, as by pip install --no-deps --target=$TRITON/3.7.0 triton==3.7.0.
set -eu
cd "$(dirname "$0")"
export PYTHONDONTWRITEBYTECODE=1
[ $# -gt 0 ] || set -- *.cu works/*.cu [!c]*.py
for file in "$@"; do
    name=${file%.*}
    if [ -f "works/${name#works/}.cu" ]; then
        nvcc -ptx -O3 -std=c++17 -arch=sm_90a -o "../${name#works/}.works.ptx" "$name.cu"
    elif [ -f "$name.cu" ]; then
        nvcc -ptx -O3 -std=c++17 -arch=sm_90a -o "../$name.before.ptx" "$name.cu"
        nvcc -ptx -O3 -std=c++17 -arch=sm_90a -DFIXED -o "../$name.after.ptx" "$name.cu"
    elif [ -n "${TRITON:-}" ]; then
        sed -n 's/^versions = ("\(.*\)", "\(.*\)")/\1 before\n\2 after/p' "$name.py" | while read -r version state; do
            PYTHONPATH=$TRITON/$version TRITON_CACHE_DIR=$(mktemp -d) python3 compile.py "$name" "../$name.$state.ptx"
        done
    else
        echo "$name: TRITON is not set" >&2
    fi
done
