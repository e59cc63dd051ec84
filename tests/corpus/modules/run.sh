#!/bin/sh
# The modules next to this script are accepted by ptxas 13.0 (asked again where it is found): ptxcheck must find no
# error in them either, and must see the instructions that are there.
set -u
command=$1
cd "$(dirname "$0")" || exit 2
passed=0 failed=0
for file in *.ptx; do
    output=$("$command" check --only=syntax,legality --color=never "$file" 2>&1)
    status=$?
    target=$(sed 's,/[*/].*,,' "$file" | grep -o '\.target[[:space:]]*sm_[0-9]*[af]*' | head -1 | sed 's/.*sm_/sm_/')
    if ptxas --version 2>/dev/null | grep -q 'V13\.0'; then
        ptxas -arch="$target" -o /dev/null "$file" >/dev/null 2>&1 ||
            ptxas -c -arch="$target" -o /dev/null "$file" >/dev/null 2>&1 || { echo "$file: ptxas rejects it" && status=3; }
    fi
    copies=$(sed 's|//.*||' "$file" | grep -cE '(^|[ {;])cp\.(reduce\.)?async')
    [ "$copies" -eq 0 ] || case $output in *" in 0 instructions"*) status=4 ;; esac
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$file: status $status"
        echo "$output"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -ge 15 ]
