/* playground.mjs PAGE: uses the playground as somebody would who sees it for the first time: types, sees, clicks, shares,
 * by mouse and by keyboard, from a server and from the disk. It prints what was measured, and fails where something is
 * not as it should be.
 */
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {createServer} from "node:http";
import {pathToFileURL} from "node:url";
import {gzipSync} from "node:zlib";
import {open_browser} from "./browser.mjs";

const SIZE_MAX = 1.5e6; // bytes over the wire. Times are printed, and decide nothing
const FINDINGS = '[...document.querySelectorAll("#findings > li")].map(item => item.textContent)';
const TEXT = 'document.querySelector(".CodeMirror").CodeMirror.getValue()';
const CHECKED = 'document.querySelector("#summary")?.textContent.includes("instruction")';

const file = readFileSync(process.argv[2]);
const size = gzipSync(file, {level: 9}).length;
console.log(`${size} bytes over the wire`);
assert(size <= SIZE_MAX);

const served = [];
const server = createServer((request, response) => {
    served.push(request.url);
    response.setHeader("Content-Type", "text/html").end(file);
}).listen(0, "127.0.0.1");
await new Promise(done => server.once("listening", done));
const address = `http://127.0.0.1:${server.address().port}/`;
const page = await open_browser("chromium");

async function open(url) {
    await page.send("Page.navigate", {url: "about:blank"}); // a link to another place of a page does not load it
    await page.send("Page.navigate", {url});
    await page.until(CHECKED);
}

async function choose(id, value) {
    await page.evaluate(`(() => { const list = document.getElementById("${id}"); list.value = "${value}";
        document.getElementById("summary").textContent = "";
        list.dispatchEvent(new Event("change")); })()`);
    await page.until(CHECKED);
}

/* How long it takes from a change of the text to what is said of it. */
const KEYSTROKE = `new Promise(done => {
    const editor = document.querySelector(".CodeMirror").CodeMirror, start = performance.now();
    new MutationObserver((_, self) => { self.disconnect(); done(performance.now() - start); })
        .observe(document.getElementById("summary"), {childList: true});
    editor.replaceRange(" ", {line: editor.lastLine(), ch: 0});
})`;

