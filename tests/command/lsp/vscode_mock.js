/* As much of Visual Studio Code as the extension uses: documents that can be edited, and what is registered for them. */
"use strict";

const fs = require("node:fs");
const { pathToFileURL } = require("node:url");

/* A class whose fields are the arguments of its constructor. */
const record = (...names) => class {
  constructor(...values) {
    names.forEach((name, i) => (this[name] = values[i]));
  }
};

class Emitter {
  listeners = new Set();
  event = (listener) => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(value) {
    for (const listener of this.listeners) listener(value);
  }
}

class Uri {
  constructor(text) {
    this.text = text;
  }
  static parse(text) {
    return new Uri(text);
  }
  toString() {
    return this.text;
  }
}

const Position = record("line", "character");
const Range = record("start", "end");

const opened = new Emitter(), changed = new Emitter(), saved = new Emitter(), closed = new Emitter();
const configured = new Emitter(), folders = new Emitter();

/* A document, which is edited as the editor does: the event comes after the edit. */
class Document {
  version = 1;
  constructor(path, languageId) {
    this.uri = new Uri(pathToFileURL(path).href);
    this.languageId = languageId;
    this.text = fs.readFileSync(path, "utf8");
    workspace.textDocuments.push(this);
    opened.fire(this);
  }
  getText() {
    return this.text;
  }
  offset({ line, character }) {
    let at = 0;
    for (let i = 0; i < line; i++) at = this.text.indexOf("\n", at) + 1;
    return at + character;
  }
  place(offset) {
    const lines = this.text.slice(0, offset).split("\n");
    return new Position(lines.length - 1, lines.at(-1).length);
  }
  /* Replaces ranges of the text, from the last on. */
  edit(edits) {
    const order = [...edits].sort((a, b) => this.offset(b.range.start) - this.offset(a.range.start));
    for (const { range, newText } of order)
      this.text = this.text.slice(0, this.offset(range.start)) + newText + this.text.slice(this.offset(range.end));
    this.version++;
    changed.fire({ document: this, contentChanges: order.map(({ range, newText }) => ({ range, text: newText })) });
  }
  save() {
    saved.fire(this);
  }
  close() {
    workspace.textDocuments.splice(workspace.textDocuments.indexOf(this), 1);
    closed.fire(this);
  }
}

/* ---- what the test looks at ---- */

const providers = {}; // by the function that registers them
const commands = {};
const diagnostics = new Map();
const messages = [];
const watchers = [];
const shown = []; // documents
const progress = []; // titles
const settings = {};
let answer; // to the next message that has buttons

class WorkspaceEdit {
  edits = [];
  set(uri, edits) {
    this.edits.push([uri, edits]);
  }
}

const languages = new Proxy({
  createDiagnosticCollection: () => ({
    set: (uri, list) => diagnostics.set(uri.toString(), list),
    delete: (uri) => diagnostics.delete(uri.toString()),
    dispose: () => diagnostics.clear(),
  }),
  match: (selector, document) => (selector.some(({ language }) => language === document.languageId) ? 10 : 0),
}, {
  get: (own, name) => own[name] ?? ((selector, provider, ...more) => {
    providers[name] = { provider, more };
    return { dispose: () => delete providers[name] };
  }),
});

const workspace = {
  textDocuments: [],
  workspaceFolders: undefined,
  onDidOpenTextDocument: opened.event,
  onDidChangeTextDocument: changed.event,
  onDidSaveTextDocument: saved.event,
  onDidCloseTextDocument: closed.event,
  onDidChangeConfiguration: configured.event,
  onDidChangeWorkspaceFolders: folders.event,
  getConfiguration: () => ({ target: null, ...settings, get: (name) => settings[name] }),
  createFileSystemWatcher: (pattern) => {
    const watcher = { pattern, listeners: {}, dispose: () => {} };
    for (const event of ["onDidCreate", "onDidChange", "onDidDelete"])
      watcher[event] = (listener) => (watcher.listeners[event] = listener);
    watchers.push(watcher);
    return watcher;
  },
  applyEdit: async (edit) => {
    for (const [uri, edits] of edit.edits)
      workspace.textDocuments.find((each) => each.uri.toString() === uri.toString()).edit(edits);
    return true;
  },
};

const message = (kind) => async (text, ...buttons) => {
  messages.push(`${kind}: ${text}`);
  const chosen = buttons.includes(answer) ? answer : undefined;
  answer = undefined;
  return chosen;
};

const window = {
  showErrorMessage: message("error"),
  showWarningMessage: message("warning"),
  showInformationMessage: message("information"),
  showTextDocument: async (uri) => shown.push(uri.toString()),
  withProgress: async ({ title }, task) => {
    progress.push(title);
    return task({ report: () => {} });
  },
};

const vscode = {
  version: "1.75.0", languages, window, workspace, Uri, Position, Range, WorkspaceEdit,
  env: { openExternal: async (uri) => shown.push(uri.toString()) },
  commands: {
    registerCommand: (name, run) => {
      commands[name] = run;
      return { dispose: () => delete commands[name] };
    },
    executeCommand: (name, ...given) => commands[name](...given),
  },
  ProgressLocation: { Window: 10 },
  CodeActionKind: { Empty: { append: (value) => ({ value }) } },
  CodeAction: record("title", "kind"),
  CompletionItem: record("label", "kind"),
  CompletionList: record("items", "isIncomplete"),
  Diagnostic: record("range", "message", "severity"),
  DiagnosticRelatedInformation: record("location", "message"),
  DocumentHighlight: record("range", "kind"),
  DocumentLink: record("range", "target"),
  DocumentSymbol: record("name", "detail", "kind", "range", "selectionRange"),
  FoldingRange: record("start", "end"),
  Hover: record("contents", "range"),
  InlayHint: record("position", "label", "kind"),
  Location: record("uri", "range"),
  MarkdownString: record("value"),
  ParameterInformation: record("label", "documentation"),
  SelectionRange: record("range", "parent"),
  SemanticTokens: record("data"),
  SemanticTokensLegend: record("tokenTypes", "tokenModifiers"),
  SignatureHelp: record(),
  SignatureInformation: record("label", "documentation"),
  SnippetString: record("value"),
  TextEdit: record("range", "newText"),
};

module.exports = {
  vscode, Document, providers, commands, diagnostics, messages, watchers, shown, progress, settings, configured,
  choose: (button) => (answer = button),
};
