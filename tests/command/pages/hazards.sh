#!/bin/sh
# hazards.sh COMMAND PAGE: the table of hazards in hazards.md is printed from the rows of the rules. With UPDATE=1 the
# page is written anew.
set -u
command=$1 page=$2
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
"$command" rules | awk '
    BEGIN {
        print "| | rule | default | reports | asks that |"
        print "|---|---|---|---|---|"
    }
    $2 == "hazard" {
        catalogue = reports = ""
        id = $1
        severity = $3
        $1 = $2 = $3 = ""
        if (match($0, / \([A-Z][0-9]+, [0-9]+ reports?[^)]*\)$/)) {
            split(substr($0, RSTART + 2, RLENGTH - 3), parts, ", ")
            catalogue = " " parts[1]
            reports = parts[2] + 0
            if (parts[3])
                severity = severity " (`" parts[3] "`)"
            $0 = substr($0, 1, RSTART - 1)
        }
        gsub(/^ +| +$/, "")
        printf "|%s | [`%s`](reference.md#%s) | %s | %s | %s |\n", catalogue, id, id, severity, reports ? reports : "", $0
    }' >"$work/table"
ok 'there are hazards' grep -q '^| G01 | \[`read-before-wait`\]' "$work/table"
awk -v table="$work/table" '/^<!-- hazards -->$/ {
        print
        while ((getline line <table) > 0)
            print line
        inside = 1
        next
    }
    /^<!-- \/hazards -->$/ {inside = 0}
    !inside {print}' "$page" >"$work/page"
ok 'the page has the table' grep -q '^| G01 ' "$work/page"
golden "$page" "$work/page"
finish
