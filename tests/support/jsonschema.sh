#!/bin/sh
# jsonschema.sh COMMAND SCRIPT: runs the script, in the directory of the test, with a Python that has the package
# jsonschema, and gives it the command; 77, the test is skipped, where there is none.
for python in python3 /usr/bin/python3; do
    if "$python" -c 'from jsonschema import Draft202012Validator' 2>/dev/null; then
        exec "$python" -B "$2" "$1"
    fi
done
echo "skipped: no Python with jsonschema 4.0 or newer"
exit 77
