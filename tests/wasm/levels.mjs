// Plays rounds between levels with the package for JavaScript and prints the moves, a line of JSON for each round.
//
// node levels.mjs PACKAGE WEIGHTS < tasks: each line of the input is {"game", "rules", "seed", "levels"}.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [folder, weights] = process.argv.slice(2);
const engine = await import(join(folder, "oxideal.js"));
await engine.default({ module_or_path: readFileSync(join(folder, "oxideal_bg.wasm")) });

for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const { game, rules: options, seed, levels } = JSON.parse(line);
  const rules = new engine.Rules(game, options);
  const networks = new engine.Networks(rules, readFileSync(join(weights, `${rules.weightsName}.safetensors`)));
  const state = engine.State.deal(rules, seed);
  while (!state.isOver) {
    const seat = state.currentPlayer;
    const view = state.view(seat);
    const digest = createHash("sha256").update(view.toString()).digest().subarray(0, 12);
    const chance = new engine.Stream(seat, BigInt(`0x${digest.reverse().toString("hex")}`));
    const level = levels[seat];
    state.push(rules.levelHasNetworks(level) ? networks.level(view, level, chance) : view.level(level, chance));
  }
  console.log(JSON.stringify([...state.history]));
}
