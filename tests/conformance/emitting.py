"""What the programs emit_NAME.py share, which run in the interpreter of a package.

"list" prints what the package offers as JSON. With a folder they take [[NAME, CALL], ...] from standard input and write
FOLDER/NUMBER-I.ptx, or NUMBER.error."""

import json
import os
import sys
import traceback


def absent(reason):
    """Ends the program: the package is not here."""
    print(reason)
    sys.exit(77)


def write(path, text):
    """Writes a file."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def emit_one(folder, number, name, call, emit):
    """Writes the PTX of one call, or why there is none."""
    try:
        texts = emit(name, call, os.path.join(folder, f"kernel_{number}.py"))
        for i, text in enumerate(texts):
            write(os.path.join(folder, f"{number}-{i}.ptx"), text)
    except BaseException as reason:  # pylint: disable=broad-except  # compilers end in many ways
        if os.environ.get("TRACE"):
            traceback.print_exc()
        lines = [x.strip() for x in str(reason).splitlines() if x.strip()]
        write(os.path.join(folder, f"{number}.error"), f"{type(reason).__name__}: {lines[-1] if lines else ''}"[:300])


def main(version, listed, emit, assemblers=()):
    """Does what the command line asks for. Each call is compiled in a process of its own: a compiler may crash."""
    if sys.argv[1] == "list":
        print(json.dumps({"version": version, "listed": sorted(listed()), "assemblers": list(assemblers)}))
        return
    for number, (name, call) in enumerate(json.load(sys.stdin)):
        child = os.fork()
        if child == 0:
            emit_one(sys.argv[1], number, name, call, emit)
            sys.stdout.flush()
            os._exit(0)
        os.waitpid(child, 0)
