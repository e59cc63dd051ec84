#!/bin/sh
# pictures.sh COMMAND DOCS: the pictures of docs/swizzle.md are what the commands there make. With UPDATE=1 they are
# written anew.
set -u
command=$1 docs=$2
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$work" || exit 2
sed -n 's/^    ptxcheck //p' "$docs/swizzle.md" >commands
while read -r arguments; do
    # shellcheck disable=SC2086  # words
    "$command" $arguments
    count $? "$arguments"
done <commands
for picture in *.svg; do
    golden "$docs/$picture" "$picture"
    ok "$picture is in no page" grep -q "($picture)" "$docs/swizzle.md"
done
finish
