// Plays rounds between levels with the package for JavaScript and prints the moves, a line of JSON for each round.
//
// node levels.mjs PACKAGE WEIGHTS STATIC < tasks: each line of the input is {"game", "rules", "seed", "levels"}.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const [folder, weights, page] = process.argv.slice(2);
const engine = await import(join(folder, "oxideal.js"));
await engine.default({ module_or_path: readFileSync(join(folder, "oxideal_bg.wasm")) });
const { chanceOf } = await import(join(page, "policies.js"));

for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const { game, rules: options, seed, levels } = JSON.parse(line);
  const rules = new engine.Rules(game, options);
  const { default: policies } = await import(join(page, `levels/${game}.js`));
  const networks = async () => new engine.Networks(rules, readFileSync(join(weights, `${rules.weightsName}.safetensors`)));
  const state = engine.State.deal(rules, seed);
  while (!state.isOver) {
    const seat = state.currentPlayer;
    const view = state.view(seat);
    state.push(await policies[levels[seat] - 1]({ view, chance: chanceOf(engine, view, seat), networks }));
  }
  console.log(JSON.stringify([...state.history]));
}
