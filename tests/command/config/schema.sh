#!/bin/sh
# schema.sh COMMAND SCHEMA: runs schema.py with a Python that has the packages jsonschema and yaml; 77, the test is
# skipped, where there is none.
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import yaml; from jsonschema import Draft202012Validator' 2>/dev/null; then
        exec "$python" "$(dirname "$0")/schema.py" "$@"
    fi
done
echo "skipped: no Python with jsonschema 4.0 or newer and yaml"
exit 77
