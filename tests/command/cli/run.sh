#!/bin/sh
# run.sh COMMAND: tests the arguments of every subcommand. Help and version are found wherever they stand; what is wrong
# with an argument is said in one line that begins with "ptxcheck: " and names it, and the exit status is 2.
set -u
command=$1
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$work" || exit 2
printf '.version 9.0\n.target sm_90a\n.visible .entry k() { cp.async.wait_all; }\n' >k.ptx

# prints WORDS ARGUMENTS...: the first line on standard output begins with WORDS, nothing else is said, status 0.
prints() {
    words=$1
    shift
    "$command" "$@" >output 2>messages </dev/null
    [ $? -eq 0 ] && [ ! -s messages ] && head -n 1 output | grep -qF -- "$words"
    verdict $? "$*"
}

# wrong WORDS ARGUMENTS...: the last line of the messages is "ptxcheck: WORDS", standard output empty, status 2.
wrong() {
    words=$1
    shift
    "$command" "$@" >output 2>messages </dev/null
    [ $? -eq 2 ] && [ ! -s output ] && [ "$(tail -n 1 messages)" = "ptxcheck: $words" ]
    verdict $? "$*: '$words'"
}

# ---- help and version, wherever they stand ----

prints 'usage: ptxcheck' help
prints 'usage: ptxcheck' --help
prints 'usage: ptxcheck' -h
prints 'usage: ptxcheck' k.ptx --help
prints 'usage: ptxcheck' --quiet k.ptx -h
prints 'ptxcheck 0.' --version
prints 'ptxcheck 0.' k.ptx --version
names='check fmt dump where pipeline explain rules forms reference swizzle descriptor completion help'
for name in $names; do
    prints "usage: ptxcheck $name" "$name" --help
    prints "usage: ptxcheck $name" help "$name"
    prints 'usage: ptxcheck' "$name" -h
    prints 'usage: ptxcheck' "$name" k.ptx --help
    prints 'ptxcheck 0.' "$name" --version
    wrong "unrecognized option '--frobnicate'" "$name" --frobnicate
    wrong "unrecognized option '-x'" "$name" -x
    wrong "option '--help' takes no value" "$name" --help=me
done
for name in $names; do # what a command takes is in its help and in the list of commands, and 80 columns hold it
    "$command" --help | grep -q "^  $name  " && ! "$command" "$name" --help | grep -q '.\{81\}'
    verdict $? "$name in the list of commands"
    for option in $("$command" help "$name" | sed -n 's/^  .*\(--[a-z-]*\).*/\1/p'); do
        "$command" "$name" "$option" 2>&1 </dev/null | grep -q 'unrecognized'
        [ $? -eq 1 ]
        verdict $? "$name takes $option"
    done
done
for name in ptxas launch; do # whose options are those of others
    prints "usage: ptxcheck $name" help "$name"
    ! "$command" help "$name" | grep -q '.\{81\}\|^options:'
    verdict $? "help $name"
done
wrong "there is no command 'x'; 'ptxcheck help' lists them" help x
wrong 'completion takes one shell: bash, zsh or fish' completion
wrong "completion takes bash, zsh or fish, not 'ash'; did you mean bash?" completion ash
wrong 'help takes at most one command' help check fmt
wrong "unrecognized option '--jobs'" fmt --jobs=2 k.ptx
"$command" --help >/dev/full 2>messages
[ $? -eq 2 ] && grep -q '^ptxcheck: cannot write' messages
verdict $? 'help for a full device'

# ---- values that are none ----

