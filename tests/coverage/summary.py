"""summary.py FILE: what gcovr found, as a table: for each room of src/ the lines and branches that were reached, and the
files with the most branches that were not."""
import json
import os
import sys

MOST = 30  # files


def counts(lines):
    """Gives the lines, those of them that were reached, the branches, and those that were taken."""
    code = [line for line in lines if not line.get("gcovr/noncode")]
    branches = [branch for line in code for branch in line["branches"]]
    return (len(code), sum(line["count"] > 0 for line in code),
            len(branches), sum(branch["count"] > 0 for branch in branches))


def room(path):
    """Gives the room of a file; what re2c and the program of the indices made stands for itself."""
    parts = path.split("src/", 1)[1].split("/")[:-1]
    return "made when built" if path.startswith("build") else "/".join(parts[:2]) or "."


def share(part, whole):
    return f"{100 * part / whole:6.1f} %" if whole else "      –  "


def row(name, lines, reached, branches, taken):
    print(f"{name:28}{reached:7} of{lines:6}{share(reached, lines)}{taken:7} of{branches:6}{share(taken, branches)}")


def total(found):
    return [sum(column) for column in zip(*found)] or [0, 0, 0, 0]


def main():
    with open(sys.argv[1], encoding="utf-8") as stream:
        files = {file["file"]: counts(file["lines"]) for file in json.load(stream)["files"]}
    rooms = {}
    for path, found in files.items():
        rooms.setdefault(room(path), []).append(found)
    print(f"\n{'room':28}{'lines':>16}{'':8}{'branches':>16}")
    for name in sorted(rooms):
        row(name, *total(rooms[name]))
    row("the library", *total([c for path, c in files.items() if not room(path).startswith("cli")]))
    row("the command", *total([c for path, c in files.items() if room(path).startswith("cli")]))
    print("\nBranches that were not taken, and lines that were not reached:")
    for path in sorted(files, key=lambda path: files[path][3] - files[path][2])[:MOST]:
        lines, reached, branches, taken = files[path]
        print(f"{branches - taken:6}{lines - reached:6}  {os.path.normpath(path)}")


main()
