# shellcheck shell=sh
# To be read with `.` after expect.sh, with the sources in $root: goes to $work, and makes a copy of the sources in copy/
# whose tables may be changed. Documents and tests are linked.
cd "$work" || exit 2
mkdir copy
cp -r "$root/CMakeLists.txt" "$root/include" "$root/src" "$root/grammar" copy/
ln -s "$root/docs" "$root/tests" "$root/README.md" copy/
[ ! -e "$root/LICENSE" ] || cp "$root/LICENSE" copy/
