// The host that is a server of tables: it speaks the protocol of docs/protocol.md over a WebSocket, and connects again.
//
// A host is what a table gets its positions from. docs/how-to/page.md says what a table expects of one.

const FIRST_RETRY = 500;
const LAST_RETRY = 8000;

/** A server, at the address of the page. Each message that comes is an event of its kind. */
export default class ServerHost extends EventTarget {
  /** Whether there is one person and no server: nobody else can be invited. */
  alone = false;
  /** Whether another window has the seat, so that this one does not connect again. */
  replaced = false;
  /** Whether the server has said that it stops. */
  stopping = false;

  /** @type {ReturnType<ServerHost["open"]> | null} */
  #socket = null;
  #retry = FIRST_RETRY;
  #timer = 0;
  #round = "";
  /** @type {import("./table.js").Suggestion[]} */
  #hints = [];
  #number = 0;
  /** What has been asked and not been answered. @type {Map<string, (found: any) => void>} */
  #waiting = new Map();

  /** @returns {Pick<WebSocket, "readyState" | "send" | "close"> & {onmessage: any, onclose: any}} */
  open() { return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`); }

  connect() {
    clearTimeout(this.#timer);
    const socket = this.open();
    this.#socket = socket;
    socket.onmessage = (/** @type {{data: string}} */ event) => this.#receive(JSON.parse(event.data));
    socket.onclose = async () => {
      if (this.#socket !== socket || this.replaced) return;
      this.#forget();
      this.#tell("lost", { refused: null });
      const refused = await this.refusal();
      if (this.#socket !== socket || this.replaced) return;
      this.#tell("lost", { refused });
      this.#timer = window.setTimeout(() => this.connect(), this.#retry);
      this.#retry = Math.min(this.#retry * 2, LAST_RETRY);
    };
  }

  /** Connect now if the connection is lost. */
  hurry() {
    if (this.replaced || !this.#socket || this.#socket.readyState < WebSocket.CLOSING) return;
    this.#retry = FIRST_RETRY;
    this.connect();
  }

  close() { this.#socket?.close(); }

  /** @param {Record<string, any>} message */
  send(message) { if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message)); }

  // What a table asks of its host

  /** @param {number} question @param {number} move */
  play(question, move) { this.send({ kind: "answer", id: question, move }); }

  hint() {
    this.#hints = [];
    this.send({ kind: "hint" });
  }

  undo() { this.send({ kind: "take_back" }); }

  /** @param {string[]} moves @returns {Promise<import("./table.js").Verdict | null>} */
  explain(moves) {
    this.#number += 1;
    this.send({ kind: "explain", id: this.#number, moves });
    return this.#answer(`explained ${this.#number}`);
  }

  /** @param {number} moves @returns {Promise<import("./table.js").Position | null>} */
  past(moves) {
    this.send({ kind: "past", moves });
    return this.#answer(`past ${moves}`);
  }

  /** @param {string} what @returns {Promise<any>} */
  #answer(what) {
    return new Promise((resolve) => {
      this.#waiting.get(what)?.(null);
      if (this.#socket?.readyState === WebSocket.OPEN) this.#waiting.set(what, resolve); else resolve(null);
    });
  }

  #forget() {
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
    this.#tell("question", null);
  }

  // What comes

  /** @param {any} message */
  #receive(message) {
    if (message.kind === "hello") {
      this.#retry = FIRST_RETRY;
      this.stopping = false;
      this.send({ kind: "hello", version: 1, name: "oxideal table", wants: ["legal", "words"] });
    } else if (message.kind === "ping") this.send({ kind: "pong", id: message.id });
    else if (message.kind === "explained" || message.kind === "past") {
      const what = `${message.kind} ${message.kind === "past" ? message.moves : message.id}`;
      this.#waiting.get(what)?.(message);
      this.#waiting.delete(what);
    } else if (message.kind === "table") this.#round = message.table;
    else if (message.kind === "new_round") {
      this.#tell("round", { game: message.game, seat: message.seat, names: message.names, id: `${this.#round} ${message.round}` });
    } else if (message.kind === "info" && message.line) {
      this.#hints.unshift({ text: message.line[0], label: message.text, value: message.value });
      if (message.done) this.#tell("hints", this.#hints);
    } else if (message.kind === "error") this.#tell("hints", []);
    else if (message.kind === "bye") {
      this.stopping = message.reason === "stopping";
      this.replaced = message.reason === "replaced";
      if (this.replaced) { this.#forget(); this.close(); }
    }
    this.#tell(message.kind, message);
  }

  /** Ask why the connection is refused: a page cannot read why its WebSocket is, so it asks without one. @returns {Promise<any>} */
  async refusal() {
    try {
      const found = await fetch(`/ws?origin=${encodeURIComponent(location.origin)}`, { signal: /** @type {any} */ (AbortSignal).timeout(5000) });
      if (found.status === 403) return { option: (await found.text()).match(/--\S+ \S+/)?.[0] ?? "--origin" };
      return found.status === 429 || found.status === 503 ? { full: true } : null;
    } catch { return null; } // it does not answer at all
  }

  /** @param {string} kind @param {any} detail */
  #tell(kind, detail) { this.dispatchEvent(new CustomEvent(kind, { detail })); }
}
