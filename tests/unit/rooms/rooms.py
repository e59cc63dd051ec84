"""The rooms of src/: which of them each may see, and who includes and calls whom.

A file here is a room and a name: syntax/parser is src/syntax/parser.h and src/syntax/parser.c together. Lexers (.re) are
files like any other. The public headers are the room `include`, the tables the room `grammar`; a table in another room (.def) is a file of its own there.
"""

import re
import subprocess
from pathlib import Path

# What rooms of the analysis see.
LOWER = "include grammar base tables report syntax legality tensormap"
FUNCTION = LOWER + " analysis/semantics analysis/program analysis/values"
FINDINGS = FUNCTION + " analysis/findings"
RULES = FINDINGS + " analysis/rules"
EXECUTION = RULES + " analysis/execution"

# What rooms of the command see.
BELOW_OPTIONS = "include cli/system cli/files cli/format"
COMMAND = BELOW_OPTIONS + " cli/options cli/config"
FOLDERS = " ".join("cli/commands/" + name for name in
                   "where swizzle pipeline completion tensormap check compile".split())

# A room, the rooms that it may see, what it holds. No row sees one after it.
ROOMS = [
    ("grammar", "", "what is true of PTX, in rows"),
    ("include", "", "the public headers: all that programs see"),
    ("base", "include", "memory, text, symbols"),
    ("tables", "include grammar base", "the rows as C, and their words"),
    ("report", "include grammar base tables", "rules, findings, and what takes findings"),
    ("index", "include grammar base tables report", "writes the indices over the rows, when the library is built"),
    ("syntax", "include grammar base tables report", "from bytes to instructions"),
    ("outline", "include grammar base tables report syntax", "the names of a text"),
    ("tensormap", "include grammar base tables report", "tensor maps: from JSON, to a verdict"),
    ("plan", "include grammar base tables report tensormap", "from a copy to the instructions that do it"),
    ("host/common", "include grammar base tables report syntax", "strings, literals, snippets"),
    ("host/c", "include grammar base tables report syntax tensormap host/common", "C, C++ and CUDA"),
    ("host", "include grammar base tables report syntax host/common host/c", "PTX inside other languages"),
    ("legality", "include grammar base tables report syntax", "from an instruction to a verdict; questions about it"),
    ("legality/explain", "include grammar base tables report syntax legality", "why not, and what to write instead"),
    ("analysis/semantics", LOWER, "what instructions do over time, in rows"),
    ("analysis/program", LOWER + " analysis/semantics", "a function: graph, dominators, dataflow, calls"),
    ("analysis/values", LOWER + " analysis/semantics analysis/program", "what registers hold: affine values, conditions"),
    ("analysis/findings", FUNCTION, "what all rules ask, and how they report"),
    ("analysis/rules", FINDINGS, "the analysis of a function, and its other rules"),
    ("analysis/code", RULES, "a kernel as it is executed: slice, ops, layout"),
    ("analysis/automata", RULES + " analysis/code", "the state of an execution, and what goes wrong in it"),
    ("analysis/execution", RULES + " analysis/code analysis/automata", "launches a kernel and executes it"),
    ("api", EXECUTION + " legality/explain host/common host/c host plan", "the checks that programs call"),
    ("cli/system", "include", "hides the operating system"),
    ("cli/files", "include cli/system", "finds files, and tells their languages"),
    ("cli/format", "include cli/system cli/files", "prints text, JSON and diffs"),
    ("cli/options", BELOW_OPTIONS, "reads the command line"),
    ("cli/config", BELOW_OPTIONS + " cli/options", "reads the configuration of a project"),
    ("cli/lsp", COMMAND, "serves an editor"),
    ("cli/commands", COMMAND + " cli/lsp", "the subcommands"),
    ("cli/commands/where", COMMAND + " cli/commands", "where an instruction is legal"),
    ("cli/commands/swizzle", COMMAND + " cli/commands", "a box in shared memory"),
    ("cli/commands/pipeline", COMMAND + " cli/commands", "pictures of an execution"),
    ("cli/commands/completion", COMMAND + " cli/commands", "scripts for shells"),
    ("cli/commands/tensormap", COMMAND + " cli/commands", "pictures of tensor maps"),
    ("cli/commands/check", COMMAND + " cli/commands cli/commands/tensormap", "checks files"),
    ("cli/commands/compile", COMMAND + " cli/commands cli/commands/check", "stands before ptxas and nvcc"),
    ("cli", COMMAND + " cli/commands " + FOLDERS, "finds the subcommand and runs it"),
]
SEES = {room: sees.split() for room, sees, _ in ROOMS}


def room_of(file):
    return file.rpartition("/")[0]


def file_of(path):
    """The file that a source belongs to."""
    if path.parts[0] == "src" and path.suffix == ".def":
        return path.relative_to("src").as_posix()
    if path.parts[0] == "src":
        return path.relative_to("src").with_suffix("").as_posix()
    return {".h": "include/", ".def": "grammar/"}[path.suffix] + path.stem


