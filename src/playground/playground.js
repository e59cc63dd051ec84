/* The page: an editor, what the command says of its text, and views beside it. The command runs in a worker. */
"use strict";
const $ = id => document.getElementById(id);
const text_of = id => $(id).textContent;

/* ---- the command ---- */

const worker = new Worker(URL.createObjectURL(new Blob([text_of("engine")], {type: "text/javascript"})));
const asked = new Map(); // by number, who waits for an answer
let asks = 0;
worker.onmessage = ({data}) => {
    asked.get(data.id)(data.result);
    asked.delete(data.id);
};
worker.postMessage({module: text_of("module")});

/* Runs `ptxcheck ARGS`: see run of worker.js. */
function ask(args, files = {}, made = null) {
    return new Promise(done => {
        asked.set(++asks, done);
        worker.postMessage({id: asks, args, files, made});
    });
}

/* Makes of a task one that never runs twice at a time: what is asked for meanwhile is one run more, at the end. */
function latest(task) {
    let running = false, again = false;
    return async () => {
        again = running;
        if (running)
            return;
        running = true;
        do {
            again = false;
            await task();
        } while (again);
        running = false;
    };
}

/* ---- the editor ---- */

const editor = CodeMirror($("editor"), {
    lineNumbers: true, gutters: ["severities", "CodeMirror-linenumbers"], indentUnit: 4,
    extraKeys: {Tab: false, "Shift-Tab": false}, // the keys that lead on to the findings
    screenReaderLabel: "Source",
});
const file_name = () => `kernel.${$("language").value}`;

/* Gives a function from an offset in bytes to a place in the text. */
function places(text) {
    const bytes = new TextEncoder().encode(text), decoder = new TextDecoder();
    return offset => editor.posFromIndex(decoder.decode(bytes.subarray(0, offset)).length);
}

function select(from, to) {
    editor.setSelection(from, to);
    editor.scrollIntoView({from, to}, 60);
    editor.focus();
}

/* ---- findings ---- */

function make(tag, properties = {}, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
}

/* A button for a remark, which leads to its place; without a place the text alone. */
function remark(position, place, ...children) {
    if (!position)
        return make("span", {}, ...children);
    const button = make("button", {type: "button", className: "place"}, `${position.line}:${position.utf16} `, ...children);
    button.onclick = () => select(place(position.offset), place(position.offset + position.length));
    return button;
}

function apply(fixes, place) {
    const edits = fixes.map(({position, text}) => [text, place(position.offset), place(position.offset + position.length)]);
    editor.operation(() => edits.reverse().forEach(edit => editor.replaceRange(...edit)));
    editor.focus();
}

function finding_item(finding, place) {
    const item = make("li", {}, remark(finding.position, place, make("b", {className: finding.severity}, finding.severity),
                                       `: ${finding.message}`));
    item.append(make("ul", {}, ...finding.notes.map(note => make("li", {}, remark(note.position, place, note.message)))));
    if (finding.fixes.length) {
        const verb = finding.fixes_certain ? "Fix" : "Try";
        const texts = finding.fixes.map(fix => fix.text.trim()).filter(Boolean).join(" … ");
        const button = make("button", {type: "button", className: "does fix"}, texts ? `${verb}: ${texts}` : `${verb}: remove this`);
        button.onclick = () => apply(finding.fixes, place);
        item.append(button);
    }
    const why = make("button", {type: "button", className: "does why"}, `Why: ${finding.rule}`);
    why.onclick = () => { $("rules").value = finding.rule; show("rule"); };
    item.append(why);
    return item;
}

const PAUSE = 200; // milliseconds: the picture is drawn anew when nothing more is typed
let marks = [], pause, fresh = false; // whether the text was opened and not yet checked
function mark(findings, place) {
    marks.forEach(old => old.clear());
    editor.clearGutter("severities");
    marks = findings.map(({position, severity, message}) => {
        const from = place(position.offset), dot = make("span", {className: `dot ${severity}`, title: message});
        editor.setGutterMarker(from.line, "severities", dot);
        return editor.markText(from, place(position.offset + Math.max(position.length, 1)),
                               {className: `under ${severity}`, attributes: {title: message}});
    });
}

