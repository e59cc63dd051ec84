#!/bin/sh
# picture.sh PYTHON TOP PICTURE: the picture of the rooms shows them as they are. With UPDATE=1 it is drawn anew.
set -u
python=$1 top=$2 picture=$3
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../../support/expect.sh
. "$here/../../support/expect.sh"
"$python" -B "$here/picture.py" "$top" >"$work/picture"
count $? 'the status of picture.py'
golden "$picture" "$work/picture"
finish
