"""pygls_client.py COMMAND FILES: the client of pygls, which checks each message by the types of the protocol (lsprotocol),
asks for all that there is. Skipped (77) where the Python package pygls is not here."""

import asyncio
import pathlib
import sys

try:
    from lsprotocol import types
    from pygls.lsp.client import LanguageClient
except ImportError as problem:
    print(f"skipped: no Python with pygls 2: {problem}")
    sys.exit(77)

KINDS = types.ClientCapabilities(
    text_document=types.TextDocumentClientCapabilities(
        publish_diagnostics=types.PublishDiagnosticsClientCapabilities(related_information=True),
        document_symbol=types.DocumentSymbolClientCapabilities(hierarchical_document_symbol_support=True)),
    workspace=types.WorkspaceClientCapabilities(
        workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
        did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True),
        configuration=True, workspace_folders=True),
    window=types.WindowClientCapabilities(work_done_progress=True),
    general=types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf8]))


async def talk(command, folder):
    client = LanguageClient("test", "1")
    pushed = asyncio.Queue()
    registered = asyncio.Queue()

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def _(params):
        pushed.put_nowait(params)

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def _(params):
        registered.put_nowait(params)

    progress = asyncio.Queue()

    @client.feature(types.WORKSPACE_CONFIGURATION)
    def _(params):
        assert [item.section for item in params.items] == ["ptxcheck"], params
        return [{"rules": {"asm-memory-clobber": "off"}}]

    @client.feature(types.WINDOW_WORK_DONE_PROGRESS_CREATE)
    def _(_):
        return None

    @client.feature(types.PROGRESS)
    def _(params):
        progress.put_nowait(params.value["kind"] if isinstance(params.value, dict) else params.value.kind)

    await client.start_io(command, "lsp")
    folders = [types.WorkspaceFolder(folder.as_uri(), "files")]
    result = await client.initialize_async(types.InitializeParams(capabilities=KINDS, workspace_folders=folders))
    assert result.capabilities.workspace.workspace_folders.supported
    assert result.capabilities.position_encoding == "utf-8" and result.server_info.name == "ptxcheck"
    client.initialized(types.InitializedParams())
    assert (await registered.get()).registrations[0].method == "workspace/didChangeWatchedFiles"

    path = folder / "copy.ptx"
    document = types.TextDocumentIdentifier(path.as_uri())
    client.text_document_did_open(types.DidOpenTextDocumentParams(
        types.TextDocumentItem(document.uri, "ptx", 1, path.read_text(encoding="utf-8"))))
    found = await pushed.get()
    assert [(item.code, item.range.start.line) for item in found.diagnostics] == [("cp-size", 12)], found

    size = types.Range(types.Position(12, 46), types.Position(12, 48))
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(document, size, types.CodeActionContext(found.diagnostics)))
    assert [action.title for action in actions] == ["Allow cp-size here", "Allow cp-size in this file", "Explain cp-size",
                                                   "Show the pipeline of copy"], actions

    client.text_document_did_change(types.DidChangeTextDocumentParams(
        types.VersionedTextDocumentIdentifier(2, document.uri),
        [types.TextDocumentContentChangePartial(text="16", range=size)]))
    while not (found := await pushed.get()).diagnostics:
        pass
    assert found.version == 2 and found.diagnostics[0].code == "wait-n-too-large", found
    assert len(found.diagnostics[0].related_information) == 3, found

    word = types.Position(12, 14)
    hover = await client.text_document_hover_async(types.HoverParams(document, word))
    assert "PTX 7.0 and sm_80 or higher" in hover.contents.value, hover
    name = types.Position(12, 32)
    place = await client.text_document_definition_async(types.DefinitionParams(document, name))
    assert place.range.start == types.Position(9, 26), place
    places = await client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), document, name))
    assert len(places) == 4, places
    assert len(await client.text_document_document_highlight_async(types.DocumentHighlightParams(document, name))) == 4
    edit = await client.text_document_rename_async(types.RenameParams(document, name, "box"))
    assert len(edit.document_changes[0].edits) == 4 and edit.document_changes[0].text_document.version == 2, edit
    assert (await client.text_document_prepare_rename_async(types.PrepareRenameParams(document, name))).placeholder == "tile"
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert [symbol.name for symbol in symbols] == ["copy"] and len(symbols[0].children) == 7, symbols
    assert len(await client.text_document_folding_range_async(types.FoldingRangeParams(document))) == 2
    items = await client.text_document_completion_async(types.CompletionParams(document, types.Position(13, 12)))
    assert "cp.async.wait_all" in [item.label for item in items.items], items
    options = types.FormattingOptions(4, True)
    assert not await client.text_document_formatting_async(types.DocumentFormattingParams(document, options))
    report = await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(document))
    assert [item.code for item in report.items] == ["wait-n-too-large"], report

    everything = await client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams([], work_done_token="shown"))
    assert {item.uri for item in everything.items} >= {path.as_uri() for path in folder.glob("copy.*")}, everything
    assert [item.version for item in everything.items if item.uri == document.uri] == [2], everything
    while await progress.get() != "end":
        pass
    known = [types.PreviousResultId(item.uri, item.result_id) for item in everything.items]
    everything = await client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(known))
    assert {item.kind for item in everything.items} == {"unchanged"}, everything

    client.text_document_did_close(types.DidCloseTextDocumentParams(document))
    assert not (await pushed.get()).diagnostics
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()


def main():
    asyncio.run(asyncio.wait_for(talk(sys.argv[1], pathlib.Path(sys.argv[2]).resolve()), 120))
    print("1 passed, 0 failed")


main()
