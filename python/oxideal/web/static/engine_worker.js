// A table of one person and bots, with the engine in a worker. It speaks the protocol of docs/protocol.md as the table
// server does, and like `oxideal.web.Seat` it makes positions, questions and explanations.

import { sha256 } from "./fair.js";
import setup from "./setup.js";

/** @typedef {typeof import("../../../../rust/wasm/pkg/oxideal.js")} Engine */
/** @typedef {import("../../../../rust/wasm/pkg/oxideal.js").View} View */
/** @typedef {import("../../../../rust/wasm/pkg/oxideal.js").Networks} Networks */

/**
 * A round that can be continued after a reload; with its rules and the seed all of it can be computed again.
 * @typedef {object} Saved
 * @property {string} game
 * @property {object} rules
 * @property {string[]} seats "person", or the level of a bot
 * @property {string[]} names
 * @property {boolean} practice
 * @property {string} seed
 * @property {number} round
 * @property {number[]} totals before the round
 * @property {number[]} actions
 * @property {boolean} resigned
 */

/**
 * A move, with what the person saw before and after it.
 * @typedef {{before: View, action: number, after: View, seat: number}} Step
 */

const MAX_HINTS = 5;
const MAX_LABELS = 500; // of more legal moves, the table asks for the name of the one that it needs
const HINT = 1000; // milliseconds
const REVIEW = { time: 20000 };
const SLICE = 50; // milliseconds of a review between two looks at messages

const send = (/** @type {object} */ message) => postMessage(JSON.stringify(message));
const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);
const capital = (/** @type {string} */ text) => text.slice(0, 1).toUpperCase() + text.slice(1);

class Table {
  #number = 0; // of the question
  /** @type {Step[]} */
  #steps = [];
  /** @type {Promise<Networks> | null} */
  #networks = null;
  reviewing = false;
  /** @type {(import("../../../../rust/wasm/pkg/oxideal.js").Findings & { finished: boolean }) | null} */
  #found = null;

  /**
   * @param {Engine} engine
   * @param {Saved} saved
   * @param {string} language
   */
  constructor(engine, saved, language) {
    this.engine = engine;
    this.saved = saved;
    this.rules = new engine.Rules(saved.game, saved.rules);
    this.own = saved.seats.indexOf("person");
    this.language = language;
    this.narrator = this.#narrator();
    this.state = engine.State.deal(this.rules, BigInt(saved.seed), saved.round - 1); // rounds are streams of one seed
    this.view = this.state.view(this.own);
    for (const action of saved.actions) this.#push(action);
    if (saved.resigned) this.resign();
  }

  /** @param {Saved} saved @param {string} language */
  static async open(saved, language) {
    if (!Object.hasOwn(setup.games, saved.game)) throw new Error(`unknown game ${JSON.stringify(saved.game)}`);
    const engine = await import(`./engine/${saved.game}/oxideal.js`);
    await engine.default();
    return new Table(engine, saved, language);
  }

  #narrator() { return new this.engine.Narrator(this.rules, this.own, this.saved.names, this.language); }

  /** @param {string} language */
  speak(language) {
    this.language = language;
    this.narrator = this.#narrator();
  }

  get moves() { return this.#steps.length; }

  // What is told

  /** Tell the page what the table is; the token is the round itself. */
  tell() {
    const { game, seats, names, practice, round, seed } = this.saved;
    const saved = { ...this.saved, actions: [...this.state.history] };
    send({ kind: "table", table: seed, token: JSON.stringify(saved), seat: this.own, game, seats, names, practice, round, rounds: null, contribute: false, ready: [], stand_ins: [], consent: [] });
  }

  async begin() {
    const { game, names, round, totals } = this.saved;
    this.tell();
    send({ kind: "new_round", game, seat: this.own, names, round, totals, contributions: [] });
    this.show(0);
    await this.advance();
  }

  /** Send what the person sees, and sentences about the moves from this one on. @param {number} first */
  show(first) {
    const steps = this.#steps;
    send({
      kind: "position", title: this.narrator.title, ...this.#seen(this.view, steps.at(-1)), first,
      said: steps.slice(first).map(({ before, action, after, seat }) => ({ seat, text: this.narrator.tell(before, action, after, seat), label: this.narrator.short(before, action) })),
      task: this.narrator.task(this.view), result: this.narrator.result(this.view) ?? null,
    });
  }

  /** @param {View} view @param {Step} [step] the last one */
  #seen(view, step) {
    return { view: view.toJSON(), last: step ? { seat: step.seat, move: this.rules.move(step.action) } : null, lines: this.narrator.lines(view) };
  }

