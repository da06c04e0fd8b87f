// A bot for every game: it plays the legal move with the longest text, which in Dou Dizhu often means the most cards.
// In Rummy it reads the view, and discards the card of the highest rank. docs/protocol.md describes the messages.
//
//     oxideal arena doudizhu "exec:node examples/bots/longest_bot.js" rule

const RANKS = "A23456789TJQK";

function send(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

function choose(legal, view) {
  const discards = legal.filter((move) => move.text.startsWith("discard "));
  if (view.game === "rummy" && discards.length === legal.length) {
    const rank = (move) => RANKS.indexOf(move.text.split(" ")[1][0]);
    return discards.reduce((best, move) => (rank(move) > rank(best) ? move : best));
  }
  return legal.reduce((best, move) => (move.text.length > best.text.length ? move : best));
}

function receive(message) {
  switch (message.kind) {
    case "hello":
      send({ kind: "hello", version: 1, name: "longest (JavaScript)", wants: ["legal", "view"] });
      break;
    case "question":
      send({ kind: "answer", id: message.id, move: choose(message.legal, message.view).id });
      break;
    case "ping":
      send({ ...message, kind: "pong" });
      break;
    case "error":
      console.error("refused:", message.text);
      break;
    case "bye":
      process.exit(0);
  }
}

const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => receive(JSON.parse(line)));
lines.on("close", () => process.exit(0));
