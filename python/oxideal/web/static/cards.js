// The sprite: cards and dominoes as SVG symbols, made when they are first used. The style sheet colours them.

import { h } from "./dom.js";
import { CARDS } from "./words.js";

const NS = "http://www.w3.org/2000/svg";

/** The path of each suit, in a square of 10 by 10. */
const SUITS = {
  C: "M5 .4A2.2 2.2 0 0 1 6.8 3.9 2.2 2.2 0 1 1 5.6 7L6.6 9.6H3.4L4.4 7A2.2 2.2 0 1 1 3.2 3.9 2.2 2.2 0 0 1 5 .4",
  D: "M5 .2 8.7 5 5 9.8 1.3 5Z",
  H: "M5 9.5C2.2 6.9.3 5.2.3 3.1A2.45 2.45 0 0 1 5 2 2.45 2.45 0 0 1 9.7 3.1C9.7 5.2 7.8 6.9 5 9.5Z",
  S: "M5 .3C8 2.9 9.6 4.3 9.6 6.1A2.2 2.2 0 0 1 5.6 7.3L6.5 9.7H3.5L4.4 7.3A2.2 2.2 0 0 1 .4 6.1C.4 4.3 2 2.9 5 .3Z",
};
const STAR = "M5 0 6.4 3.4 10 3.7 7.2 6 8.1 9.6 5 7.6 1.9 9.6 2.8 6 0 3.7 3.6 3.4Z";
const CROWNS = {
  K: "M0 2 3.2 5.2 6 0 8.8 5.2 12 2 11 9H1Z",
  Q: "M1 9 0 3.5 3 5.5 4 1.5 6 4.8 8 1.5 9 5.5 12 3.5 11 9Z",
  J: "M1 9 1.6 4Q6-1.5 10.4 4L11 9Z",
};
const ICONS = {
  crown: ["0 0 12 9", `<path d="${CROWNS.K}"/>`],
  engine: ["0 0 13 11", '<path d="M0 1.5H6.5V4.5H9V0H11.5V4.5H13V9.5H11.8A1.9 1.9 0 0 1 8 9.5H5.6A1.9 1.9 0 0 1 1.8 9.5H0Z"/>'],
  first: ["0 0 20 20", '<path d="M4 4h2.4v12H4zM16 4v12L7 10z"/>'],
  back: ["0 0 20 20", '<path d="M14 4v12L5 10z"/>'],
  on: ["0 0 20 20", '<path d="M6 4v12l9-6z"/>'],
  last: ["0 0 20 20", '<path d="M13.600 4H16v12h-2.400zM4 4v12l9-6z"/>'],
};
/** Rows of dots of each number of pips. */
const PIPS = [
  "", "o", "o../.../..o", "o../.o./..o", "o.o/.../o.o", "o.o/.o./o.o", "o.o/o.o/o.o", "o.o/ooo/o.o", "ooo/o.o/ooo", "ooo/ooo/ooo",
  "ooo/oooo/ooo", "oooo/ooo/oooo", "oooo/oooo/oooo", "oooo/ooooo/oooo", "oooo/ooo/ooo/oooo", "oooo/ooo/oooo/oooo",
  "oooo/oooo/oooo/oooo", "oooo/oooo/ooooo/oooo", "ooooo/oooo/oooo/ooooo",
];

/** @type {Element | null} */
let sprite = null;

/**
 * Make a symbol unless there is one, and return an image of it.
 * @param {string} name
 * @param {string} box
 * @param {() => string} markup its shapes: constants of this file, no texts from elsewhere
 * @param {string} kind
 */
const image = (name, box, markup, kind) => {
  const id = `oxideal-${name}`;
  if (!sprite?.isConnected) {
    sprite = document.createElementNS(NS, "svg");
    sprite.setAttribute("class", "oxideal-sprite");
    sprite.setAttribute("aria-hidden", "true");
    document.body.append(sprite);
  }
  if (!document.getElementById(id)) {
    const read = new DOMParser().parseFromString(`<svg xmlns="${NS}"><symbol id="${id}" viewBox="${box}">${markup()}</symbol></svg>`, "image/svg+xml");
    const made = read.documentElement.firstChild;
    if (made) sprite.append(document.importNode(made, true));
  }
  const made = document.createElementNS(NS, "svg");
  made.setAttribute("class", kind);
  made.setAttribute("viewBox", box);
  made.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(NS, "use");
  use.setAttribute("href", `#${id}`);
  made.append(use);
  return made;
};

/** @param {string} name */
export const icon = (name) => image(`icon-${name}`, ICONS[name][0], () => ICONS[name][1], "icon");

/**
 * @param {string} shape
 * @param {number} x of its middle
 * @param {number} y
 * @param {number} scale
 */
const path = (shape, x, y, scale) => `<path d="${shape}" transform="translate(${(x - 5 * scale).toFixed(1)} ${(y - 5 * scale).toFixed(1)}) scale(${scale})"/>`;

