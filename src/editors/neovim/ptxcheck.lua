-- ptxcheck in Neovim 0.7 or newer: put this file into the directory plugin/ of its configuration.
local config = { name = "ptxcheck", cmd = { "ptxcheck", "lsp" } }
local client -- of Neovim 0.7, which does not keep it

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, { pattern = "*.ptx", command = "setfiletype ptx" })
vim.api.nvim_create_autocmd("FileType", {
  pattern = { "ptx", "cuda", "c", "cpp", "python", "rust", "julia", "llvm", "mlir" },
  callback = function(arguments)
    if vim.lsp.start then
      vim.lsp.start(config, { bufnr = arguments.buf })
    else
      client = client or vim.lsp.start_client(config)
      vim.lsp.buf_attach_client(arguments.buf, client)
    end
  end,
})