wrong "option '--target' requires a value" k.ptx --target
wrong "option '-W' requires a value" k.ptx -W
wrong "option '--quiet' takes no value" --quiet=yes k.ptx
wrong "ambiguous option '--p'" --p=8.0 k.ptx
assemblers='12.0, 12.1, 12.2, 12.3, 12.4, 12.5, 12.6, 12.8, 12.9, 13.0, 13.1, 13.2, 13.3, 13.4, 13.5'
for name in check dump; do
    wrong "--target takes a target such as sm_90a; there is no target 'sm_80x'; did you mean sm_80?" "$name" --target=sm_80x k.ptx
    wrong "--ptx takes a version such as 8.0; there is no PTX 8.9" "$name" --ptx=8.9 k.ptx
    wrong "--ptx takes a version such as 8.0; there is no PTX 0.0" "$name" --ptx=0.0 k.ptx
    wrong "--ptx takes a version such as 8.0, not '+8.0'" "$name" --ptx=+8.0 k.ptx
    wrong "--assembler takes a release of ptxas whose verdicts ptxcheck knows, not '12.7': $assemblers" "$name" \
        --assembler=12.7 k.ptx
    wrong "ptxas 12.6 knows PTX up to 8.5, not 8.6" "$name" --assembler=12.6 --ptx=8.6 k.ptx
    wrong "ptxas 12.6 does not know sm_100" "$name" --assembler=12.6 --target=sm_100 k.ptx
    wrong "no input file; - stands for standard input, 'ptxcheck help' tells more" "$name"
done
wrong "no input file; - stands for standard input, 'ptxcheck help' tells more" fmt
wrong "--target takes a target such as sm_90a; there is no target ''" where --target= 'cp.async.wait_all;'
wrong "there is no rule 'x'; 'ptxcheck rules' lists them" -W x=error k.ptx
wrong "there is no rule 'x'; 'ptxcheck rules' lists them" explain x
wrong "there is no severity 'x'; use error, warning, note or off" -W cp-size=x k.ptx
wrong "-W takes RULE=SEVERITY, not 'x'" -W x k.ptx
for name in '=1' 9x 'a b' 'f(x)=1'; do
    wrong "-D takes the name of a macro, not '${name%%=*}'" "-D$name" k.ptx
done
wrong "-U takes the name of a macro, not 'x=1'" -Ux=1 k.ptx
wrong "--assume takes NAME=VALUE such as threads=128, not 'threads'" --assume=threads k.ptx
wrong "--assume: threads must lie in [1, 1024], not 0" --assume=threads=0 k.ptx
wrong "--assume: what is assumed must be threads, cluster or box(NAME), not 'x'" --assume x=1 k.ptx
wrong "-W takes RULE=SEVERITY, not 'no-likly'" -Wno-likly k.ptx
for list in x syntax,x x,syntax; do
    wrong "--only takes classes such as syntax,legality; there is no class 'x'" --only=$list k.ptx
done
for list in '' ',' 'syntax,' ',syntax' 'syntax,,legality'; do
    wrong "--only takes classes such as syntax,legality; there is no class ''" --only=$list k.ptx
done
wrong "--portable takes targets such as sm_90,sm_100a; there is no target 'sm_80x'; did you mean sm_80?" --portable=sm_80,sm_80x k.ptx
for list in '' ',' 'sm_90,' ',sm_90' 'sm_90,,sm_80'; do
    wrong "--portable takes targets such as sm_90,sm_100a; there is no target ''" --portable=$list k.ptx
done

# ---- what was meant ----

neither='there is neither a file nor a command'
wrong "$neither 'chekc'; did you mean check?" chekc k.ptx
wrong "$neither 'EXPLIAN'; did you mean explain?" EXPLIAN cp-size
wrong "$neither 'ref'; did you mean reference?" ref
wrong 'lint: cannot open: No such file or directory' --quiet lint
wrong 'checkers.ptx: cannot open: No such file or directory' --quiet checkers.ptx
cp k.ptx chekc
"$command" chekc --quiet >output 2>messages && [ ! -s output ] && [ ! -s messages ]
verdict $? 'a file whose name is near to a command'
wrong "there is no command 'wher'; did you mean where?" help wher
wrong "unrecognized option '--tagret'; did you mean --target?" --tagret=sm_90 k.ptx
wrong "unrecognized option '-target'; did you mean --target?" -target=sm_90 k.ptx
wrong "unrecognized option '--Max_Diagnostics'; did you mean --max-diagnostics?" --Max_Diagnostics 3 k.ptx
wrong "unrecognized option '--$(printf '%070d' 0)'" --"$(printf '%070d' 0)" k.ptx
wrong "unrecognized option '--'" explain --=x
wrong "--target takes a target such as sm_90a; there is no target 'SM90A'; did you mean sm_90a?" --target=SM90A k.ptx
wrong "--target takes a target such as sm_90a; there is no target 'sm_91'; did you mean sm_90?" --target=sm_91 k.ptx
wrong "--target takes a target such as sm_90a; there is no target 'sm_102'; did you mean sm_103?" \
    where --target=sm_102 'cp.async.wait_all;'
