#!/bin/sh
# page.sh COMMAND PAGE: every "$ ptxcheck …" line of the page's console blocks must print what the page shows below it;
# a "$ sed …" line between them makes another file.
# A block that opens with "```LANGUAGE NAME" is the file NAME. With UPDATE=1 the page is written anew.
set -u
command=$1 page=$2
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
mkdir "$work/directory"
cd "$work/directory" || exit 2
ln -s "$command" ptxcheck
PATH=$PWD:$PATH
awk '/^```[a-z]+ [a-z_.]+$/ {file = $2; next} /^```/ {file = ""} file {print >file}' "$page"
awk '/^```console/ {inside = 1; print; next}
    /^```/ {inside = 0}
    inside && /^\$ (ptxcheck|sed) / {
        print
        line = "{ " substr($0, 3) "; } 2>&1"
        while ((line | getline answer) > 0)
            print answer
        close(line)
    }
    !inside {print}' "$page" >../page
ok 'the page shows no command' grep -q '^\$ ptxcheck' ../page
golden "$page" ../page
finish
