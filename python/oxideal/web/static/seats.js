// What the tables of all games share: players, rows of cards, and the own hand.

import { card, icon } from "./cards.js";
import { h, signed, within } from "./dom.js";

/**
 * What a game's layout draws.
 * @typedef {object} Sight
 * @property {any} view what the seat knows, as `View.to_dict` of the contract; of a spectator, what everybody knows.
 *   With open hands it has the `hands` of all seats
 * @property {number} seat the seat at the bottom
 * @property {number | null} own the seat of the reader; null for a spectator
 * @property {string[]} names
 * @property {string} language
 * @property {any} words the game's words in this language
 * @property {{seat: number, move: any} | null} last the last move
 * @property {(seat: number) => string} said what a seat did last, in a word or two
 * @property {number} width of the felt, in CSS pixels
 * @property {number} height
 * @property {boolean} tall whether it is upright, as on a phone
 * @property {boolean} low whether it has little height, as on a phone held across
 * @property {string} order how the own hand is sorted
 * @property {(faces: string[]) => string[]} arranged the own hand as the reader has sorted it: the order "hand"
 * @property {(faces: string[]) => string[]} keys the key of each card of the own hand
 * @property {(faces: string[]) => string[]} left the keys of cards that have just left the own hand
 * @property {(seat: number) => string} absent a word if the person of a seat is away
 * @property {(heading: string, content: Node) => void} zoom shows something large
 */

/** @param {Sight} t */
export const players = (t) => t.names.length;

/**
 * Return the other seats in turn order.
 * @param {Sight} t
 */
export const others = (t) => Array.from({ length: players(t) - 1 }, (_, k) => (t.seat + k + 1) % players(t));

/**
 * Return a player's plate.
 * @param {Sight} t
 * @param {number} seat
 * @param {{held: number, badge?: boolean, note?: string}} given
 */
export const plate = (t, seat, given) => {
  const { held, badge } = given;
  const absent = t.absent(seat);
  const note = absent || given.note;
  const payoff = t.view.payoffs?.[seat] ?? null;
  const name = t.names[seat];
  return h("div", { class: `plate ${t.view.current_player === seat ? "turn" : ""} ${absent ? "away" : ""}`, data: { key: `seat${seat}` } },
    h("span", { class: `face f${seat % 6}`, "aria-hidden": "true" }, name.slice(0, 1).toUpperCase(), badge && icon("crown")),
    h("span", { class: "who" }, h("b", { class: "name", title: name }, name),
      h("span", { class: "facts" },
        payoff !== null ? h("b", { class: `payoff ${payoff > 0 ? "up" : payoff < 0 ? "down" : ""}` }, signed(payoff)) : h("span", { class: `count ${held <= 2 ? "warn" : ""}` }, h("i", { class: "small-card" }), held),
        note && h("span", { class: "note" }, note))));
};

/**
 * Return the line above the own hand.
 * @param {Sight} t
 * @param {string} held
 * @param {{badge?: string, deed?: Node | null}} [given]
 */
export const ownLine = (t, held, given = {}) => {
  const payoff = t.view.payoffs?.[t.seat];
  const name = t.own === null ? t.names[t.seat] : t.words.you;
  const parts = [name, given.badge, held, payoff !== undefined && signed(payoff)].filter(Boolean);
  return h("div", { class: `own-line ${t.view.current_player === t.seat ? "turn" : ""}`, data: { key: `seat${t.seat}` } }, h("span", {}, parts.join(" · ")), given.deed);
};

/**
 * Return how cards of this width lie in rows: how many a row has, and the distance between two of them.
 * @param {number} count
 * @param {number} room
 * @param {number} width
 * @param {{gap: number, least: number, rows: number}} given the distance where there is room, and where another row begins
 */
export const spread = (count, room, width, given) => {
  for (let rows = 1; ; rows += 1) {
    const each = Math.ceil(count / rows);
    const step = each < 2 ? given.gap : Math.min(given.gap, (room - width) / (each - 1));
    if (step >= given.least || rows >= given.rows || each < 2) return { rows, each, step };
  }
};

/**
 * Return cards that overlap, in one row or several.
 * @param {HTMLElement[]} cards
 * @param {{width: number, room: number, gap?: number, least?: number, rows?: number, kind?: string, strip?: number, of?: number}} given
 *   `strip` is how much of a row the next one leaves visible, `of` the seat whose hand they are
 */
export const fan = (cards, given) => {
  const { width, room, gap = width * 0.5, least = width * 0.3, rows = 2, kind = "", strip = width * 0.62 } = given;
  const found = spread(cards.length, room, width, { gap, least, rows });
  const lines = [];
  for (let k = 0; k < cards.length; k += found.each) lines.push(h("div", { class: "lay" }, cards.slice(k, k + found.each)));
  const style = { "--w": `${width.toFixed(1)}px`, "--step": `${found.step.toFixed(1)}px`, "--strip": `${strip.toFixed(1)}px`, "--mirror": found.step < width ? 0 : 1 };
  return h("div", { class: `fan ${kind}`, style, data: { of: given.of === undefined ? "" : String(given.of) } }, lines);
};

/**
 * Return the width of a card in the own hand.
 * @param {Sight} t
 */
export const cardWidth = (t) => {
  if (t.tall) return within(52, t.width * 0.155, 92);
  return t.low ? 56 : within(46, Math.min(t.width * 0.094, t.height * 0.185), 190);
};

/**
 * Return the hand at the bottom: backs of cards if it is not known.
 * @param {Sight} t
 * @param {{face: string, pick: string, key: string, name: string}[]} cards
 * @param {number} hidden
 */
export const hand = (t, cards, hidden) => {
  const width = cardWidth(t);
  const shown = !t.view.hand
    ? Array.from({ length: hidden }, () => card(""))
    : cards.map(({ face, pick, key, name }) => card(face, { key, pick, name, from: "stock", kind: "mine", language: t.language, width }));
  return fan(shown, {
    width, room: t.width - (t.tall ? 16 : 40), gap: width * 1.05, least: t.tall ? 39 : t.low ? 30 : width * 0.37, rows: t.tall ? 4 : 2, strip: Math.max(width * 0.62, t.tall ? 44 : 34), kind: "hand", of: t.seat,
  });
};

/**
 * Return how high the own hand is.
 * @param {Sight} t
 * @param {number} count
 */
export const handHeight = (t, count) => {
  const width = cardWidth(t);
  const { rows } = spread(count, t.width - (t.tall ? 16 : 40), width, { gap: width * 1.05, least: t.tall ? 39 : t.low ? 30 : width * 0.37, rows: t.tall ? 4 : 2 });
  return width * 1.4 + (rows - 1) * Math.max(width * 0.62, t.tall ? 44 : 34) + 26;
};