wrong "--target takes a target such as sm_90a; there is no target 'sm_102a'; did you mean sm_103a?" \
    forms --target=sm_102a cp.async
wrong "--portable takes targets such as sm_90,sm_100a; there is no target 'sm100a'; did you mean sm_100a?" \
    --portable=sm_90,sm100a k.ptx
wrong "--only takes classes such as syntax,legality; there is no class 'legalty'; did you mean legality?" \
    --only=syntax,legalty k.ptx
wrong "there is no rule 'cp-siez'; did you mean cp-size?" -W cp-siez=error k.ptx
wrong "there is no rule 'cp_size'; did you mean cp-size?" explain cp_size
wrong "there is no severity 'warn'; did you mean warning?" -W cp-size=warn k.ptx
wrong "--color takes auto, always or never, not 'alway'; did you mean always?" --color=alway k.ptx
wrong "--format takes json, not 'jason'; did you mean json?" dump --format=jason k.ptx

"$command" --format=githubb k.ptx >output 2>messages
grep -q "^ptxcheck: --format takes text, .*, not 'githubb'; did you mean github?$" messages
verdict $? '--format=githubb'
for format in $(sed 's/.* takes \(.*\), not .*/\1/;s/,//g;s/ or / /' messages); do # each is one that is printed
    "$command" --format="$format" --quiet k.ptx >output 2>messages
    verdict $? "--format=$format"
done

# ---- and values that are some ----

"$command" --only=syntax,legality --portable=sm_90,sm_100a -W cp-size=note -Werror --ptx=8.0 --target=sm_90a --quiet \
    k.ptx >output 2>messages && [ ! -s output ] && [ ! -s messages ]
verdict $? 'options that are right'
for option in --baseline --config --maps --output; do
    wrong "option '$option' requires a value" $option= k.ptx
    wrong "option '$option' requires a value" k.ptx $option
done
wrong "option '--html' requires a value" pipeline --html= k.ptx
wrong "'': cannot open: No such file or directory" --quiet ''
for jobs in -j2 '-j 2' --jobs=2 '--jobs 2'; do
    # shellcheck disable=SC2086  # words
    "$command" $jobs -q k.ptx >output 2>messages && [ ! -s output ] && [ ! -s messages ]
    verdict $? "$jobs -q"
done
wrong "--jobs takes a number from 1 to 128, not '0'" -j0 k.ptx
wrong "option '-j' requires a value" k.ptx -j
wrong "there is no rule 'hazrd'; did you mean hazard?" -W hazrd=off k.ptx
wrong "there is no severity 'x'; use error, warning, note or off" -W hazard=x k.ptx
wrong "-W takes RULE=SEVERITY, not 'hazard'" -W hazard k.ptx
wrong "-W takes RULE=SEVERITY, not 'no-cp-size'; did you mean cp-size=off?" -Wno-cp-size k.ptx
wrong "-W takes RULE=SEVERITY, not 'error=hazard'; did you mean hazard=error?" -Werror=hazard k.ptx
wrong "-W takes RULE=SEVERITY, not 'error=x'" -Werror=x k.ptx
# A class stands for its rules; of two for one rule the last counts.
printf '.version 9.0\n.target sm_90a\n.visible .entry k() { cp.async.wait_group -1; cp.async.wait_all 1; }\n' >two.ptx
rules() { # RULES OPTIONS...: these are reported
    expected=$1
    shift
    "$command" check --format=gcc "$@" two.ptx >output 2>messages
    [ "$(sed -n 's/.* \(warning\|error\): .*\[\(.*\)\]$/\1 \2/p' output | tr '\n' ' ')" = "$expected" ]
    verdict $? "$*: $expected"
}
rules 'error group-count error operand-count '
rules 'error operand-count ' -W undefined=off
rules 'error operand-count ' -Wundefined=off
rules 'warning group-count error operand-count ' -W undefined=warning
rules 'warning group-count error operand-count ' -W undefined=off -W group-count=warning
rules 'error operand-count ' -W group-count=warning -W undefined=off
rules '' -W undefined=off -W legality=off
all=
for class in syntax legality undefined nonstandard portability advice hazard; do
    all="$all -W $class=note"
