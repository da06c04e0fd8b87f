// The table of FourSquare.

import { card, cardName, short } from "../cards.js";
import { h } from "../dom.js";

/** @typedef {import("../seats.js").Sight} Sight */

/** How many can play, and how many usually do. */
export const seats = [1];
export const usual = 1;
export const rules = () => ({});
/** A picture for the start page: a constant, inserted as markup. */
export const art = [0, 1, 2, 3].flatMap((y) => [0, 1, 2, 3].map((x) => `<rect class="${(x * 7 + y * 5) % 6 === 2 ? "down" : "paper"}" x="${42 + x * 20}" y="${2 + y * 20}" width="14" height="18" rx="2.5"/>`)).join("");
export const single = true;
export const completes = false;
export const buttons = [];
export const orders = [];

/** @param {{text: string}} move */
export const picks = ({ text }) => [text];
/** @param {string[]} tokens */
export const meant = (tokens) => tokens.slice(-1);
export const typed = () => null;

const FAR = 3;

/**
 * Return the rows, or columns, that are used or can still be used: four at the end.
 * @param {number[]} used
 */
const withinReach = (used) => {
  const from = used.length ? Math.max(Math.max(...used) - FAR, -FAR) : -FAR;
  const to = used.length ? Math.min(Math.min(...used) + FAR, FAR) : FAR;
  return Array.from({ length: to - from + 1 }, (_, k) => from + k);
};

/** @param {number} number */
const minus = (number) => String(number).replace("-", "−");

/** @param {Sight} t */
export const layout = (t) => {
  const { view, words: w } = t;
  const piles = new Map(view.piles.map((/** @type {any} */ pile) => [`${pile.row},${pile.column}`, pile]));
  const rows = withinReach(view.piles.map((/** @type {any} */ pile) => pile.row));
  const columns = withinReach(view.piles.map((/** @type {any} */ pile) => pile.column));
  const edge = 22;
  const side = t.tall ? 0 : Math.min(t.width * 0.22, 300);
  const below = t.tall ? (t.height > 520 ? 132 : 104) : 0;
  const wide = Math.min((t.width - 2 * side - edge - 16) / columns.length / 1.14, (t.height - below - edge - 16) / rows.length / 1.57);
  const last = t.last && `${t.last.move.row},${t.last.move.column}`;

  const cells = rows.flatMap((row) => columns.map((column) => {
    const token = `${row},${column}`;
    const pile = piles.get(token);
    if (!pile) return h("div", { class: "cell target", "aria-label": w.empty({ cell: token }), data: { pick: token, key: `cell ${token}` } }, h("div", { class: "lift" }, h("span", { class: "coordinates" }, `${minus(row)},${minus(column)}`)));
    const face = pile.cards.at(-1);
    const name = (pile.face_up ? w.pile : w.pileDown)({ card: cardName(face, t.language), cell: token, n: pile.cards.length });
    const shown = pile.face_up ? card(face, { width: wide }) : card("", { width: wide });
    if (!pile.face_up) shown.firstElementChild?.append(h("span", { class: `seen ${"DH".includes(face[1]) ? "red" : "black"}`, "aria-hidden": "true" }, short(face)));
    return h("div", { class: `pile target ${last === token ? "new" : ""} ${pile.face_up ? "" : "down"}`, "aria-label": name, data: { pick: token, key: face, from: "hand" }, style: { "--under": pile.cards.length - 1 } },
      h("div", { class: "lift" }, shown, h("span", { class: "dots", "aria-hidden": "true" }, Array.from({ length: 4 }, (_, k) => h("i", { class: k < pile.cards.length ? "on" : "" })))));
  }));

  const down = view.piles.filter((/** @type {any} */ pile) => !pile.face_up).length;
  const head = (/** @type {number[]} */ numbers, /** @type {string} */ kind) => h("div", { class: `axis ${kind}`, "aria-hidden": "true" }, numbers.map((each) => h("span", {}, minus(each))));
  const size = t.tall ? Math.min(below * 0.56, 76) : Math.min(side * 0.5, 150, t.height * 0.3);
  return h("div", { class: "foursquare", style: { "--w": `${wide.toFixed(1)}px`, "--columns": columns.length, "--rows": rows.length, "--big": `${size.toFixed(1)}px` } },
    h("div", { class: "stock-side" }, h("div", { class: `heap-of-cards ${view.stock_size ? "" : "empty"}`, role: "img", "aria-label": w.stockName({ n: view.stock_size }), data: { key: "stock" } }, h("div", { class: "lift" }, card(""), h("b", { class: "number" }, view.stock_size))), h("p", { class: "muted" }, w.stock)),
    h("div", { class: "board" }, head(columns, "columns"), head(rows, "rows"), h("div", { class: "cells" }, cells)),
    h("div", { class: "hand-side" },
      view.card === null ? h("div", { class: "card slot", data: { key: "hand" } }, h("div", { class: "lift" })) : h("div", { class: "to-place", data: { key: "hand" } }, card(view.card, { key: view.card, from: "stock", kind: "hand-card", name: cardName(view.card, t.language), width: size })),
      h("div", { class: "notes" }, view.card !== null && h("p", { class: "name" }, w.toPlace), h("p", { class: "muted" }, w.piles({ n: piles.size })), h("p", { class: `muted ${down > 3 ? "warn" : ""}` }, w.downs({ n: down })))));
};
