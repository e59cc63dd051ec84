/* ptxcheck in Visual Studio Code: starts `ptxcheck lsp`, sends it the documents that are open, and shows what it
 * answers. Nothing here knows PTX, and nothing is needed but the editor and the command.
 */
"use strict";

const vscode = require("vscode");
const { Connection } = require("./connection");
const { features, legend } = require("./features");
const values = require("./values");

/* The languages in which the server finds PTX; it is told of the configuration, too. */
const LANGUAGES = ["ptx", "cuda-cpp", "cuda", "cpp", "c", "python", "rust", "julia", "llvm", "mlir"];
const SELECTOR = [...LANGUAGES.map((language) => ({ language })), { pattern: "**/.ptxcheck.yaml" }];

/* The server as one window of the editor has it. */
class Server {
  constructor(command) {
    this.diagnostics = vscode.languages.createDiagnosticCollection("ptxcheck");
    this.disposables = [this.diagnostics];
    this.open = new Set(); // the documents that the server knows
    this.progress = new Map(); // what ends each progress that is shown
    const handlers = {
      "textDocument/publishDiagnostics": (params) => this.publish(params),
      "window/showMessage": ({ type, message }) => show(type, message),
      "window/showDocument": (params) => showDocument(params),
      "window/workDoneProgress/create": () => null,
      "$/progress": (params) => this.report(params),
      "client/registerCapability": (params) => this.watch(params),
      "workspace/applyEdit": async ({ edit }) => ({ applied: await vscode.workspace.applyEdit(values.workspaceEdit(edit)) }),
      "workspace/configuration": ({ items }) => items.map(({ section, scopeUri }) => settings(section, scopeUri)),
    };
    this.connection = new Connection(command, ["lsp"], handlers, (words) => this.end(words));
    this.ready = this.begin();
  }

  async begin() {
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), name }));
    const { capabilities } = await this.connection.request("initialize", {
      processId: process.pid,
      clientInfo: { name: "Visual Studio Code", version: vscode.version },
      rootUri: folders[0]?.uri ?? null,
      workspaceFolders: folders,
      capabilities: CAPABILITIES,
    });
    this.connection.notify("initialized", {});
    this.follow();
    for (const feature of features)
      if (capabilities[feature.capability])
        this.disposables.push(feature.register(SELECTOR, this.connection, capabilities[feature.capability]));
    for (const command of capabilities.executeCommandProvider?.commands ?? [])
      this.disposables.push(vscode.commands.registerCommand(command, (...args) =>
        this.connection.request("workspace/executeCommand", { command, arguments: args })));
  }

  /* ---- documents ---- */

  /* Sends the documents that are open, and what becomes of them. */
  follow() {
    const { connection } = this;
    const known = (document) => this.open.has(document.uri.toString());
    this.disposables.push(
      vscode.workspace.onDidOpenTextDocument((document) => this.openDocument(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (known(document) && contentChanges.length > 0)
          connection.notify("textDocument/didChange", {
            textDocument: { ...values.fromDocument(document), version: document.version },
            contentChanges: contentChanges.map(({ range, text }) => ({ range: values.fromRange(range), text })),
          });
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (known(document))
          connection.notify("textDocument/didSave",
                            { textDocument: values.fromDocument(document), text: document.getText() });
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (!known(document)) return;
        this.open.delete(document.uri.toString());
        connection.notify("textDocument/didClose", { textDocument: values.fromDocument(document) });
        this.diagnostics.delete(document.uri);
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("ptxcheck"))
          connection.notify("workspace/didChangeConfiguration", { settings: null });
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const plain = ({ uri, name }) => ({ uri: uri.toString(), name });
        connection.notify("workspace/didChangeWorkspaceFolders",
                          { event: { added: added.map(plain), removed: removed.map(plain) } });
      }));
    for (const document of vscode.workspace.textDocuments) this.openDocument(document);
  }

  openDocument(document) {
    const name = document.uri.toString();
    if (this.open.has(name) || vscode.languages.match(SELECTOR, document) === 0) return;
    this.open.add(name);
    this.connection.notify("textDocument/didOpen", {
      textDocument: { uri: name, languageId: document.languageId, version: document.version, text: document.getText() },
    });
  }

  /* Watches the files that the server asks for. */
  watch({ registrations }) {
    const events = { onDidCreate: 1, onDidChange: 2, onDidDelete: 3 };
    for (const { method, registerOptions } of registrations) {
      if (method !== "workspace/didChangeWatchedFiles") continue;
      for (const { globPattern } of registerOptions.watchers) {
        const watcher = vscode.workspace.createFileSystemWatcher(globPattern);
        for (const [event, type] of Object.entries(events))
          watcher[event]((uri) => this.connection.notify("workspace/didChangeWatchedFiles",
                                                         { changes: [{ uri: uri.toString(), type }] }));
        this.disposables.push(watcher);
      }
    }
  }

  /* ---- what the server says ---- */

  /* Findings of a text that has changed since are not shown: others come. */
  publish({ uri, version, diagnostics }) {
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri);
    if (document && Number.isInteger(version) && version !== document.version) return;
    this.diagnostics.set(values.uri(uri), diagnostics.map(values.diagnostic));
  }

  /* Shows how far the server is with what takes long. */
  report({ token, value }) {
    if (value.kind === "begin") {
      const options = { location: vscode.ProgressLocation.Window, title: value.title };
      vscode.window.withProgress(options, (progress) => new Promise((end) => {
        progress.report({ message: value.message });
        this.progress.set(token, { progress, end });
      }));
      return;
    }
    const shown = this.progress.get(token);
    shown?.progress.report({ message: value.message });
    if (value.kind !== "end") return;
    this.progress.delete(token);
    shown?.end();
  }

  /* The server has ended by itself. */
  async end(words) {
    this.dispose();
    if (await vscode.window.showErrorMessage(words, "Restart")) vscode.commands.executeCommand("ptxcheck.restart");
  }

  /* ---- the end ---- */

  dispose() {
    for (const disposable of this.disposables.splice(0)) disposable.dispose();
    for (const { end } of this.progress.values()) end();
    this.progress.clear();
  }

  async stop() {
    this.connection.ended &&= () => {};
    this.dispose();
    await this.connection.request("shutdown").catch(() => {});
    this.connection.notify("exit");
  }
}

