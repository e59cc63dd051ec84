# shellcheck shell=sh
# What the shell tests share: . "$(dirname "$0")/../../support/expect.sh". Needs the command in $command, and the words
# that `expect` puts before its arguments in $always. $work is a directory that goes when the test ends; what was
# printed last is in $work/output and $work/messages.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

count() { # STATUS WHAT: one case, and how it ended
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $2"
    fi
}

verdict() { # STATUS WHAT: likewise, and what was printed is shown where it failed
    count "$@"
    [ "$1" -eq 0 ] || head -c 600 "$work/output" "$work/messages" 2>/dev/null | cat -v
}

ok() { # WHAT COMMAND...: the command must succeed
    what=$1
    shift
    "$@"
    count $? "$what"
}

# limit_writes BLOCKS: no file of what runs after this may get larger than so many blocks of 512 bytes; for a subshell.
# What a build with --coverage counts is written elsewhere, so that the limit leaves the counts of others whole.
limit_writes() {
    export GCOV_PREFIX="$work/counts"
    ulimit -f "$1"
}

# expect STATUS WORDS ARGUMENTS...: runs the command; WORDS must be in what it prints, in the messages where STATUS is
# 2; nothing is printed where WORDS are ''.
expect() {
    wanted=$1 words=$2
    shift 2
    # shellcheck disable=SC2086,SC2154  # words; the script sets them
    timeout 60 "$command" $always "$@" >"$work/output" 2>"$work/messages" </dev/null
    status=$?
    case $wanted:$words in
    *:) [ ! -s "$work/output" ] && [ ! -s "$work/messages" ] ;;
    2:*) grep -qF -- "$words" "$work/messages" ;;
    *) cat "$work/output" "$work/messages" | grep -qF -- "$words" ;;
    esac && [ "$status" -eq "$wanted" ]
    verdict $? "$*: expected status $wanted and '$words', got status $status"
}

golden() { # EXPECTED ACTUAL: the files are the same; with UPDATE=1 the first is made so
    [ -z "${UPDATE:-}" ] || cmp -s "$1" "$2" || cp "$2" "$1"
    diff -u "$1" "$2"
    count $? "$1"
}

needs_ptxas() { # ptxas 13.0 in $assembler, which is $PTXAS or the one on the path; without it the test is skipped
    assembler=${PTXAS:-ptxas}
    if ! "$assembler" --version 2>/dev/null | grep -q 'V13\.0'; then
        echo 'ptxas 13.0 is not here'
        exit 77
    fi
}

finish() { # the last line of a test
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
    exit
}
