// A round of Rummy between rules of thumb and a search, in Node: node examples/round.mjs

import { readFileSync } from "node:fs";
import load, { Rules, State } from "../pkg/oxideal.js";

await load({ module_or_path: readFileSync(new URL("../pkg/oxideal_bg.wasm", import.meta.url)) });

const rules = new Rules("rummy", { players: 2 });
const state = State.deal(rules, 7);
while (!state.isOver) {
  const view = state.view(state.currentPlayer);
  state.push(view.seat === 0 ? view.rule() : view.search({ iterations: 200, seed: 1 }).line[0]);
}
console.log(state.render());
console.log("payoffs:", [...state.payoffs]);
