// What the levels of all games are built from: oxideal.bots.levels in Python, move by move.

import { sha256 } from "./fair.js";

/** @typedef {import("../../../../rust/wasm/pkg/oxideal.js").View} View */
/** @typedef {import("../../../../rust/wasm/pkg/oxideal.js").Stream} Stream */
/** @typedef {import("../../../../rust/wasm/pkg/oxideal.js").Networks} Networks */

/**
 * Returns the id of a move.
 * @typedef {(given: {view: View, chance: Stream, networks: () => Promise<Networks>}) => number | Promise<number>} Policy
 */

/**
 * Return random numbers for the decision in this view, which depend only on it and the seed.
 * @param {typeof import("../../../../rust/wasm/pkg/oxideal.js")} engine
 * @param {View} view
 * @param {import("../../../../rust/wasm/pkg/oxideal.js").Seed} seed
 */
export const chanceOf = (engine, view, seed) => {
  const digest = sha256(new TextEncoder().encode(view.toString())).slice(0, 12);
  return new engine.Stream(seed, digest.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n));
};

/** By the rules of thumb. @type {Policy} */
export const rule = ({ view }) => view.rule();

/** The move that the network values most. @type {Policy} */
export const net = async ({ view, networks }) => (await networks()).choose(view);

/**
 * A search with a number of playouts: a limit of time would make the level depend on the machine.
 * @param {number} iterations
 * @param {boolean} [guided] whether networks help
 * @returns {Policy}
 */
export const search = (iterations, guided = false) => async ({ view, chance, networks }) => {
  const options = { iterations, seed: chance.word() };
  const found = guided ? (await networks()).search(view, options) : view.search(options);
  return found.choices[0].action;
};

/**
 * One policy in this share of the decisions, otherwise the other.
 * @param {number} percent
 * @param {Policy} mistaken
 * @param {Policy} usual
 * @returns {Policy}
 */
export const sometimes = (percent, mistaken, usual) => (given) => (given.chance.below(100) < percent ? mistaken : usual)(given);

/**
 * Return the first move with the least key. Keys are compared as tuples.
 * @template {{id: number}} T
 * @param {T[]} moves
 * @param {(move: T) => number[]} key
 * @returns {T}
 */
export const least = (moves, key) => moves.reduce((best, move) => {
  const [a, b] = [key(move), key(best)];
  const at = a.findIndex((each, k) => each !== b[k]);
  return at >= 0 && a[at] < b[at] ? move : best;
});
