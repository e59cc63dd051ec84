/* Messages of JSON-RPC on the standard input and output of a program, as the Language Server Protocol frames them. */
"use strict";

const { spawn } = require("node:child_process");

class Connection {
  /* Starts the program. `handlers` has a function for each method that the server may call, which takes its parameters
   * and returns the result, or a promise of it; `ended` is called once with words when the program is no more. */
  constructor(command, args, handlers, ended) {
    this.handlers = handlers;
    this.ended = ended;
    this.waiting = new Map(); // the requests without an answer, by their numbers
    this.last = 0;
    this.bytes = Buffer.alloc(0);
    this.process = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.process.stdin.on("error", () => {}); // a program that is gone is seen by its end
    this.process.stdout.on("data", (bytes) => this.receive(bytes));
    this.process.on("error", (error) => this.end(`${command} cannot be started: ${error.message}`));
    this.process.on("exit", (status, signal) => this.end(`${command} has ended: ${signal ?? `status ${status}`}`));
  }

  end(words) {
    const ended = this.ended;
    this.ended = null;
    for (const { reject } of this.waiting.values()) reject(new Error(words));
    this.waiting.clear();
    if (ended) ended(words);
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    if (this.ended) this.send({ method, params });
  }

  /* Returns a promise of the result. A token of the editor may cancel the request. */
  request(method, params, token) {
    if (!this.ended) return Promise.reject(new Error("the server has ended"));
    const id = ++this.last;
    token?.onCancellationRequested(() => this.waiting.has(id) && this.notify("$/cancelRequest", { id }));
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  receive(bytes) {
    this.bytes = Buffer.concat([this.bytes, bytes]);
    for (;;) {
      const head = this.bytes.indexOf("\r\n\r\n");
      const length = /Content-Length: *(\d+)/i.exec(this.bytes.subarray(0, Math.max(head, 0)).toString("latin1"));
      if (head < 0 || !length || this.bytes.length < head + 4 + Number(length[1])) return;
      const end = head + 4 + Number(length[1]);
      const body = this.bytes.subarray(head + 4, end).toString("utf8");
      this.bytes = this.bytes.subarray(end);
      this.take(JSON.parse(body));
    }
  }

  take(message) {
    if (message.method) {
      this.serve(message);
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) waiting?.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
    else waiting?.resolve(message.result);
  }

  /* Does what the server asks for; answers a request. */
  async serve({ id, method, params }) {
    const handler = this.handlers[method];
    if (id === undefined) {
      handler?.(params);
      return;
    }
    try {
      if (!handler) throw Object.assign(new Error(`there is no method ${method}`), { code: -32601 });
      this.send({ id, result: (await handler(params)) ?? null });
    } catch (error) {
      this.send({ id, error: { code: error.code ?? -32603, message: error.message } });
    }
  }
}

module.exports = { Connection };
