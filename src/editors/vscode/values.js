/* What the protocol says in terms of the editor, and the other way round. */
"use strict";

const vscode = require("vscode");

/* ---- to the editor ---- */

const position = ({ line, character }) => new vscode.Position(line, character);
const range = ({ start, end }) => new vscode.Range(position(start), position(end));
const uri = (text) => vscode.Uri.parse(text);
const location = (each) => new vscode.Location(uri(each.uri), range(each.range));
const list = (items, make) => (items ?? []).map(make);

/* Returns Markdown, which may not run commands. */
function markdown(content) {
  if (content === undefined || typeof content === "string") return content;
  return content.kind === "plaintext" ? content.value : new vscode.MarkdownString(content.value);
}

function textEdit({ range: where, newText }) {
  return new vscode.TextEdit(range(where), newText);
}

function workspaceEdit(edit) {
  const result = new vscode.WorkspaceEdit();
  for (const [name, edits] of Object.entries(edit.changes ?? {})) result.set(uri(name), edits.map(textEdit));
  for (const { textDocument, edits } of edit.documentChanges ?? []) result.set(uri(textDocument.uri), edits.map(textEdit));
  return result;
}

function diagnostic(each) {
  const result = new vscode.Diagnostic(range(each.range), each.message, each.severity - 1);
  result.source = each.source;
  result.code = each.codeDescription ? { value: each.code, target: uri(each.codeDescription.href) } : each.code;
  result.tags = each.tags;
  result.relatedInformation = list(each.relatedInformation, ({ location: at, message }) =>
    new vscode.DiagnosticRelatedInformation(location(at), message));
  result.original = each; // what the server is asked about
  return result;
}

function command(each) {
  return { title: each.title, command: each.command, arguments: each.arguments };
}

function codeAction(each) {
  if (typeof each.command === "string") return command(each);
  const result = new vscode.CodeAction(each.title, each.kind && vscode.CodeActionKind.Empty.append(each.kind));
  result.edit = each.edit && workspaceEdit(each.edit);
  result.command = each.command && command(each.command);
  result.isPreferred = each.isPreferred;
  result.diagnostics = each.diagnostics && each.diagnostics.map(diagnostic);
  return result;
}

function completionItem(each) {
  const result = new vscode.CompletionItem(each.label, each.kind === undefined ? undefined : each.kind - 1);
  const text = each.textEdit?.newText ?? each.insertText ?? each.label;
  result.detail = each.detail;
  result.documentation = markdown(each.documentation);
  result.sortText = each.sortText;
  result.filterText = each.filterText;
  result.preselect = each.preselect;
  result.tags = each.tags;
  result.insertText = each.insertTextFormat === 2 ? new vscode.SnippetString(text) : text;
  result.range = each.textEdit && range(each.textEdit.range);
  return result;
}

function symbol(each) {
  const result = new vscode.DocumentSymbol(each.name, each.detail ?? "", each.kind - 1, range(each.range),
                                           range(each.selectionRange));
  result.children = list(each.children, symbol);
  return result;
}

function inlayHint(each) {
  const result = new vscode.InlayHint(position(each.position), each.label, each.kind);
  result.paddingLeft = each.paddingLeft;
  result.paddingRight = each.paddingRight;
  result.tooltip = markdown(each.tooltip);
  return result;
}

function signatureHelp(each) {
  const result = new vscode.SignatureHelp();
  result.activeSignature = each.activeSignature ?? 0;
  result.activeParameter = each.activeParameter ?? 0;
  result.signatures = each.signatures.map((signature) => {
    const made = new vscode.SignatureInformation(signature.label, markdown(signature.documentation));
    made.parameters = list(signature.parameters, (parameter) =>
      new vscode.ParameterInformation(parameter.label, markdown(parameter.documentation)));
    return made;
  });
  return result;
}

function selectionRange({ range: where, parent }) {
  return new vscode.SelectionRange(range(where), parent && selectionRange(parent));
}

/* ---- to the server ---- */

const fromPosition = ({ line, character }) => ({ line, character });
const fromRange = ({ start, end }) => ({ start: fromPosition(start), end: fromPosition(end) });
const fromDocument = (document) => ({ uri: document.uri.toString() });
const fromPlace = (document, at) => ({ textDocument: fromDocument(document), position: fromPosition(at) });
const fromOptions = ({ tabSize, insertSpaces }) => ({ tabSize, insertSpaces });

module.exports = {
  codeAction, completionItem, diagnostic, inlayHint, list, location, markdown, position, range, selectionRange,
  signatureHelp, symbol, textEdit, uri, workspaceEdit,
  fromDocument, fromOptions, fromPlace, fromPosition, fromRange,
};
