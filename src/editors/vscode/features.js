/* What the editor asks the server: a row for each feature. A feature is offered if the server has its capability.
 */
"use strict";

const vscode = require("vscode");
const values = require("./values");

/* The words for semantic tokens that the editor knows by itself. */
const legend = {
  tokenTypes: ["namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter", "variable",
               "property", "enumMember", "event", "function", "method", "macro", "keyword", "modifier", "comment",
               "string", "number", "regexp", "operator", "decorator", "label"],
  tokenModifiers: ["declaration", "definition", "readonly", "static", "deprecated", "abstract", "async", "modification",
                   "documentation", "defaultLibrary"],
};

const languages = vscode.languages;
const inDocument = (document) => ({ textDocument: values.fromDocument(document) });
const inRange = (document, range) => ({ ...inDocument(document), range: values.fromRange(range) });

/* Returns a feature: `functions` are the provider's, each with the connection before what the editor gives it. A request
 * that fails has no answer: the text may have changed since. */
function feature(capability, register, functions, more = () => []) {
  return {
    capability,
    register: (selector, connection, options) => {
      const provider = {};
      for (const [name, ask] of Object.entries(functions))
        provider[name] = (...given) => ask(connection, ...given).catch(() => undefined);
      return languages[register](selector, provider, ...more(options));
    },
  };
}

const tokens = (answer) => answer && new vscode.SemanticTokens(new Uint32Array(answer.data));
const legendOf = ({ legend: own }) => [new vscode.SemanticTokensLegend(own.tokenTypes, own.tokenModifiers)];

const features = [
  feature("hoverProvider", "registerHoverProvider", {
    provideHover: async (server, document, at, token) => {
      const answer = await server.request("textDocument/hover", values.fromPlace(document, at), token);
      return answer && new vscode.Hover(values.markdown(answer.contents), answer.range && values.range(answer.range));
    },
  }),
  feature("completionProvider", "registerCompletionItemProvider", {
    provideCompletionItems: async (server, document, at, token) => {
      const answer = await server.request("textDocument/completion", values.fromPlace(document, at), token);
      return new vscode.CompletionList(values.list(answer?.items ?? answer, values.completionItem), answer?.isIncomplete);
    },
  }, (options) => options.triggerCharacters ?? []),
  feature("signatureHelpProvider", "registerSignatureHelpProvider", {
    provideSignatureHelp: async (server, document, at, token) => {
      const answer = await server.request("textDocument/signatureHelp", values.fromPlace(document, at), token);
      return answer && values.signatureHelp(answer);
    },
  }, (options) => options.triggerCharacters ?? []),
  feature("definitionProvider", "registerDefinitionProvider", {
    provideDefinition: async (server, document, at, token) => {
      const answer = await server.request("textDocument/definition", values.fromPlace(document, at), token);
      return values.list(answer === null ? [] : [answer].flat(), values.location);
    },
  }),
  feature("referencesProvider", "registerReferenceProvider", {
    provideReferences: async (server, document, at, context, token) =>
      values.list(await server.request("textDocument/references",
                                       { ...values.fromPlace(document, at), context }, token), values.location),
  }),
  feature("documentHighlightProvider", "registerDocumentHighlightProvider", {
    provideDocumentHighlights: async (server, document, at, token) =>
      values.list(await server.request("textDocument/documentHighlight", values.fromPlace(document, at), token),
                  ({ range, kind }) => new vscode.DocumentHighlight(values.range(range), kind && kind - 1)),
  }),
  feature("renameProvider", "registerRenameProvider", {
    provideRenameEdits: async (server, document, at, newName, token) => {
      const edit = await server.request("textDocument/rename", { ...values.fromPlace(document, at), newName }, token);
      return edit && values.workspaceEdit(edit);
    },
  }),
  feature("documentSymbolProvider", "registerDocumentSymbolProvider", {
    provideDocumentSymbols: async (server, document, token) =>
      values.list(await server.request("textDocument/documentSymbol", inDocument(document), token), values.symbol),
  }),
  feature("foldingRangeProvider", "registerFoldingRangeProvider", {
    provideFoldingRanges: async (server, document, context, token) =>
      values.list(await server.request("textDocument/foldingRange", inDocument(document), token),
                  ({ startLine, endLine }) => new vscode.FoldingRange(startLine, endLine)),
  }),
  feature("selectionRangeProvider", "registerSelectionRangeProvider", {
    provideSelectionRanges: async (server, document, places, token) =>
      values.list(await server.request("textDocument/selectionRange",
                                       { ...inDocument(document), positions: places.map(values.fromPosition) }, token),
                  values.selectionRange),
  }),
  feature("documentLinkProvider", "registerDocumentLinkProvider", {
    provideDocumentLinks: async (server, document, token) =>
      values.list(await server.request("textDocument/documentLink", inDocument(document), token),
                  ({ range, target }) => new vscode.DocumentLink(values.range(range), target && values.uri(target))),
  }),
  feature("documentFormattingProvider", "registerDocumentFormattingEditProvider", {
    provideDocumentFormattingEdits: async (server, document, options, token) =>
      values.list(await server.request("textDocument/formatting",
                                       { ...inDocument(document), options: values.fromOptions(options) }, token),
                  values.textEdit),
  }),
  feature("documentRangeFormattingProvider", "registerDocumentRangeFormattingEditProvider", {
    provideDocumentRangeFormattingEdits: async (server, document, range, options, token) =>
      values.list(await server.request("textDocument/rangeFormatting",
                                       { ...inRange(document, range), options: values.fromOptions(options) }, token),
                  values.textEdit),
  }),
  feature("codeActionProvider", "registerCodeActionsProvider", {
    provideCodeActions: async (server, document, range, context, token) => {
      const known = context.diagnostics.map((each) => each.original).filter((each) => each);
      const only = context.only && [context.only.value];
      return values.list(await server.request("textDocument/codeAction",
                                              { ...inRange(document, range), context: { diagnostics: known, only } },
                                              token), values.codeAction);
    },
  }),
  feature("inlayHintProvider", "registerInlayHintsProvider", {
    provideInlayHints: async (server, document, range, token) =>
      values.list(await server.request("textDocument/inlayHint", inRange(document, range), token), values.inlayHint),
  }),
  feature("semanticTokensProvider", "registerDocumentSemanticTokensProvider", {
    provideDocumentSemanticTokens: async (server, document, token) =>
      tokens(await server.request("textDocument/semanticTokens/full", inDocument(document), token)),
  }, legendOf),
  feature("semanticTokensProvider", "registerDocumentRangeSemanticTokensProvider", {
    provideDocumentRangeSemanticTokens: async (server, document, range, token) =>
      tokens(await server.request("textDocument/semanticTokens/range", inRange(document, range), token)),
  }, legendOf),
];

module.exports = { features, legend };
