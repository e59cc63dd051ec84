#!/bin/sh
# rule_index_test.sh COMMAND: the index of rules has every rule once, with its tests, and shows a rule without one.
set -u
command=$1
support=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=expect.sh
. "$support/expect.sh"
cd "$work" || exit 2

sh "$support/rule_index.sh" "$command" >output 2>messages
verdict $? 'the exit status'
"$command" rules | awk '{print $1}' >wanted
grep -xE '[a-z0-9-]+' output >found
ok 'every rule, once, in order' diff wanted found
awk '/^[^ ]/ {id = $1} /^ / {print id, $1}' output >tests
ok 'an output that shows the rule' grep -qx 'cp-size tests/command/golden/value-cp-size-12.out' tests
ok 'a row of the document' grep -qx 'im2col-halo docs/divergences.md' tests
ok 'no file twice' [ -z "$(LC_ALL=C sort tests | uniq -d)" ]
ok 'a witness pair for every rule' [ "$(grep -c 'the witness pair of its row$' output)" -eq "$(wc -l <wanted)" ]
ok 'each rule has a test' [ "$(tail -n 1 output)" = 'without a test: none' ]

# A command with one rule that has a witness pair alone, one that has nothing, and one that is tested without a pair.
cat >fake <<'END'
#!/bin/sh
case $1:${2:-} in
rules:) printf 'nobody-%s  legality\n' mentions tests; echo 'cp-size  legality' ;;
explain:nobody-mentions) printf 'wrong:\n    a\nright:\n    b\n' ;;
*) ;;
esac
END
chmod +x fake
sh "$support/rule_index.sh" "$work/fake" >output 2>messages
ok 'a rule that nothing tests' [ "$(tail -n 1 output)" = "without a test: nobody-tests" ]
ok 'a rule that has its pair alone' grep -qx 'tested by the witness pair alone: nobody-mentions' output
ok 'the mark of what has no test' [ "$(grep -A 1 '^nobody-tests$' output | tail -n 1)" = '    NO TEST' ]
ok 'one mark only' [ "$(grep -c 'NO TEST' output)" -eq 1 ]
finish
