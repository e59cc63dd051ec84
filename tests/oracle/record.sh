#!/bin/sh
# record.sh COMMAND PYTHON: record.py adds what an assembler says, once; the assembler here is a script.
set -u
python=$2
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../support/expect.sh
. "$here/../support/expect.sh"
cd "$work" || exit 2
cat >ptxas <<'END'
#!/bin/sh
case $1 in
--version) echo 'Cuda compilation tools, release 99.1, V99.1.5' ;;
*compute_70) echo "ptxas fatal   : Value 'compute_70' is not defined for option 'gpu-name'"; exit 255 ;;
*)
    for file; do :; done
    grep -q dies "$file" && exit 139
    grep -q frob "$file" || exit 0
    echo "ptxas $file, line 9; error   : Unknown modifier '.frob'"
    echo 'ptxas fatal   : Ptx assembly aborted due to errors'
    exit 255
    ;;
esac
END
chmod +x ptxas
record() { # STATUS CASES
    printf '%b' "$2" | PTXAS=$work/ptxas "$python" "$here/record.py" group "$work" >output 2>messages
    [ $? -eq "$1" ]
    verdict $? "record.py: $2"
}
record 0 '9.0 sm_90 cp.async.wait_all;\n9.0 sm_70 cp.async.frob;\n'
record 0 '9.0 sm_90 cp.async.wait_all;\n'
record 2 '9.0 sm_90\n'
record 2 '9.0 sm_90 dies;\n'
gzip -dc ptxas-99.1.5.tsv.gz | cut -f2- >rows
printf '%b' 'version\ttarget\tverdict\tgroup\tinstruction\tmessage\n9.0\tsm_90\tok\tgroup\tcp.async.wait_all;\t\n' >wanted
printf '%b' "9.0\\tsm_70\\terror\\tgroup\\tcp.async.frob;\\tUnknown modifier '.frob'\\n" >>wanted
ok 'the rows' diff wanted rows
finish
