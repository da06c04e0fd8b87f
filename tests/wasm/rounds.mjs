// Plays rounds with the package for JavaScript and prints what happened, a line of JSON for each.
//
// node rounds.mjs PACKAGE WEIGHTS < tasks: each line of the input is {"game", "rules", "first", "rounds"}.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const [folder, weights] = process.argv.slice(2);
const { default: load, Networks, Rules, State, View, ViewBuilder } = await import(join(folder, "oxideal.js"));
await load({ module_or_path: readFileSync(join(folder, "oxideal_bg.wasm")) });

const failure = (run) => {
  try { run(); } catch (error) { return [error.name, error.message, error.rule ?? null]; }
  return null;
};

for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const task = JSON.parse(line);
  const rules = new Rules(task.game, task.rules);
  const networks = new Networks(rules, readFileSync(join(weights, `${rules.weightsName}.safetensors`)));
  for (let seed = task.first; seed < task.first + task.rounds; seed += 1) {
    const state = State.deal(rules, seed);
    const builder = new ViewBuilder(rules, 0);
    let told = 0;
    const found = [];
    while (!state.isOver) {
      const seat = state.currentPlayer;
      const view = state.view(seat);
      state.push(seat % 2 ? view.rule() : networks.choose(view));
      view.free();
      if (seed % 10 === 0 && seat === 0 && found.length < 3) {
        for (const event of state.events(0, told)) { builder.push(event); told += 1; }
        const seen = builder.view();
        found.push([JSON.stringify(seen.toJSON()), JSON.stringify(state.view(0).toJSON()), state.view(0).sample(seed).toString()]);
      }
    }
    console.log(JSON.stringify({ history: [...state.history], payoffs: [...state.payoffs], winners: [...state.winners], found }));
  }
  const state = State.deal(rules, 7);
  const view = state.view(state.currentPlayer);
  const again = View.fromJSON(rules, JSON.stringify(view.toJSON()));
  const thought = view.search({ iterations: 300, seed: 5 });
  const guided = networks.search(view, { iterations: 100, seed: 5 });
  const left = state.copy();
  left.forfeit(0, "time");
  const settled = { forfeited: left.forfeited, seed: String(left.seed), before: state.forfeited ?? null, payoffs: [...left.payoffs], isOver: left.isOver, taken: left.pop() ?? null, again: left.toString() === state.toString() };
  const timed = view.search({ time: 20, seed: 5 });
  console.log(JSON.stringify({
    same: [State.fromJSON(rules, state.toJSON()).toString() === state.toString(), again.toString() === view.toString()],
    moves: state.legalMoves(), settled, thought, guided, timed: timed.choices.length, values: networks.values(view).map(({ action }) => action),
    errors: [
      failure(() => state.push("nonsense")), failure(() => state.push(rules.numActions)), failure(() => new Rules(task.game, { players: 99 })),
      failure(() => new Rules("chess")), failure(() => state.view(99)), failure(() => State.deal(rules, -1)),
      failure(() => view.search({})), failure(() => view.search({ iterations: 0 })), failure(() => state.push(task.illegal)), failure(() => state.forfeit(0, "tired")),
    ],
  }));
}
