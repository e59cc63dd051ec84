#!/bin/sh
# Runs schema.py with a Python that has the package jsonschema; 77, the test is skipped, where there is none.
for python in python3 /usr/bin/python3; do
    if "$python" -c 'from jsonschema import Draft202012Validator' 2>/dev/null; then
        exec "$python" "$(dirname "$0")/schema.py" "$1"
    fi
done
echo "skipped: no Python with jsonschema 4.0 or newer"
exit 77
