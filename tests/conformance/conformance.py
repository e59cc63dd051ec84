#!/usr/bin/env python3
"""What compilers emit for the intrinsics of the family, and whether ptxcheck reads it, judges it as ptxas does and
gives it back by fmt.

usage: conformance.py COMPILER... --ptxcheck PATH [--python EXE] [--ptxas EXE]... [--only NAME]... [--update]
       conformance.py --table [--update]

COMPILER   nvcc, llvm, triton, cutedsl, tirx. The list of intrinsics is the compiler's own: headers, tables, modules.
           Each has a row in COMPILER.txt, with what is emitted for it or the reason why nothing is.
--python   the interpreter that has the packages of triton, cutedsl and tirx
--ptxas    assemblers, tried after $PTXAS and before those of the compiler; the first that knows the PTX version judges
--only     only intrinsics with this in their names
--update   writes the row of each compiler in docs/compilers.md, and its release in COMPILER.txt
--table    asks no compiler: whether docs/compilers.md says what the data files do; $UPDATE is as --update

Exit status: 0 nothing is found; 1 there are differences; 2 something could not be done; 77 no such compiler is here.
"""

import argparse
import os
import re
import sys
import tempfile

import llvm
import nvcc
import packages
import table
from common import HERE, Absent, Trouble, numbers, read, rows
from judge import Judge, Verdict

COMPILERS = {"nvcc": nvcc.find, "llvm": llvm.find, "triton": packages.find_triton, "cutedsl": packages.find_cutedsl,
             "tirx": packages.find_tirx}
NOT_GOOD = {"refused": {"legal"}, "unknown": {"read", "legal", "same"}}  # what a mark says that it is not


def compare_list(compiler, listed, each, release):
    """Prints what has no row, and rows of what is no longer there; returns how many. The rows are not for releases that
    are older than theirs."""
    older = numbers(compiler.version) < numbers(release)
    new, gone = ([], []) if older else (sorted(listed - each.keys()), sorted(each.keys() - listed))
    for name in new:
        print(f"{compiler.title}: {name} has no row")
    for name in gone:
        print(f"{compiler.title}: {name} has a row, and {compiler.version} does not list it")
    return len(new) + len(gone)


def judge_row(judge, row, made):
    """Returns the verdict about the modules of a row."""
    verdict = Verdict()
    if isinstance(made, Trouble):
        verdict.fails("emitted", str(made))
        return verdict
    for path in made:
        judge.judge(path, verdict)
    missing = [x for x in row.mnemonics if x not in verdict.opcodes]
    if missing:
        verdict.fails("emitted", f"no {', '.join(missing)}, but {', '.join(sorted(verdict.opcodes)) or 'nothing'}")
    if verdict.assembler != row.mark.replace("unknown", ""):
        verdict.fails("legal", f"ptxas: {verdict.assembler or 'it takes it'} {verdict.message}")
    if row.mark == "unknown":
        known = "read" not in verdict.wrong
        verdict.wrong = {"read": "ptxcheck knows it now"} if known else \
            {key: x for key, x in verdict.wrong.items() if key == "emitted"}
    return verdict


def try_compiler(name, compiler, options):
    """Has a compiler emit what its rows say, and judges it; returns how much differs, and the columns of the table."""
    each, release = rows(name)
    listed = compiler.listed()
    differences = 0 if options.only else compare_list(compiler, listed, each, release)
    asked = [x for x in each.values() if x.name in listed and chosen(x.name, options)]
    emitted = [x for x in asked if x.emitted]
    judge = Judge(options.ptxcheck, options.ptxas + compiler.assemblers)
    good = dict.fromkeys(("emitted", "read", "legal", "same"), 0)
    made = compiler.emit(emitted, options.folder)
    for row in emitted:
        verdict = judge_row(judge, row, made[row.name])
        for step, text in verdict.wrong.items():
            print(f"{compiler.title}: {row.name}: {step}: {text}")
        differences += len(verdict.wrong)
        for step in good:
            good[step] += not {"emitted", step} & (verdict.wrong.keys() | NOT_GOOD.get(row.mark, set()))
    print(f"{compiler.title} {compiler.version}: {len(asked)} listed, {good['emitted']} emitted, "
          f"{len(asked) - len(emitted)} named with a reason, {good['read']} read, {good['legal']} legal, "
          f"{good['same']} came back the same", flush=True)
    return differences, (compiler.version, len(asked), good["emitted"], good["legal"], good["same"])


def chosen(name, options):
    """Whether the options ask for an intrinsic."""
    return not options.only or any(x in name for x in options.only)


def update(results):
    """Writes the table, and the releases in the data files."""
    for name, columns in results.items():
        path = os.path.join(HERE, f"{name}.txt")
        text = re.sub(r"^release .*", f"release {columns[0]}", read(path), flags=re.M)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    text = table.page(results)
    with open(table.PAGE, "w", encoding="utf-8") as file:
        file.write(text)


def try_all(options):
    """Tries the compilers; returns the exit status."""
    status, results = 77, {}
    for name in options.compilers:
        try:
            for compiler in COMPILERS[name](options):
                found, results[name] = try_compiler(name, compiler, options)
                status = max(status % 77, 1 if found else 0)
        except Absent as reason:
            print(f"{name}: {reason}", flush=True)
        except Trouble as trouble:
            print(f"{name}: {trouble}", file=sys.stderr, flush=True)
            status = 2
    if options.update and results and not options.only:
        update(results)
    return status


def check_table(options):
    """Compares the page with the data files; returns the exit status."""
    if options.update or os.environ.get("UPDATE"):
        update({})
    found = table.disagreements()
    print("\n".join(found) or f"docs/compilers.md says what {len(table.TITLES)} data files do")
    return 1 if found else 0


def main():
    """Does what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("compilers", nargs="*", metavar="COMPILER")
    parser.add_argument("--ptxcheck")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--ptxas", action="append", default=os.environ.get("PTXAS", "").split())
    parser.add_argument("--only", action="append")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    try:
        if options.table:
            return check_table(options)
        if not options.compilers or not options.ptxcheck or set(options.compilers) - COMPILERS.keys():
            parser.error(f"--ptxcheck and compilers are needed: {', '.join(COMPILERS)}")
        with tempfile.TemporaryDirectory() as options.folder:
            return try_all(options)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
