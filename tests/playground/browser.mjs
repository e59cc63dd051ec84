/* A page in headless Chromium, driven by its DevTools protocol over a pipe: no package is needed. */
import {spawn} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

const PATIENCE = 30_000; // milliseconds; a machine may be busy

/* Starts the browser, and gives its one page:
 *
 * - send(method, parameters): a command of the protocol
 * - evaluate(expression): its value in the page; promises are waited for
 * - until(expression): its value once it is one that counts as true
 * - key(name, ...), type(text): as a keyboard
 * - click(selector): as a mouse, in the middle of the first element
 * - errors: what the console and the page have complained of
 * - requests: the addresses that were asked for
 * - close()
 */
export async function open_browser(program) {
    const profile = mkdtempSync(join(tmpdir(), "playground-"));
    const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
                   `--user-data-dir=${profile}`, "about:blank"];
    const browser = spawn(program, flags, {stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"]});
    const answers = new Map(), page = {errors: [], requests: []};
    let count = 0, session, rest = "";
    const heard = {
        "Runtime.exceptionThrown": ({exceptionDetails: one}) => page.errors.push(one.exception?.description ?? one.text),
        "Runtime.consoleAPICalled": ({type, args}) => type === "error" && page.errors.push(args.map(arg => arg.value).join(" ")),
        "Log.entryAdded": ({entry}) => entry.level === "error" && page.errors.push(entry.text),
        "Network.requestWillBeSent": ({request}) => page.requests.push(request.url),
    };
    browser.stdio[4].on("data", data => {
        const messages = (rest + data).split("\0");
        rest = messages.pop();
        for (const message of messages.map(JSON.parse)) {
            heard[message.method]?.(message.params);
            answers.get(message.id)?.(message);
            answers.delete(message.id);
        }
    });
    page.send = (method, params = {}) => new Promise((done, failed) => {
        answers.set(++count, ({error, result}) => error ? failed(new Error(`${method}: ${error.message}`)) : done(result));
        browser.stdio[3].write(JSON.stringify({id: count, method, params, sessionId: session}) + "\0");
    });
    page.evaluate = async expression => {
        const {result, exceptionDetails} = await page.send("Runtime.evaluate",
                                                           {expression, awaitPromise: true, returnByValue: true});
        if (exceptionDetails)
            throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
        return result.value;
    };
    page.until = async expression => {
        for (const end = Date.now() + PATIENCE; Date.now() < end;) {
            const value = await page.evaluate(expression);
            if (value)
                return value;
            await new Promise(done => setTimeout(done, 20));
        }
        throw new Error(`in vain: ${expression}`);
    };
    page.key = async (...names) => {
        for (const name of names)
            for (const type of ["keyDown", "keyUp"])
                await page.send("Input.dispatchKeyEvent", {
                    type, key: name, code: name, text: type === "keyDown" && name === "Enter" ? "\r" : undefined,
                    windowsVirtualKeyCode: {Backspace: 8, Tab: 9, Enter: 13, ArrowRight: 39, ArrowLeft: 37}[name]});
    };
    page.type = async text => {
        for (const character of text)
            await page.send("Input.dispatchKeyEvent", {type: "char", text: character});
    };
    page.click = async selector => {
        const place = await page.evaluate(`(() => { const found = document.querySelector(${JSON.stringify(selector)});
            found.scrollIntoView({block: "center"});
            const box = found.getBoundingClientRect(); return {x: box.x + box.width / 2, y: box.y + box.height / 2}; })()`);
        for (const type of ["mousePressed", "mouseReleased"])
            await page.send("Input.dispatchMouseEvent", {type, ...place, button: "left", clickCount: 1});
    };
    page.close = async () => {
        const ended = new Promise(done => browser.once("exit", done));
        browser.kill();
        await ended;
        rmSync(profile, {recursive: true, force: true, maxRetries: 9});
    };
    const {targetInfos} = await page.send("Target.getTargets");
    const {targetId} = targetInfos.find(({type}) => type === "page");
    ({sessionId: session} = await page.send("Target.attachToTarget", {targetId, flatten: true}));
    for (const domain of ["Page", "Runtime", "Log", "Network"])
        await page.send(`${domain}.enable`);
    return page;
}
