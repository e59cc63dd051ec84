"""neovim.py COMMAND CONFIGURATION: Neovim with the configuration underlines a mistake, and fixes one. Skipped (77) where
there is no Neovim."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

STEPS = r"""
local function wait(what, check)
  if not vim.wait(20000, check, 20) then
    print("failed: " .. what)
    vim.cmd("cquit")
  end
end
wait("the mistake is underlined", function() return #vim.diagnostic.get(0) == 1 end)
local found = vim.diagnostic.get(0)[1]
print(string.format("%d:%d %s", found.lnum, found.col, found.message))
local params = vim.lsp.util.make_range_params()
params.range = { start = { line = found.lnum, character = found.col }, ["end"] = { line = found.lnum, character = found.col } }
params.context = { diagnostics = {}, only = { "source.fixAll" } }
local client = vim.lsp.get_client_by_id(next(vim.lsp.buf_get_clients(0)))
local answer = client.request_sync("textDocument/codeAction", params, 20000, 0)
vim.lsp.util.apply_workspace_edit(answer.result[1].edit, client.offset_encoding)
wait("the hazard behind it is found", function()
  local left = vim.diagnostic.get(0)
  return #left == 1 and left[1].code == "bulk-store-pending-at-exit"
end)
print(vim.api.nvim_buf_get_lines(0, found.lnum, found.lnum + 1, true)[1])
if vim.lsp.inlay_hint then -- of 0.10
  wait("it pulls", function() return client.server_capabilities.diagnosticProvider and true end)
  local line = vim.api.nvim_buf_line_count(0) - 2
  vim.api.nvim_buf_set_lines(0, line, line, false, { "    cp.async.commit_group;", "    cp.async.wait_group 0;" })
  vim.lsp.inlay_hint.enable(true, { bufnr = 0 })
  wait("a hint is shown", function() return #vim.lsp.inlay_hint.get({ bufnr = 0 }) > 0 end)
  print("hint " .. vim.lsp.inlay_hint.get({ bufnr = 0 })[1].inlay_hint.label)
  wait("a mnemonic has a token", function()
    local tokens = vim.lsp.semantic_tokens.get_at_pos(0, found.lnum, 6)
    return tokens and tokens[1]
  end)
  print("token " .. vim.lsp.semantic_tokens.get_at_pos(0, found.lnum, 6)[1].type)
  vim.api.nvim_buf_set_lines(0, line, line + 2, false, {})
end
vim.cmd("normal! ggO// größe 𝔸")
vim.cmd("normal! Go// the end")
vim.cmd("normal! ggdd")
local symbols = client.request_sync("textDocument/documentSymbol", { textDocument = vim.lsp.util.make_text_document_params() }, 20000, 0)
print(symbols.result[1].name)
wait("it is closed", function() vim.lsp.stop_client(client.id) return true end)
vim.cmd("quitall!")
"""


def main():
    command, configuration = sys.argv[1:3]
    neovim = shutil.which("nvim")
    if not neovim:
        print("skipped: there is no nvim")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder, "home")
        plugin = home / "nvim" / "plugin"
        plugin.mkdir(parents=True)
        shutil.copy(configuration, plugin)
        bin_folder = pathlib.Path(folder, "bin")
        bin_folder.mkdir()
        (bin_folder / "ptxcheck").symlink_to(command)
        shutil.copy(pathlib.Path(__file__).parent / "files" / "mixed.ptx", folder)
        steps = pathlib.Path(folder, "steps.lua")
        steps.write_text(STEPS, encoding="utf-8")
        environment = {**os.environ, "HOME": folder, "PATH": f"{bin_folder}:{os.environ['PATH']}",
                       "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": folder, "XDG_STATE_HOME": folder,
                       "XDG_CACHE_HOME": folder}
        result = subprocess.run([neovim, "--headless", "-n", "mixed.ptx", "-c", f"luafile {steps}"], cwd=folder,
                                env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False)
        said = result.stdout.decode()
        print(said)
        good = ("8:36 cp.async.bulk has no qualifier .bulk_grup; did you mean .bulk_group?" in said and
                "cp.async.bulk.global.shared::cta.bulk_group [%rd1]" in said and "mixed" in said.splitlines()[-1] and
                result.returncode == 0 and ("hint" not in said or "token" in said))
        print("1 passed, 0 failed" if good else "0 passed, 1 failed")
        sys.exit(not good)


main()
