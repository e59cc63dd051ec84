# Completes the command line of ptxcheck in fish. Printed by 'ptxcheck completion fish'.

@KINDS@

# Whether the command on the line is $argv.
function __ptxcheck_is
    set -l words (commandline -opc)
    if not contains -- "$words[2]" $__ptxcheck_names
        set words[2] check
    end
    test "$words[2]" = "$argv"
end

# Whether the first word is being written.
function __ptxcheck_first
    test (count (commandline -opc)) -eq 1
end

# The word being written, without the option that it is a value of.
function __ptxcheck_value
    string replace -r -- '^(--[^=]*=|-[^-])' '' (commandline -ct)
end

# The words after those that stand before the last comma.
function __ptxcheck_list
    set -l before (string replace -r '[^,]*$' '' -- (__ptxcheck_value))
    printf '%s\n' $before$argv
end

# A rule or a class, and its severity.
function __ptxcheck_overrides
    set -l rule (string match -r '^.*=' -- (__ptxcheck_value))
    if test -n "$rule"
        printf '%s\n' $rule$__ptxcheck_severities
    else
        printf '%s\n' error likely $__ptxcheck_classes= $__ptxcheck_rules=
    end
end

complete -c ptxcheck -f
@COMMANDS@
