# Completes the command line of ptxcheck in bash. Printed by 'ptxcheck completion bash'.

# What completes the value of option $2 of command $1, or without $2 its arguments: in `words`, or `files`; several
# with commas where `list` is set, a rule and its severity where `override` is. False where it takes no value.
_ptxcheck_values() {
@KINDS@
    words='' files='' list='' override=''
    case $1:$2 in
@VALUES@
    *) return 1 ;;
    esac
}

# Prints the options of command $1; false where there is no such command.
_ptxcheck_options() {
    case $1 in
@OPTIONS@
    *) return 1 ;;
    esac
}

_ptxcheck() {
    local words='' files='' list='' override='' word option='' value='' fixed before command=check i n=0
    local -a line=()
    COMPREPLY=()
    for ((i = 1; i <= COMP_CWORD; i++)); do # bash takes words apart at '=' and ':'
        word=${COMP_WORDS[i]}
        if ((n > 0)) && [[ $word == [=:]* || ${COMP_WORDS[i - 1]} == [=:]* ]]; then
            line[n - 1]+=$word
        else
            line[n++]=$word
        fi
    done
    word=${line[n - 1]}
    if ((n > 1)) && _ptxcheck_options "${line[0]}" >/dev/null; then
        command=${line[0]}
    fi
    value=$word
    if [[ $word == --*=* ]]; then
        option=${word%%=*} value=${word#*=}
    elif [[ $word == -[!-]?* ]]; then
        option=${word:0:2} value=${word:2}
    elif ((n > 1)) && [[ ${line[n - 2]} == -?* ]] && _ptxcheck_values "$command" "${line[n - 2]}"; then
        option=${line[n - 2]}
    elif [[ $word == -* ]]; then
        words=$(_ptxcheck_options "$command")
        command=''
    fi
    [[ ! $command ]] || _ptxcheck_values "$command" "$option"
    fixed=${word%"$value"} before=''
    if [[ $list && $value == *,* ]]; then
        fixed+=${value%,*}, value=${value##*,}
    elif [[ $override && $value == *=* ]]; then
        fixed+=${value%%=*}= value=${value#*=} words=$override
    fi
    i=${COMP_WORDBREAKS//[!=:]/}
    [[ ! $i ]] || before=${word%"${word##*["$i"]}"} # bash puts in what follows
    while IFS= read -r i; do
        COMPREPLY+=("${i#"$before"}")
    done < <(compgen -P "$fixed" -W "$words" -- "$value")
    if ((n == 1)) && [[ ! $option && $word != -* ]]; then # a command, or a file of the command that is the default
        while IFS= read -r i; do
            COMPREPLY+=("$i")
        done < <(_ptxcheck_values help && compgen -W "$words" -- "$value")
        if ((${#COMPREPLY[@]})); then
            while IFS= read -r i; do
                COMPREPLY+=("$i")
            done < <(compgen -f -- "$value")
            compopt -o filenames 2>/dev/null
        fi
    elif [[ ! $files ]]; then
        compopt +o default +o bashdefault 2>/dev/null
    fi
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace 2>/dev/null
    fi
}

complete -o bashdefault -o default -F _ptxcheck ptxcheck
