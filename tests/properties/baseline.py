"""A baseline knows its findings when lines are moved, inserted and indented, and knows no others."""

import collections
import re

from command import expect
import sources

COUNTED = "known findings"
NEW = {"ptx": "cp.async.wait_group -77;", "cu": 'asm volatile("cp.async.wait_group -77;" ::: "memory");',
       "py": 'new = "cp.async.wait_group -77;"'}
UNRELATED = {"ptx": ["// one", "", "   "], "cu": ["// größe", "", "int x;"], "py": ["# größe", "", "x = 1"]}


def tree(rnd, known):
    """Gives the lines of some random files by name."""
    files = {}
    for i in range(rnd.randrange(1, 4)):
        extension, text = sources.source(rnd, known, count=rnd.randrange(1, 12))
        files[f"{rnd.choice(['', 'a/', 'b c/'])}made{i}.{extension}"] = text.replace("\r\n", "\n").split("\n")
    return files


def moved(rnd, name, lines):
    """Inserts lines where they change nothing: at the beginning and end, and in PTX between the instructions."""
    extension, lines = name.rsplit(".", 1)[1], list(lines)
    for _ in range(rnd.randrange(5)):
        lines.insert(0 if extension == "cu" or rnd.randrange(2) else len(lines), rnd.choice(UNRELATED[extension]))
    if extension == "ptx":
        ends = [i for i, line in enumerate(lines) if line.rstrip().endswith(";")]
        for i in sorted(rnd.sample(ends, min(3, len(ends))), reverse=True):
            lines.insert(i + 1, rnd.choice(UNRELATED["ptx"]))
        lines = [rnd.choice(["", "  ", "\t"]) + line for line in lines]
    return lines


def write(command, files):
    """Writes the files."""
    for name, lines in files.items():
        command.write(name, "\n".join(lines))


def numbers(said):
    """Gives the numbers of the summary by their words."""
    return {word.decode(): int(number) for number, word in re.findall(rb"(\d+) (errors?|warnings?|notes?|known)", said)}


def try_one(command, rnd, known):
    """Writes a baseline, moves lines, and makes a new mistake."""
    files = tree(rnd, known)
    write(command, files)
    options = ["--baseline=known.json", "--no-config"]
    found = command.findings(*files)
    status, _, said = command.run("--quiet", "--update-baseline", *options, *files)
    expect(status == 0 and b"wrote" in said, "no baseline was written:", said)
    kept = command.read("known.json")
    files = {name: moved(rnd, name, lines) for name, lines in files.items()}
    write(command, files)
    again = command.findings("--baseline=known.json", *files)
    expect(not again, "after lines were moved these are new:", *again)
    status, _, said = command.run(*options, *files)
    expect(status == 0 and numbers(said).get("known", 0) == len(found), len(found), "are known, and the summary says",
           said.decode())
    expect(command.read("known.json") == kept, "the baseline was changed")
    status, _, said = command.run("--quiet", "--update-baseline", *options, *files)
    expect(status == 0 and command.read("known.json") == kept, "written anew it is another:",
           command.read("known.json").decode())
    broken(command, rnd, files, options)
    return len(found)


def broken(command, rnd, files, options):
    """A new mistake is found, and nothing else is."""
    name = rnd.choice(sorted(files))
    extension = name.rsplit(".", 1)[1]
    at = next(i for i, x in enumerate(files[name]) if "ret;" in x) if extension == "ptx" else len(files[name])
    times = rnd.randrange(1, 3)
    files[name][at:at] = [NEW[extension]] * times
    write(command, files)
    new = command.findings(*options[:1], *files)
    expect(len(new) >= times and {x.file for x in new} == {name} and
           {x.line - 1 for x in new} == set(range(at, at + times)), "the new mistakes are", times, "at", at + 1,
           "and found is", *new)
    expect(collections.Counter(x.rule for x in new)["group-count"] == times, "not the mistake was found:", *new)
