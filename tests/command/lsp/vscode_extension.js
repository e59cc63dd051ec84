/* vscode_extension.js COMMAND EXTENSION FILES: the extension, with the server and a mock of the editor, underlines a
 * mistake, fixes it, and shows what else there is. The commands of the mock are those that the editor documents.
 */
"use strict";

const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const mock = require("./vscode_mock");

const [command, extensionFolder, files] = process.argv.slice(2);
const { version } = JSON.parse(fs.readFileSync(path.join(extensionFolder, "package.json"), "utf8"));
const load = Module._load;
Module._load = (name, ...more) => (name === "vscode" ? mock.vscode : load(name, ...more));
const extension = require(path.resolve(extensionFolder, "extension.js"));

/* Waits until a check gives something. */
async function until(what, check) {
  for (const end = Date.now() + 30000; Date.now() < end; await new Promise((go) => setTimeout(go, 10))) {
    const result = check();
    if (result) return result;
  }
  throw new Error(`failed: ${what}; said: ${mock.messages.join("; ")}`);
}

const found = (document) => mock.diagnostics.get(document.uri.toString());
const codes = (document) => (found(document) ?? []).map(({ code }) => code).join(" ");
const uncancelled = { onCancellationRequested: () => {} };

/* Asks a provider, as the editor does. */
function ask(register, ...given) {
  const { provider } = mock.providers[register];
  const [provide] = Object.values(provider);
  return provide(...given, uncancelled);
}

/* Returns the range of a text in a document. */
function rangeOf(document, text) {
  const at = document.getText().indexOf(text);
  assert.notEqual(at, -1, `the document has ${text}`);
  return new mock.vscode.Range(document.place(at), document.place(at + text.length));
}

async function underline(document) {
  await until("the mistake is underlined", () => codes(document) === "unknown-qualifier");
  const [mistake] = found(document);
  assert.deepEqual([mistake.range.start.line, mistake.range.start.character, mistake.severity], [8, 36, 0]);
  assert.equal(mistake.message, "cp.async.bulk has no qualifier .bulk_grup; did you mean .bulk_group?");
}

async function fix(document) {
  const [mistake] = found(document);
  const actions = await ask("registerCodeActionsProvider", document, mistake.range, { diagnostics: [mistake] });
  const action = actions.find(({ isPreferred }) => isPreferred);
  assert.equal(action.kind.value, "quickfix");
  await mock.vscode.workspace.applyEdit(action.edit);
  await until("the hazard behind it is found", () => codes(document) === "bulk-store-pending-at-exit");
}

async function read(document) {
  const inMnemonic = rangeOf(document, "async.bulk").start;
  const hover = await ask("registerHoverProvider", document, inMnemonic);
  assert.match(hover.contents.value, /needs PTX 8\.0 and sm_90/);
  const [symbol] = await ask("registerDocumentSymbolProvider", document);
  assert.equal(symbol.name, "mixed");
  const register = rangeOf(document, "%rd1").start;
  const [declared] = await ask("registerDefinitionProvider", document, register);
  assert.equal(declared.range.start.line, 5);
  const uses = await ask("registerReferenceProvider", document, register, { includeDeclaration: true });
  assert.ok(uses.length >= 4);
  assert.equal((await ask("registerDocumentHighlightProvider", document, register)).length, uses.length);
  assert.deepEqual((await ask("registerFoldingRangeProvider", document)).map(({ start }) => start), [3]);
}

async function write(document) {
  const edits = await ask("registerDocumentFormattingEditProvider", document, { tabSize: 4, insertSpaces: true });
  document.edit(edits);
  assert.ok(document.getText().includes("cp.async.ca.shared.global.L2::128B [%r1], [%rd1], 16;"));
  const rename = await ask("registerRenameProvider", document, rangeOf(document, "mixed").start, "copied");
  await mock.vscode.workspace.applyEdit(rename);
  assert.ok(document.getText().includes(".entry copied("));
  const end = rangeOf(document, "    ret;").start;
  document.edit([{ range: new mock.vscode.Range(end, end), newText: "    cp.async.bulk.commit_group;\n    cp.async.w\n" }]);
  const place = rangeOf(document, "cp.async.w\n").start;
  const after = new mock.vscode.Position(place.line, place.character + "cp.async.w".length);
  const list = await ask("registerCompletionItemProvider", document, after);
  assert.ok(list.items.some(({ label }) => label === "cp.async.wait_all"), "a mnemonic is completed");
  const written = new mock.vscode.Range(place, after);
  document.edit([{ range: written, newText: "cp.async.bulk.wait_group 0;" }]);
  await until("nothing is left", () => found(document)?.length === 0);
  const hints = await ask("registerInlayHintsProvider", document, new mock.vscode.Range(document.place(0), after));
  assert.ok(hints.some(({ label }) => label === "0 left"), "the wait has a hint");
}

async function host(folder) {
  const document = new mock.Document(path.join(folder, "copy.cu"), "cuda-cpp");
  await until("a finding in a string is underlined", () => found(document)?.length > 0);
  document.close();
  assert.equal(found(document), undefined);
}

/* A configuration that changes is read anew. */
async function configure(folder, document) {
  const name = path.join(folder, ".ptxcheck.yaml");
  fs.writeFileSync(name, "target: sm_70\n");
  const [watcher] = await until("the configuration is watched", () => mock.watchers.length > 0 && mock.watchers);
  watcher.listeners.onDidCreate(mock.vscode.Uri.parse(`file://${name}`));
  await until("the target is another", () => found(document)?.length > 0);
}

/* Settings of the editor reach the server, and what is not for it does not. */
async function set(folder) {
  const document = new mock.Document(path.join(folder, "copy.cu"), "cuda-cpp");
  await until("a finding in a string is underlined", () => found(document)?.length > 0);
  mock.settings.only = ["hazard"];
  mock.configured.fire({ affectsConfiguration: (section) => section === "ptxcheck" });
  await until("the settings are taken", () => found(document)?.length === 0);
  delete mock.settings.only;
  mock.configured.fire({ affectsConfiguration: () => true });
  await until("and taken back", () => found(document)?.length > 0);
  assert.deepEqual(mock.messages, []);
  document.close();
}

async function restart(document) {
  const restarted = mock.commands["ptxcheck.restart"];
  await restarted();
  await until("the findings are back", () => found(document)?.length > 0);
  mock.settings.command = "/nowhere/ptxcheck";
  await restarted();
  assert.match(await until("a command that is not there is told", () => mock.messages.at(-1)), /cannot be started/);
}

async function main() {
  const said = execFileSync(command, ["--version"], { encoding: "utf8" });
  assert.ok(said.startsWith(`ptxcheck ${version},`), `the extension has the version of the command, ${said}`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ptxcheck-"));
  const context = { subscriptions: [] };
  for (const name of ["mixed.ptx", "copy.cu"]) fs.copyFileSync(path.join(files, name), path.join(folder, name));
  mock.settings.command = command;
  try {
    const document = new mock.Document(path.join(folder, "mixed.ptx"), "ptx");
    await extension.activate(context);
    for (const step of [underline, fix, read, write]) await step(document);
    await host(folder);
    await set(folder);
    await configure(folder, document);
    await restart(document);
    await extension.deactivate();
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  console.log("1 passed, 0 failed");
}

main().catch((error) => {
  console.log(error.stack);
  console.log("0 passed, 1 failed");
  process.exit(1);
});
