#!/bin/sh
# keys.sh COMMAND KEYS DOCS: the table in configuration.md and configuration.schema.json are printed from the table of
# the keys, and a key that is an option of `check` has the name of that option. With UPDATE=1 both are written anew.
set -u
command=$1 keys=$2 docs=$3
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
"$keys" table >"$work/table"
"$keys" schema >"$work/schema"
ok 'the names of keys are those of options' "$keys" names
golden "$docs/configuration.schema.json" "$work/schema"
awk -v table="$work/table" '/^<!-- keys -->$/ {
        print
        while ((getline line <table) > 0)
            print line
        inside = 1
    }
    /^<!-- \/keys -->$/ {inside = 0}
    !inside && !/^<!-- keys -->$/ {print}' "$docs/configuration.md" >"$work/page"
ok 'the page has the table' grep -q '^| .files. |' "$work/page"
golden "$docs/configuration.md" "$work/page"
finish
