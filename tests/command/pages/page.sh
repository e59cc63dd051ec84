#!/bin/sh
# page.sh COMMAND PAGE: every "$ ptxcheck …" line of the page's console blocks must print what the page shows below it;
# a "$ sed …" line between them makes another file. Files in docs/ have the names that they have from the root.
# An indented line "./run check …" or "build/ptxcheck …" must do its job on the files that it names.
# A block that opens with "```LANGUAGE NAME" is the file NAME, and one with "```LANGUAGE src/NAME" shows that file. With UPDATE=1 the page is written anew.
set -u
command=$1 page=$2
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
root=$(cd "$(dirname "$0")/../../.." && pwd)
mkdir "$work/directory"
cd "$work/directory" || exit 2
ln -s "$command" ptxcheck
ln -s "$root/docs" docs
ln -s "$root/src" src
PATH=$PWD:$PATH
awk '/^```[a-z]+ [a-z_.]+$/ {file = $2; next} /^```/ {file = ""} file {print >file}' "$page"
awk '/^```console/ {inside = 1; print; next}
    /^```[a-z]+ src\// {
        print
        while ((getline line <$2) > 0)
            print line
        shown = 1
        next
    }
    /^```/ {inside = shown = 0}
    inside && /^\$ (ptxcheck|sed) / {
        print
        line = "{ " substr($0, 3) "; } 2>&1"
        while ((line | getline answer) > 0)
            print answer
        close(line)
    }
    !inside && !shown {print}' "$page" >../page
sed -n 's/^    \(\.\/run\|build\/ptxcheck\) \([a-z]* docs\/.*\)/\2/p' "$page" >../commands
while read -r line; do
    # shellcheck disable=SC2086  # words
    ptxcheck $line >../said 2>&1
    ok "$line" [ $? -le 1 ]
done <../commands
ok 'the page shows no command' grep -q '^\$ ptxcheck' ../page
golden "$page" ../page
finish
