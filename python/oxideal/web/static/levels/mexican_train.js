// The levels of Mexican Train: oxideal.bots.levels.mexican_train describes them.

import { least, net, rule, sometimes } from "../policies.js";

/**
 * Play the lightest tile that fits, on the own train if it fits there; doubles last.
 * @type {import("../policies.js").Policy}
 */
const lightest = ({ view }) => {
  const moves = /** @type {any[]} */ (view.legalMoves());
  const plays = moves.filter((move) => move.kind === "play");
  if (!plays.length) return moves[0].id;
  return least(plays, ({ tile: [low, high], train }) => [Number(low === high), low + high, Number(train !== "me")]).id;
};

export default [lightest, ...[88, 75, 62, 52, 38, 26, 17, 8].map((percent) => sometimes(percent, lightest, rule)), net];
