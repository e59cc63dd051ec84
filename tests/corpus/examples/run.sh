#!/bin/sh
# run.sh COMMAND [live]: every example of the ISA text gets from ptxcheck the verdict recorded in examples.txt. With
# `live` ptxas of release 13 ($PTXAS, or the one on the path) is asked instead, about every PTX version that it knows:
# the record must be what it says. Without one that is skipped (77).
set -u
command=$1 live=${2:-}
assembler=${PTXAS:-ptxas}
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" || exit 2
examples=0

# ptxas 13.N knows PTX up to 9.N.
newest=$("$assembler" --version 2>/dev/null | sed -n 's/.*release 13\.\([0-9]*\).*/9\1/p')
if [ -n "$live" ] && [ -z "$newest" ]; then
    echo 'no ptxas of release 13 is here'
    exit 77
fi

# Writes a module for each example, and a line that lists it.
awk -v directory="$work" '
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
    END { finish() }' module.txt examples.txt >"$work/list"

# judge WHO STATUS: fails unless the status is that of the recorded verdict.
judge() {
    case $verdict:$2 in ok:0 | error:1) count 0 && return ;; esac
    count 1 "$section, PTX $version, $target: expected $verdict from $1, which exits with $2:"
    awk '/^\.reg/ { text = ""; next } /^ret;/ { exit } { text = text "    " $0 "\n" } END { printf "%s", text }' "$file"
}

while read -r file section version target verdict; do
    examples=$((examples + 1))
    status=0
    if [ -z "$live" ]; then
        "$command" check --only=syntax,legality --quiet "$file" >/dev/null 2>&1 || status=$?
        judge ptxcheck "$status"
    elif [ "$(echo "$version" | tr -d .)" -le "$newest" ]; then
        "$assembler" -arch="$target" -o /dev/null "$file" >/dev/null 2>&1 || status=1
        judge ptxas "$status"
    fi
done <"$work/list"
ok "there are too few examples, $examples" [ "$examples" -gt 80 ]
finish
