;;; ptxcheck.el --- ptxcheck in Emacs, by eglot -*- lexical-binding: t -*-
;; Put this file into a directory of `load-path', and (require 'ptxcheck) into the init file.
;; Emacs 29 has eglot; for Emacs 26.3 to 28 it is a package.

(require 'eglot)

(define-derived-mode ptx-mode prog-mode "PTX"
  "Mode for PTX, the assembly of NVIDIA GPUs."
  (modify-syntax-entry ?/ ". 124b")
  (modify-syntax-entry ?* ". 23")
  (modify-syntax-entry ?\n "> b")
  (modify-syntax-entry ?% "_")
  (modify-syntax-entry ?$ "_")
  (setq-local comment-start "// " comment-end "")
  (setq-local font-lock-defaults
              '((("\\_<%[a-zA-Z0-9_$.]+" . font-lock-variable-name-face)
                 ("^[ \t]*\\([a-zA-Z0-9_$%]+\\):[^:]" 1 font-lock-constant-face)
                 ("\\_<[a-z][a-z0-9_]*\\(?:\\.[a-z0-9_:]+\\)+" . font-lock-keyword-face)
                 ("\\.[a-z][a-z0-9_:]*" . font-lock-type-face)))))

(add-to-list 'auto-mode-alist '("\\.ptx\\'" . ptx-mode))
(add-to-list 'eglot-server-programs '(ptx-mode "ptxcheck" "lsp"))
(add-hook 'ptx-mode-hook #'eglot-ensure)

(provide 'ptxcheck)
;;; ptxcheck.el ends here
