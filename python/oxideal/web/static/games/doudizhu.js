// The table of Dou Dizhu.

import { card, cardName } from "../cards.js";
import { h } from "../dom.js";
import { cardWidth, fan, hand, handHeight, others, ownLine, plate, spread } from "../seats.js";

/** @typedef {import("../seats.js").Sight} Sight */

/**
 * Return what peasants would pay or get as multiples of some number: one for all, or each one's with a name.
 * @param {Sight} t
 * @param {number} unit
 * @returns {string}
 */
const stakes = (t, unit) => {
  const { view } = t;
  if (view.stakes === null) {
    const robs = view.rules.auction === "call" ? view.bids.filter((/** @type {number} */ bid) => bid === 2).length : 0;
    return String((view.bid * 2 ** robs) / unit);
  }
  const each = [...view.stakes.entries()].filter(([seat]) => seat !== view.landlord);
  if (each.every(([, amount]) => amount === each[0][1])) return String(each[0][1] / unit);
  return each.map(([seat, amount]) => `${seat === t.own ? t.words.you : t.names[seat]} ${amount / unit}`).join(" / ");
};

/** How many can play, and how many usually do. */
export const seats = [3, 4];
export const usual = 3;
/** @param {number} count */
export const rules = (count) => ({ players: count });
/** The presets that the start page offers beside the plain rules. */
export const variants = ["huanle"];
/** A picture for the start page: a constant, inserted as markup. */
export const art = '<g transform="rotate(-12 60 60)"><rect class="paper" x="38" y="18" width="36" height="50" rx="5"/><text class="rank red" x="44" y="42" font-size="22">2</text></g><rect class="paper" x="60" y="16" width="36" height="50" rx="5"/><text class="rank black" x="65" y="40" font-size="22">A</text><g transform="rotate(12 100 60)"><rect class="paper" x="84" y="18" width="36" height="50" rx="5"/><path class="red" transform="translate(92 30) scale(2)" d="M5 0 6.4 3.4 10 3.7 7.2 6 8.1 9.6 5 7.6 1.9 9.6 2.8 6 0 3.7 3.6 3.4Z"/></g>';
export const single = false;
export const completes = false;
export const buttons = ["pass", "bid 1", "bid 2", "bid 3", "call", "rob", "double", "show"];
export const orders = ["low", "high"];

const RANKS = "3456789TJQKA2BR";

/** What has to be selected for a move. @param {{text: string}} move */
export const picks = (move) => (buttons.includes(move.text) ? [move.text] : [...move.text.replace(/[^3-9TJQKA2BR]/g, "")]);

/** The texts of moves that a selection can mean. @param {string[]} tokens */
export const meant = (tokens) => [[...tokens].sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b)).join("")];

/** Whether a trick is being played, for the rest of which one can pass. @param {any} view */
export const passes = (view) => view.to_beat !== null && view.payoffs === null;

/** Whether a move shakes the table. @param {any} move */
export const loud = (move) => move?.kind === "bomb" || move?.kind === "rocket";

/** The card that a key means. @param {string} key */
export const typed = (key) => (key === "0" ? "T" : (RANKS.includes(key.toUpperCase()) ? key.toUpperCase() : null));

/** Suits are only for the eye: copies of a rank get one each. */
const SUITS = "SHCD";

/**
 * @param {string} face
 * @param {string} key of which the end is the number of the copy
 */
const drawn = (face, key) => (face === "B" || face === "R" ? face : face + SUITS[Number(key.slice(key.lastIndexOf(":") + 1)) % 4]);

/** @param {string[]} cards */
const ranks = (cards) => cards.map((each) => each.replace("T", "10")).join(" ");

/**
 * Return what each seat has done in this trick, and in the one before it, as far as the last moves tell.
 * @param {any} view
 */
