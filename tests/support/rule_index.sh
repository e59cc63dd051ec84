#!/bin/sh
# rule_index.sh COMMAND: prints each rule with the files that test it: its witness pair, the files under tests/ that
# mention its id, docs/divergences.md, whose rows are a test. A rule that nothing tests is marked; the last lines sum
# up.
set -eu
command=$1
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$command" rules | while read -r id _; do
    pair=$("$command" explain "$id" | grep -cxE 'wrong:|right:') || true
    echo "$id $pair"
done >"$work/rules"
find tests -type f ! -name '*.gz' ! -name 'rule_index*' | LC_ALL=C sort >"$work/files"
# shellcheck disable=SC2046  # no name here has a blank
LC_ALL=C awk '
    FILENAME == ARGV[1] { order[++rules] = $1; pairs[$1] = $2; next }
    {
        words = split($0, word, /[^A-Za-z0-9_-]+/)
        for (i = 1; i <= words; i++)
            if (word[i] in pairs && last[word[i]] != FILENAME) {
                last[word[i]] = FILENAME
                files[word[i]] = files[word[i]] "    " FILENAME "\n"
            }
    }
    END {
        for (i = 1; i <= rules; i++) {
            id = order[i]
            print id
            if (pairs[id] == 2)
                print "    the witness pair of its row"
            printf "%s", files[id]
            if (files[id] != "")
                continue
            if (pairs[id] == 2) {
                alone = alone " " id
            } else {
                print "    NO TEST"
                none = none " " id
            }
        }
        print rules " rules"
        print "tested by the witness pair alone:" (alone ? alone : " none")
        print "without a test:" (none ? none : " none")
    }' "$work/rules" docs/divergences.md $(cat "$work/files")