class Tree:
    """The sources below `top`. `sources` are their paths, `uses` are triples: a file, another that it includes, and the
    place in words. `odd` are the places that name a header of the tree in another way than "room/name.h"."""

    def __init__(self, top):
        self.top = Path(top)
        patterns = ["src/**/*.[ch]", "src/**/*.re", "src/**/*.def", "include/ptxcheck/*.h", "grammar/*.def"]
        self.sources = sorted(path.relative_to(top) for pattern in patterns for path in self.top.glob(pattern))
        self.uses, self.odd = [], []
        self.names = {self.name_of(path): path for path in self.sources if self.name_of(path)}
        self.names.update({("include", path.name): path for path in self.sources if path.parts[0] == "include"})
        for path in self.sources:
            for number, line in enumerate(self.text(path).splitlines(), 1):
                found = re.match(r'\s*#\s*include\s*([<"])([^">]*)', line)
                if found:
                    self.add_include(path, f"{path}:{number}", *found.groups())

    def text(self, path):
        return (self.top / path).read_text(encoding="utf-8")

    def add_include(self, path, place, quote, name):
        room = path.parts[0]
        used = self.names.get(("include", name)) if room == "include" else None
        used = used or self.names.get(("", name))
        if used:
            self.uses.append((file_of(path), file_of(used), f"{place} includes {name}"))
        if (quote == '"') != bool(used):
            self.odd.append(f'{place} includes {name}, which is not the "room/name.h" of a header')

    @staticmethod
    def name_of(path):
        """The name by which others include the source, within "include" or anywhere (""); None: nobody may."""
        room = path.parts[0]
        if room == "grammar":
            return "", path.name
        return ("", path.relative_to(room).as_posix()) if path.suffix in (".h", ".def") and len(path.parts) > 2 else None

    def public(self):
        """The functions of the public headers, each with the header that declares it."""
        headers = [path for path in self.sources if path.parts[0] == "include"]
        return {name: file_of(path) for path in headers for name in re.findall(r"\b(ptxc_\w+)\(", self.text(path))}


def read_symbols(nm, objects):
    """For the file of each object the symbols that it defines, and those that it uses."""
    symbols = {}
    listing = subprocess.run([nm, "-A", "-P", "-g", *objects], stdout=subprocess.PIPE, check=True).stdout.decode()
    for path in objects:
        room, name = re.search(r"src/(.+/)?CMakeFiles/[^/]+\.dir/(?:\./)?(.+)\.c\.o", path).groups()
        symbols[path] = ((room or "") + name, set(), set())
    for line in listing.splitlines():
        path, row = line.rsplit(".o: ", 1)
        symbol, kind = row.split()[:2]
        if not symbol.startswith("__"):  # those of sanitizers
            symbols[path + ".o"][2 if kind in "Uvw" else 1].add(symbol)
    return {file: (defined - used, used) for file, defined, used in symbols.values()}


def symbol_uses(symbols, public):
    """Triples like those of Tree.uses, for symbols. The command knows the library by its public headers alone."""
    owners = {name: file for file, (defined, _) in symbols.items() for name in defined}
    for file, (_, used) in sorted(symbols.items()):
        for name in sorted(used & owners.keys()):
            owner = owners[name]
            if room_of(file).startswith("cli") and name in public:
                owner = public[name]
            yield file, owner, f"{file} uses {name} of {owner}"


def arrows_up(uses):
    for file, used, how in uses:
        room, other = room_of(file), room_of(used)
        if room not in SEES:
            yield f"{how}, and {room} is no room"
        elif other != room and other not in SEES[room]:
            yield f"{how}: {room} may not see {other}"


def circles(uses):
    """For each way in which files use each other in a circle, the places, one to a line."""
    graph = {}
    for file, used, how in uses:
        if file != used:
            graph.setdefault(file, {}).setdefault(used, how)
    path, done = [], set()

    def visit(file):
        if file in path:
            circle = path[path.index(file):]
            first = circle.index(min(circle))
            circle = circle[first:] + circle[:first]
            steps = [graph[user][used] for user, used in zip(circle, circle[1:] + circle[:1])]
            yield "\n    ".join([f"a circle: {', '.join(circle)}", *steps])
        elif file not in done:
            path.append(file)
            for used in sorted(graph.get(file, ())):
                yield from visit(used)
            done.add(path.pop())

    for file in sorted(graph):
        yield from visit(file)


def without_header(tree, symbols, public):
    """A header of its room, or of one around it, declares what a source defines, but for the functions that programs see,
    and for main."""
    declared = {}
    for path in tree.sources:
        if path.suffix == ".h":
            code = re.sub(r"/\*.*?\*/", "", tree.text(path), flags=re.DOTALL)
            declared.setdefault(room_of(file_of(path)), set()).update(re.findall(r"\b\w+", code))
    for path in tree.sources:
        file = file_of(path)
        if path.suffix != ".c":
            continue
        if file not in symbols:
            yield f"{path}: no object of it is built"
        elif path.with_suffix(".h") not in tree.sources:
            around = ["/".join(file.split("/")[:i]) for i in range(1, file.count("/") + 1)]
            seen = set().union(*(declared.get(room, set()) for room in around))
            hidden = sorted(symbols[file][0] - public.keys() - seen - {"main"})
            if hidden:
                yield f"{path}: no header of its room declares {', '.join(hidden)}"


def tags_twice(tree):
    """A tag with the prefix stands for one thing, in whatever room."""
    places = {}
    for path in tree.sources:
        for number, line in enumerate(tree.text(path).splitlines(), 1):
            found = re.match(r"(?:typedef )?(?:struct|union|enum) (ptxc_\w+) {", line)
            if found:
                places.setdefault(found[1], []).append(f"{path}:{number}")
    for tag, where in places.items():
        if len(where) > 1:
            yield f"{tag} is defined more than once: {', '.join(where)}"


def problems(tree, symbols):
    """All that is wrong, in sentences. Without symbols (None) only the includes are looked at."""
    public = tree.public()
    uses = [*tree.uses, *(symbol_uses(symbols, public) if symbols else [])]
    found = [*tree.odd, *arrows_up(uses), *circles(uses), *tags_twice(tree)]
    return found + ([*without_header(tree, symbols, public)] if symbols else [])
