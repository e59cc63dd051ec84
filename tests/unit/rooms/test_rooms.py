"""Each kind of fault, put alone into a small tree without faults, is found and told."""

import tempfile
import unittest
from pathlib import Path

from rooms import ROOMS, SEES, Tree, problems, read_symbols
from weight import BOUNDS, too_much, weigh

TREE = {
    "grammar/types.def": "",
    "src/syntax/lexer.re": '#include "syntax/lexer.h"\n',
    "include/ptxcheck/names.h": '#include <stddef.h>\n',
    "include/ptxcheck/ptxcheck.h": '#include "names.h"\nint ptxc_check(int source);\n',
    "src/base/arena.h": '#include "ptxcheck/ptxcheck.h"\n',
    "src/base/arena.c": '#include "base/arena.h"\n',
    "src/base/text.h": "",
    "src/base/text.c": '#include "base/text.h"\n',
    "src/syntax/lexer.h": '#include "base/arena.h"\n',
    "src/legality/verdict.h": "",
    "src/legality/verdict.c": '#include "legality/verdict.h"\n',
    "src/api/check.c": '#include "ptxcheck/ptxcheck.h"\n#include "legality/verdict.h"\n',
    "src/cli/files/walk.h": "",
    "src/cli/files/walk.c": '#include "cli/files/walk.h"\n#include "ptxcheck/ptxcheck.h"\n',
    "src/cli/main.c": '#include "cli/files/walk.h"\n',
}

SYMBOLS = {  # what a file defines, and what it uses
    "base/arena": ("ptxc_arena", "malloc"),
    "base/text": ("ptxc_text", "ptxc_arena"),
    "syntax/lexer": ("ptxc_lexer", "ptxc_arena"),
    "legality/verdict": ("ptxc_verdict", "ptxc_text"),
    "api/check": ("ptxc_check", "ptxc_verdict ptxc_lexer"),
    "cli/files/walk": ("walk", "ptxc_check"),
    "cli/main": ("main", "walk"),
}


