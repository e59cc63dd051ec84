"""jupyter.py COMMAND CONFIGURATION [PICTURE]: JupyterLab with jupyterlab-lsp and the configuration, in a Chromium without a
window, underlines a mistake in a cell; PICTURE is a picture of the cell, for docs/editors.md. Skipped (77) where one of
them is not here: pip install jupyterlab jupyterlab-lsp playwright, and the package chromium."""

import importlib.util
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

NEEDED = "jupyterlab", "jupyterlab_lsp", "ipykernel", "playwright"
CELL = '''import triton
import triton.language as tl

@triton.jit
def prefetch(source, slot):
    return tl.inline_asm_elementwise(
        "cp.async.cg.shared.global [$2], [$1], 8; mov.u32 $0, 0;",
        "=r,l,r", [source, slot], dtype=tl.int32, is_pure=False, pack=1)'''
MESSAGE = "cp-size must be 16 with .cg, not 8"


def skip():
    """Ends the test where something that it needs is missing."""
    missing = [name for name in NEEDED if not importlib.util.find_spec(name)]
    if missing or not shutil.which("chromium"):
        print(f"skipped: not here: {' '.join(missing) or 'chromium'}")
        sys.exit(77)


def notebook():
    cell = {"cell_type": "code", "execution_count": None, "id": "cell", "metadata": {}, "outputs": [], "source": CELL}
    language = {"name": "python", "file_extension": ".py", "mimetype": "text/x-python",
                "codemirror_mode": {"name": "ipython", "version": 3}}
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": [cell], "metadata": {"kernelspec": kernel, "language_info": language}, "nbformat": 4, "nbformat_minor": 5}


def serve(folder, command, configuration):
    """Starts the server of JupyterLab; gives it and its address."""
    home = folder / "home"
    settings = home / ".jupyter" / "jupyter_server_config.d"
    settings.mkdir(parents=True)
    shutil.copy(configuration, settings)
    (folder / "bin").mkdir()
    (folder / "bin" / "ptxcheck").symlink_to(command)
    (folder / "notebooks").mkdir()
    (folder / "notebooks" / "kernel.ipynb").write_text(json.dumps(notebook()), encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "HOME": str(home), "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", "--allow-root", "--no-browser", f"--port={port}", "--IdentityProvider.token=",
         "--LabApp.news_url="], cwd=folder / "notebooks", env=environment, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    for _ in range(300):
        with socket.socket() as asked:
            if asked.connect_ex(("127.0.0.1", port)) == 0:
                return server, f"http://127.0.0.1:{port}/lab/tree/kernel.ipynb"
        time.sleep(0.2)
    server.kill()
    raise RuntimeError("JupyterLab does not begin")


def look(address, picture):
    """Returns the text that is underlined, and what is said of it."""
    from playwright.sync_api import sync_playwright
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1250, "height": 420})
        page.goto(address)
        mistake = page.locator("[class*=cm-lintRange]").first
        mistake.wait_for(timeout=90000)
        mistake.hover()
        said = page.locator(".cm-tooltip-lint").first
        said.wait_for(timeout=20000)
        result = mistake.inner_text(), said.inner_text()
        if picture:
            box = page.locator(".jp-Cell").first.bounding_box()
            page.screenshot(path=picture, clip={**box, "width": box["width"] - 20, "height": box["height"] + 30})
        browser.close()
    return result


def main():
    skip()
    command, configuration, picture = [*sys.argv[1:], None][:3]
    with tempfile.TemporaryDirectory() as name:
        server, address = serve(pathlib.Path(name), command, configuration)
        try:
            underlined, said = look(address, picture)
        finally:
            server.terminate()
            server.wait(30)
    print(f"{underlined}: {said}")
    good = underlined == "8" and MESSAGE in said
    print("1 passed, 0 failed" if good else "0 passed, 1 failed")
    sys.exit(not good)


main()
