// A bot for every game, with the types of protocol.d.ts: in Rummy it discards the last card of its hand that it may, in
// Mexican Train it plays the heaviest tile, and elsewhere the first legal move. docs/protocol.md describes the messages.
//
//     tsc --strict --target es2020 --module commonjs --outDir . examples/bots/typed_bot.ts
//     oxideal arena mexican_train "exec:node typed_bot.js" rule
import type { DouDizhu, FourSquare, MexicanTrain, Rummy } from "./protocol";

type Message = DouDizhu.HostMessage | FourSquare.HostMessage | MexicanTrain.HostMessage | Rummy.HostMessage;
type Question = Extract<Message, { kind: "question" }>;
type Answer = Rummy.BotMessage; // the bot's messages are the same in all games

// The parts of Node.js that it uses; @types/node has all of them.
declare const process: {
  stdin: { on(event: "data", receive: (text: string) => void): void; setEncoding(name: "utf8"): void };
  stdout: { write(text: string): void };
  exit(status: number): never;
};

function send(message: Answer): void {
  process.stdout.write(JSON.stringify(message) + "\n");
}

function weight(text: string): number {
  return (text.match(/\d+/g) ?? []).reduce((sum, pips) => sum + Number(pips), 0);
}

function choose({ legal = [], view }: Question): string {
  const texts = legal.map((move) => move.text);
  switch (view?.game) {
    case "rummy":
      for (const card of [...view.hand].reverse()) {
        if (texts.includes(`discard ${card}`)) return `discard ${card}`;
      }
      return texts[0];
    case "mexican_train":
      return texts.reduce((best, text) => (weight(text) > weight(best) ? text : best));
    default:
      return texts[0];
  }
}

function receive(message: Message): void {
  switch (message.kind) {
    case "hello":
      return send({ kind: "hello", version: 1, name: "typed (TypeScript)", wants: ["legal", "view"] });
    case "question":
      return send({ kind: "answer", id: message.id, move: choose(message) });
    case "ping":
      return send({ kind: "pong", id: message.id });
    case "bye":
      return process.exit(0);
  }
}

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop() ?? "";
  lines.forEach((line) => receive(JSON.parse(line)));
});
