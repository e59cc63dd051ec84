# shellcheck shell=sh
# Prints the functions that the public headers declare, one a line. Other scripts read this file; $top is the source
# tree.
# shellcheck disable=SC2154  # they set it
declared_functions() {
    cat "$top"/include/ptxcheck/*.h | tr '\n' ' ' | grep -o 'PTXC_API [^;(]*(' | grep -o 'ptxc_[a-z0-9_]*($' |
        tr -d '(' | sort
}
