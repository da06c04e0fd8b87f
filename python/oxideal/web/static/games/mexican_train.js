// The table of Mexican Train.

import { icon, tile } from "../cards.js";
import { h, within } from "../dom.js";
import { others } from "../seats.js";

/** @typedef {import("../seats.js").Sight} Sight */
/** @typedef {[number, number]} Tile */

/** How many can play, and how many usually do. */
export const seats = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
export const usual = 4;
/** More than eight players need a number of tiles. @param {number} count */
export const rules = (count) => ({ players: count, ...(count > 8 ? { hand_size: Math.floor(80 / count) } : {}) });
/** A picture for the start page: a constant, inserted as markup. */
export const art = '<rect class="domino" x="16" y="27" width="58" height="29" rx="5"/><path class="groove" d="M45 31V52"/><g class="p6"><circle cx="23" cy="33" r="2.600"/><circle cx="30.500" cy="33" r="2.600"/><circle cx="38" cy="33" r="2.600"/><circle cx="23" cy="50" r="2.600"/><circle cx="30.500" cy="50" r="2.600"/><circle cx="38" cy="50" r="2.600"/></g><g class="p3"><circle cx="51" cy="33" r="2.600"/><circle cx="59.500" cy="41.500" r="2.600"/><circle cx="68" cy="50" r="2.600"/></g><rect class="domino" x="77" y="12" width="29" height="58" rx="5"/><path class="groove" d="M81 41H102"/><g class="p3"><circle cx="83" cy="18" r="2.600"/><circle cx="91.500" cy="26.500" r="2.600"/><circle cx="100" cy="35" r="2.600"/><circle cx="83" cy="47" r="2.600"/><circle cx="91.500" cy="55.500" r="2.600"/><circle cx="100" cy="64" r="2.600"/></g><rect class="domino" x="109" y="27" width="40" height="29" rx="5"/><g class="p3"><circle cx="117" cy="33" r="2.600"/><circle cx="125.500" cy="41.500" r="2.600"/><circle cx="134" cy="50" r="2.600"/></g>';
export const single = true;
export const completes = true;
export const buttons = ["boneyard", "pass"];
export const orders = ["low", "high"];

/** @param {{text: string}} move */
export const picks = ({ text }) => {
  if (text === "draw" || text === "pass") return [text === "draw" ? "boneyard" : "pass"];
  const [tile, train] = text.split("@");
  return [tile, `@${train}`];
};

/** What has to be selected, whoever looks: a seat calls its own train otherwise. @param {string} token @param {number} seat */
export const absolute = (token, seat) => (token === "@me" ? `@${seat}` : token);

/** @param {string[]} tokens */
export const meant = (tokens) => {
  const tile = tokens.find((each) => each.includes("-"));
  if (tile) return [`${tile}${tokens.find((each) => each.startsWith("@")) ?? "@me"}`];
  return tokens.includes("boneyard") ? ["draw"] : [];
};

/** The tile that typed digits mean is not clear before they end. */
export const typed = () => null;

const LEAST = 15;
const MORE = 42; // room for the number of tiles that are folded
const FLAT_FROM = 1.3; // doubles lie flat, too, if tiles can then be larger by this factor

/**
 * How trains lie in their lanes: half the length of a tile, in how many rows of tiles, and whether doubles lie flat, too.
 * @typedef {{half: number, lines: number, flat: boolean}} Fit
 */

/**
 * Return in how many rows a train lies.
 * @param {Tile[]} train
 * @param {number} room
 * @param {Fit} fit
 * @param {number} [start]
 */
const rowsOf = (train, room, { half, flat }, start = 0) => {
  let [rows, at] = [1, start];
  for (const length of [...train.map(([a, b]) => (a === b && !flat ? half : 2 * half) + 2), 2 * half]) {
    if (at + length > room && at > 0) [rows, at] = [rows + 1, 0];
    at += length;
  }
  return rows;
};

/**
 * Return how trains lie in lanes of this size so that their tiles are as large as possible: one size for a table. If
 * they would be too small, only the last tiles are shown.
 * @param {Tile[][]} trains
 * @param {number} room
 * @param {number} height
 * @param {number} most
 * @returns {Fit}
 */
const fitted = (trains, room, height, most) => {
  const [upright, flat] = [false, true].map((lying) => {
    for (let half = Math.floor(most); half >= LEAST; half -= 1) {
      const fit = { half, lines: Math.floor((height + 3) / ((lying ? half : 2 * half) + 3)), flat: lying };
      if (fit.lines > 0 && trains.every((train) => rowsOf(train, room, fit) <= fit.lines)) return fit;
    }
    return null;
  });
  if (upright && (flat?.half ?? 0) < FLAT_FROM * upright.half) return upright;
  if (flat) return flat;
  const half = within(10, Math.min(height - 2, (room - MORE - 8) / 8), Math.min(most, 32));
  return { half, lines: Math.max(1, Math.floor((height + 3) / (half + 3))), flat: true };
};

