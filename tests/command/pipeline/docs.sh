#!/bin/sh
# docs.sh COMMAND DOCS: docs/pipelines.html is what the command makes of the kernels in docs/examples, in which nothing
# goes wrong. With UPDATE=1 it is written anew.
set -u
command=$1 docs=$2
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$docs" || exit 2
set -- examples/ampere-gemm.ptx examples/hopper-ring.ptx examples/store-epilogue.ptx
ok 'something is wrong with the kernels' "$command" pipeline --html "$work/page" "$@"
golden pipelines.html "$work/page"
ok 'the page has three kernels' [ "$(grep -c '^<section' "$work/page")" -eq 3 ]
for file in "$@"; do
    ok "$file is not silent" "$command" check --quiet --pedantic "$file"
done
finish
