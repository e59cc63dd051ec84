#!/bin/sh
# names.sh TREE: the enumerators of include/ptxcheck/names.h are those of the tables in grammar/, with their values and
# spellings. With UPDATE=1 it is written anew; that needs nothing built, since nothing can be built before.
set -u
grammar=$1/grammar header=$1/include/ptxcheck/names.h
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"

# A row begins MACRO( ENUMERATOR, VALUE, "SPELLING".
awk -v "grammar=$grammar" '
    inside && /^};/ { inside = 0 }
    !inside
    $2 == "the" && $3 == "rows" {
        inside = 1
        count = widest = 0
        while ((getline row <(grammar "/" $6)) > 0)
            if (row ~ "^(REPLACED_)?" $4 "\\( ") {
                split(row, cells, /[(,]/)
                split(row, quoted, "\"")
                gsub(/ /, "", cells[2])
                text[++count] = cells[2] " = " cells[3] + 0 ","
                spelling[count] = quoted[2]
                widest = length(text[count]) > widest ? length(text[count]) : widest
            }
        close(grammar "/" $6)
        for (i = 1; i <= count; i++)
            printf "    %-*s%s\n", spelling[i] == "" ? 0 : widest + 1, text[i],
                spelling[i] == "" ? "" : "/* " spelling[i] " */"
    }' "$header" >"$work/names"
golden "$header" "$work/names"
finish