  /** @param {number} moves */
  past(moves) {
    const step = this.#steps[Math.max(moves - 1, 0)];
    const seen = moves ? this.#seen(step.after, step) : this.#seen(step?.before ?? this.view);
    send({ kind: "past", moves, ...seen });
  }

  /** @param {number} id @param {string[]} meanings */
  explain(id, meanings) { send({ kind: "explained", id, ...this.#explained(meanings) }); }

  /** @param {string[]} meanings */
  #explained(meanings) {
    const name = (/** @type {string} */ text) => this.narrator.spoken(this.view, text);
    const attempt = this.view.sample(0); // the person cannot learn from a refusal what another seat holds
    for (const text of this.state.currentPlayer === this.own ? meanings : []) {
      try {
        if (this.view.isLegal(text)) return { text: name(text), why: null };
      } catch (error) { return { text: "", why: capital(this.narrator.refusal(error)) }; }
      try { attempt.push(text); } catch (error) {
        return { text: name(text), why: capital(this.narrator.refusal(error)) };
      }
    }
    return { text: "", why: null };
  }

  hint() {
    const { choices } = this.view.search({ time: HINT });
    const hints = choices.slice(0, MAX_HINTS).reverse();
    hints.forEach(({ action, mean }, k) => {
      const text = capital(this.narrator.spoken(this.view, action));
      send({ kind: "info", id: this.#number, line: [this.rules.move(action).text], text, value: mean, done: k === hints.length - 1 });
    });
  }

  tellRules() { send({ kind: "rules", paragraphs: this.narrator.rules() }); }

  record() {
    const { game, names, seed, round, seats } = this.saved;
    const forfeited = this.state.forfeited;
    const actions = [...this.state.history].map((action) => this.rules.move(action).text);
    const record = {
      format: 1, game, rules: this.rules.toJSON(), seed, stream: String(round - 1), names, actions, ...(forfeited && { forfeited }),
      payoffs: [...this.state.payoffs ?? []], scores: [...this.state.scores ?? []], info: { seats },
    };
    send({ kind: "record", record: `${JSON.stringify(record)}\n` });
  }

  // The round

  /** @param {number} action */
  #push(action) {
    const [before, seat] = [this.view, /** @type {number} */ (this.state.currentPlayer)];
    this.state.push(action);
    this.view = this.state.view(this.own);
    this.#steps.push({ before, action, after: this.view, seat });
  }

  /** Play what needs no decision of the person; then ask, or end the round. */
  async advance() {
    for (let seat = this.state.currentPlayer; seat !== undefined; seat = this.state.currentPlayer) {
      const legal = this.state.legalActions();
      if (seat === this.own && legal.length > 1) return this.#ask();
      this.#push(legal.length > 1 ? await this.#chosen(seat) : legal[0]);
      this.show(this.moves - 1);
    }
    this.tell();
    send({ kind: "end_round", totals: this.#totals() });
  }

  #ask() {
    this.#number += 1;
    this.tell();
    const moves = this.view.legalMoves();
    const named = moves.length <= MAX_LABELS;
    const legal = moves.map(({ id, text, kind }) => ({ id, text, ...((named || kind === "pass") && { label: this.narrator.spoken(this.view, id) }) }));
    send({ kind: "question", id: this.#number, legal });
  }

  /** @param {number} seat */
  async #chosen(seat) {
    const view = this.state.view(seat);
    const digest = sha256(bytes(view.toString())).slice(0, 12); // as in Python: `oxideal.bots.chance`
    const number = digest.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    const chance = new this.engine.Stream(sha256(bytes(`bot ${seat} of ${this.saved.seed}`)), number);
    const level = Number(this.saved.seats[seat].replace("level:", ""));
    if (!this.rules.levelHasNetworks(level)) return view.level(level, chance);
    return (await this.#loaded()).level(view, level, chance);
  }

  #loaded() {
    this.#networks ??= this.#load().catch((error) => { this.#networks = null; throw error; }); // tried again
    return this.#networks;
  }

  async #load() {
    const found = await fetch(`weights/${this.rules.weightsName}.safetensors`);
    if (!found.ok) throw new Error(`networks not found: ${found.status}`);
    return new this.engine.Networks(this.rules, new Uint8Array(await found.arrayBuffer()));
  }

  /** Find the mistakes of the person: its decisions only, as there is one thread. @param {object} limit */
  async review(limit) {
    if (this.reviewing) return;
    this.reviewing = true;
    try {
      const review = new this.engine.Review(this.state, await this.#loaded(), [this.own], { seed: 0, ...limit });
      let share = /** @type {number | undefined} */ (0);
      while (share !== undefined && this.reviewing) {
        send({ kind: "review", share });
        await new Promise((done) => { setTimeout(done); }); // for messages
        if (table !== this) return;
        for (const end = performance.now() + SLICE; share !== undefined && performance.now() < end;) share = review.step();
      }
      this.#found = { ...review.findings(), finished: share === undefined };
    } finally { this.reviewing = false; }
    this.tellReview();
  }

  /** Send what a review has found, if there was one. */
  tellReview() {
    if (!this.#found) return;
    const decisions = this.#found.decisions.map(({ number, played, better, ...each }) => {
      const spoken = (/** @type {number | null | undefined} */ action) => (action == null ? undefined : this.narrator.spoken(this.#steps[number].before, action));
      return { ...each, number, better: better === null ? null : this.rules.move(better).text, named: { played: spoken(played), better: spoken(better), open: spoken(each.open?.better) } };
    });
    send({ kind: "review", found: { ...this.#found, decisions } });
  }

  /** @param {number} question @param {number} move */
  async answer(question, move) {
    if (question !== this.#number || this.state.currentPlayer !== this.own) return;
    this.#push(move);
    this.show(this.moves - 1);
    await this.advance();
  }

  async takeBack() {
    const { length } = this.#steps;
    let at = length - 1;
    while (at >= 0 && this.#steps[at].before.legalActions().length < 2) at -= 1; // in the person's view others have none
    if (at < 0 || this.view.isOver) return;
    for (let k = at; k < length; k += 1) this.state.pop();
    this.#steps.length = at;
    this.view = this.state.view(this.own);
    this.saved.actions = [...this.state.history];
    await this.begin();
  }

  resign() {
    this.saved.resigned = true;
    this.state.forfeit(this.own, "resigned");
    this.view = this.state.view(this.own);
  }

  /** What each seat has after the round. */
  #totals() {
    const { payoffs } = this.state;
    return this.saved.totals.map((total, seat) => total + (payoffs?.[seat] ?? 0));
  }

  /** Return the table with the next round. */
  next() {
    const saved = { ...this.saved, round: this.saved.round + 1, totals: this.#totals(), actions: [], resigned: false };
    return new Table(this.engine, saved, this.language);
  }
}

/** @type {Table | null} */
let table = null;

/** @type {Record<string, (message: any) => void | Promise<void>>} */
const receive = {
  async create({ game, rules, preset, seats, name, practice, language, seed }) {
    const chosen = { ...setup.games[game]?.[preset], ...rules };
    const names = setup.names.filter((each) => each.toLowerCase() !== name.toLowerCase());
    const random = crypto.getRandomValues(new BigUint64Array(1))[0];
    table = await Table.open({
      game, rules: chosen, seats, names: seats.map((/** @type {string} */ seat) => (seat === "person" ? name : names.shift())), practice,
      seed: String(seed ?? random), round: 1, totals: seats.map(() => 0), actions: [], resigned: false,
    }, language);
    await table.begin();
  },
  async join({ token, language }) {
    table = await Table.open(JSON.parse(token), language);
    await table.begin();
  },
  answer: ({ id, move }) => table?.answer(id, move),
  hint: () => table?.hint(),
  take_back: () => table?.takeBack(),
  explain: ({ id, moves }) => table?.explain(id, moves),
  past: ({ moves }) => table?.past(moves),
  look({ language }) { table?.speak(language); table?.show(0); table?.tellReview(); },
  review({ limit, stop }) {
    if (!table) return;
    if (stop) table.reviewing = false; else table.review(limit ?? REVIEW).catch(failed); // messages need not wait for it
  },
  rules: () => table?.tellRules(),
  record: () => table?.record(),
  async resign() {
    if (!table || table.view.isOver) return;
    table.resign();
    table.show(table.moves);
    await table.advance();
  },
  async next_round() {
    table = table?.next() ?? null;
    await table?.begin();
  },
};

const failed = (/** @type {Error} */ error) => {
  if (error instanceof WebAssembly.RuntimeError) setTimeout(() => { throw error; }); // the engine is unusable: the host starts again
  else send({ kind: "error", text: capital(error.message) });
};

let last = Promise.resolve();
onmessage = ({ data }) => {
  const message = JSON.parse(data);
  last = last.then(() => receive[message.kind]?.(message)).catch(failed);
};
send({ kind: "hello", version: 1, bots: Array.from({ length: 10 }, (_, k) => `level:${k + 1}`), games: Object.keys(setup.games) });
