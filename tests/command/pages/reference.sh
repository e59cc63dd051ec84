#!/bin/sh
# reference.sh COMMAND PAGE: the page is what `ptxcheck reference` prints. With UPDATE=1 it is written anew.
set -u
command=$1 page=$2
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
"$command" reference >"$work/page"
count $? 'the status of the command'
golden "$page" "$work/page"
finish
