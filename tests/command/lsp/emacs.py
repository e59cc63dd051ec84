"""emacs.py COMMAND CONFIGURATION: Emacs with eglot and the configuration underlines a mistake, and fixes it. Skipped (77)
where there is no Emacs with eglot."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def main():
    command, configuration = sys.argv[1:3]
    emacs = shutil.which("emacs")
    if not emacs or subprocess.run([emacs, "--batch", "--eval", "(require 'eglot)"], capture_output=True, check=False).returncode:
        print("skipped: there is no emacs with eglot")
        sys.exit(77)
    here = pathlib.Path(__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        bin_folder = pathlib.Path(folder, "bin")
        bin_folder.mkdir()
        (bin_folder / "ptxcheck").symlink_to(command)
        shutil.copy(here / "files" / "mixed.ptx", folder)
        result = subprocess.run([emacs, "--batch", "-L", pathlib.Path(configuration).parent.resolve(), "-l", here / "emacs.el"],
                                cwd=folder, env={**os.environ, "HOME": folder, "PATH": f"{bin_folder}:{os.environ['PATH']}"},
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False)
    said = result.stdout.decode()
    print(said)
    expected = ["9: ptxcheck [unknown-qualifier]: cp.async.bulk has no qualifier .bulk_grup; did you mean .bulk_group?",
                "line: cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 16;", "done"]
    good = result.returncode == 0 and all(line in said for line in expected)
    print("1 passed, 0 failed" if good else "0 passed, 1 failed")
    sys.exit(not good)


main()
