// The levels of Dou Dizhu: oxideal.bots.levels.doudizhu describes them.

import { least, net, rule, sometimes } from "../policies.js";

const RANKS = "3456789TJQKA2BR";
const HIGH = "2BR";
const SINGLES = ["single"];
const PAIRS = [...SINGLES, "pair"];
const TRIPLETS = [...PAIRS, "triplet", "triplet_with_card", "triplet_with_pair"];
const BOMBS = ["bomb", "rocket"];
/** How many pairs of high cards a beginner needs for what it says. */
const NEEDED = { call: 1, rob: 2, double: 3, show: 4 };

/**
 * Somebody who sees only these combinations, and bombs.
 * @param {string[]} seen
 * @param {{wasteful: boolean, fightsPartner: boolean}} how
 * @returns {import("../policies.js").Policy}
 */
const beginner = (seen, { wasteful, fightsPartner }) => ({ view }) => {
  const known = /** @type {any} */ (view.toJSON());
  const legal = /** @type {any[]} */ (view.legalMoves());
  if (known.phase !== "play") {
    const found = Math.floor([...known.hand].filter((card) => HIGH.includes(card)).length / 2);
    const needed = (/** @type {any} */ move) => move.bid || (NEEDED[/** @type {"call"} */ (move.kind)] ?? 0);
    return least(legal.filter((move) => needed(move) <= found), (move) => [-needed(move)]).id;
  }
  const moves = legal.filter((move) => seen.includes(move.kind));
  const bombs = legal.filter((move) => BOMBS.includes(move.kind));
  const height = (/** @type {any} */ move) => RANKS.indexOf(move.rank);
  if (known.to_beat === null) return least(moves.length ? moves : bombs, (move) => [height(move), -move.cards.length]).id;
  if (![view.seat, known.to_beat_seat].includes(known.landlord) && !fightsPartner) return view.rules.parse("pass");
  if (moves.length) return least(moves, (move) => [wasteful ? -height(move) : height(move)]).id;
  return bombs.length && wasteful ? bombs[0].id : view.rules.parse("pass");
};

const SINGLES_ONLY = beginner(SINGLES, { wasteful: true, fightsPartner: true });
const WASTEFUL = beginner(PAIRS, { wasteful: true, fightsPartner: true });
const THRIFTY = beginner(PAIRS, { wasteful: false, fightsPartner: true });
const HOARDING = beginner(TRIPLETS, { wasteful: false, fightsPartner: false });

export default [
  SINGLES_ONLY, sometimes(50, SINGLES_ONLY, WASTEFUL), WASTEFUL, sometimes(50, WASTEFUL, THRIFTY), THRIFTY,
  sometimes(90, HOARDING, rule), sometimes(50, HOARDING, rule), sometimes(22, HOARDING, rule), rule, net,
];
