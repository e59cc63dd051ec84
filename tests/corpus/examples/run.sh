#!/bin/sh
# Every example of the ISA text gets from ptxcheck the verdict recorded in examples.txt. Where ptxas of release 13 is
# found ($PTXAS, or the one on the path), it is asked too, about every PTX version that it knows: the record must be what
# it says.
set -u
command=$1
assembler=${PTXAS:-ptxas}
cd "$(dirname "$0")" || exit 2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
examples=0 asked=0 failed=0

# ptxas 13.N knows PTX up to 9.N.
newest=$("$assembler" --version 2>/dev/null | sed -n 's/.*release 13\.\([0-9]*\).*/9\1/p')

# A module for each example, and a line that lists it.
awk -v directory="$directory" '
    function finish() {
        if (!count)
            return
        file = directory "/" count ".ptx"
        for (i = 1; i <= lines; i++) {
            line = module[i]
            sub(/<version>/, version, line)
            sub(/<target>/, target, line)
            print line == "<the case>" ? text : line >file
        }
        close(file)
        print file, section, version, target, verdict
    }
    FILENAME == ARGV[1] { module[++lines] = $0; next }
    /^#/ || /^$/ { next }
    /^= / {
        finish()
        count++
        section = $2; version = $3; target = $4; verdict = $5; text = ""
        sub(/:/, "", verdict)
        next
    }
    { text = text (text == "" ? "" : "\n") $0 }
    END { finish() }' module.txt examples.txt >"$directory/list"

# expect WHO VERDICT STATUS
expect() {
    case $2:$3 in ok:0 | error:1) return ;; esac
    failed=$((failed + 1))
    echo "$section, PTX $version, $target: expected $2 from $1, which exits with $3:"
    awk '/^\.reg/ { text = ""; next } /^ret;/ { exit } { text = text "    " $0 "\n" } END { printf "%s", text }' "$file"
}

while read -r file section version target verdict; do
    examples=$((examples + 1))
    "$command" check --only=syntax,legality --quiet "$file" >/dev/null 2>&1
    status=$?
    expect ptxcheck "$verdict" "$status"
    [ "$(echo "$version" | tr -d .)" -le "${newest:-0}" ] || continue
    asked=$((asked + 1))
    status=0
    "$assembler" -arch="$target" -o /dev/null "$file" >/dev/null 2>&1 || status=1
    expect ptxas "$verdict" "$status"
done <"$directory/list"
echo "$examples examples, $asked asked of ptxas, $failed wrong"
[ "$failed" -eq 0 ] && [ "$examples" -gt 80 ]
