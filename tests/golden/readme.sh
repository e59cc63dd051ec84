#!/bin/sh
# The commands of README.md: every "$ ptxcheck …" block must print what README shows below it.
set -eu
command=$1
readme=$(cd "$(dirname "$0")/../.." && pwd)/README.md
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
ln -s "$command" ptxcheck
awk '/^```ptx kernel.ptx/ {copy = 1; next} /^```/ {copy = 0} copy' "$readme" >kernel.ptx
awk '/^```console/ {copy = 1; next} /^```/ {copy = 0} copy' "$readme" >expected
grep '^\$ ptxcheck' expected | while IFS= read -r line; do
    echo "$line"
    # shellcheck disable=SC2086  # the words of the line
    PATH="$directory:$PATH" sh -c "${line#$ }" 2>&1 || true
done >actual
[ -s expected ]
diff -u expected actual
