# shellcheck shell=sh
# The functions that the public headers declare, one a line. To be read by other scripts; $top is the source tree.
declared_functions() {
    cat "$top"/include/ptxcheck/*.h | tr '\n' ' ' | grep -o 'PTXC_API [^;(]*(' | grep -o 'ptxc_[a-z0-9_]*($' |
        tr -d '(' | sort
}
