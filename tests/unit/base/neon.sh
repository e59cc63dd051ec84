#!/bin/sh
# neon.sh TOP: test_blocks.c on an emulated Arm processor, for the part of blocks.c that other processors do not compile;
# 77, the test is skipped, where no compiler and emulator for that are.
set -eu
cc=aarch64-linux-gnu-gcc
for tool in $cc qemu-aarch64; do
    command -v "$tool" >/dev/null || {
        echo "skipped: no $tool"
        exit 77
    }
done
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
$cc -std=c11 -O2 -Wall -Wextra -Werror -static -Itests/unit/base/neon -Iinclude -Isrc \
    tests/unit/base/test_blocks.c src/base/blocks.c -o "$work/test_blocks"
qemu-aarch64 "$work/test_blocks"