const tricks = (view) => {
  /** @type {Map<number, any>} */
  let before = new Map();
  /** @type {Map<number, any>} */
  let done = new Map();
  let passes = 0;
  for (const { seat, move } of view.recent) {
    if (move.cards.length === 0 && (move.kind !== "pass" || done.size === 0)) { done = new Map(); passes = 0; continue; }
    passes = move.kind === "pass" ? passes + 1 : 0;
    done.delete(seat);
    done.set(seat, move);
    if (passes === view.hand_sizes.length - 1) { before = done; done = new Map(); passes = 0; }
  }
  if (view.to_beat && done.size === 0) done.set(view.to_beat_seat, view.to_beat); // a position set up by hand
  return { before, done: view.to_beat ? done : new Map() };
};

/**
 * Return cards of a move, with keys that follow them from the hand.
 * @param {Sight} t
 * @param {number} seat
 * @param {any} move
 * @param {number} width
 * @param {string} kind
 */
const laid = (t, seat, move, width, kind) => {
  const faces = [...move.main, ...move.attached];
  const own = seat === t.own ? t.left(faces) : faces.map((face, k) => `${seat}:${face}:${faces.slice(0, k).filter((each) => each === face).length + (!t.view.hand ? 0 : t.view.hand.filter((/** @type {string} */ each) => each === face).length)}`);
  return faces.map((face, k) => card(drawn(face, own[k]), {
    key: own[k], from: `seat${seat}`, token: face, name: cardName(face, t.language), kind: `${kind} ${k >= move.main.length ? "attached" : ""}`, width, language: t.language,
  }));
};

/**
 * Return whether a seat has said something before the lead, and what it is: true for anything but a pass.
 * @param {any} view
 * @param {number} seat
 * @returns {boolean | null}
 */
const answer = (view, seat) => {
  const players = view.hand_sizes.length;
  if (view.landlord === null) {
    // Of a caller who was robbed, the last bid is its second answer.
    const bidder = (/** @type {number} */ k) => (view.first_bidder + (k < players || view.rules.auction !== "call" ? k : view.bids.indexOf(1))) % players;
    const bid = view.bids.filter((/** @type {number} */ _, /** @type {number} */ k) => bidder(k) === seat).at(-1);
    return bid === undefined ? null : bid > 0;
  }
  const asked = view.phase === "showing" || (seat - view.landlord + players) % players < (view.current_player - view.landlord + players) % players;
  return asked && view.rules.doubling ? view.doubled[seat] : null;
};

