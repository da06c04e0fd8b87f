// The levels of Rummy: oxideal.bots.levels.rummy describes them.

import { least, rule, search, sometimes } from "../policies.js";

const RANKS = "A23456789TJQK";

/**
 * Somebody who lays down what is seen at once, and does not plan what to collect.
 * @param {{laysOff?: boolean, takes?: boolean, keepsPairs?: boolean}} how
 * @returns {import("../policies.js").Policy}
 */
const beginner = ({ laysOff, takes, keepsPairs }) => ({ view }) => {
  const known = /** @type {any} */ (view.toJSON());
  const moves = /** @type {any[]} */ (view.legalMoves());
  const count = (/** @type {string} */ rank) => known.hand.filter((/** @type {string} */ card) => card[0] === rank).length;
  if (!known.drew) {
    const take = moves.find((move) => move.kind === "take");
    return (take && takes && count(known.discards.at(-1)[0]) >= 2 ? take : moves[0]).id;
  }
  const laid = moves.find((move) => move.kind === "meld" || (move.kind === "lay_off" && laysOff));
  const discards = moves.filter((move) => move.kind === "discard");
  if (laid || !discards.length) return (laid ?? moves[0]).id;
  const rank = (/** @type {any} */ move) => move.cards[0][0];
  return least(discards, (move) => [keepsPairs && count(rank(move)) === 1 ? 0 : 1, -RANKS.indexOf(rank(move))]).id;
};

const MELDS = beginner({});
const LAYS_OFF = beginner({ laysOff: true });
const TAKES = beginner({ laysOff: true, takes: true });
const KEEPS_PAIRS = beginner({ laysOff: true, takes: true, keepsPairs: true });

export default [
  ...[99, 98, 96, 88, 60].map((percent) => sometimes(percent, MELDS, LAYS_OFF)), LAYS_OFF, TAKES, KEEPS_PAIRS, rule, search(5000),
];
