// The host that is a record: it has all positions of a round, each with what each seat sees.

/** @typedef {import("./table.js").Position} Position */

export default class RecordHost extends EventTarget {
  /**
   * The seat whose hand is shown; null for all hands.
   * @type {number | null}
   */
  viewer = null;
  language = "en";
  /** The positions. @type {any[]} */
  positions;
  /** What is said of the round as a whole. @type {any} */
  round;

  /** @param {string[]} lines JSON: the positions, and the round */
  constructor(lines) {
    super();
    const read = lines.map((line) => JSON.parse(line));
    this.round = read.pop();
    this.positions = read;
    if (this.round.seats.length === 1) this.viewer = this.round.seats[0];
  }

  get moves() { return this.positions.length - 1; }

  /** Send the round from its start, e.g. for another seat or in another language. */
  tell() {
    const { game, names, end, title } = this.round;
    const bottom = this.viewer ?? this.round.seats[0];
    this.dispatchEvent(new CustomEvent("round", { detail: { game, seat: null, names: names[this.language], id: `${bottom} ${this.language}`, bottom } }));
    const said = this.positions.slice(1).map(({ last, said: told }) => ({ seat: last.seat, ...told[this.language] }));
    const detail = { ...this.#seen(this.moves), title: title[this.language], first: 0, said, task: [said.at(-1)?.text, end[this.language]].filter(Boolean).join(" ") };
    this.dispatchEvent(new CustomEvent("position", { detail }));
  }

  /** @param {number} moves @returns {Promise<Position>} */
  async past(moves) { return this.#seen(moves); }

  /** @param {number} moves @returns {Position} */
  #seen(moves) {
    const { view, own, last = null, lines } = this.positions[moves];
    const hands = this.viewer === null && own[0].hand ? { hands: own.map((/** @type {any} */ each) => each.hand) } : {};
    const seat = Math.max(this.round.seats.indexOf(this.viewer), 0);
    return { view: { ...view, ...own[seat], ...hands }, last, lines: lines[this.language] };
  }
}