/** @param {Sight} t */
export const layout = (t) => {
  const { view, words: w } = t;
  const places = others(t);
  const { before, done } = tricks(view);
  const old = done.size === 0 && view.landlord !== null;
  const trick = old ? before : done;
  const top = old ? [...trick].filter(([, move]) => move.kind !== "pass").at(-1) : view.to_beat && [view.to_beat_seat, view.to_beat];
  const wide = cardWidth(t);
  const small = t.tall ? 30 : t.low ? 26 : wide * 0.42;

  /** What a seat has said before the lead, or done in this trick, unless it lies in the middle. @param {number} seat */
  const deed = (seat) => {
    if (view.landlord === null || view.phase === "doubling" || view.phase === "showing") {
      const said = answer(view, seat);
      return said === null ? null : h("span", { class: `bubble ${said ? "loud" : ""}` }, t.said(seat));
    }
    const move = trick.get(seat);
    if (!move || old || seat === view.current_player) return null;
    if (move.kind === "pass") return h("span", { class: "bubble" }, t.said(seat));
    if (top?.[0] === seat) return null;
    return fan(laid(t, seat, move, small, "played"), { width: small, room: t.tall ? t.width / places.length - 12 : 7 * small, gap: small * 0.6, rows: 2 });
  };

  /** @param {number} seat */
  const doubled = (seat) => view.phase === "play" && view.doubled[seat] && w.doubled;

  /** A hand that is shown. @param {number} seat @param {string[]} faces */
  const openHand = (seat, faces) => fan(faces.map((face, k) => {
    const key = `open:${face}:${faces.slice(0, k).filter((each) => each === face).length}`;
    return card(drawn(face, key), { key, token: face, name: cardName(face, t.language), width: small, language: t.language });
  }), { width: small, room: t.tall ? t.width / places.length - 12 : 7 * small, gap: small * 0.5, rows: 3, kind: "open", of: seat });

  const sides = ["right", ...places.slice(1, -1).map(() => "top"), "left"];
  const plates = places.map((seat, k) => {
    const known = view.known?.[seat] ?? [];
    // In a phone on its side there is no room for all hands.
    const open = (t.height > 360 && view.hands?.[seat]) || (view.shown && view.landlord === seat ? known : []);
    const holds = known.length && !open.length && view.payoffs === null && w.holds({ cards: ranks(known) });
    const note = [doubled(seat) && "×2", holds].filter(Boolean).join(" · ");
    return h("div", { class: `place ${sides[k]}` }, plate(t, seat, { held: view.hand_sizes[seat], badge: view.landlord === seat, note }), open.length > 0 && openHand(seat, open), deed(seat));
  });

  const number = t.names.length === 4 ? 8 : 3;
  const kittyWidth = !top ? wide * (t.low ? 0.6 : 0.8) : t.tall ? 28 : t.low ? 27 : wide * 0.44;
  const kitty = view.kitty ?? Array(number).fill("");
  const shown = kitty.map((/** @type {string} */ face, /** @type {number} */ k) => card(face && drawn(face, `kitty:${kitty.slice(0, k).filter((/** @type {string} */ each) => each === face).length}`), {
    key: `kitty:${k}`, name: face && cardName(face, t.language), width: kittyWidth, language: t.language,
  }));
  const by = view.face_up_seat;
  const faceUp = by === null ? w.faceUp : by === t.own ? w.faceUpByYou : w.faceUpBy;
  const stake = view.bid !== null ? w.stake({ bid: view.bid, n: view.doublings, stake: stakes(t, 1), times: stakes(t, view.bid) })
    : view.face_up !== null ? faceUp({ card: view.face_up.replace("T", "10"), who: t.names[by] }) : w.kitty;

  const kittyRoom = t.tall ? t.width - 24 : t.width * (top ? 0.4 : 0.52);
  const kittyPlace = h("div", { class: `kitty ${top ? "" : "central"}` }, fan(shown, { width: kittyWidth, room: kittyRoom, gap: kittyWidth * (number === 3 ? 1.08 : 0.62), rows: 1 }), h("p", { class: "muted" }, stake));
  /** @type {Node[]} */
  const middle = top ? [] : [kittyPlace]; // it is large before the first card is played
  if (top) {
    const [seat, move] = top;
    const news = t.last?.seat === seat && !old ? "new" : "";
    const free = t.height - handHeight(t, view.hand_sizes[t.seat]) - (t.tall ? 290 : t.low ? 122 : kittyWidth * 1.4 + 140);
    const room = t.tall ? t.width - 24 : t.width * (t.low ? 0.5 : 0.52);
    const count = move.main.length + move.attached.length;
    const lying = (/** @type {number} */ width) => ({ width, room, gap: width * 0.5, least: width * 0.34, rows: 4, strip: width * 0.5 });
    let size = wide * 1.5;
    while (size > 24 && size * (1.55 + 0.5 * (spread(count, room, size, lying(size)).rows - 1)) > free) size *= 0.95;
    const said = t.said(seat);
    middle.push(
      fan(laid(t, seat, move, size, old ? "old" : `best ${news}`), lying(size)),
      h("p", { class: "caption" }, h("b", {}, seat === t.own ? w.you : t.names[seat]), said && ` · ${said}`),
    );
  }
  const held = view.hand_sizes[t.seat];
  const role = [...(view.landlord === t.seat ? [w.landlord, view.shown && w.shown] : []), doubled(t.seat)];
  const faces = !view.hand ? [] : t.order === "high" ? [...view.hand].reverse() : view.hand;
  const keys = t.keys(faces);
  return h("div", { class: `doudizhu players${t.names.length}` },
    plates,
    top && kittyPlace,
    h("div", { class: "trick" }, middle),
    ownLine(t, w.cards({ n: held }), { badge: role.filter(Boolean).join(" · "), deed: deed(t.seat) }),
    hand(t, faces.map((/** @type {string} */ face, /** @type {number} */ k) => ({ face: drawn(face, keys[k]), pick: face, key: keys[k], name: cardName(face, t.language) })), held));
};