done
# shellcheck disable=SC2086  # words
"$command" --show-config $all two.ptx >output 2>messages
[ "$(grep -c '^  [a-z0-9-]*: note' output)" -eq "$("$command" rules | wc -l)" ]
verdict $? 'there is room for the severities of all rules'
printf 'rules: {undefined: off, legality: warning}\n' >two.yaml
rules 'warning operand-count ' --config=two.yaml
rules 'error group-count warning operand-count ' --config=two.yaml -W undefined=error
prints 'cp-size ' explain -- cp-size
for number in $("$command" rules | sed -n 's/.* (\([A-Z][0-9]*\), [0-9]* report.*/\1/p'); do
    prints " (hazard $number, " explain "$number"
done
prints 'double-init (hazard M02, ' explain m02

# ---- what a terminal would obey is not printed, whoever says it; letters of any language are ----

printf '.version 9.0\n.target sm_90a\n.visible .entry k() { cp.async.wait_group  -1; cp.asinc.wait_all; }\n' >bad.ptx
odd=$(printf 'caf\303\251\033[31m\302\233.ptx')
clean=$(printf 'caf\303\251?[31m??.ptx')
cp bad.ptx "$odd"
for line in "check $odd" "check missing-$odd" "fmt --check $odd" "fmt --diff $odd" "fmt missing-$odd" \
    "dump missing-$odd" \
    "explain $odd" "--target=$odd" "--frobnicate-$odd" "dump $odd"; do
    # shellcheck disable=SC2086  # words
    "$command" $line >output 2>messages
    ! cat output messages | grep -q "$(printf '\033')"
    verdict $? "no escape from $line"
    case $line in *-i* | --frob* | *--diff* | "dump $odd") continue ;; esac
    cat output messages | grep -qF -- "$clean"
    verdict $? "the name in $line"
done
cp "$odd" copy
"$command" fmt --diff "$odd" >./patch 2>messages
git apply --whitespace=nowarn -p0 patch 2>messages && [ "$(cat "$odd")" != "$(cat copy)" ]
verdict $? 'a diff of a file with such a name'

# With a limit, what is printed are the first lines of what is printed without, and all findings are counted: also where
# equal notes become one line, which stands for many findings.
{
    printf '.version 9.0\n.target sm_90\n.entry e() {\n.reg .b64 %%rd<3>;\n.shared .align 16 .b8 tile[64];\n'
    for i in 1 2 3 4 5 6 7 8 9; do
        echo 'cp.async.cg.shared.global [tile], [%rd1], 16, 0;'
        echo 'cp.async.ca.shared.global [tile], [%rd1], 4, 0;'
    done
    for i in $(seq 300); do echo "cp.async.ca.shared.global [tile], [%rd1], $((i + 16));"; done
    echo '}'
} >many.ptx
"$command" check --max-diagnostics=0 many.ptx >all 2>messages
counted=$(sed 's/ file.*/ file/' messages)
for limit in 1 2 50 299; do
    "$command" check --max-diagnostics=$limit many.ptx >some 2>messages
    [ "$(grep -c '^many.ptx:' some)" -eq $limit ] && head -n "$(wc -l <some)" all | cmp -s - some &&
        [ "$(sed 's/ file.*/ file/' messages)" = "$counted" ]
    verdict $? "the first $limit findings of many.ptx"
done

finish
