#!/bin/sh
# symbols.sh SHARED STATIC [sanitized]: the shared library exports exactly the functions that the headers declare, in
# the version of its soname, needs nothing but libc, and the static library defines no global name outside the prefix.
set -eu
shared=$1 static=$2 sanitized=${3:-}
top=$(cd "$(dirname "$0")/../../.." && pwd)
# shellcheck source=functions.sh
. "$top/tests/unit/api/functions.sh"
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
declared_functions >declared
[ "$(wc -l <declared)" -gt 50 ] || { echo "the headers declare too few functions to be true"; exit 1; }
nm -D --defined-only "$shared" | awk '$2 != "A" {print $3}' | sed 's/@.*//' | sort >exported
echo "declared in the headers (-), exported by the library (+):"
diff -U0 declared exported
soname=$(objdump -p "$shared" | awk '$1 == "SONAME" {print $2}')
node=$(nm -D --defined-only "$shared" | awk '$2 == "A" {print $3}' | sed 's/@.*//')
case $soname in
libptxcheck*.so.*) [ "$node" = "PTXCHECK_${soname##*.so.}" ] ;;
*) false ;;
esac || { echo "the soname is $soname, and the names are of version $node"; exit 1; }
nm -g --defined-only "$static" | awk 'NF == 3 && $3 !~ /^ptxc_/ {print $3}' >foreign
[ -z "$sanitized" ] || exit 0
if [ -s foreign ]; then
    echo "global names of the static library without the prefix:"
    cat foreign
    exit 1
fi
objdump -p "$shared" | awk '$1 == "NEEDED" && $2 !~ /^(libc\.so|ld-linux)/ {print "needs " $2; found = 1}
    END {exit found}'
