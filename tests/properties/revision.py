"""--diff-base reports the findings that name a line which was changed, and no others."""

import os
import subprocess

from command import expect
import baseline

COUNTED = "findings"
COMMENTS = {"ptx": " // {}", "cu": " // {}", "py": "  # {}"}


def unavailable():
    """Says what is missing."""
    try:
        subprocess.run(["git", "--version"], capture_output=True, check=True)
    except OSError:
        return "git is not here"
    return None


def git(command, *arguments):
    """Runs git where the files are, without what the user has set."""
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    settings = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "core.autocrlf=false"]
    subprocess.run(["git", *settings, *arguments], cwd=command.folder, env=environment, check=True, capture_output=True)


def named(text, finding):
    """Gives the lines that a finding names."""
    places = [finding["position"], finding["cause"], *(note["position"] for note in finding["notes"])]
    return {place["line"] + text.count(b"\n", place["offset"], end) for place in places if place
            for end in range(place["offset"], place["offset"] + place["length"])}


def changeable(name, line):
    """Decides whether a comment may follow what stands in a line."""
    return not line.endswith("\\") and (name.endswith(".ptx") or line.endswith(";") or not line)


def try_one(command, rnd, known):
    """Commits random files, changes some of their lines, and adds a file that git does not know."""
    files = baseline.tree(rnd, known)
    baseline.write(command, files)
    git(command, "init", "-q", ".")
    git(command, "add", "-A")
    git(command, "commit", "-q", "-m", "x")
    options = ["--no-flow", "-W", "asm-memory-clobber=off"]
    expect(not command.findings("--diff-base=HEAD", *options, *files), "findings where nothing was changed")
    changed = {}
    for name, lines in files.items():
        places = [i for i, line in enumerate(lines) if changeable(name, line) and rnd.randrange(3) == 0]
        for i in places:
            lines[i] += COMMENTS[name.rsplit(".", 1)[1]].format(rnd.random())
        changed[name] = {i + 1 for i in places}
    files["new.ptx"] = [baseline.NEW["ptx"]]
    changed["new.ptx"] = {1}
    baseline.write(command, files)
    wanted = [(name, x) for name, x in command.diagnostics(*options, *files) if named(command.read(name), x) & changed[name]]
    found = command.diagnostics("--diff-base=HEAD", *options, *files)
    expect(found == wanted, "changed are", changed, "and reported is", *(x for x in found if x not in wanted),
           "and not", *(x for x in wanted if x not in found))
    return len(found)
