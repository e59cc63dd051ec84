"""How much there is in src/, in a few counts, each with the most that it may be. A bound goes down with what is taken
away; one that goes up says why in its commit."""

import collections
import re
import statistics

from rooms import room_of

# What is counted, and the most of it.
BOUNDS = {
    "lines": 81937,
    "files": 563,
    "sources in a room": 20,
    "headers behind a source, in the middle": 19,
    "headers with one reader": 28,
    "tags that two structures have": 0,
    "shared functions that one file uses": 497,
    "shared names without their room": 168,
}
TAG = re.compile(r"^struct (\w+) \{", re.MULTILINE)
SHARED = "ptxc_"  # begins the names that files of the library share


def includes(tree):
    """For each source and header the headers that it includes itself."""
    headers = {name: path for (_, name), path in tree.names.items() if path.suffix == ".h"}
    found = {}
    for _, _, place in tree.uses:
        user, name = place.partition(":")[0], place.split(" ")[-1]
        if name in headers:
            found.setdefault(user, set()).add(headers[name].as_posix())
    return found


def behind(included, source):
    """The headers that a source includes, and those that these include."""
    seen, left = set(), [source]
    while left:
        new = included.get(left.pop(), set()) - seen
        seen |= new
        left.extend(new)
    return seen


def readers(tree, included):
    """For each header of src/ how many files include it, but for its own source."""
    headers = [path for path in tree.sources if path.parts[0] == "src" and path.suffix == ".h"]
    return {path: sum(path.as_posix() in names for user, names in included.items()
                      if user != path.with_suffix(".c").as_posix()) for path in headers}


def is_of_room(name, file):
    """Whether a name says of which room or file it is, by any of their words."""
    words = {word.rstrip("s") for word in file.replace("/", "_").split("_")}
    return any(word.rstrip("s") in words for word in name.removeprefix(SHARED).split("_"))


def weigh(tree, symbols, public):
    """The counts. Without symbols (None) those of functions are left out."""
    paths = [path for path in tree.sources if path.parts[0] == "src" and path.suffix in (".c", ".h", ".re")]
    sources = [path for path in paths if path.suffix == ".c"]
    rooms = [path.parent for path in sources]
    included = includes(tree)
    tags = collections.Counter(tag for path in paths for tag in TAG.findall(tree.text(path)))
    counts = {
        "lines": sum(len(tree.text(path).splitlines()) for path in paths),
        "files": len(paths),
        "sources in a room": max(rooms.count(room) for room in rooms),
        "headers behind a source, in the middle":
            int(statistics.median(len(behind(included, path.as_posix())) for path in sources)),
        "headers with one reader": sum(count < 2 for count in readers(tree, included).values()),
        "tags that two structures have": sum(count > 1 for count in tags.values()),
    }
    if symbols:
        users = {}
        for file, (_, used) in symbols.items():
            for name in used:
                users.setdefault(name, set()).add(file)
        shared = {name: file for file, (defined, _) in symbols.items() for name in defined
                  if name.startswith(SHARED) and name not in public and not room_of(file).startswith("cli")}
        counts["shared functions that one file uses"] = sum(len(users.get(name, ())) == 1 for name in shared)
        counts["shared names without their room"] = sum(not is_of_room(name, file) for name, file in shared.items())
    return counts


def too_much(counts, bounds):
    """What there is more of than may be, in sentences."""
    for name, count in counts.items():
        if count > bounds[name]:
            yield f"{count} {name}, and at most {bounds[name]} may be (tests/unit/rooms/weight.py)"
