;;; Steps in Emacs, in batch: a mistake is underlined, fixed, and what is behind it is found.

(require 'ptxcheck)
(require 'flymake)

(defun wait-for (what check)
  "Waits until CHECK gives something, and returns it."
  (let ((tries 0) result)
    (while (not (setq result (funcall check)))
      (when (> (setq tries (1+ tries)) 1000)
        (message "failed: %s" what)
        (kill-emacs 1))
      (accept-process-output nil 0.02))
    result))

(defun found ()
  "Returns what eglot has underlined, as texts."
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(setq eglot-sync-connect 20 eglot-confirm-server-initiated-edits nil eglot-confirm-server-edits nil)
(find-file "mixed.ptx")
(unless (eglot-current-server)
  (apply #'eglot (eglot--guess-contact)))
(flymake-mode 1)
(wait-for "the mistake is underlined"
          (lambda () (flymake-start) (and (found) (string-match "did you mean .bulk_group" (car (found))))))
(message "%d: %s" (line-number-at-pos (flymake-diagnostic-beg (car (flymake-diagnostics)))) (car (found)))
(goto-char (flymake-diagnostic-beg (car (flymake-diagnostics))))
(let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
  (message "hover: %s" (car (split-string (plist-get (plist-get hover :contents) :value) "\n\n"))))
(let* ((actions (eglot-code-actions (point) (point)))
       (fix (seq-find (lambda (action) (plist-get action :isPreferred)) actions)))
  (apply #'eglot--apply-workspace-edit (plist-get fix :edit)
         (and (> (cdr (func-arity #'eglot--apply-workspace-edit)) 1) '(nil))) ; whoever asked, from Emacs 30 on
  (eglot--signal-textDocument/didChange)) ; which an idle Emacs does by itself
(wait-for "the hazard behind it is found"
          (lambda () (flymake-start) (and (found) (string-match "pending\\|complete" (car (found))))))
(message "then: %s" (car (found)))
(message "line: %s" (string-trim (thing-at-point 'line t)))
(goto-char (point-min))
(message "symbols: %s" (car (seq-find #'consp (funcall imenu-create-index-function))))
(eglot-shutdown (eglot-current-server))
(message "done")