/**
 * @param {string} rank
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
const text = (rank, x, y, size) => {
  const wide = size * 0.92;
  return rank === "T"
    ? `<text class="ox-rank" x="${(x - wide / 2).toFixed(1)}" y="${y}" font-size="${size}" textLength="${wide.toFixed(1)}" lengthAdjust="spacingAndGlyphs">10</text>`
    : `<text class="ox-rank" x="${x}" y="${y}" font-size="${size}" text-anchor="middle">${rank}</text>`;
};

/** @param {string} face */
const large = (face) => {
  const [rank, suit] = face;
  const corner = text(rank, 11.5, 22, 23) + path(SUITS[suit], 11.5, 33, 1.35);
  const both = `${corner}<g class="ox-mirror" transform="rotate(180 30 42)">${corner}</g>`;
  if (rank in CROWNS) {
    const crown = `<path class="ox-crown" d="${CROWNS[rank]}" transform="translate(19.200 22) scale(1.800)"/>`;
    return `<rect class="ox-court" x="21.500" y="13.500" width="17" height="57" rx="3"/>${crown}${path(SUITS[suit], 30, 53, 2.1)}${both}`;
  }
  return path(SUITS[suit], 30, 42, rank === "A" ? 3 : 2.5) + both;
};

/** @param {string} face */
const small = (face) => text(face[0], 16, 33, 33) + path(SUITS[face[1]], 15, 52, 2.1) + path(SUITS[face[1]], 41, 60, 2.8);

/**
 * @param {string} word
 * @param {boolean} tiny
 */
const joker = (word, tiny) => {
  const size = word.length > 2 ? 12 : 19;
  const letters = [...word].map((letter, k) => `<text class="ox-rank" x="11.500" y="${20 + k * size * 0.98}" font-size="${size}" text-anchor="middle">${letter}</text>`);
  return tiny ? path(STAR, 30, 42, 4.6) : letters.join("") + path(STAR, 37, 50, 3.6);
};

/**
 * Return a card face up: a rank and a suit, e.g. "7S", or "B" and "R" for the jokers; or face down: "". The field
 * `width` says how wide it will be: a small card has one large rank.
 * @param {string} face
 * @param {{key?: string, from?: string, pick?: string, token?: string, name?: string, kind?: string, width?: number, language?: string}} [given]
 */
export const card = (face, given = {}) => {
  const { key, from, pick, token, name, kind = "", width = 60, language = "en" } = given;
  const tiny = width < 40;
  const ink = !face ? "" : face.length === 1 ? (face === "R" ? "red" : "black") : "DH".includes(face[1]) ? "red" : "black";
  const art = () => {
    if (!face) return image("back", "0 0 60 84", () => '<rect class="ox-frame" x="5" y="5" width="50" height="74" rx="4"/><path class="ox-weave" d="M30 12 50 42 30 72 10 42ZM30 24 42 42 30 60 18 42Z"/>', "art");
    if (face.length === 1) {
      const word = CARDS[language].face({ joker: face });
      return image(`joker-${tiny}-${word}`, "0 0 60 84", () => joker(word, tiny), "art");
    }
    return image(`${tiny ? "small" : "card"}-${face}`, "0 0 60 84", () => (tiny ? small(face) : large(face)), "art");
  };
  return h("div", { class: `card ${ink} ${face ? "" : "down"} ${kind}`, role: name && "img", "aria-label": name, data: { key, from, pick, token } }, h("div", { class: "lift" }, art()));
};

/** @param {number} count */
const pips = (count) => {
  const rows = PIPS[count].split("/");
  const at = (/** @type {number} */ k, /** @type {number} */ of) => (of === 1 ? 15 : 6 + (18 * k) / (of - 1));
  const size = count < 7 ? 2.9 : count < 10 ? 2.4 : count < 13 ? 2.1 : 1.75;
  return rows.flatMap((row, y) => [...row].map((dot, x) => (dot === "o" ? `<circle cx="${at(x, row.length).toFixed(1)}" cy="${at(y, rows.length).toFixed(1)}" r="${size}"/>` : ""))).join("");
};

/**
 * Return a domino; the first number is left, or at the top of one that is upright. Numerals replace the pips where
 * these would be too small to be counted.
 * @param {number} first
 * @param {number} second
 * @param {{key?: string, from?: string, pick?: string, token?: string, name?: string, kind?: string, upright?: boolean, numerals?: boolean}} [given]
 */
export const tile = (first, second, given = {}) => {
  const { key, from, pick, token, name, kind = "", upright = false, numerals = false } = given;
  const half = (/** @type {number} */ count) => (numerals
    ? image(`number-${count}`, "0 0 30 30", () => `<text x="15" y="23" font-size="${count > 9 ? 21 : 23}" text-anchor="middle">${count}</text>`, `half p${count}`)
    : image(`pips-${count}`, "0 0 30 30", () => pips(count), `half p${count}`));
  return h("div", { class: `domino ${upright ? "upright" : ""} ${kind}`, role: name && "img", "aria-label": name, data: { key, from, pick, token } }, h("div", { class: "lift" }, half(first), half(second)));
};

/**
 * Return the name of a card for screen readers; of a card without a suit, its rank.
 * @param {string} face
 * @param {string} language
 */
export const cardName = (face, language) => {
  const words = CARDS[language];
  if (face === "R" || face === "B") return face === "R" ? words.red : words.black;
  const rank = face[0].replace("T", "10");
  return face.length === 1 ? rank : words.name({ rank, suit: face[1] });
};

/** @param {string} face */
export const short = (face) => face[0].replace("T", "10") + ({ C: "♣", D: "♦", H: "♥", S: "♠" }[face[1]] ?? "");
