-- ptxcheck in Neovim 0.7 or newer: put this file into the directory plugin/ of its configuration.
local client

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, { pattern = "*.ptx", command = "setfiletype ptx" })
vim.api.nvim_create_autocmd("FileType", {
  pattern = { "ptx", "cuda", "c", "cpp", "python", "rust", "julia", "llvm", "mlir" },
  callback = function(arguments)
    client = client or vim.lsp.start_client({ name = "ptxcheck", cmd = { "ptxcheck", "lsp" } })
    vim.lsp.buf_attach_client(arguments.buf, client)
  end,
})