/**
 * Return how many of the first tiles are folded so that the last ones can be shown.
 * @param {Tile[]} train
 * @param {number} room
 * @param {Fit} fit
 */
const folded = (train, room, fit) => {
  let from = 0;
  while (from < train.length && rowsOf(train.slice(from), room, fit, from && MORE) > fit.lines) from += 1;
  return from;
};

/** @param {Sight} t */
export const layout = (t) => {
  const { view, words: w } = t;
  /** @type {(number | null)[]} */
  const order = [...others(t), null, t.seat];
  // The hand: as large as there is room for it, in at most two rows, or three on a phone
  const held = view.hand_sizes[t.seat];
  const most = t.tall ? 30 : t.low ? 28 : Math.min(56, t.height * 0.075);
  const wide = t.width - 24;
  const handRows = [1, 2, 3].find((rows) => wide / Math.max(1, Math.ceil(held / rows)) - 6 >= Math.min(most, 27)) ?? 3;
  const half = within(16, wide / Math.max(1, Math.ceil(held / handRows)) - 6, most);
  const handHigh = handRows * (2 * half + 6) + 16;

  // The trains
  // The other hands, where they are open and there is room for them
  const open = others(t).filter((seat) => view.hands?.[seat]?.length);
  const openHalf = t.tall ? 13 : 16;
  const openRoom = (/** @type {number} */ seat) => view.hands[seat].length * (openHalf + 2) + (t.tall ? 70 : 110);
  const openRows = open.reduce(([rows, at], seat) => (at + openRoom(seat) > wide && at > 0 ? [rows + 1, openRoom(seat)] : [rows, at + openRoom(seat)]), [Math.min(1, open.length), 0])[0];
  const openHigh = openRows * (2 * openHalf + 8);
  const openShown = open.length > 0 && openHigh < t.height * 0.25;

  const top = t.tall ? 62 : t.low ? 50 : 92;
  /** @param {number | null} seat @returns {Tile[]} */
  const train = (seat) => (seat === null ? view.mexican : view.trains[seat]);
  /** How large tiles are with so many columns of trains. @param {number} columns */
  const arranged = (columns) => {
    const rows = Math.ceil(order.length / columns);
    const height = (t.height - handHigh - (openShown ? openHigh : 0) - top - 12) / rows - 6;
    const above = t.tall && height > 62; // whose train it is stands above it
    const owner = above ? 0 : t.tall ? 110 : t.low ? 126 : 172;
    const room = (t.width - 20 - (columns - 1) * 8) / columns - owner - 22;
    return { columns, rows, above, owner, room, size: fitted(order.map(train), room, height - (above ? 26 : 6), Math.min(t.tall ? 26 : 44, half)) };
  };
  const [one, two] = [arranged(1), arranged(t.tall ? 1 : 2)];
  const { columns, rows, above, owner, room, size } = one.size.half >= two.size.half ? one : two;
  const numerals = size.half < 26;

  const key = (/** @type {Tile} */ [a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`;
  const draw = (/** @type {Tile} */ each, /** @type {string} */ token, /** @type {boolean} */ big) => {
    const [a, b] = each;
    const open = a === b && view.open_doubles.includes(a);
    const dead = a === b && view.dead_doubles.includes(a);
    const isNew = t.last?.move.kind === "play" && key(t.last.move.tile) === key(each);
    return tile(a, b, {
      upright: a === b && (big || !size.flat), numerals: big ? false : numerals, key: big ? "" : key(each), from: isNew ? `seat${t.last?.seat}` : "", pick: token,
      kind: `${open ? "unclosed" : ""} ${dead ? "dead" : ""} ${isNew ? "new" : ""}`,
    });
  };

  const lanes = order.map((seat) => {
    const own = seat === t.seat && t.own !== null;
    const token = seat === null ? "@mexican" : seat === t.seat ? "@me" : `@${seat}`;
    const tiles = train(seat);
    const end = seat === null ? view.mexican_end : view.ends[seat];
    const open = seat !== null && view.marked[seat];
    const skip = folded(tiles, room, size);
    const name = seat === null ? w.mexican : seat === t.own ? w.you : t.names[seat];
    const label = w.train({ train: seat === null ? "mexican" : own ? "you" : "other", who: seat === null ? "" : t.names[seat], end, open });
    const left = seat === null ? null : view.hand_sizes[seat];
    const points = seat === null || view.payoffs === null ? null : view.scores[seat];
    const absent = seat === null ? "" : t.absent(seat);
    const fact = absent && !size.flat ? absent : points !== null ? w.points({ n: points }) : left === null ? "" : size.flat ? left : w.tiles({ n: left });
    const zoom = (/** @type {Event} */ event) => {
      event.stopPropagation();
      const hand = seat === null || own ? [] : view.hands?.[seat] ?? []; // where tables are small, it is shown only here
      t.zoom(label, h("div", { class: "zoomed", style: { "--half": "26px" } },
        tiles.length > 0 && h("div", { class: "train whole" }, tiles.map((each) => draw(each, "", true))),
        hand.length > 0 && h("p", {}, w.inHand({ n: hand.length })),
        hand.length > 0 && h("div", { class: "train" }, hand.map((/** @type {Tile} */ [a, b]) => tile(a, b, { upright: true, name: `${a}-${b}` })))));
    };
    return h("div", { class: `lane target ${seat === t.seat ? "own" : ""} ${open || seat === null ? "open" : ""} ${above ? "stacked" : ""} ${size.flat ? "tight" : ""}`, "aria-label": label, data: { pick: token, token: `@${seat ?? "mexican"}`, key: `lane${seat ?? "mexican"}` }, onclick: (/** @type {any} */ event) => { if (!event.currentTarget.closest(".turn-on")) zoom(event); } },
      h("div", { class: `owner ${seat !== null && view.current_player === seat ? "turn" : ""} ${absent ? "away" : ""}`, title: absent, data: { key: seat === null ? "" : `seat${seat}` } },
        seat === null ? h("span", { class: "face common", "aria-hidden": "true" }, icon("engine")) : h("span", { class: `face f${seat % 6}`, "aria-hidden": "true" }, name.slice(0, 1).toUpperCase()),
        h("span", { class: "who" }, h("b", { class: "name", title: name }, name), fact && h("span", { class: `count ${left !== null && left <= 2 && points === null ? "warn" : ""}` }, size.flat && !t.tall && points === null && h("i", { class: "small-tile" }), fact)),
        open && h("span", { class: "marker", title: w.open }, icon("engine"))),
      h("div", { class: "train" },
        skip > 0 && h("button", { class: "more", type: "button", "aria-label": w.more({ n: skip }), onclick: zoom }, `+${skip}`),
        tiles.slice(skip).map((each) => draw(each, token, false)),
        h("span", { class: "end", "aria-hidden": "true" }, end)));
  });

  const hub = h("div", { class: "hub" },
    h("div", { class: "engine" }, tile(view.rules.engine, view.rules.engine, { name: `${view.rules.engine}-${view.rules.engine}` })),
    h("div", { class: `boneyard target ${view.boneyard_size ? "" : "empty"}`, "aria-label": w.pile({ n: view.boneyard_size }), data: { pick: "boneyard", key: "stock" } },
      h("div", { class: "lift" }, h("span", { class: "heap" }), h("b", {}, view.boneyard_size), h("span", { class: "muted" }, w.boneyard))));

  /** @type {Tile[]} */
  const hand = !view.hand ? [] : [...view.hand].sort((a, b) => (t.order === "high" ? -1 : 1) * (a[0] + a[1] - b[0] - b[1] || a[0] - b[0]));
  const shown = !view.hand ? Array.from({ length: held }, () => h("div", { class: "domino upright down" }, h("div", { class: "lift" }))) : hand.map((each) => tile(each[0], each[1], { upright: true, key: key(each), from: "stock", pick: key(each), name: key(each), kind: "mine" }));
  const per = Math.ceil(held / handRows) || 1;
  const lines = Array.from({ length: Math.ceil(shown.length / per) }, (_, k) => h("div", { class: "lay" }, shown.slice(k * per, (k + 1) * per)));
  return h("div", { class: "mexican-train" }, hub,
    h("div", { class: "lanes", style: { "--columns": columns, "--rows": rows, "--half": `${size.half}px`, "--owner": `${owner}px` } }, lanes),
    openShown && h("div", { class: "open-hands", style: { "--half": `${openHalf}px` } }, open.map((seat) => h("div", { class: "open-hand", data: { of: String(seat) } }, h("b", { class: "name" }, t.names[seat]), view.hands[seat].map((/** @type {Tile} */ each) => tile(each[0], each[1], { upright: true, numerals: true, key: key(each), from: "stock", token: key(each), name: key(each) }))))),
    h("div", { class: "hand tiles", data: { of: String(t.seat) }, style: { "--half": `${half.toFixed(1)}px` } }, lines));
};