function counted(count, word) {
    return `${count} ${word}${count === 1 ? "" : "s"}`;
}

let reported; // the text, and what is shown of it

/* Checks the text; of one that has changed meanwhile nothing is shown, as it is checked again. */
const check = latest(async () => {
    const text = editor.getValue(), args = ["check", "--format=json", "--no-config", "-j1"];
    for (const option of ["target", "assembler"])
        if ($(option).value)
            args.push(`--${option}=${$(option).value}`);
    if ($("likely").checked)
        args.push("-Wlikely");
    const {out, error} = await ask([...args, file_name()], {[file_name()]: text});
    if (text !== editor.getValue())
        return;
    const report = out.startsWith("{") ? JSON.parse(out) : null;
    const findings = report ? report.files.flatMap(file => file.diagnostics) : [], place = places(text);
    if (reported !== text + out) { // what is as it was keeps the focus
        editor.operation(() => mark(findings, place));
        $("findings").replaceChildren(...findings.map(finding => finding_item(finding, place)));
    }
    reported = text + out;
    const {errors, warnings, notes, instructions} = report?.summary ?? {};
    const problem = report ? report.problems.map(one => one.message).join("; ") : error;
    $("summary").textContent = problem || `${counted(errors, "error")}, ${counted(warnings, "warning")}, ${
        counted(notes, "note")} in ${counted(instructions, "instruction")}`;
    if (findings.length && !performance.getEntriesByName("first").length)
        performance.mark("first");
    if (fresh && findings.length)
        editor.scrollIntoView(place(findings[0].position.offset), 150);
    fresh = false;
    clearTimeout(pause);
    if (shown === "picture")
        pause = setTimeout(views.picture, PAUSE);
});

/* ---- views ---- */

const view = id => [...$(id).querySelectorAll("iframe, img, pre, textarea, form, .hint")];

/* Shows a picture, or where there is none, what was said of that. */
function draw(image, pre, {out, error, made}) {
    image.hidden = !made;
    image.src = made ? `data:image/svg+xml,${encodeURIComponent(made)}` : "";
    pre.textContent = out + error;
}

const views = {
    picture: latest(async () => {
        const [hint, frame] = view("picture");
        const {made, error} = await ask(["pipeline", "--html=made.html", file_name()], {[file_name()]: editor.getValue()},
                                        "made.html");
        hint.textContent = made ? "" : error || "No kernel here has asynchronous copies.";
        frame.hidden = !made;
        if (made && frame.srcdoc !== made)
            frame.srcdoc = made;
    }),
    rule: latest(async () => { view("rule")[0].textContent = (await ask(["explain", $("rules").value])).out; }),
    swizzle: latest(async () => {
        const [form, image, pre] = view("swizzle");
        const args = [...new FormData(form)].filter(([, value]) => value).map(([name, value]) => `--${name}=${value}`);
        const picture = await ask(["swizzle", ...args, "--svg=made.svg"], {}, "made.svg");
        draw(image, pre, {...await ask(["swizzle", ...args]), made: picture.made});
    }),
    tensormap: latest(async () => {
        const [text, image, pre] = view("tensormap"), files = {"map.json": text.value};
        const picture = await ask(["tensormap", "--svg=made.svg", "map.json"], files, "made.svg");
        draw(image, pre, {...await ask(["tensormap", "map.json"], files), made: picture.made});
    }),
    plan: latest(async () => {
        const [text, pre] = view("plan"), {out, error} = await ask(["plan", "copy.json"], {"copy.json": text.value});
        pre.textContent = out + error;
        $("plan").querySelector("button").disabled = !out;
    }),
};
let shown = "picture";

function show(name) {
    shown = name;
    for (const each of Object.keys(views)) {
        const tab = $(`tab-${each}`), chosen = each === name;
        tab.ariaSelected = chosen;
        tab.tabIndex = chosen ? 0 : -1;
        $(each).hidden = !chosen;
    }
    views[name]();
}

/* The arrows go from tab to tab. */
function on_tab_key(event) {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key], names = Object.keys(views);
    if (!step)
        return;
    show(names[(names.indexOf(shown) + step + names.length) % names.length]);
    $(`tab-${shown}`).focus();
    event.preventDefault();
}

