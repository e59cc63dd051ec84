#!/bin/sh
# run.sh READ: the headers of a CUDA toolkit, where one is found (CUDA_HOME, or /usr/local/cuda*), are read without an
# error and without missing an asm statement: awk counts them by other means. Skipped (77) without a toolkit.
set -u
read_files=$1
here=$(cd "$(dirname "$0")" && pwd)
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
for toolkit in "${CUDA_HOME:-}" /usr/local/cuda /usr/local/cuda-*; do
    [ -n "$toolkit" ] && [ -f "$toolkit/include/cuda_pipeline_helpers.h" ] && break
    toolkit=
done
if [ -z "$toolkit" ]; then
    echo "no CUDA toolkit is here"
    exit 77
fi
# Only files that have the word at all: the others have no statement for either side.
find -L "$toolkit/include" -type f \( -name '*.h' -o -name '*.hpp' -o -name '*.cuh' -o -name '*.inl' \
    -o -name '*.inc' \) |
    sort >"$directory/all"
tr '\n' '\0' <"$directory/all" | xargs -0 grep -lE 'asm' >"$directory/some"
status=0
"$read_files" <"$directory/all" >"$directory/read" || status=1
tr '\n' '\0' <"$directory/some" | LC_ALL=C xargs -0 awk -f "$here/count.awk" | sort >"$directory/expected"
grep -v '^0 ' "$directory/read" | sort >"$directory/got"
grep -v '^0 ' "$directory/expected" >"$directory/wanted"
diff "$directory/wanted" "$directory/got" || status=1
awk '{ sum += $1 } END { printf "%d asm statements in %d files, ", sum, NR }' "$directory/got"
echo "$(wc -l <"$directory/all") files read"
[ -s "$directory/got" ] || status=1
exit $status