/* Returns what the user has set for the server: not what is meant for this extension, nor what is not set. */
function settings(section, scope) {
  const { command, ...all } = vscode.workspace.getConfiguration(section, scope && values.uri(scope));
  const set = Object.entries(all).filter(([, value]) => value !== null && typeof value !== "function");
  return Object.fromEntries(set);
}

function show(type, message) {
  const ways = { 1: "showErrorMessage", 2: "showWarningMessage" };
  vscode.window[ways[type] ?? "showInformationMessage"](message);
}

async function showDocument({ uri, external, selection, takeFocus }) {
  const target = values.uri(uri);
  if (external) return { success: await vscode.env.openExternal(target) };
  const options = { preserveFocus: !takeFocus, selection: selection && values.range(selection) };
  await vscode.window.showTextDocument(target, options);
  return { success: true };
}

/* What of the protocol this file, and features.js, can do. */
const markdown = ["markdown", "plaintext"];
const CAPABILITIES = {
  general: { positionEncodings: ["utf-16"] },
  workspace: {
    applyEdit: true,
    configuration: true,
    workspaceFolders: true,
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceEdit: { documentChanges: true },
  },
  window: { workDoneProgress: true, showDocument: { support: true } },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: {
      relatedInformation: true,
      versionSupport: true,
      codeDescriptionSupport: true,
      tagSupport: { valueSet: [1, 2] },
    },
    hover: { contentFormat: markdown },
    completion: {
      completionItem: { snippetSupport: true, documentationFormat: markdown, tagSupport: { valueSet: [1] } },
    },
    signatureHelp: { signatureInformation: { documentationFormat: markdown, parameterInformation: { labelOffsetSupport: true } } },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor", "source", "source.fixAll"] } },
      isPreferredSupport: true,
    },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    rename: { prepareSupport: true },
    semanticTokens: {
      requests: { full: true, range: true },
      formats: ["relative"],
      ...legend,
    },
  },
};

let server;

/* Starts the server in place of the one that runs. */
async function restart() {
  const before = server;
  server = undefined;
  await before?.stop();
  server = new Server(vscode.workspace.getConfiguration("ptxcheck").get("command") || "ptxcheck");
  await server.ready.catch(() => {}); // how it has ended was shown
}

exports.activate = async (context) => {
  context.subscriptions.push(vscode.commands.registerCommand("ptxcheck.restart", restart));
  await restart();
};

exports.deactivate = () => server?.stop();
