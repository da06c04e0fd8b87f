// Reviews rounds with the package for JavaScript and prints what it finds, a line of JSON for each round.
//
// node reviews.mjs PACKAGE WEIGHTS < tasks: each line of the input is {"game", "rules", "actions", "seats", "seed", "iterations"}.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const [folder, weights] = process.argv.slice(2);
const engine = await import(join(folder, "oxideal.js"));
await engine.default({ module_or_path: readFileSync(join(folder, "oxideal_bg.wasm")) });

for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const { game, rules: options, actions, seats, seed, iterations } = JSON.parse(line);
  const rules = new engine.Rules(game, options);
  const networks = new engine.Networks(rules, readFileSync(join(weights, `${rules.weightsName}.safetensors`)));
  const state = engine.State.deal(rules, seed);
  for (const action of actions) state.push(action);
  const review = new engine.Review(state, networks, seats, { seed, iterations });
  const shares = [];
  for (let share = review.step(); share !== undefined; share = review.step()) shares.push(share);
  if (shares.some((share, k) => k > 0 && share < shares[k - 1])) throw new Error("the share of the limit has fallen");
  console.log(JSON.stringify(review.findings()));
}
