// The table of Rummy.

import { card, cardName, short } from "../cards.js";
import { h } from "../dom.js";
import { cardWidth, fan, hand, handHeight, others, ownLine, plate } from "../seats.js";

/** @typedef {import("../seats.js").Sight} Sight */

/** How many can play, and how many usually do. */
export const seats = [2, 3, 4, 5, 6];
export const usual = 3;
/** @param {number} count */
export const rules = (count) => ({ players: count });
/** A picture for the start page: a constant, inserted as markup. */
export const art = '<rect class="paper" x="34" y="16" width="36" height="50" rx="5"/><text class="rank red" x="39" y="38" font-size="20">7</text><path class="red" transform="translate(46 42) scale(1.9)" d="M5 9.5C2.2 6.9.3 5.2.3 3.1A2.45 2.45 0 0 1 5 2 2.45 2.45 0 0 1 9.7 3.1C9.7 5.2 7.8 6.9 5 9.5Z"/><rect class="paper" x="62" y="16" width="36" height="50" rx="5"/><text class="rank red" x="67" y="38" font-size="20">8</text><path class="red" transform="translate(74 42) scale(1.9)" d="M5 9.5C2.2 6.9.3 5.2.3 3.1A2.45 2.45 0 0 1 5 2 2.45 2.45 0 0 1 9.7 3.1C9.7 5.2 7.8 6.9 5 9.5Z"/><rect class="paper" x="90" y="16" width="36" height="50" rx="5"/><text class="rank red" x="95" y="38" font-size="20">9</text><path class="red" transform="translate(102 42) scale(1.9)" d="M5 9.5C2.2 6.9.3 5.2.3 3.1A2.45 2.45 0 0 1 5 2 2.45 2.45 0 0 1 9.7 3.1C9.7 5.2 7.8 6.9 5 9.5Z"/>';
export const single = false;
export const completes = true;
export const buttons = ["stock", "discards"];
export const orders = ["suit", "rank", "hand"];

const RANKS = "A23456789TJQKA";

/**
 * Return the place on the table of the meld to which a card is added.
 * @param {any} view
 * @param {string} card
 * @param {string} place
 */
const target = (view, [rank, suit], place) => view.table.findIndex((/** @type {string[]} */ meld) => {
  if (meld[0][0] === meld[1][0]) return place === "group" && meld[0][0] === rank;
  const edge = meld[place === "low" ? 0 : meld.length - 1];
  return place !== "group" && edge[1] === suit && RANKS.includes(place === "low" ? rank + edge[0] : edge[0] + rank);
});

/** @param {{text: string}} move @param {any} view */
export const picks = ({ text }, view) => {
  const [verb, ...rest] = text.split(" ");
  if (verb === "draw") return ["stock"];
  if (verb === "take") return ["discards"];
  if (verb === "discard") return [rest[0], "discards"];
  if (verb === "meld") return rest;
  const [card, place] = text.split("@");
  return [card, `meld ${target(view, card, place)}`];
};

/** What people call a card of a selection. @param {string} token */
export const named = (token) => (token.length === 2 ? short(token) : null);

/** @param {string[]} tokens */
export const meant = (tokens) => {
  const cards = tokens.filter((each) => each.length === 2);
  if (cards.length === 1 && tokens.some((each) => each.startsWith("meld"))) return ["group", "low", "high"].map((place) => `${cards[0]}@${place}`);
  if (cards.length === 1) return [`discard ${cards[0]}`];
  if (cards.length > 0) return [`meld ${cards.join(" ")}`];
  return [tokens.includes("stock") ? "draw" : "take"];
};

/** @param {string} key */
export const typed = (key) => (key === "0" ? "T" : ("23456789TJQKA".includes(key.toUpperCase()) ? key.toUpperCase() : null));

/** @param {string} a @param {string} b */
const bySuit = (a, b) => "SHCD".indexOf(a[1]) - "SHCD".indexOf(b[1]) || RANKS.indexOf(a[0]) - RANKS.indexOf(b[0]);

/**
 * Return the width of a card with which all melds fit.
 * @param {string[][]} melds
 * @param {number} room
 * @param {number} height
 * @param {number} most
 */
const meldWidth = (melds, room, height, most) => {
  for (let wide = most; wide > 24; wide *= 0.94) {
    let [rows, at] = [1, 0];
    for (const meld of melds) {
      const long = (meld.length - 1) * wide * 0.46 + wide + 22;
      if (at + long > room && at > 0) [rows, at] = [rows + 1, 0];
      at += long;
    }
    if (rows * (wide * 1.4 + 24) <= height) return wide;
  }
  return 24;
};

