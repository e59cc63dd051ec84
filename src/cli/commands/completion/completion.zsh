#compdef ptxcheck
# Completes the command line of ptxcheck in zsh. Printed by 'ptxcheck completion zsh'.

# A rule and its severity.
_ptxcheck_overrides() {
    if compset -P '*='; then
        compadd -a severities
    else
        compadd -S = -a classes rules
        compadd error likely
    fi
}

# One of the words of an array, or several with commas between them.
_ptxcheck_list() {
    compset -P '*,'
    compset -S ',*'
    compadd -S '' -a $1
}

_ptxcheck() {
    local command=check
@KINDS@
    local -a subcommands=(
@SUMMARIES@
    )
    if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
        _describe -t commands command subcommands
        _files
        return
    fi
    if (($names[(Ie)$words[2]])); then
        command=$words[2]
        shift words
        ((CURRENT--))
    fi
    case $command in
@COMMANDS@
    esac
}

if [[ $funcstack[1] == _ptxcheck ]]; then
    _ptxcheck "$@"
else
    compdef _ptxcheck ptxcheck
fi
