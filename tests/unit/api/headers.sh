#!/bin/sh
# headers.sh INCLUDE: each installed header compiles alone, without a warning, as C11, C++17 and C++20, or as C++ alone
# where it is one of C++, with every compiler that is here; and so does a program that uses the constructors.
set -eu
include=$1
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
warnings="-pedantic -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wundef -Wcast-qual -Wdouble-promotion"
gcc="-std=c11 $warnings -Wstrict-prototypes -Wold-style-definition -Wmissing-prototypes -Wc++-compat"
gxx="$warnings -Wold-style-cast -Wuseless-cast -Wzero-as-null-pointer-constant"
everything="-Weverything -Wno-padded -Wno-unknown-warning-option -Wno-unsafe-buffer-usage"
everything="$everything -Wno-poison-system-directories"
clang="-std=c11 $everything -Wno-declaration-after-statement -Wno-pre-c11-compat"
clangxx="$everything -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-pre-c++17-compat -Wno-pre-c++20-compat"
tried=0

# compile COMPILER FILE FLAGS...: the file must give no warning.
compile() {
    compiler=$1 file=$2
    shift 2
    command -v "$compiler" >/dev/null || return 0
    tried=$((tried + 1))
    "$compiler" -Werror -fsyntax-only -I "$include" "$@" "$file" || {
        echo "$compiler $* refuses:"
        cat "$file"
        exit 1
    }
}

compile_all() {
    cp "$1.c" "$1.cpp"
    # shellcheck disable=SC2086  # words
    {
        compile gcc "$1.c" $gcc
        compile clang "$1.c" $clang
        compile gcc "$1.c" -DPTXC_STATIC $gcc
    }
    compile_cpp "$1.cpp"
}

compile_cpp() {
    # shellcheck disable=SC2086  # words
    {
        compile g++ "$1" -std=c++17 $gxx
        compile clang++ "$1" -std=c++17 $clangxx
        compile g++ "$1" -std=c++20 $gxx
        compile clang++ "$1" -std=c++20 $clangxx
        compile g++ "$1" -std=c++20 -DPTXC_STATIC $gxx
    }
}

for header in "$include"/ptxcheck/*.h; do
    name=$(basename "$header" .h)
    printf '#include <ptxcheck/%s.h>\n#include <ptxcheck/%s.h>\nextern int nothing;\n' "$name" "$name" >"$name.c"
    compile_all "$name"
done
for header in "$include"/ptxcheck/*.hpp; do
    name=$(basename "$header")
    printf '#include <ptxcheck/%s>\n#include <ptxcheck/%s>\nextern int nothing;\n' "$name" "$name" >"$name.cpp"
    compile_cpp "$name.cpp"
done

# The constructors are used, and the caller has macros of the names that the tables have.
cat >constructors.c <<'END'
#define OPCODE 1
#define SLOT 1
#define TYPE 1
#include <ptxcheck/instruction.h>
struct ptxc_instruction build(void);
struct ptxc_instruction build(void) {
    struct ptxc_instruction load;
    ptxc_instruction_init(&load, PTXC_OP_CP_ASYNC_BULK);
    ptxc_instruction_guard(&load, ptxc_not(ptxc_predicate("%p")));
    ptxc_instruction_push(&load, ptxc_offset(ptxc_register("%r", PTXC_TYPE_B32), -16));
    ptxc_instruction_push(&load, ptxc_symbol("s", PTXC_SPACE_SHARED, PTXC_TYPE_B8, 128));
    ptxc_instruction_push_pair(&load, ptxc_sink(), ptxc_unknown("$0"));
    ptxc_instruction_push(&load, ptxc_immediate(OPCODE + SLOT + TYPE));
    return load;
}
END
compile_all constructors
echo "$tried compilations"
[ "$tried" -gt 0 ]