/** @param {Sight} t */
export const layout = (t) => {
  const { view, words: w } = t;
  const places = others(t);
  const wide = cardWidth(t);
  const small = t.tall || t.low ? 26 : Math.max(34, wide * 0.4);
  /** The cards that a seat is known to hold, or at the end its hand. @param {number} seat @returns {string[]} */
  const shownOf = (seat) => view.hands?.[seat] ?? (view.known ?? view.taken)[seat];
  const perRow = t.tall ? Math.min(places.length, 3) : places.length;
  const plates = places.map((seat) => {
    const known = shownOf(seat);
    return h("div", { class: "place" }, plate(t, seat, { held: view.hand_sizes[seat] }),
      known.length > 0 && fan(known.map((face) => card(face, { key: face, from: `seat${seat}`, token: face, name: cardName(face, t.language), width: small })), { width: small, of: seat, room: Math.min(t.width / perRow - 16, small * 6), gap: small * 0.6, rows: 1, kind: "known" }));
  });

  const pileWidth = wide * (t.tall ? 1.02 : t.low ? 0.92 : 1.08);
  const recent = view.discards.slice(t.tall ? -5 : t.low ? -3 : -7);
  const discarded = t.last?.move.kind === "discard";
  const top = view.discards.at(-1);
  const pile = recent.map((/** @type {string} */ face, /** @type {number} */ k) => {
    const isTop = k === recent.length - 1;
    return card(face, { key: face, from: isTop && discarded ? `seat${t.last?.seat}` : "discards", pick: isTop ? "discards" : "", name: cardName(face, t.language), width: pileWidth, kind: isTop ? `top ${discarded ? "new" : ""}` : "under" });
  });
  const stock = h("div", { class: "pile" }, h("p", { class: "muted" }, w.stock),
    h("div", { class: `target heap-of-cards ${view.stock_size ? "" : "empty"}`, "aria-label": w.stockName({ n: view.stock_size }), data: { pick: "stock", key: "stock" }, style: { "--w": `${pileWidth}px` } },
      h("div", { class: "lift" }, card(""), h("b", { class: "number" }, view.stock_size))));
  const discards = h("div", { class: "pile" }, h("p", { class: "muted" }, `${w.discards} · ${view.discards.length}`),
    h("div", { class: `target discards ${view.discards.length ? "" : "empty"}`, "aria-label": w.pile({ card: top ? cardName(top, t.language) : "none" }), data: { pick: "discards", key: "discards" }, style: { "--w": `${pileWidth}px` } },
      fan(pile, { width: pileWidth, room: pileWidth * 3.2, gap: pileWidth * 0.42, least: 1, rows: 1 })));

  const held = view.hand_sizes[t.seat];
  const bottom = handHeight(t, held) + 30;
  const anyShown = places.some((seat) => shownOf(seat).length > 0);
  const above = Math.ceil(places.length / perRow) * ((t.tall || t.low ? 50 : 62) + (anyShown ? small * 1.4 + 12 : 4));
  const piles = pileWidth * (2 + 0.42 * Math.max(recent.length - 1, 0));
  const room = t.tall ? t.width - 16 : t.width - piles - (t.low ? 56 : 90);
  const height = t.height - bottom - above - (t.tall ? pileWidth * 1.4 + 70 : t.low ? 10 : 20);
  const meldCard = meldWidth(view.table, room, height, wide * 0.95);
  const fresh = t.last && ["meld", "lay_off"].includes(t.last.move.kind) ? t.last.move.cards : [];
  const melds = view.table.map((/** @type {string[]} */ meld, /** @type {number} */ k) => h("div", { class: "meld target", "aria-label": w.meld({ cards: meld.map((face) => cardName(face, t.language)).join(", ") }), data: { pick: `meld ${k}`, key: `of ${meld[0]}` } },
    fan(meld.map((face) => card(face, { key: face, token: face, from: fresh.includes(face) ? `seat${t.last?.seat}` : "", kind: fresh.includes(face) ? "new" : "", width: meldCard })), { width: meldCard, room: t.width, gap: meldCard * 0.46, rows: 1 })));

  const faces = !view.hand ? [] : t.order === "suit" ? [...view.hand].sort(bySuit) : t.order === "hand" ? t.arranged(view.hand) : view.hand;
  return h("div", { class: "rummy", style: { "--per-row": perRow } },
    h("div", { class: "players" }, plates),
    h("div", { class: "piles" }, stock, discards),
    h("div", { class: "melds" }, melds.length ? melds : h("p", { class: "muted none" }, w.noMelds)),
    ownLine(t, w.cards({ n: held })),
    hand(t, faces.map((/** @type {string} */ face) => ({ face, pick: face, key: face, name: cardName(face, t.language) })), held));
};
