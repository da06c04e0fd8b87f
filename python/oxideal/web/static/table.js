// <oxideal-table>: shows what one seat sees of a round, animates what changes, and reports what is chosen.
//
// It knows no rules. A host tells it what the seat sees and which moves are legal; each game has a file for its layout.
// docs/how-to/page.md describes what goes in and what comes out.

import { icon } from "./cards.js";
import { h, signed, store, stored } from "./dom.js";
import { TABLE, wordsOf } from "./words.js";

/** @typedef {import("./seats.js").Sight} Sight */

/**
 * A move as a sentence, with a word or two for it, and who has made it.
 * @typedef {{seat: number, text: string, label: string}} Told
 */

/**
 * What the seat sees after a number of moves.
 * @typedef {object} Position
 * @property {any} view
 * @property {{seat: number, move: any} | null} last the last move
 * @property {number} [first] the number of the first move that is told
 * @property {Told[]} [said] the moves from there on
 * @property {string} [task] what the seat has to do, or whom it waits for
 * @property {string[]} [lines] the table in words, for screen readers
 * @property {any} [result] how the round ended
 */

/**
 * A legal move: its text as the protocol has it, and its name for people. Without a name the host is asked for it.
 * @typedef {{id: number, text: string, label?: string}} Move
 */

/** @typedef {{id: number, legal: Move[]}} Question */
/** @typedef {{text: string, label: string, value: number | null}} Suggestion */
/** @typedef {{text: string, why: string | null}} Verdict */

/**
 * Where positions come from. It sends the events "round" (a `Round`), "position" (a `Position`), "question" (a
 * `Question` or null) and "hints" (a list of `Suggestion`), each in the `detail` of a CustomEvent; the methods are what
 * a table asks of it, and all of them are optional.
 * @typedef {EventTarget & Asked} Host
 */

/**
 * @typedef {object} Asked
 * @property {(question: number, move: number) => void} [play]
 * @property {() => void} [hint]
 * @property {() => void} [undo]
 * @property {(texts: string[]) => Promise<Verdict | null>} [explain] names the first of these moves, and says why it is not legal
 * @property {(moves: number) => Promise<Position | null>} [past] what the seat saw after a number of moves
 */

/**
 * A round: `id` is another one for each round; `seat` is null for a spectator, for whom the seat `bottom` is shown below.
 * @typedef {{game: string, seat: number | null, names: string[], id: string, bottom?: number}} Round
 */

/** @typedef {{key: string, token: string}} Picked */

/**
 * A mistake: the last move, of a seat, instead of which another was better.
 * @typedef {{seat: number, size: string, better: string}} Flaw
 */

const FLAWS = { small: "?!", medium: "?", large: "??" }; // as in annotated games of chess
const MAX_CHOICES = 8; // moves that are offered as buttons
const VOICE_MS = 5000;
const MAX_LINES = 3; // moves that are animated; more than these are a new start
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * Whether a selection is a part of what a move needs: the tokens that are still missing, or null.
 * @param {string[]} needed
 * @param {string[]} chosen
 */
