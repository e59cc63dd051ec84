#!/bin/sh
# playground.sh BUILD: builds the page in a directory of BUILD, which keeps what takes long, and uses it in Chromium.
root=$(cd "$(dirname "$0")/../.." && pwd)
for command in emcc node chromium apt-get; do
    command -v "$command" >/dev/null || {
        echo "skipped: there is no $command"
        exit 77
    }
done
[ -e /usr/share/javascript/codemirror ] || {
    echo 'skipped: there is no CodeMirror'
    exit 77
}
work=$1/playground-work
mkdir -p "$work/sources"
for library in jansson libyaml; do
    set -- "$work/sources/${library}"_*.orig.tar.gz
    [ -e "$1" ] || (cd "$work/sources" && apt-get source --download-only "$library") >"$work/apt" 2>&1 || {
        echo "skipped: the source of $library cannot be had"
        exit 77
    }
done
python3 -B "$root/src/playground/playground.py" "$root" "$work" "$work/page" || exit 1
exec node "$root/tests/playground/playground.mjs" "$work/page/index.html"