/* ---- links ---- */

const SHARED = ["language", "target", "assembler"];

/* Passes bytes through a stream that makes them smaller, or large again. */
async function through(bytes, stream) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

async function share() {
    const state = {text: editor.getValue(), likely: $("likely").checked};
    SHARED.forEach(id => state[id] = $(id).value);
    const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"));
    let binary = "";
    bytes.forEach(byte => binary += String.fromCharCode(byte));
    history.replaceState(null, "", "#" + btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, ""));
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    $("said").textContent = copied ? "The link is copied." : "The link is in the address bar.";
}

/* Takes the state that the address carries; whether it carries one. */
async function open_link() {
    try {
        const bytes = Uint8Array.from(atob(location.hash.slice(1).replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0));
        const state = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
        SHARED.forEach(id => $(id).value = state[id]);
        $("likely").checked = state.likely;
        open_text(String(state.text));
        return true;
    } catch {
        return false;
    }
}

/* ---- the beginning ---- */

/* What ptxas lets pass: a text of this page, or the wrong example of a rule. */
const EXAMPLES = [
    ["A wait that leaves one group too many", "double-buffer", "ptx"],
    ["No proxy fence before a bulk store", "missing-proxy-fence-raw"],
    ["More bytes expected than come", "tx-bytes-mismatch"],
    ["An mbarrier that others do not see yet", "mbarrier-init-not-published"],
    ["A ring in which nobody can go on", "pipeline-deadlock"],
    ["CUDA: a wait without a memory clobber", "clobber", "cu"],
];

function open_text(text) {
    editor.setOption("mode", {ptx: "ptx", cu: "text/x-c++src"}[$("language").value]);
    fresh = true;
    editor.setValue(text); // which checks it
    editor.clearHistory();
}

async function open_example([, name, language]) {
    $("language").value = language ?? "ptx";
    if (language)
        return open_text(text_of(name).trim() + "\n");
    const {out} = await ask(["explain", name]), [, summary] = out.split("\n\n");
    const wrong = out.split("\nwrong:\n")[1].split("\nright:\n")[0];
    open_text(`// ${summary}\n${wrong.replace(/^ {4}/gm, "")}\n`);
}

function fill(element, words) {
    element.append(...words.map(word => make("option", {}, word)));
}

/* The words of the command for its own options: they stand in what completes it. */
async function fill_choices() {
    const {out} = await ask(["completion", "bash"]);
    const words = name => out.match(new RegExp(`local ${name}='([^']*)'`))[1].split(" ");
    const form = $("swizzle").querySelector("form").elements;
    fill($("target"), words("targets").filter(target => /^sm_([89]|1\d)\d/.test(target)));
    fill($("assembler"), words("assemblers"));
    fill($("rules"), words("rules"));
    fill(form.type, words("elements"));
    fill(form.mode, words("swizzles"));
    fill(form.access, words("accesses"));
    [$("rules").value, form.type.value, form.mode.value] = [EXAMPLES[1][1], "bf16", "128B"];
}

async function start() {
    EXAMPLES.forEach(([title], i) => $("example").append(make("option", {value: i}, title)));
    const choices = fill_choices(); // asked first, answered before any check
    show(shown);
    editor.on("change", check);
    await choices;
    if (!await open_link()) {
        $("example").value = 0;
        await open_example(EXAMPLES[0]);
    }
    $("example").onchange = event => event.target.value && open_example(EXAMPLES[event.target.value]);
    $("language").onchange = () => open_text(editor.getValue());
    ["target", "assembler", "likely"].forEach(id => $(id).onchange = check);
    $("share").onclick = share;
    onhashchange = open_link;
    $("rules").onchange = views.rule;
    for (const name of ["swizzle", "tensormap", "plan"])
        $(name).oninput = views[name];
    $("swizzle").querySelector("form").onsubmit = event => event.preventDefault();
    $("plan").querySelector("button").onclick = () => {
        $("language").value = "ptx";
        open_text(view("plan")[1].textContent);
    };
    for (const name of Object.keys(views))
        $(`tab-${name}`).onclick = () => show(name);
    document.querySelector("[role=tablist]").onkeydown = on_tab_key;
}
start();
