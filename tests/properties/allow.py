"""A comment allows the findings of its rule on its line, or on the next where it stands alone, and no others; above
an assignment, in all of it. Where there is none it is said to be unused."""

import re

from command import expect
import sources

COUNTED = "findings"
MARKS = {"ptx": "//", "cu": "//", "py": "#"}


def of(findings, lines):
    """Gives findings without their files and columns, with the number of their lines moved."""
    return sorted((lines(x.line), x.severity, x.rule, x.message) for x in findings)


def try_one(command, rnd, known):
    """Allows a random finding, beside it and above it, and then takes it away."""
    extension, text = sources.source(rnd, known, extension=rnd.choice(["ptx", "ptx", "py", "cu"]))
    name, text = f"made.{extension}", text.replace("\r\n", "\n").split("\n")
    command.write(name, "\n".join(text))
    options = ["--no-flow", "-W", "asm-memory-clobber=warning", name]  # a hazard may come and go with other lines
    before = command.findings(*options)
    chosen = [x for x in before if extension == "ptx" or plain(text, x.line)]
    if not chosen:
        return 0
    finding = rnd.choice(chosen)
    line, others = finding.line - 1, rnd.choice(["", "nothing-such", "cp-size-cg"])
    mark, rules = MARKS[extension], finding.rule + (f", {others}" if others and rnd.randrange(4) == 0 else "")
    beside = text[:line] + [f"{text[line]} {mark} ptxcheck: allow({rules}) because"] + text[line + 1:]
    above = text[:line] + [f"  {mark} ptxcheck: allow({rules}) because"] + text[line:]
    for made, moved, last in (beside, 0, finding.line), (above, 1, last_line(text, finding.line)):
        command.write(name, "\n".join(made))
        after = [x for x in command.findings(*options) if others not in x.message or not others]
        back = lambda number: number - moved * (number > line + 1)  # noqa: E731
        kept = [x for x in before if x.rule != finding.rule or not finding.line <= x.line <= last]
        expect(of(after, back) == of(kept, lambda number: number), "allowed was", finding, "and other findings went:",
               *set(of(before, lambda n: n)) ^ set(of(after, back)))
        ignoring = [x for x in command.findings("--ignore-allow", *options)]
        expect(of(ignoring, back) == of(before, lambda number: number), "--ignore-allow does not bring it back")
    if extension == "ptx":
        unused(command, options, text, finding)
    added(command, name, text)
    return 1


def added(command, name, text):
    """After --add-allow nothing is found, a second run changes nothing, and all but the comments is as it was."""
    command.write(name, "\n".join(text))
    command.run("--add-allow=for now", "--no-config", name)
    after = [x for x in command.findings(name) if x.rule != "unused-allow"]
    expect(not after, "these are left:", *after)
    made = command.read(name)
    command.run("--add-allow=for now", "--no-config", name)
    expect(command.read(name) == made, "a second run changed", name)
    comment = rb"ptxcheck: allow(-file)?\([^)]*\) for now"
    back = re.sub(rb" /\* " + comment + rb" \*/|[ \t]*(//|#) " + comment + rb"\n", b"", made)
    expect(back == "\n".join(text).encode(), "more than comments was added:", made.decode(errors="replace"))


def plain(text, line):
    """Decides whether a comment at the end of a line, and one above it, is one of the host language."""
    here = text[line - 1]
    if here.endswith("\\") or '"R(' in here:
        return False
    if "asm(\"" in here or "asm volatile(\"" in here:
        return here.endswith(";") and not here.startswith("#")
    return here.startswith(("asm = '", "const char")) and here.count("'") + here.count('"') in (2, 4)


def last_line(text, line):
    """Gives the last line that a comment above a plain one is about: of the assignment, where the line opens one."""
    if text[line - 1].startswith("const char") and not text[line - 1].endswith(";"):
        return next(i for i in range(line, len(text) + 1) if text[i - 1].endswith(";"))
    return line


def unused(command, options, text, finding):
    """Without its finding a comment is unused."""
    line = finding.line - 1
    text = text[:line] + [f"// ptxcheck: allow({finding.rule})", "cp.async.wait_all;"] + text[line + 1:]
    command.write(options[-1], "\n".join(text))
    found = [x for x in command.findings(*options) if x.rule == "unused-allow"]
    expect(len(found) == 1 and found[0].line == line + 1 or finding.rule in ("unknown-name", "syntax-error"),
           "a comment without its finding is not said to be unused:", finding)
