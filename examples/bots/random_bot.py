"""A bot for every game, without oxideal: it plays random legal moves. `docs/protocol.md` describes the messages.

Run `oxideal arena rummy "exec:python examples/bots/random_bot.py" rule`.
"""

import json
import random
import sys


def send(message: dict[str, object]) -> None:
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    kind = message["kind"]
    if kind == "hello":
        send({"kind": "hello", "version": 1, "name": "random (Python)", "wants": ["legal"]})
    elif kind == "question":
        move = random.choice(message["legal"])
        send({"kind": "answer", "id": message["id"], "move": move["id"]})
    elif kind == "ping":
        send({**message, "kind": "pong"})
    elif kind == "error":
        print("refused:", message["text"], file=sys.stderr)
    elif kind == "bye":
        break
