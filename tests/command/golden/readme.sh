#!/bin/sh
# readme.sh COMMAND [PAGE]: every "$ ptxcheck …" block of the page (README.md if none is given) must print what the page
# shows below it. A block that opens with "```LANGUAGE NAME" is the file NAME. `UPDATE=1 readme.sh …` prints the output.
set -eu
command=$1
page=${2:-$(cd "$(dirname "$0")/../../.." && pwd)/README.md}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
ln -s "$command" ptxcheck
awk '/^```[a-z]+ [a-z_.]+$/ {file = $2; next} /^```/ {file = ""} file {print >file}' "$page"
awk '/^```console/ {copy = 1; next} /^```/ {copy = 0} copy' "$page" >expected
grep '^\$ ptxcheck' expected | while IFS= read -r line; do
    echo "$line"
    # shellcheck disable=SC2086  # the words of the line
    PATH="$directory:$PATH" sh -c "${line#$ }" 2>&1 || true
done >actual
[ -s expected ]
[ -z "${UPDATE:-}" ] || cat actual
diff -u expected actual
