#!/bin/sh
# names.sh TREE: the enumerators of include/ptxcheck/names.h are those of the tables in grammar/, with their values and
# spellings, and names.hpp has them for C++. With UPDATE=1 both are written anew; that needs nothing built, since nothing
# can be built before.
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

# The same rows as tables of C++, below the part of names.hpp that is not printed.
awk -v "header=$header" '
    { print }
    /^\/\* the lists of names.h/ { exit }
    END {
        while ((getline row <header) > 0) {
            split(row, words)
            if (row ~ /^enum/)
                printf "template <> struct names<%s> {\n    static constexpr named<%s> all[] = {\n", words[2], words[2]
            inside = row ~ /the rows/ || (inside && row !~ /^};/)
            if (inside && words[4] == "/*") {
                gsub(/.*\/\* | \*\/$/, "", row)
                printf "        {%s, \"%s\"},\n", words[1], row
            }
            if (row ~ /^};/)
                print "    };\n};"
        }
        print "\n/* clang-format on */\n\n} // namespace ptxcheck\n\n#endif"
    }' "${header}pp" >"$work/names"
golden "${header}pp" "$work/names"
finish
