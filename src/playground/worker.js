/* The engine: runs the command in a worker. Each call has an instance of the module and a file system of its own. */
"use strict";
let compiled; // a promise of the module

async function unpack(base64) {
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
    const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compile(await new Response(whole).arrayBuffer());
}

/* Runs `ptxcheck ARGS` where `files` are, a text for each name; gives its exit status, what it printed, and the text of
 * the file `made`, if it wrote that. */
async function run({args, files, made}) {
    const result = {out: "", error: "", made: null};
    const module = await compiled;
    const instance = await ptxcheck({
        instantiateWasm(imports, done) {
            WebAssembly.instantiate(module, imports).then(done);
            return {};
        },
        print: line => result.out += line + "\n",
        printErr: line => result.error += line + "\n",
    });
    for (const [name, text] of Object.entries(files))
        instance.FS.writeFile(name, text);
    try {
        result.status = instance.callMain(args);
    } catch (trouble) { // an exit, or what stops a program
        result.status = trouble.status ?? 2;
        result.error += trouble.name === "ExitStatus" ? "" : `ptxcheck stopped: ${trouble.message}\n`;
    }
    if (made && instance.FS.analyzePath(made).exists) {
        instance.FS.chmod(made, 0o600); // the umask of Emscripten leaves nobody a right
        result.made = instance.FS.readFile(made, {encoding: "utf8"});
    }
    return result;
}

onmessage = async ({data}) => {
    if (data.module)
        compiled = unpack(data.module);
    else
        postMessage({id: data.id, result: await run(data)});
};
