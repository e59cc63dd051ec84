"""complete.py SHELL COMMAND: lets a shell complete the lines of cases.txt with what `COMMAND completion SHELL` prints.

bash and zsh run on a terminal of their own. The line is typed there; one key completes it with all words that fit, and
another one writes it to a file. fish tells the words when it is asked. Exit status 77 where there is no such shell.
"""

import os
import pty
import re
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SECONDS = 60  # that a shell may take to answer

START = {
    "bash": """
        PS1='$ '
        . ../script
        bind '"\\C-x\\C-a": insert-completions'
        bind -x '"\\C-x\\C-e": printf "%s\\n" "$READLINE_LINE" >../line && mv ../line ../done; READLINE_LINE='
        PROMPT_COMMAND=': >../ready'
        """,
    "zsh": """
        fpath=($PWD/../functions $fpath)
        autoload -Uz compinit && compinit -u -d $PWD/../dump
        complete-all() { _main_complete; compstate[insert]=all; compstate[list]= }
        zle -C complete-all complete-word complete-all
        write-line() { print -r -- $BUFFER >../line && mv ../line ../done; BUFFER= }
        zle -N write-line
        bindkey '^X^A' complete-all
        bindkey '^X^E' write-line
        zle-line-init() { : >../ready }
        zle -N zle-line-init
        """,
}
ARGUMENTS = {"bash": ["bash", "--noprofile", "--norc", "-i"], "zsh": ["zsh", "-f", "-i"]}


def write_script(shell, command):
    script = subprocess.run([command, "completion", shell], stdout=subprocess.PIPE, check=True).stdout
    Path("script").write_bytes(script)
    Path("functions").mkdir()
    Path("functions/_ptxcheck").write_bytes(script)


class Terminal:
    """A shell that runs on a terminal."""

    def __init__(self, shell):
        Path("../start").write_text(START[shell], encoding="utf-8")
        child, self.terminal = pty.fork()
        if child == 0:
            os.environ.update(HOME=os.getcwd(), TERM="dumb" if shell == "bash" else "vt100", HISTFILE="", LC_ALL="C")
            os.execvp(ARGUMENTS[shell][0], ARGUMENTS[shell])
        self.shown = b""
        self.write(". ../start\n")
        self.wait("../ready")

    def write(self, text):
        os.write(self.terminal, text.encode())

    def wait(self, name):
        """Waits for a file, and takes what the shell shows in the meantime."""
        end = time.monotonic() + SECONDS
        while not Path(name).exists():
            if time.monotonic() > end:
                sys.exit(f"failed: no answer; the shell shows {self.shown[-2000:]!r}")
            if select.select([self.terminal], [], [], 0.02)[0]:
                self.shown += os.read(self.terminal, 4096)

    def complete(self, line):
        """Gives the words that complete the line."""
        self.write(line + "\x18\x01\x18\x05")
        self.wait("../done")
        answer = Path("../done").read_text(encoding="utf-8").rstrip("\n")
        Path("../done").unlink()
        if answer.rstrip() == line.rstrip():
            return []
        kept = re.match(r".* ", line).group()
        assert answer.startswith(kept), (line, answer)
        return re.findall(r"(?:\\.|\S)+", answer[len(kept):])


class Fish:
    """fish, which completes without a terminal."""

    def complete(self, line):
        text = f"source ../script; complete -C {shlex.quote(line)}"
        answer = subprocess.run(["fish", "--no-config", "-c", text], stdout=subprocess.PIPE, check=True,
                                env={**os.environ, "HOME": os.getcwd()}).stdout.decode()
        return [row.partition("\t")[0] for row in answer.splitlines()]


def bare(word):
    """A word without what stands before it in the same argument, and without the '=' that follows an option."""
    word = re.sub(r"^(--[^=]*=|-W)(?=.)", "", word)
    return re.sub(r"^.*[=,](?=.)", "", word).rstrip("=")


def agrees(how, found, wanted):
    if how == "=>":
        return found == wanted
    return wanted <= found if how == ">=" else not wanted & found


def run(shell, command, cases):
    write_script(shell, command)
    Path("files").mkdir()
    os.chdir("files")
    for name in ["kernel.ptx", "two words.cu", "forest.ptx"]:
        Path(name).touch()
    completer = Fish() if shell == "fish" else Terminal(shell)
    failed = 0
    for case in cases:
        line, how, wanted = re.match(r"(.*?) ([=>!]>|>=) ?(.*)", case).groups()
        wanted = set(re.findall(r"(?:\\.|\S)+", wanted))
        if shell == "fish":
            wanted = {word.replace("\\", "") for word in wanted}
        found = {bare(word) for word in completer.complete(line)}
        if not agrees(how, found, wanted):
            failed += 1
            print(f"failed: '{line}' {how} {sorted(wanted)}, found {sorted(found)}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return failed > 0 or not cases


def main():
    shell, command = sys.argv[1:]
    if not shutil.which(shell):
        print(f"skipped: no {shell}")
        return 77
    rows = Path(__file__).with_name("cases.txt").read_text(encoding="utf-8").splitlines()
    cases = [row for row in rows if not row.startswith("#")]
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        return run(shell, command, cases)


if __name__ == "__main__":
    sys.exit(main())
