"""`check --fix` makes the certain edits of the report, again until there are none, and changes nothing else."""

import re
import shutil
import subprocess

from command import expect
import sources

COUNTED = "fixes"
PASSES = 50
OPTIONS = [[], [], ["-W", "qualifier-order=note"], ["--target=sm_90a", "--ptx=8.6"], ["--only=syntax,legality"],
           ["-W", "qualifier-order=warning", "--portable=sm_100"], ["-W", "unknown-qualifier=off", "-Werror"]]


def model(command, *options, name):
    """Makes the certain fixes that the report offers, in its order and without overlaps, until there are none, but for
    those of instructions that are refused all the same; gives how many were made."""
    fixed = 0
    for _ in range(PASSES):
        text, left = command.read(name), set()
        offered = [edits_of(x) for _, x in command.diagnostics(*options, name)]
        while True:
            taken, count = [], 0
            for i, edits in enumerate(offered):
                new = [edit for edit in edits if edit not in taken]
                if i not in left and new and not any(overlap(a, b) for a in new for b in taken):
                    taken += new
                    count += 1
            made = applied(text, taken)
            command.write(name, made)
            wrong = refused(command, *options, name=name) if taken else []
            more = {i for i, edits in enumerate(offered) if edits and i not in left and
                    any(is_in_instruction(made, place_after(edits[0][0], taken), x) for x in wrong)}
            if not more:
                break
            left |= more
        if not taken:
            return fixed
        fixed += count
    expect(False, "fixing does not end")
    return fixed


def edits_of(diagnostic):
    """Gives the edits of a finding, if they are certain."""
    return [(x["position"]["offset"], x["position"]["length"], x["text"].encode())
            for x in diagnostic["fixes"]] if diagnostic["fixes_certain"] else []


def applied(text, edits):
    """Gives the text with these edits made."""
    for at, length, new in sorted(edits, reverse=True):
        text = text[:at] + new + text[at + length:]
    return text


def place_after(place, edits):
    """Gives where a place is once the edits before it are made."""
    return place + sum(len(new) - length for at, length, new in edits if at < place)


def refused(command, *options, name):
    """Gives the places of the errors of the assembler that no fix mends."""
    return [x["position"]["offset"] for _, x in command.diagnostics(*options, name)
            if x["class"] in ("syntax", "legality") and not (x["fixes"] and x["fixes_certain"])]


def is_in_instruction(text, place, other):
    """Decides whether the other place is in the instruction around this one."""
    begin = max([m.end() for m in re.finditer(rb";|[{}](?=[\r\n])", text[:place + 1]) if m.end() <= place], default=0)
    begin += len(re.match(rb"[\s\x80-\xff]*", text[begin:place])[0])
    end = text.find(b";", place)
    return begin <= other <= (end if end >= 0 else len(text))


def overlap(a, b):
    """Decides whether two edits change the same bytes."""
    if not a[1] or not b[1]:
        return a[0] < b[0] < a[0] + a[1] or b[0] < a[0] < b[0] + b[1]
    return a[0] < b[0] + b[1] and b[0] < a[0] + a[1]


def try_one(command, rnd, known):
    """Mends a random source, by the command and by the model."""
    extension, text = sources.source(rnd, known, most=2)
    name, other = f"made.{extension}", f"model.{extension}"
    text = text.encode()
    command.write(name, text)
    command.write(other, text)
    options = rnd.choice(OPTIONS)
    before = command.findings(*options, name)
    diff = command.run("--diff", "--no-config", *options, name)
    expect(command.read(name) == text, "--diff changes the file")
    status, out, said = command.run("--fix", "--no-config", *options, "-", "--stdin-filename", name, given=text)
    fixed, _, _ = command.run("--fix", "--no-config", *options, name)
    mended, left = command.read(name), command.findings(*options, name)
    count = re.search(rb"; (\d+) fixed", said)
    count = int(count[1]) if count else 0
    expect(fixed == status, "the status differs for standard input")
    expect(status == any(x.severity != "note" for x in left), "the status is", status, "and left is", left)
    expect(out == mended, "standard input becomes something else:", out)
    expect((count > 0) == (mended != text), count, "are fixed, and the file is another:", mended != text)
    expect(diff[0] == (status or mended != text), "the status of --diff is", diff[0])
    compare_lines(text, mended, before)
    again, _, said = command.run("--fix", "--no-config", *options, name)
    expect(command.read(name) == mended and again == status and b" fixed" not in said, "a second run changes more")
    command.write(name, text)
    patched(command, name, diff[1], mended)
    expected = model(command, *options, name=other)
    expect(command.read(other) == mended, "the model makes", command.read(other).decode(), "and not",
           mended.decode())
    expect(expected == count, "the model makes", expected, "fixes, and not", count)
    return count


def compare_lines(text, mended, before):
    """Only lines of instructions of which something was found may change, and no line may go."""
    old, new = text.split(b"\n"), mended.split(b"\n")
    expect(len(old) == len(new), "lines have come or gone")
    blamed = {x.line for x in before}
    for i, (a, b) in enumerate(zip(old, new), 1):
        near = any(abs(i - line) <= 2 for line in blamed)  # an instruction may begin on the line before
        expect(a == b or near, f"line {i} was changed, of which nothing was found:", a, b)
        expect(a.split(b"// ")[1:] == b.split(b"// ")[1:], "a comment was changed:", a, b)


def patched(command, name, diff, mended):
    """What --diff prints, patch makes of the file."""
    if diff and not shutil.which("patch"):
        return
    if diff:
        subprocess.run(["patch", "--binary", "-s", "-p0", name], input=diff, cwd=command.folder, check=True)
    expect(command.read(name) == mended, "--diff says something else than --fix does:", diff.decode())