class Faults(unittest.TestCase):
    def tell(self, sources=(), symbols=()):
        """What is wrong with the tree when these sources begin so, or are added, and these symbols replaced."""
        tree = dict(TREE)
        for path, text in dict(sources).items():
            tree[path] = text + tree.get(path, "")
        with tempfile.TemporaryDirectory() as top:
            for path, text in tree.items():
                Path(top, path).parent.mkdir(parents=True, exist_ok=True)
                Path(top, path).write_text(text, encoding="utf-8")
            names = {**SYMBOLS, **dict(symbols)}
            sets = {file: (set(defined.split()), set(used.split())) for file, (defined, used) in names.items()}
            return problems(Tree(top), sets)

    def test_none(self):
        self.assertEqual(self.tell(), [])

    def test_rows_go_one_way(self):
        rooms = [room for room, _, _ in ROOMS]
        for row, room in enumerate(rooms):
            self.assertLessEqual(set(SEES[room]), set(rooms[:row]), room)

    def test_include_up(self):
        found = self.tell({"src/base/arena.c": '\n#include "syntax/lexer.h"\n'})
        self.assertIn("src/base/arena.c:2 includes syntax/lexer.h: base may not see syntax", found)

    def test_include_up_from_a_lexer(self):
        found = self.tell({"src/syntax/lexer.re": '#include "legality/verdict.h"\n'})
        self.assertEqual(found, ["src/syntax/lexer.re:1 includes legality/verdict.h: syntax may not see legality"])

    def test_include_up_within_the_command(self):
        found = self.tell({"src/cli/files/walk.h": '#include "cli/format/json.h"\n', "src/cli/format/json.h": ""})
        self.assertEqual(found, ["src/cli/files/walk.h:1 includes cli/format/json.h: cli/files may not see cli/format"])

    def test_command_includes_the_inside(self):
        found = self.tell({"src/cli/main.c": '#include "base/arena.h"\n'})
        self.assertEqual(found, ["src/cli/main.c:1 includes base/arena.h: cli may not see base"])

    def test_rows_where_none_may_be(self):
        found = self.tell({"src/base/arena.c": '#include "types.def"\n'})
        self.assertEqual(found, ["src/base/arena.c:1 includes types.def: base may not see grammar"])

    def test_symbol_up(self):
        found = self.tell(symbols={"legality/verdict": ("ptxc_verdict", "ptxc_host"), "host/host": ("ptxc_host", "")})
        self.assertEqual(found, ["legality/verdict uses ptxc_host of host/host: legality may not see host"])

    def test_public_function_up(self):
        found = self.tell(symbols={"base/arena": ("ptxc_arena", "ptxc_check")})
        self.assertIn("base/arena uses ptxc_check of api/check: base may not see api", found)

    def test_command_uses_the_inside(self):
        found = self.tell(symbols={"cli/main": ("main", "walk ptxc_arena")})
        self.assertEqual(found, ["cli/main uses ptxc_arena of base/arena: cli may not see base"])

    def test_no_room(self):
        found = self.tell({"src/attic/old.h": '#include "base/arena.h"\n'})
        self.assertEqual(found, ["src/attic/old.h:1 includes base/arena.h, and attic is no room"])

    def test_circle_of_includes(self):
        found = self.tell(
            {"src/base/arena.h": '#include "base/text.h"\n', "src/base/text.c": '#include "base/arena.h"\n'}
        )
        self.assertEqual(found, ["a circle: base/arena, base/text\n    src/base/arena.h:1 includes base/text.h"
                                 "\n    src/base/text.c:1 includes base/arena.h"])

    def test_circle_of_public_headers(self):
        found = self.tell({"include/ptxcheck/names.h": '#include "ptxcheck.h"\n'})
        self.assertEqual(len(found), 1)
        self.assertIn("a circle: include/names, include/ptxcheck", found[0])

    def test_circle_of_symbols(self):
        found = self.tell(symbols={"base/arena": ("ptxc_arena", "ptxc_text")})
        self.assertEqual(found, ["a circle: base/arena, base/text\n    base/arena uses ptxc_text of base/text"
                                 "\n    base/text uses ptxc_arena of base/arena"])

    def test_circle_of_both(self):
        found = self.tell({"src/base/arena.h": '#include "base/text.h"\n'})
        self.assertEqual(found, ["a circle: base/arena, base/text\n    src/base/arena.h:1 includes base/text.h"
                                 "\n    base/text uses ptxc_arena of base/arena"])

    def test_no_header(self):
        found = self.tell({"src/syntax/skip.c": ""}, {"syntax/skip": ("ptxc_skip ptxc_check", "")})
        self.assertEqual(found, ["src/syntax/skip.c: no header of its room declares ptxc_skip"])

    def test_no_header_of_the_command(self):
        sources = {"src/cli/files/skip.c": "", "src/cli/files/copy.c": "",
                   "src/cli/files/walk.h": "/* copy */ int skip(void);\n"}
        found = self.tell(sources, {"cli/files/skip": ("skip", ""), "cli/files/copy": ("copy", "")})
        self.assertEqual(found, ["src/cli/files/copy.c: no header of its room declares copy"])

    def test_header_of_the_room(self):
        found = self.tell({"src/syntax/skip.c": "", "src/syntax/lexer.h": "int ptxc_skip(void);\n"}, {"syntax/skip": ("ptxc_skip", "")})
        self.assertEqual(found, [])

    def test_no_object(self):
        self.assertEqual(self.tell({"src/syntax/skip.c": ""}), ["src/syntax/skip.c: no object of it is built"])

    def test_tag_twice(self):
        found = self.tell({"src/base/text.h": "struct ptxc_piece {\n};\n", "src/syntax/lexer.h": "struct ptxc_piece {\n};\n"})
        self.assertEqual(found, ["ptxc_piece is defined more than once: src/base/text.h:1, src/syntax/lexer.h:1"])

    def test_odd_paths(self):
        names = '"arena.h"', '"../base/arena.h"', '"./base/arena.h"', '"base/arena.c"', "<base/arena.h>", '"names.h"'
        for name in names:
            found = self.tell({"src/base/text.c": f"#include {name}\n"})
            told = f'src/base/text.c:1 includes {name[1:-1]}, which is not the "room/name.h" of a header'
            self.assertEqual(found, [told])

    def test_symbols_are_read(self):
        with tempfile.TemporaryDirectory() as top:
            nm = Path(top, "nm")
            rows = ["main T 0 4", "walk U", "hook w", "__asan_init U"]
            nm.write_text("#!/bin/sh\nfor last; do :; done\n" + "".join(f'echo "$last: {row}"\n' for row in rows))
            nm.chmod(0o755)
            symbols = read_symbols(str(nm), ["/a/src/cli/CMakeFiles/ptxcheck-command.dir/main.c.o"])
        self.assertEqual(symbols, {"cli/main": ({"main"}, {"walk", "hook"})})


class Weight(unittest.TestCase):
    def weigh(self, sources=()):
        """The counts of the tree with these sources added."""
        with tempfile.TemporaryDirectory() as top:
            for path, text in {**TREE, **dict(sources)}.items():
                Path(top, path).parent.mkdir(parents=True, exist_ok=True)
                Path(top, path).write_text(text, encoding="utf-8")
            tree = Tree(top)
            sets = {file: (set(defined.split()), set(used.split())) for file, (defined, used) in SYMBOLS.items()}
            return weigh(tree, sets, tree.public())

    def test_counts(self):
        self.assertEqual(self.weigh(), {
            "lines": 11, "files": 12, "sources in a room": 2, "headers behind a source, in the middle": 2,
            "headers with one reader": 5, "shared functions that one file uses": 3,
            "shared names without their room": 0, "tags that two structures have": 0})

    def test_more(self):
        less, more = self.weigh(), self.weigh({"src/base/more.c": '#include "base/text.h"\n\n'})
        for name, count in {"lines": 2, "files": 1, "sources in a room": 1}.items():
            self.assertEqual(more[name] - less[name], count, name)

    def test_tags(self):
        tagged = "struct one {\n    int a;\n};\n"
        self.assertEqual(self.weigh({"src/base/a.c": tagged})["tags that two structures have"], 0)
        self.assertEqual(self.weigh({"src/base/a.c": tagged, "src/base/b.h": tagged})["tags that two structures have"],
                         1)

    def test_bounds(self):
        counts = self.weigh()
        self.assertEqual(counts.keys(), BOUNDS.keys())
        self.assertEqual([*too_much(counts, counts)], [])
        self.assertEqual([*too_much({**counts, "files": 13}, {**counts, "files": 12})],
                         ["13 files, and at most 12 may be (tests/unit/rooms/weight.py)"])


unittest.main()
