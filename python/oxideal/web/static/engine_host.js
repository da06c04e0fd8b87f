// The host that is the engine in the page: a worker speaks the protocol of the table server, so nothing else is needed.

import ServerHost from "./host.js";

/** A worker with what a host uses of a WebSocket. */
class Line {
  readyState = WebSocket.OPEN;
  /** @type {(event: {data: string}) => void} */
  onmessage = () => {};
  onclose = () => {};
  #worker = new Worker(new URL("./engine_worker.js", import.meta.url), { type: "module" });

  constructor() {
    this.#worker.onmessage = (event) => this.onmessage(event);
    this.#worker.onerror = () => this.close();
  }

  /** @param {string} text */
  send(text) { this.#worker.postMessage(text); }

  close() {
    this.#worker.terminate();
    this.readyState = WebSocket.CLOSED;
    this.onclose();
  }
}

/** The engine, bots and networks in a worker. */
export default class EngineHost extends ServerHost {
  alone = true;

  open() { return new Line(); }

  async refusal() { return null; }
}
