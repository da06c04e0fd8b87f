// Plays rounds with the package for JavaScript and prints what happened, a line of JSON for each.
//
// node rounds.mjs PACKAGE WEIGHTS < tasks: each line of the input is {"game", "rules", "first", "rounds"}.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const [folder, weights] = process.argv.slice(2);
const { default: load, Narrator, Networks, Rules, State, View, ViewBuilder } = await import(join(folder, "oxideal.js"));
await load({ module_or_path: readFileSync(join(folder, "oxideal_bg.wasm")) });

const failure = (run) => {
  try { run(); } catch (error) { return [error.name, error.message, error.rule ?? null]; }
  return null;
};

// What is said of an illegal move, of no move, and of something else that is thrown.
const refusals = (rules, state, illegal) => {
  const names = Array.from({ length: rules.players }, () => "");
  const thrown = (run) => { try { run(); } catch (error) { return error; } return null; };
  const errors = [thrown(() => state.push(illegal)), thrown(() => state.push("nonsense")), new Error("7S"), "7S", null];
  return Narrator.languages().map((language) => errors.map((error) => new Narrator(rules, null, names, language).refusal(error)));
};

// What two readers are told of a round: the player in seat 0 and a spectator, in each language.
const narrated = (rules, seed) => {
  const found = [];
  const names = Array.from({ length: rules.players }, (_, seat) => `Player ${seat}`);
  for (const language of Narrator.languages()) for (const own of [0, null]) {
    const narrator = new Narrator(rules, own, names, language);
    const state = State.deal(rules, seed);
    found.push(narrator.title, ...narrator.rules());
    while (!state.isOver) {
      const [seat, before] = [state.currentPlayer, state.view(0)];
      const move = state.view(seat).rule();
      state.push(move);
      const after = state.view(0);
      found.push(narrator.tell(before, move, after, seat), narrator.short(before, move), narrator.task(after), ...narrator.lines(after));
      if (seat === 0) found.push(narrator.spoken(before, move), narrator.label(before, move));
      found.push(rules.describe(move, language));
    }
    const { title, won, lines, payoffs, scores } = narrator.result(state.view(0));
    found.push(title, String(won), ...lines, String(payoffs), String(scores));
    found.push(...state.events(0).map((event) => rules.describeEvent(event, language)), ...rules.describeOptions(language));
  }
  return found;
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
    narrated: narrated(rules, 7), refusals: refusals(rules, state, task.illegal),
    moves: state.legalMoves(), settled, thought, guided, timed: timed.choices.length, values: networks.values(view).map(({ action }) => action),
    errors: [
      failure(() => state.push("nonsense")), failure(() => state.push(rules.numActions)), failure(() => new Rules(task.game, { players: 99 })),
      failure(() => new Rules("chess")), failure(() => state.view(99)), failure(() => State.deal(rules, -1)),
      failure(() => new Narrator(rules, null, [], "en")), failure(() => new Narrator(rules, 99, [], "en")),
      failure(() => rules.describe(0, "fr")), failure(() => view.search({})), failure(() => view.search({ iterations: 0 })), failure(() => state.push(task.illegal)), failure(() => state.forfeit(0, "tired")),
    ],
  }));
}