const missing = (needed, chosen) => {
  const left = [...needed];
  for (const each of chosen) {
    const at = left.indexOf(each);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
};

export class OxidealTable extends HTMLElement {
  /** How long other players' moves are shown, as a multiple of the usual time. */
  pace = 1;
  /** Buttons that the page adds where moves are offered. @type {HTMLElement[]} */
  extras = [];

  /** @type {any} */
  #game = null;
  /** @type {Host | null} */
  #host = null;
  #hosting = new AbortController();
  #language = "en";
  /** @type {Round} */
  #round = { game: "", seat: null, names: [], id: "" };
  /** @type {Promise<unknown>} */
  #loading = Promise.resolve();
  /** The moves of the round. @type {Told[]} */
  #story = [];
  /** What has been seen, by the number of moves. @type {Map<number, Position>} */
  #seen = new Map();
  /** @type {Position | null} */
  #now = null;
  /** Positions that wait until the one before has been seen. @type {Position[]} */
  #queue = [];
  #timer = 0;
  /** @type {number | null} */
  #past = null;
  /** @type {Question | null} */
  #question = null;
  /** The legal moves with what has to be selected for each. @type {{move: Move, tokens: string[]}[]} */
  #legal = [];
  /** @type {Picked[]} */
  #selection = [];
  /** What the host has said of the selection. */
  #verdict = /** @type {Verdict | null} */ (null);
  #asked = 0;
  #questions = 0;
  #armed = false;
  #passing = false; // for the rest of the trick
  /** @type {Suggestion[]} */
  #hints = [];
  #hinted = -1;
  #offers = { hint: false, undo: /** @type {boolean | null} */ (null) };
  #thinking = false;
  /** @type {Flaw | null} */
  #flaw = null;
  /** @type {{away: number[], bots: number[]}} */
  #people = { away: [], bots: [] };
  /** What the seats say, until it has been seen. @type {Map<number, HTMLElement>} */
  #voices = new Map();
  /** The keys of the own cards, in the order of the hand. @type {string[]} */
  #keys = [];
  /** The keys of the own cards that were played last. @type {string[]} */
  #left = [];
  #clickedBefore = "";
  /** @type {any} */
  #drag = null;
  /** @type {Record<string, HTMLElement>} */
  #part = {};
  #size = [0, 0];
  #watch = new ResizeObserver(() => this.#resized());
  #stop = new AbortController();

  connectedCallback() {
    if (!this.#part.felt) this.#build();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#watch.observe(this.#part.felt);
    document.addEventListener("keydown", (event) => this.#typed(event), { signal });
    addEventListener("pointermove", (event) => this.#dragged(event), { signal });
    addEventListener("pointerup", (event) => this.#dropped(event), { signal });
    addEventListener("pointercancel", () => this.#release(), { signal });
  }

  disconnectedCallback() {
    this.#watch.disconnect();
    this.#stop.abort();
    clearTimeout(this.#timer);
  }

  // What goes in

  get host() { return this.#host; }

  set host(host) {
    this.#hosting.abort();
    this.#hosting = new AbortController();
    this.#host = host;
    const on = (/** @type {string} */ kind, /** @type {(detail: any) => void} */ run) => host?.addEventListener(kind, (event) => run(/** @type {CustomEvent} */ (event).detail), { signal: this.#hosting.signal });
    on("round", (round) => this.start(round));
    on("position", (position) => this.show(position));
    on("question", (question) => this.ask(question));
    on("hints", (hints) => this.suggest(hints));
  }

  get language() { return this.#language; }

  set language(value) {
    this.#language = value in TABLE ? value : "en";
    this.#hints = [];
    if (this.#part.felt) { this.#label(); this.#draw(false); }
  }

  /** Whether the host gives hints, and whether moves can be taken back; null if never. */
  get offers() { return this.#offers; }

  set offers(value) { this.#offers = value; this.#mark(); }

  /** The mistake that is marked on the cards of the move and on those of the better one. */
  get flaw() { return this.#flaw; }

  set flaw(value) { this.#flaw = value; this.#flag(); }

  /** The seats whose persons are away, and those of them for whom bots play. */
  get people() { return this.#people; }

  set people(value) {
    const same = JSON.stringify(value) === JSON.stringify(this.#people);
    this.#people = value;
    if (!same && this.#part.felt) this.#draw(false);
  }

  get words() { return TABLE[this.#language]; }

  /** The moves of the round so far. */
  get story() { return this.#story; }

  /** The position now, also while an earlier one is shown. */
  get position() { return this.#now; }

  /** The number of moves before the earlier position that is shown; null if the table is as it is now. */
  get past() { return this.#past; }

  get game() { return this.#game; }

  /** Whether a move can be chosen. */
  get active() { return this.#question !== null && this.#past === null && this.idle; }

  /** Whether all positions have been shown long enough. */
  get idle() { return this.#queue.length === 0 && this.#timer === 0; }

  /**
   * Begin a round, or begin it anew, e.g. after a reconnect: then the selection stays.
   * @param {Round} round
   */
  start(round) {
    const same = round.id === this.#round.id;
    this.#round = round;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#queue = [];
    this.#story = [];
    this.#seen.clear();
    this.#past = null;
    this.#passing = false; // after a reconnect, the trick can be another one
    this.ask(null);
    if (!same) {
      this.#selection = [];
      this.#now = null;
      this.#keys = [];
      this.#left = [];
    }
    this.#loading = import(`./games/${round.game}.js`).then((game) => { this.#game = game; });
  }

  /**
   * Show what the seat sees now, after the positions before it have been seen.
   * @param {Position} position
   */
  async show(position) {
    await this.#loading;
    this.#queue.push(position);
    if (this.#timer === 0) this.#next();
  }

  /**
   * Let the seat choose a move; null: it has none to choose.
   * @param {Question | null} question
   */
  async ask(question) {
    const number = (this.#questions += 1);
    this.#question = null;
    this.#legal = [];
    this.#hints = [];
    this.#thinking = false;
    if (question) {
      await this.#loading;
      if (number !== this.#questions) return;
      this.#question = question;
      if (this.#queue.length === 0 && this.#timer === 0) this.#turn();
    }
    this.#mark();
  }

  /**
   * Show what a search suggests, the best first, and select it; nothing if there is no suggestion.
   * @param {Suggestion[]} hints
   */
  suggest(hints) {
    this.#hints = hints;
    this.#hinted = -1;
    this.#thinking = false;
    this.#nextHint();
  }

  /**
   * Show the position after a number of moves.
   * @param {number} moves
   * @param {boolean} [animated]
   */
  async look(moves, animated = true) {
    const all = this.#story.length;
    const at = Math.max(0, Math.min(moves, all));
    const before = this.#past;
    this.#past = at === all ? null : at;
    if (before === this.#past) return;
    if (this.#past !== null && !this.#seen.has(at)) {
      const found = await this.#host?.past?.(at);
      if (found) this.#seen.set(at, found);
      if (this.#past !== at) return; // another one is wanted by now
      if (!this.#seen.has(at)) { this.#past = before; return; }
    }
    this.#draw(animated);
    if (this.#past !== null) this.announce(this.#task());
    this.dispatchEvent(new CustomEvent("look", { detail: { moves: this.#past } }));
  }

  /** Show for some seconds what a seat says. @param {number} seat @param {string} text */
  say(seat, text) {
    const voice = h("p", { class: "voice" }, text);
    this.#voices.get(seat)?.remove();
    this.#voices.set(seat, voice);
    this.#part.voices.append(voice);
    this.#hear();
    setTimeout(() => { voice.remove(); if (this.#voices.get(seat) === voice) this.#voices.delete(seat); }, VOICE_MS);
    this.announce(`${this.#round.names[seat]}: ${text}`);
  }

  /** Put what seats say beside them. */
  #hear() {
    const all = this.#part.voices.getBoundingClientRect();
    for (const [seat, voice] of this.#voices) {
      const place = this.#part.felt.querySelector(`[data-key=seat${seat}]`)?.getBoundingClientRect();
      if (!place) continue;
      const x = Math.min(Math.max(place.left + place.width / 2 - all.left, voice.offsetWidth / 2 + 4), all.width - voice.offsetWidth / 2 - 4);
      const below = place.bottom - all.top + voice.offsetHeight + 12 < all.height;
      voice.style.translate = `${(x - voice.offsetWidth / 2).toFixed(0)}px ${(below ? place.bottom - all.top + 6 : place.top - all.top - voice.offsetHeight - 6).toFixed(0)}px`;
    }
  }

  /** Show what has changed in the page's own buttons. */
  refresh() { this.#mark(); }

  // Positions, one after the other, each long enough to be seen

  #next() {
    this.#timer = 0;
    const position = this.#queue.shift();
    if (!position) {
      this.dispatchEvent(new CustomEvent("still"));
      if (this.#question) this.#turn();
      return;
    }
    const first = position.first ?? 0;
    const said = position.said ?? [];
    const ends = Boolean(position.result) && !this.#now?.result; // a forfeit has no move
    const looked = this.#now !== null && !ends && first + said.length === this.#story.length && this.#seen.size > 0; // in another language
    const own = said.at(-1)?.seat === this.#round.seat;
    const wait = looked ? 0 : ((own ? 350 : 900) * this.pace) / (this.#queue.length > 6 ? 3 : 1);
    if (wait > 0) this.#timer = window.setTimeout(() => this.#next(), wait);
    this.#display(position, first, said, looked);
    if (wait === 0) this.#next();
  }

  /**
   * @param {Position} position
   * @param {number} first
   * @param {Told[]} said
   * @param {boolean} looked
   */
  #display(position, first, said, looked) {
    const known = this.#story.length;
    const fresh = first === known && known > 0;
    const animated = this.#now !== null && said.length <= MAX_LINES;
    this.#story.length = Math.min(known, first);
    this.#story.push(...said);
    this.#now = position;
    this.#seen.set(this.#story.length, position);
    if (!looked) this.#hints = [];
    const back = this.#past !== null && !looked && position.view.current_player === this.#round.seat;
    if (back) this.#past = null; // it is the reader's turn
    this.#follow(position.view);
    this.#passing &&= this.#game.passes(position.view);
    if (this.#past === null || looked) this.#draw(animated);
    if (said.length === 1 && animated && !still.matches && this.#game.loud?.(position.last?.move)) {
      this.#part.felt.animate([{ transform: "none" }, { transform: "translate(-5px, 3px)" }, { transform: "translate(4px, -3px)" }, { transform: "none" }], { duration: 260 });
    }
    if (fresh || said.length === 1) this.announce(said.map((each) => each.text).join(" "));
    this.dispatchEvent(new CustomEvent("shown", { detail: { position } }));
    if (back) this.dispatchEvent(new CustomEvent("look", { detail: { moves: null } }));
  }

  #turn() {
    const question = this.#question;
    if (!question || !this.#now) return;
    const view = this.#now.view;
    this.#legal = question.legal.map((move) => ({ move, tokens: this.#game.picks(move, view) }));
    const armed = this.#armed;
    this.#armed = false;
    this.announce(this.#now.task ?? "");
    const exact = this.#exact();
    if (armed && exact.length === 1) return void this.#play(exact[0].move);
    const pass = this.#passing && question.legal.find((move) => move.text === "pass");
    if (pass) return void this.#play(pass);
    this.#judge();
    const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest("[data-pick]"));
    if (focused && this.contains(focused) && !focused.matches(".can, .picked")) /** @type {HTMLElement | null} */ (this.querySelector(".can[tabindex]"))?.focus();
  }

  // Own cards keep their keys, so that the ones that were selected are those that move

  /** Let the keys follow a new hand. @param {any} view */
  #follow(view) {
    if (this.#round.seat === null || !Array.isArray(view.hand) || typeof view.hand[0] !== "string") return;
    const keys = this.#fit(view.hand, this.#keys.filter((key) => !this.#left.includes(key) || view.hand.length >= this.#keys.length));
    const gone = this.#keys.filter((key) => !keys.includes(key));
    if (gone.length > 0 && this.#now?.last?.seat === this.#round.seat) this.#left = gone;
    this.#keys = keys;
  }

  /**
   * Give each card the first key of its face that is not used yet.
   * @param {string[]} faces
   * @param {string[]} keys
   * @param {string[]} [others] keys of other cards
   */
  #fit(faces, keys, others = []) {
    const free = keys.filter((key) => !others.includes(key));
    const used = new Set(others);
    return faces.map((face) => {
      const start = `${this.#round.seat}:${face}:`;
      const at = free.findIndex((key) => key.startsWith(start));
      let key = at < 0 ? "" : free.splice(at, 1)[0];
      for (let copy = 0; !key || used.has(key); copy += 1) if (!used.has(`${start}${copy}`) && !free.includes(`${start}${copy}`)) key = `${start}${copy}`;
      used.add(key);
      return key;
    });
  }

  // Drawing

  #build() {
    const button = (/** @type {string} */ name, /** @type {() => void} */ run, /** @type {Node[]} */ ...shown) => {
      const made = h("button", { type: "button", class: name, onclick: run }, shown);
      this.#part[name] = made;
      return made;
    };
    const part = (/** @type {string} */ name, /** @type {HTMLElement} */ made) => { this.#part[name] = made; return made; };
    const all = () => this.#story.length;
    const at = () => this.#past ?? all();
    this.append(
      part("felt", h("div", { class: "felt", role: "group" })),
      part("voices", h("div", { class: "voices", "aria-hidden": "true" })),
      part("hints", h("div", { class: "hints", hidden: true })),
      h("div", { class: "bar" },
        part("task", h("p", { class: "task" })), part("naming", h("p", { class: "naming" })), part("choices", h("div", { class: "choices" })),
        h("div", { class: "helps" }, button("hint", () => this.#hint()), button("undo", () => this.#host?.undo?.()), button("sort", () => this.#sort()),
          part("steps", h("div", { class: "steps", role: "group" },
            button("first", () => this.look(0), icon("first")), button("back", () => this.look(at() - 1), icon("back")),
            button("on", () => this.look(at() + 1), icon("on")), button("last", () => this.look(all()), icon("last")))))),
      part("zoom", h("dialog", { class: "zoom" })),
      part("live", h("p", { class: "live unseen", "aria-live": "polite" })));
    const { felt } = this.#part;
    felt.addEventListener("click", (event) => this.#clicked(event));
    felt.addEventListener("pointerdown", (event) => this.#pressed(event));
    this.#part.zoom.addEventListener("click", () => /** @type {HTMLDialogElement} */ (this.#part.zoom).close());
    this.#label();
  }

  #label() {
    for (const each of ["first", "back", "on", "last"]) {
      this.#part[each].setAttribute("aria-label", this.words[each]);
      this.#part[each].title = this.words[each];
    }
    this.#part.steps.setAttribute("aria-label", this.words.steps);
    this.#part.undo.textContent = this.words.undo;
  }

  #resized() {
    const { felt } = this.#part;
    const [width, height] = [felt.clientWidth, felt.clientHeight];
    if (Math.abs(width - this.#size[0]) < 3 && Math.abs(height - this.#size[1]) < 3) return;
    this.#size = [width, height];
    this.#draw(false);
  }

  /** How the own hand is sorted. */
  get #order() {
    const orders = this.#game?.orders ?? [];
    const wanted = stored(`sort.${this.#round.game}`, null);
    return orders.includes(wanted) ? /** @type {string} */ (wanted) : orders[0] ?? "";
  }

  /** The order of the own hand in this round, as the reader has sorted it. @returns {string[]} */
  get #arranged() {
    const [id, ...faces] = JSON.parse(stored(`hand.${this.#round.game}`, "[]"));
    return id === this.#round.id ? faces : [];
  }

  /** Keep the order in which the own hand lies, with one card moved to the place of another. @param {string} [from] @param {string} [to] */
  #arrange(from, to) {
    const faces = /** @type {HTMLElement[]} */ ([...this.#part.felt.querySelectorAll(".mine")]).map((each) => each.dataset.pick ?? "");
    if (from !== undefined && to !== undefined) {
      const place = faces.indexOf(to);
      faces.splice(faces.indexOf(from), 1);
      faces.splice(place, 0, from);
      store("arranged", "yes");
    }
    store(`hand.${this.#round.game}`, JSON.stringify([this.#round.id, ...faces]));
  }

  /** @returns {Sight} */
  #sight(/** @type {Position} */ position) {
    const [width, height] = this.#size;
    const moves = this.#past ?? this.#story.length;
    const told = this.#story.slice(0, moves);
    const own = this.#round.seat;
    return {
      view: position.view, seat: own ?? this.#round.bottom ?? 0, own, names: this.#round.names, language: this.#language, words: wordsOf(this.#round.game, this.#language), last: position.last,
      said: (seat) => [...told].reverse().find((each) => each.seat === seat)?.label ?? "",
      width, height, tall: height > width * 0.95, low: height < 420, order: this.#order,
      arranged: (faces) => {
        const order = this.#arranged;
        const place = (/** @type {string} */ face) => (order.includes(face) ? order.indexOf(face) : order.length); // new cards come last
        return [...faces].sort((a, b) => place(a) - place(b));
      },
      keys: (faces) => this.#fit(faces, this.#past === null ? this.#keys : []),
      left: (faces) => (this.#past === null ? this.#fit(faces, this.#left, this.#keys) : this.#fit(faces, [], this.#fit(position.view.hand, []))),
      absent: (seat) => (this.#people.bots.includes(seat) ? this.words.standIn : this.#people.away.includes(seat) ? this.words.away : ""),
      zoom: (heading, content) => {
        const box = /** @type {HTMLDialogElement} */ (this.#part.zoom);
        box.replaceChildren(h("h2", {}, heading), content, h("button", { type: "button", autofocus: true }, this.words.close));
        box.showModal();
      },
    };
  }

  get #shown() { return this.#past === null ? this.#now : this.#seen.get(this.#past) ?? this.#now; }

  /** Draw the position that is shown. @param {boolean} animated */
  #draw(animated) {
    const position = this.#shown;
    const { felt } = this.#part;
    if (!position || !this.#game || !felt.clientWidth) return;
    if (!this.#size[0]) this.#size = [felt.clientWidth, felt.clientHeight];
    const t = this.#sight(position);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest("[data-pick]"));
    const kept = focused && felt.contains(focused) ? [focused.dataset.key, focused.dataset.pick] : null;
    const old = animated && !still.matches ? this.#places() : new Map();
    const lines = (position.lines ?? []).map((line) => h("span", {}, line));
    felt.className = `felt ${t.tall ? "tall" : t.low ? "low" : "wide"}`;
    felt.setAttribute("aria-label", t.words.title);
    felt.replaceChildren(h("p", { class: "unseen" }, lines), this.#game.layout(t));
    this.classList.toggle("past", this.#past !== null);
    const picks = /** @type {HTMLElement[]} */ ([...felt.querySelectorAll(".mine[data-pick], .target[data-pick]")]);
    for (const each of picks) {
      each.setAttribute("role", "button");
      each.setAttribute("tabindex", "-1");
    }
    const again = kept && (picks.find((each) => each.dataset.key === kept[0] && each.dataset.pick === kept[1]) ?? picks.find((each) => each.classList.contains("mine")) ?? picks[0]);
    (again ?? picks[0])?.setAttribute("tabindex", "0");
    again?.focus();
    if (this.#past === null) this.#selection = this.#selection.filter((each) => this.#element(each)); // what has left the hand is not selected
    this.#mark();
    this.#flag();
    this.#hear();
    if (this.#drag?.moved) this.#lift();
    if (old.size > 0) this.#animate(old);
  }

  /** Mark the mistake that is shown. */
  #flag() {
    const { felt } = this.#part;
    if (!felt) return;
    for (const each of felt.querySelectorAll(".flag")) each.remove();
    for (const each of felt.querySelectorAll(".flaw, .better")) each.classList.remove("flaw", "better");
    if (!this.#flaw || !this.#game) return;
    const { seat, size, better } = this.#flaw;
    const mark = (/** @type {Element[]} */ all, /** @type {string} */ kind, /** @type {string} */ sign) => {
      for (const each of all) each.classList.add(kind);
      (all[0]?.querySelector(":scope > .lift") ?? all[0])?.append(h("i", { class: `flag ${kind}`, "aria-hidden": "true" }, sign));
    };
    const played = [...felt.querySelectorAll(".new")].flatMap((each) => (each.matches(".card, .domino, .pile") ? [each] : [...each.querySelectorAll(".card")]));
    const free = /** @type {HTMLElement[]} */ ([...felt.querySelectorAll(`[data-of="${seat}"] :is([data-token], [data-pick])`), ...felt.querySelectorAll(".target"), ...played]);
    const wanted = this.#game.picks({ text: better }, this.#shown?.view).flatMap((/** @type {string} */ token) => {
      const name = this.#game.absolute?.(token, seat) ?? token;
      const at = free.findIndex((each) => (each.dataset.token ?? each.dataset.pick) === name);
      return at < 0 ? [] : free.splice(at, 1);
    }).filter((/** @type {Element} */ each) => !played.some((one) => one !== each && each.contains(one))); // both went there
    mark(played, "flaw", FLAWS[size]);
    mark(wanted, "better", "✓");
  }

  /** Where everything with a key is. */
  #places() {
    /** @type {Map<string, DOMRect>} */
    const found = new Map();
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (this.#part.felt.querySelectorAll("[data-key]"))) found.set(each.dataset.key ?? "", (each.querySelector(":scope > .lift") ?? each).getBoundingClientRect());
    return found;
  }

  /**
   * Let everything move from its old place.
   * @param {Map<string, DOMRect>} old
   */
  #animate(old) {
    let late = 0;
    const dealt = !old.has("stock") ? null : old.get("stock");
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (this.#part.felt.querySelectorAll("[data-key]"))) {
      const lift = /** @type {HTMLElement | null} */ (each.querySelector(":scope > .lift"));
      const { key = "", from: source = "" } = each.dataset;
      const from = old.get(key) ?? (source === "stock" ? dealt : source && old.get(source));
      if (!lift || !from || !from.width) continue;
      const to = lift.getBoundingClientRect();
      if (!to.width) continue;
      const [x, y, scale] = [from.left - to.left, from.top - to.top, old.has(key) ? from.width / to.width : 1];
      if (Math.abs(x) + Math.abs(y) < 1.5 && Math.abs(scale - 1) < 0.02) continue;
      const arrives = !old.has(key) && each.classList.contains("mine");
      lift.animate([{ transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})` }, { transform: "none" }], {
        duration: 340 * Math.max(this.pace, 0.4), delay: arrives ? (late += 18) : 0, fill: "backwards", easing: "cubic-bezier(.2,.7,.25,1)",
      });
    }
  }

  // What is selected

  #exact() {
    const chosen = this.#selection.map((each) => each.token);
    return chosen.length === 0 ? [] : this.#legal.filter(({ tokens }) => tokens.length === chosen.length && missing(tokens, chosen)?.length === 0);
  }

  /** @param {Picked} picked */
  #element({ key, token }) {
    return /** @type {HTMLElement | undefined} */ ([...this.#part.felt.querySelectorAll("[data-pick]")].find((each) => each instanceof HTMLElement && each.dataset.pick === token && (each.dataset.key ?? "") === key));
  }

  /** @param {Picked[]} selection */
  select(selection) {
    this.#selection = selection;
    this.#armed = false;
    this.#passing = false;
    this.#judge();
  }

  /** Find out what the selection is. @param {string[]} [tried] tokens that are not kept if they do not fit */
  async #judge(tried) {
    const number = (this.#asked += 1);
    const tokens = tried ?? this.#selection.map((each) => each.token);
    this.#verdict = null;
    if (!this.active || tokens.length === 0) return this.#mark();
    const exact = this.#exact();
    const more = tried ? [] : this.#legal.filter(({ tokens: needed }) => (missing(needed, tokens)?.length ?? 0) > 0);
    if (!tried && exact.length > 0) {
      const { move } = exact[0];
      if (move.label !== undefined) this.#verdict = { text: move.label, why: null };
      else this.#host?.explain?.([move.text]).then((found) => { if (found && number === this.#asked) { move.label = found.text; this.#judge(); } });
    } else if (more.length > 0 && this.#game.completes) {
      this.#verdict = { text: this.#selection.map(({ key, token }) => this.#game.named?.(token) ?? this.#element({ key, token })?.getAttribute("aria-label") ?? token).join(" "), why: null };
    } else {
      this.#mark();
      const found = await this.#host?.explain?.(this.#game.meant(tokens, this.#now?.view));
      if (number !== this.#asked || !found) return;
      this.#verdict = found.why === null && !found.text ? null : found;
    }
    this.#mark();
    if (this.#verdict) this.announce(this.#said());
  }

  #said() { return [this.#verdict?.text, this.#verdict?.why].filter(Boolean).join(" – "); }

  /**
   * A card, tile, pile or cell has been clicked.
   * @param {HTMLElement} each
   * @param {{play?: boolean, again?: boolean}} [how] `again` is the second click of a double one
   */
  #pick(each, how = {}) {
    if (this.#past !== null || this.#round.seat === null || this.#now?.result) return;
    const picked = { key: each.dataset.key ?? "", token: each.dataset.pick ?? "" };
    const same = (/** @type {Picked} */ other) => other.key === picked.key && other.token === picked.token;
    const has = this.#selection.some(same);
    if (each.classList.contains("mine")) {
      if ((how.play || how.again) && this.active) {
        if (!has) this.select(this.#joined(picked));
        const exact = this.#exact();
        if (exact.length === 1) return void this.#play(exact[0].move);
        if (!has || how.again) return;
      }
      if (has) return void this.select(this.#selection.filter((other) => !same(other)));
      return void this.select(this.#joined(picked));
    }
    if (!this.active) return;
    const alone = each.classList.contains("cell") || (each.classList.contains("pile") && each.classList.contains("target"));
    if (alone && !has) return void this.select([picked]);
    const cards = this.#selection.filter((other) => !same(other) && this.#element(other)?.classList.contains("mine"));
    const before = this.#selection;
    this.#selection = alone ? [picked] : [...cards, picked];
    const exact = this.#exact();
    if (exact.length === 1) return void this.#play(exact[0].move);
    if (exact.length > 1) return void this.select(this.#selection);
    const tokens = this.#selection.map((other) => other.token);
    if (this.#game.completes && this.#legal.some(({ tokens: needed }) => missing(needed, tokens)?.length)) return void this.select(this.#selection);
    this.#selection = alone ? [] : cards.length > 0 ? cards : before.filter((other) => !same(other));
    this.#judge(tokens); // its refusal is shown
  }

  /** The selection with one more own card; what does not go with it is left out. @param {Picked} picked */
  #joined(picked) {
    const cards = this.#game.single ? [] : this.#selection.filter((other) => this.#element(other)?.classList.contains("mine"));
    const targets = this.#selection.filter((other) => !this.#element(other)?.classList.contains("mine"));
    const all = [...cards, ...targets, picked];
    const fits = targets.length > 0 && this.#legal.some(({ tokens }) => missing(tokens, all.map((each) => each.token)));
    return fits ? all : [...cards, picked];
  }

  /** @param {Move} move */
  #play(move) {
    const question = this.#question;
    if (!question || !this.active) return;
    this.#left = this.#selection.map((each) => each.key);
    this.#question = null;
    this.#legal = [];
    this.#selection = [];
    this.#verdict = null;
    this.#hints = [];
    this.#mark();
    this.dispatchEvent(new CustomEvent("play", { detail: { question: question.id, move: move.id } }));
    this.#host?.play?.(question.id, move.id);
  }

  #task() {
    if (this.#past !== null) return this.#past > 0 ? this.#story[this.#past - 1]?.text ?? "" : this.words.deal;
    return this.#now?.task || (this.#round.seat === null && this.#now ? this.words.watching : "");
  }

  /** Show what is selected, what can be, and which moves are offered. */
  #mark() {
    if (!this.#part.felt) return;
    const { felt, task, naming, choices, hint, undo, sort, hints } = this.#part;
    const on = this.active;
    const tokens = this.#selection.map((each) => each.token);
    /** @type {Set<string>} */
    const following = new Set();
    /** @type {Move[]} */
    const more = [];
    for (const { move, tokens: needed } of on ? this.#legal : []) {
      const left = missing(needed, tokens);
      if (!left?.length) continue;
      for (const each of left) following.add(each);
      if (tokens.length > 0) more.push(move);
    }
    const exact = on ? this.#exact().map(({ move }) => move) : [];
    felt.classList.toggle("turn-on", on);
    const chosen = new Set(this.#selection.map((each) => this.#element(each)));
    const elements = /** @type {HTMLElement[]} */ ([...felt.querySelectorAll("[data-pick]")]);
    const dim = on && elements.some((each) => each.classList.contains("mine") && following.has(each.dataset.pick ?? ""));
    for (const each of elements) {
      const picked = chosen.has(each);
      const can = following.has(each.dataset.pick ?? "");
      each.classList.toggle("picked", picked);
      each.classList.toggle("can", can);
      each.classList.toggle("off", dim && !can && !picked);
      if (each.getAttribute("role") === "button") {
        each.setAttribute("aria-pressed", String(picked));
        if (on && !can && !picked) each.setAttribute("aria-disabled", "true"); else each.removeAttribute("aria-disabled");
      }
    }
    const stop = felt.querySelector("[data-pick][tabindex='0']"); // the one that Tab reaches: a legal one, if there is one
    const first = felt.querySelector(".mine.can[tabindex]") ?? felt.querySelector(".can[tabindex]");
    if (stop && first && stop !== document.activeElement && !stop.classList.contains("can")) {
      stop.setAttribute("tabindex", "-1");
      first.setAttribute("tabindex", "0");
    }
    task.textContent = this.#task();
    task.classList.toggle("turn", on);
    const count = this.#selection.length;
    const sorting = this.#order === "hand" && !stored("arranged", "") && this.#round.seat !== null; // nobody has found out yet how that is done
    naming.textContent = this.#verdict ? this.#said() : this.#past !== null ? "" : !on && count > 0 ? this.words.selected({ n: count }) : sorting ? this.words.sorting : "";
    naming.className = `naming ${this.#verdict?.why ? "no" : ""}`;
    this.#choose(choices, on ? exact : [], on ? more : []);
    hint.textContent = this.#thinking ? this.words.thinking : this.words.hint;
    /** @type {HTMLButtonElement} */ (hint).disabled = !on || this.#thinking;
    hint.hidden = !this.#offers.hint;
    undo.hidden = this.#offers.undo === null;
    /** @type {HTMLButtonElement} */ (undo).disabled = !this.#offers.undo || this.#past !== null;
    const orders = this.#game?.orders ?? [];
    sort.hidden = orders.length < 2 || this.#round.seat === null;
    sort.textContent = orders.length ? wordsOf(this.#round.game, this.#language).sorts[this.#order] : "";
    sort.title = this.words.sort;
    const [at, all] = [this.#past ?? this.#story.length, this.#story.length];
    for (const [name, off] of /** @type {[string, boolean][]} */ ([["first", at === 0], ["back", at === 0], ["on", at === all], ["last", at === all]])) /** @type {HTMLButtonElement} */ (this.#part[name]).disabled = off;
    if (this.#hints.length === 0 || this.#past !== null) hints.hidden = true;
  }

  /**
   * Offer moves as buttons.
   * @param {HTMLElement} home
   * @param {Move[]} exact
   * @param {Move[]} more
   */
  #choose(home, exact, more) {
    const { buttons = [], completes = false } = this.#game ?? {};
    const base = this.active ? this.#legal.filter(({ tokens }) => tokens.length === 1 && buttons.includes(tokens[0])).map(({ move }) => move) : [];
    const offered = [...exact, ...(completes && more.length + exact.length <= MAX_CHOICES ? more : [])].slice(0, MAX_CHOICES);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest(".choices button"))?.dataset.move;
    const made = [...offered, ...base.filter((move) => !offered.includes(move))].map((move) => h("button", {
      type: "button", class: move === exact[0] ? "primary" : "", data: { move: String(move.id) }, onclick: () => this.#play(move),
    }, capital(move.label ?? this.words.play)));
    const clear = this.#selection.length > 0 && this.#past === null && h("button", { type: "button", class: "clear", onclick: () => this.select([]) }, this.words.clear);
    const later = !this.active && this.#selection.length > 0 && this.#past === null && !completes && this.#round.names.length > 1 && h("button", {
      type: "button", class: "later", "aria-pressed": String(this.#armed), onclick: () => { this.#armed = !this.#armed; this.#mark(); },
    }, this.words.later);
    const passing = !this.active && this.#selection.length === 0 && this.#past === null && this.#round.seat !== null && this.#now && this.#game?.passes?.(this.#now.view) && h("button", {
      type: "button", class: "passing", "aria-pressed": String(this.#passing), onclick: () => { this.#passing = !this.#passing; this.#mark(); },
    }, this.words.passing);
    home.replaceChildren(...[...made, later, passing, clear, ...(this.#past === null ? this.extras : [])].filter(Boolean));
    if (focused) /** @type {HTMLElement | null} */ (home.querySelector(`[data-move="${focused}"]`))?.focus();
  }

  // Hints, and the order of the hand

  #hint() {
    if (!this.active) return;
    if (this.#hints.length > 0) return this.#nextHint();
    this.#thinking = true;
    this.#mark();
    this.#host?.hint?.();
  }

  /** Select what the next suggestion needs. */
  #nextHint() {
    if (this.#hints.length === 0 || !this.active) return this.#mark();
    this.#hinted = (this.#hinted + 1) % this.#hints.length;
    const wanted = this.#legal.find(({ move }) => move.text === this.#hints[this.#hinted].text);
    const free = /** @type {HTMLElement[]} */ ([...this.#part.felt.querySelectorAll("[data-pick][role=button]")]);
    this.select((wanted?.tokens ?? []).flatMap((token) => {
      const at = free.findIndex((each) => each.dataset.pick === token);
      return at < 0 ? [] : [{ key: free.splice(at, 1)[0].dataset.key ?? "", token }];
    }));
    const { hints } = this.#part;
    const values = this.#hints.map((each) => each.value ?? 0);
    const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
    const list = this.#hints.map((each, k) => {
      const move = this.#legal.find((other) => other.move.text === each.text)?.move;
      const part = high > low ? ((each.value ?? 0) - low) / (high - low) : 0;
      return h("li", {}, h("button", { type: "button", class: k === this.#hinted ? "now" : "", onclick: () => move && this.#play(move) },
        h("span", {}, each.label), h("b", {}, each.value === null ? "" : signed(Math.round(each.value * 10) / 10)), h("span", { class: "bar-of", style: { "--part": `${Math.round(part * 100)}%` }, "aria-hidden": "true" })));
    });
    const close = h("button", { type: "button", class: "close", "aria-label": this.words.close, onclick: () => { this.#hints = []; this.#mark(); } }, "×");
    hints.replaceChildren(h("p", {}, this.words.expected), h("ol", {}, list), close);
    hints.hidden = false;
    const best = this.#hints[this.#hinted];
    this.announce(`${best.label}, ${this.words.expected} ${best.value === null ? "" : best.value.toFixed(1)}`);
    this.#mark();
  }

  #sort() {
    const orders = this.#game?.orders ?? [];
    this.#arrange();
    store(`sort.${this.#round.game}`, orders[(orders.indexOf(this.#order) + 1) % orders.length]);
    this.#draw(true);
  }

  // Clicks, drags and keys

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (!(event.target instanceof Element) || event.target.closest("button")) return;
    const each = /** @type {HTMLElement | null} */ (event.target.closest("[data-pick]"));
    if (!each) return;
    const again = event.detail > 1 && this.#clickedBefore === `${each.dataset.key}|${each.dataset.pick}`;
    this.#clickedBefore = `${each.dataset.key}|${each.dataset.pick}`;
    this.#pick(each, { again });
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    const each = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest(".mine, .hand-card")) : null;
    if (event.button !== 0 || !each || this.#past !== null || this.#round.seat === null) return;
    const picked = { key: each.dataset.key ?? "", token: each.dataset.pick ?? "" };
    const band = (each.closest(".hand") ?? each).getBoundingClientRect();
    this.#drag = { each, picked, x: event.clientX, y: event.clientY, top: band.top, moved: false, lifts: [], before: this.#selection, painted: null };
  }

  /** @param {PointerEvent} event */
  #dragged(event) {
    const drag = this.#drag;
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && drag.painted === null && Math.hypot(x, y) < 9) return;
    const has = (/** @type {Picked[]} */ list, /** @type {Picked} */ one) => list.some((other) => other.key === one.key && other.token === one.token);
    // Along the hand, cards are selected by passing over them; upwards, they are dragged.
    const inside = event.clientY > drag.top - 12 && Math.abs(x) > Math.abs(y);
    if (!drag.moved && this.#order === "hand" && inside) { // where the reader sorts, they are moved
      drag.painted = false;
      const over = /** @type {HTMLElement | null | undefined} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest(".mine"));
      if (!over || over.dataset.pick === drag.picked.token) return;
      this.#arrange(drag.picked.token, over.dataset.pick);
      return this.#draw(true);
    }
    if (!drag.moved && drag.picked.token && !this.#game.single && (inside || (drag.painted !== null && event.clientY > drag.top - 12))) {
      drag.painted ??= !has(drag.before, drag.picked);
      const over = /** @type {HTMLElement | null | undefined} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest(".mine"));
      for (const each of [drag.each, over]) {
        if (!each) continue;
        const one = { key: each.dataset.key ?? "", token: each.dataset.pick ?? "" };
        if (has(this.#selection, one) !== drag.painted) this.select(drag.painted ? [...this.#selection, one] : this.#selection.filter((other) => other.key !== one.key));
      }
      return;
    }
    if (!drag.moved) {
      drag.moved = true;
      if (drag.picked.token) this.select(has(drag.before, drag.picked) ? drag.before : this.#game.single ? [drag.picked] : [...drag.before, drag.picked]);
      this.#lift();
    }
    for (const lift of drag.lifts) lift.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  }

  /** Let what is dragged follow the pointer: the selection, or the card to be placed. */
  #lift() {
    const drag = this.#drag;
    const all = drag.picked.token ? this.#selection.map((each) => this.#element(each)) : [this.#part.felt.querySelector(".hand-card")];
    drag.lifts = all.flatMap((each) => {
      const lift = each?.querySelector(".lift");
      each?.classList.add("dragged");
      return lift ? [lift] : [];
    });
  }

  #release() {
    const drag = this.#drag;
    this.#drag = null;
    for (const lift of drag?.lifts ?? []) {
      lift.style.transform = "";
      lift.parentNode.classList.remove("dragged");
    }
  }

  /** @param {PointerEvent} event */
  #dropped(event) {
    const drag = this.#drag;
    if (!drag) return;
    const target = /** @type {HTMLElement | null | undefined} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-pick]:not(.mine)"));
    this.#release();
    if (!drag.moved && drag.painted === null) return;
    const { felt } = this.#part;
    felt.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    setTimeout(() => felt.dispatchEvent(new Event("click")), 0); // if no click follows the drop, the listener goes with this one
    if (!drag.moved || !this.active) return;
    if (target && !drag.picked.token) { // the card to be placed
      this.#selection = [{ key: target.dataset.key ?? "", token: target.dataset.pick ?? "" }];
      const exact = this.#exact();
      if (exact.length === 1) this.#play(exact[0].move); else this.select(this.#selection);
    } else if (target) this.#pick(target);
    else if (event.clientY < drag.y - 50) {
      const exact = this.#exact();
      if (exact.length === 1) this.#play(exact[0].move);
    }
  }

  /**
   * Return what an arrow key leads to.
   * @param {HTMLElement} from
   * @param {string} key
   */
  #neighbour(from, key) {
    const place = (/** @type {Element} */ each) => {
      const box = each.getBoundingClientRect();
      return [box.left + Math.min(box.width, 40) / 2, box.top + box.height / 2];
    };
    const [x, y] = place(from);
    /** @type {HTMLElement | null} */
    let best = null;
    let least = Infinity;
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (this.#part.felt.querySelectorAll("[data-pick][role=button]"))) {
      if (each === from) continue;
      const [left, top] = place(each);
      const [along, across] = { ArrowRight: [left - x, top - y], ArrowLeft: [x - left, top - y], ArrowDown: [top - y, left - x], ArrowUp: [y - top, left - x] }[key];
      const distance = along + 3 * Math.abs(across);
      if (along >= 4 && distance < least) [best, least] = [each, distance];
    }
    return best;
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    const { target, key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof HTMLElement) || !this.clientWidth) return;
    if (target.matches("input, select, textarea, dialog *") || !(this.contains(target) || this.hasAttribute("keys"))) return;
    const inside = this.contains(target) || target === document.body; // other parts of a page keep most keys
    const focused = /** @type {HTMLElement | null} */ (target.closest("[data-pick]"));
    const act = (/** @type {() => void} */ work) => { event.preventDefault(); work(); };
    const at = this.#past ?? this.#story.length;
    if (key.startsWith("Arrow")) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (step && (event.shiftKey || !focused)) return act(() => this.look(at + step));
      if (!inside) return;
      const from = focused ?? /** @type {HTMLElement | null} */ (this.#part.felt.querySelector("[data-pick][tabindex='0']"));
      const to = from && (focused ? this.#neighbour(from, key) : from);
      if (to && from) act(() => { from.setAttribute("tabindex", "-1"); to.setAttribute("tabindex", "0"); to.focus(); });
    } else if ((key === "<" || key === ">") && this.#order === "hand" && focused?.matches(".mine") && this.#past === null) {
      const all = /** @type {HTMLElement[]} */ ([...this.#part.felt.querySelectorAll(".mine")]);
      const to = all[all.indexOf(focused) + (key === "<" ? -1 : 1)];
      if (to) act(() => { this.#arrange(focused.dataset.pick, to.dataset.pick); this.#draw(true); });
    } else if (inside && (key === "Home" || key === "End")) act(() => this.look(key === "Home" ? 0 : this.#story.length));
    else if (key === " " && focused) act(() => this.#pick(focused));
    else if (key === "Enter" && !target.matches("button")) {
      const exact = this.active ? this.#exact() : [];
      if (exact.length === 1) act(() => this.#play(exact[0].move));
      else if (focused) act(() => this.#pick(focused, { play: true }));
    } else if (key === "Escape") {
      if (this.#past !== null) act(() => this.look(this.#story.length));
      else if (this.#selection.length > 0 || this.#hints.length > 0) act(() => { this.#hints = []; this.select([]); });
    } else if (inside && !event.shiftKey) {
      const rank = this.#game?.typed(key);
      if (rank && this.#past === null) act(() => this.#rank(rank));
      else if ((key === "h" || key === "u") && !(key === "h" ? this.#part.hint : this.#part.undo).hidden) act(() => (key === "h" ? this.#part.hint : this.#part.undo).click());
    }
  }

  /** Select one more card of a rank; if all are selected, none. @param {string} rank */
  #rank(rank) {
    const all = /** @type {HTMLElement[]} */ ([...this.#part.felt.querySelectorAll(".mine")]).filter((each) => each.dataset.pick?.startsWith(rank)).map((each) => ({ key: each.dataset.key ?? "", token: each.dataset.pick ?? "" }));
    const next = all.find((each) => !this.#selection.some((other) => other.key === each.key));
    if (all.length === 0) return;
    this.select(next ? [...this.#selection, next] : this.#selection.filter((other) => !all.some((each) => each.key === other.key)));
  }

  /** Tell screen readers. @param {string} text */
  announce(text) { this.#part.live.textContent = text; }
}

customElements.define("oxideal-table", OxidealTable);
