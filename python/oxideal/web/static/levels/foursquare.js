// The levels of FourSquare: oxideal.bots.levels.foursquare describes them.

import { net, rule, search, sometimes } from "../policies.js";

/**
 * Leave as few cards face down as possible, preferably with a new pile, and do not think of the next card.
 * @type {import("../policies.js").Policy}
 */
const beginner = ({ view, chance }) => {
  const after = view.sample(0);
  const down = () => /** @type {any} */ (after.toJSON()).grid.flat().filter((/** @type {number} */ cell) => cell < 0).length;
  const { grid } = /** @type {any} */ (view.toJSON());
  const centre = (grid.length - 1) / 2;
  const costs = view.legalMoves().map((/** @type {any} */ move) => {
    after.push(move.id);
    const cost = 2 * down() + (grid[move.row + centre][move.column + centre] === 0 ? 0 : 1);
    after.pop();
    return { id: move.id, cost };
  });
  const best = costs.filter(({ cost }) => cost === Math.min(...costs.map((each) => each.cost)));
  return best[chance.below(best.length)].id;
};

export default [
  beginner, ...[85, 72, 60, 48, 34, 21, 5].map((percent) => sometimes(percent, beginner, rule)), net, search(100, true),
];
