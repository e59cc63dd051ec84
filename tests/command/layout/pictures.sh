#!/bin/sh
# pictures.sh COMMAND DOCS PAGE: the pictures of a page of the documents are what the commands there make, which stand in
# it after four blanks. A block that opens with "```LANGUAGE NAME" is the file NAME. With UPDATE=1 they are written anew.
set -u
command=$1 docs=$2 page=$2/$3
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$work" || exit 2
awk '/^```[a-z]+ [a-z_.]+$/ {file = $2; next} /^```/ {file = ""} file {print >file}' "$page"
sed -n 's/^    ptxcheck //p' "$page" >commands
ok 'the page makes no picture' [ -s commands ]
while read -r arguments; do
    # shellcheck disable=SC2086  # words
    "$command" $arguments
    count $? "$arguments"
done <commands
for picture in *.svg; do
    golden "$docs/$picture" "$picture"
    ok "$picture is in no page" grep -q "($picture)" "$page"
done
finish