const steps = {
    async "the first finding comes soon"() {
        const times = [];
        for (let i = 0; i < 5; i++) {
            await open(address);
            times.push(await page.evaluate("performance.getEntriesByName('first')[0].startTime"));
        }
        console.log(`first finding after ${times.map(Math.round).join(", ")} ms`);
        assert.match((await page.evaluate(FINDINGS))[0], /wait-n-too-large/);
    },
    async "each example shows something"() {
        for (const i of (await page.evaluate("EXAMPLES")).keys()) {
            await choose("example", i);
            assert((await page.evaluate(FINDINGS)).length > 0, `example ${i}`);
            const times = [];
            for (let j = 0; j < 20; j++)
                times.push(await page.evaluate(KEYSTROKE));
            times.sort((a, b) => a - b);
            console.log(`example ${i}: ${times[10].toFixed(1)} ms a keystroke`);
        }
    },
    async "a click leads to the place, and typing there mends it"() {
        await choose("example", 0);
        await page.click("#findings .place");
        await page.type("cp.async.wait_group 1; //");
        await page.until(`${FINDINGS}.length === 0`);
        assert.match(await page.evaluate(TEXT), /cp\.async\.wait_group 1; \/\/ 2; \/\/ must be 1/);
        await page.key(...Array(5).fill("Backspace"));
        await page.type("3; //");
        await page.until(`${FINDINGS}.some(text => text.includes("wait-n-too-large"))`);
        for (const shown of [".CodeMirror .under.error", ".CodeMirror .dot.error"])
            assert(await page.evaluate(`Boolean(document.querySelector("${shown}"))`));
    },
    async "a fix is one click"() {
        await choose("example", 2);
        assert.match(await page.evaluate(TEXT), /, 2048;/);
        await page.click("#findings .fix");
        await page.until(`${FINDINGS}.length === 0`);
        assert.match(await page.evaluate(TEXT), /\[mbar\], 1024;/);
    },
    async "the target and the assembler count, and likely hazards are asked for"() {
        await choose("target", "sm_80");
        assert((await page.evaluate(FINDINGS)).some(text => text.includes("unavailable")));
        await choose("target", "");
        assert.equal((await page.evaluate(FINDINGS)).length, 0);
        await choose("assembler", "12.0");
        assert.notEqual((await page.evaluate(FINDINGS)).length, 0);
        await choose("assembler", "");
        await page.click("#likely");
        await page.until(CHECKED);
    },
    async "a link carries the text"() {
        const text = `${await page.evaluate(TEXT)}// ä 中 \u{1f600}\n`;
        await page.evaluate(`document.querySelector(".CodeMirror").CodeMirror.setValue(${JSON.stringify(text)})`);
        await page.click("#share");
        const hash = await page.until("location.hash");
        await page.until('document.querySelector("#said").textContent');
        for (const base of [address, pathToFileURL(process.argv[2]).href]) {
            await open(base + hash);
            assert.equal(await page.evaluate(TEXT), text);
            assert.equal(await page.evaluate('document.querySelector("#likely").checked'), true);
        }
        await open(`${address}#damaged`);
        assert.match((await page.evaluate(FINDINGS))[0], /wait-n-too-large/);
    },
    async "the views show what they should"() {
        await page.until('document.querySelector("iframe").srcdoc.includes("It goes wrong")');
        await page.click("#findings .why");
        await page.until('document.querySelector("#rule pre").textContent.startsWith("wait-n-too-large (hazard G03")');
        for (const name of ["swizzle", "tensormap"]) {
            await page.click(`#tab-${name}`);
            await page.until(`document.querySelector("#${name} img").naturalWidth > 0`);
        }
        await page.click("#tab-plan");
        await page.until('document.querySelector("#plan pre").textContent.includes("cp.async.bulk")');
        await page.click("#plan button");
        await page.until(`${TEXT}.startsWith("// bulk-load") && ${CHECKED}`);
    },
    async "the keyboard alone will do"() {
        await choose("example", 1);
        await page.evaluate('document.querySelector(".CodeMirror").CodeMirror.focus()');
        await page.key("Tab");
        assert.equal(await page.evaluate('document.activeElement.className'), "place");
        await page.key("Enter");
        assert.match(await page.evaluate('document.querySelector(".CodeMirror").CodeMirror.getSelection()'), /^cp\.async\.bulk/);
        await page.evaluate('document.querySelector("#tab-plan").focus()');
        await page.key("ArrowRight");
        assert.equal(await page.evaluate("document.activeElement.id"), "tab-picture");
        assert.equal(await page.evaluate('document.querySelector("#picture").hidden'), false);
    },
    async "whatever can be used has a name"() {
        const {nodes} = await page.send("Accessibility.getFullAXTree");
        const roles = new Set(["button", "textbox", "combobox", "checkbox", "tab", "tabpanel", "image", "Iframe"]);
        const nameless = nodes.filter(node => !node.ignored && roles.has(node.role?.value) && !node.name?.value);
        assert.deepEqual(nameless.map(node => node.role.value), []);
    },
    async "a narrow window is wide enough"() {
        await page.send("Emulation.setDeviceMetricsOverride", {width: 380, height: 800, deviceScaleFactor: 1, mobile: true});
        assert(await page.evaluate("document.documentElement.scrollWidth") <= 380);
    },
    async "nothing is asked for elsewhere, and nothing was wrong"() {
        assert.deepEqual(page.requests.filter(url => !/^(data|blob|file|about):/.test(url) && !url.startsWith(address)), []);
        assert.deepEqual([...new Set(served)], ["/"]);
        assert.deepEqual(page.errors, []);
    },
};

let failed = 0;
for (const [name, step] of Object.entries(steps)) {
    const trouble = await step().then(() => null, error => error);
    console.log(trouble ? `FAILED: ${name}\n${trouble.stack}` : `ok: ${name}`);
    failed += Boolean(trouble);
}
await page.close();
server.close();
process.exitCode = failed ? 1 : 0;
